"""The options a prompt offers: `A. text`, `A: text`, `A) text`, `(A) text`, `A text`; inline or one a line."""

import re
from dataclasses import dataclass
from functools import lru_cache

from scoring.extractors.text import plain_characters


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a prompt.

    Attributes:
        letter: Its capital letter.
        text: What it says, without the letter; may be empty.
        span: Characters of the prompt from the letter's mark to the end of the text, as (start, end).
    """

    letter: str
    text: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Mark:
    letter: str
    start: int
    text_start: int


_LINE_START = r"(?:^|(?<=\n))[ \-*]{0,6}"
_STYLES: tuple[re.Pattern[str], ...] = (
    re.compile(r"(?<![A-Z0-9(])\(([A-Z])\)\s*"),
    re.compile(r"(?<![A-Za-z0-9(.])([A-Z])[.:)、]\s*(?=\S)"),
    re.compile(rf"{_LINE_START}([A-Z])(?:[.:)、]?\*\*[.:)、]?[ ]*(?=\S)|[.:)、]?[ ]*(?:\n|$))"),
    re.compile(rf"{_LINE_START}([A-Z]) (?=\S)"),
)
"""Kinds of mark, the more certain first: a tie between two readings goes to the earlier one."""

_AFTER_LAST = re.compile(
    r"\n|(?<=[.?!;])\s+(?=(?:Answer|Please|Choose|Select|Pick|Give|Write|Reply|Respond|You may|Only|Think)\b)"
    r"|(?=请|(?<=。).)"
)
_MULTI = re.compile(
    r"more than one (?:option|choice|answer|letter|(?:may|can) be (?:right|correct|true|selected|chosen))|one or more"
    r"|(?:select|choose|mark|pick|tick) all|all that apply"
    r"|(?:multiple|several) (?:options|choices|answers|selections|letters|correct|(?:may|can) be)"
    r"|(?:answers?|options?|letters?|select|choose)\b[^.\n]{0,60}\b(?:such as|like|e\.g\.|for example),?:? "
    r"[\"'“]?[A-D]{2,4}\b"
    r"|all (?:the )?(?:correct|true|right) (?:options|statements|answers)"
    r"|多选|不止一[个项]|所有(?:正确|符合|满足)|一个或多个|(?:一项|一个)以上|可能有多个",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def parse_options(prompt: str) -> tuple[Option, ...]:
    """The options of a prompt, in order; empty when it offers none.

    A list is at least two consecutive letters from A on, in one style. Of several such runs the longest counts, then
    the later one: the list follows the question, so capitals of the question's own text ("A ball starts …",
    "points A, B and C") lose.
    """
    text = plain_characters(prompt)
    best: list[_Mark] = []
    for style in _STYLES:
        best = max(best, _longest_run(text, style), key=len)
    return tuple(_options(prompt, text, best))


def is_multi_select(prompt: str) -> bool:
    """Whether the prompt lets the answer be several letters."""
    return bool(_MULTI.search(plain_characters(prompt)))


def _longest_run(text: str, style: re.Pattern[str]) -> list[_Mark]:
    # The longest run that ends in each letter so far; 26 letters keep this linear.
    runs: dict[str, list[_Mark]] = {}
    best: list[_Mark] = []
    for match in style.finditer(text):
        mark = _Mark(match[1], match.start(1), match.end())
        before = runs.get(chr(ord(mark.letter) - 1), [])
        if not before and mark.letter != "A":
            continue
        run = [*before, mark]
        known = runs.get(mark.letter)
        # A capital met again inside an option's text must not replace the mark of its own option.
        if known is None or (len(run), run[0].start) > (len(known), known[0].start):
            runs[mark.letter] = run
        if len(run) > 1 and (not best or (len(run), run[0].start) > (len(best), best[0].start)):
            best = run
    return best


def _options(prompt: str, text: str, run: list[_Mark]) -> list[Option]:
    found = []
    for number, mark in enumerate(run):
        last = number == len(run) - 1
        stop = _end_of_last(text, mark.text_start) if last else run[number + 1].start
        while stop > mark.text_start and text[stop - 1] in " \n([*-;,":
            stop -= 1
        found.append(
            Option(mark.letter, prompt[mark.text_start : stop].strip(), (mark.start, max(stop, mark.start + 1)))
        )
    return found


def _end_of_last(text: str, start: int) -> int:
    end = _AFTER_LAST.search(text, start)
    return end.start() if end else len(text)

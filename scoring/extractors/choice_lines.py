"""Letters alone on a line, and lists or tables with a verdict on each option."""

import re

from scoring.extractors.candidates import Candidate
from scoring.extractors.option_book import OptionBook
from scoring.extractors.sentences import Sentences
from scoring.verdict import Reason

_MARKED_LINE = re.compile(
    r"^[ \t>|*•·+-]{0,8}(?P<number>\d{1,2}[.)]\s)?(?:option |choice |选项 ?)?(?P<open>[(\[]{0,2})(?P<letter>[A-Za-z])(?P<close>[)\]]{0,2})(?P<dot>[.:、,!]?)(?![A-Za-z0-9_'’])(?P<rest>[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_YES = re.compile(
    r"✓|✔|✅|☑|√|\b(?:correct|right|true|yes|works?|valid|reaches|fits|matches|match)\b|正确|符合|^\W*对\W*$",
    re.IGNORECASE,
)
_OUT = re.compile(
    r"✗|✘|❌|×|☒|\b(?:incorrect|wrong|false|no|not|invalid|blocked|fails?|hits?|dead|too|n't|out)\b|不|错",
    re.IGNORECASE,
)
_LONE_SENTENCE = re.compile(r"[(\[]?([A-Z])[)\]]?[.!]?\s*")


def lone_lines(text: str, book: OptionBook) -> list[Candidate]:
    """Lines that hold one letter, alone or with its own option's text. A copied list of options does not count."""
    lines = [match for match in _MARKED_LINE.finditer(text) if match["letter"].upper() in book.letters]
    own = [match for match in lines if _repeats_option(match, book)]
    copied = own if len({match["letter"].upper() for match in own}) > 1 else []
    found = []
    for match in lines:
        alone = not match["rest"].strip(" .!|)]\"'") and not match["number"]
        if (alone and (match["letter"].isupper() or len(text.strip()) < 6)) or (match in own and match not in copied):
            letter = match["letter"].upper()
            found.append(Candidate(letter, match.start("letter"), match.end("close"), "lone letter", declared=False))
    return _stacked(found, text, book)


def lone_sentence(text: str, book: OptionBook, sentences: Sentences) -> list[Candidate]:
    """A last sentence that is one letter: "Not A. B."."""
    if not sentences.spans:
        return []
    start, end = sentences.spans[-1]
    found = _LONE_SENTENCE.fullmatch(text, start, end)
    before = sentences.spans[-2] if len(sentences.spans) > 1 else (0, 0)
    if found is None or found[1] not in book.letters or len(text[slice(*before)].strip(" .;()[]")) == 1:
        return []
    return [Candidate(found[1], found.start(1), found.end(1), "lone letter", declared=False)]


def _stacked(found: list[Candidate], text: str, book: OptionBook) -> list[Candidate]:
    """Different letters on lines right below each other: all of them where several may be right, else a conflict."""
    letters = sorted({one.answer for one in found if one.answer})
    if len(letters) < 2 or any(text[a.end : b.start].strip(" \n.,)-*") for a, b in zip(found, found[1:], strict=False)):
        return found
    answer = "".join(letters) if book.multi else None
    reason: Reason | None = None if book.multi else "conflict"
    return [Candidate(answer, found[0].start, found[-1].end, "lone letters", reason, declared=False)]


def _repeats_option(match: re.Match[str], book: OptionBook) -> bool:
    rest = match["rest"].strip(" |:.-–—")
    return bool(rest) and book.exact(rest) == match["letter"].upper()


def verdict_lines(text: str, book: OptionBook) -> list[Candidate]:
    """A list or table with a verdict on each option: the ones that pass, if at least two were judged."""
    passed: list[re.Match[str]] = []
    judged = set()
    for match in _MARKED_LINE.finditer(text):
        letter, rest = match["letter"].upper(), match["rest"]
        if letter not in book.letters or match["letter"].islower():
            continue
        yes, no = _YES.search(rest), _OUT.search(rest)
        if bool(yes) == bool(no):
            continue
        judged.add(letter)
        if yes:
            passed.append(match)
    letters = sorted({match["letter"] for match in passed})
    if len(judged) < 2 or not letters:
        return []
    start, end = passed[0].start("letter"), passed[-1].end("letter")
    if len(letters) == 1 or book.multi:
        return [Candidate("".join(letters), start, end, "verdict list", declared=False)]
    return [Candidate(None, start, end, "verdict list", "conflict", declared=False)]

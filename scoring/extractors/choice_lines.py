"""Letters alone on a line, and lists or tables with a verdict on each option."""

import re
from itertools import pairwise

from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Candidate
from scoring.extractors.form import Form
from scoring.extractors.option_book import OptionBook
from scoring.extractors.reply import Reply
from scoring.verdict import Reason

_MARKED_LINE = re.compile(
    r"^[ \t>|*•·+-]{0,8}(?P<number>\d{1,2}[.)]\s)?(?:option |choice |选项 ?)?(?P<open>[(\[]{0,2})(?P<letter>[A-Za-z])"
    r"(?P<close>[)\]]{0,2})(?P<dot>[.:、,!]?)(?![A-Za-z0-9_'’])(?P<rest>[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_YES = any_of(
    r"✓|✔|✅|☑|√|正确|符合|^\W*对\W*$", r"\b(?:correct|right|true|yes|works?|valid|reaches|fits|matches|match)\b"
)
_NO = any_of(
    r"✗|✘|❌|×|☒|不|错",
    r"\b(?:incorrect|wrong|false|no|not|invalid|blocked|fails?|hits?|dead|too|n't"
    r"|out)\b",
)
_LONE_SENTENCE = re.compile(r"[(\[]?([A-Z])[)\]]?[.!]?\s*")
_BRIEF_CHARS = 6
"""A lower-case letter alone is an answer only where it is nearly the whole reply."""


def lone_lines(reply: Reply, form: Form) -> list[Candidate]:
    """Lines that hold one letter, alone or with its own option's text. A copied list of options does not count."""
    lines = [line for line in _MARKED_LINE.finditer(reply.text) if line["letter"].upper() in form.book.letters]
    own = [line for line in lines if _repeats_option(line, form.book)]
    copied = len({line["letter"].upper() for line in own}) > 1
    brief = len(reply.text.strip()) < _BRIEF_CHARS
    kept = [line for line in lines if _is_alone(line, brief) or (line in own and not copied)]
    found = [
        Candidate(line["letter"].upper(), line.start("letter"), line.end("close"), "lone letter", declared=False)
        for line in kept
    ]
    return _stacked(found, reply.text, form.book)


def lone_sentence(reply: Reply, form: Form) -> list[Candidate]:
    """A last sentence that is one letter: "Not A. B."."""
    text, spans = reply.text, reply.sentences.spans
    found = _LONE_SENTENCE.fullmatch(text, *spans[-1]) if spans else None
    if found is None or found[1] not in form.book.letters:
        return []
    if len(spans) > 1 and len(text[slice(*spans[-2])].strip(" .;()[]")) == 1:
        return []
    return [Candidate(found[1], *found.span(1), "lone letter", declared=False)]


def verdict_lines(reply: Reply, form: Form) -> list[Candidate]:
    """A list or table with a verdict on each option: the ones that pass, if at least two were judged."""
    judged = [
        (line, bool(_YES.search(line["rest"])))
        for line in _MARKED_LINE.finditer(reply.text)
        if line["letter"] in form.book.letters and bool(_YES.search(line["rest"])) != bool(_NO.search(line["rest"]))
    ]
    passed = [line for line, is_right in judged if is_right]
    letters = sorted({line["letter"] for line in passed})
    if len({line["letter"] for line, _ in judged}) < 2 or not letters:
        return []
    place = (passed[0].start("letter"), passed[-1].end("letter"))
    if len(letters) == 1 or form.book.multi:
        return [Candidate("".join(letters), *place, "verdict list", declared=False)]
    return [Candidate(None, *place, "verdict list", "conflict", declared=False)]


def _is_alone(line: re.Match[str], brief: bool) -> bool:
    bare = not line["rest"].strip(" .!|)]\"'") and not line["number"]
    return bare and (line["letter"].isupper() or brief)


def _repeats_option(line: re.Match[str], book: OptionBook) -> bool:
    rest = line["rest"].strip(" |:.-–—")
    return bool(rest) and book.exact(rest) == line["letter"].upper()


def _stacked(found: list[Candidate], text: str, book: OptionBook) -> list[Candidate]:
    """Different letters on lines right below each other: all of them where several may be right, else a conflict."""
    letters = sorted({one.answer for one in found if one.answer})
    if len(letters) < 2 or any(text[one.end : after.start].strip(" \n.,)-*") for one, after in pairwise(found)):
        return found
    answer = "".join(letters) if book.multi else None
    reason: Reason | None = None if book.multi else "conflict"
    return [Candidate(answer, found[0].start, found[-1].end, "lone letters", reason, declared=False)]

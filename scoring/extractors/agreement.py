"""Whether the words around a letter agree with it: another option's text, another value, an "or", a denial."""

import re
from typing import Literal

from scoring.extractors.alternatives import any_of
from scoring.extractors.cues import NEGATION, SETS_OTHERS_ASIDE
from scoring.extractors.option_book import OptionBook
from scoring.extractors.option_values import Mention
from scoring.extractors.sentences import Sentences

Disagreement = Literal["letter_value_conflict", "denied"]

END = r"(?![A-Za-z0-9_'’])"
"""What may not follow a letter that stands alone."""

OPTION_HINT = any_of(
    rf"(?:\b(?:so|thus|hence|therefore|option|choice|answer|is|or|i\.e\.,?)\s*:?\s*|[→=]>?\s*)[(\[]?([B-Z]"
    rf"|A(?!\s[a-z]))[)\]]?{END}",
    r"[(\[]([A-Z])[)\]]",
    r"(?<![A-Z)]),\s([A-Z])(?=[.!]?\s*$)",
    flags=re.NOFLAG,
)
"""A letter that may be meant as an option inside a sentence."""
STATED = any_of(
    r"(?:\b(?:is|at|shows?|reads?|equals|gives|by|about|approximately|roughly|exactly|be|of|on)|=|≈|为|是|约|示"
    r"|有)\s{0,2}$"
)
"""Right before a value that is said to be the reading."""

_LINKING = r"which|that|this|the|is|was|i\.e|meaning|reads?|shows?|about|approximately|roughly|corresponding to|at|of"
_VALUE_AFTER = re.compile(rf"[\s\"'`*:=.,)\]}}>(\[–—→≈~-]*(?:(?:{_LINKING})\b[\s.,:]*)*")
_FIRST_PART = re.compile(r"[;)\]]|\.(?:\s|$)|\s[-–—]\s|,\s")
_CLAUSE_END = re.compile(r"[.;,]\s|\n|\s[-–—]\s")
_ALTERNATIVE = any_of(
    r"^\W{0,3}(?:no|or)\b|^\W{0,3}或",
    rf"\b(?:could|might|may)(?: also| well)? be\s+(?:option )?[(\[]?[A-Z]{END}",
    rf"\b(?:or|maybe|possibly|perhaps)\s+(?:maybe |possibly |perhaps |even )?[(\[]?(?-i:[A-Z]){END}",
    r"^\s?[><≥≤]\s?(?-i:[A-Z])(?![A-Za-z])",  # a ranking
    r"^[)\].]?\s?(?-i:\([A-Z]\)|[A-Z]\)\s?[A-Z]?)",  # the letters of all options in a row
)
_HEDGE = any_of(r"\b(?:or|maybe|possibly|perhaps|alternatively)\b|或|也可能|可能是")
_ASIDE_ON_OTHERS = re.compile(r"\s?\([^()\n]{0,40}\b[A-Z]\b[^()\n]{0,80}\)")
_REASON = any_of(r"\W*(?:because|since|as|for|due|the|it|there|no\b|none|not all|with|which)\b")
_UNIT_ONLY = re.compile(r"[\s%°.)\]a-zA-Z/³²℃]*")
_NEAR_CHARS = 60


def hinted(hint: re.Match[str]) -> str:
    """The letter of an `OPTION_HINT`."""
    return next(group for group in hint.groups() if group)


def first_line(text: str) -> str:
    """The first line that is not empty."""
    return text.lstrip("\n").split("\n", 1)[0]


def disagreement_after(letter: str, rest: str, book: OptionBook) -> Disagreement | None:
    """Why the rest of a letter's line takes it back; None when it does not."""
    skip = _VALUE_AFTER.match(rest)
    said = rest[skip.end() if skip else 0 :]
    exact = book.exact(said) or book.exact(_FIRST_PART.split(said)[0])
    if exact is not None:
        return None if exact == letter else "letter_value_conflict"
    mentions = book.mentions(said)
    if mentions and mentions[0].start == 0 and mentions[0].letter != letter:
        return _other_value(letter, said, mentions[0], book)
    if _ALTERNATIVE.search(rest) or (_HEDGE.search(rest) and OPTION_HINT.search(rest)):
        return "denied"
    return "denied" if _denies(_CLAUSE_END.split(rest)[0]) else None


def contradicted_before(letter: str, start: int, text: str, sentences: Sentences, book: OptionBook) -> bool:
    """Whether a letter follows from a value that another option has: "it shows 20, so C" where C is 30.

    Only the letter's own sentence counts, or the whole of a reply of two or three sentences that states one value.
    """
    if not book.numeric:
        return False
    first = sentences.spans[0][0] if len(sentences.spans) <= 3 else sentences.around(start)[0]
    before = text[first:start]
    read = [m for m in book.mentions(before) if STATED.search(before[max(0, m.start - 20) : m.start])]
    stated = {m.letter for m in read if not sentences.is_negated(first + m.start, first + m.end)}
    everywhere = {mention.letter for mention in book.mentions(text[first : start + _NEAR_CHARS])}
    return len(stated) == 1 and None not in stated and letter not in stated | everywhere


def _other_value(letter: str, said: str, mention: Mention, book: OptionBook) -> Disagreement | None:
    if mention.letter is not None:
        return "letter_value_conflict"
    # "B (about 12.3%)" beside B: 12% is a measurement, not a contradiction.
    alone = _UNIT_ONLY.fullmatch(said, mention.end)
    return "letter_value_conflict" if alone and book.numeric and book.values.nearest(said) != letter else None


def _denies(clause: str) -> bool:
    """Whether the words right behind a letter deny it; a reason, or what they say of other options, does not."""
    clause = _ASIDE_ON_OTHERS.sub("", clause)
    return bool(NEGATION.search(clause)) and not _REASON.match(clause) and not SETS_OTHERS_ASIDE.match(clause)

"""Whether the words around a letter agree with it: another option's text, another value, an "or", a denial."""

import re

from scoring.extractors.cues import NEGATION, SETS_OTHERS_ASIDE
from scoring.extractors.option_book import OptionBook
from scoring.extractors.option_values import Mention
from scoring.extractors.sentences import Sentences

OPTION_HINT = re.compile(
    r"(?:\b(?:so|thus|hence|therefore|option|choice|answer|is|or|→|i\.e\.,?)\s*:?\s*|→\s*|=>?\s*)[(\[]?([B-Z]|A(?!\s[a-z]))[)\]]?(?![A-Za-z0-9_'’])|[(\[]([A-Z])[)\]]|(?<![A-Z)]),\s([A-Z])(?=[.!]?\s*$)"
)
_ALTERNATIVE = re.compile(r"\b(?:or|maybe|possibly|perhaps|alternatively)\b|或|也可能|可能是", re.IGNORECASE)
_VALUE_AFTER = re.compile(
    r"[\s\"'`*:=.,)\]}>(\[–—→≈~-]*(?:(?:which|that|this|the|is|was|i\.e|meaning|reads?|shows?|about|approximately|roughly|corresponding to|at|of)\b[\s.,:]*)*"
)
_COULD_BE = re.compile(r"\b(?:could|might|may)(?: also| well)? be\s+(?:option )?[(\[]?[A-Z](?![A-Za-z0-9_'’])")
_NEXT_LETTER = re.compile(r"\s?[><≥≤]\s?[A-Z](?![A-Za-z])|[)\].]?\s?(?:\([A-Z]\)|[A-Z]\)\s?[A-Z]?)")
"""Another letter right behind: a ranking, or the letters of all options in a row."""
_ASIDE_ON_OTHERS = re.compile(r"\s?\([^()\n]{0,40}\b[A-Z]\b[^()\n]{0,80}\)")
STATED = re.compile(
    r"(?:\b(?:is|at|shows?|reads?|equals|gives|by|about|approximately|roughly|exactly|be|of|on)|=|≈|为|是|约|示|有)\s{0,2}$",
    re.IGNORECASE,
)


def hinted(hint: re.Match[str]) -> str:
    """The letter of an `OPTION_HINT`."""
    return next(group for group in hint.groups() if group)


def disagreement_after(letter: str, rest: str, book: OptionBook) -> str | None:
    """Why the words beside a letter take it back: another option's text or value, an alternative, a denial."""
    skip = _VALUE_AFTER.match(rest)
    said = rest[skip.end() if skip else 0 :]
    exact = book.exact(said) or book.exact(re.split(r"[;)\]]|\.(?:\s|$)|\s[-–—]\s|,\s", said)[0])
    if exact is not None:
        return None if exact == letter else "letter_value_conflict"
    mentions = book.mentions(said)
    if mentions and mentions[0].start == 0 and mentions[0].letter != letter:
        return _other_value(letter, said, mentions[0], book)
    if _NEXT_LETTER.match(rest):
        return "denied"
    clause = re.split(r"[.;,]\s|\n|\s[-–—]\s", rest)[0]
    if re.match(r"\W{0,3}(?:no|or)\b|\W{0,3}或", rest, re.IGNORECASE) or _COULD_BE.search(rest):
        return "denied"
    if _ALTERNATIVE.search(rest) and OPTION_HINT.search(rest):
        return "denied"
    if re.search(
        r"\b(?:or|maybe|possibly|perhaps)\s+(?:maybe |possibly |perhaps |even )?[(\[]?[A-Z](?![A-Za-z0-9_'’])", rest
    ):
        return "denied"
    clause = _ASIDE_ON_OTHERS.sub("", clause)
    denied = NEGATION.search(clause) and not _is_reason(clause) and not SETS_OTHERS_ASIDE.match(clause)
    return "denied" if denied else None


def _is_reason(clause: str) -> bool:
    return bool(
        re.match(r"\W*(?:because|since|as|for|due|the|it|there|no\b|none|not all|with|which)\b", clause, re.IGNORECASE)
    )


def _other_value(letter: str, said: str, mention: Mention, book: OptionBook) -> str | None:
    if mention.letter is not None:
        return "letter_value_conflict"
    # "B (about 12.3%)" beside B: 12% is a measurement, not a contradiction.
    alone = not re.sub(r"[\s%°.)\]a-zA-Z/³²℃]+", "", said[mention.end :])
    if alone and book.numeric and book.values.nearest(said) != letter:
        return "letter_value_conflict"
    return None


def contradicted_before(letter: str, start: int, text: str, sentences: Sentences, book: OptionBook) -> bool:
    """Whether a letter follows from a value that another option has: "it shows 20, so C" where C is 30.

    Only the letter's own sentence counts, or the whole of a reply of two or three sentences that states one value.
    """
    if not book.numeric:
        return False
    first = sentences.spans[0][0] if len(sentences.spans) <= 3 else sentences.around(start)[0]
    before = text[first:start]
    named = [m for m in book.mentions(before) if not sentences.is_negated(first + m.start, first + m.end)]
    stated = {mention.letter for mention in named if STATED.search(before[max(0, mention.start - 20) : mention.start])}
    everywhere = {mention.letter for mention in book.mentions(text[first : start + 60])}
    return len(stated) == 1 and None not in stated and letter not in stated | everywhere


def first_line(text: str) -> str:
    stripped = text.lstrip("\n")
    return stripped.split("\n", 1)[0]

"""Reading one number out of a text that should hold one."""

import re
from fractions import Fraction
from math import isqrt

from scoring.extractors.candidates import Reading
from scoring.extractors.form import Form
from scoring.extractors.number_context import blank, without_repeats, without_side_numbers
from scoring.extractors.number_tokens import NumberToken, number_tokens, plain_fraction, word_tokens

_BOUND = re.compile(
    r"(?:\bat (?:least|most)|\bmore than|\bless than|\bfewer than|\bover|\bunder|\bup to|\bno more than|\bnot|\babove|\bbelow|[<>≤≥±]|\bfrom|\bstarting at|至少|至多|超过|不止|不到|不少于|最多|最少|不是|少于|多于)\s*(?:[$€£¥]\s?)?$",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\s?(?:°C?|%|km|cm|mm|[A-Za-z]{0,3})?\s?(?:[-–—~～/:]|\bto\b|\bor\b|到|至|或)\s?[$€£¥]?\s?$", re.IGNORECASE
)
_ATTACHED = re.compile(r"\s?(?:[×÷^π√!]|\*|\+(?!\d)|\+ ?\d|°? ?[-+] ?[\dπ√]|\\[a-z]|[xyn](?![a-z]))")
_OR_ELSE = re.compile(
    r"\b(?:or|maybe|perhaps|possibly)\s+(?:it (?:could|might|may) be\s+)?(?:about\s+)?\d", re.IGNORECASE
)
_SCALE = re.compile(
    r"\b(?:every|each|per|(?:steps?|intervals?|increments?|divisions?|marks?|units?) of)\s?$", re.IGNORECASE
)
_BEFORE_ATTACHED = re.compile(r"(?:[√×÷^π*/]|\d\s?[-+])\s?\(?$")
_ASIDE = re.compile(r"\([^()\n]{0,200}\)")
_CUT = re.compile(
    r"\n|(?<=[\w%°)\]℃])[.!;](?=\s|$)|[。;；！]|\s[–—]\s|\s-\s(?!\d)|\b(?:because|since|as there|consisting|including|of which|made up|namely|where|with)\b|:(?=\s)|,\s(?!\d)"
)
_SQUARE = re.compile(r"√\s?\(?(\d{1,12})\)?(?![\d.])")
_STATED = re.compile(r"\b(?:is|makes|gives|was)\s(?=[-+$€£¥]?\d)")
_RELATION = re.compile(r"=|≈|\bequals\b|\bis equal to\b|等于")


def read_number(text: str, form: Form) -> Reading | None:
    """The one number of a declared text; a conflict where it holds several, nothing where it holds none."""
    stop = _CUT.search(text, len(text) - len(text.lstrip()))
    clause = text[: stop.start()] if stop and re.search(r"\d", text[: stop.start()]) else text
    if stop and _OR_ELSE.search(text, stop.start()):
        return Reading(None, 0, len(text), "conflict")
    return _read(clause, form)


def read_said_number(sentence: str, form: Form) -> Reading | None:
    """The one number of a sentence that declares nothing: numbers beside the question do not count, all others do."""
    return _read(without_side_numbers(sentence, form), form)


def _read(clause: str, form: Form) -> Reading | None:
    clause = _SQUARE.sub(_root, without_repeats(clause, form))
    bare = _ASIDE.sub(blank, clause)
    clause = bare if number_tokens(bare) else clause
    offset = _result_start(clause)
    tokens = number_tokens(clause[offset:]) or word_tokens(clause[offset:])
    return _one_of(tokens, clause[offset:], offset, form) if tokens else None


def _result_start(clause: str) -> int:
    """Where the result of an equation, or of "the product of 17 and 23 is 391", starts."""
    if relations := list(_RELATION.finditer(clause)):
        return relations[-1].end()
    stated = list(_STATED.finditer(clause)) if len(number_tokens(clause)) > 1 else []
    if len(stated) == 1 and len(number_tokens(clause[stated[0].end() :])) == 1:
        return stated[0].end()
    return 0


def _root(match: re.Match[str]) -> str:
    """A square root that comes out whole, padded to the length of what it replaces."""
    root = isqrt(int(match[1]))
    return str(root).ljust(len(match[0])) if root * root == int(match[1]) else match[0]


def _one_of(tokens: list[NumberToken], text: str, offset: int, form: Form) -> Reading:
    first, last = tokens[0], tokens[-1]
    if ranged := a_range(tokens, text):
        return Reading(None, offset + ranged.start, offset + ranged.end, "a_range")
    if len({token.text for token in tokens}) > 1:
        return Reading(None, offset + first.start, offset + last.end, "conflict")
    return settled(first, text, offset, form)


def a_range(tokens: list[NumberToken], text: str) -> Reading | None:
    """Two numbers joined to a range or an alternative: `4-6`, `5 or 6`, `between 10 and 14`."""
    for before, after in zip(tokens, tokens[1:], strict=False):
        gap = text[before.end : after.start]
        between = re.fullmatch(r"\s?[%°C]{0,2}\s?and\s", gap) and re.search(
            r"\b(?:between|from)\s(?:about )?$", text[: before.start]
        )
        if between or (len(gap) < 12 and _RANGE.fullmatch(gap)):
            return Reading(None, before.start, after.end, "a_range")
    return None


def settled(token: NumberToken, text: str, offset: int, form: Form) -> Reading:
    """A number as an answer, unless it is a bound, one end of a range or a part of an expression."""
    before, after = text[: token.start], text[token.end :]
    span = (offset + token.start, offset + token.end)
    if _BOUND.search(before) or re.match(
        r"\s?\+(?!\d)|\s?(?:or (?:more|fewer|less|so)\b|and (?:something|some|a bit|a few|more)\b|以上|以下)", after
    ):
        return Reading(None, *span, "a_range")
    if form.counts and re.search(r"\.\d*[1-9]", token.text):
        return Reading(None, *span, "no_answer")
    spaced = token.fraction and " " in text[token.start : token.end].strip()
    if (
        (spaced and not form.as_share)
        or _SCALE.search(before)
        or (form.whole_number and (token.fraction or "/" in token.text))
    ):
        return Reading(None, *span, "no_answer")
    if _ATTACHED.match(after) or _BEFORE_ATTACHED.search(before) or re.match(r"[:/]\d|[A-Za-z]*\d", after):
        return Reading(None, *span, "no_answer")
    return Reading(_as_asked(token, form), *span)


def _as_asked(token: NumberToken, form: Form) -> str:
    if not (token.percent and form.as_share) or "/" in token.text:
        return token.text
    return plain_fraction(Fraction(token.text) / 100)

"""Reading one number out of a text that should hold one."""

import re
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Reading
from scoring.extractors.form import Form
from scoring.extractors.number_context import blank, without_repeats, without_side_numbers
from scoring.extractors.number_tokens import NumberToken, number_tokens, plain_fraction, word_tokens

_CURRENCY = r"(?:[$€£¥]\s?)?$"
_BOUND_BEFORE = any_of(
    r"\b(?:at (?:least|most)|more than|less than|fewer than|over|under|up to|no more than|not|above|below|from"
    r"|starting at)"
    rf"\s*{_CURRENCY}",
    rf"(?:[<>≤≥±]|至少|至多|超过|不止|不到|不少于|最多|最少|不是|少于|多于)\s*{_CURRENCY}",
)
_BOUND_AFTER = any_of(
    r"\s?\+(?!\d)",
    r"\s?(?:or (?:more|fewer|less|so)\b|and (?:something|some|a bit|a few|more)\b|以上|以下)",
)
_RANGE = re.compile(
    r"\s?(?:°C?|%|km|cm|mm|[A-Za-z]{0,3})?\s?(?:[-–—~～/:]|\bto\b|\bor\b|到|至|或)\s?[$€£¥]?\s?", re.IGNORECASE
)
_RANGE_MAX_CHARS = 12
_AND = re.compile(r"\s?[%°C]{0,2}\s?and\s")
_BETWEEN = re.compile(r"\b(?:between|from)\s(?:about )?$", re.IGNORECASE)
_OR_ELSE = re.compile(
    r"\b(?:or|maybe|perhaps|possibly)\s+(?:it (?:could|might|may) be\s+)?(?:about\s+)?\d", re.IGNORECASE
)
_PART_BEFORE = any_of(
    r"(?:[√×÷^π*/]|\d\s?[-+])\s?\(?$",
    r"\b(?:every|each|per|(?:steps?|intervals?|increments?|divisions?|marks?|units?) of)\s?$",
)
_PART_AFTER = any_of(
    r"\s?(?:[×÷^π√!*]|\+(?!\d)|\+ ?\d|°? ?[-+] ?[\dπ√]|\\[a-z]|[xyn](?![a-z]))",
    r"[:/]\d|[A-Za-z]*\d",
)
"""Beside a number that is a part of an expression, of a time, of a scale."""
_ASIDE = re.compile(r"\([^()\n]{0,200}\)")
_CLAUSE_END = any_of(
    r"\n|(?<=[\w%°)\]℃])[.!;](?=\s|$)|[。;；！]|\s[–—]\s|\s-\s(?!\d)|:(?=\s)|,\s(?!\d)",
    r"\b(?:because|since|as there|consisting|including|of which|made up|namely|where|with)\b",
    flags=re.NOFLAG,
)
_SQUARE_ROOT = re.compile(r"√\s?\(?(\d{1,12})\)?(?![\d.])")
_RELATION = re.compile(r"=|≈|\bequals\b|\bis equal to\b|等于")
_STATED = re.compile(r"\b(?:is|makes|gives|was)\s(?=[-+$€£¥]?\d)")
_DECIMALS = re.compile(r"\.\d*[1-9]")


def read_number(text: str, form: Form) -> Reading | None:
    """The one number of a declared text; a conflict where it holds several, nothing where it holds none."""
    stop = _CLAUSE_END.search(text, len(text) - len(text.lstrip()))
    if stop and _OR_ELSE.search(text, stop.start()):
        return Reading(None, 0, len(text), "conflict")
    cut = stop and re.search(r"\d", text[: stop.start()])
    return _read(text[: stop.start()] if stop and cut else text, form)


def read_said_number(sentence: str, form: Form) -> Reading | None:
    """The one number of a sentence that declares nothing: numbers beside the question do not count, all others do."""
    return _read(without_side_numbers(sentence, form), form)


def a_range(tokens: list[NumberToken], text: str) -> Reading | None:
    """Two numbers joined to a range or an alternative: `4-6`, `5 or 6`, `between 10 and 14`."""
    for low, high in pairwise(tokens):
        gap = text[low.end : high.start]
        between = _AND.fullmatch(gap) and _BETWEEN.search(text[: low.start])
        if between or (len(gap) < _RANGE_MAX_CHARS and _RANGE.fullmatch(gap)):
            return Reading(None, low.start, high.end, "a_range")
    return None


def settled(token: NumberToken, text: str, form: Form) -> Reading:
    """A number as an answer, unless it is a bound, one end of a range or a part of an expression."""
    before, after = text[: token.start], text[token.end :]
    if _BOUND_BEFORE.search(before) or _BOUND_AFTER.match(after):
        return Reading(None, token.start, token.end, "a_range")
    is_part = _PART_BEFORE.search(before) or _PART_AFTER.match(after)
    if is_part or not _is_of_the_form(token, text, form):
        return Reading(None, token.start, token.end, "no_answer")
    return Reading(_as_asked(token, form), token.start, token.end)


def _read(clause: str, form: Form) -> Reading | None:
    clause = _SQUARE_ROOT.sub(_root, without_repeats(clause, form))
    bare = _ASIDE.sub(blank, clause)
    clause = bare if number_tokens(bare) else clause
    start = _result_start(clause)
    result = clause[start:]
    tokens = number_tokens(result) or word_tokens(result)
    return _one_of(tokens, result, form).moved(start) if tokens else None


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


def _one_of(tokens: list[NumberToken], text: str, form: Form) -> Reading:
    if ranged := a_range(tokens, text):
        return ranged
    if len({token.text for token in tokens}) > 1:
        return Reading(None, tokens[0].start, tokens[-1].end, "conflict")
    return settled(tokens[0], text, form)


def _is_of_the_form(token: NumberToken, text: str, form: Form) -> bool:
    """Whether a count is a whole number, and `5 / 6` is not two counts."""
    if form.counts and _DECIMALS.search(token.text):
        return False
    if form.whole_number and (token.fraction or "/" in token.text):
        return False
    return form.as_share or not (token.fraction and " " in text[token.start : token.end].strip())


def _as_asked(token: NumberToken, form: Form) -> str:
    if not (token.percent and form.as_share) or "/" in token.text:
        return token.text
    return plain_fraction(Fraction(token.text) / 100)

"""Reading a place in a grid: [row, column], from brackets, from labels in any order, in English and Chinese."""

import re
from collections.abc import Iterator

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import INABILITY
from scoring.extractors.form import Form
from scoring.extractors.sentences import Sentences

_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
]
_HAN = "零一二三四五六七八九"
_WORDS = "|".join(_ORDINALS)
_NUMBER = r"(?:\d{1,4}|[一二三四五六七八九十]{1,3})"
_ROW = re.compile(
    rf"\b(?:row|line|r)\b\s{{0,2}}(?:number|no\.?|index|is|at)?\s{{0,2}}[:=#]?\s{{0,2}}(\d{{1,4}})(?![\d.]\d)|(\d{{1,4}})(?:st|nd|rd|th) (?:row|line)\b|({_WORDS}) (?:row|line)\b|第\s?({_NUMBER})\s?行|行[\"']?\s?[:=为是]\s?(\d{{1,4}})|\br(\d{{1,3}})\b",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    rf"\b(?:columns?|col\.?|c)\s{{0,2}}(?:number|no\.?|index|is|at)?\s{{0,2}}[:=#]?\s{{0,2}}(\d{{1,4}})(?![\d.]\d)|(\d{{1,4}})(?:st|nd|rd|th) (?:column|col)\b|({_WORDS}) (?:column|col)\b|第\s?({_NUMBER})\s?列|列[\"']?\s?[:=为是]\s?(\d{{1,4}})|\bc(\d{{1,3}})\b",
    re.IGNORECASE,
)
_SHORT = re.compile(r"\br(\d{1,3})[,\s]{0,2}c(\d{1,3})\b", re.IGNORECASE)
_BRACKETED = re.compile(r"[\[({<]\s{0,3}(\d{1,4})\s{0,3}[,;、，]\s{0,3}(\d{1,4})\s{0,3}[\])}>]")
_TABLE = re.compile(r"\brow\b[\s|]{1,6}\bcol(?:umn)?\b[\s|:-]{1,40}(\d{1,4})[\s|]{1,6}(\d{1,4})(?!\d)", re.IGNORECASE)
_SIDE_BY_SIDE = re.compile(r"(?<![共有\d第])(\d{1,3})\s?行[,、]?\s?(\d{1,3})\s?列")
_BARE = re.compile(r"(?<![\d.-])(?<!\d,)(?<!\d, )\d{1,4}(?:\s{0,2}[,;、]\s{0,2}\d{1,4}){1,9}(?!\.\d)")
_OR_MORE = re.compile(r"\s?(?:or|and|to|/|[-–]|或|到)\s?\d")
_EXAMPLE = re.compile(r"\bexamples?\b|\bsuch as\b|\be\.g\.|例如|比如", re.IGNORECASE)
_MAX_LABELS = 80
_NEAR_CHARS = 90


def read_pair(text: str, form: Form) -> Reading | None:
    """The pair of a declared text."""
    pairs = list(_pairs(text, form)) or list(_bare(text))
    if not pairs:
        return None
    if len({pair.answer for pair in pairs}) > 1:
        return Reading(None, pairs[0].start, pairs[-1].end, "conflict")
    return pairs[-1]


def pair_candidates(text: str, form: Form, sentences: Sentences, _bold: object) -> list[Candidate]:
    """Pairs said anywhere in the text, the last sentence that has one first of all."""
    found = [*_pairs(text, form)]
    if not found and len(sentences.spans) == 1:
        found = [pair for pair in [read_pair(text, form)] if pair is not None]
    found = [
        pair
        for pair in found
        if not sentences.is_hedged(pair.start)
        and not sentences.is_negated(pair.start, pair.end)
        and not _EXAMPLE.search(text, *sentences.around(pair.start))
    ]
    if not found or INABILITY.search(text, *sentences.spans[-1]):
        return []
    last = max(found, key=lambda pair: pair.end)
    start, _ = sentences.around(last.start)
    rivals = [pair for pair in found if pair.start >= start]
    if len({pair.answer for pair in rivals}) > 1:
        return [Candidate(None, rivals[0].start, rivals[-1].end, "row and column", "conflict", declared=False)]
    return [Candidate(last.answer, last.start, last.end, "row and column", last.reason, declared=False)]


def _pairs(text: str, form: Form) -> Iterator[Reading]:
    for match in _BRACKETED.finditer(text):
        yield Reading(_named(match[1], match[2]), match.start(), match.end())
    for match in _SHORT.finditer(text):
        yield Reading(_ordered(int(match[1]), int(match[2]), form), match.start(), match.end())
    for match in (*_TABLE.finditer(text), *_SIDE_BY_SIDE.finditer(text)):
        yield Reading(_ordered(int(match[1]), int(match[2]), form), match.start(), match.end())
    columns = list(_COLUMN.finditer(text))[-_MAX_LABELS:]
    for row in list(_ROW.finditer(text))[-_MAX_LABELS:]:
        near = [
            column
            for column in columns
            if _gap(row, column) <= _NEAR_CHARS and not re.search(r"[.!?。]\s", _between(text, row, column))
        ]
        if near:
            column = min(near, key=lambda match: _gap(row, match))
            several = _OR_MORE.match(text, row.end()) or _OR_MORE.match(text, column.end())
            answer = None if several else _ordered(_value(row), _value(column), form)
            yield Reading(
                answer, min(row.start(), column.start()), max(row.end(), column.end()), "conflict" if several else None
            )


def _bare(text: str) -> Iterator[Reading]:
    """Two numbers with a comma between; a list of more is no pair."""
    for match in _BARE.finditer(text):
        numbers = re.findall(r"\d+", match[0])
        if len(numbers) == 2:
            yield Reading(_named(numbers[0], numbers[1]), match.start(), match.end())
        else:
            yield Reading(None, match.start(), match.end(), "wrong_length")


def _gap(one: re.Match[str], other: re.Match[str]) -> int:
    return max(other.start() - one.end(), one.start() - other.end())


def _between(text: str, one: re.Match[str], other: re.Match[str]) -> str:
    return text[min(one.end(), other.end()) : max(one.start(), other.start())]


def _value(match: re.Match[str]) -> int:
    said = next(group for group in match.groups() if group).casefold()
    if said.isdecimal():
        return int(said)
    return _ORDINALS.index(said) + 1 if said in _ORDINALS else _han(said)


def _han(said: str) -> int:
    tens, ten, ones = said.rpartition("十")
    if not ten:
        return int("".join(str(_HAN.index(char)) for char in said))
    return (_HAN.index(tens[-1]) if tens else 1) * 10 + (_HAN.index(ones[0]) if ones else 0)


def _ordered(row: int, column: int, form: Form) -> str:
    return _named(*((column, row) if form.column_first else (row, column)))


def _named(first: int | str, second: int | str) -> str:
    return f"[{int(first)}, {int(second)}]"

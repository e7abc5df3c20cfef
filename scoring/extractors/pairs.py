"""Reading a place in a grid: [row, column], from brackets, from labels in any order, in English and Chinese."""

import re
from collections.abc import Iterator

from scoring.extractors.alternatives import any_of, word_list
from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import INABILITY
from scoring.extractors.form import Form
from scoring.extractors.number_tokens import han_value
from scoring.extractors.reply import Reply

_ORDINALS = word_list(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
)
_ORDINAL = "|".join(_ORDINALS)
_NUMBERED = r"\s{0,2}(?:number|no\.?|index|is|at)?\s{0,2}[:=#]?\s{0,2}(\d{1,4})(?![\d.]\d)"
_HAN_NUMBER = r"(\d{1,4}|[一二两三四五六七八九十]{1,3})"


def _label(words: str, letter: str, han: str) -> re.Pattern[str]:
    """A row or a column with its number: "row 3", "3rd row", "third row", "r3", 第3行, 行: 3."""
    return any_of(
        rf"\b(?:{words}|{letter})\b{_NUMBERED}",
        rf"\b(\d{{1,4}})(?:st|nd|rd|th) (?:{words})\b",
        rf"\b({_ORDINAL}) (?:{words})\b",
        rf"第\s?{_HAN_NUMBER}\s?{han}",
        rf"{han}[\"']?\s?[:=为是]\s?(\d{{1,4}})",
        rf"\b{letter}(\d{{1,3}})\b",
    )


_ROW = _label("row|line", "r", "行")
_COLUMN = _label("columns?|col\\.?", "c", "列")
_IN_ORDER = (
    re.compile(r"\br(\d{1,3})[,\s]{0,2}c(\d{1,3})\b", re.IGNORECASE),
    re.compile(r"\brow\b[\s|]{1,6}\bcol(?:umn)?\b[\s|:-]{1,40}(\d{1,4})[\s|]{1,6}(\d{1,4})(?!\d)", re.IGNORECASE),
    re.compile(r"(?<![共有\d第])(\d{1,3})\s?行[,、]?\s?(\d{1,3})\s?列"),
)
"""Row and column told by their order: R3C6, a table with a head, 3行6列 (but not 共10行12列)."""
_BRACKETED = re.compile(r"[\[({<]\s{0,3}(\d{1,4})\s{0,3}[,;、]\s{0,3}(\d{1,4})\s{0,3}[\])}>]")
_BARE = re.compile(r"(?<![\d.-])(?<!\d,)(?<!\d, )\d{1,4}(?:\s{0,2}[,;、]\s{0,2}\d{1,4}){1,9}(?!\.\d)")
_OR_MORE = re.compile(r"\s?(?:or|and|to|/|[-–]|或|到)\s?\d")
_SENTENCE_END = re.compile(r"[.!?。]\s")
_EXAMPLE = any_of(r"\bexamples?\b|\bsuch as\b|\be\.g\.|例如|比如")
_MAX_LABELS = 80
_NEAR_CHARS = 90


def read_pair(text: str, form: Form) -> Reading | None:
    """The pair of a declared text; a conflict where it holds two."""
    pairs = list(_pairs(text, form)) or list(_bare(text))
    if not pairs:
        return None
    if len({pair.answer for pair in pairs}) > 1:
        return Reading(None, pairs[0].start, pairs[-1].end, "conflict")
    return pairs[-1]


def pair_candidates(reply: Reply, form: Form) -> list[Candidate]:
    """The last pair said anywhere, unless its sentence holds another one."""
    text, sentences = reply.text, reply.sentences
    if not sentences.spans or INABILITY.search(text, *sentences.spans[-1]):
        return []
    found = list(_pairs(text, form))
    if not found and len(sentences.spans) == 1:
        found = [pair for pair in [read_pair(text, form)] if pair is not None]
    found = [pair for pair in found if _is_said(pair, reply)]
    if not found:
        return []
    last = max(found, key=lambda pair: pair.end)
    beside = [pair for pair in found if pair.start >= sentences.around(last.start)[0]]
    if len({pair.answer for pair in beside}) > 1:
        last = Reading(None, beside[0].start, last.end, "conflict")
    return [Candidate.said(last, "row and column")]


def _is_said(pair: Reading, reply: Reply) -> bool:
    sentences = reply.sentences
    if sentences.is_hedged(pair.start) or sentences.is_negated(pair.start, pair.end):
        return False
    return not _EXAMPLE.search(reply.text, *sentences.around(pair.start))


def _pairs(text: str, form: Form) -> Iterator[Reading]:
    for match in _BRACKETED.finditer(text):
        yield Reading(_named(int(match[1]), int(match[2])), *match.span())
    for pattern in _IN_ORDER:
        for match in pattern.finditer(text):
            yield Reading(_ordered(int(match[1]), int(match[2]), form), *match.span())
    columns = list(_COLUMN.finditer(text))[-_MAX_LABELS:]
    for row in list(_ROW.finditer(text))[-_MAX_LABELS:]:
        near = [column for column in columns if _are_together(row, column, text)]
        if near:
            yield _labelled(row, min(near, key=lambda column: _gap(row, column)), text, form)


def _labelled(row: re.Match[str], column: re.Match[str], text: str, form: Form) -> Reading:
    start, end = min(row.start(), column.start()), max(row.end(), column.end())
    if _OR_MORE.match(text, row.end()) or _OR_MORE.match(text, column.end()):
        return Reading(None, start, end, "conflict")
    return Reading(_ordered(_value(row), _value(column), form), start, end)


def _bare(text: str) -> Iterator[Reading]:
    """Two numbers with a comma between; a list of more is no pair."""
    for match in _BARE.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match[0])]
        if len(numbers) == 2:
            yield Reading(_named(*numbers), *match.span())
        else:
            yield Reading(None, *match.span(), "wrong_length")


def _are_together(row: re.Match[str], column: re.Match[str], text: str) -> bool:
    between = text[min(row.end(), column.end()) : max(row.start(), column.start())]
    return _gap(row, column) <= _NEAR_CHARS and not _SENTENCE_END.search(between)


def _gap(one: re.Match[str], other: re.Match[str]) -> int:
    return max(other.start() - one.end(), one.start() - other.end())


def _value(match: re.Match[str]) -> int:
    said = next(group for group in match.groups() if group).casefold()
    if said.isdecimal():
        return int(said)
    return _ORDINALS.index(said) + 1 if said in _ORDINALS else han_value(said) or 0


def _ordered(row: int, column: int, form: Form) -> str:
    return _named(column, row) if form.column_first else _named(row, column)


def _named(first: int, second: int) -> str:
    return f"[{first}, {second}]"

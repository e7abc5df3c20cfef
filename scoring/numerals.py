"""Whole numbers out of a short text: a list of them, or a place as row and column."""

import re

from scoring.answer_text import read_math, without_marker

_SEPARATORS = re.compile(r"[\s,、;|&*•\[\](){}]+|->|→|\band\b|和")
_KEY = re.compile(r"\s?\{?\s?[\"']?([A-Za-z_]{1,30})[\"']?\s?[:=](?=\s?\[)")
_ROW_LABEL = re.compile(r"\b(?:row|line) ?\d{1,3} ?:|第 ?\d{1,3} ?行 ?:?", re.IGNORECASE)
_PAIR_LIMIT_CHARS = 300
_WHOLE = re.compile(r"\d{1,6}")
_BRACKETS = re.compile(r"[\[({]")
_DIGITS = re.compile(r"(?<![-.\d])\d{1,6}(?![.]?\d)")

_ROW = re.compile(r"\brow\W{0,3}(\d+)|第 ?(\d+) ?行|\br ?(\d+)|(\d+)(?:st|nd|rd|th)? row", re.IGNORECASE)
_COLUMN = re.compile(
    r"\bcol(?:umn)?\W{0,3}(\d+)|第 ?(\d+) ?列|(?<=\d)c ?(\d+)|\bc ?(\d+)|(\d+)(?:st|nd|rd|th)? col", re.IGNORECASE
)


def read_integers(text: str) -> tuple[int, ...] | None:
    """The numbers of a text that is a list of whole numbers and nothing else, in order.

    Read: any brackets, nested ones too, commas of any script, spaces, line breaks, arrows, `Row 1:` labels and one name
    before the list (`"different_patches": [1, 4]`).

    Returns:
        `()` for an empty list in brackets; None when words, signs, decimals or nothing at all stand there.
    """
    plain = without_marker(read_math(text))
    if key := _KEY.match(plain):
        plain = plain[key.end() :]
    plain = _ROW_LABEL.sub(" ", plain)
    parts = [part for part in _SEPARATORS.split(plain.rstrip(".。")) if part]
    if not parts:
        return () if _BRACKETS.search(text) else None
    return tuple(map(int, parts)) if all(map(_WHOLE.fullmatch, parts)) else None


def read_pair(text: str) -> tuple[int, int] | None:
    """(row, column) out of a text with exactly two whole numbers: `[3, 6]`, `row 3, column 6`, `第3行第6列`, `R3C6`.

    Labels decide which is which where both stand; otherwise the row comes first.
    """
    if len(text) > _PAIR_LIMIT_CHARS:
        return None
    plain = without_marker(read_math(text))
    row, column = _labelled(_ROW, plain), _labelled(_COLUMN, plain)
    if row is not None and column is not None:
        return (row, column) if len(_DIGITS.findall(plain)) == len(re.findall(r"\d+", plain)) == 2 else None
    numbers = read_integers(plain)
    return (numbers[0], numbers[1]) if numbers is not None and len(numbers) == 2 else None


def _labelled(label: re.Pattern[str], text: str) -> int | None:
    found = label.search(text)
    if found is None:
        return None
    digits = next(group for group in found.groups() if group)
    return int(digits) if _WHOLE.fullmatch(digits) else None

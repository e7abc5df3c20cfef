"""What a question asks to do with what was read: nothing, or a short sum."""

import re
from collections.abc import Sequence

from adapters.pixels.puzzle import numbers_in

_TIME = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_DAYS_IN_MONTH = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NUMBER = r"\d+(?:\.\d+)?"


def result_of(question: str, values: Sequence[float]) -> float | None:
    """The number a question asks for, from the numbers that were read at its places, in order.

    Returns:
        None when a place it needs could not be read.
    """
    if not values:
        return None
    first = values[0]
    if re.search(r"\bapart\b|\bdiffer", question):
        return abs(first - values[1]) if len(values) > 1 else None
    if re.search(r"\btogether with\b", question):
        return first + values[1] if len(values) > 1 else None
    if re.search(r"\bdouble\b|\btwice\b", question):
        return 2 * first
    if found := re.search(rf"\b(?:with|from) an? ({_NUMBER}) note", question):
        return float(found[1]) - first
    if found := re.search(rf"\bvalve\b.*?\bat ({_NUMBER})", question):
        return float(found[1]) - first
    if found := re.search(rf"\bfor ({_NUMBER}) hours?", question):
        return float(found[1]) * first
    if found := re.search(r"\b(\d+|" + "|".join(_WORDS) + r") of the\b", question):
        count = _count(found[1])
        # "one of the …" is not in the table of words.
        return count * first
    return first


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]


def minutes_added(question: str) -> int:
    """Minutes the question lets pass after the time on a clock."""
    found = re.search(r"(\d{1,3}) minutes", question)
    return int(found[1]) if found else 0


def times_in(text: str) -> list[int]:
    """Every time of a text as minutes after midnight."""
    return [60 * int(hour) + int(minute) for hour, minute in _TIME.findall(text)]


def date_after(day: int, month: int, question: str) -> tuple[int, int]:
    """The day and month some days later, as many as the question says."""
    found = re.search(r"\b(\d{1,3}|" + "|".join(_WORDS) + r") days\b", question)
    day += _count(found[1]) if found else 0
    month = min(max(month, 1), 12)
    while day > _DAYS_IN_MONTH[month - 1]:
        day -= _DAYS_IN_MONTH[month - 1]
        month = month % 12 + 1
    return day, month


def nearest_by_numbers(options: dict[str, str], wanted: Sequence[float]) -> str | None:
    """The option whose numbers lie nearest to those wanted; None when no option has as many."""
    found = {letter: numbers_in(text)[: len(wanted)] for letter, text in options.items()}
    fitting = {letter: numbers for letter, numbers in found.items() if len(numbers) == len(wanted)}
    return min(
        fitting,
        key=lambda letter: sum(abs(a - b) for a, b in zip(fitting[letter], wanted, strict=True)),
        default=None,
    )

"""The answer in a JSON object, for each form of answer."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form, Kind
from scoring.extractors.json_objects import JsonNumber, JsonObject, answer_value, is_tool_call, other_values
from scoring.extractors.latex import latex_edits
from scoring.extractors.text import apply_edits

Read = Callable[[str], Reading | None]
Values = Mapping[str, Any]

_NUMBER_KEYS = (
    "total",
    "count",
    "sum",
    "product",
    "value",
    "reading",
    "number",
    "price",
    "percentage",
    "数量",
    "总数",
    "数值",
)
_PATCH_KEYS = ("different_patches", "differences", "patches", "different", "不同的图块")
_ORDER_KEYS = ("order", "sequence", "grid", "arrangement", "pieces", "solution", "numbers", "rows", "顺序")
_WORD_KEYS = ("word", "text", "label", "sign", "content", "文字", "内容")
_ROW_KEYS = ("row", "rows", "r", "line", "行")
_COLUMN_KEYS = ("column", "col", "columns", "c", "列")


def json_candidate(found: JsonObject, place: int, form: Form, read: Read) -> Candidate | None:
    """What an object answers; None when it answers nothing (a tool call, data).

    Args:
        found: The object.
        place: Where its mark stands in the cleaned text.
        form: What is asked.
        read: Reads a value as if it were declared.
    """
    if is_tool_call(found.value):
        return None
    reading = _option(found.value, form, read) if form.kind == "choice" else _value(found.value, form, read)
    if reading is None:
        return None
    return Candidate(reading.answer, place, place + 1, "json", reading.reason, reading.flags)


def _option(value: dict[str, Any], form: Form, read: Read) -> Reading | None:
    answer = answer_value(value)
    beside = {letter for inner in other_values(value) for letter in _exact(inner, form)}
    if answer is None and beside:
        return Reading(beside.pop(), 0, 1) if len(beside) == 1 else Reading(None, 0, 1, "conflict")
    reading = read(_spelled(answer, form)) if answer is not None else None
    if reading is None or reading.answer is None or form.book.multi or beside <= {reading.answer}:
        return reading
    return Reading(None, 0, 1, "conflict", ("letter_value_conflict",))


def _exact(value: Any, form: Form) -> Iterator[str]:
    if isinstance(value, str | list) and (letter := form.book.exact(_spelled(value, form))):
        yield letter


def _value(value: dict[str, Any], form: Form, read: Read) -> Reading | None:
    if form.kind == "pair" and (place := _row_and_column(value)):
        return read(place)
    answer = answer_value(value)
    if answer is None:
        answer = _FINDERS[form.kind](value)
    if isinstance(answer, dict):
        return _value(answer, form, read)
    if answer is None or (isinstance(answer, list) and not _is_complete(answer)):
        return None
    return read(_spelled(answer, form))


def _keyed(value: Values, keys: tuple[str, ...]) -> Any:
    return next((value[key] for key in keys if key in value), None)


def _place(value: Values) -> Any:
    """The one nested object with a row and a column, or the one list of two."""
    nested = [inner for inner in value.values() if isinstance(inner, dict) and _row_and_column(inner)]
    pairs: list[Any] = nested or [inner for inner in value.values() if isinstance(inner, list) and len(inner) == 2]
    return pairs[0] if len(pairs) == 1 else None


def _order(value: Values) -> Any:
    """The list under an order key, or all lists one after the other (`row1`, `row2`, …)."""
    keyed = _keyed(value, _ORDER_KEYS)
    return [inner for inner in value.values() if isinstance(inner, list)] if keyed is None else keyed


def _number(value: dict[str, Any]) -> Any:
    keyed = _keyed(value, _NUMBER_KEYS)
    return _only(JsonNumber, value) if keyed is None else keyed


def _word(value: dict[str, Any]) -> Any:
    keyed = _keyed(value, _WORD_KEYS)
    return _only(str, value) if keyed is None else keyed


_FINDERS: Mapping[Kind, Callable[[dict[str, Any]], Any]] = {
    "number": _number,
    "pair": _place,
    "patches": lambda value: _keyed(value, _PATCH_KEYS),
    "sequence": _order,
    "word": _word,
}
"""Where an object without an answer key keeps its answer."""


def _only(wanted: type, value: dict[str, Any]) -> Any:
    """The one value of a type, whatever its key: `{"bottles": 4}`."""
    found = [inner for inner in other_values(value) if isinstance(inner, wanted)]
    return found[0] if len(found) == 1 else None


def _row_and_column(value: Values) -> str | None:
    row, column = _keyed(value, _ROW_KEYS), _keyed(value, _COLUMN_KEYS)
    if not (isinstance(row, str) and isinstance(column, str)):
        return None
    row, column = row.strip(), column.strip()
    return f"row {row}, column {column}" if row.isdecimal() and column.isdecimal() else None


def _is_complete(values: list[Any]) -> bool:
    return all(_is_complete(inner) if isinstance(inner, list) else isinstance(inner, str) for inner in values)


def _spelled(value: Any, form: Form) -> str:
    """A JSON value as a model would have written it."""
    if isinstance(value, list):
        inner = ", ".join(_spelled(one, form) for one in value)
        letters = form.kind == "choice" and not all(isinstance(one, JsonNumber) for one in value)
        return inner if letters else f"[{inner}]"
    return apply_edits(value, latex_edits(value))[0] if isinstance(value, str) else ""

"""The answer in a JSON object, for each form of answer."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form, Kind
from scoring.extractors.json_objects import JsonNumber, JsonObject, answer_value, is_tool_call, other_values
from scoring.extractors.latex import latex_edits
from scoring.extractors.text import ReplyText

Read = Callable[[str], Reading | None]

_KEYS: dict[Kind, tuple[str, ...]] = {
    "number": (
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
    ),
    "patches": ("different_patches", "differences", "patches", "different", "不同的图块"),
    "sequence": ("order", "sequence", "grid", "arrangement", "pieces", "solution", "numbers", "rows", "顺序"),
    "word": ("word", "text", "label", "sign", "content", "文字", "内容"),
}
_ROWS = ("row", "rows", "r", "line", "行")
_COLUMNS = ("column", "col", "columns", "c", "列")


def json_candidate(found: JsonObject, place: int, form: Form, read: Read) -> Candidate | None:
    """What an object answers; None when it answers nothing (a tool call, data)."""
    if is_tool_call(found.value):
        return None
    reading = _choice(found.value, form, read) if form.kind == "choice" else _other(found.value, form, read)
    if reading is None:
        return None
    return Candidate(reading.answer, place, place + 1, "json", reading.reason, reading.flags)


def _choice(value: dict[str, Any], form: Form, read: Read) -> Reading | None:
    answer = answer_value(value)
    others = {letter for _, inner in other_values(value) for letter in _exact(inner, form)}
    if answer is None:
        if len(others) == 1:
            return Reading(next(iter(others)), 0, 1)
        return Reading(None, 0, 1, "conflict") if others else None
    reading = read(_spelled(answer, form))
    if reading is None or reading.answer is None or form.book.multi:
        return reading
    if others - {reading.answer}:
        return Reading(None, 0, 1, "conflict", ("letter_value_conflict",))
    return reading


def _exact(value: Any, form: Form) -> Iterator[str]:
    if isinstance(value, str | list) and (letter := form.book.exact(_spelled(value, form))):
        yield letter


def _other(value: dict[str, Any], form: Form, read: Read) -> Reading | None:
    if form.kind == "pair" and (pair := _row_and_column(value)):
        return read(pair)
    answer = answer_value(value)
    if answer is None:
        answer = next((value[key] for key in _KEYS.get(form.kind, ()) if key in value), None)
    if answer is None and form.kind == "pair":
        deeper = [pair for inner in value.values() if isinstance(inner, dict) and (pair := _row_and_column(inner))]
        if len(deeper) == 1:
            return read(deeper[0])
        pairs = [inner for inner in value.values() if isinstance(inner, list) and len(inner) == 2]
        answer = pairs[0] if len(pairs) == 1 else None
    if answer is None and form.kind == "sequence":
        answer = [inner for inner in value.values() if isinstance(inner, list)]
    if answer is None:
        answer = _only_scalar(value, form)
    if isinstance(answer, dict):
        return _other(answer, form, read)
    if answer is None or (isinstance(answer, list) and not _complete(answer)):
        return None
    return read(_spelled(answer, form))


def _row_and_column(value: dict[str, Any]) -> str | None:
    row = next((value[key] for key in _ROWS if key in value), None)
    column = next((value[key] for key in _COLUMNS if key in value), None)
    if isinstance(row, str) and isinstance(column, str) and row.strip().isdecimal() and column.strip().isdecimal():
        return f"row {row.strip()}, column {column.strip()}"
    return None


def _only_scalar(value: dict[str, Any], form: Form) -> Any:
    """The one number (or, for a word, the one text) of an object whose key is the question's own noun."""
    wanted: type = JsonNumber if form.kind == "number" else str
    if form.kind not in ("number", "word"):
        return None
    found = [inner for _, inner in other_values(value) if isinstance(inner, wanted)]
    return found[0] if len(found) == 1 else None


def _complete(values: list[Any]) -> bool:
    return all(_complete(inner) if isinstance(inner, list) else isinstance(inner, str) for inner in values)


def _spelled(value: Any, form: Form) -> str:
    """A JSON value as a model would have written it."""
    if isinstance(value, list):
        inner = ", ".join(_spelled(one, form) for one in value)
        return inner if form.kind == "choice" and not form.book.numeric and not _numbers(value) else f"[{inner}]"
    if not isinstance(value, str):
        return ""
    return ReplyText(value).edited(latex_edits(value)).text


def _numbers(values: list[Any]) -> bool:
    return all(isinstance(one, JsonNumber) for one in values)

"""Which program wrote a file of answers, by looking at it."""

from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.errors import DataError, seen
from benchmarks.responses import by_hand, evalscope, tir_bench, vlmevalkit
from benchmarks.responses.documents import RawRow, json_document, json_lines, table
from benchmarks.responses.rows import ResponseFile, ResponseRow

_FORMATS = (
    'the authors\' response file (.json, {"0": {…, "model_response": …}}), JSON lines or CSV of id and response, '
    "VLMEvalKit's .xlsx, .tsv or .json with a prediction column, or evalscope's prediction files"
)


def read(path: Path) -> ResponseFile:
    """The answers in a file or folder.

    Args:
        path: A file, or a folder that evalscope wrote.

    Returns:
        Every row, those that can't be read included.

    Raises:
        DataError: The file can't be read as a whole, or is none of the known formats.
    """
    if path.is_dir():
        files = evalscope.prediction_files(path)
        return _file("evalscope", evalscope.rows(files), f"prediction files: {len(files)}, in {files[0].parent}")
    if not path.is_file():
        raise DataError(f"{path} does not exist. Known: {_FORMATS}.")
    reader = {".json": _json, ".jsonl": _lines, ".ndjson": _lines, ".csv": _table, ".tsv": _table, ".xlsx": _sheet}
    if path.suffix.lower() not in reader:
        raise DataError(f"{path}: its ending {path.suffix!r} is none of {', '.join(reader)}. Known: {_FORMATS}.")
    found = reader[path.suffix.lower()](path)
    if not found.rows:
        raise DataError(f"{path} holds no answers.")
    return found


def _file(name: str, rows: list[ResponseRow], *notes: str) -> ResponseFile:
    return ResponseFile(name, tuple(rows), notes)


def _json(path: Path) -> ResponseFile:
    document = json_document(path)
    if not isinstance(document, list) or not document:
        raise DataError(f"{path} holds {seen(document)}. Known: {_FORMATS}.")
    if isinstance(document[0], tuple):  # a top-level object, as its pairs
        if not any(tir_bench.is_response_row(value) for _, value in document):
            raise DataError(f"{path} is an object without one model_response in it. Known: {_FORMATS}.")
        return _file("tir-bench", tir_bench.rows(document))
    raw_rows = [_listed(number, value) for number, value in enumerate(document)]
    if _has("prediction", raw_rows):
        return _file("vlmevalkit", vlmevalkit.rows(raw_rows))
    return _by_hand("json", path, raw_rows)


def _listed(number: int, value: Any) -> RawRow:  # Any: an element of a JSON list
    return f"element {number}", value if isinstance(value, dict) else f"is {seen(value)}; a row is an object"


def _lines(path: Path) -> ResponseFile:
    lines = json_lines(path)
    first = next(lines, None)
    if first is None:
        raise DataError(f"{path} is empty.")
    if evalscope.is_prediction(first[1]):
        return _file("evalscope", evalscope.rows([path]))
    return _by_hand("jsonl", path, list(chain([first], lines)))


def _table(path: Path) -> ResponseFile:
    raw_rows = table(path)
    if _has("prediction", raw_rows):
        return _file("vlmevalkit", vlmevalkit.rows(raw_rows))
    return _by_hand("csv", path, raw_rows)


def _sheet(path: Path) -> ResponseFile:
    raw_rows = vlmevalkit.sheet(path)
    if raw_rows and not _has("prediction", raw_rows):
        raise DataError(f"{path} has no prediction column. Known: {_FORMATS}.")
    return _file("vlmevalkit", vlmevalkit.rows(raw_rows))


def _by_hand(name: str, path: Path, raw_rows: list[RawRow]) -> ResponseFile:
    fields = [row for _, row in raw_rows if not isinstance(row, str)]
    if fields and not any("response" in row or tir_bench.is_response_row(row) for row in fields):
        raise DataError(f"{path} has rows with {seen(list(fields[0]))}, and no response in any. Known: {_FORMATS}.")
    return _file(name, by_hand.rows(raw_rows))


def _has(column: str, raw_rows: list[RawRow]) -> bool:
    return any(not isinstance(row, str) and column in row for _, row in raw_rows)

"""VLMEvalKit's predictions: `<model>_<data set>.xlsx`, `.tsv` or `.json`, the data set's table with a `prediction`."""

import importlib
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.errors import DataError, seen
from benchmarks.responses.documents import LIMIT_MB, RawRow, head_names
from benchmarks.responses.rows import MOST_ROWS, ResponseRow, broken, id_of, is_nan, response_of, task_of, text_of

_CELL_LIMIT = 32_767
_FAILED = "Failed to obtain answer"
_LONGEST_FAILURE = 300
_MOST_COLUMNS = 200
# A broken workbook shows itself in as many ways as it has parts: archive, members, XML, types.
_BROKEN_BOOK = (
    OSError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    SyntaxError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    NotImplementedError,
    RuntimeError,
)


def rows(raw_rows: Iterable[RawRow]) -> list[ResponseRow]:
    """The rows of such a table. Its `id` column names the item, or its `index` where there is no such column."""
    return [broken(where, it) if isinstance(it, str) else _row(where, it) for where, it in raw_rows]


def _row(where: str, fields: Mapping[str, Any]) -> ResponseRow:
    response, problems = _prediction(fields["prediction"]) if "prediction" in fields else (None, ("no prediction",))
    return ResponseRow(
        where=where,
        source_id=id_of(fields["id"] if "id" in fields else fields.get("index")),
        task=task_of(fields),
        place=None,
        response=response,
        prompt=text_of(fields.get("question")),
        reasoning=text_of(fields.get("thinking")),
        problems=problems,
    )


def _prediction(value: object) -> tuple[str | None, tuple[str, ...]]:
    # A table can't tell an empty reply from a hole; a request that failed has a sentence of its own there.
    response, problems = response_of("" if value is None or is_nan(value) else value)
    if response is not None and _FAILED in response[:_LONGEST_FAILURE] and len(response) < _LONGEST_FAILURE:
        return None, (f"the request failed: {seen(response)}",)
    if response is not None and len(response) == _CELL_LIMIT:
        problems = (*problems, f"cut at a cell's {_CELL_LIMIT:,} characters; PRED_FORMAT=tsv writes whole answers")
    return response, problems


def sheet(path: Path) -> list[RawRow]:
    """The rows of a workbook's first sheet.

    Raises:
        DataError: It is no workbook, too big, or the package that reads it is missing.
    """
    try:
        openpyxl = importlib.import_module("openpyxl")
    except ImportError as exc:
        raise DataError(f"{path} is an Excel file, and openpyxl is not installed: pip install openpyxl") from exc
    _check_size(path)
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
        try:
            return _cells(path, book.worksheets[0].iter_rows(values_only=True, max_col=_MOST_COLUMNS))
        finally:
            book.close()
    except _BROKEN_BOOK as exc:
        raise DataError(f"{path} is no workbook: {type(exc).__name__}: {exc}") from exc


def _check_size(path: Path) -> None:
    """Refuse what would not fit into memory once unpacked; openpyxl itself unpacks whatever there is."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except _BROKEN_BOOK as exc:
        raise DataError(f"{path} is no workbook: {exc}") from exc
    if size > LIMIT_MB * 1_000_000:
        raise DataError(f"{path} has {size:,} bytes unpacked; a file of answers has at most {LIMIT_MB} MB.")


def _cells(path: Path, sheet_rows: Iterable[tuple[Any, ...]]) -> list[RawRow]:
    unescape = importlib.import_module("openpyxl.utils.escape").unescape
    found: list[RawRow] = []
    names: list[str] = []
    for number, cells in enumerate(sheet_rows, 1):
        if number > MOST_ROWS:
            raise DataError(f"{path} has more than {MOST_ROWS:,} rows; no benchmark here is that long.")
        # XML can't hold control characters: _x000B_ stands for one.
        values = [unescape(cell) if isinstance(cell, str) else cell for cell in cells]
        if number == 1:
            names = head_names(path, ["" if value is None else str(value) for value in values])
        elif any(value is not None for value in values):
            found.append((f"row {number}", {name: value for name, value in zip(names, values, strict=False) if name}))
    return found

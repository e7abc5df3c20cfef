"""Bounded reading of JSON documents, JSON lines and tables. Whatever is in them, no row is skipped without a word."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from benchmarks.errors import DataError, seen
from benchmarks.loaded import read_document
from benchmarks.responses.rows import LONGEST_RESPONSE, MOST_ROWS

LIMIT_MB = 500
# evalscope writes pictures into the line: 64 megapixels are some 30 MB of base64 each.
_LONGEST_LINE = 256_000_000

RawRow = tuple[str, Mapping[str, Any] | str]
"""(where it stands, its fields; or the sentence that says why it can't be read)."""


def json_document(path: Path) -> Any:  # Any: it is what JSON is; readers check every value
    """A JSON document. A top-level object comes as its list of pairs, so that a key that stands twice is seen.

    Raises:
        DataError: It can't be read, or is no JSON.
    """
    pairs: list[tuple[str, Any]] = []

    def keep(found: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal pairs
        pairs = found  # the outermost object is finished last
        return dict(found)

    try:
        value = json.loads(read_document(path, LIMIT_MB), object_pairs_hook=keep)
    except (ValueError, RecursionError) as exc:
        raise DataError(f"{path} is no JSON: {exc}. Was it written completely?") from exc
    return pairs if isinstance(value, dict) else value


def json_lines(path: Path) -> Iterator[RawRow]:
    """Each line of a file of JSON objects.

    Raises:
        DataError: The file can't be read, or a line is longer than any answer with its pictures.
    """
    try:
        with path.open("rb") as file:
            yield from _lines(path, file)
    except OSError as exc:
        raise DataError(f"{path} can't be read: {exc.strerror}.") from exc


def _lines(path: Path, file: IO[bytes]) -> Iterator[RawRow]:
    number = 0
    while line := file.readline(_LONGEST_LINE + 1):
        number += 1
        where = f"line {number}"
        if len(line) > _LONGEST_LINE:
            raise DataError(f"{path}, {where} is longer than {_LONGEST_LINE:,} bytes. Is this a file of JSON lines?")
        if number > MOST_ROWS:
            raise DataError(f"{path} has more than {MOST_ROWS:,} lines; no benchmark here is that long.")
        if line.strip():
            yield where, _object(line)


def _object(line: bytes) -> Mapping[str, Any] | str:
    try:
        value = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as exc:
        return f"is no JSON ({exc}); a line is one object"
    return value if isinstance(value, dict) else f"is {seen(value)}; a line is one object"


def table(path: Path) -> list[RawRow]:
    """Each row of a CSV or TSV file by the names in its head. Tabs in the head make it TSV.

    Raises:
        DataError: It can't be read, is no UTF-8, or its quotes do not close.
    """
    text = _decoded(path, read_document(path, LIMIT_MB))
    head_line = text.partition("\n")[0]
    # The module's limit is one for the whole process, and at its default a long answer would be an error.
    before = csv.field_size_limit(4 * LONGEST_RESPONSE)
    try:
        lines = io.StringIO(text, newline="")
        return list(_table_rows(path, csv.reader(lines, delimiter="\t" if "\t" in head_line else ",", strict=True)))
    except csv.Error as exc:
        raise DataError(f"{path} is no table: {exc}. Is a text with line breaks or quotes not quoted?") from exc
    finally:
        csv.field_size_limit(before)


def _decoded(path: Path, document: bytes) -> str:
    try:
        return document.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise DataError(f"{path} is not UTF-8 ({exc.reason} at byte {exc.start}). Save it as UTF-8.") from exc


def _table_rows(path: Path, reader: Iterator[list[str]]) -> Iterator[RawRow]:
    head = next(reader, [])
    names = head_names(path, head)
    for number, cells in enumerate(reader, 2):
        if number > MOST_ROWS:
            raise DataError(f"{path} has more than {MOST_ROWS:,} rows; no benchmark here is that long.")
        if not cells:
            continue
        where = f"row {number}"
        if len(cells) != len(names):
            yield where, f"has {len(cells)} cells and the head {len(names)}; is a comma or tab in a text not quoted?"
        else:
            yield where, dict(zip(names, cells, strict=True))


def head_names(path: Path, head: list[str]) -> list[str]:
    """The names of a table's columns.

    Raises:
        DataError: There are none, or one stands twice.
    """
    names = [name.strip() for name in head]
    twice = {name for name in names if name and names.count(name) > 1} if len(names) < 1000 else {"…"}
    if twice or not any(names):
        raise DataError(f"{path}: the first row is {seen(head)}; it names the columns, each once.")
    return names

"""A run on disk: run.json, one append-only file of records a process, summary.json. docs/run-folder.md"""

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench_plugin.plain import json_line, plain
from bench_plugin.redaction import Redactor
from scoring.verdict import ERRORS

SCHEMA = 1
UNFINISHED = "the run did not come to its end: it was killed, or is still running"
"""What run.json says under `trouble` until a run has ended."""
PACE_FILE = ".pace"
JUDGE_PACE_FILE = ".pace-extractor"
PACE_FILES = (PACE_FILE, JUDGE_PACE_FILE)
"""Numbers that the processes of a run share while it lasts, for the model and for the one that reads answers."""
PID_FILE = ".pid-{}"
"""Which process a worker is, by the worker's name."""


class RunError(Exception):
    """A run folder can't be used: what was seen, the rule, the next command."""


def new_run_path(root: Path, model: str, now: datetime) -> Path:
    """`<root>/<model>/<utc time>`, with a number behind it when two runs start in the same second."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "_", model).strip(".") or "model"
    stem = root / name / now.astimezone(UTC).strftime("%Y-%m-%dT%H%M%SZ")
    path, number = stem, 1
    while path.exists():
        number += 1
        path = stem.with_name(f"{stem.name}-{number}")
    return path


def forget_processes(run: Path) -> None:
    """Delete what the processes of one part of a run share; it is worth nothing to the next."""
    for path in (*map(run.joinpath, PACE_FILES), *run.glob(PID_FILE.format("*"))):
        path.unlink(missing_ok=True)


class RecordWriter:
    """Appends records to one file of a run, each flushed to the system before `write` returns.

    Args:
        path: `records-<worker>.jsonl`; only this process writes it.
        redact: Applied to each line, so that no secret reaches the file.
    """

    def __init__(self, path: Path, redact: Redactor) -> None:
        self._path = path
        self._redact = redact
        self._fd: int | None = None

    def write(self, record: Mapping[str, Any]) -> None:
        """Append one record as one line, in one system call: a reader never sees half of it."""
        self.append(record_line(record, self._redact))

    def append(self, line: str) -> None:
        """Append a record that is a line already."""
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        if self._fd is None:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            self._end_torn_line()
        view = memoryview(data)
        while view:
            view = view[os.write(self._fd, view) :]

    def close(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _end_torn_line(self) -> None:
        # A run killed in the middle of a write left half a line; the next record must not continue it.
        assert self._fd is not None
        with self._path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    os.write(self._fd, b"\n")


def record_line(record: Mapping[str, Any], redact: Redactor) -> str:
    """A record as one line of a records file, without its end."""
    return redact(json_line(record))


def write_json(path: Path, value: Mapping[str, Any], redact: Redactor) -> None:
    """Write a JSON document so that a reader sees the old one or the new one, never half."""
    text = json.dumps(plain(value), ensure_ascii=False, indent=1)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(redact(text) + "\n")
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run folder as it was found.

    Attributes:
        path: The folder.
        about: run.json.
    """

    path: Path
    about: Mapping[str, Any]

    def records(self) -> Iterator[dict[str, Any]]:
        """Each case's record, read one at a time. Lines that are no JSON (a torn last line) are left out."""
        for place in self.index().values():
            yield place.record()

    def index(self) -> "dict[str, Place]":
        """Where each case's record lies. An answer is kept over an error, and the first answer over a later one."""
        found: dict[str, Place] = {}
        for place in self._places():
            known = found.get(place.case)
            if known is None or (known.failed and not place.failed):
                found[place.case] = place
        return found

    def torn(self) -> int:
        """How many lines are no whole record."""
        return sum(1 for _, _, line in self.lines() if whole_record(line) is None)

    def lines(self) -> Iterator[tuple[Path, int, bytes]]:
        """Every line that is not blank, as it was written, with where it stands: (file, offset, line)."""
        for path in sorted(self.path.glob("records-*.jsonl")):
            for offset, line in _lines(path):
                yield path, offset, line

    def _places(self) -> "Iterator[Place]":
        for path, offset, line in self.lines():
            record = whole_record(line)
            if record is not None:
                yield Place(path, offset, str(record["suite"]), str(record["case"]), record["verdict"]["outcome"])


@dataclass(frozen=True, slots=True)
class Place:
    """Where one record lies."""

    path: Path
    offset: int
    suite: str
    case_id: str
    outcome: str

    @property
    def failed(self) -> bool:
        """Whether there is no score: the model could not be asked, or its answer not be read."""
        return self.outcome in ERRORS

    @property
    def case(self) -> str:
        """The case's name in the whole run: `tir_bench/maze-0012`."""
        return f"{self.suite}/{self.case_id}"

    def record(self) -> dict[str, Any]:
        """The record itself."""
        record: dict[str, Any] = upgraded(json.loads(self.line()))
        return record

    def line(self) -> bytes:
        """Its line, as it was written."""
        with self.path.open("rb") as file:
            file.seek(self.offset)
            return file.readline()


def open_run(path: Path) -> StoredRun:
    """Open a run folder.

    Raises:
        RunError: It is none, or a newer version wrote it.
    """
    try:
        about = json.loads((path / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise RunError(f"{path} is no run folder: run.json can't be read ({exc}). Runs lie under runs/.") from exc
    if about.get("schema", 0) > SCHEMA:
        raise RunError(f"{path} was written by a newer version (schema {about['schema']}, known: {SCHEMA}). Upgrade.")
    return StoredRun(path, about)


def upgraded(record: dict[str, Any]) -> dict[str, Any]:
    """A record of any earlier schema in today's form. Schema 1 is the first."""
    return record


def whole_record(line: bytes) -> dict[str, Any] | None:
    """The record on a line; None for one that is none, such as a line torn off by a kill."""
    try:
        record = json.loads(line)
        return upgraded(record) if record["suite"] and record["case"] and record["verdict"]["outcome"] else None
    except (ValueError, TypeError, KeyError):
        return None


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    offset = 0
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                yield offset, line
            offset += len(line)

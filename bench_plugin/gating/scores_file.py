"""scores.jsonl: the score of every record of a run, so that a finished run need not be scored again to be compared.

A row belongs to the very bytes of its record and to the version of the rules. A record that was edited, or rules that
are newer, make the row worthless, and the transcript is scored again. The file may be deleted at any time.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench_plugin.gating.scorer_version import scorer_version
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import StoredRun, record_line

SCORES = "scores.jsonl"

Row = Mapping[str, Any]


def digest(line: bytes) -> str:
    """What a row knows its record by."""
    return hashlib.sha256(line.rstrip(b"\r\n")).hexdigest()[:32]


def write_scores(run: StoredRun, rows: Mapping[str, Row], redact: Redactor) -> None:
    """Write a line a record, as soon as a run has ended.

    Args:
        run: The folder, with the records of these rows.
        rows: Each case's row by its name, made by today's rules.
        redact: Applied to each line.
    """
    scorer = scorer_version()
    handle, name = tempfile.mkstemp(dir=run.path, prefix=f".{SCORES}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            for case, place in run.index().items():
                if case in rows:
                    row = {**rows[case], "record": digest(place.line()), "scorer": scorer}
                    file.write(record_line(row, redact) + "\n")
        Path(name).chmod(0o644)
        Path(name).replace(run.path / SCORES)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def known_rows(folder: Path) -> dict[str, Row]:
    """The rows of a run folder that today's rules made, by the digest of their record; none without the file."""
    scorer, found = scorer_version(), dict[str, Row]()
    try:
        with (folder / SCORES).open(encoding="utf-8") as file:
            for line in file:
                row = _row(line)
                if row is not None and row.pop("scorer", None) == scorer:
                    found[str(row.pop("record", ""))] = row
    except OSError:
        return {}
    return found


def _row(line: str) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) and "suite" in row and "case" in row else None

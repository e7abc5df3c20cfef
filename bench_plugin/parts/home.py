"""Records of a worker whose disk is not that of the run folder: they travel with the reports of their cases."""

from collections.abc import Mapping
from typing import Any

from bench_plugin.plain import encodable
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import record_line


class HomeRecords:
    """Keeps the records of one process until they are sent home. In the place of a `RecordWriter`.

    An answer that came and whose case never reports goes home when the worker ends; with a worker that dies it is lost,
    as everything in flight is.

    Args:
        redact: Applied to each record before it leaves the process.
    """

    def __init__(self, redact: Redactor) -> None:
        self._redact = redact
        self._lines: dict[str, str] = {}

    def write(self, record: Mapping[str, Any]) -> None:
        """Keep one record, as a line."""
        line: str = encodable(record_line(record, self._redact))
        self._lines[f"{record['suite']}/{record['case']}"] = line

    def close(self) -> None:
        """Nothing is open."""

    def take(self, case: str) -> str | None:
        """The record of a case that reports now; None when it has gone already, or was there before."""
        return self._lines.pop(case, None)

    def rest(self) -> list[str]:
        """Every record whose case has not reported."""
        lines, self._lines = list(self._lines.values()), {}
        return lines

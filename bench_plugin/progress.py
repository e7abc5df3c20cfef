"""How far a run is: one live line at the bottom of a terminal, a plain line now and then in a log.

In a terminal the last row is set apart (a scroll region, as package managers do), so whatever pytest and xdist print
scrolls above it.
"""

import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from adapters.pace import SharedNumbers

EVERY_S = 30.0
_LIVE_EVERY_S = 0.5
_FEWEST_LINES = 5


class Tally:
    """What has been reported so far."""

    def __init__(self, planned: int, scoring: str) -> None:
        self.planned = planned
        self.done = 0
        self._scoring = scoring
        self._score = 0.0
        self._scored = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """One more case has its row."""
        self.done += 1
        score = row[self._scoring]
        if score is not None:
            self._score += score
            self._scored += 1

    @property
    def accuracy(self) -> float | None:
        """Mean score so far, None before the first."""
        return self._score / self._scored if self._scored else None


def status(tally: Tally, numbers: Mapping[str, float], in_flight: int, seconds: float) -> str:
    """The line: done / planned, accuracy, requests a second, in flight, 429s, tokens, money, time left."""
    accuracy = "-" if tally.accuracy is None else f"{100 * tally.accuracy:.1f} %"
    rate = tally.done / seconds if seconds > 0 else 0.0
    left = (tally.planned - tally.done) / rate if rate else None
    parts = [
        f"{tally.done}/{tally.planned}",
        f"accuracy {accuracy}",
        f"{rate:.1f}/s",
        f"{in_flight} in flight",
        f"{numbers['limited_in_all']:.0f} x 429",
        f"{numbers['tokens_in_all']:,.0f} tokens",
    ]
    if numbers["usd_in_all"]:
        parts.append(f"{numbers['usd_in_all']:.2f} USD")
    parts.append("time left -" if left is None else f"time left {_clock(left)}")
    return ", ".join(parts)


class Progress:
    """Shows the line until `stop`.

    Args:
        tally: What has been reported.
        pace_file: The numbers that all processes share.
        stream: Where it goes.
        live: Whether the stream is a terminal.
    """

    def __init__(self, tally: Tally, pace_file: Path, stream: TextIO, *, live: bool) -> None:
        self._tally = tally
        self._pace_file = pace_file
        self._stream = stream
        self._live = live
        self._began = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gazecheck-progress", daemon=True)

    def start(self) -> None:
        """Begin."""
        if self._live:
            rows = _rows(self._stream)
            self._write(f"\n\x1b7\x1b[1;{rows - 1}r\x1b8\x1b[1A")
        self._thread.start()

    def stop(self) -> None:
        """Give the terminal back."""
        self._stop.set()
        self._thread.join(timeout=2)
        if self._live:
            rows = _rows(self._stream)
            self._write(f"\x1b7\x1b[r\x1b[{rows};1H\x1b[2K\x1b8")

    def _run(self) -> None:
        show = self._show_live if self._live else self._show_line
        while not self._stop.wait(_LIVE_EVERY_S if self._live else EVERY_S):
            show(self._status())

    def _status(self) -> str:
        with SharedNumbers(self._pace_file).update() as (numbers, slots):
            return status(self._tally, numbers, sum(slots), time.monotonic() - self._began)

    def _show_live(self, line: str) -> None:
        columns = os.get_terminal_size(self._stream.fileno()).columns
        self._write(f"\x1b7\x1b[{_rows(self._stream)};1H\x1b[2K{line[: columns - 1]}\x1b8")

    def _show_line(self, line: str) -> None:
        self._write(f"\n[gazecheck] {line}\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def own_stdout() -> TextIO | None:
    """A stream of our own to where standard output goes now; pytest points the usual one elsewhere during a case."""
    try:
        assert sys.__stdout__ is not None
        return os.fdopen(os.dup(sys.__stdout__.fileno()), "w")
    except (AssertionError, OSError, ValueError):
        return None


def is_live(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether a live line makes sense: a terminal that understands cursor movements and has a size, and no CI."""
    if not stream.isatty() or environ.get("TERM", "dumb") == "dumb" or environ.get("CI"):
        return False
    # A pseudo-terminal nobody gave a size says it has no lines.
    return os.get_terminal_size(stream.fileno()).lines >= _FEWEST_LINES


def _rows(stream: TextIO) -> int:
    return os.get_terminal_size(stream.fileno()).lines


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

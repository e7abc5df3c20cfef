"""Do answers still come? A run in which they do not is no verdict on the model."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

WINDOW = 50
"""Requests of a process that are looked at together."""

# A run that ends in a row of failures has lost its server. Rarer ones, and those of single items, are for the coverage.
_IN_A_ROW = 5
_SHARE_OF_ALL = 0.25
_SERVERS_OWN = frozenset({"timeout", "connection", "rate_limited", "server_error", "bad_reply", "endpoint"})


@dataclass(frozen=True, slots=True)
class Tally:
    """How the requests of one process went. Plain values: it crosses from worker to controller.

    Attributes:
        noted: Requests in all.
        answers, errors: Among the last of them, a window at most.
        in_a_row: Failures of the server at the very end.
        reason: Why the last of these failed.
    """

    noted: int = 0
    answers: int = 0
    errors: int = 0
    in_a_row: int = 0
    reason: str = ""


class ErrorWatch:
    """Counts the answers and errors of one process in the order they come.

    Only real requests are noted: answers taken from an earlier run say nothing of today's server.
    """

    def __init__(self) -> None:
        self._last: deque[bool] = deque(maxlen=WINDOW)
        self._noted = 0
        self._in_a_row = 0
        self._reason = ""

    def note(self, reason: str | None, *, is_error: bool) -> None:
        """Note how one request ended.

        Args:
            reason: The word of the verdict.
            is_error: Whether the model, or the one that reads answers, could not be asked.
        """
        self._noted += 1
        self._last.append(is_error)
        self._in_a_row = self._in_a_row + 1 if is_error and reason in _SERVERS_OWN else 0
        self._reason = reason or ""

    @property
    def tally(self) -> Tally:
        """How it went so far."""
        errors = sum(self._last)
        return Tally(self._noted, len(self._last) - errors, errors, self._in_a_row, self._reason)

    def should_stop(self) -> str | None:
        """Why no more is to be asked: a whole window holds more errors than answers. None while answers come."""
        return _majority([self.tally]) if len(self._last) == WINDOW else None


def trouble(tallies: Sequence[Tally]) -> str | None:
    """Why a run whose processes ended like this did not go through; None when it did."""
    in_a_row = sum(tally.in_a_row for tally in tallies)
    if in_a_row >= _IN_A_ROW and in_a_row >= _SHARE_OF_ALL * sum(tally.noted for tally in tallies):
        reason = next(tally.reason for tally in tallies if tally.in_a_row)
        return f"the last {in_a_row} requests failed in a row ({reason}): is the server still there?"
    return _majority(tallies)


def _majority(tallies: Sequence[Tally]) -> str | None:
    answers, errors = sum(tally.answers for tally in tallies), sum(tally.errors for tally in tallies)
    if errors <= answers:
        return None
    return f"more errors ({errors}) than answers ({answers}) in the last {answers + errors} requests"

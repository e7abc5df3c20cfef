"""A run folder with the scores of today's rules: what runs are compared by, and what a gate is held against."""

import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from adapters import transcripts
from adapters.profiles import profile_from
from bench_plugin.cases import Case
from bench_plugin.gating.planned import unasked_items
from bench_plugin.gating.scorer_version import scorer_version
from bench_plugin.gating.scores_file import Row, digest, known_rows
from bench_plugin.judge import Judge
from bench_plugin.recall import by_model
from bench_plugin.records import Judged, case_from, judged_from
from bench_plugin.rows import item_from_row, row_of
from bench_plugin.run_figures import run_figures
from bench_plugin.run_folder import RunError, StoredRun, open_run, whole_record
from bench_plugin.session import row_key
from scoring.outcomes import error_verdict
from scoring.scored_item import ScoredItem
from scoring.verdict import ERRORS

# Scoring ten thousand odd replies takes half a minute; who waits so long wants to know for what.
_SILENT_S = 2.0


@dataclass(frozen=True)
class ScoredRun:
    """A run, scored.

    Attributes:
        path: The folder.
        about: run.json.
        rows: Each case with a record, by its name in the run.
        unasked: A place for every planned case without one.
        as_stored: Cases whose transcript is gone, so that the score of their time stands.
    """

    path: Path
    about: Mapping[str, Any]
    rows: Mapping[str, Row]
    unasked: tuple[ScoredItem, ...]
    as_stored: tuple[str, ...] = ()

    @cached_property
    def items(self) -> tuple[ScoredItem, ...]:
        """One for every planned answer."""
        return (*map(item_from_row, self.rows.values()), *self.unasked)

    @cached_property
    def summary(self) -> Mapping[str, Any]:
        """Its figures, as summary.json has them for a run of today."""
        return run_figures(StoredRun(self.path, self.about), list(self.rows.values()), self.unasked)

    @property
    def scorers(self) -> set[str]:
        """The versions of the rules behind the scores: today's, and those of the run where a score is as stored."""
        then = {str(part["versions"].get("scorer")) for part in self.about["parts"]}
        return {scorer_version()} | (then if self.as_stored else set())


def scored_run(path: Path, known: Mapping[str, Row] | None = None) -> ScoredRun:
    """Read a run and score it again from its transcripts.

    A record that there is a row of, made of these bytes by today's rules, is not scored a second time: it would give
    the same. Of several records of a case an answer is kept over an error, and the first over a later one.

    Args:
        path: The folder.
        known: Rows by the digest of their record; None takes those of the folder's scores.jsonl.

    Raises:
        RunError: It is no run folder, or one that was edited.
    """
    run = open_run(path)
    with as_written(path):
        return _scored(run, known_rows(path) if known is None else known)


@contextmanager
def as_written(path: Path) -> Iterator[None]:
    """Tell of a run folder that lacks what this suite writes.

    Raises:
        RunError: In the place of the exceptions that reading it met.
    """
    try:
        yield
    except (KeyError, TypeError, AttributeError) as exc:
        seen = f"{type(exc).__name__}: {exc}"
        raise RunError(f"{path}: run.json or a record is not as this suite writes it ({seen}). Was it edited?") from exc


def _scored(run: StoredRun, known: Mapping[str, Row]) -> ScoredRun:
    rules = _Rules(run)
    rows: dict[str, Row] = {}
    silent_until = time.monotonic() + _SILENT_S
    for _, _, line in run.lines():
        row = known.get(digest(line))
        if row is None:
            row = rules.row(line)
            if time.monotonic() > silent_until:
                silent_until = math.inf
                print(f"{run.path}: scoring its answers again, by today's rules …", file=sys.stderr, flush=True)
        if row is None:
            continue
        earlier = rows.get(row_key(row))
        if earlier is None or (earlier["outcome"] in ERRORS and row["outcome"] not in ERRORS):
            rows[row_key(row)] = row
    return ScoredRun(run.path, run.about, rows, unasked_items(run.about, rows), tuple(rules.as_stored))


class _Rules:
    """Today's rules, on the records of one run."""

    def __init__(self, run: StoredRun) -> None:
        self._judge = Judge(profile_from(run.about["profile"]))
        self._path = run.path
        self._folders = {source["suite"]: Path(source["folder"]) for source in run.about["data"]}
        self.as_stored: list[str] = []

    def row(self, line: bytes) -> Row | None:
        """The row of one record; None for a line that is none (torn off by a kill)."""
        record = whole_record(line)
        if record is None:
            return None
        suite = record["suite"]
        case = case_from(record, self._folders.get(suite, self._path))
        return row_of(suite, case, self._judged(case, record))

    def _judged(self, case: Case, record: Mapping[str, Any]) -> Judged:
        stored = record["verdict"]
        transcript = None if record["transcript"] is None else transcripts.from_plain(record["transcript"])
        if stored["outcome"] in ERRORS:
            return Judged(transcript, error_verdict(stored["outcome"], stored["reason"]))
        if transcript is not None:
            # What a model read is no rule of ours: its reading stays, and is scored again.
            return self._judge(case, transcript, by_model(record))
        self.as_stored.append(f"{record['suite']}/{record['case']}")
        return judged_from(record)

"""What is to be decided of the run of this session. Light to import: every process of a run does."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from bench_plugin.gating.error_watch import Tally
from bench_plugin.session import BenchSession
from scoring.gates import Gate

if TYPE_CHECKING:
    # Only a process that compares or decides pays for importing them.
    from bench_plugin.gating.decision import Decision
    from bench_plugin.gating.scored_run import ScoredRun


@dataclass
class GateSession:
    """What the command line wants decided, and what was seen on the way; kept in `config.stash`, not in a worker.

    Attributes:
        gate, baseline: What the run is held against and compared with.
        notes: What a user should know before the run.
        warnings: Why the comparison is doubtful, where `--anyway` was given.
        tallies: How the requests of each process went.
        stopped: What stopped a worker.
        other_failures: Whether tests beside the benchmark failed.
        deaths: Worker processes that died.
        decision: Set when the run has ended.
        problems: What could not be written of it.
    """

    gate: Gate | None = None
    baseline: "ScoredRun | None" = None
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    stopped: str | None = None
    other_failures: bool = False
    deaths: int = 0
    decision: "Decision | None" = None
    problems: list[str] = field(default_factory=list)


GATE = pytest.StashKey[GateSession]()


def header_lines(config: pytest.Config) -> list[str]:
    """What the header says of gate and baseline."""
    session = config.stash.get(GATE, None)
    if session is None:
        return []
    lines = []
    if session.gate is not None:
        lines.append(f"gate: {len(session.gate.rules) + len(session.gate.items)} rules")
    if session.baseline is not None:
        lines.append(f"baseline: {session.baseline.path}, {len(session.baseline.rows)} cases")
    return [*lines, *session.notes]


def told_by_worker(bench: BenchSession) -> dict[str, Any]:
    """What a worker tells the controller of its end: how its requests went, and what stopped it. Plain values."""
    evaluator = bench.evaluator
    return {} if evaluator is None else {"tally": asdict(evaluator.watch.tally), "stopped": evaluator.stopped}


def take_from_worker(config: pytest.Config, told: Mapping[str, Any]) -> None:
    """Keep what a worker told of its end; nothing for one that died."""
    if told:
        session = config.stash[GATE]
        session.tallies.append(Tally(**told["tally"]))
        session.stopped = session.stopped or told["stopped"]


def note_death(config: pytest.Config) -> None:
    """Remember that a worker process died."""
    config.stash[GATE].deaths += 1


def note_failure(config: pytest.Config, bench: BenchSession, report: pytest.TestReport) -> None:
    """Remember that a test beside the benchmark failed: a gate says nothing of it."""
    if report.failed and bench.case_of(report.nodeid) is None:
        config.stash[GATE].other_failures = True

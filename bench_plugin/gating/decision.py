"""What is decided of a run that has ended: its gate, its comparison with a baseline, its exit code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench_plugin.gating.error_watch import Tally, trouble
from bench_plugin.gating.exit_codes import gated_exit_code
from bench_plugin.gating.scored_run import ScoredRun
from scoring.comparison import Comparison, compare
from scoring.gate_result import GateResult
from scoring.gate_verdict import judge
from scoring.gates import Gate


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a run.

    Attributes:
        gate: Each rule's result; None without a gate.
        trouble: Why the run did not go through, so that nothing is to be read from it; None when it did.
        builds: The builds of the server that answered, where there is more than one.
        comparison: With the baseline; None without one.
        warnings: Why the comparison is doubtful, for runs that were compared nevertheless.
        exit_code: What the process ends with.
    """

    gate: GateResult | None
    trouble: str | None
    builds: tuple[str, ...]
    comparison: Comparison | None
    warnings: tuple[str, ...]
    exit_code: int

    @property
    def headline(self) -> str:
        """The gate's verdict with what outweighs it, in a few words; "" without a gate."""
        if self.gate is None:
            return ""
        if self.trouble is not None:
            return "not judged, the run did not go through"
        if self.gate.verdict == "passed" and self.builds:
            return "gate undecided"
        return f"gate {self.gate.verdict}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended.

    Attributes:
        status: pytest's exit code without a gate.
        trouble: See `trouble_of`.
        other_failures: Whether tests beside the benchmark failed.
        workers_died: Whether worker processes died.
    """

    status: int = 0
    trouble: str | None = None
    other_failures: bool = False
    workers_died: bool = False


def decide(
    gate: Gate | None,
    summary: Mapping[str, Any],
    run: ScoredRun,
    baseline: ScoredRun | None,
    *,
    ended: Ended,
    warnings: Sequence[str] = (),
) -> Decision:
    """Hold a run against its gate and its baseline.

    Args:
        gate: Checked before; None without one.
        summary: summary.json of the run.
        run: The run.
        baseline: The run to compare with.
        ended: How the run ended.
        warnings: Why the comparison is doubtful.
    """
    old = None if baseline is None else baseline.items
    result = None if gate is None else judge(gate, summary, run.items, old)
    builds = tuple(summary["servers"]) if len(summary["servers"]) > 1 else ()
    code = gated_exit_code(
        ended.status,
        None if result is None else result.verdict,
        trouble=ended.trouble,
        mixed_builds=bool(builds),
        other_failures=ended.other_failures,
        workers_died=ended.workers_died,
    )
    comparison = None if old is None else compare(old, run.items, summary["scoring"])
    return Decision(result, ended.trouble, builds, comparison, tuple(warnings), code)


def trouble_of(planned: int, unasked: int, stopped: str | None, tallies: Sequence[Tally]) -> str | None:
    """Why a run did not go through; None when it did.

    Args:
        planned, unasked: Selected cases, and those of them without a result.
        stopped: What stopped it, where that is known.
        tallies: How the requests of each process went.
    """
    if unasked:
        return f"{unasked} of {planned} cases were not asked: {stopped or 'the run ended early'}"
    return trouble(tallies)

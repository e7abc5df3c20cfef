"""After the run: decide, set the exit code, write down what was decided."""

from collections.abc import Iterable

import pytest

from bench_plugin.gating.decision import Ended, decide, trouble_of
from bench_plugin.gating.results import decision_lines, gate_document, write_results
from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.gating.scores_file import write_scores
from bench_plugin.gating.state import GATE, take_from_worker, told_by_worker
from bench_plugin.rows import unasked_item
from bench_plugin.run_folder import open_run
from bench_plugin.session import BenchSession


def trouble_at_end(session: pytest.Session, bench: BenchSession) -> str | None:
    """Why the run did not go through, for run.json; None when it did."""
    gating = session.config.stash[GATE]
    take_from_worker(session.config, told_by_worker(bench))
    interrupted = "interrupted" if session.exitstatus == pytest.ExitCode.INTERRUPTED else None
    died = f"{gating.deaths} worker processes died" if gating.deaths else None
    stopped = gating.stopped or session.shouldstop or session.shouldfail or interrupted or died
    unasked = len(bench.planned.keys() - bench.rows.keys())
    return trouble_of(len(bench.planned), unasked, str(stopped) if stopped else None, gating.tallies)


def decide_run(session: pytest.Session, bench: BenchSession) -> None:
    """Decide on a run whose figures are known, and set the exit code. A gate's result joins the summary."""
    assert bench.summary is not None
    gating = session.config.stash[GATE]
    ended = Ended(int(session.exitstatus), bench.about["trouble"], gating.other_failures, gating.deaths > 0)
    run = _run(bench)
    gating.decision = decide(gating.gate, bench.summary, run, gating.baseline, ended=ended, warnings=gating.warnings)
    if gating.gate is not None:
        session.exitstatus = gating.decision.exit_code
        bench.summary = {**bench.summary, "gate": gate_document(gating.decision)}


def write_decision(config: pytest.Config, bench: BenchSession) -> None:
    """Write what a CI job takes. The run folder and summary.json are there."""
    assert bench.run is not None
    assert bench.summary is not None
    gating = config.stash[GATE]
    assert gating.decision is not None
    write_scores(open_run(bench.run), bench.rows, bench.redact)
    gating.problems = write_results(
        _run(bench),
        bench.summary,
        gating.decision,
        gating.baseline,
        redact=bench.redact,
        summary_md=bench.settings.summary_md,
    )


def lines(config: pytest.Config) -> Iterable[str]:
    """What the terminal shows of gate and comparison; nothing without them."""
    gating = config.stash[GATE]
    told = () if gating.decision is None else decision_lines(gating.decision)
    return [*gating.problems, *told]


def baseline_of(config: pytest.Config) -> ScoredRun | None:
    """The run this one is compared with."""
    return config.stash[GATE].baseline


def _run(bench: BenchSession) -> ScoredRun:
    assert bench.run is not None
    unasked = [unasked_item(case) for name, (_, case) in bench.planned.items() if name not in bench.rows]
    return ScoredRun(bench.run, bench.about, bench.rows, tuple(unasked))

"""Before anything is asked: can this run be held against its gate and compared with its baseline?"""

from pathlib import Path

import pytest

from bench_plugin.cost import check_prices
from bench_plugin.gating.gate_file import NO_GATE, GateFileError, read_gate
from bench_plugin.gating.state import GATE, GateSession
from bench_plugin.options import Settings
from bench_plugin.run_folder import RunError
from bench_plugin.session import BenchSession
from scoring.gates import Gate, GateError


def begin(config: pytest.Config, settings: Settings) -> bool:
    """Read the gate and the baseline run; whether the run is gated. Not in a worker.

    Raises:
        pytest.UsageError: One of them can't be read, or the run's options leave nothing to decide.
    """
    session = config.stash[GATE] = GateSession()
    try:
        session.gate = read_gate(settings.gate, config.rootpath)
        if settings.baseline is not None:
            from bench_plugin.gating.scored_run import scored_run

            session.baseline = scored_run(settings.baseline)
    except (GateFileError, RunError) as exc:
        raise pytest.UsageError(str(exc)) from exc
    if session.gate is not None:
        _refuse_partial_runs(config, settings, session)
    if session.gate is not None and session.baseline is None:
        session.notes += _without_baseline(session.gate)
    return session.gate is not None


def check(config: pytest.Config, bench: BenchSession) -> None:
    """Check the gate and the baseline against the selection, as soon as it is known and before anything is asked.

    Raises:
        pytest.UsageError: A rule can't be kept by any run of this selection, or the baseline was asked otherwise.
    """
    session = config.stash[GATE]
    try:
        if session.gate is not None:
            from bench_plugin.rows import unasked_item
            from scoring.gate_check import check_gate

            check_gate(session.gate, [unasked_item(case) for _, case in bench.planned.values()])
            of_money = [str(rule) for rule in session.gate.rules if rule.figure.startswith("cost.")]
            if of_money:
                check_prices(bench.profile, ", ".join(of_money))
        if session.baseline is not None:
            session.warnings = _check_baseline(config, bench, session)
    except (GateError, RunError) as exc:
        raise pytest.UsageError(bench.redact(str(exc))) from exc


def _refuse_partial_runs(config: pytest.Config, settings: Settings, session: GateSession) -> None:
    """A gate decides on a whole selection: not on what failed last time, and not on one of several shards."""
    again = [name for name, option in (("--lf", "lf"), ("--sw", "stepwise")) if config.getoption(option, False)]
    if again:
        raise pytest.UsageError(
            f"{' and '.join(again)} with a gate: a run of what failed before says nothing of the model. Leave it out, "
            f"or leave the gate out with --gate {NO_GATE}."
        )
    if settings.shard is None:
        return
    if settings.gate is not None:
        raise pytest.UsageError(
            f"--shard {settings.shard} with --gate: one shard is no run. Run the shards without a gate, unite them "
            f"(gazecheck merge RUN… --into DIR), then gazecheck gate DIR --gate {settings.gate}."
        )
    session.gate = None
    session.notes.append("gate: not held against this shard; gazecheck merge, then gazecheck gate")


def _without_baseline(gate: Gate) -> list[str]:
    """That some rules can't be decided, where nothing is there to compare with and they want it."""
    rules = [str(rule) for rule in gate.rules if rule.condition == "max_drop" and rule.baseline == "required"]
    rules += [f"items.{rule.name}" for rule in gate.items if rule.no_new_failures and rule.baseline == "required"]
    if not rules:
        return []
    more = ", …" if len(rules) > 5 else ""
    return [f"gate: no --baseline, so {len(rules)} rules stay undecided: {', '.join(rules[:5])}{more}"]


def _check_baseline(config: pytest.Config, bench: BenchSession, session: GateSession) -> list[str]:
    """Why the comparison with the run that is about to begin is doubtful."""
    from bench_plugin.about import about_run
    from bench_plugin.gating.comparable import check_comparable
    from bench_plugin.gating.scored_run import ScoredRun
    from bench_plugin.rows import question_of

    assert session.baseline is not None
    rows = {name: {"question": question_of(case.item)} for name, (_, case) in bench.planned.items()}
    coming = ScoredRun(bench.run or Path("this run"), about_run(config, bench), rows, ())
    return check_comparable(session.baseline, coming, anyway=bench.settings.anyway)

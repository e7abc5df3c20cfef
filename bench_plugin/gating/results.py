"""What was decided of a run, as files in its folder and as lines a person reads."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench_plugin.gating.comparable import other_settings
from bench_plugin.gating.decision import Decision
from bench_plugin.gating.exit_codes import meaning
from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.outputs.badge import BADGE, badge
from bench_plugin.outputs.comparison_tables import comparison_document, comparison_tables
from bench_plugin.outputs.gate_table import gate_table, noteworthy
from bench_plugin.outputs.step_summary import RunToTell, write_step_summary
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import write_json
from bench_plugin.tables import aligned
from scoring.comparison import Comparison

COMPARISON_FILE = "comparison.json"

_SHOWN = 10


def write_results(
    run: ScoredRun,
    summary: Mapping[str, Any],
    decision: Decision,
    baseline: ScoredRun | None,
    *,
    redact: Redactor,
    summary_md: Path | None,
) -> list[str]:
    """Write badge.json and comparison.json into the run's folder, and the page of the CI step.

    Args:
        run: The run that was decided on.
        summary: Its figures.
        decision: What was decided.
        baseline: The run it was compared with.
        redact: Applied to everything that is written.
        summary_md: Where else the page is wanted.

    Returns:
        What could not be written, a sentence each.
    """
    write_json(run.path / BADGE, badge(summary, None if decision.gate is None else decision.exit_code), redact)
    if decision.comparison is not None and baseline is not None:
        write_json(
            run.path / COMPARISON_FILE,
            comparison_document(
                decision.comparison,
                baseline,
                run,
                warnings=decision.warnings,
                settings=other_settings(baseline.about, run.about),
            ),
            redact,
        )
    page = RunToTell(
        name=run.about["model"],
        path=run.path,
        scoring=summary["scoring"],
        summary=summary,
        rows=run.rows,
        decision=decision,
        baseline=None if baseline is None else baseline.path,
    )
    return write_step_summary(page, summary_md, os.environ, redact)


def gate_document(decision: Decision) -> dict[str, Any]:
    """What summary.json says under `gate`: the verdict, the exit code, and every rule with its figures."""
    assert decision.gate is not None
    return {
        "verdict": decision.gate.verdict,
        "exit_code": decision.exit_code,
        "trouble": decision.trouble,
        "builds": list(decision.builds),
        "rules": [asdict(rule) for rule in decision.gate.rules],
    }


def decision_lines(decision: Decision) -> Iterator[str]:
    """What the terminal shows: the comparison, then the gate, then what the exit code means."""
    for warning in decision.warnings:
        yield f"warning: {warning}"
    if decision.comparison is not None:
        yield from comparison_lines(decision.comparison)
    if decision.gate is None:
        return
    yield ""
    yield from aligned(gate_table(decision.gate))
    yield ""
    for rule in noteworthy(decision.gate):
        yield f"{rule.verdict}: {rule.rule}"
        yield f"  {rule.reason}"
    if decision.trouble is not None:
        yield f"did not go through: {decision.trouble}"
    if decision.builds:
        yield f"the server's build changed during the run: {', '.join(decision.builds)}"
    yield f"exit code {decision.exit_code}: {meaning(decision.exit_code)}"


def comparison_lines(comparison: Comparison, *, every_measure: bool = False) -> Iterator[str]:
    """A comparison for the terminal: its tables, then the cases that changed and those that could not be matched."""
    for table in comparison_tables(comparison, every_measure=every_measure):
        yield ""
        yield f"{table.title}, compared (shares in percent, differences in points)"
        yield from aligned(table)
    yield ""
    matched = comparison.matched
    yield f"compared: {len(matched.names)} cases that both runs answered"
    told = {*comparison.fixed, *comparison.broken}
    changed = [f"{one.name} ({one.before} -> {one.after})" for one in comparison.changed if one.name not in told]
    lists = {
        "fixed": comparison.fixed,
        "broken": comparison.broken,
        "another outcome otherwise": changed,
        "only before": matched.only_before,
        "only now": matched.only_after,
        "no answer in one of them": matched.unanswered,
    }
    for name, cases in lists.items():
        if cases:
            more = f" and {len(cases) - _SHOWN} more" if len(cases) > _SHOWN else ""
            yield f"{name} ({len(cases)}): {', '.join(sorted(cases)[:_SHOWN])}{more}"

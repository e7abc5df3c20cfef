"""An earlier run to compare with, as the report shows it."""

from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.report.reading import OtherRun


def other_run(run: ScoredRun) -> OtherRun:
    """The run as the report compares with it: its transcripts, scored with today's rules."""
    return OtherRun(f"{run.about['model']}, {run.path.name}", run.items)

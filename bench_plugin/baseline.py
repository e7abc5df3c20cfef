"""An earlier run to compare with, its transcripts scored with today's rules."""

from collections.abc import Iterator
from pathlib import Path

from adapters import transcripts
from adapters.profiles import profile_from
from bench_plugin.judge import Judge
from bench_plugin.recall import by_model
from bench_plugin.records import case_from
from bench_plugin.report.reading import OtherRun
from bench_plugin.rows import scored_item
from bench_plugin.run_folder import StoredRun
from scoring.scored_item import ScoredItem


def other_run(run: StoredRun) -> OtherRun:
    """The run as the report compares with it."""
    return OtherRun(f"{run.about['model']}, {run.path.name}", tuple(scored_again(run)))


def scored_again(run: StoredRun) -> Iterator[ScoredItem]:
    """Every item of a run that has a transcript; one that a model read keeps that reading."""
    judge = Judge(profile_from(run.about["profile"]))
    folders = {source["suite"]: Path(source["folder"]) for source in run.about["data"]}
    for record in run.records():
        if record["transcript"] is not None:
            case = case_from(record, folders.get(record["suite"], run.path))
            yield scored_item(case, judge(case, transcripts.from_plain(record["transcript"]), by_model(record)))

"""Runs that build on earlier answers: going on with a run, scoring one again, scoring answers made elsewhere."""

import contextlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from bench_plugin.about import differences
from bench_plugin.cases import Plan, Source
from bench_plugin.recall import EarlierRun, GivenAnswers, OwnRecords, Recall
from bench_plugin.records import case_from
from bench_plugin.run_folder import RunError, StoredRun, open_run
from bench_plugin.session import BenchSession
from benchmarks.item import Item

_SHOWN = 20


def plan_of(run: StoredRun) -> Plan:
    """The cases of an earlier run, as its records have them: neither data nor model is needed to score them again."""
    folders = {source["suite"]: Path(source["folder"]) for source in run.about["data"]}
    items: dict[str, dict[str, Item]] = {}
    for record in run.records():
        suite = record["suite"]
        item = case_from(record, folders.get(suite, run.path)).item
        items.setdefault(suite, {}).setdefault(item.id, item)
    sources = tuple(
        Source(suite, folders.get(suite, run.path), "earlier run", "", None, tuple(found.values()))
        for suite, found in items.items()
    )
    return Plan(sources, repeats=run.about["selection"]["repeat"])


def recall_of(bench: BenchSession) -> tuple[Recall | None, tuple[str, ...]]:
    """(where answers are looked for before the model is asked, what a user should know of it)."""
    settings = bench.settings
    if settings.replay is not None:
        run = open_run(settings.replay)
        index = run.index()
        unasked = len(set(run.about["selection"]["cases"]) - index.keys())
        notes = [f"scoring {run.path} again; nothing is asked"]
        notes += [f"{unasked} cases of that run were never asked"] if unasked else []
        return EarlierRun(index), (*notes, *_torn(run))
    if settings.responses is not None:
        return _given_answers(bench.plan, settings.responses)
    if settings.resume is not None and bench.run is not None:
        run = open_run(bench.run)
        return OwnRecords(run.index()), _torn(run)
    return None, ()


def run_to_resume(wanted: str, runs: Path, about: Mapping[str, Any]) -> Path:
    """The folder of the run to go on with.

    Args:
        wanted: A run folder, or `latest`: the newest run with the same settings.
        runs: Where runs lie.
        about: What run.json of a new run with these settings would say.

    Raises:
        RunError: There is none, or its settings differ in a way that changes the answers.
    """
    if wanted != "latest":
        path = Path(wanted).resolve()
        differing = differences(open_run(path).about, about)
        if differing:
            listed = "\n".join(f"  {line}" for line in differing[:_SHOWN])
            raise RunError(f"--resume {wanted}: it was made with other settings (there and here)\n{listed}")
        return path
    candidates = sorted(runs.glob("*/*/run.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for candidate in candidates:
        # One that can't be read is not the one that is meant, and no reason to refuse it.
        with contextlib.suppress(RunError):
            if not differences(open_run(candidate.parent).about, about):
                return candidate.parent
    raise RunError(f"--resume latest: none of the {len(candidates)} runs under {runs} has these settings. Name one.")


def with_part(run: StoredRun, part: Mapping[str, Any]) -> dict[str, Any]:
    """run.json with one more part; the duration of a part that was killed is read off its last record."""
    parts = [dict(earlier) for earlier in run.about["parts"]]
    if parts and parts[-1]["duration_s"] is None:
        began = datetime.fromisoformat(parts[-1]["started"]).timestamp()
        last = max((path.stat().st_mtime for path in run.path.glob("records-*.jsonl")), default=began)
        parts[-1]["duration_s"] = round(max(0.0, last - began), 1)
    return {**run.about, "parts": [*parts, part]}


def _torn(run: StoredRun) -> tuple[str, ...]:
    torn = run.torn()
    return (f"{torn} half-written lines of {run.path} are left out",) if torn else ()


def _given_answers(plan: Plan, path: Path) -> tuple[Recall, tuple[str, ...]]:
    from benchmarks import responses

    given = responses.read(path)
    items = {f"{source.suite}/{item.id}": item for source in plan.sources for item in source.items}
    matched = responses.match(given.rows, items)
    answers = {case: row.response for case, row in matched.answers.items() if row.response is not None}
    head = f"answers made elsewhere: {path} ({given.format}); nothing is asked"
    return GivenAnswers(answers), (head, *given.notes, *matched.report())

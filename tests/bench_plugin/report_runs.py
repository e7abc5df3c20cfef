"""Run folders for the tests of the report: small ones, and one record more often than a run would have it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bench.made_run import Plan, Record, make_run, multiply
from bench_plugin.run_folder import StoredRun, open_run
from benchmarks.tir_bench import TASKS

__all__ = ["Record", "multiplied", "records_of", "rewritten", "small_run"]


def small_run(folder: Path, **changes: Any) -> StoredRun:
    """Two items of each TIR-Bench task and 24 with evidence, zooms and all."""
    settings: dict[str, Any] = {"tir": dict.fromkeys(TASKS, 2), "vie": 24, "scene_size": (1200, 900)}
    return open_run(make_run(folder, Plan(**(settings | changes))))


def records_of(run: StoredRun) -> list[Record]:
    """Every record, in the order it was written."""
    lines = (run.path / "records-main.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def rewritten(run: StoredRun, records: list[Record], about: Mapping[str, Any] | None = None) -> StoredRun:
    """The same run with other records, and without the summary that no longer fits."""
    (run.path / "summary.json").unlink(missing_ok=True)
    with (run.path / "records-main.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    names = [f"{record['suite']}/{record['case']}" for record in records]
    said = dict(about or run.about)
    said["selection"] = dict(said["selection"]) | {"cases": names, "selected": len(names), "of": len(names)}
    (run.path / "run.json").write_text(json.dumps(said), encoding="utf-8")
    return open_run(run.path)


def multiplied(run: StoredRun, count: int, change: Callable[[Record, int], None] | None = None) -> StoredRun:
    """The run with `count` records; see `bench.made_run.multiply`."""
    multiply(run.path, count, change)
    return open_run(run.path)

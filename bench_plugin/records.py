"""One record an item: everything that was asked, said and scored, and the few numbers of it the tables need."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adapters import transcripts
from adapters.base import Transcript, Usage
from bench_plugin.cases import Case
from bench_plugin.plain import plain
from bench_plugin.run_folder import SCHEMA
from benchmarks.item import Item, Picture
from scoring.grounding import Grounding
from scoring.verdict import Extraction, Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """A transcript with its verdict.

    Attributes:
        transcript: None when the model could not be asked.
        grounding: How the crops meet the evidence; None without evidence, or without an answer.
        error: What the user is told when the outcome is an error.
        seconds: Spent on the question, waits included.
        disagreed: In an audit of the extractors, whether rules and model read different answers.
        judge_usage: Tokens of the model that read the answer.
        usd: What the answer cost; None where its tokens or their price are unknown.
    """

    transcript: Transcript | None
    verdict: Verdict
    grounding: Grounding | None = None
    error: str | None = None
    seconds: float = 0.0
    disagreed: bool | None = None
    judge_usage: Usage | None = None
    usd: float | None = None


def sound(judged: Judged) -> Judged:
    """The same with plain numbers and words. A score that is no number is none, and flagged `not_a_number`."""
    verdict = judged.verdict
    scores: dict[str, Any] = {name: plain(getattr(verdict, name)) for name in ("official", "strict")}
    lost = [name for name, score in scores.items() if score is None and getattr(verdict, name) is not None]
    flags = [str(plain(flag)) for flag in verdict.flags] + (["not_a_number"] if lost else [])
    scores |= {f"passed_{name}": None for name in lost}
    return replace(judged, verdict=replace(verdict, **scores, flags=tuple(flags)))


def make_record(case: Case, suite: str, judged: Judged) -> dict[str, Any]:
    """The record of one case; docs/run-folder.md lists the fields."""
    item = case.item
    return {
        "schema": SCHEMA,
        "suite": suite,
        "case": case.id,
        "item": item.id,
        "repeat": case.repeat,
        "repeats": case.repeats,
        "benchmark": item.benchmark,
        "task": item.task,
        "split": item.split,
        "scenario": item.scenario,
        "label": item.label,
        "scorer": item.scorer,
        "item_id": item.source_id,
        "prompt": item.prompt,
        "images": _images(case),
        "expected": item.answer,
        "evidence": item.evidence,
        "meta_data": item.meta,
        "transcript": judged.transcript,
        "verdict": judged.verdict,
        "grounding": judged.grounding,
        "error": judged.error,
        "extractors_disagree": judged.disagreed,
        "judge_usage": judged.judge_usage,
        "usd": judged.usd,
        "seconds": round(judged.seconds, 4),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _images(case: Case) -> list[dict[str, Any]]:
    return [
        {"name": image.name, "path": path, "mime": image.mime, "size_px": image.upright_size}
        for image, path in zip(case.item.images, case.image_paths, strict=True)
    ]


def case_from(record: Mapping[str, Any], folder: Path) -> Case:
    """The case a record is of, as far as scoring needs it; its pictures can't be opened where the data is gone.

    Args:
        record: As `make_record` wrote it.
        folder: The data folder run.json names, or any other.
    """
    images = tuple(
        Picture(image["name"], image["mime"], image["size_px"][0], image["size_px"][1], folder / image["path"])
        for image in record["images"]
    )
    item = Item(
        benchmark=record["benchmark"],
        task=record["task"],
        id=record["item"],
        source_id=record["item_id"],
        prompt=record["prompt"],
        images=images,
        answer=record["expected"],
        scorer=record["scorer"],
        evidence=tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in record["evidence"]),
        split=record["split"],
        scenario=record["scenario"],
        label=record["label"],
        meta=record["meta_data"],
    )
    return Case(item, folder, record["repeat"], record["repeats"])


def judged_from(record: Mapping[str, Any]) -> Judged:
    """Transcript and verdict of a record, as they were when it was written."""
    stored, extraction = record["verdict"], record["verdict"]["extraction"]
    verdict = dict(stored) | {"flags": tuple(stored["flags"]), "extraction": None}
    if extraction is not None:
        tuples = {key: tuple(extraction[key]) for key in ("span", "rejected", "flags") if extraction[key] is not None}
        verdict["extraction"] = Extraction(**(dict(extraction) | tuples))
    usage = record["judge_usage"]
    return Judged(
        transcript=None if record["transcript"] is None else transcripts.from_plain(record["transcript"]),
        verdict=Verdict(**verdict),
        grounding=None if record["grounding"] is None else Grounding.from_json(record["grounding"]),
        error=record["error"],
        seconds=record["seconds"],
        disagreed=record["extractors_disagree"],
        judge_usage=None if usage is None else Usage(**usage),
        usd=record.get("usd"),  # not in the first records of schema 1
    )

"""One record an item: everything that was asked, said and scored, and the few numbers of it the tables need."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from adapters.base import Message, SentImage, ToolCall, Transcript, Usage
from bench_plugin.cases import Case
from bench_plugin.run_folder import SCHEMA
from scoring.grounding import Grounding
from scoring.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """A transcript with its verdict.

    Attributes:
        transcript: None when the model could not be asked.
        grounding: How the crops meet the evidence; None without evidence, or without an answer.
        error: What the user is told when the outcome is an error.
        seconds: Spent on the question, waits included.
    """

    transcript: Transcript | None
    verdict: Verdict
    grounding: Grounding | None = None
    error: str | None = None
    seconds: float = 0.0


def make_record(case: Case, suite: str, judged: Judged) -> dict[str, Any]:
    """The record of one case; docs/run-folder.md lists the fields."""
    item = case.item
    return {
        "schema": SCHEMA,
        "suite": suite,
        "case": case.id,
        "benchmark": item.benchmark,
        "task": item.task,
        "split": item.split,
        "scenario": item.scenario,
        "label": item.label,
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
        "seconds": round(judged.seconds, 4),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _images(case: Case) -> list[dict[str, Any]]:
    return [
        {"name": image.name, "path": path, "mime": image.mime, "size_px": image.upright_size}
        for image, path in zip(case.item.images, case.image_paths, strict=True)
    ]


def transcript_from(record: Mapping[str, Any]) -> Transcript | None:
    """The transcript a record holds, None when the model could not be asked."""
    stored = record.get("transcript")
    if stored is None:
        return None
    plain = dict(stored)
    plain["messages"] = tuple(Message(**{**m, "images": tuple(m["images"])}) for m in stored["messages"])
    plain["calls"] = tuple(ToolCall(**{**c, **_boxes(c)}) for c in stored["calls"])
    plain["sent"] = tuple(SentImage(**sent) for sent in stored["sent"])
    plain["usage"] = Usage(**stored["usage"])
    plain["flags"] = tuple(stored["flags"])
    return Transcript(**plain)


def _boxes(call: Mapping[str, Any]) -> dict[str, Any]:
    return {key: None if call[key] is None else tuple(call[key]) for key in ("requested", "shown")}

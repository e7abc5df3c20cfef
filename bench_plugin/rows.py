"""What the tables need of a case: its scores and a few words. Plain values: they cross from worker to controller."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from adapters.base import Transcript
from bench_plugin.cases import Case
from bench_plugin.plain import encodable, plain
from bench_plugin.records import Judged
from benchmarks.item import Item
from scoring.grounding import Grounding
from scoring.outcomes import error_verdict
from scoring.scored_item import ScoredItem
from scoring.strict import is_graded

_LONGEST = 200
_FIELDS = frozenset(field.name for field in fields(ScoredItem))


def row_of(suite: str, case: Case, judged: Judged) -> dict[str, Any]:
    """The row of one case: the fields of a `ScoredItem`, and what a table shows beside them."""
    extraction = judged.verdict.extraction
    answer = None if extraction is None or extraction.answer is None else extraction.answer[:_LONGEST]
    row: dict[str, Any] = plain(scored_item(case, judged))
    row |= {
        "suite": suite,
        "case": case.id,
        "extracted": answer,
        "expected": str(case.item.answer)[:_LONGEST],
        "question": question_of(case.item),
        "server": _server(judged.transcript),
        "extractors_disagree": judged.disagreed,
        "judge_tokens": None if judged.judge_usage is None else judged.judge_usage.total,
    }
    crossing: dict[str, Any] = encodable(row)
    return crossing


def scored_item(case: Case, judged: Judged) -> ScoredItem:
    """One case as the figures of a run see it."""
    item, verdict, transcript = case.item, judged.verdict, judged.transcript
    extraction = verdict.extraction
    usage = None if transcript is None else transcript.usage
    calls = () if transcript is None else transcript.calls
    return ScoredItem(
        benchmark=item.benchmark,
        task=item.task,
        case_id=item.id,
        repeat=case.repeat,
        outcome=verdict.outcome,
        split=item.split,
        scenario=item.scenario,
        reason=verdict.reason,
        flags=verdict.flags,
        extraction_rule=None if extraction is None else extraction.rule,
        official=verdict.official,
        strict=verdict.strict,
        passed_official=verdict.passed_official,
        passed_strict=verdict.passed_strict,
        graded=_graded(item),
        has_evidence=bool(item.evidence),
        grounding=judged.grounding,
        answer_letter=_letter(None if extraction is None else extraction.answer),
        key_letter=_letter(item.answer),
        prompt_tokens=None if usage is None else usage.prompt_tokens,
        completion_tokens=None if usage is None else usage.completion_tokens,
        latency_s=None if transcript is None else transcript.latency_s,
        turns=None if transcript is None else sum(message.role == "assistant" for message in transcript.messages),
        calls=len(calls),
        failed_calls=sum(call.error is not None for call in calls),
        cluster=transcript.sent[0].sha256 if transcript is not None and transcript.sent else None,
    )


def question_of(item: Item) -> str:
    """What is asked and what counts as right, in a few letters: equal in two runs that may be compared."""
    asked = json.dumps(plain([item.prompt, item.answer, item.evidence]))
    return hashlib.sha256(asked.encode()).hexdigest()[:12]


def item_from_row(row: Mapping[str, Any]) -> ScoredItem:
    """The `ScoredItem` a row was made of."""
    values = {key: value for key, value in row.items() if key in _FIELDS}
    values["flags"] = tuple(values["flags"])
    if values["grounding"] is not None:
        values["grounding"] = Grounding.from_json(values["grounding"])
    return ScoredItem(**values)


def unasked_item(case: Case) -> ScoredItem:
    """The place of a selected case that has no result."""
    item = case.item
    return ScoredItem(
        benchmark=item.benchmark,
        task=item.task,
        case_id=item.id,
        repeat=case.repeat,
        split=item.split,
        scenario=item.scenario,
        graded=_graded(item),
        has_evidence=bool(item.evidence),
        key_letter=_letter(item.answer),
    )


def crashed() -> Judged:
    """What is recorded when a worker process dies under a case."""
    return Judged(None, error_verdict("model_error", "worker_crashed"), error="the worker process died under this case")


def _graded(item: Item) -> bool:
    return item.scorer == "box" or (item.scorer == "tir_bench" and is_graded(item.task, item.answer))


def _server(transcript: Transcript | None) -> str | None:
    """What the server called itself: model and build."""
    if transcript is None or (transcript.served_model is None and transcript.fingerprint is None):
        return None
    return f"{transcript.served_model or '?'} {transcript.fingerprint or ''}".strip()


def _letter(answer: object) -> str | None:
    """The letter of a one-letter answer."""
    return answer if isinstance(answer, str) and len(answer) == 1 and answer.isalpha() else None

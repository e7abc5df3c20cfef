"""One transcript to one verdict: read the answer, score it both ways, compare the crops with the evidence."""

from adapters.base import Transcript
from bench_plugin.cases import Case
from bench_plugin.records import Judged
from benchmarks.item import Item
from scoring.extraction import extract
from scoring.grounding import Grounding, ZoomCall, ground
from scoring.outcomes import Key, Reply, choice_verdict, tir_verdict
from scoring.verdict import Verdict


def judge(case: Case, transcript: Transcript) -> Judged:
    """Score one answer."""
    return Judged(transcript, _verdict(case, transcript), _grounding(case.item, transcript))


def _verdict(case: Case, transcript: Transcript) -> Verdict:
    item = case.item
    key = Key(
        task=item.task,
        prompt=item.prompt,
        answer=item.answer,
        meta=item.meta,
        image=case.image_paths[0] if item.images else "",
        source_id=item.source_id,
    )
    reply = Reply(
        text=transcript.final_text,
        finish_reason=transcript.finish_reason,
        refusal=transcript.refusal,
        reasoned=any(message.reasoning for message in transcript.messages),
    )
    extraction = extract(item.task, item.prompt, transcript.final_text, item.meta)
    return tir_verdict(key, reply, extraction) if item.scorer == "tir_bench" else choice_verdict(key, reply, extraction)


def _grounding(item: Item, transcript: Transcript) -> Grounding | None:
    """How the crops meet the evidence; None for an item without."""
    if not item.evidence or not item.images:
        return None
    calls = [ZoomCall(c.shown, c.requested, c.observed, c.error, c.image) for c in transcript.calls]
    return ground(calls, item.evidence, item.images[0].upright_size)

"""One transcript to one verdict: read the answer, score it both ways, compare the crops with the evidence."""

from adapters.base import Transcript
from adapters.pace import cost_usd
from adapters.profiles import Profile
from adapters.protocols import answer_box
from adapters.protocols.registry import convention_of, protocol_named
from bench_plugin.cases import Case
from bench_plugin.records import Judged
from benchmarks.item import Item
from scoring.grounding import Grounding, ZoomCall, ground
from scoring.outcomes import Key, Reply, box_verdict, choice_verdict, tir_verdict
from scoring.verdict import Extraction, Verdict


class Judge:
    """Scores transcripts of one model.

    Args:
        profile: Says how the model writes boxes, and what its tokens cost.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def __call__(self, case: Case, transcript: Transcript, extraction: Extraction | None = None) -> Judged:
        """Score one answer.

        Args:
            case: The item, with its gold.
            transcript: What was said.
            extraction: The answer another extractor read from it; None leaves that to the rules.
        """
        verdict, grounding = self._verdict(case, transcript, extraction), _grounding(case.item, transcript)
        return Judged(transcript, verdict, grounding, usd=cost_usd(transcript.usage, self._profile.prices))

    def _verdict(self, case: Case, transcript: Transcript, extraction: Extraction | None) -> Verdict:
        item = case.item
        reply = Reply(
            text=transcript.final_text,
            finish_reason=transcript.finish_reason,
            refusal=transcript.refusal,
            reasoned=any(message.reasoning for message in transcript.messages),
        )
        if item.scorer == "box":
            return self._box_verdict(item, transcript, reply)
        key = Key(
            task=item.task,
            prompt=item.prompt,
            answer=item.answer,
            meta=item.meta,
            image=case.image_paths[0] if item.images else "",
            source_id=item.source_id,
        )
        if extraction is None:
            # Hundreds of patterns are compiled with it; a process that scores nothing, and the first request, can do
            # without.
            from scoring.extraction import extract

            extraction = extract(item.task, item.prompt, transcript.final_text, item.meta)
        score = tir_verdict if item.scorer == "tir_bench" else choice_verdict
        return score(key, reply, extraction)

    def _box_verdict(self, item: Item, transcript: Transcript, reply: Reply) -> Verdict:
        original = item.images[0].upright_size
        sent = transcript.sent[0] if transcript.sent else None
        size = original if sent is None else (sent.width_px, sent.height_px)
        convention = convention_of(protocol_named(self._profile.protocol), self._profile)
        box = answer_box(transcript.final_text, convention=convention, image_size=size, original_size=original)
        if box is None:
            return box_verdict(0.0, reply, Extraction(None, "box", outcome="unparsed", reason="no_answer"))
        from scoring.boxes import box_score  # NumPy comes with it

        score = box_score(box, item.answer)
        flags = ("degenerate",) if score.degenerate else ()
        written = "[" + ", ".join(f"{value:g}" for value in box) + "]"
        return box_verdict(score.iou, reply, Extraction(written, "box", flags=flags))


def _grounding(item: Item, transcript: Transcript) -> Grounding | None:
    """How the crops meet the evidence; None for an item without."""
    if not item.evidence or not item.images:
        return None
    calls = [ZoomCall(c.shown, c.requested, c.observed, c.error, c.image) for c in transcript.calls]
    return ground(calls, item.evidence, item.images[0].upright_size)

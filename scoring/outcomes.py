"""From an item's key, the reply and the answer read from it to one verdict.

Every item that got a reply counts in both scores. The outcome says what the answer was, by the strict score; which of
the two scores decides pass or fail is the caller's choice. docs/scoring.md, "Outcomes".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scoring.lettering import read_letters
from scoring.options import parse_options
from scoring.strict import is_graded, is_passed, pass_mark, strict_score
from scoring.tir_bench import OfficialResult, official_result
from scoring.verdict import Extraction, Outcome, Reason, Verdict

BOX_PASS_MARK = 0.5

_CUT_OFF = frozenset({"length", "max_tokens", "model_length"})
_FILTERED = frozenset({"content_filter", "safety"})


@dataclass(frozen=True, slots=True)
class Key:
    """What the scores need to know of an item.

    Attributes:
        task: TIR-Bench's name of the task.
        prompt: The complete question.
        answer: Gold, as the data set gives it.
        meta: What else the row said (`difficulty`, …).
        image: Name of the first picture's file; two of ocr have a corrected key.
        source_id: The row's own id; the official scorer wants one for keys it can't score.
    """

    task: str
    prompt: str
    answer: Any  # any JSON value, as the row has it
    meta: Mapping[str, Any] = field(default_factory=dict)
    image: str = ""
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: The final text, "" when there was none.
        finish_reason: As the server wrote it.
        refusal: The server's own refusal text.
        reasoned: Whether hidden reasoning came with it. It never answers.
    """

    text: str
    finish_reason: str | None = None
    refusal: str | None = None
    reasoned: bool = False

    @property
    def is_cut_off(self) -> bool:
        """Whether the token limit ended it."""
        return (self.finish_reason or "").casefold() in _CUT_OFF


def tir_verdict(key: Key, reply: Reply, extraction: Extraction) -> Verdict:
    """The verdict by TIR-Bench's rules, both scores.

    Without an answer the strict score is 0 and the official one is what the authors' scorer gives an empty extraction.
    May take 12 s for a hostile number (see `scoring.tir_bench.official_result`).
    """
    silence = _silence(reply, extraction)
    answer = None if silence else extraction.answer
    official = official_result(_official_row(key, reply, answer))
    strict = strict_score(key.task, key.prompt, key.answer, answer, reply.text, key.meta, key.image)
    mark = pass_mark(key.task, key.answer)
    outcome, reason = silence or _judged(official.score if strict is None else strict)
    return Verdict(
        outcome=outcome,
        reason="broken_key" if strict is None else reason,
        extraction=extraction,
        official=official.score,
        strict=strict,
        passed_official=is_passed(official.score, mark),
        passed_strict=None if strict is None else is_passed(strict, mark),
        graded=is_graded(key.task, key.answer),
        flags=_flags(reply, extraction, answer, official),
    )


def choice_verdict(key: Key, reply: Reply, extraction: Extraction) -> Verdict:
    """The verdict on one letter among the options of the prompt; no public scorer exists, so `official` is None."""
    silence = _silence(reply, extraction)
    letters = read_letters(extraction.answer or "", parse_options(key.prompt)) or frozenset()
    return _single(reply, extraction, silence, float(letters == {str(key.answer).strip().upper()}), mark=1.0)


def box_verdict(iou: float, reply: Reply, extraction: Extraction) -> Verdict:
    """The verdict on a box: its IoU with the gold box, passed above 0.5. `official` is None.

    Args:
        iou: 0 to 1, both boxes in pixels of the original image; not used when the reply has no box.
    """
    return _single(reply, extraction, _silence(reply, extraction), iou, mark=BOX_PASS_MARK)


def error_verdict(outcome: Literal["judge_error", "model_error"], reason: Reason) -> Verdict:
    """The verdict when model or judge could not be asked: no score, no pass, outside every mean."""
    return Verdict(outcome, reason, None, None, None, None, None)


def _single(
    reply: Reply, extraction: Extraction, silence: tuple[Outcome, Reason] | None, score: float, mark: float
) -> Verdict:
    score = 0.0 if silence else score
    outcome, reason = silence or _judged(score)
    return Verdict(
        outcome=outcome,
        reason=reason,
        extraction=extraction,
        official=None,
        strict=score,
        passed_official=None,
        passed_strict=is_passed(score, mark),
        graded=mark < 1,
        flags=_flags(reply, extraction, None if silence else extraction.answer),
    )


def _silence(reply: Reply, extraction: Extraction) -> tuple[Outcome, Reason] | None:
    """(outcome, reason) of a reply without an answer; None when there is one."""
    if (reply.finish_reason or "").casefold() in _FILTERED:
        return "refused", "content_filter"
    if reply.refusal:
        return "refused", "refused"
    if extraction.answer is not None:
        return None
    if extraction.outcome == "refused":
        return "refused", "refused"
    if reply.is_cut_off:
        return "truncated", "token_limit"
    if not reply.text.strip():
        return "unparsed", "reasoning_only" if reply.reasoned else "empty"
    return "unparsed", extraction.reason or "no_answer"


def _judged(score: float) -> tuple[Outcome, Reason | None]:
    if 0 < score < 1:
        return "partial", None
    return ("correct" if score else "wrong"), None


def _official_row(key: Key, reply: Reply, answer: str | None) -> dict[str, Any]:
    return {
        "question_id": key.source_id,
        "task": key.task,
        "prompt": key.prompt,
        "answer": key.answer,
        "model_response": reply.text,
        "extracted_answer": answer or "",
        "meta_data": key.meta,
        "image_1": key.image,
    }


def _flags(
    reply: Reply, extraction: Extraction, answer: str | None, official: OfficialResult | None = None
) -> tuple[str, ...]:
    flags = list(extraction.flags)
    if reply.is_cut_off and answer is not None:
        flags.append("truncated")
    if official is not None and official.timed_out:
        flags.append("timed_out")
    if official is not None and official.problem:
        flags.append(f"official_{official.problem}")
    return tuple(flags)

"""What scoring says of one answer."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["correct", "partial", "wrong", "unparsed", "refused", "truncated", "judge_error", "model_error"]
OUTCOMES: tuple[Outcome, ...] = (
    "correct",
    "partial",
    "wrong",
    "unparsed",
    "refused",
    "truncated",
    "judge_error",
    "model_error",
)
ERRORS: frozenset[Outcome] = frozenset({"judge_error", "model_error"})
"""Outcomes that say nothing about the model: outside every score, counted apart."""

Reason = Literal[
    # Why no answer could be read.
    "no_answer",
    "conflict",
    "not_an_option",
    "not_in_response",
    "retracted",
    "a_range",
    "wrong_length",
    "incomplete",
    "empty",
    "reasoning_only",
    "refused",
    "content_filter",
    "token_limit",
    # Why the key could not be held against it.
    "broken_key",
    # Why the model, or the judge that reads answers, could not be asked.
    "timeout",
    "connection",
    "rate_limited",
    "server_error",
    "bad_reply",
    "context_overflow",
    "image_too_large",
    "image_unreadable",
    "rejected",
    "stopped",
    "endpoint",
    "adapter_failed",
    "worker_crashed",
    # Scoring without a model: there is no reply to this item.
    "missing",
]
"""Why there is no plain answer; the words an `adapters.errors.AskError` gives are among them."""

Quadrant = Literal["grounded_correct", "grounded_wrong", "ungrounded_correct", "ungrounded_wrong"]


@dataclass(frozen=True, slots=True)
class Extraction:
    """An answer read from a reply, or why there is none.

    Attributes:
        answer: The answer in its canonical form (`C`, `ACD`, `12.5`, `[3, 6]`), None when no rule may decide.
        rule: The rule that decided, or that gave up.
        span: Characters of the reply that were used, as (start, end).
        outcome: `answered`, `unparsed` or `refused`.
        reason: Why there is no answer; None where there is one.
        rejected: Candidates that were seen and not taken.
        flags: `answer_changed`, `letter_value_conflict`, …
    """

    answer: str | None
    rule: str
    span: tuple[int, int] | None = None
    outcome: Literal["answered", "unparsed", "refused"] = "answered"
    reason: Reason | None = None
    rejected: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """One item's result.

    Attributes:
        outcome, reason: One word each, from fixed lists; the reason says why there is no plain answer.
        extraction: How the answer was read; None for errors.
        official, strict: Scores 0 to 1; None where the item could not be scored (never 0).
        passed_official, passed_strict: Whether each score reaches the task's pass mark; None with the score.
        graded: Whether the score may lie between 0 and 1 (jigsaw, lists of patches, boxes).
        flags: What a reader should know (`timed_out`, …).
    """

    outcome: Outcome
    reason: Reason | None
    extraction: Extraction | None
    official: float | None
    strict: float | None
    passed_official: bool | None
    passed_strict: bool | None
    graded: bool = False
    flags: tuple[str, ...] = ()

"""One scored answer, as the figures of a run see it."""

from dataclasses import dataclass
from typing import Literal, get_args

from scoring.grounding import Grounding
from scoring.verdict import ERRORS, Outcome

Scoring = Literal["strict", "official"]
"""Which of the two scores decides pass and fail."""
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """One answer to one item, or the place of one that is not there.

    Attributes:
        benchmark, task, split, scenario: The names its figures are grouped by.
        case_id: Unique in its benchmark.
        outcome: None while the item has not been asked (a run that stopped early, or one that has not begun).
        reason, flags, extraction_rule: As the verdict says.
        official, strict: Scores 0 to 1; None where there is none.
        passed_official, passed_strict: None with the score.
        graded: Whether the score may lie between 0 and 1. It belongs to the item: set it for errors too.
        has_evidence: Whether the item has gold boxes. It belongs to the item too.
        grounding: None without evidence, without an answer, and where the model hides its crops.
        answer_letter, key_letter: The chosen and the right option of a question with one letter, for the position bias.
        prompt_tokens, completion_tokens: Over all turns; None where the server said nothing.
        latency_s: From the first request to the last reply.
        turns, calls, failed_calls: Of the conversation; calls are those of any tool.
        cluster: Equal for items that are not independent: the hash of the image. None is the case alone.
        repeat: Which answer of the item, from 0, where it was asked several times.
    """

    benchmark: str
    task: str
    case_id: str
    outcome: Outcome | None = None
    split: str | None = None
    scenario: str | None = None
    reason: str | None = None
    flags: tuple[str, ...] = ()
    extraction_rule: str | None = None
    official: float | None = None
    strict: float | None = None
    passed_official: bool | None = None
    passed_strict: bool | None = None
    graded: bool = False
    has_evidence: bool = False
    grounding: Grounding | None = None
    answer_letter: str | None = None
    key_letter: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    latency_s: float | None = None
    turns: int | None = None
    calls: int = 0
    failed_calls: int = 0
    cluster: str | None = None
    repeat: int = 0

    @property
    def is_error(self) -> bool:
        """Whether the model or the judge could not be asked: outside every score."""
        return self.outcome in ERRORS

    @property
    def is_answered(self) -> bool:
        """Whether there was a reply that the scores count, right or wrong."""
        return self.outcome is not None and self.outcome not in ERRORS

    @property
    def name(self) -> str:
        """The case's name in the run, `tir_bench/maze-0012`; the answers of one item share it."""
        return f"{self.benchmark}/{self.case_id}"

    @property
    def cluster_key(self) -> str:
        """What is drawn whole: the image's hash, else the case."""
        return self.cluster or self.name

    def passed(self, scoring: Scoring) -> bool | None:
        """Whether the answer passes by this score; None where it could not be scored."""
        return self.passed_strict if scoring == "strict" else self.passed_official

    def score(self, scoring: Scoring) -> float | None:
        """The score, 0 to 1; None where it could not be scored."""
        return self.strict if scoring == "strict" else self.official

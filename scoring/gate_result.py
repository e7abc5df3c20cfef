"""What became of each rule of a gate, and of the gate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scoring.scored_item import ScoredItem, Scoring

VerdictWord = Literal["passed", "failed", "undecided"]

SLACK = 1e-12
"""The sum of many fractions may miss a limit it meets by its last bits."""


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What became of one rule.

    Attributes:
        rule: As a person would write it: `tir_bench.accuracy.strict min 0.6`, `items.smoke no_new_failures`.
        verdict: `undecided` where the run does not say: too few answers, no value, no baseline.
        reason: One sentence with the figures.
        observed: The figure's value; for `max_drop` after less before; for item rules the number of broken cases.
        n: The figure's denominator; for `max_drop` the cases both runs answered; for item rules their cases.
        low, high: The 95 % interval of `observed`, None without one.
        p, p_holm: Of a `max_drop` rule: the raw p-value, and the one corrected over all baseline rules of the gate.
        cases: The broken cases of an item rule, then those that can't be told.
    """

    rule: str
    verdict: VerdictWord
    reason: str
    observed: float | None = None
    n: int | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_holm: float | None = None
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GateResult:
    """All rules of a gate. One failed rule fails it; else one undecided rule leaves it undecided."""

    rules: tuple[RuleResult, ...]

    @property
    def verdict(self) -> VerdictWord:
        """The gate's own."""
        words = {result.verdict for result in self.rules}
        if "failed" in words:
            return "failed"
        return "undecided" if "undecided" in words else "passed"


@dataclass(frozen=True, slots=True)
class GatedRun:
    """What rules look at.

    Attributes:
        summary: The run's figures.
        scopes: The items of each scope, by its dotted name.
        baseline: The items of the run to compare with; None without one.
        scoring: Which score decides passing.
    """

    summary: Mapping[str, Any]
    scopes: Mapping[str, Sequence[ScoredItem]]
    baseline: Sequence[ScoredItem] | None
    scoring: Scoring


def without_baseline(rule: str, baseline: Literal["required", "optional"]) -> RuleResult:
    """The result of a baseline rule in a run that is compared with nothing."""
    if baseline == "optional":
        return RuleResult(rule, "passed", "no baseline to compare with, and the rule calls it optional")
    return RuleResult(rule, "undecided", 'no baseline to compare with; give one, or write baseline = "optional"')


def with_interval(value: float, n: int | None, low: float | None, high: float | None) -> str:
    """`0.583 (n 120, 95 % 0.494 to 0.668)`."""
    interval = "no interval" if low is None or high is None else f"95 % {low:.3f} to {high:.3f}"
    return f"{value:.3f} (n {n}, {interval})" if n is not None else f"{value:g}"


def too_few(count: int, planned: int, least: float, done: str) -> str | None:
    """Why a scope is not decided, or None where enough of its planned answers are there."""
    if planned and count >= least * planned - SLACK:
        return None
    return f"{count} of {planned} planned were {done}, under the minimum coverage of {100 * least:g} %"


def coverage_doubt(items: Sequence[ScoredItem], least: float) -> str | None:
    """Why a scope with these items is not decided, or None: too many ended in an error or were never asked."""
    return too_few(sum(item.is_answered for item in items), len(items), least, "answered")

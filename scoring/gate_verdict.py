"""A run against its gate: each rule passed, failed or undecided, with the value it was decided on."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.figures import at
from scoring.gate_check import place_of
from scoring.gate_drops import drop_results
from scoring.gate_items import item_results
from scoring.gate_result import SLACK, GatedRun, GateResult, RuleResult, coverage_doubt, with_interval
from scoring.gates import Gate, Rule
from scoring.scopes import scopes_of
from scoring.scored_item import ScoredItem


def judge(
    gate: Gate,
    summary: Mapping[str, Any],
    items: Sequence[ScoredItem],
    baseline: Sequence[ScoredItem] | None = None,
) -> GateResult:
    """Hold a run against its gate.

    Args:
        gate: Checked before by `scoring.gate_check.check_gate`.
        summary: The run's figures, as `scoring.summary` made them.
        items: The run's items, errors and unasked ones included.
        baseline: The items of the run to compare with, scored by the same rules; None without one.

    Returns:
        The results in the gate's order: bounds, then drops, then item rules.
    """
    scopes = {scope.name: scope.items for scope in scopes_of(items)}
    run = GatedRun(summary, scopes, baseline, summary["scoring"])
    results = [_bound(rule, run) for rule in gate.rules if rule.condition != "max_drop"]
    results += drop_results([rule for rule in gate.rules if rule.condition == "max_drop"], run)
    results += [result for rule in gate.items for result in item_results(rule, run)]
    return GateResult(tuple(results))


_WORDS = {
    "min": ("at least the minimum", "under the minimum"),
    "max": ("at most the maximum", "over the maximum"),
    "min_lower_bound": ("with a lower end of at least", "with a lower end under"),
}


def _bound(rule: Rule, run: GatedRun) -> RuleResult:
    """`min`, `max` and `min_lower_bound`."""
    value, n, low, high = _observed(rule.figure, run.summary)
    held = low if rule.condition == "min_lower_bound" else value
    doubt = coverage_doubt(run.scopes.get(place_of(rule.figure, run.scopes).scope, ()), rule.min_coverage)
    if doubt is None and value is None:
        doubt = f"{rule.figure} has no value" + ("" if n is None else f" (n {n})")
    if doubt is None and held is None:
        doubt = f"{rule.figure} has no interval (n {n})"
    if doubt is not None or value is None or held is None:
        return RuleResult(str(rule), "undecided", doubt or "", value, n, low, high)
    broken = held > rule.limit + SLACK if rule.condition == "max" else held < rule.limit - SLACK
    reason = f"{rule.figure} is {with_interval(value, n, low, high)}, {_WORDS[rule.condition][broken]} {rule.limit:g}"
    return RuleResult(str(rule), "failed" if broken else "passed", reason, value, n, low, high)


def _observed(name: str, summary: Mapping[str, Any]) -> tuple[float | None, int | None, float | None, float | None]:
    """Value, denominator and interval of a figure; all None where the run has none of that name."""
    try:
        figure = at(summary, name)
    except KeyError:
        return None, None, None, None
    if isinstance(figure, Mapping):
        return figure["value"], figure["n"], figure["low"], figure["high"]
    return figure, None, None, None

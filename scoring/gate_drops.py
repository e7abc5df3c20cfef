"""`max_drop`: has a figure dropped by more than is tolerated, against a baseline run, pair by pair."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.comparison import match
from scoring.gate_check import place_of
from scoring.gate_result import GatedRun, RuleResult, coverage_doubt, too_few, with_interval, without_baseline
from scoring.gates import Rule
from scoring.measures import measures_by_name
from scoring.paired import differences, drop_p_value, holm

ALPHA = 0.05
"""A drop is shown when its corrected p-value is at most this."""


def drop_results(rules: Sequence[Rule], run: GatedRun) -> list[RuleResult]:
    """The results of a gate's `max_drop` rules.

    Each tests H0 "the true drop is at most the tolerated one", one-sided and paired. All rules that could be tested are
    corrected together (Holm), so a gate of many rules fails an unchanged model no more often than a gate of one.
    """
    tested = [_tested(rule, run) for rule in rules]
    raw = [result.p for result in tested if result.p is not None]
    corrected = iter(holm(raw))
    return [
        _decided(rule, result, next(corrected)) if result.p is not None else result
        for rule, result in zip(rules, tested, strict=True)
    ]


def _tested(rule: Rule, run: GatedRun) -> RuleResult:
    """The difference and its raw p-value; without a p-value the result is final."""
    if run.baseline is None:
        return without_baseline(str(rule), rule.baseline)
    place = place_of(rule.figure, run.scopes)
    items = run.scopes.get(place.scope, ())
    matched = match(run.baseline, items)
    planned = len({item.name for item in items})
    doubt = coverage_doubt(items, rule.min_coverage) or too_few(
        len(matched.names), planned, rule.min_coverage, "answered in both runs"
    )
    if doubt:
        return RuleResult(str(rule), "undecided", doubt, n=len(matched.names))
    before, after = matched.columns(measures_by_name(run.scoring)[place.figure])
    p = drop_p_value(before, after, matched.clusters, rule.limit)
    (difference,) = differences([before], [after], matched.clusters)
    if p is None:
        return RuleResult(str(rule), "undecided", f"{rule.figure} has no value in one of the runs", n=difference.n)
    low, high = (None, None) if difference.interval is None else (difference.interval.low, difference.interval.high)
    return RuleResult(str(rule), "undecided", "", difference.value, difference.n, low, high, p.value)


def _decided(rule: Rule, result: RuleResult, p_holm: float) -> RuleResult:
    change = result.observed or 0.0
    moved = f"{rule.figure} changed by {with_interval(change, result.n, result.low, result.high)}"
    chance = f"p {p_holm:.3g} ({result.p:.3g} before Holm's correction)"
    if p_holm <= ALPHA:
        reason = f"{moved}: a drop of more than {rule.limit:g} is shown, {chance}"
    elif -change > rule.limit:
        reason = f"{moved}: within noise of a tolerated drop of {rule.limit:g}, {chance}"
    else:
        reason = f"{moved}: no drop of more than {rule.limit:g}, {chance}"
    return replace(result, verdict="failed" if p_holm <= ALPHA else "passed", reason=reason, p_holm=p_holm)

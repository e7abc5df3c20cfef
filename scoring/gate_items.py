"""Rules on each of a list of cases: a smoke list that must not break, repeats that must mostly pass."""

from collections.abc import Callable, Mapping, Sequence

from scoring.comparison import by_case, passes
from scoring.gate_check import cases_named
from scoring.gate_result import GatedRun, RuleResult, VerdictWord, without_baseline
from scoring.gates import ItemRule
from scoring.scored_item import ScoredItem, Scoring

_SHOWN = 10

_Cases = Mapping[str, Sequence[ScoredItem]]


def item_results(rule: ItemRule, run: GatedRun) -> list[RuleResult]:
    """One result for each condition of an item rule. One broken case fails it."""
    items = run.scopes[""]
    wanted = cases_named(rule.cases, items)
    now = by_case(items)
    results = []
    if rule.at_least is not None and rule.of is not None:
        at_least, of = rule.at_least, rule.of
        text = f"items.{rule.name} at_least {at_least} of {of}"
        broken = f"pass in fewer than {at_least} of {of} answers"
        results.append(_result(text, wanted, broken, lambda name: _repeats(now[name], at_least, of, run.scoring)))
    if rule.no_new_failures:
        results.append(_no_new_failures(rule, run, wanted, now))
    return results


def _no_new_failures(rule: ItemRule, run: GatedRun, wanted: Sequence[str], now: _Cases) -> RuleResult:
    text = f"items.{rule.name} no_new_failures"
    if run.baseline is None:
        return without_baseline(text, rule.baseline)
    before = by_case(run.baseline)

    def verdict(name: str) -> VerdictWord:
        old, new = passes(before.get(name, ()), run.scoring), passes(now[name], run.scoring)
        if new or old is False:
            return "passed"
        return "failed" if old and new is False else "undecided"

    return _result(text, wanted, "fail and passed in the baseline", verdict)


def _repeats(answers: Sequence[ScoredItem], at_least: int, of: int, scoring: Scoring) -> VerdictWord:
    """What the answers there are say already, whatever the missing ones would be."""
    known = [passed for item in answers if (passed := item.passed(scoring)) is not None]
    if sum(known) >= at_least:
        return "passed"
    missing = max(0, of - len(known))
    return "undecided" if sum(known) + missing >= at_least else "failed"


def _result(rule: str, names: Sequence[str], broken: str, verdict: Callable[[str], VerdictWord]) -> RuleResult:
    words = {name: verdict(name) for name in names}
    failed = tuple(name for name, word in words.items() if word == "failed")
    unknown = tuple(name for name, word in words.items() if word == "undecided")
    n = len(names)
    if failed:
        reason = f"{len(failed)} of {n} cases {broken}: {_listed(failed)}"
        return RuleResult(rule, "failed", reason, len(failed), n, cases=failed + unknown)
    if unknown or not names:
        reason = f"{len(unknown)} of {n} cases can't be told, for want of answers: {_listed(unknown)}"
        return RuleResult(rule, "undecided", reason, 0, n, cases=unknown)
    return RuleResult(rule, "passed", f"none of {n} cases {broken}", 0, n)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more

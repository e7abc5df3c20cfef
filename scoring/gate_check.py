"""Rules that can't be kept are found before anything is asked."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.figures import figures_by_name
from scoring.gates import Gate, GateError, ItemRule, Rule, nearest
from scoring.intervals import MIN_N, wilson
from scoring.measures import Measure, measures_by_name, plain_measures
from scoring.scopes import Scope, scopes_of
from scoring.scored_item import ScoredItem
from scoring.summary import summarize

_MEASURES: Mapping[str, Measure] = measures_by_name("strict")
_RIGHT_OR_WRONG = frozenset(measure.name for measure in plain_measures())


def check_gate(gate: Gate, planned: Sequence[ScoredItem]) -> None:
    """Check every rule against what a run will have.

    Args:
        planned: One item for every answer the run will ask for; outcomes and scores are not looked at.

    Raises:
        GateError: Unknown figures and cases (with the nearest names), scopes that are not selected, and rules that no
            run of this selection can keep.
    """
    plan = [replace(item, outcome=None) for item in planned]
    names = dict(figures_by_name(summarize(plan)))
    scopes = {scope.name: scope for scope in scopes_of(plan)}
    problems = [problem for rule in gate.rules for problem in _rule_problems(rule, names, scopes)]
    problems += _contradictions(gate.rules)
    problems += [problem for rule in gate.items for problem in _item_problems(rule, plan)]
    if problems:
        raise GateError(problems)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a dotted name stands: its scope's name, and the rest below it."""

    scope: str
    figure: str


def place_of(name: str, scopes: Iterable[str]) -> Place:
    """The longest scope a dotted name begins with."""
    inside = [scope for scope in scopes if scope and name.startswith(f"{scope}.")]
    scope = max(inside, key=len, default="")
    return Place(scope, name[len(scope) + 1 :] if scope else name)


def cases_named(cases: Sequence[str], items: Iterable[ScoredItem]) -> list[str]:
    """The names (`tir_bench/maze-0012`) that a rule's list of cases means; all of them for an empty list."""
    names = list(dict.fromkeys(item.name for item in items))
    wanted = set(cases)
    return [name for name in names if not wanted or name in wanted or name.partition("/")[2] in wanted]


def _rule_problems(rule: Rule, names: Mapping[str, Any], scopes: Mapping[str, Scope]) -> list[str]:
    if rule.figure not in names:
        near = nearest(rule.figure, list(names))
        return [f"{rule.figure}: no such figure in this selection{near or f'; scopes: {_listed(scopes)}'}"]
    place = place_of(rule.figure, scopes)
    problem = (
        _drop_problem(rule, place)
        if rule.condition == "max_drop"
        else _bound_problem(rule, place, names[rule.figure], scopes[place.scope])
    )
    return [f"{rule}: {problem}"] if problem else []


def _drop_problem(rule: Rule, place: Place) -> str | None:
    measure = _MEASURES.get(place.figure)
    if measure is None or measure.of == "planned":
        return "only means over answered items are compared item by item; use min or max"
    if rule.limit < 0 or (measure.is_share and rule.limit >= 1):
        return "the tolerated drop of a share is at least 0 and under 1; 0.02 is two points"
    return None


def _bound_problem(rule: Rule, place: Place, figure: object, scope: Scope) -> str | None:
    """Why a bound is impossible, or None."""
    measure = _MEASURES.get(place.figure)
    if measure is not None and measure.is_share:
        if rule.condition != "max" and rule.limit > 1:
            return "no share is above 1; 0.6 is 60 %"
        if rule.condition == "max" and rule.limit < 0:
            return "no share is below 0"
    if rule.condition != "min_lower_bound":
        return None
    if not isinstance(figure, Mapping):
        return "this figure has no interval; use min"
    return _lower_bound_problem(rule.limit, place, scope)


def _lower_bound_problem(limit: float, place: Place, scope: Scope) -> str | None:
    n = len({item.cluster_key for item in scope.items})
    highest = wilson(n, n)
    if highest is None:
        return f"{n} items are selected in this scope, and under {MIN_N} there is no interval"
    # The bootstrap of graded scores may end above Wilson's interval, so nothing is impossible there.
    is_mean_of_fractions = place.figure.startswith("accuracy") and any(item.graded for item in scope.items)
    if place.figure in _RIGHT_OR_WRONG and not is_mean_of_fractions and limit > highest.low:
        return f"with all {n} selected items right the lower end is {highest.low:.3f}; select more or ask for less"
    return None


def _contradictions(rules: Sequence[Rule]) -> list[str]:
    least = {rule.figure: rule.limit for rule in rules if rule.condition == "min"}
    most = {rule.figure: rule.limit for rule in rules if rule.condition == "max"}
    return [
        f"{figure}: min {limit:g} is above max {most[figure]:g}"
        for figure, limit in least.items()
        if figure in most and limit > most[figure]
    ]


def _item_problems(rule: ItemRule, plan: Sequence[ScoredItem]) -> list[str]:
    asked = Counter(item.name for item in plan)
    known = [*asked, *(name.partition("/")[2] for name in asked)]
    valid = set(known)
    problems = [
        f"items.{rule.name}: no case {case!r} in this selection{nearest(case, known)}"
        for case in rule.cases
        if case not in valid
    ]
    if not asked:
        problems.append(f"items.{rule.name}: no case is selected")
    other = {times for name in cases_named(rule.cases, plan) if (times := asked[name]) != rule.of}
    if rule.of is not None and other and not problems:
        problems.append(
            f"items.{rule.name}: {rule.at_least} of {rule.of}, but its cases are asked {_listed(sorted(other))} "
            f"time{'s' if other != {1} else ''}; ask each item {rule.of} times"
        )
    return problems


def _listed(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in words if word != "")

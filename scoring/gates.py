"""The rules of a gate, read from a TOML table. docs/statistics.md shows one.

min_coverage = 0.95                     # of every rule that names no other
baseline = "optional"                   # the first release has none

[rules]
tir_bench.accuracy.strict = { min = 0.60, max_drop = 0.02 }
tir_bench.maze.accuracy.strict.min_lower_bound = 0.30
errors.share.max = 0.02

[items.smoke]
cases = ["maze-0012", "tir_bench/color-0007"]
no_new_failures = true
at_least = 4
of = 5
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from typing import Any, Literal

Condition = Literal["min", "max", "min_lower_bound", "max_drop"]
Baseline = Literal["required", "optional"]

CONDITIONS: tuple[Condition, ...] = ("min", "max", "min_lower_bound", "max_drop")
DEFAULT_MIN_COVERAGE = 0.95

_RULE_KEYS = (*CONDITIONS, "min_coverage", "baseline")
_ITEM_KEYS = ("cases", "no_new_failures", "at_least", "of", "baseline")
_GATE_KEYS = ("min_coverage", "baseline", "rules", "items")


class GateError(ValueError):
    """A gate can't be used; the message names every problem, the rule it breaks, and the nearest valid names."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        listed = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"the gate has {len(problems)} problem{'s' if len(problems) != 1 else ''}:\n{listed}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One condition on one figure.

    Attributes:
        figure: Dotted name in the summary (`tir_bench.accuracy.strict`).
        condition: `min` and `max` bound the value, `min_lower_bound` the lower end of its 95 % interval, `max_drop`
            the drop against the baseline run (H0: the true drop is at most this; the rule fails when that is refuted).
        limit: In the figure's own unit; shares and drops of shares are 0 to 1.
        min_coverage: Answered share of the figure's scope below which the rule is undecided.
        baseline: Whether a missing baseline leaves the rule undecided (`required`) or lets it pass (`optional`).
    """

    figure: str
    condition: Condition
    limit: float
    min_coverage: float = DEFAULT_MIN_COVERAGE
    baseline: Baseline = "required"

    def __str__(self) -> str:
        return f"{self.figure} {self.condition} {self.limit:g}"


@dataclass(frozen=True, slots=True)
class ItemRule:
    """A condition on each of a list of cases.

    Attributes:
        name: What the gate file calls the list.
        cases: Case ids, alone (`maze-0012`) or with the benchmark (`tir_bench/maze-0012`); empty is every case.
        at_least, of: Each case passes in at least so many of its so many answers; None without this condition.
        no_new_failures: No case fails that passed in the baseline run.
        baseline: As in `Rule`.
    """

    name: str
    cases: tuple[str, ...] = ()
    at_least: int | None = None
    of: int | None = None
    no_new_failures: bool = False
    baseline: Baseline = "required"


@dataclass(frozen=True, slots=True)
class Gate:
    """All rules that a run has to keep."""

    rules: tuple[Rule, ...]
    items: tuple[ItemRule, ...] = ()


def parse_gate(document: Mapping[str, Any]) -> Gate:
    """Read a gate from a parsed TOML table.

    Raises:
        GateError: Unknown keys, values of another type or out of range; all of them at once.
    """
    problems: list[str] = []
    _unknown(document, _GATE_KEYS, "the gate", problems)
    defaults = _defaults(document, Defaults(DEFAULT_MIN_COVERAGE, "required"), "the gate", problems)
    rules = [
        rule
        for figure, table in _leaves(_table(document, "rules", problems), "", problems)
        for rule in _rules(figure, table, defaults, problems)
    ]
    items = [
        _item_rule(name, _table({name: table}, name, problems), defaults, problems)
        for name, table in _table(document, "items", problems).items()
    ]
    if not rules and not items and not problems:
        problems.append("no rule: write at least one, for example `[rules]` with `errors.share.max = 0.02`")
    if problems:
        raise GateError(problems)
    return Gate(tuple(rules), tuple(items))


def nearest(word: str, words: Sequence[str]) -> str:
    """`; nearest: a, b` for a message, "" when nothing is near."""
    close = get_close_matches(word, words, n=3, cutoff=0.6)
    return f"; nearest: {', '.join(close)}" if close else ""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a rule has that does not say otherwise."""

    min_coverage: float
    baseline: Baseline


def _defaults(table: Mapping[str, Any], outer: Defaults, where: str, problems: list[str]) -> Defaults:
    coverage, baseline = table.get("min_coverage", outer.min_coverage), table.get("baseline", outer.baseline)
    if not _is_number(coverage) or not 0 <= coverage <= 1:
        problems.append(f"{where}: min_coverage is {coverage!r}; it is a share, 0 to 1")
        coverage = outer.min_coverage
    if baseline not in ("required", "optional"):
        problems.append(f'{where}: baseline is {baseline!r}; it is "required" or "optional"')
        baseline = outer.baseline
    return Defaults(float(coverage), baseline)


def _leaves(table: Mapping[str, Any], name: str, problems: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(figure, conditions) of each rule. TOML makes nested tables of dotted keys, and one key of a quoted name."""
    values = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    if values and not name:
        problems.append(
            f"rules: {', '.join(values)} stands without a figure; write `<figure>.{next(iter(values))} = …`"
        )
    elif values:
        yield name, values
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{name}.{key}" if name else key, problems)


def _rules(figure: str, table: Mapping[str, Any], outer: Defaults, problems: list[str]) -> Iterator[Rule]:
    _unknown(table, _RULE_KEYS, figure, problems)
    settings = _defaults(table, outer, figure, problems)
    conditions = [condition for condition in CONDITIONS if condition in table]
    if not conditions and not set(table) - set(_RULE_KEYS):
        problems.append(f"{figure}: no condition; write one of {', '.join(CONDITIONS)}")
    for condition in conditions:
        limit = table[condition]
        if not _is_number(limit):
            problems.append(f"{figure}: {condition} is {limit!r}; it is a number, 0.6 for 60 %")
            continue
        yield Rule(figure, condition, float(limit), settings.min_coverage, settings.baseline)


def _item_rule(name: str, table: Mapping[str, Any], outer: Defaults, problems: list[str]) -> ItemRule:
    where = f"items.{name}"
    _unknown(table, _ITEM_KEYS, where, problems)
    settings = _defaults({key: table[key] for key in ("baseline",) if key in table}, outer, where, problems)
    cases = table.get("cases", [])
    if not isinstance(cases, list) or not all(isinstance(case, str) for case in cases):
        problems.append(f'{where}: cases is {cases!r}; it is a list of case ids, ["maze-0012"]')
        cases = []
    at_least, of, new = table.get("at_least"), table.get("of"), table.get("no_new_failures", False)
    if not isinstance(new, bool):
        problems.append(f"{where}: no_new_failures is {new!r}; it is true or false")
    if (at_least is None) != (of is None):
        problems.append(f"{where}: at_least and of belong together: at_least = 4, of = 5")
    elif at_least is not None and not _counts(at_least, of):
        problems.append(f"{where}: at_least {at_least!r} of {of!r} is impossible; whole numbers, 1 <= at_least <= of")
    if at_least is None and not new:
        problems.append(f"{where}: no condition; write no_new_failures = true, or at_least and of")
    return ItemRule(name, tuple(cases), at_least, of, bool(new), settings.baseline)


def _counts(at_least: object, of: object) -> bool:
    whole = type(at_least) is int and type(of) is int
    return whole and 1 <= at_least <= of  # type: ignore[operator]  # both are int here


def _table(document: Mapping[str, Any], key: str, problems: list[str]) -> Mapping[str, Any]:
    table = document.get(key, {})
    if isinstance(table, Mapping):
        return table
    problems.append(f"{key} is {table!r}; it is a table")
    return {}


def _unknown(table: Mapping[str, Any], known: Sequence[str], where: str, problems: list[str]) -> None:
    listed = f"; known: {', '.join(known)}"
    problems.extend(f"{where}: unknown key {key!r}{nearest(key, known) or listed}" for key in table if key not in known)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)

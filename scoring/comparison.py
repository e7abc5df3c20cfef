"""Two runs, item by item: what differs, by how much, and which items changed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from scoring.figures import column
from scoring.intervals import Column
from scoring.measures import Measure, evidence_measures, graded_measures, plain_measures
from scoring.paired import Difference, differences, holm
from scoring.scopes import Kind, Scope, scopes_of
from scoring.scored_item import ScoredItem, Scoring
from scoring.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Matched:
    """The cases that both runs answered.

    Attributes:
        names: `tir_bench/maze-0012`, in the order of the later run.
        before, after: The answers to each case, several where it was asked several times.
        only_before, only_after: Cases planned in one run only.
        unanswered: Cases planned in both that ended in an error, or were not asked, in one.
    """

    names: tuple[str, ...]
    before: tuple[tuple[ScoredItem, ...], ...]
    after: tuple[tuple[ScoredItem, ...], ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    unanswered: tuple[str, ...]

    @property
    def clusters(self) -> list[str]:
        """What is drawn whole: one key a case."""
        return [answers[0].cluster_key for answers in self.after]

    def columns(self, measure: Measure) -> tuple[Column, Column]:
        """Each case's part in a measure before and after; the mean over its answers where it has several."""
        return _case_means(self.before, measure), _case_means(self.after, measure)


@dataclass(frozen=True, slots=True)
class Row:
    """One measure of one scope in two runs.

    Attributes:
        scope, kind, measure: Where it stands: `tir_bench.maze`, `task`, `accuracy.strict`.
        difference: Over the matched cases alone, so its two values may differ a little from the runs' own figures.
        holm: The p-value corrected over the parts of the benchmark (its tasks, its splits, its scenarios); the raw one
            for a benchmark and for the run. None without a p-value.
    """

    scope: str
    kind: Kind
    measure: str
    difference: Difference
    holm: float | None


@dataclass(frozen=True, slots=True)
class Change:
    """A case whose outcome is another one. With several answers, the most frequent outcome speaks."""

    name: str
    before: Outcome
    after: Outcome


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` finds.

    Attributes:
        rows: Every measure of every scope.
        fixed, broken: Cases that pass now and did not, and the other way round. A case asked several times passes when
            more than half of its answers do.
        changed: All cases with another outcome, those in `fixed` and `broken` included.
        matched: What was compared, and what could not be.
    """

    rows: tuple[Row, ...]
    fixed: tuple[str, ...]
    broken: tuple[str, ...]
    changed: tuple[Change, ...]
    matched: Matched


def match(before: Sequence[ScoredItem], after: Sequence[ScoredItem]) -> Matched:
    """Pair the cases of two runs by name."""
    old, new = by_case(before), by_case(after)
    both = [name for name in new if name in old]
    answered = {name: (_answered(old[name]), _answered(new[name])) for name in both}
    names = tuple(name for name in both if all(answered[name]))
    return Matched(
        names=names,
        before=tuple(answered[name][0] for name in names),
        after=tuple(answered[name][1] for name in names),
        only_before=tuple(name for name in old if name not in new),
        only_after=tuple(name for name in new if name not in old),
        unanswered=tuple(name for name in both if not all(answered[name])),
    )


def compare(before: Sequence[ScoredItem], after: Sequence[ScoredItem], scoring: Scoring = "strict") -> Comparison:
    """Compare two runs over the cases that both answered.

    Args:
        before, after: The runs' items, scored by the same rules.
        scoring: Which score decides passing, and A+ in the quadrants.
    """
    matched = match(before, after)
    passed = {
        name: (passes(old, scoring), passes(new, scoring))
        for name, old, new in zip(matched.names, matched.before, matched.after, strict=True)
    }
    changes = (
        Change(name, _outcome(old), _outcome(new))
        for name, old, new in zip(matched.names, matched.before, matched.after, strict=True)
    )
    return Comparison(
        rows=tuple(_corrected(list(_rows(matched, scoring)))),
        fixed=tuple(name for name, pair in passed.items() if pair == (False, True)),
        broken=tuple(name for name, pair in passed.items() if pair == (True, False)),
        changed=tuple(change for change in changes if change.before != change.after),
        matched=matched,
    )


def passes(answers: Sequence[ScoredItem], scoring: Scoring) -> bool | None:
    """Whether a case passes: more than half of its scored answers do. None where none could be scored."""
    known = [passed for item in answers if (passed := item.passed(scoring)) is not None]
    return 2 * sum(known) > len(known) if known else None


def by_case(items: Sequence[ScoredItem]) -> dict[str, list[ScoredItem]]:
    """The answers to each case, by its name in the run, in the order cases first occur."""
    cases: dict[str, list[ScoredItem]] = {}
    for item in items:
        cases.setdefault(item.name, []).append(item)
    return cases


def _rows(matched: Matched, scoring: Scoring) -> Iterator[Row]:
    """The rows of all scopes. A scope that holds the same cases as the one before it repeats nothing."""
    places = {name: place for place, name in enumerate(matched.names)}
    for scope in _scopes(matched):
        part = _part(matched, sorted({places[item.name] for item in scope.items}))
        measures = _measures(scope, scoring)
        pairs = [part.columns(measure) for measure in measures]
        found = differences([pair[0] for pair in pairs], [pair[1] for pair in pairs], part.clusters)
        for measure, difference in zip(measures, found, strict=True):
            p = None if difference.p is None else difference.p.value
            yield Row(scope.name, scope.kind, measure.name, difference, p)


def _scopes(matched: Matched) -> list[Scope]:
    scopes = scopes_of([answers[0] for answers in matched.after])
    benchmarks = sum(scope.kind == "benchmark" for scope in scopes)
    # With one benchmark the run's own figures would be its, tested twice.
    return scopes[1:] if benchmarks <= 1 else scopes


def _measures(scope: Scope, scoring: Scoring) -> list[Measure]:
    measures = [measure for measure in plain_measures() if measure.of == "answered"]
    if any(item.graded for item in scope.items):
        measures += graded_measures()
    if scope.kind != "run" and any(item.has_evidence for item in scope.items):
        measures += evidence_measures(scoring)
    return measures


def _part(matched: Matched, places: Sequence[int]) -> Matched:
    return replace(
        matched,
        names=tuple(matched.names[place] for place in places),
        before=tuple(matched.before[place] for place in places),
        after=tuple(matched.after[place] for place in places),
    )


def _corrected(rows: Sequence[Row]) -> list[Row]:
    """Correct each measure over the parts of one kind below one benchmark."""
    families: dict[tuple[str, Kind, str], list[int]] = {}
    for index, row in enumerate(rows):
        if row.kind not in ("run", "benchmark") and row.holm is not None:
            families.setdefault((row.scope.partition(".")[0], row.kind, row.measure), []).append(index)
    found = list(rows)
    for members in families.values():
        corrected = holm([row.holm for index in members if (row := rows[index]).holm is not None])
        for index, p in zip(members, corrected, strict=True):
            found[index] = replace(rows[index], holm=p)
    return found


def _answered(items: Sequence[ScoredItem]) -> tuple[ScoredItem, ...]:
    return tuple(item for item in items if item.is_answered)


def _case_means(cases: Sequence[Sequence[ScoredItem]], measure: Measure) -> Column:
    if all(len(answers) == 1 for answers in cases):
        return column([answers[0] for answers in cases], measure)
    means: list[float | None] = []
    for answers in cases:
        known = [value for value in column(answers, measure) if value is not None]
        means.append(fmean(known) if known else None)
    return means


def _outcome(answers: Sequence[ScoredItem]) -> Outcome:
    if len(answers) == 1 and answers[0].outcome is not None:
        return answers[0].outcome
    counts = Counter(item.outcome for item in answers if item.outcome is not None)
    return counts.most_common(1)[0][0]

"""A comparison of two runs as tables and as a JSON document."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.gating.scores_file import Row
from bench_plugin.tables import DASH, TITLES, Table
from scoring.comparison import Comparison
from scoring.comparison import Row as MeasureRow
from scoring.measures import measures_by_name
from scoring.scored_item import ScoredItem, Scoring

SCHEMA = 1

HEADLINE = (
    "accuracy.strict",
    "accuracy.official",
    "pass_rate.strict",
    "pass_rate.official",
    "zoomed.grounded_score",
    "zoomed.grounded_correct",
    "all.grounded_correct",
)
"""Measures that are shown unless all are asked for."""

_HEAD = ("before", "after", "difference", "95 % interval", "p (Holm)", "p", "n", "fixed", "broken")


class Regression(NamedTuple):
    """A case that scores less than before.

    Attributes:
        name: `tir_bench/maze-0012`.
        drop: How much less, 0 to 1; the mean over its answers where it has several.
        before, after: The outcomes.
        expected, extracted: The key, and what was read from the later answer; None where there was none.
    """

    name: str
    drop: float
    before: str
    after: str
    expected: str | None
    extracted: str | None


def comparison_tables(comparison: Comparison, *, every_measure: bool = False) -> list[Table]:
    """A table a benchmark and measure: a line a task, split or scenario, and one for all.

    A measure that is the same numbers as one before it is named beside that one: where every answer is right or wrong,
    accuracy and pass rate are.
    """
    shares = {name for name, measure in measures_by_name("strict").items() if measure.is_share}
    tables: dict[tuple[Any, ...], tuple[str, list[str], list[MeasureRow]]] = {}
    for benchmark, measure, rows in _families(comparison.rows):
        if not every_measure and measure not in HEADLINE:
            continue
        key = (benchmark, *((row.scope, row.difference) for row in rows))
        known = tables.setdefault(key, (benchmark, [], rows))
        known[1].append(measure)
    return [
        Table(
            f"{TITLES.get(benchmark, benchmark) or 'all benchmarks'}: {', '.join(sorted(measures, key=_place))}",
            ("task", *_HEAD),
            tuple(_line(row, is_share=measures[0] in shares) for row in rows),
        )
        for benchmark, measures, rows in tables.values()
    ]


def regressions(comparison: Comparison, rows: Mapping[str, Row], scoring: Scoring) -> list[Regression]:
    """Cases that score less than before, the largest drop first.

    Args:
        comparison: Of the two runs.
        rows: The later run's rows, for what its answers were.
        scoring: Which score is meant.
    """
    of_case = {f"{row['benchmark']}/{row['case_id']}": row for row in rows.values()}
    found = []
    matched = comparison.matched
    for name, old, new in zip(matched.names, matched.before, matched.after, strict=True):
        first, second = _score(old, scoring), _score(new, scoring)
        if first is not None and second is not None and second < first:
            row = of_case.get(name, {})
            outcomes = str(old[0].outcome), str(new[0].outcome)
            found.append(Regression(name, first - second, *outcomes, row.get("expected"), row.get("extracted")))
    return sorted(found, key=lambda one: (-one.drop, one.name))


def comparison_document(
    comparison: Comparison, before: ScoredRun, after: ScoredRun, *, warnings: Sequence[str], settings: Sequence[str]
) -> dict[str, Any]:
    """Everything that was found, as JSON can hold it.

    Args:
        comparison: Of the two runs.
        before, after: The runs.
        warnings: Why the comparison is doubtful.
        settings: What differs between them and may.
    """
    matched = comparison.matched
    return {
        "schema": SCHEMA,
        "before": _about(before),
        "after": _about(after),
        "warnings": list(warnings),
        "settings": list(settings),
        "compared": len(matched.names),
        "measures": [_measure(row) for row in comparison.rows],
        "fixed": list(comparison.fixed),
        "broken": list(comparison.broken),
        "changed": [
            {"name": change.name, "before": change.before, "after": change.after} for change in comparison.changed
        ],
        "only_before": list(matched.only_before),
        "only_after": list(matched.only_after),
        "unanswered": list(matched.unanswered),
    }


def _place(measure: str) -> tuple[int, str]:
    return (HEADLINE.index(measure) if measure in HEADLINE else len(HEADLINE)), measure


def _families(rows: Sequence[MeasureRow]) -> list[tuple[str, str, list[MeasureRow]]]:
    """(benchmark, measure, rows): the parts of a benchmark, and all of it last; the whole run's rows by themselves."""
    families: dict[tuple[str, str], list[MeasureRow]] = {}
    for row in rows:
        families.setdefault((row.scope.partition(".")[0], row.measure), []).append(row)
    return [
        (benchmark, measure, sorted(members, key=lambda row: "." not in row.scope))
        for (benchmark, measure), members in families.items()
    ]


def _line(row: MeasureRow, *, is_share: bool) -> tuple[str, ...]:
    found, factor, digits = row.difference, (100 if is_share else 1), (1 if is_share else 2)

    def shown(value: float | None, form: str = "") -> str:
        return DASH if value is None else f"{factor * value:{form}.{digits}f}"

    interval = DASH
    if found.interval is not None:
        interval = f"{shown(found.interval.low, '+')} to {shown(found.interval.high, '+')}"
    return (
        row.scope.partition(".")[2] or "all",
        shown(found.before),
        shown(found.after),
        shown(found.value, "+"),
        interval,
        DASH if row.holm is None else f"{row.holm:.3g}",
        DASH if found.p is None else f"{found.p.value:.3g}",
        str(found.n),
        DASH if found.fixed is None else str(found.fixed),
        DASH if found.broken is None else str(found.broken),
    )


def _measure(row: MeasureRow) -> dict[str, Any]:
    found = row.difference
    return {
        "scope": row.scope,
        "kind": row.kind,
        "measure": row.measure,
        "before": found.before,
        "after": found.after,
        "difference": found.value,
        "n": found.n,
        "low": None if found.interval is None else found.interval.low,
        "high": None if found.interval is None else found.interval.high,
        "test": None if found.p is None else found.p.test,
        "p": None if found.p is None else found.p.value,
        "p_holm": row.holm,
        "fixed": found.fixed,
        "broken": found.broken,
    }


def _about(run: ScoredRun) -> dict[str, Any]:
    return {
        "run": str(run.path),
        "model": run.about["model"],
        "started": run.about["parts"][0]["started"],
        "planned": len(run.items),
        "answered": sum(item.is_answered for item in run.items),
        "servers": sorted({row["server"] for row in run.rows.values() if row["server"] is not None}),
    }


def _score(answers: Sequence[ScoredItem], scoring: Scoring) -> float | None:
    known = [score for item in answers if (score := item.score(scoring)) is not None]
    return fmean(known) if known else None

"""The figures of a run as tables of plain text, for the terminal, pytest-html's page and any other home."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

DASH = "-"
TITLES = {"tir_bench": "TIR-Bench", "viebench": "ViEBench", "vstar": "V*Bench", "samples": "sample set"}
"""Benchmark -> how it is written in tables."""


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a head and lines of cells, all plain text."""

    title: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def score_tables(summary: Mapping[str, Any]) -> tuple[Table, ...]:
    """A table for each benchmark: a line a task, and one for all of it."""
    return tuple(_score_table(name, scope, str(summary["scoring"])) for name, scope in parts_of(summary))


def _score_table(name: str, scope: Mapping[str, Any], scoring: str) -> Table:
    head = ("task", "items", "answered", "passed", "strict", "95 % interval", "official", "95 % interval", "errors")
    named = list(parts_of(scope))
    parts = [pair for pair in named if pair[1]["kind"] == "task"] or [p for p in named if p[1]["kind"] == "split"]
    lines = [_score_line(key, part, scoring) for key, part in parts]
    if len(parts) != 1:
        lines.append(_score_line("all", scope, scoring))
    return Table(f"{TITLES.get(name, name)}: accuracy ({scoring} scores decide)", head, tuple(lines))


def quadrant_tables(summary: Mapping[str, Any]) -> tuple[Table, ...]:
    """The quadrants as a 2 × 2 for each split of each benchmark with evidence, over both denominators."""
    tables = []
    for name, benchmark in parts_of(summary):
        splits = [(key, part) for key, part in parts_of(benchmark) if part["kind"] == "split" and "zoomed" in part]
        for key, part in splits or ([("all", benchmark)] if "zoomed" in benchmark else []):
            tables += [_quadrants(f"{TITLES.get(name, name)}, {key}", part, of) for of in ("zoomed", "all")]
    return tuple(tables)


_DENOMINATORS = {"zoomed": "items with a zoom", "all": "all answered items"}


def _quadrants(title: str, scope: Mapping[str, Any], of: str) -> Table:
    figures = scope[of]
    n = figures["grounded_score"]["n"]
    lines = tuple(
        (row, _share(figures[f"{grounded}_correct"]), _share(figures[f"{grounded}_wrong"]))
        for row, grounded in (("G+", "grounded"), ("G-", "ungrounded"))
    )
    return Table(f"{title}: of {n} {_DENOMINATORS[of]}", ("", "A+", "A-"), lines)


def _share(figure: Mapping[str, Any]) -> str:
    return DASH if figure["value"] is None else f"{percent(figure)} ({_count(figure)})"


def letters_line(benchmark: Mapping[str, Any]) -> str | None:
    """The position bias: how often each letter was answered, and how often it was right; None without any."""
    letters = benchmark.get("letters")
    if letters is None:
        return None
    parts = [
        f"{letter} {percent(letters['answers'][letter])} / {percent(letters['keys'][letter])}"
        for letter in letters["keys"]
        if letter in letters["answers"]
    ]
    return "letters answered / right: " + ", ".join(parts) if parts else None


def parts_of(scope: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(key, figures) of the scopes right below one: benchmarks of a run; tasks, splits and scenarios of a benchmark."""
    for key, part in scope.items():
        if isinstance(part, Mapping) and "kind" in part:
            yield key, part


def _score_line(key: str, scope: Mapping[str, Any], scoring: str) -> tuple[str, ...]:
    strict, official = scope["accuracy"]["strict"], scope["accuracy"]["official"]
    return (
        key,
        str(scope["planned"]),
        str(scope["answered"]),
        _count(scope["pass_rate"][scoring]),
        percent(strict),
        interval(strict),
        percent(official),
        interval(official),
        str(scope["errors"]["count"]),
    )


def percent(figure: Mapping[str, Any]) -> str:
    """A share as percent with one decimal; a dash where there is no value."""
    value = figure["value"]
    return DASH if value is None else f"{100 * value:.1f} %"


def interval(figure: Mapping[str, Any]) -> str:
    """The 95 % interval of a share, in percent."""
    low, high = figure["low"], figure["high"]
    return DASH if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"


def _count(figure: Mapping[str, Any]) -> str:
    count = figure.get("count")
    return DASH if count is None else str(count)


def totals_line(summary: Mapping[str, Any]) -> str:
    """Planned, answered, errors: always stated, and they add up."""
    errors = summary["errors"]
    parts = [f"planned {summary['planned']}", f"answered {summary['answered']}", f"errors {errors['count']}"]
    if errors["judge"]:
        parts[-1] += f" ({errors['model']} model, {errors['judge']} judge)"
    if summary["unasked"]:
        parts.append(f"not asked {summary['unasked']}")
    parts += [f"{word} {summary['outcomes'][word]}" for word in _SAID if summary["outcomes"].get(word)]
    return ", ".join(parts)


_SAID = ("unparsed", "refused", "truncated")


def aligned(table: Table) -> list[str]:
    """The table as lines of text: the first column to the left, numbers to the right."""
    rows = [table.head, *table.lines]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.head))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]

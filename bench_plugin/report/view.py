"""What the sections are made from, and what they are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench_plugin.report.entries import Entry
from bench_plugin.report.plots import Chart, Share
from bench_plugin.tables import TITLES, Table, parts_of
from scoring.comparison import Comparison
from scoring.intervals import wilson
from scoring.scopes import scopes_of
from scoring.scored_item import Scoring

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Baseline:
    """The run this one is compared with.

    Attributes:
        name: How it is called on the page.
        summary: Its figures.
        comparison: Item by item, from it to this run.
    """

    name: str
    summary: Figures
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class RunView:
    """One run, as all sections see it.

    Attributes:
        about: run.json.
        summary: summary.json.
        scopes: The entries of each scope of the summary, by its dotted name; "" has them all, in the run's order.
        baseline: None without one.
    """

    about: Figures
    summary: Figures
    scopes: Mapping[str, tuple[Entry, ...]]
    baseline: Baseline | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All cases with a result."""
        return self.scopes[""]

    @property
    def scoring(self) -> Scoring:
        """Which score decides."""
        scoring: Scoring = self.summary["scoring"]
        return scoring

    def benchmarks(self) -> list[tuple[str, Figures]]:
        """(name, figures) of each benchmark."""
        return list(parts_of(self.summary))

    def deciding(self, scope: Figures) -> Scoring:
        """The score that decides in a scope: the strict one where there is no official."""
        return self.scoring if scope["accuracy"][self.scoring]["n"] else "strict"


@dataclass(frozen=True, slots=True)
class Links:
    """Some items, each a link into the table of items.

    Attributes:
        title: What they have in common.
        fragment: The filter that shows all of them.
        items: (text, fragment) of the first of them.
        more: How many more there are.
    """

    title: str
    fragment: str
    items: tuple[tuple[str, str], ...]
    more: int


@dataclass(frozen=True, slots=True)
class Block:
    """Plots, tables and lists that belong together."""

    title: str
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    links: tuple[Links, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page with a heading and a place in its menu."""

    key: str
    title: str
    lead: str
    blocks: tuple[Block, ...]


def scopes_by_name(entries: Sequence[Entry]) -> dict[str, tuple[Entry, ...]]:
    """The entries of each scope, by its dotted name."""
    by_item = {id(entry.item): entry for entry in entries}
    scopes = scopes_of([entry.item for entry in entries])
    return {scope.name: tuple(by_item[id(item)] for item in scope.items) for scope in scopes}


def title_of(benchmark: str) -> str:
    """How a benchmark is written."""
    return TITLES.get(benchmark, benchmark)


def tasks_of(figures: Figures) -> list[tuple[str, Figures]]:
    """(name, figures) of a benchmark's tasks; of its splits where those are its tasks."""
    parts = list(parts_of(figures))
    return [part for part in parts if part[1]["kind"] == "task"] or of_kind(figures, "split")


def of_kind(figures: Figures, kind: str) -> list[tuple[str, Figures]]:
    """(name, figures) of a benchmark's parts of one kind."""
    return [part for part in parts_of(figures) if part[1]["kind"] == kind]


def share_of(label: str, holds: Sequence[bool]) -> Share:
    """The share of a few items of which something holds, with its interval.

    Args:
        holds: At least one.
    """
    found = wilson(sum(holds), len(holds))
    low, high = (None, None) if found is None else (found.low, found.high)
    return Share(label, sum(holds) / len(holds), low, high, len(holds))


def counted(count: int, thing: str) -> str:
    """`1 item`, `1,215 items`."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def at(figures: Figures | None, *path: str) -> Any:
    """What stands under these keys, None where nothing does."""
    node: Any = figures
    for key in path:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node

"""Which items each scope of a run holds, and the scope's dotted name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.measures import measures_by_name
from scoring.scored_item import ScoredItem

Kind = Literal["run", "benchmark", "split", "scenario", "task"]

RESERVED = frozenset(name.partition(".")[0] for name in measures_by_name("strict")) | {
    *("schema", "scoring", "cost", "kind", "planned", "answered", "unasked", "outcomes", "reasons", "flags"),
    *("extraction", "tokens", "latency_s", "calls", "zooms", "crop_flags", "drop", "patterns", "letters"),
}
"""Names of figures. A task that is called like one gets an underscore behind it."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A part of a run that has figures of its own.

    Attributes:
        name: Dotted: "" for the run, `tir_bench`, `tir_bench.maze`.
        kind: What its last word is; a split before a scenario before a task where one word is several.
        items: The answers in it, in the run's order.
    """

    name: str
    kind: Kind
    items: tuple[ScoredItem, ...]


def scopes_of(items: Sequence[ScoredItem]) -> list[Scope]:
    """The run, then each benchmark with its tasks, splits and scenarios; in the order they first occur.

    A scope below a benchmark holds every item whose task, split or scenario has its name.
    """
    found = [Scope("", "run", tuple(items))]
    for key, _, members in _groups(items, lambda item: (item.benchmark,)):
        found.append(Scope(key, "benchmark", members))
        for part, label, some in _groups(members, lambda item: (item.split, item.scenario, item.task)):
            found.append(Scope(f"{key}.{part}", _kind(label, some), some))
    return found


def _groups(
    items: Iterable[ScoredItem], labels: Callable[[ScoredItem], Iterable[str | None]]
) -> list[tuple[str, str, tuple[ScoredItem, ...]]]:
    """(key, label, items) of each label; an item is in the group of every label it has."""
    groups: dict[str, list[ScoredItem]] = {}
    for item in items:
        for label in dict.fromkeys(labels(item)):
            if label:
                groups.setdefault(label, []).append(item)
    keys: dict[str, str] = {}
    for label in groups:
        key = label.replace(".", "_")
        while key in RESERVED or key in keys:
            key += "_"
        keys[key] = label
    return [(key, label, tuple(groups[label])) for key, label in keys.items()]


def _kind(label: str, items: Sequence[ScoredItem]) -> Kind:
    if any(item.split == label for item in items):
        return "split"
    return "scenario" if any(item.scenario == label for item in items) else "task"

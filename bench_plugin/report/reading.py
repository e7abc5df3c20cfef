"""A run folder read for its page: run.json, the figures, a small entry for each record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench_plugin.report.entries import Entry, entry_of, unasked_items
from bench_plugin.report.view import Baseline, RunView, scopes_by_name
from bench_plugin.run_folder import Place, StoredRun
from scoring.comparison import compare
from scoring.scored_item import ScoredItem
from scoring.summary import summarize


@dataclass(frozen=True, slots=True)
class OtherRun:
    """The run to compare with: its name on the page, and its items."""

    name: str
    items: Sequence[ScoredItem]


def read_run(
    run: StoredRun, places: Mapping[str, Place], summary: Mapping[str, Any] | None, baseline: OtherRun | None
) -> RunView:
    """The view of a run.

    Args:
        run: Its folder.
        places: Where its records lie (`run.index()`).
        summary: summary.json; None computes it from the records (a run that was killed has none).
        baseline: The run to compare with.
    """
    entries = [entry_of(place.record()) for place in places.values()]
    if summary is None:
        items = [entry.item for entry in entries] + unasked_items(run.about, entries)
        summary = summarize(items, run.about["scoring"])
    compared = None if baseline is None else _compared(baseline, entries, summary)
    return RunView(run.about, summary, scopes_by_name(entries), compared)


def changes_of(view: RunView) -> dict[str, str]:
    """What became of each case against the baseline: `fixed`, `broken`, `other outcome`, `same` or `not compared`."""
    if view.baseline is None:
        return {}
    found = view.baseline.comparison
    words = dict.fromkeys(found.matched.names, "same")
    words |= {change.name: "other outcome" for change in found.changed}
    words |= dict.fromkeys(found.fixed, "fixed") | dict.fromkeys(found.broken, "broken")
    return {entry.key: words.get(entry.item.name, "not compared") for entry in view.entries}


def _compared(baseline: OtherRun, entries: Sequence[Entry], summary: Mapping[str, Any]) -> Baseline:
    items = [entry.item for entry in entries]
    scoring = summary["scoring"]
    return Baseline(baseline.name, summarize(baseline.items, scoring), compare(baseline.items, items, scoring))

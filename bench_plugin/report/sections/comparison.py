"""This run against its baseline, item by item."""

from collections.abc import Sequence
from urllib.parse import urlencode

from bench_plugin.report.view import Block, Links, RunView, Section, counted
from bench_plugin.tables import DASH, Table
from scoring.comparison import Row

_SHOWN = 12

_MEASURES = {
    "accuracy.strict": "accuracy, strict",
    "accuracy.official": "accuracy, official",
    "zoomed.grounded_score": "GS, of items with a zoom",
    "zoomed.grounded_correct": "G+A+, of items with a zoom",
    "all.grounded_correct": "G+A+, of all items",
}
_HEAD = ("scope", "measure", "before", "now", "difference", "95 % interval", "p", "p, corrected", "items")
_LEAD = (
    "Differences are over the items both runs answered, paired item by item. The corrected p-value is Holm's over the "
    "tasks, the splits or the scenarios of a benchmark."
)


def comparison_section(view: RunView) -> Section | None:
    """What changed; None without a baseline."""
    if view.baseline is None:
        return None
    found = view.baseline.comparison
    lines = tuple(_line(row) for row in found.rows if row.measure in _MEASURES and row.difference.value is not None)
    matched = found.matched
    apart = f"only in the baseline {len(matched.only_before):,}, only in this run {len(matched.only_after):,}"
    notes = (
        f"Compared: {counted(len(matched.names), 'case')} that both runs answered.",
        f"Not compared: {apart}, without an answer in one of them {len(matched.unanswered):,}.",
    )
    passing = {*found.fixed, *found.broken}
    otherwise = [(c.name, f"{c.before} → {c.after}") for c in found.changed if c.name not in passing]
    several = view.about["selection"]["repeat"] > 1
    lists = (
        _links("broken", "broken", [(name, "") for name in found.broken], several=several),
        _links("fixed", "fixed", [(name, "") for name in found.fixed], several=several),
        _links("with another outcome otherwise", "other outcome", otherwise, several=several),
    )
    block = Block(
        f"Against {view.baseline.name}",
        tables=(Table("Differences", _HEAD, lines),),
        notes=notes,
        links=tuple(links for links in lists if links.items),
    )
    return Section("comparison", "Against the baseline", _LEAD, (block,))


def _links(what: str, change: str, cases: Sequence[tuple[str, str]], *, several: bool) -> Links:
    """Cases by name, with a word on each where there is one.

    Args:
        change: What the filter of the table of items calls them.
        several: Whether a case stands for several answers, each a row of its own.
    """
    shown = [
        (
            f"{name} ({word})" if word else name,
            "#" + urlencode({"q": name.partition("/")[2]} if several else {"item": name}),
        )
        for name, word in sorted(cases)[:_SHOWN]
    ]
    fragment = "#" + urlencode({"change": change})
    return Links(f"{counted(len(cases), 'case')} {what}", fragment, tuple(shown), max(0, len(cases) - _SHOWN))


def _line(row: Row) -> tuple[str, ...]:
    found = row.difference
    interval = DASH if found.interval is None else f"{_points(found.interval.low)} to {_points(found.interval.high)}"
    return (
        row.scope or "run",
        _MEASURES[row.measure],
        _percent(found.before),
        _percent(found.after),
        DASH if found.value is None else _points(found.value),
        interval,
        DASH if found.p is None else f"{found.p.value:.3g}",
        DASH if row.holm is None else f"{row.holm:.3g}",
        f"{found.n:,}",
    )


def _percent(share: float | None) -> str:
    return DASH if share is None else f"{100 * share:.1f} %"


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f}"

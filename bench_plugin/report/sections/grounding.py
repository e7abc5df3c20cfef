"""Did the model look at the evidence: quadrants, the seven measures, and where and how large the crops were."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from bench_plugin.report.entries import Entry
from bench_plugin.report.plots import Chart, QuadrantCounts, Share, crop_scatter, histogram, quadrant_maps, share_bars
from bench_plugin.report.published import VIEBENCH, Published
from bench_plugin.report.view import Block, Figures, RunView, Section, at, of_kind, share_of, title_of
from bench_plugin.tables import DASH, Table, interval, percent
from scoring.grounding import Grounding
from scoring.measures import DENOMINATORS
from scoring.quadrants import LABELS, QUADRANTS

_OF = {"zoomed": "of items with a zoom", "all": "of all items"}
_BRIEFLY = {"zoomed": "zoomed", "all": "all items"}
_MEASURES = ("accuracy", "grounded_score", *QUADRANTS, "tool_ratio")
_HEAD = ("Acc", "GS", *LABELS.values(), "TR")
_READINGS = {
    "first": "the first crop alone",
    "last": "the last crop alone",
    "union": "all crops as one region",
    "requested": "the boxes as written, not as shown",
    "without_large_crops": "without crops above half of the image",
}
_SIZES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 1.0)
_MOST_CALLS = 5
_LEAD = (
    "G+: a crop the model saw has more than half of the evidence in it, or is itself more than half evidence. "
    "A+: the answer passes. The paper's shares are of items with a zoom; shares of all items stand beside them."
)


def grounding_section(view: RunView) -> Section | None:
    """A block for each benchmark with evidence; None without any."""
    named = [(name, figures) for name, figures in view.benchmarks() if "zoomed" in figures]
    if not named:
        return None
    return Section("grounding", "Grounding", _LEAD, tuple(_block(view, name, figures) for name, figures in named))


def _block(view: RunView, name: str, figures: Figures) -> Block:
    splits = [("all", figures), *of_kind(figures, "split")]
    tables = _measure_tables(name, splits)
    grounded = [entry for entry in view.scopes.get(name, ()) if _seen(entry) is not None]
    notes = tuple(filter(None, (at(figures, "patterns", "sentence"), _silence(figures, grounded))))
    charts = [_quadrants(name, splits)] if any(part["all"]["grounded_score"]["n"] for _, part in splits) else []
    if any(_seen(entry) is not None and _crop(entry) is not None for entry in grounded):
        charts += [_scatter(view, name, grounded), _sizes(name, grounded), _by_size(view, name, grounded)]
    if any(_calls(entry) for entry in grounded):
        charts.append(_by_calls(view, name, grounded))
        tables.append(_reading_table(figures))
    tables.append(_crop_table(splits))
    return Block(title_of(name), (*charts, *_scenarios(name, figures)), tuple(tables), notes)


def _silence(figures: Figures, grounded: Sequence[Entry]) -> str | None:
    """Why there is little to draw, None when there is plenty."""
    if not grounded:
        return "No crop is known: the model hides where it looks, or nothing was answered. Only accuracy can be told."
    if not figures["zooms"]["total"]:
        return "No zoom was invoked on any item, so there is no crop to draw; shares of items with a zoom are a dash."
    return None


def _measure_tables(benchmark: str, splits: Sequence[tuple[str, Figures]]) -> list[Table]:
    """The seven measures of every split over both denominators; for ViEBench's own also beside the paper's models."""
    lines = [line for split, part in splits for line in _own_measures(f"{split}, ", part)]
    tables = [Table("The seven measures", ("this run", *_HEAD), tuple(lines))]
    for split, part in splits if benchmark == "viebench" else ():
        if split in VIEBENCH:
            rows = (*_own_measures("this run, ", part), *(_printed(row) for row in VIEBENCH[split]))
            tables.append(Table(f"Beside the paper's models, {split}", ("model", *_HEAD), rows))
    return tables


def _own_measures(name: str, figures: Figures) -> list[tuple[str, ...]]:
    """A line for each denominator."""
    return [
        (f"{name}{_OF[denominator]}", *(percent(figures[denominator][measure]) for measure in _MEASURES))
        for denominator in DENOMINATORS
    ]


def _printed(row: Published) -> tuple[str, ...]:
    shares = [row.accuracy, *(row.grounding or (None,) * 5), row.tool_ratio]
    return (row.model, *(DASH if share is None else f"{share} %" for share in shares))


def _reading_table(figures: Figures) -> Table:
    wanted = [(denominator, key) for denominator in DENOMINATORS for key in ("grounded_score", "grounded_correct")]
    names = {"grounded_score": "GS", "grounded_correct": LABELS["grounded_correct"]}
    head = ("what counts", *(f"{names[key]}, {_BRIEFLY[denominator]}" for denominator, key in wanted))
    lines = [
        (words, *(percent(figures[denominator][reading][key]) for denominator, key in wanted))
        for reading, words in _READINGS.items()
    ]
    return Table("Other readings of the same crops", head, tuple(lines))


def _crop_table(splits: Sequence[tuple[str, Figures]]) -> Table:
    rows: dict[str, Callable[[Figures], str]] = {
        "zoom calls": lambda part: _count(part["zooms"]["total"]),
        "calls that failed": lambda part: _count(part["zooms"]["failed"]),
        "crops never seen (beside the answer)": lambda part: _count(part["zooms"]["unobserved"]),
        "mean coverage": lambda part: percent(part["mean_coverage"]),
        "mean concentration": lambda part: percent(part["mean_concentration"]),
        "gold boxes seen by more than half": lambda part: percent(part["gold_covered"]),
        "right, given G+ (conversion)": lambda part: percent(part["conversion"]),
        "right, given a zoom elsewhere": lambda part: percent(part["accuracy_given"]["ungrounded"]),
        "right, given no zoom": lambda part: percent(part["accuracy_given"]["not_zoomed"]),
        "95 % interval of G+A+, of all items": lambda part: interval(part["all"]["grounded_correct"]),
    }
    lines = tuple((label, *(cell(part) for _, part in splits)) for label, cell in rows.items())
    return Table("Crops and what they are worth", ("", *(split for split, _ in splits)), lines)


def _quadrants(name: str, splits: Iterable[tuple[str, Figures]]) -> Chart:
    parts = [
        QuadrantCounts(f"{split}, {_BRIEFLY[denominator]}", _counts(part[denominator]))
        for split, part in splits
        for denominator in DENOMINATORS
    ]
    caption = "Left: of items with a zoom, the paper's denominator. Right: of all answered items. Stronger: more items."
    return quadrant_maps(f"quadrants-{name}", "Quadrants", parts, caption)


def _counts(figures: Figures) -> tuple[int, int, int, int]:
    first, second, third, fourth = (int(figures[key].get("count") or 0) for key in QUADRANTS)
    return first, second, third, fourth


def _scatter(view: RunView, name: str, entries: Sequence[Entry]) -> Chart:
    dots: dict[bool, Counter[tuple[float, float]]] = {True: Counter(), False: Counter()}
    # Many dots would make the page heavy and hide each other: they are put together on a grid.
    steps = 50 if len(entries) <= 400 else 20
    for entry in entries:
        crop = _crop(entry)
        if crop is not None and crop.any is not None:
            dot = tuple(round(share * steps) / steps for share in (crop.any.coverage, crop.any.concentration))
            dots[bool(entry.passed(view.scoring))][dot[0], dot[1]] += 1
    caption = "One dot an item, its best crop; larger: several. Grey: grounded. Right: wide crops, top: tight ones."
    return crop_scatter(f"crops-{name}", "Coverage and concentration", dots[True], dots[False], caption)


def _sizes(name: str, entries: Sequence[Entry]) -> Chart:
    counts = Counter(_size_bin(crop) for entry in entries if (crop := _crop(entry)) is not None)
    bins = {label: counts[label] for label in _size_labels()}
    caption = "The crop that counts for each item, by its share of the image."
    return histogram(f"sizes-{name}", "Crop size", bins, "share of the image, %", caption)


def _by_size(view: RunView, name: str, entries: Sequence[Entry]) -> Chart:
    groups: dict[str, list[Entry]] = {label: [] for label in _size_labels()}
    for entry in entries:
        if (crop := _crop(entry)) is not None:
            groups[_size_bin(crop)].append(entry)
    named = {f"{label} %": members for label, members in groups.items() if members}
    caption = "Accuracy of the items whose best crop has this share of the image."
    return share_bars(f"by-size-{name}", "Accuracy by crop size", _shares(view, named), caption)


def _by_calls(view: RunView, name: str, entries: Sequence[Entry]) -> Chart:
    groups: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=_calls):
        calls = _calls(entry)
        label = f"{calls} calls" if calls < _MOST_CALLS else f"{_MOST_CALLS} or more"
        groups.setdefault("1 call" if calls == 1 else label, []).append(entry)
    return share_bars(
        f"by-calls-{name}", "Accuracy by number of zooms", _shares(view, groups), "Failed calls count too."
    )


def _scenarios(name: str, figures: Figures) -> list[Chart]:
    scenarios = of_kind(figures, "scenario")
    if len(scenarios) < 2:
        return []
    wanted = (("accuracy", "Accuracy by scenario"), ("grounded_correct", "G+A+ by scenario, of all items"))
    charts = []
    for measure, title in wanted:
        shares = [_figure_share(scenario, part["all"][measure]) for scenario, part in scenarios]
        if any(share.n for share in shares):
            charts.append(share_bars(f"scenario-{measure}-{name}", title, shares))
    return charts


def _figure_share(label: str, figure: Figures) -> Share:
    return Share(label, figure["value"], figure["low"], figure["high"], figure["n"])


def _shares(view: RunView, groups: dict[str, list[Entry]]) -> list[Share]:
    """The share of answers that pass in each group."""
    return [
        share_of(label, [bool(entry.passed(view.scoring)) for entry in members]) for label, members in groups.items()
    ]


def _seen(entry: Entry) -> Grounding | None:
    """The grounding of an entry that counts in a grounding figure."""
    return entry.item.grounding if entry.item.is_answered else None


def _crop(entry: Entry) -> Grounding | None:
    """The grounding of an entry with a crop that the model saw."""
    grounding = _seen(entry)
    return grounding if grounding is not None and grounding.crop_area_share is not None else None


def _calls(entry: Entry) -> int:
    grounding = _seen(entry)
    return 0 if grounding is None else grounding.calls


def _size_bin(grounding: Grounding) -> str:
    share = grounding.crop_area_share or 0.0
    place = next((place for place, edge in enumerate(_SIZES) if share <= edge), len(_SIZES) - 1)
    return _size_labels()[place]


def _size_labels() -> list[str]:
    edges = [f"{100 * edge:g}" for edge in _SIZES]
    return [f"<{edges[0]}", *(f"{low}-{high}" for low, high in pairwise(edges))]


def _count(count: int | None) -> str:
    return DASH if count is None else f"{count:,}"

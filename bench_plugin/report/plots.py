"""The plots of the page: each takes plain numbers and gives a picture with the words that stand for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from bench_plugin.report.canvas import (
    LEGEND_ROW,
    WIDTH,
    Canvas,
    label_room,
    named_rows,
    percent_axis,
    rectangle,
    short,
)
from bench_plugin.report.palette import GHOST, INK, LINE, MAIN, MUTED, OUTCOME_COLOURS, SECOND
from bench_plugin.report.svg import page_svg
from scoring.quadrants import GROUNDED_ABOVE, LABELS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW = 21
_HATCHES = {"unparsed": "///", "truncated": "\\\\\\", "refused": "+++", "model_error": "xxx"}

Dots = Mapping[tuple[float, float], int]
"""(x, y) -> how many lie there."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot on the page.

    Attributes:
        svg: The picture, its text alternative inside.
        caption: What is drawn how, below it.
    """

    title: str
    svg: Markup
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """One bar: a share with its interval, 0 to 1 each.

    Attributes:
        value: None draws a dash.
        tick: Marked on the bar: what guessing gives.
        ghost: Drawn behind: the same in the baseline run.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    tick: float | None = None
    ghost: float | None = None


@dataclass(frozen=True, slots=True)
class QuadrantCounts:
    """Counts of one split over one denominator, in the order G+A+, G+A-, G-A+, G-A-."""

    title: str
    counts: tuple[int, int, int, int]


def share_bars(key: str, title: str, shares: Sequence[Share], caption: str = "") -> Chart:
    """Horizontal bars from 0 to 100 %, value and n written out beside each."""
    labels = [share.label for share in shares]
    with Canvas(len(shares) * _ROW + 30) as canvas:
        axes = canvas.axes(left=label_room(labels), right=94, top=4, bottom=24)
        for row, share in enumerate(shares):
            _share_bar(axes, row, share)
            canvas.beside(axes, WIDTH - 84, row, _percent(share.value), fontweight="bold")
            canvas.beside(axes, WIDTH - 4, row, f"n {share.n:,}", ha="right", color=MUTED, fontsize=8)
        named_rows(axes, labels)
        percent_axis(axes.xaxis)
        axes.set_xlim(0, 1)
        drawn = canvas.drawn()
    words = "; ".join(_share_words(share) for share in shares)
    return Chart(title, page_svg(drawn, key, title, words), caption)


def stacked_bars(key: str, title: str, rows: Mapping[str, Mapping[str, int]], caption: str = "") -> Chart:
    """A full bar a row, cut by the share of each outcome.

    Args:
        rows: Label -> outcome -> count.
    """
    present = [kind for kind in OUTCOME_COLOURS if any(counts.get(kind) for counts in rows.values())]
    legend = LEGEND_ROW * -(-len(present) // 4)
    with Canvas(len(rows) * _ROW + 30 + legend) as canvas:
        axes = canvas.axes(left=label_room(list(rows)), right=20, top=6 + legend, bottom=24)
        for row, counts in enumerate(rows.values()):
            _stack(axes, row, counts, present)
        named_rows(axes, list(rows))
        percent_axis(axes.xaxis)
        axes.set_xlim(0, 1)
        canvas.legend({_spaced(kind): rectangle((0, 0), 1, 1, **_look(kind)) for kind in present})
        drawn = canvas.drawn()
    words = "; ".join(f"{label}: {_counts_words(counts, present)}" for label, counts in rows.items())
    return Chart(title, page_svg(drawn, key, title, words), caption)


def curves(key: str, title: str, lines: Mapping[str, Sequence[float]], at: Sequence[float], caption: str = "") -> Chart:
    """Shares over thresholds, one line a label, told apart by colour, dash and marker."""
    looks = [("-", "o", MAIN), ("--", "s", SECOND), (":", "^", OUTCOME_COLOURS["correct"]), ("-.", "D", MUTED)]
    legend = LEGEND_ROW * -(-len(lines) // 2)
    with Canvas(180 + legend) as canvas:
        axes = canvas.axes(left=44, right=14, top=8 + legend, bottom=36)
        handles = {}
        for place, (label, values) in enumerate(lines.items()):
            dash, marker, colour = looks[place % len(looks)]
            look: dict[str, Any] = {"linestyle": dash, "marker": marker, "color": colour, "markersize": 4.5}
            (handles[short(label)],) = axes.plot(at, values, **look)
        axes.set_xticks(list(at), labels=[f"{threshold:g}" for threshold in at])
        axes.set_xlabel("score above")
        axes.set_ylim(0, 1.02)
        percent_axis(axes.yaxis)
        canvas.legend(handles, columns=2)
        drawn = canvas.drawn()
    words = "; ".join(f"{label}: {_curve_words(values, at)}" for label, values in lines.items())
    return Chart(title, page_svg(drawn, key, title, words), caption)


def histogram(key: str, title: str, bins: Mapping[str, int], unit: str, caption: str = "") -> Chart:
    """Upright bars, one a bin, its count above.

    Args:
        bins: Label -> count of items, in order.
        unit: Of the labels.
    """
    with Canvas(180) as canvas:
        axes = canvas.axes(left=12, right=12, top=18, bottom=38)
        bars = axes.bar(range(len(bins)), list(bins.values()), width=0.82, color=MAIN)
        axes.bar_label(bars, labels=[f"{count:,}" if count else "" for count in bins.values()], fontsize=8, color=INK)
        axes.set_xticks(range(len(bins)), labels=[short(label) for label in bins])
        # A few bins are no wider than many.
        axes.set_xlim(-0.6, max(len(bins), 5) - 0.4)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="x", length=0)
        axes.set_xlabel(short(unit, 40))
        drawn = canvas.drawn()
    words = f"items by {unit}: " + ", ".join(f"{label}: {count}" for label, count in bins.items())
    return Chart(title, page_svg(drawn, key, title, words), caption)


def quadrant_maps(key: str, title: str, parts: Sequence[QuadrantCounts], caption: str = "") -> Chart:
    """2 x 2 heat maps, two a row: rows G+ and G-, columns A+ and A-; darker is a larger share."""
    wide, high = (WIDTH - 40) / 2, 112
    with Canvas(-(-len(parts) // 2) * (high + 34)) as canvas:
        for place, part in enumerate(parts):
            row, column = divmod(place, 2)
            left, top = 28 + column * (wide + 8), 32 + row * (high + 34)
            box = {"left": left, "right": WIDTH - left - wide, "top": top, "bottom": canvas.height - top - high}
            _quadrant_map(canvas.axes(**box), part, first=column == 0)
        drawn = canvas.drawn()
    return Chart(title, page_svg(drawn, key, title, "; ".join(map(_quadrant_words, parts))), caption)


def crop_scatter(key: str, title: str, right: Dots, wrong: Dots, caption: str = "") -> Chart:
    """Coverage against concentration, both 0 to 1; a dot's area grows with how many items lie there.

    Args:
        right, wrong: The crops of items whose answer is right, or wrong.
    """
    with Canvas(300) as canvas:
        axes = canvas.axes(left=62, right=20, top=24, bottom=38)
        limit, rest = GROUNDED_ABOVE, 1.03 - GROUNDED_ABOVE
        axes.add_patch(rectangle((limit, -0.03), rest, 1.06, facecolor=LINE, alpha=0.45))
        axes.add_patch(rectangle((-0.03, limit), limit + 0.03, rest, facecolor=LINE, alpha=0.45))
        looks = {
            "answer right": (right, "o", OUTCOME_COLOURS["correct"]),
            "answer wrong": (wrong, "X", OUTCOME_COLOURS["wrong"]),
        }
        handles = {}
        for label, (dots, marker, colour) in looks.items():
            x, y = ([dot[axis] for dot in dots] for axis in (0, 1))
            sizes = [18 * min(count, 20) for count in dots.values()]
            handles[label] = axes.scatter(x, y, s=sizes, marker=marker, color=colour, alpha=0.75, linewidths=0)
        axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), xlabel="coverage of the evidence")
        axes.set_ylabel("concentration on the evidence")
        percent_axis(axes.xaxis)
        percent_axis(axes.yaxis)
        axes.text(0.76, 0.97, "G+", ha="center", va="top", fontweight="bold", color=MUTED)
        axes.text(0.25, 0.25, "G-", ha="center", va="center", fontweight="bold", color=MUTED)
        canvas.legend(handles, columns=2)
        drawn = canvas.drawn()
    words = f"crops of right answers: {_dots_words(right)}; of wrong answers: {_dots_words(wrong)}"
    return Chart(title, page_svg(drawn, key, title, words), caption)


def _share_bar(axes: "Axes", row: int, share: Share) -> None:
    if share.ghost is not None:
        axes.barh(row, share.ghost, height=0.86, facecolor="none", edgecolor=GHOST, linestyle="--", linewidth=1)
    if share.value is not None:
        axes.barh(row, share.value, height=0.56, color=MAIN, alpha=0.85)
    if share.low is not None and share.high is not None:
        axes.plot([share.low, share.high], [row, row], color=INK, linewidth=1.3, marker="|", markersize=6)
    if share.tick is not None:
        axes.plot([share.tick, share.tick], [row - 0.42, row + 0.42], color=SECOND, linewidth=2)


def _stack(axes: "Axes", row: int, counts: Mapping[str, int], kinds: Sequence[str]) -> None:
    total = sum(counts.get(kind, 0) for kind in kinds)
    left = 0.0
    for kind in kinds:
        if counts.get(kind):
            share = counts[kind] / total
            axes.barh(row, share, left=left, height=0.72, linewidth=0, **_look(kind))
            left += share


def _look(kind: str) -> dict[str, Any]:
    hatch = _HATCHES.get(kind)
    return {"facecolor": OUTCOME_COLOURS[kind], "hatch": hatch, "edgecolor": INK if hatch else "none"}


def _quadrant_map(axes: "Axes", part: QuadrantCounts, *, first: bool) -> None:
    total = sum(part.counts)
    for place, count in enumerate(part.counts):
        row, column = divmod(place, 2)
        share = count / total if total else None
        axes.add_patch(rectangle((column, row), 0.97, 0.95, facecolor=MAIN, alpha=0.05 + 0.5 * (share or 0)))
        middle: dict[str, Any] = {"ha": "center", "va": "center"}
        axes.text(column + 0.485, row + 0.4, _percent(share), fontsize=10.5, fontweight="bold", **middle)
        axes.text(column + 0.485, row + 0.74, f"{count:,}", fontsize=8, color=MUTED, **middle)
    axes.set(xlim=(0, 2), ylim=(2, 0))
    axes.set_xticks([0.5, 1.5], labels=["A+", "A-"])
    axes.set_yticks([0.5, 1.5], labels=["G+", "G-"] if first else ["", ""])
    axes.tick_params(length=0, labeltop=True, labelbottom=False, pad=1)
    axes.spines[:].set_visible(False)
    axes.set_title(f"{short(part.title, 24)} (n {total:,})", fontsize=8.5, loc="left", pad=3)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _spaced(kind: str) -> str:
    return kind.replace("_", " ")


def _share_words(share: Share) -> str:
    if share.value is None:
        return f"{share.label}: no value"
    words = f"{share.label}: {_percent(share.value)} of {share.n}"
    if share.low is not None and share.high is not None:
        words += f", 95 % {100 * share.low:.1f} to {100 * share.high:.1f}"
    if share.tick is not None:
        words += f", guessing gives {_percent(share.tick)}"
    return words if share.ghost is None else f"{words}, baseline {_percent(share.ghost)}"


def _counts_words(counts: Mapping[str, int], kinds: Sequence[str]) -> str:
    return ", ".join(f"{_spaced(kind)} {counts[kind]}" for kind in kinds if counts.get(kind))


def _curve_words(values: Sequence[float], at: Sequence[float]) -> str:
    pairs = zip(values, at, strict=True)
    return ", ".join(f"{_percent(value)} above {threshold:g}" for value, threshold in pairs)


def _quadrant_words(part: QuadrantCounts) -> str:
    counts = zip(LABELS.values(), part.counts, strict=True)
    return f"{part.title}: " + ", ".join(f"{label} {count}" for label, count in counts)


def _dots_words(dots: Dots) -> str:
    grounded = sum(count for dot, count in dots.items() if max(dot) > GROUNDED_ABOVE)
    return f"{sum(dots.values())}, of them grounded {grounded}"

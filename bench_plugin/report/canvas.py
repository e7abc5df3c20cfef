"""One plot's surface: matplotlib with the page's style, measured in units of the view box, written as SVG."""

import io
import logging
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from bench_plugin.report.palette import INK, LINE, MUTED
from bench_plugin.report.svg import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 330
"""Of every plot, in the units of its view box; about a CSS pixel each."""

LEGEND_ROW = 15
_LONGEST_LABEL = 20
_CHARACTER = 5.7
_STYLE: Mapping[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gazecheck",
    "font.size": 9,
    "font.family": "DejaVu Sans",
    # A label such as "$x$" is a label, not a formula.
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.labelsize": 8.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 9,
    "hatch.linewidth": 0.7,
    "hatch.color": INK,
}


class Canvas:
    """A figure to draw on, inside of a `with`: matplotlib's style is global, and ours only meanwhile.

    Args:
        height: In units of the view box.
    """

    def __init__(self, height: float) -> None:
        self.height = height

    def __enter__(self) -> Self:
        # Its fonts only measure: which glyphs they lack, and where their list is kept, concerns nobody.
        logging.getLogger("matplotlib").setLevel(logging.ERROR)
        import matplotlib as mpl
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        self._style = mpl.rc_context({**_STYLE})  # type: ignore[dict-item]  # every setting has a type of its own
        self._style.__enter__()
        self._figure = Figure(figsize=(WIDTH / 72, self.height / 72), facecolor="none")
        FigureCanvasSVG(self._figure)
        return self

    def __exit__(self, *failure: Any) -> None:  # Any: what a context manager is handed
        self._style.__exit__(*failure)

    def axes(self, *, left: float, right: float, top: float, bottom: float) -> "Axes":
        """Axes that far from the edges."""
        size = ((WIDTH - left - right) / WIDTH, (self.height - top - bottom) / self.height)
        return self._figure.add_axes((left / WIDTH, bottom / self.height, *size), facecolor="none")

    def beside(self, axes: "Axes", x: float, row: float, text: str, **look: Any) -> None:
        """A text at a row of the axes, `x` units from the left edge of the plot."""
        from matplotlib.transforms import blended_transform_factory

        where = blended_transform_factory(self._figure.transFigure, axes.transData)
        axes.text(x / WIDTH, row, text, transform=where, va="center", clip_on=False, **look)

    def legend(self, handles: Mapping[str, Any], columns: int = 4) -> None:
        """The legend, on top; it takes `LEGEND_ROW` for every row of `columns` labels."""
        self._figure.legend(
            list(handles.values()),
            list(handles),
            loc="upper left",
            bbox_to_anchor=(0, 1),
            ncols=columns,
            frameon=False,
            fontsize=8.5,
            handlelength=1.6,
            columnspacing=1.2,
            borderaxespad=0.1,
        )

    def drawn(self) -> str:
        """The SVG."""
        text = io.StringIO()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
            self._figure.savefig(text, format="svg", facecolor="none", metadata={"Date": None})
        return text.getvalue()


def rectangle(corner: tuple[float, float], width: float, height: float, **look: Any) -> Any:
    """A filled rectangle, to be added to axes."""
    from matplotlib.patches import Rectangle

    return Rectangle(corner, width, height, linewidth=0, **look)


def named_rows(axes: "Axes", labels: Sequence[str]) -> None:
    """A row a label, from the top down."""
    axes.set_yticks(range(len(labels)), labels=[short(label) for label in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.spines["left"].set_visible(False)


def percent_axis(axis: Any) -> None:  # Any: an XAxis or a YAxis, which share no public type with these methods
    """Ticks and lines at every quarter of 0 to 1, written in percent."""
    axis.set_ticks([0, 0.25, 0.5, 0.75, 1], labels=["0", "25", "50", "75", "100 %"])
    axis.grid(visible=True, color=LINE, linewidth=0.6)


def label_room(labels: Sequence[str]) -> float:
    """How far from the left edge axes begin, so that their row labels fit."""
    return 12 + _CHARACTER * max((len(short(label)) for label in labels), default=4)


def short(label: str, longest: int = _LONGEST_LABEL) -> str:
    """A label from data as a plot can write it: one line, no control characters, cut."""
    line = printable(label[:longest])
    return line if len(label) <= longest else f"{line[:-1]}…"

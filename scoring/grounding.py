"""Did the model look at the evidence: one item's crops against its gold boxes.

The choices the paper (arXiv 2601.11633) leaves open are made here and listed in docs/grounding.md: the best crop by IoA
counts, the shown box and not the requested one, a whole-image "zoom" counts as the formula says and is flagged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from scoring.quadrants import GROUNDED_ABOVE, is_grounded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Corners = tuple[float, float, float, float]

LARGE_ABOVE = 0.5
"""A crop of more than this share of the image is hardly a zoom."""

Flag = Literal["concentration_only", "whole_image_zoom", "degenerate"]


@dataclass(frozen=True, slots=True)
class ZoomCall:
    """One time the model invoked a zoom. Boxes are (x0, y0, x1, y1) in pixels of the original, upright image.

    Attributes:
        shown: The region really cut out, after padding or a minimum size; None when the call failed.
        requested: The box the model wrote; None when it wrote none.
        observed: Whether the model got to see the crop (False for one made beside a final answer).
        error: Why the call failed; None when it worked.
        image: Which picture of the question. The evidence lies on the first, 0.
    """

    shown: Corners | None
    requested: Corners | None = None
    observed: bool = True
    error: str | None = None
    image: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """How one crop, or several taken together, meets the gold box it meets best. Shares are 0 to 1."""

    coverage: float
    concentration: float

    @property
    def ioa(self) -> float:
        """The larger of the two."""
        return max(self.coverage, self.concentration)

    @property
    def grounded(self) -> bool:
        """Whether it counts as having looked at the evidence."""
        return is_grounded(self.ioa)


@dataclass(frozen=True, slots=True)
class Grounding:
    """What the crops of one item say.

    A *seen* crop is one of a call that worked and that the model got to see. Failed and unobserved calls make the item
    zoomed, and give no crop. Everything about crops is None where none was seen.

    Attributes:
        calls, failed, unobserved: Zoom calls; those that failed; those that worked and were never seen.
        best: Index of the call whose crop counts: highest IoA, then highest IoU, then the earliest.
        any: The crop that counts, against the gold box it meets best. This decides G+.
        first, last: The first and the last seen crop.
        union: All seen crops as one region: coverage by it, concentration over its area.
        requested: As `any`, with the boxes the model wrote in place of the shown ones.
        grounded_without_large: G+ when crops of more than half of the image are left out.
        by_coverage: Whether some seen crop covers more than half of some gold box.
        iou: Of the crop that counts, with the gold box it meets best.
        crop_area_share: Its share of the image.
        gold_coverage: For each gold box the share that all seen crops show together.
        flags: `concentration_only` (G+, and no crop covers half of a gold box), `whole_image_zoom` (a seen crop is
            more than half of the image), `degenerate` (a shown box without area).
    """

    calls: int
    failed: int
    unobserved: int
    best: int | None = None
    any: View | None = None
    first: View | None = None
    last: View | None = None
    union: View | None = None
    requested: View | None = None
    grounded_without_large: bool = False
    by_coverage: bool = False
    iou: float | None = None
    crop_area_share: float | None = None
    gold_coverage: tuple[float, ...] = ()
    flags: tuple[Flag, ...] = ()

    @property
    def zoomed(self) -> bool:
        """Whether a zoom was invoked, also when the call failed or its crop was never seen."""
        return self.calls > 0

    @property
    def grounded(self) -> bool:
        """G+: a seen crop has an IoA above one half."""
        return self.any is not None and self.any.grounded

    @property
    def gold_covered(self) -> float:
        """Share of the gold boxes of which more than half was seen."""
        if not self.gold_coverage:
            return 0.0
        return sum(share > GROUNDED_ABOVE for share in self.gold_coverage) / len(self.gold_coverage)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for a record."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Grounding":
        """The record's values back; lists become tuples."""
        views = ("any", "first", "last", "union", "requested")
        values = dict(stored)
        values |= {key: View(**values[key]) for key in views if values.get(key) is not None}
        values |= {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return cls(**values)


def ground(calls: Sequence[ZoomCall], gold: Sequence[Corners], image_size: tuple[int, int]) -> Grounding:
    """Compare one item's crops with its evidence.

    Args:
        calls: Every zoom call in order, failed and unobserved ones too.
        gold: The item's gold boxes.
        image_size: (width, height) in pixels of the original, upright image.

    Raises:
        ValueError: There is no gold box, one has no area, or the image has none. A crop without area is the model's
            data: it is a crop that shows nothing, and flagged.
    """
    if not gold:
        raise ValueError("0 gold boxes: an item without evidence has no grounding; is the item's evidence field empty?")
    if min(image_size) <= 0:
        raise ValueError(f"the image is {image_size[0]} x {image_size[1]} pixels; width and height are above 0")
    failed = sum(call.error is not None or call.shown is None for call in calls)
    seen = [index for index, call in enumerate(calls) if call.observed and call.error is None and call.shown]
    unobserved = len(calls) - failed - len(seen)
    _checked_gold(gold)
    counts = Grounding(len(calls), failed, unobserved, gold_coverage=(0.0,) * len(gold))
    return _ground_seen(counts, calls, seen, gold, image_size) if seen else counts


@dataclass(frozen=True, slots=True)
class _Overlaps:
    """Crops by gold boxes, shape (P, G) each. Rows of crops that show nothing of the evidence's picture are zeros."""

    coverage: "NDArray[np.float64]"
    concentration: "NDArray[np.float64]"
    iou: "NDArray[np.float64]"

    def best(self, rows: Sequence[int]) -> tuple[int, int]:
        """The (crop, gold box) pair with the highest IoA among these rows, then IoU, then the earliest."""
        pairs = [(row, column) for row in rows for column in range(self.iou.shape[1])]
        return max(pairs, key=lambda pair: (self.view(*pair).ioa, self.iou[pair]))

    def view(self, row: int, column: int) -> View:
        return View(float(self.coverage[row, column]), float(self.concentration[row, column]))


def _ground_seen(
    counts: Grounding, calls: Sequence[ZoomCall], seen: Sequence[int], gold: Sequence[Corners], size: tuple[int, int]
) -> Grounding:
    """The counts of an item with at least one seen crop, completed by what the crops say."""
    from scoring.boxes import has_area

    shown = [calls[index].shown or (0, 0, 0, 0) for index in seen]
    solid = [has_area(box) for box in shown]
    usable = [ok and calls[index].image == 0 for ok, index in zip(solid, seen, strict=True)]
    overlaps = _overlaps(shown, usable, gold)
    row, column = overlaps.best(range(len(seen)))
    whole = [_area_share(box, size) if ok else 0.0 for box, ok in zip(shown, usable, strict=True)]
    small = [place for place, share in enumerate(whole) if share <= LARGE_ABOVE]
    union, gold_coverage = _union([box for box, ok in zip(shown, usable, strict=True) if ok], gold)
    any_view = overlaps.view(row, column)
    by_coverage = bool((overlaps.coverage > GROUNDED_ABOVE).any())
    flags: dict[Flag, bool] = {
        "concentration_only": any_view.grounded and not by_coverage,
        "whole_image_zoom": len(small) < len(seen),
        "degenerate": not all(solid),
    }
    return replace(
        counts,
        best=seen[row],
        any=any_view,
        first=overlaps.view(*overlaps.best([0])),
        last=overlaps.view(*overlaps.best([len(seen) - 1])),
        union=union,
        requested=_requested([calls[index] for index in seen], gold),
        grounded_without_large=bool(small) and overlaps.view(*overlaps.best(small)).grounded,
        by_coverage=by_coverage,
        iou=float(overlaps.iou[row, column]),
        crop_area_share=whole[row],
        gold_coverage=gold_coverage,
        flags=tuple(flag for flag, raised in flags.items() if raised),
    )


def _overlaps(crops: Sequence[Corners], usable: Sequence[bool], gold: Sequence[Corners]) -> _Overlaps:
    import numpy as np

    from scoring import boxes

    golden = _checked_gold(gold)
    rows = np.flatnonzero(usable)
    pred = boxes.as_boxes([crops[int(row)] for row in rows], "crops")

    tables = np.zeros((3, len(crops), len(gold)))
    tables[:, rows] = [boxes.coverage(pred, golden), boxes.concentration(pred, golden), boxes.iou(pred, golden)]
    return _Overlaps(*tables)


def _union(crops: Sequence[Corners], gold: Sequence[Corners]) -> tuple[View, tuple[float, ...]]:
    """The union against the gold box it meets best, and its coverage of every gold box."""
    from scoring import boxes

    pred, golden = boxes.as_boxes(crops, "crops"), _checked_gold(gold)
    covered, concentrated = boxes.union_coverage(pred, golden), boxes.union_concentration(pred, golden)
    views = [View(float(one), float(other)) for one, other in zip(covered, concentrated, strict=True)]
    return max(views, key=lambda view: view.ioa), tuple(float(share) for share in covered)


def _requested(calls: Sequence[ZoomCall], gold: Sequence[Corners]) -> View | None:
    """The best of the boxes the model wrote for the crops it saw; None when it wrote none."""
    from scoring.boxes import has_area

    written = [call for call in calls if call.requested is not None]
    if not written:
        return None
    corners = [call.requested or (0, 0, 0, 0) for call in written]
    usable = [has_area(box) and call.image == 0 for box, call in zip(corners, written, strict=True)]
    overlaps = _overlaps(corners, usable, gold)
    return overlaps.view(*overlaps.best(range(len(written))))


def _checked_gold(gold: Sequence[Corners]) -> "NDArray[np.float64]":
    from scoring.boxes import as_boxes

    return as_boxes(gold, "gold")


def _area_share(box: Corners, size: tuple[int, int]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1]) / (size[0] * size[1])

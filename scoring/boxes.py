"""Corners, area, IoU, coverage, concentration, IoA: every overlap the suite knows.

Boxes are (x0, y0, x1, y1) in pixels of the original image in its upright frame: map a crop of a crop back first,
nothing here knows which view a box came from. Edges are continuous, so there is no +1 as in the PASCAL VOC devkit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Boxes = NDArray[np.float64]
"""Shape (N, 4); made and checked by `as_boxes`."""

Corners = tuple[float, float, float, float]


def as_boxes(corners: ArrayLike, name: str = "boxes") -> Boxes:
    """Boxes as an array, checked.

    Args:
        corners: N boxes of four numbers; an empty sequence is no box.
        name: What to call them in a message.

    Raises:
        ValueError: Not four numbers a box, a number that is not finite, or a box without area.
    """
    array = np.asarray(corners, dtype=np.float64)
    if array.size == 0:
        return np.empty((0, 4))
    if array.ndim != 2 or array.shape[1] != 4:
        raise ValueError(f"{name} have shape {array.shape}; boxes are N rows of (x0, y0, x1, y1)")
    for row in np.flatnonzero(~np.isfinite(array).all(axis=1)):
        raise ValueError(f"{name}[{row}] is not finite: {array[row].tolist()}. Corners are pixels, so plain numbers")
    for row in np.flatnonzero(~with_area(array)):
        raise ValueError(
            f"{name}[{row}] has no area: {array[row].tolist()}. Boxes are (x0, y0, x1, y1) in pixels with x0 < x1 and "
            "y0 < y1; is this one (x, y, width, height)?"
        )
    return array


def has_area(box: Sequence[float]) -> bool:
    """Whether one box is four finite corners with x0 < x1 and y0 < y1 and an area a float can hold."""
    array = np.asarray(box, dtype=np.float64)
    return array.shape == (4,) and bool(with_area(array[None])[0])


def with_area(boxes: Boxes) -> NDArray[np.bool_]:
    """Which rows of an unchecked (N, 4) array are boxes with an area, shape (N,)."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        sides = boxes[:, 2:] - boxes[:, :2]
        size = sides[:, 0] * sides[:, 1]
    result: NDArray[np.bool_] = (
        np.isfinite(boxes).all(axis=1) & (sides > 0).all(axis=1) & (size > 0) & np.isfinite(size)
    )
    return result


def area(boxes: Boxes) -> NDArray[np.float64]:
    """Area of each box in square pixels, shape (N,)."""
    sides = boxes[:, 2:] - boxes[:, :2]
    result: NDArray[np.float64] = sides[:, 0] * sides[:, 1]
    return result


def intersection(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Common area of each predicted and each gold box in square pixels, shape (P, G). A shared edge is 0."""
    low = np.maximum(pred[:, None, :2], gold[None, :, :2])
    high = np.minimum(pred[:, None, 2:], gold[None, :, 2:])
    sides = np.maximum(high - low, 0.0)
    result: NDArray[np.float64] = sides[..., 0] * sides[..., 1]
    return result


def coverage(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Share of each gold box that each predicted box contains.

    One side of IoA: the gold area divides. `concentration` divides by the predicted area.

    Args:
        pred: Crops the model looked at, shape (P, 4).
        gold: Annotated evidence, shape (G, 4).

    Returns:
        Shape (P, G), values in [0, 1]. P = 0 gives shape (0, G).

    Source: arXiv 2601.11633, first term of IoA.
    """
    return intersection(pred, gold) / area(gold)[None, :]


def concentration(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Share of each predicted box that lies in each gold box: 1 for a crop of a few pixels inside the evidence.

    Returns:
        Shape (P, G), values in [0, 1].

    Source: arXiv 2601.11633, second term of IoA.
    """
    return intersection(pred, gold) / area(pred)[:, None]


def ioa(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """The larger of coverage and concentration, shape (P, G): 1 as soon as one box contains the other.

    Source: arXiv 2601.11633.
    """
    return np.maximum(coverage(pred, gold), concentration(pred, gold))


def iou(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Intersection over union, shape (P, G), values in [0, 1]."""
    common = intersection(pred, gold)
    first, second = area(pred)[:, None], area(gold)[None, :]
    # a + b - common loses the last bits where one box holds the other; this form is then exactly the larger area.
    return common / (np.maximum(first, second) + (np.minimum(first, second) - common))


def union_area(boxes: Boxes) -> float:
    """Area that at least one of the boxes covers, in square pixels; exact, each pixel counted once."""
    if not len(boxes):
        return 0.0
    xs, ys = np.unique(boxes[:, [0, 2]]), np.unique(boxes[:, [1, 3]])
    # Between neighbouring edges nothing changes, so each cell of this grid is inside a box or outside all.
    inside = np.zeros((len(xs) - 1, len(ys) - 1), dtype=bool)
    columns, rows = np.searchsorted(xs, boxes[:, [0, 2]]), np.searchsorted(ys, boxes[:, [1, 3]])
    for (left, right), (top, bottom) in zip(columns, rows, strict=True):
        inside[left:right, top:bottom] = True
    return float(np.diff(xs) @ inside @ np.diff(ys))


def union_intersection(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Area of each gold box that lies in at least one predicted box, in square pixels, shape (G,)."""
    parts = []
    for box in gold:
        inside = np.concatenate([np.maximum(pred[:, :2], box[:2]), np.minimum(pred[:, 2:], box[2:])], axis=1)
        parts.append(union_area(inside[with_area(inside)]))
    return np.array(parts, dtype=np.float64)


def union_coverage(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Share of each gold box that the predicted boxes contain together, shape (G,), values in [0, 1]."""
    return np.minimum(union_intersection(pred, gold) / area(gold), 1.0)


def union_concentration(pred: Boxes, gold: Boxes) -> NDArray[np.float64]:
    """Share of all that the predicted boxes cover together that lies in each gold box, shape (G,).

    P = 0 gives zeros: nothing was looked at.
    """
    whole = union_area(pred)
    if whole == 0:
        return np.zeros(len(gold))
    return np.minimum(union_intersection(pred, gold) / whole, 1.0)


@dataclass(frozen=True, slots=True)
class BoxScore:
    """How well a box that was given as the answer fits.

    Attributes:
        iou: 0 to 1; 0 for a box without area.
        degenerate: Whether the box has no area (or is not finite).
    """

    iou: float
    degenerate: bool


def box_score(pred: Sequence[float], gold: Corners) -> BoxScore:
    """IoU of an answered box with the gold one. A model's bad box is data: it scores 0 and is flagged.

    Raises:
        ValueError: The gold box has no area; that is an error of the data set.
    """
    checked = as_boxes([gold], "gold")
    if not has_area(pred):
        return BoxScore(0.0, degenerate=True)
    return BoxScore(float(iou(as_boxes([pred], "pred"), checked)[0, 0]), degenerate=False)

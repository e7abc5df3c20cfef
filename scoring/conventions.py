"""A wrong reading of a model's boxes is said out loud; the score is never taken from the better one.

A model that writes 0-1000 and is read as writing pixels looks in the wrong places all run long. Its raw numbers tell:
under the right reading they fit the gold far better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Corners = tuple[float, float, float, float]
Unit = Literal["pixels", "thousand", "fraction", "original_pixels"]
Order = Literal["xyxy", "yxyx", "xywh"]

UNIT_WORDS: dict[Unit, str] = {
    "pixels": "pixels of the image as sent",
    "thousand": "0-1000",
    "fraction": "fractions 0-1",
    "original_pixels": "pixels of the original image",
}
ORDER_WORDS: dict[Order, str] = {"xyxy": "x first", "yxyx": "y first", "xywh": "x, y, width, height"}

TIMES = 3
GAIN = 0.05
FEW = 5
GAIN_OF_FEW = 0.3


@dataclass(frozen=True, slots=True)
class Reading:
    """What four numbers mean."""

    unit: Unit
    order: Order = "xyxy"

    def __str__(self) -> str:
        return f"{UNIT_WORDS[self.unit]}, {ORDER_WORDS[self.order]}"


@dataclass(frozen=True, slots=True)
class WrittenBoxes:
    """The boxes of one item as the model wrote them.

    Attributes:
        boxes: Four numbers each, as they stand in the reply; boxes on the whole image only, not on an earlier crop.
        sent_size, original_size: (width, height) in pixels of the image as sent, and of the original, both upright.
        gold: Gold boxes as corners in pixels of the original.
    """

    boxes: tuple[Corners, ...]
    sent_size: tuple[int, int]
    original_size: tuple[int, int]
    gold: tuple[Corners, ...]


@dataclass(frozen=True, slots=True)
class ConventionHint:
    """Another reading fits far better.

    Attributes:
        configured, better: The reading that was scored, and the one that fits.
        configured_iou, better_iou: Median over items of the best IoU of a written box with a gold box.
        n: Items with at least one written box.
    """

    configured: Reading
    better: Reading
    configured_iou: float
    better_iou: float
    n: int

    @property
    def message(self) -> str:
        """One sentence for the report."""
        return (
            f"The model's boxes would fit the gold far better read as {self.better} (median IoU {self.better_iou:.2f}) "
            f"than as configured, {self.configured} ({self.configured_iou:.2f}), over {self.n} "
            f"item{'s' if self.n != 1 else ''}. Scores use the configured reading; check the profile's `coordinates` "
            "and `box_order`."
        )


_READINGS = tuple(Reading(unit, order) for unit, order in product(UNIT_WORDS, ORDER_WORDS))


def convention_hint(items: Sequence[WrittenBoxes], configured: Reading) -> ConventionHint | None:
    """Whether the boxes would fit far better under another reading.

    *Far better* is a median IoU at least three times as high and higher by 0.05; by 0.3 with fewer than five items,
    where one lucky box would do.

    Args:
        items: Items with evidence, whatever the score of each.
        configured: The reading the scores were made with.

    Returns:
        The best other reading, None when the configured one fits or no other does better.
    """
    fits = [_fits(item) for item in items if item.boxes]
    if not fits:
        return None
    medians = dict(zip(_READINGS, (median(values) for values in zip(*fits, strict=True)), strict=True))
    own = medians[configured]
    # Of readings that fit alike (sent and original have the same size) the one nearest to the profile is named.
    better = max(medians, key=lambda reading: (medians[reading], _same_parts(reading, configured)))
    gain = medians[better] - own
    if medians[better] < TIMES * own or gain < (GAIN_OF_FEW if len(fits) < FEW else GAIN):
        return None
    return ConventionHint(configured, better, own, medians[better], len(fits))


def _same_parts(one: Reading, other: Reading) -> int:
    return (one.unit == other.unit) + (one.order == other.order)


def _fits(item: WrittenBoxes) -> list[float]:
    """The best IoU of the item's boxes under each reading; 0 where none has an area."""
    import numpy as np

    from scoring.boxes import as_boxes, iou, with_area

    written = np.nan_to_num(np.array(item.boxes, dtype=np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    corners = np.concatenate([_corners(written, reading, item) for reading in _READINGS])
    solid = with_area(corners)
    best = np.zeros(len(corners))
    if solid.any():
        best[solid] = iou(as_boxes(corners[solid]), as_boxes(item.gold, "gold")).max(axis=1)
    return [float(value) for value in best.reshape(len(_READINGS), -1).max(axis=1)]


def _corners(written: "NDArray[np.float64]", reading: Reading, item: WrittenBoxes) -> "NDArray[np.float64]":
    """Written numbers as corners in original pixels under a reading, cut at the edges of the image."""
    import numpy as np

    boxes = written[:, [1, 0, 3, 2]] if reading.order == "yxyx" else written.copy()
    size = np.array(item.original_size * 2, dtype=np.float64)
    whole: dict[Unit, float | NDArray[np.float64]] = {
        "pixels": np.array(item.sent_size * 2, dtype=np.float64),
        "thousand": 1000.0,
        "fraction": 1.0,
        "original_pixels": size,
    }
    with np.errstate(over="ignore"):
        if reading.order == "xywh":
            boxes[:, 2:] += boxes[:, :2]
        cut: NDArray[np.float64] = np.clip(boxes * (size / whole[reading.unit]), 0.0, size)
    return cut

"""Connected regions of a mask: their boxes, areas and pixels. Run lengths and a union by pointer jumping, no loops."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.rasters import Mask

Labels = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Region:
    """One connected region.

    Attributes:
        label: Its number in the label picture, from 1.
        left, top, right, bottom: Its box; right and bottom are one past the last pixel.
        area: Number of its pixels.
        x, y: Its centre of gravity.
    """

    label: int
    left: int
    top: int
    right: int
    bottom: int
    area: int
    x: float
    y: float

    @property
    def width(self) -> int:
        """Width of the box."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Height of the box."""
        return self.bottom - self.top

    @property
    def fill(self) -> float:
        """Share of the box that belongs to the region."""
        return self.area / (self.width * self.height)


def labelled(mask: Mask) -> tuple[Labels, list[Region]]:
    """The regions of a mask that touch at sides or corners.

    Returns:
        A picture with each region's number (0 is outside of all), and the regions from top to bottom.
    """
    height, width = mask.shape
    padded = np.zeros((height, width + 2), np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    roots = _united(rows, starts, ends, width)
    _, numbers = np.unique(roots, return_inverse=True)
    lengths = ends - starts
    labels = np.zeros(height * width, np.int32)
    labels[_spread(rows * width + starts, lengths)] = np.repeat(numbers + 1, lengths)
    return labels.reshape(height, width), _regions(rows, starts, ends, numbers)


def _united(
    rows: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64], width: int
) -> NDArray[np.int64]:
    """For each run the number of the first run of its region."""
    stride = width + 2
    first = np.searchsorted(rows * stride + ends, (rows + 1) * stride + starts, "left")
    last = np.searchsorted(rows * stride + starts, (rows + 1) * stride + ends, "right")
    counts = np.maximum(last - first, 0)
    upper = np.repeat(np.arange(len(rows)), counts)
    lower = _spread(first, counts)
    roots = np.arange(len(rows))
    while True:
        least = np.minimum(roots[upper], roots[lower])
        joined = roots.copy()
        np.minimum.at(joined, roots[upper], least)
        np.minimum.at(joined, roots[lower], least)
        joined = joined[joined]
        if np.array_equal(joined, roots):
            return roots
        roots = joined


def _spread(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """start, start + 1, … for each of the lengths, one after the other."""
    offsets = np.cumsum(lengths) - lengths
    return np.repeat(starts - offsets, lengths) + np.arange(int(lengths.sum()))


def _regions(
    rows: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64], numbers: NDArray[np.int64]
) -> list[Region]:
    count = int(numbers.max()) + 1 if numbers.size else 0
    lengths = ends - starts
    area = np.bincount(numbers, lengths, count)
    x_sum = np.bincount(numbers, lengths * (starts + ends - 1) / 2, count)
    y_sum = np.bincount(numbers, lengths * rows, count)
    left, top = np.full(count, 1 << 30), np.full(count, 1 << 30)
    right, bottom = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.minimum.at(left, numbers, starts)
    np.minimum.at(top, numbers, rows)
    np.maximum.at(right, numbers, ends)
    np.maximum.at(bottom, numbers, rows + 1)
    return [
        Region(
            at + 1,
            int(left[at]),
            int(top[at]),
            int(right[at]),
            int(bottom[at]),
            int(area[at]),
            float(x_sum[at] / area[at]),
            float(y_sum[at] / area[at]),
        )
        for at in range(count)
    ]

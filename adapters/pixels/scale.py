"""From numerals beside a scale to what a position on it means."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Scale:
    """value = start + step × position. `support` numerals agree with it."""

    start: float
    step: float
    support: int

    def at(self, position: float) -> float:
        """The value at a position."""
        return self.start + self.step * position


def fitted(marks: Sequence[tuple[float, float]], tolerance: float) -> Scale | None:
    """The straight line most marks lie on; some of them were misread or are no marks at all.

    Args:
        marks: (position, value) of each numeral.
        tolerance: How far, in position, a numeral may lie from its place.

    Returns:
        None when fewer than three agree.
    """
    points = np.array(sorted(set(marks)), float).reshape(-1, 2)
    best: np.ndarray | None = None
    for first in range(len(points)):
        for second in range(first + 1, len(points)):
            apart = points[second] - points[first]
            if abs(apart[0]) < 2 * tolerance or apart[1] == 0:
                continue
            step = apart[1] / apart[0]
            off = np.abs((points[:, 1] - points[first, 1]) / step - (points[:, 0] - points[first, 0]))
            agreeing = points[off <= tolerance]
            if best is None or len(agreeing) > len(best):
                best = agreeing
    if best is None or len(np.unique(best[:, 1])) < 3:
        return None
    step, start = np.polyfit(best[:, 0], best[:, 1], 1)
    return Scale(float(start), float(step), len(best))

"""Boxes in a picture: parts of them, and whether two of them meet."""

from collections.abc import Sequence

from benchmarks.samples.canvas import Corners, Point
from benchmarks.samples.sample import Box


def part(box: Corners, left: float, top: float, right: float, foot: float) -> Corners:
    """A part of a box, its edges given in shares of the box's width and height."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    return (x0 + left * width, y0 + top * height, x0 + right * width, y0 + foot * height)


def points(box: Corners, places: Sequence[tuple[float, float]]) -> list[Point]:
    """Points of a box, given in shares of its width and height."""
    x0, y0, x1, y1 = box
    return [(x0 + left * (x1 - x0), y0 + top * (y1 - y0)) for left, top in places]


def meet(first: Box, second: Box) -> bool:
    """Whether two boxes have a pixel in common."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]

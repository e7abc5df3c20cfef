"""The spot_difference task: two pictures laid over each other, what is left is counted or looked up in the grid."""

import json
import re

import numpy as np

from adapters.pixels.components import labelled
from adapters.pixels.puzzle import Puzzle
from adapters.pixels.rasters import Grey, Mask, Picture, box_mean, dilated, otsu

_GRID = re.compile(r"\bn\s*(?:is|=)\s*(\d{1,2})\D{1,12}\bm\s*(?:is|=)\s*(\d{1,2})")
_LEAST_DIFFERENCE = 12.0
_LEAST_SHARE = 0.002


def solve(puzzle: Puzzle) -> str | None:
    """The list of patches that differ, or the number of places."""
    pair = _pair(puzzle.pictures)
    if pair is None:
        return None
    mask = _difference(*pair)
    grids = _GRID.findall(puzzle.prompt)
    if "different_patches" not in puzzle.prompt or not grids:
        return str(max(1, _places(mask)))
    rows, columns = map(int, grids[-1])
    return json.dumps({"different_patches": _patches(mask, rows, columns)}) if rows and columns else None


def _pair(pictures: tuple[Picture, ...]) -> tuple[Picture, Picture] | None:
    """Both pictures, cut to the same size: two as they are, or the two sides of one."""
    if len(pictures) > 1:
        first, second = pictures[:2]
    else:
        (left, right), (start, stop) = _sides(pictures[0])
        first, second = pictures[0][:, left:right], pictures[0][:, start:stop]
    height, width = np.minimum(first.shape[:2], second.shape[:2])
    return (first[:height, :width], second[:height, :width]) if min(height, width) >= 4 else None


def _sides(picture: Picture) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns of the left and of the right picture: up to the plain strip around the middle, and from there on."""
    width = picture.shape[1]
    middle = width // 2
    columns = picture.astype(np.float32)
    # The strip is of one colour from top to bottom, and so are its columns among each other.
    ground = columns[:, middle].mean(0)
    is_strip = (columns.std(0).max(-1) < 6) & (np.abs(columns.mean(0) - ground).max(-1) < 4)
    if not is_strip[middle]:
        return (0, middle), (width - middle, width)
    busy = np.flatnonzero(~is_strip)
    left = int(busy[busy < middle].max(initial=-1)) + 1
    right = int(busy[busy > middle].min(initial=width))
    side = min(left, width - right)
    return (left - side, left), (right, right + side)


def _difference(first: Picture, second: Picture) -> Mask:
    """Where the pictures differ by more than their noise does."""
    change = np.abs(first.astype(np.float32) - second.astype(np.float32)).max(-1)
    smooth: Grey = box_mean(change, 1)
    # Most of the two pictures is the same: the median is their noise.
    noise = float(np.median(smooth))
    threshold = max(_LEAST_DIFFERENCE, 5 * noise, min(otsu(smooth), 40.0) / 2)
    return smooth > threshold


def _patches(mask: Mask, rows: int, columns: int) -> list[int]:
    """Numbers, from 1, of the patches that hold more than a trace of a difference."""
    least = max(3.0, _LEAST_SHARE * mask.size / (rows * columns))
    patches = [patch for strip in np.array_split(mask, rows) for patch in np.array_split(strip, columns, axis=1)]
    return [at for at, patch in enumerate(patches, 1) if patch.sum() > least]


def _places(mask: Mask) -> int:
    """How many separate places differ: neighbouring bits are parts of one object."""
    reach = max(2, min(mask.shape) // 60)
    _, regions = labelled(dilated(mask, reach))
    least = _LEAST_SHARE / 4 * mask.size + (2 * reach + 1) ** 2
    return sum(region.area > least for region in regions)

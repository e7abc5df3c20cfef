"""The ocr task: one word on a plate, turned any way. The plate's long side says how far, give or take half a turn."""

import re

import numpy as np
from PIL import Image

from adapters.pixels.colours import NAMES, names_of
from adapters.pixels.components import Region, labelled
from adapters.pixels.figure import filled
from adapters.pixels.glyphs import LETTERS, Line, read_lines
from adapters.pixels.puzzle import Puzzle
from adapters.pixels.rasters import Grey, Mask, Picture, luminance, shrunk

_WORKING_PX = 560
_MOST_PLATES = 2


def solve(puzzle: Puzzle) -> str | None:
    """The word."""
    picture = shrunk(puzzle.pictures[0], _WORKING_PX)
    grey = luminance(picture)
    tilts = [tilt for own in _plates(picture) for tilt in _tilts(own)]
    # Without a plate the word may stand at any quarter of a turn.
    lines = [line for tilt in (tilts or [0.0, 90.0, 180.0, 270.0]) for line in _words(_turned(grey, tilt))]
    best = max(lines, key=_worth, default=None)
    return None if best is None else _spelled(best.text)


def _plates(picture: Picture) -> list[Mask]:
    """Long regions of one colour that do not frame the picture, largest first."""
    names = names_of(picture)
    height, width = names.shape
    found: list[tuple[int, Mask]] = []
    for name in range(len(NAMES)):
        labels, regions = labelled(names == name)
        for region in regions:
            borders = (region.left == 0) + (region.top == 0) + (region.right == width) + (region.bottom == height)
            if region.area < 0.05 * names.size or borders > 2:
                continue
            own = filled(_cut(labels == region.label, region))
            if _elongation(own) > 2.0:
                found.append((region.area, own))
    return [own for _, own in sorted(found, key=lambda each: -each[0])[:_MOST_PLATES]]


def _cut(mask: Mask, region: Region) -> Mask:
    return mask[region.top : region.bottom, region.left : region.right]


def _axes(own: Mask) -> tuple[float, float, float]:
    """(longer axis, shorter axis, direction of the longer in degrees) of a region."""
    rows, columns = np.nonzero(own)
    spread = np.cov(columns, rows)
    lengths, ways = np.linalg.eigh(spread)
    angle = float(np.degrees(np.arctan2(ways[1, 1], ways[0, 1])))
    return float(lengths[1] ** 0.5), float(max(lengths[0], 1e-6) ** 0.5), angle


def _elongation(own: Mask) -> float:
    if own.sum() < 16:
        return 0.0
    longer, shorter, _ = _axes(own)
    return longer / shorter


def _tilts(own: Mask) -> list[float]:
    """How far to turn the picture, counter-clockwise, for the plate to lie level; its print may stand on its head."""
    angle = _axes(own)[2]
    return [angle, angle + 180]


def _turned(grey: Grey, degrees: float) -> Grey:
    ground = float(np.median(grey))
    return np.asarray(Image.fromarray(grey).rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=ground))


def _words(grey: Grey) -> list[Line]:
    """Lines of three letters or more, in large print."""
    side = min(grey.shape)
    lines = read_lines(grey, LETTERS, tallest=max(12, side // 2), shortest=max(6, side // 16), fewest=3)
    return [line for line in lines if len(line.text.replace(" ", "")) >= 3]


def _worth(line: Line) -> float:
    # A long line that reads well is a word; three strokes of wood may read as well as three letters.
    return line.likeness + 0.03 * min(len(line.text), 8)


def _spelled(text: str) -> str:
    """The word in one case: print tells I from l and O from o by their neighbours only."""
    word = text.replace(" ", "")
    if sum(letter.isupper() for letter in word) * 2 > len(word):
        return word.replace("l", "I").upper()
    lower = re.sub(r"(?<=.)I", "l", word)
    return lower[0] + lower[1:].lower()

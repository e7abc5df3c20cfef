"""The ocr task: one word, turned any way; it is read at every turn, and the turn at which it reads best is taken."""

import re

import numpy as np
from PIL import Image

from adapters.pixels.glyphs import LETTERS, Line, read_lines
from adapters.pixels.puzzle import Puzzle
from adapters.pixels.rasters import Grey, luminance, shrunk

_WORKING_PX = 560
_QUARTERS = (0, 90, 180, 270)
_TILTS = (0, -14, 14)
_GOOD = 0.7


def solve(puzzle: Puzzle) -> str | None:
    """The word."""
    grey = luminance(shrunk(puzzle.pictures[0], _WORKING_PX))
    best: Line | None = None
    for tilt in _TILTS:
        lines = [line for quarter in _QUARTERS for line in _words(_turned(grey, quarter + tilt))]
        best = max([*lines, *([best] if best else [])], key=_worth, default=None)
        if best is not None and best.likeness > _GOOD:
            break
    return None if best is None else _spelled(best.text)


def _turned(grey: Grey, degrees: int) -> Grey:
    if degrees % 90 == 0:
        return np.rot90(grey, degrees // 90)
    ground = float(np.median(grey))
    return np.asarray(Image.fromarray(grey).rotate(degrees, Image.Resampling.BILINEAR, expand=True, fillcolor=ground))


def _words(grey: Grey) -> list[Line]:
    """Lines of three letters or more, in large print."""
    side = min(grey.shape)
    lines = read_lines(np.ascontiguousarray(grey), LETTERS, tallest=max(12, side // 2), shortest=max(6, side // 16))
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

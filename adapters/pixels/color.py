"""The color task: shares by counting pixels of a name, HEX and HSV values by the distance to the picture's colour."""

import colorsys
import re

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.colours import is_colour, named_in
from adapters.pixels.puzzle import Puzzle, nearest_option, option_texts

_HEX = re.compile(r"#([0-9a-fA-F]{6})")
_TRIPLE = re.compile(r"(\d{1,3})\D{1,4}(\d{1,3})\D{1,4}(\d{1,3})")


def solve(puzzle: Puzzle) -> str | None:
    """The option that fits the picture's colours."""
    options = option_texts(puzzle.prompt)
    question = puzzle.prompt.split("?")[0]
    picture = puzzle.pictures[0]
    values = {letter: rgb for letter, text in options.items() if (rgb := _rgb(text, question)) is not None}
    if values:
        middle = np.median(picture.reshape(-1, 3), axis=0)
        return min(values, key=lambda letter: float(((values[letter] - middle) ** 2).sum()))
    names = named_in(question)
    if not names:
        return None
    return nearest_option(100 * float(is_colour(picture, names[0]).mean()), options)


def _rgb(option: str, question: str) -> NDArray[np.float64] | None:
    """The colour an option spells, 0 to 255 a channel."""
    if found := _HEX.search(option):
        return np.array([int(found[1][at : at + 2], 16) for at in (0, 2, 4)], np.float64)
    triple = _TRIPLE.search(option)
    if triple is None:
        return None
    first, second, third = map(float, triple.groups())
    if "HSV" not in question.upper():
        return np.array([first, second, third])
    return 255 * np.array(colorsys.hsv_to_rgb(first / 360, second / 100, third / 100))

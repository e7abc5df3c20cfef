"""The contrast task: very dark pictures are stretched, then things are told apart by outline and numbers are read."""

import difflib
import re

import numpy as np

from adapters.pixels.colours import NAMES, named_in, names_of
from adapters.pixels.glyphs import DIGITS, read_lines
from adapters.pixels.puzzle import Puzzle, nearest_option, option_texts
from adapters.pixels.rasters import Picture, luminance
from adapters.pixels.silhouettes import Thing, kinds_named, things_in


def solve(puzzle: Puzzle) -> str | None:
    """The count, the colour's letter, or the letter of the numbers seen."""
    picture = stretched(puzzle.pictures[0])
    options = option_texts(puzzle.prompt)
    question = puzzle.prompt.split("?")[0]
    kinds = kinds_named(question)
    if options and not kinds:
        return _by_numbers(picture, options)
    if not kinds:
        return None
    seen = [thing for thing in things_in(picture) if thing.kind == kinds[0]]
    if re.search(r"\bhow many\b", question, re.IGNORECASE):
        return nearest_option(len(seen), options) if options else str(len(seen))
    return _by_colour(picture, seen, options)


def stretched(picture: Picture) -> Picture:
    """The picture with its darkest and brightest bits at the ends of the scale."""
    low, high = np.quantile(luminance(picture), (0.005, 0.995))
    spread = (picture.astype(np.float32) - low) / max(float(high - low), 1.0)
    return np.asarray(255 * np.clip(spread, 0, 1) ** 0.8, np.uint8)


def _by_numbers(picture: Picture, options: dict[str, str]) -> str | None:
    lines = [line for line in read_lines(luminance(picture), DIGITS) if line.likeness > 0.6 and len(line.text) > 1]
    seen = " ".join(line.text[-2:] for line in sorted(lines, key=lambda line: line.left))
    if not seen:
        return None
    return max(options, key=lambda letter: difflib.SequenceMatcher(None, options[letter], seen).ratio())


def _by_colour(picture: Picture, seen: list[Thing], options: dict[str, str]) -> str | None:
    """The option whose colour most pixels of the thing bear."""
    colours = {letter: found[0] for letter, text in options.items() if (found := named_in(text))}
    if not seen or not colours:
        return None
    left, top, right, bottom = min(seen, key=lambda thing: thing.distance).box
    counts = np.bincount(names_of(picture[top:bottom, left:right]).ravel(), minlength=len(NAMES))
    return max(colours, key=lambda letter: counts[NAMES.index(colours[letter])])

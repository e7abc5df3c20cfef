"""The refcoco task: how much of the picture an object takes, by its filled outline."""

import re

import numpy as np

from adapters.pixels.colours import NAMES, is_colour, named_in, names_of
from adapters.pixels.components import labelled
from adapters.pixels.figure import filled, largest, opened, same_hue, things
from adapters.pixels.puzzle import Puzzle, nearest_option, option_texts
from adapters.pixels.rasters import Mask, Picture, dilated, shrunk

_WORKING_PX = 320
_LEAST_SHARE = 0.002
_OBJECT = re.compile(r"(?:that|of|by|does) the (.{1,60}?) (?:takes?|covers?|occup|fill|in the)", re.IGNORECASE)


def solve(puzzle: Puzzle) -> str | None:
    """The option nearest to the object's share."""
    options = option_texts(puzzle.prompt)
    question = puzzle.prompt.split("?")[0]
    words = _OBJECT.search(question)
    names = named_in(words[1] if words else question)
    share = object_share(shrunk(puzzle.pictures[0], _WORKING_PX), names[0] if names else None)
    return None if share is None else nearest_option(100 * share, options)


def object_share(picture: Picture, colour: str | None) -> float | None:
    """Share of the picture that its largest thing takes (of a colour, when one is named)."""
    found = _object(picture, colour)
    return None if found is None else float(filled(found).mean())


def _object(picture: Picture, colour: str | None) -> Mask | None:
    foreground = opened(things(picture), 1)
    seed = foreground
    if colour is not None and (named := is_colour(picture, colour) & foreground).sum() > _LEAST_SHARE * seed.size:
        seed = named
    best = largest(seed)
    if best is None:
        return None
    if colour is None:
        best = (best[0] & is_colour(picture, _main_colour(picture, best[0])), best[1])
    alike = opened(same_hue(picture, best[0]) & foreground, 1)
    return _with_parts(alike)


def _with_parts(mask: Mask) -> Mask | None:
    """The largest part and those of some size that overlap it from above, below or the side: bands cut things up."""
    labels, regions = labelled(dilated(mask, 1))
    if not regions:
        return None
    main = max(regions, key=lambda region: region.area)
    parts = [
        region.label
        for region in regions
        if region.area > 0.05 * main.area and _overlap(region.left, region.right, main.left, main.right) > 0.6
    ]
    return np.isin(labels, parts) & mask


def _overlap(start: int, end: int, other_start: int, other_end: int) -> float:
    return (min(end, other_end) - max(start, other_start)) / min(end - start, other_end - other_start)


def _main_colour(picture: Picture, mask: Mask) -> str:
    """The name most pixels of the things bear."""
    return NAMES[int(np.bincount(names_of(picture)[mask], minlength=len(NAMES)).argmax())]

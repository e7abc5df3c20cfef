"""Where in a large picture the thing lies that a question names: by its colour and outline, or by the name on it."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adapters.pixels.colours import NAMES, colour_words, named_in, names_of
from adapters.pixels.components import Region, labelled
from adapters.pixels.glyphs import DIGITS, Line, read_lines
from adapters.pixels.rasters import Mask, Picture, dilated, eroded, luminance, shrunk
from adapters.pixels.silhouettes import distance_to, is_known

Box = tuple[float, float, float, float]
"""(x0, y0, x1, y1) as shares of width and height."""

_COLOUR_PX = 760
_NAME_PX = (1500, 900)
_MOST_BOXES = 3
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_COLOURED = re.compile(rf"\b({colour_words()}) ([a-z]+)", re.IGNORECASE)
_NAMED = re.compile(r"\b(shop|tank|store|house|bus)(?: called)? ([A-Z][A-Z0-9]+(?: [A-Z]{2,})*)")


@dataclass(frozen=True, slots=True)
class Sight:
    """Something to look for.

    Attributes:
        noun: `jar`, `car`, `shop`, … in the singular.
        colour: Its colour's name, None when it is known by a name.
        name: What is written on it, None when it is known by colour.
        is_many: Several stand together ("one of the green boxes").
    """

    noun: str
    colour: str | None = None
    name: str | None = None
    is_many: bool = False


@dataclass(frozen=True, slots=True)
class _Form:
    """What a thing looks like in a street or a hall: bounds of width over height, of its share of the picture and of
    the height it stands at, and how far around it to look, in its own widths and heights (left, up, right, down)."""

    aspect: tuple[float, float]
    share: tuple[float, float]
    heights: tuple[float, float] = (0.0, 1.0)
    around: Box = (0.1, 0.1, 0.1, 0.1)


_FORMS = {
    "car": _Form((1.5, 4.5), (0.002, 0.1), (0.5, 1.0), (0.1, 0.1, 0.1, 0.3)),
    "van": _Form((1.2, 3.0), (0.004, 0.1), (0.5, 1.0), (0.1, 0.1, 0.1, 0.3)),
    "bus": _Form((1.8, 6.0), (0.01, 0.2), (0.5, 1.0), (0.1, 0.2, 0.1, 0.3)),
    "door": _Form((0.3, 1.0), (0.0008, 0.03), (0.4, 1.0), (1.6, 0.2, 1.6, 0.1)),
    "machine": _Form((0.4, 1.4), (0.008, 0.2), (0.0, 1.0), (0.1, 0.1, 0.1, 0.1)),
}
_SINGLE = (0.15, 0.15, 0.15, 0.15)
_ABOVE_A_TAG = (0.1, 0.1, 0.1, 0.75)


def sights_named(question: str) -> list[Sight]:
    """What a question asks to look at, in order."""
    found = [(match.start(), Sight(match[1].lower(), name=match[2])) for match in _NAMED.finditer(question)]
    for match in _COLOURED.finditer(question):
        word = match[2].lower()
        noun = _singular(word)
        found.append((match.start(), Sight(noun, colour=named_in(match[1])[0], is_many=noun != word)))
    return [sight for _, sight in sorted(found, key=lambda each: each[0])]


def _singular(word: str) -> str:
    for ending in ("es", "s"):
        if word.endswith(ending) and is_known(word.removesuffix(ending)):
            return word.removesuffix(ending)
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") and word != "bus" else word


def enough_px(sights: Sequence[Sight]) -> int:
    """How many pixels of the longer side are enough to find them."""
    return max((_COLOUR_PX if sight.name is None else max(_NAME_PX) for sight in sights), default=_COLOUR_PX)


def boxes_of(picture: Picture, sight: Sight) -> list[Box]:
    """Where it may be, the likeliest first, three at most."""
    if sight.name is not None:
        # What is painted on a tank is large, a shop's sign is small.
        working = shrunk(picture, _NAME_PX[sight.noun == "tank"])
        return _by_name(working, sight.name, sight.noun)[:_MOST_BOXES]
    small = shrunk(picture, _COLOUR_PX)
    mask = names_of(small) == NAMES.index(sight.colour or "")
    mask = eroded(dilated(mask, 1), 1)
    form = _FORMS.get(sight.noun)
    if form is not None:
        return _by_form(mask, form)[:_MOST_BOXES]
    return _by_outline(mask, sight)[:_MOST_BOXES]


def _by_name(picture: Picture, name: str, noun: str) -> list[Box]:
    """Around and below the print that comes closest to the name."""
    has_digits = re.search(r"\d", name) is not None
    alphabet = _CAPITALS + (DIGITS if has_digits else "")
    # Of a short name one character may be all that is read.
    lines = read_lines(luminance(picture), alphabet, fewest=1 if len(name) < 4 else 2)
    height, width = picture.shape[:2]
    wanted = name.replace(" ", "")
    scored = [(_alike(line, wanted), line) for line in lines if abs(len(line.text) - len(wanted)) <= 3]
    best = sorted((each for each in scored if each[0] > 0.55), key=lambda each: -each[0])
    boxes = []
    for _, line in best:
        tall = line.bottom - line.top
        down, aside = (4.5, 2.0) if noun == "tank" else (8.0, 2.0)
        box = (line.left - aside * tall, line.top - 0.7 * tall, line.right + aside * tall, line.bottom + down * tall)
        boxes.append(_as_share(box, width, height))
    return boxes


def _alike(line: Line, wanted: str) -> float:
    same = difflib.SequenceMatcher(None, line.text.replace(" ", ""), wanted).ratio()
    return same * (0.5 + 0.5 * max(0.0, line.likeness))


def _by_form(mask: Mask, form: _Form) -> list[Box]:
    """Regions of the form, the largest first."""
    height, width = mask.shape
    # Windows, stripes and lettering part a car or a machine.
    closed = eroded(dilated(mask, 4), 4)
    _, regions = labelled(closed)
    fitting = [
        region
        for region in regions
        if form.aspect[0] <= region.width / region.height <= form.aspect[1]
        and form.share[0] <= region.width * region.height / mask.size <= form.share[1]
        and form.heights[0] <= region.y / height <= form.heights[1]
        and region.fill > 0.35
    ]
    fitting.sort(key=lambda region: -region.area * region.fill)
    return [_around(_corners(region), form.around, width, height) for region in fitting]


def _by_outline(mask: Mask, sight: Sight) -> list[Box]:
    """Regions with the thing's silhouette, the most alike first; neighbours of one kind are one place."""
    height, width = mask.shape
    labels, regions = labelled(dilated(mask, 1))
    least = 0.0004 * mask.size
    scored = []
    for region in regions:
        if region.area < least:
            continue
        own = labels[region.top : region.bottom, region.left : region.right] == region.label
        distance = distance_to(sight.noun, own)
        scored.append((0.4 if distance is None else distance, region))
    if not sight.is_many:
        # Of two things with the outline the larger one is the surer.
        scored.sort(key=lambda each: each[0] - 0.02 * np.log(each[1].area))
        return [_around(_corners(region), _SINGLE, width, height) for _, region in scored]
    groups = _grouped(scored)
    return [_around(box, _wide(box, size), width, height) for _, box, size in groups]


def _wide(box: tuple[int, int, int, int], one: int) -> Box:
    """Room around a group: its sides in widths of one thing, below it the tag."""
    share = 0.3 * one / max(1, box[2] - box[0])
    return (share, _ABOVE_A_TAG[1], share, _ABOVE_A_TAG[3])


def _grouped(scored: list[tuple[float, Region]]) -> list[tuple[float, tuple[int, int, int, int], int]]:
    """(distance, box, width of one) of things that stand side by side, best first."""
    groups: list[list[tuple[float, Region]]] = []
    for each in sorted(scored, key=lambda each: each[1].left):
        region = each[1]
        for group in groups:
            last = group[-1][1]
            overlap = min(last.bottom, region.bottom) - max(last.top, region.top)
            if region.left - last.right < 0.6 * last.width and overlap > 0.5 * min(last.height, region.height):
                group.append(each)
                break
        else:
            groups.append([each])
    found = []
    for group in groups:
        regions = [region for _, region in group]
        box = (
            min(region.left for region in regions),
            min(region.top for region in regions),
            max(region.right for region in regions),
            max(region.bottom for region in regions),
        )
        found.append((float(np.median([distance for distance, _ in group])), box, max(r.width for r in regions)))
    return sorted(found, key=lambda each: each[0])


def _corners(region: Region) -> tuple[int, int, int, int]:
    return region.left, region.top, region.right, region.bottom


def _around(box: tuple[int, int, int, int], room: Box, width: int, height: int) -> Box:
    wide, tall = box[2] - box[0], box[3] - box[1]
    grown = (box[0] - room[0] * wide, box[1] - room[1] * tall, box[2] + room[2] * wide, box[3] + room[3] * tall)
    return _as_share(grown, width, height)


def _as_share(box: Box, width: int, height: int) -> Box:
    return (
        max(0.0, box[0] / width),
        max(0.0, box[1] / height),
        min(1.0, box[2] / width),
        min(1.0, box[3] / height),
    )

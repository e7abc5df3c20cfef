"""Reading print: characters are cut out, stretched to one size and held against those of Pillow's own font."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters, digits

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from adapters.pixels.components import Region, labelled
from adapters.pixels.rasters import Grey, Mask, box_mean

DIGITS = digits
LETTERS = ascii_letters
MARKS = ".:-"

_SIDE = 16
_RENDERED_PX = 64
_BOLD = (0, 2, 3)
_POINT_PX = 4
_MOST_PARTS = 1000
_MARK_HEIGHT = 0.4
"""Of the line's height: below it a part is a point or a dash, above it a character."""


@dataclass(frozen=True, slots=True)
class Line:
    """Characters in a row.

    Attributes:
        text: What was read, a space where the gap is wide.
        left, top, right, bottom: The box around them.
        likeness: How well the characters match, mean of -1 to 1, taller ones counting more; print is above 0.6.
    """

    text: str
    left: int
    top: int
    right: int
    bottom: int
    likeness: float

    @property
    def x(self) -> float:
        """Middle of the box."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """Middle of the box."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Templates: a bitmap of length 1 and mean 0 each, width over height, height over that of a capital."""

    characters: tuple[str, ...]
    bitmaps: NDArray[np.float32]
    aspects: NDArray[np.float32]
    heights: NDArray[np.float32]


def read_lines(grey: Grey, alphabet: str, *, tallest: int = 120, shortest: int = 7, fewest: int = 1) -> list[Line]:
    """The lines of print in a picture, dark on bright and bright on dark.

    Args:
        grey: Upright print.
        alphabet: The characters that may occur.
        tallest, shortest: Bounds of a capital's height in pixels.
        fewest: Characters, points and dashes not counted, a line has at least.
    """
    # A window of a capital's height holds more ground than ink, and little of what shades the ground.
    smooth = box_mean(grey, max(4, min(tallest // 2, min(grey.shape) // 3)))
    change = np.abs(grey - smooth)
    contrast = max(12.0, 0.5 * float(change.std()), 0.18 * float(np.quantile(change[::3, ::3], 0.995)))
    found: list[Line] = []
    for ink in (smooth - grey, grey - smooth):
        inked = np.clip(ink, 0, None)
        rows = [row for row in _rows(_parts(ink > contrast, tallest), shortest) if _length(row, shortest) >= fewest]
        found += [_read(row, inked, alphabet) for row in rows]
    return sorted(found, key=lambda line: (line.top, line.left))


def _parts(mask: Mask, tallest: int) -> list[Region]:
    """Regions that may be characters or parts of some; where a texture has too many of them, the largest."""
    parts = [
        region
        for region in labelled(mask)[1]
        if region.height <= tallest and region.width <= 1.6 * tallest and region.area >= 3 and region.fill > 0.1
    ]
    return sorted(parts, key=lambda part: -part.area)[:_MOST_PARTS]


def _length(row: Sequence[Region], shortest: int) -> int:
    return sum(part.height >= shortest for part in row)


def _rows(parts: Sequence[Region], shortest: int) -> list[list[Region]]:
    """Characters that stand side by side at one height, from left to right."""
    tall = sorted((part for part in parts if part.height >= shortest), key=lambda part: part.left)
    rows: list[list[Region]] = []
    for part in tall:
        fitting = [row for row in rows if _continues(row[-1], part)]
        if fitting:
            min(fitting, key=lambda row: abs(part.left - row[-1].right)).append(part)
        else:
            rows.append([part])
    corners = _Corners(parts)
    return [_with_marks(row, corners) for row in rows]


def _continues(last: Region, part: Region) -> bool:
    height = max(last.height, part.height)
    overlap = min(last.bottom, part.bottom) - max(last.top, part.top)
    return (
        part.left - last.right < 0.9 * height
        and min(last.height, part.height) > 0.45 * height
        and overlap > 0.6 * min(last.height, part.height)
    )


class _Corners:
    """The boxes of many parts as arrays, to ask for those inside of another box."""

    def __init__(self, parts: Sequence[Region]) -> None:
        self._parts = parts
        boxes = [(part.left, part.top, part.right, part.bottom) for part in parts]
        self._boxes = np.array(boxes, np.float64).reshape(-1, 4)

    def within(self, left: float, top: float, right: float, bottom: float) -> list[Region]:
        """Parts that begin between left and right and lie between top and bottom."""
        x0, y0, _, y1 = self._boxes.T
        return [
            self._parts[int(at)] for at in np.flatnonzero((x0 > left) & (x0 < right) & (y0 >= top) & (y1 <= bottom))
        ]


def _with_marks(row: list[Region], parts: _Corners) -> list[Region]:
    """The row with the points and dashes that lie in it."""
    top, bottom = min(part.top for part in row), max(part.bottom for part in row)
    height = bottom - top
    left, right = row[0].left - 0.3 * height, row[-1].right + 0.5 * height
    marks = [
        part
        for part in parts.within(left, top - 0.1 * height, right, bottom + 0.1 * height)
        if part.width < 0.6 * height and 0.06 * height <= part.height < _MARK_HEIGHT * height
    ]
    return sorted([*row, *marks], key=lambda part: part.left)


def _read(row: list[Region], inked: Grey, alphabet: str) -> Line:
    shapes = _templates(alphabet)
    boxes = [_tight(inked, box) for box in _joined(row)]
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    glyphs = np.stack([_stretched(inked[box[1] : box[3], box[0] : box[2]]) for box in boxes])
    sizes = np.array([((box[2] - box[0]) / (box[3] - box[1]), (box[3] - box[1]) / (bottom - top)) for box in boxes])
    likeness = glyphs @ shapes.bitmaps.T
    likeness -= 0.5 * np.abs(np.log(sizes[:, :1] / shapes.aspects[None]))
    best = likeness - 0.35 * np.abs(np.log(sizes[:, 1:] / shapes.heights[None]))
    chosen = best.argmax(1)
    text = ""
    for at, box in enumerate(boxes):
        if at and box[0] - boxes[at - 1][2] > 0.33 * (bottom - top):
            text += " "
        text += shapes.characters[chosen[at]]
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    each = likeness[np.arange(len(boxes)), chosen]
    return Line(text, left, top, right, bottom, float(np.average(each, weights=sizes[:, 1])))


def _joined(row: list[Region]) -> list[tuple[int, int, int, int]]:
    """Boxes of the characters: parts above each other (i, :, %) are one."""
    boxes: list[tuple[int, int, int, int]] = []
    for part in row:
        if boxes and min(boxes[-1][2], part.right) - part.left > 0.5 * min(part.width, boxes[-1][2] - boxes[-1][0]):
            last = boxes[-1]
            boxes[-1] = (last[0], min(last[1], part.top), max(last[2], part.right), max(last[3], part.bottom))
        else:
            boxes.append((part.left, part.top, part.right, part.bottom))
    return boxes


def _tight(inked: Grey, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The box without its blurred rim: where ink is at least a third as strong as at its strongest."""
    left, top, right, bottom = box
    bit = inked[top:bottom, left:right]
    # A point or a dash is all rim.
    strong = bit > (0.35 if min(bit.shape) > _POINT_PX else 0.0) * bit.max()
    rows, columns = np.flatnonzero(strong.any(1)), np.flatnonzero(strong.any(0))
    if len(rows) == 0:
        return box
    return left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1


def _stretched(bit: Grey) -> NDArray[np.float32]:
    """A character at the size of the templates, mean 0 and length 1."""
    bit = np.asarray(bit, np.float32) / (float(bit.max(initial=0.0)) or 1.0)
    way = Image.Resampling.BOX if min(bit.shape) > _SIDE else Image.Resampling.BILINEAR
    scaled = np.asarray(Image.fromarray(bit).resize((_SIDE, _SIDE), way), np.float32).ravel()
    scaled = scaled - scaled.mean()
    return np.asarray(scaled / (float(np.linalg.norm(scaled)) or 1.0), np.float32)


@lru_cache(maxsize=64)
def _templates(alphabet: str) -> _Shapes:
    """The alphabet in regular and bold."""
    characters, bitmaps, sizes = [], [], []
    font = ImageFont.load_default(_RENDERED_PX)
    capital = _drawn("H", font, 0).shape[0]
    for character in dict.fromkeys(alphabet.replace(" ", "")):
        for stroke in _BOLD:
            bit = _drawn(character, font, stroke)
            characters.append(character)
            bitmaps.append(_stretched(bit))
            sizes.append((bit.shape[1] / bit.shape[0], bit.shape[0] / (capital + 2 * stroke)))
    aspects, heights = np.array(sizes, np.float32).T
    return _Shapes(tuple(characters), np.stack(bitmaps), aspects, heights)


def _drawn(character: str, font: "ImageFont.FreeTypeFont | ImageFont.ImageFont", stroke: int) -> Grey:
    """The character alone, cut to its ink."""
    canvas = Image.new("L", (4 * _RENDERED_PX, 3 * _RENDERED_PX))
    ImageDraw.Draw(canvas).text((_RENDERED_PX, _RENDERED_PX), character, 255, font, stroke_width=stroke)
    inked = np.asarray(canvas, np.float32)
    box = canvas.getbbox()
    return inked if box is None else inked[box[1] : box[3], box[0] : box[2]]

"""The math task: figures that can be measured. Areas on squared paper, bar charts, angles, mirrored points."""

import difflib
import re
from collections.abc import Callable

import numpy as np

from adapters.pixels.colours import lab_of
from adapters.pixels.components import Region, labelled
from adapters.pixels.figure import largest, opened
from adapters.pixels.glyphs import DIGITS, LETTERS, Line, read_lines
from adapters.pixels.lattice import comb_of, step_profiles
from adapters.pixels.puzzle import Puzzle, nearest_option, option_texts
from adapters.pixels.rasters import Mask, Picture, dilated, luminance
from adapters.pixels.scale import fitted

_DAYS = r"\bon (\w+) than on (\w+)"
_REFLECTED = re.compile(r"(?:image|mirror).*?\bpoint ([A-Z])\b.*?\bpoint ([A-Z])\b", re.DOTALL)
_FILLED = 12.0
_INK = 25.0

Point = tuple[float, float]


def solve(puzzle: Puzzle) -> str | None:
    """The number or the letter."""
    reader = next((reader for cue, reader in _READERS if re.search(cue, puzzle.prompt, re.IGNORECASE)), None)
    return None if reader is None else reader(puzzle)


def _paper_distance(picture: Picture) -> np.ndarray:
    colours = lab_of(picture)
    return np.asarray(np.sqrt(((colours - np.median(colours.reshape(-1, 3), axis=0)) ** 2).sum(-1)))


def _area(puzzle: Puzzle) -> str | None:
    """The coloured shape in squares of the paper, to the half square."""
    picture = puzzle.pictures[0]
    profiles = step_profiles(luminance(picture))
    combs = [comb_of(profile, 8, len(profile) // 3) for profile in profiles]
    distance = _paper_distance(picture)
    thick = largest(opened(distance > _FILLED, 2))
    if combs[0] is None or combs[1] is None or thick is None:
        return None
    colours = lab_of(picture)
    fill = ((colours - np.median(colours[thick[0]], axis=0)) ** 2).sum(-1) < _FILLED**2
    outline = dilated(fill & thick[0], 3) & (distance > _INK) & ~fill
    # The true edge runs along the middle of the drawn outline.
    area = ((fill & thick[0]).sum() + outline.sum() / 2) / (combs[0].period * combs[1].period)
    return f"{round(2 * area) / 2:g}"


def _chart(puzzle: Puzzle) -> str | None:
    """One bar less another, on the scale of the axis."""
    named = re.search(_DAYS, puzzle.prompt)
    picture = puzzle.pictures[0]
    grey = luminance(picture)
    numerals = read_lines(grey, DIGITS, tallest=30)
    scale = fitted([(line.y, float(line.text)) for line in numerals if _is_number(line)], 3.0)
    if named is None or scale is None:
        return None
    words = read_lines(grey, LETTERS, tallest=30)
    tops = [_bar_top(picture, _nearest_word(words, word)) for word in named.groups()]
    if tops[0] is None or tops[1] is None:
        return None
    return str(round(scale.step * (tops[0] - tops[1])))


def _is_number(line: Line) -> bool:
    return line.likeness > 0.5 and line.text.isdigit() and len(line.text) <= 4


def _nearest_word(words: list[Line], wanted: str) -> Line | None:
    def alike(line: Line) -> float:
        return difflib.SequenceMatcher(None, line.text.lower(), wanted.lower()).ratio()

    best = max(words, key=alike, default=None)
    return best if best is not None and alike(best) >= 0.6 else None


def _bar_top(picture: Picture, label: Line | None) -> float | None:
    """Where the vivid bar above a label begins."""
    if label is None:
        return None
    colours = lab_of(picture[: label.top, label.left : label.right])
    vivid = (np.hypot(colours[..., 1], colours[..., 2]) > 25).mean(1) > 0.4
    rows = np.flatnonzero(vivid)
    return float(rows[0]) if len(rows) else None


def _angle(puzzle: Puzzle) -> str | None:
    """The angle at the corner of two drawn lines, the corner with the coloured arc."""
    picture = puzzle.pictures[0]
    colours = lab_of(picture)
    is_red = (colours[..., 1] > 30) & (colours[..., 2] > 10)
    labels, regions = labelled((_paper_distance(picture) > _INK) & ~is_red)
    if not regions or not is_red.any():
        return None
    lines = max(regions, key=lambda region: region.width * region.height)
    corners = _triangle(labels == lines.label)
    arc = np.argwhere(is_red).mean(0)
    corner = min(corners, key=lambda point: float(np.hypot(point[0] - arc[1], point[1] - arc[0])))
    ends = [point for point in corners if point != corner]
    if len(ends) != 2:
        return None
    ways = [complex(end[0] - corner[0], end[1] - corner[1]) for end in ends]
    angle = float(abs(np.degrees(np.angle(ways[0] / ways[1])))) if ways[1] != 0 else 0.0
    return nearest_option(angle, option_texts(puzzle.prompt))


def _triangle(mask: Mask) -> list[Point]:
    """The two points farthest apart, and the one farthest from the line between them."""
    rows, columns = np.nonzero(mask)
    points = np.stack([columns, rows], 1).astype(float)
    first = points[((points - points.mean(0)) ** 2).sum(1).argmax()]
    second = points[((points - first) ** 2).sum(1).argmax()]
    along = second - first
    offsets = np.abs(along[0] * (points[:, 1] - first[1]) - along[1] * (points[:, 0] - first[0]))
    third = points[offsets.argmax()]
    return [(float(x), float(y)) for x, y in (first, second, third)]


def _mirrored(puzzle: Puzzle) -> str | None:
    """The named point nearest to where the mirror image lies."""
    named = _REFLECTED.search(puzzle.prompt)
    options = option_texts(puzzle.prompt)
    places = _named_points(puzzle.pictures[0])
    if named is None or named[1] not in places or named[2] not in places:
        return None
    (ax, ay), (bx, by) = places[named[1]], places[named[2]]
    wanted = (2 * bx - ax, 2 * by - ay)
    apart: dict[str, float] = {}
    for letter, text in options.items():
        point = re.search(r"\b([A-Z])\s*$", text.strip())
        if point is not None and point[1] in places:
            x, y = places[point[1]]
            apart[letter] = float(np.hypot(x - wanted[0], y - wanted[1]))
    return min(apart, key=lambda letter: apart[letter], default=None)


def _named_points(picture: Picture) -> dict[str, Point]:
    """The dot beside each letter."""
    _, regions = labelled(_paper_distance(picture) > _INK)
    dots = [region for region in regions if _is_dot(region)]
    letters = [
        line
        for line in read_lines(luminance(picture), "ABCDEFGH", tallest=30)
        if len(line.text) == 1 and line.likeness > 0.6
    ]
    found: dict[str, Point] = {}
    for line in letters:
        near = min(dots, key=lambda dot: float(np.hypot(dot.x - line.x, dot.y - line.y)), default=None)
        if near is not None and np.hypot(near.x - line.x, near.y - line.y) < 3 * (line.bottom - line.top):
            found[line.text] = (near.x, near.y)
    return found


def _is_dot(region: Region) -> bool:
    return 4 <= region.width <= 24 and 0.7 < region.width / region.height < 1.4 and region.fill > 0.65


_READERS: tuple[tuple[str, Callable[[Puzzle], str | None]], ...] = (
    (r"\bsmall square\b.*\barea\b|小方格", _area),
    (r"\bchart\b.*" + _DAYS, _chart),
    (r"\bangle\b|度数", _angle),
    (r"\bmirror image\b|\breflect", _mirrored),
)

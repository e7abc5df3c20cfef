"""The symbolic task: drawn lines and outlines are measured, compared, counted and followed."""

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.colours import lab_of
from adapters.pixels.components import Region, labelled
from adapters.pixels.figure import filled
from adapters.pixels.puzzle import Puzzle, nearest_option, numbers_in, option_texts
from adapters.pixels.rasters import Grey, Mask, Picture, dilated

_DRAWN = 18.0
"""CIELAB distance from the paper at which a pixel is drawn on."""

_PARALLEL_DEG = 2.5
_CORNERS = {"triangle": 3, "square": 4, "rectangle": 4, "pentagon": 5, "hexagon": 6, "circle": 0, "star": 5}
_SPIKED = 0.15
_ROUND = 0.02
_DIRECTIONS = 128


def solve(puzzle: Puzzle) -> str | None:
    """The letter or letters, or the number."""
    question = puzzle.prompt.split("?")[0].lower()
    reader = next((reader for cue, reader in _READERS if re.search(cue, question)), None)
    return None if reader is None else reader(puzzle, question)


def _drawn(picture: Picture) -> Mask:
    """What is drawn on the paper."""
    return _distance(picture) > _DRAWN


def _distance(picture: Picture) -> Grey:
    colours = lab_of(picture)
    paper = np.median(colours.reshape(-1, 3), axis=0)
    return np.asarray(np.sqrt(((colours - paper) ** 2).sum(-1)), np.float32)


def _nested(puzzle: Puzzle, _question: str) -> str | None:
    """Outlines met on the way from the middle outwards; most of several ways agree."""
    mask = _drawn(puzzle.pictures[0])
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(rows) == 0:
        return None
    y, x = (rows[0] + rows[-1]) // 2, (columns[0] + columns[-1]) // 2
    ways = [mask[y, x:], mask[y, x::-1], mask[y:, x], mask[y::-1, x]]
    counts = [int((np.diff(way.astype(np.int8)) == 1).sum()) for way in ways]
    number = round(float(np.median(counts)))
    options = option_texts(puzzle.prompt)
    return nearest_option(number, options) if options else str(number)


def _longest(puzzle: Puzzle, _question: str) -> str | None:
    """The line with the longest run of ink in one row; lines are named in reading order."""
    lines = _long_regions(_drawn(puzzle.pictures[0]))
    options = option_texts(puzzle.prompt)
    names = sorted(options, key=lambda letter: options[letter])
    if len(lines) != len(names):
        return None
    lengths = [_longest_run(own) for _, own in sorted(lines, key=lambda each: each[0].y)]
    return names[int(np.argmax(lengths))]


def _longest_run(own: Mask) -> int:
    """The most ink one row has without a gap."""
    padded = np.pad(own, ((0, 0), (1, 1))).astype(np.int8)
    steps = np.diff(padded, axis=1)
    return int((np.nonzero(steps == -1)[1] - np.nonzero(steps == 1)[1]).max(initial=0))


def _long_regions(mask: Mask) -> list[tuple[Region, Mask]]:
    """Regions several times as long as the letters beside them."""
    labels, regions = labelled(mask)
    if not regions:
        return []
    longest = max(max(region.width, region.height) for region in regions)
    return [
        (region, labels[region.top : region.bottom, region.left : region.right] == region.label)
        for region in regions
        if np.hypot(region.width, region.height) > 0.4 * longest
    ]


def _parallel(puzzle: Puzzle, _question: str) -> str | None:
    """All options whose two lines have one direction; lines are named in reading order."""
    lines = [(region, _direction(own)) for region, own in _long_regions(_drawn(puzzle.pictures[0]))]
    height = puzzle.pictures[0].shape[0]
    half = height / 2
    lines.sort(key=lambda each: (each[0].y > half, each[0].x))
    names = [chr(ord("a") + 2 * at) + chr(ord("b") + 2 * at) for at in range(len(lines))]
    directions = {name: direction for name, (_, direction) in zip(names, lines, strict=True)}
    options = option_texts(puzzle.prompt)
    right = [letter for letter, text in options.items() if _is_parallel(text, directions)]
    none = [letter for letter, text in options.items() if "none" in text.lower()]
    return "".join(right or none) or None


def _is_parallel(text: str, directions: dict[str, float]) -> bool:
    pair = [directions[word] for word in re.findall(r"\b[a-z]{2}\b", text) if word in directions]
    return len(pair) == 2 and abs((pair[0] - pair[1] + 90) % 180 - 90) < _PARALLEL_DEG


def _direction(own: Mask) -> float:
    """Degrees of the main axis, 0 to 180."""
    rows, columns = np.nonzero(own)
    spread = np.cov(columns, rows) if len(rows) > 2 else np.eye(2)
    return float(np.degrees(0.5 * np.arctan2(2 * spread[0, 1], spread[0, 0] - spread[1, 1])) % 180)


def _followed(puzzle: Puzzle, question: str) -> str | None:
    """The end of the line whose colour is that of the asked start, both counted from above."""
    start = numbers_in(question)
    options = option_texts(puzzle.prompt)
    picture = puzzle.pictures[0]
    colours = lab_of(picture)
    vivid = np.hypot(colours[..., 1], colours[..., 2]) > 15
    columns = np.flatnonzero(vivid.any(0))
    if not start or not options or len(columns) < 8:
        return None
    left, right = _line_colours(colours, vivid, columns[2]), _line_colours(colours, vivid, columns[-3])
    names = sorted(options, key=lambda letter: options[letter])
    if not (len(left) == len(right) == len(names) and 1 <= start[-1] <= len(left)):
        return None
    apart = [float(((colour - left[int(start[-1]) - 1]) ** 2).sum()) for colour in right]
    return names[int(np.argmin(apart))]


def _line_colours(colours: NDArray[np.float32], vivid: Mask, column: int) -> list[NDArray[np.float32]]:
    """Colour of each line that crosses a column, from above."""
    steps = np.diff(np.concatenate([[0], vivid[:, column].astype(np.int8), [0]]))
    spans = zip(np.flatnonzero(steps == 1), np.flatnonzero(steps == -1), strict=True)
    return [np.median(colours[top:bottom, column], axis=0) for top, bottom in spans]


def _shapes(puzzle: Puzzle, question: str) -> str | None:
    """How many outlines have the corners of the shape asked for."""
    kind = next((kind for kind in _CORNERS if kind in question), None)
    if kind is None:
        return None
    labels, regions = labelled(dilated(_drawn(puzzle.pictures[0]), 1))
    seen = [
        _kind_of(labels[region.top : region.bottom, region.left : region.right] == region.label)
        for region in regions
        if min(region.width, region.height) > 12
    ]
    options = option_texts(puzzle.prompt)
    count = seen.count("square" if kind == "rectangle" else kind)
    return nearest_option(count, options) if options else str(count)


def _kind_of(own: Mask) -> str:
    """The shape by how its distance from the middle goes up and down all around."""
    middle = np.argwhere(filled(own)).mean(0)
    y, x = (np.argwhere(own) - middle).T
    sectors = ((np.arctan2(y, x) / (2 * np.pi) % 1) * _DIRECTIONS).astype(np.intp) % _DIRECTIONS
    farthest = np.zeros(_DIRECTIONS)
    np.maximum.at(farthest, sectors, np.hypot(x, y))
    known = farthest > 0
    profile = np.interp(np.arange(_DIRECTIONS), np.flatnonzero(known), farthest[known], period=_DIRECTIONS)
    waves = np.abs(np.fft.rfft(profile)) / profile.sum()
    corners = int(waves[3:7].argmax()) + 3
    if waves[corners] < _ROUND:
        return "circle"
    if corners == 5 and waves[5] > _SPIKED / 2:
        return "star"
    return {3: "triangle", 4: "square", 5: "pentagon", 6: "hexagon"}[corners]


_READERS: tuple[tuple[str, Callable[[Puzzle, str], str | None]], ...] = (
    (r"\bnested\b", _nested),
    (r"\blongest\b", _longest),
    (r"\bparallel\b", _parallel),
    (r"\btangled\b", _followed),
    (r"\bhow many (?:stars|triangles|squares|rectangles|pentagons|hexagons|circles)\b", _shapes),
)

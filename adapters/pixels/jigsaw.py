"""The jigsaw task: pieces are cut at the white lines, and neighbours are found by how their edges carry on."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.puzzle import Puzzle
from adapters.pixels.rasters import Picture, luminance

Costs = NDArray[np.float64]
Order = NDArray[np.intp]

_MOST_PIECES_A_SIDE = 8
_LEAST_PIECE_PX = 8
_SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class Fits:
    """How badly pieces fit together, shape (pieces, pieces).

    Attributes:
        right: [a, b] is the cost of b standing right of a.
        below: [a, b] is the cost of b standing below a.
    """

    right: Costs
    below: Costs


def solve(puzzle: Puzzle) -> str | None:
    """The numbers of the pieces, row by row."""
    pieces = cut(puzzle.pictures[0])
    if pieces is None:
        return None
    side = round(len(pieces) ** 0.5)
    order = assembled(fits_of(pieces), side)
    return ", ".join(str(piece + 1) for piece in order)


def cut(picture: Picture) -> NDArray[np.float32] | None:
    """The pieces, row by row, shape (n², side, side, 3); None when no grid is seen."""
    bright = luminance(picture)
    spans = [_spans(bright.mean(axis), bright.min(axis)) for axis in (0, 1)]
    if not 2 <= len(spans[0]) == len(spans[1]) <= _MOST_PIECES_A_SIDE:
        return None
    side = min(end - start for each in spans for start, end in each)
    if side < _LEAST_PIECE_PX:
        return None
    colours = picture.astype(np.float32)
    columns, rows = spans
    return np.stack([colours[top : top + side, left : left + side] for top, _ in rows for left, _ in columns])


def _spans(mean: NDArray[np.float32], least: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Start and end of the stretches between lines that are white all along; ends of pieces are trimmed by a pixel."""
    line = (least > 150) & (mean > 225)
    steps = np.flatnonzero(np.diff(np.concatenate([[True], line, [True]]).astype(np.int8)))
    spans = [(int(start), int(end)) for start, end in zip(steps[::2], steps[1::2], strict=False)]
    longest = max((end - start for start, end in spans), default=0)
    # JPEG smears the white line into the first pixels of a piece.
    return [(start + 1, end - 1) for start, end in spans if end - start > longest * 0.7]


def fits_of(pieces: NDArray[np.float32]) -> Fits:
    """The costs of all pairs."""
    turned = pieces.transpose(0, 2, 1, 3)
    return Fits(_costs(pieces), _costs(turned))


def _costs(pieces: NDArray[np.float32]) -> Costs:
    """Cost of the second piece's left edge after the first one's right edge.

    Each edge is carried on by its own slope into the gap, where both sides should meet.
    """
    depth = min(6, pieces.shape[2] // 2)
    after = pieces[:, :, -1] + _slope(pieces[:, :, -1], pieces[:, :, -depth])
    before = pieces[:, :, 0] + _slope(pieces[:, :, 0], pieces[:, :, depth - 1])
    apart = np.abs(after[:, None] - before[None])
    # The root keeps a few badly fitting pixels (a badge, JPEG) from deciding.
    costs = np.sqrt(apart.sum(-1)).mean(-1).astype(np.float64)
    np.fill_diagonal(costs, np.inf)
    # A plain edge fits many others: what counts is how much better a pair is than the next best for either side.
    rows = np.sort(costs, 1)[:, : min(3, len(costs) - 1)].mean(1)
    columns = np.sort(costs, 0)[: min(3, len(costs) - 1)].mean(0)
    return np.asarray(costs / (np.sqrt(rows[:, None] * columns[None]) + 1.0))


def _slope(edge: NDArray[np.float32], inner: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.clip((edge - inner) / 4, -6, 6)


def assembled(fits: Fits, side: int) -> Order:
    """The pieces in their places, row by row: grown from every piece, the best result polished."""
    size = side * side
    starts = [_grown(fits, side, first) for first in range(size)]
    starts.sort(key=lambda order: total(fits, order, side))
    polished = [_polished(fits, start, side) for start in starts[:3]]
    return min(polished, key=lambda order: total(fits, order, side))


def total(fits: Fits, order: Order, side: int) -> float:
    """The cost of all neighbours of an arrangement."""
    grid = order.reshape(side, side)
    right = fits.right[grid[:, :-1], grid[:, 1:]].sum()
    return float(right + fits.below[grid[:-1], grid[1:]].sum())


def _grown(fits: Fits, side: int, first: int) -> Order:
    """Pieces added one by one at the place they fit best, on a plane without borders until it is n × n."""
    placed: dict[tuple[int, int], int] = {(0, 0): first}
    free = np.ones(side * side, bool)
    free[first] = False
    while free.any():
        best = (np.inf, (0, 0), 0)
        for cell in _open_cells(placed, side):
            cost = _cost_at(fits, placed, cell)
            cost[~free] = np.inf
            at = int(cost.argmin())
            if cost[at] < best[0]:
                best = (float(cost[at]), cell, at)
        if not np.isfinite(best[0]):
            best = (0.0, next(iter(_open_cells(placed, side))), int(free.argmax()))
        placed[best[1]] = best[2]
        free[best[2]] = False
    top, left = min(row for row, _ in placed), min(column for _, column in placed)
    cells = [(top + at // side, left + at % side) for at in range(side * side)]
    return np.array([placed[cell] for cell in cells], np.intp)


def _open_cells(placed: dict[tuple[int, int], int], side: int) -> set[tuple[int, int]]:
    """Empty places beside placed ones that keep the whole within n × n."""
    rows, columns = [row for row, _ in placed], [column for _, column in placed]
    top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)
    around = {(row + down, column + over) for row, column in placed for down, over in _SIDES}
    return {
        (row, column)
        for row, column in around - placed.keys()
        if max(bottom, row) - min(top, row) < side and max(right, column) - min(left, column) < side
    }


def _cost_at(fits: Fits, placed: dict[tuple[int, int], int], cell: tuple[int, int]) -> Costs:
    """Mean cost of every piece at a place, over the neighbours it has there."""
    row, column = cell
    found = []
    if (row, column - 1) in placed:
        found.append(fits.right[placed[row, column - 1]])
    if (row, column + 1) in placed:
        found.append(fits.right[:, placed[row, column + 1]])
    if (row - 1, column) in placed:
        found.append(fits.below[placed[row - 1, column]])
    if (row + 1, column) in placed:
        found.append(fits.below[:, placed[row + 1, column]])
    # Places with more neighbours are surer, so they are filled first.
    return np.asarray(np.mean(found, axis=0) / len(found) ** 0.25)


def _polished(fits: Fits, order: Order, side: int) -> Order:
    """Rows and columns moved round and pairs swapped for as long as that helps."""
    best, cost = order, total(fits, order, side)
    for _ in range(20):
        found = min(_changed(best, side), key=lambda each: total(fits, each, side))
        after = total(fits, found, side)
        if after >= cost - 1e-9:
            break
        best, cost = found, after
    return best


def _changed(order: Order, side: int) -> list[Order]:
    grid = order.reshape(side, side)
    changed = [np.roll(grid, step, axis).ravel() for axis in (0, 1) for step in range(1, side)]
    for first in range(len(order)):
        for second in range(first + 1, len(order)):
            swapped = order.copy()
            swapped[[first, second]] = swapped[[second, first]]
            changed.append(swapped)
    return changed

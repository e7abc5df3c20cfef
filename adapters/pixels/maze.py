"""The maze task: the blocks are read from the picture, and every option's moves are walked through them."""

import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.lattice import comb_of, step_profiles
from adapters.pixels.puzzle import Puzzle, option_texts
from adapters.pixels.rasters import Picture, luminance, otsu

_STEPS = {"R": (0, 1), "L": (0, -1), "U": (-1, 0), "D": (1, 0)}
_MOVES = re.compile(r"[RLUD]{1,2000}(?![A-Za-z])")
_SMALLEST_BLOCK_PX = 6
_MOST_BLOCKS = 120

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Maze:
    """Blocks that can be walked on, shape (rows, columns), and where the way begins and ends."""

    is_free: NDArray[np.bool_]
    start: Cell
    goal: Cell


def solve(puzzle: Puzzle) -> str | None:
    """The letter of the option that gets out; that of "no answer" when none does."""
    maze = read_maze(puzzle.pictures[0])
    options = option_texts(puzzle.prompt)
    if maze is None or not options:
        return None
    moves = {letter: found[0] for letter, text in options.items() if (found := _MOVES.match(text))}
    ends = {letter: walked(maze, steps) for letter, steps in moves.items()}
    arrived = [letter for letter, end in ends.items() if end == maze.goal]
    if arrived:
        return arrived[0]
    rest = [letter for letter in options if letter not in moves]
    return rest[0] if rest else None


def walked(maze: Maze, moves: str) -> Cell | None:
    """Where the moves lead, None when they run into a wall or off the picture."""
    row, column = maze.start
    rows, columns = maze.is_free.shape
    for move in moves:
        down, right = _STEPS[move]
        row, column = row + down, column + right
        if not (0 <= row < rows and 0 <= column < columns and maze.is_free[row, column]):
            return None
    return row, column


def read_maze(picture: Picture) -> Maze | None:
    """The maze in a picture of square blocks with a red ball at the start and a green one at the exit."""
    grey = luminance(picture)
    height, width = grey.shape
    if min(height, width) < 3 * _SMALLEST_BLOCK_PX:
        return None
    combs = [comb_of(profile, _SMALLEST_BLOCK_PX, len(profile) // 3) for profile in step_profiles(grey)]
    if combs[0] is None or combs[1] is None:
        return None
    columns, rows = combs[0].edges(width), combs[1].edges(height)
    if not (2 < len(columns) <= _MOST_BLOCKS and 2 < len(rows) <= _MOST_BLOCKS):
        return None
    blocks = _Blocks(picture, rows, columns)
    return blocks.maze()


class _Blocks:
    """A picture cut at the borders of its blocks."""

    def __init__(self, picture: Picture, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> None:
        self._width = len(columns) - 1
        colours = picture.astype(np.float32)
        self._inner = [
            [_inside(colours[top:bottom, left:right]) for left, right in pairwise(columns)]
            for top, bottom in pairwise(rows)
        ]

    def maze(self) -> Maze | None:
        medians = np.array([[np.median(block, axis=(0, 1)) for block in line] for line in self._inner])
        spread = np.array([[block.std((0, 1)).sum() for block in line] for line in self._inner])
        # A ball is the only thing that varies inside of a block.
        balls = [divmod(int(at), self._width) for at in np.argsort(spread, axis=None)[::-1][:2]]
        redness = [self._redness(ball) for ball in balls]
        start, goal = balls if redness[0] >= redness[1] else balls[::-1]
        brightness = medians.mean(-1)
        threshold = otsu(brightness)
        floor = np.mean([self._corner(ball) for ball in balls])
        is_free = (brightness > threshold) == bool(floor > threshold)
        for ball in balls:
            is_free[ball] = True
        return Maze(is_free, start, goal)

    def _redness(self, cell: Cell) -> float:
        """Red less green where that stands out most: of the ball, not of the floor around it."""
        block = self._inner[cell[0]][cell[1]]
        tint = block[..., 0] - block[..., 1]
        stands_out = np.abs(tint - np.median(tint[:: max(1, len(tint) - 1), :: max(1, tint.shape[1] - 1)]))
        return float(tint.flat[stands_out.argmax()])

    def _corner(self, cell: Cell) -> float:
        """Brightness of the ground under a ball: what its block shows in the corners."""
        block = self._inner[cell[0]][cell[1]]
        return float(np.median(block[:: max(1, len(block) - 1), :: max(1, block.shape[1] - 1)].mean(-1)))


def _inside(block: NDArray[np.float32]) -> NDArray[np.float32]:
    """The block without its rim: borders are drawn there, and JPEG smears over it."""
    rim = max(1, min(block.shape[:2]) // 8) if min(block.shape[:2]) > 3 else 0
    return block[rim : block.shape[0] - rim, rim : block.shape[1] - rim]

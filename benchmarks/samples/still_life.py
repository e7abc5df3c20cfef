"""Scenes of objects on boards: a shelf, a table, a bench; planned in whole numbers, then painted."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import NAMED, lit, varied
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import shadow, wash
from benchmarks.samples.surfaces import papered
from benchmarks.samples.things import PAINTERS, SHAPES


@dataclass(frozen=True, slots=True)
class Thing:
    """One object of a scene.

    Attributes:
        kind: A key of `things.PAINTERS`.
        colour: A key of `colours.NAMED`.
        box: What it fills, in pixels.
        seed: Of its small decoration, so that changing one object changes no other.
    """

    kind: str
    colour: str
    box: Box
    seed: int

    def paint(self, canvas: Canvas) -> None:
        """Draw the object; all of it lies in its box."""
        inner = random.Random(self.seed)
        PAINTERS[self.kind](canvas, self.box, varied(inner, NAMED[self.colour], 10), inner)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Boards on a wall, and what stands on them.

    Attributes:
        size: Width and height in pixels.
        floors: Upper edge of each board, from the top down.
        board_px: Thickness of a board.
        things: From left to right, board by board.
        wall, wood: Colours of the room.
        paper: Seed of the wallpaper's pattern; None leaves the wall plain.
    """

    size: tuple[int, int]
    floors: tuple[int, ...]
    board_px: int
    things: tuple[Thing, ...]
    wall: RGB
    wood: RGB
    paper: int | None = None


_WALLS: tuple[RGB, ...] = ((206, 198, 180), (168, 186, 194), (188, 176, 200), (176, 194, 170), (214, 188, 168))
_WOODS: tuple[RGB, ...] = ((134, 92, 56), (168, 124, 78), (96, 68, 50), (196, 188, 176), (88, 92, 98))


def plan_shelf(
    rng: random.Random,
    size: tuple[int, int],
    *,
    boards: int,
    kinds: Sequence[str] = tuple(PAINTERS),
    colours: Sequence[str] = tuple(NAMED),
    gap: float = 0.12,
    papered_wall: bool = False,
) -> Shelf:
    """Fill boards with objects from left to right.

    Args:
        rng: Draws everything.
        size: Width and height in pixels.
        boards: How many boards lie above each other.
        kinds, colours: What to choose from.
        gap: Widest space between two objects as a share of a board's height.
        papered_wall: Whether the wall behind has a pattern that is different everywhere.
    """
    width, height = size
    board_px = max(6, height // (boards * 14))
    rise = height // boards
    floors = tuple(rise * (index + 1) - board_px - rise // 24 for index in range(boards))
    things: list[Thing] = []
    for floor in floors:
        things += _filled(rng, (rise // 8, floor, width - rise // 8), rise * 3 // 4, kinds, colours, gap)
    paper = rng.getrandbits(32) if papered_wall else None
    return Shelf(size, floors, board_px, tuple(things), rng.choice(_WALLS), rng.choice(_WOODS), paper)


def _filled(
    rng: random.Random,
    board: Box | tuple[int, int, int],
    room: int,
    kinds: Sequence[str],
    colours: Sequence[str],
    gap: float,
) -> list[Thing]:
    """Objects side by side on one board, at most `room` pixels high."""
    x, floor, end = board[:3]
    placed: list[Thing] = []
    while True:
        kind = rng.choice(kinds)
        wide, high = SHAPES[kind]
        tall = room * high * rng.randint(82, 100) // 1500
        broad = tall * wide // high
        if x + broad > end:
            return placed
        colour = rng.choice(colours)
        placed.append(Thing(kind, colour, (x, floor - tall, x + broad, floor), rng.getrandbits(32)))
        x += broad + rng.randint(3, max(4, int(room * gap)))


def paint_shelf(shelf: Shelf, *, scale: int = 2) -> Canvas:
    """A shelf with everything on it."""
    canvas = Canvas(*shelf.size, shelf.wall, scale=scale)
    draw_shelf(canvas, shelf)
    return canvas


def draw_shelf(canvas: Canvas, shelf: Shelf) -> None:
    """Draw a shelf with everything on it."""
    width, height = shelf.size
    wash(canvas, (0, 0, width, height), lit(shelf.wall, 1.05), lit(shelf.wall, 0.8))
    if shelf.paper is not None:
        papered(canvas, random.Random(shelf.paper), shelf.wall)
    for floor in shelf.floors:
        _board(canvas, floor, shelf)
    for thing in shelf.things:
        stand(canvas, shelf, thing)


def stand(canvas: Canvas, shelf: Shelf, thing: Thing) -> None:
    """Put a thing on its board."""
    shadow(canvas, thing.box, lit(shelf.wood, 1.1))
    thing.paint(canvas)


def _board(canvas: Canvas, floor: int, shelf: Shelf) -> None:
    width = shelf.size[0]
    thick = shelf.board_px
    canvas.rect((0, floor - thick * 0.5, width, floor + thick * 0.4), lit(shelf.wood, 1.12))
    canvas.rect((0, floor + thick * 0.4, width, floor + thick), lit(shelf.wood, 0.75))
    wash(canvas, (0, floor + thick, width, floor + thick * 2.4), lit(shelf.wall, 0.55), lit(shelf.wall, 0.9), steps=8)

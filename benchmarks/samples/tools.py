"""Hand tools as they hang on a board, and the board."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.samples.boxes import part, points
from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import NAMED, lit, varied
from benchmarks.samples.sample import Box

_STEEL: RGB = (168, 174, 180)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that hangs with its handle down.

    Attributes:
        kind: A key of `TOOLS`.
        colour: Of the handle, a key of `colours.NAMED`.
        box: What it fills.
        seed: Of its exact tone.
    """

    kind: str
    colour: str
    box: Box
    seed: int

    def paint(self, canvas: Canvas) -> None:
        """Draw the tool; all of it lies in its box."""
        TOOLS[self.kind](canvas, self.box, varied(random.Random(self.seed), NAMED[self.colour], 10))


def _grip(canvas: Canvas, box: Corners, colour: RGB) -> None:
    canvas.rounded(box, (box[2] - box[0]) * 0.35, colour)
    canvas.rect(part(box, 0.2, 0.1, 0.4, 0.9), lit(colour, 1.35))


def _hammer(canvas: Canvas, box: Corners, colour: RGB) -> None:
    _grip(canvas, part(box, 0.38, 0.2, 0.62, 1.0), colour)
    canvas.polygon(points(box, ((0.0, 0.04), (0.3, 0.0), (1.0, 0.02), (1.0, 0.2), (0.3, 0.22), (0.0, 0.14))), _STEEL)
    canvas.rect(part(box, 0.3, 0.02, 1.0, 0.06), lit(_STEEL, 1.3))
    canvas.rect(part(box, 0.9, 0.0, 1.0, 0.23), lit(_STEEL, 0.7))


def _screwdriver(canvas: Canvas, box: Corners, colour: RGB) -> None:
    canvas.rect(part(box, 0.38, 0, 0.62, 0.58), _STEEL)
    canvas.rect(part(box, 0.38, 0, 0.46, 0.58), lit(_STEEL, 1.35))
    _grip(canvas, part(box, 0, 0.55, 1, 1), colour)


def _wrench(canvas: Canvas, box: Corners, colour: RGB) -> None:
    canvas.rect(part(box, 0.34, 0.15, 0.66, 0.9), _STEEL)
    canvas.ellipse(part(box, 0, 0, 1, 0.25), _STEEL)
    canvas.ellipse(part(box, 0.08, 0.78, 0.92, 1), _STEEL)
    canvas.polygon(points(box, ((0.32, -0.01), (0.68, -0.01), (0.62, 0.13), (0.38, 0.13))), lit(colour, 0.4))
    canvas.ellipse(part(box, 0.34, 0.85, 0.66, 0.94), lit(_STEEL, 0.45))
    canvas.rect(part(box, 0.4, 0.3, 0.6, 0.7), colour)


def _saw(canvas: Canvas, box: Corners, colour: RGB) -> None:
    canvas.polygon(points(box, ((0.3, 0), (0.6, 0), (1.0, 0.72), (0.1, 0.72))), _STEEL)
    teeth = [(0.6 + 0.4 * step / 12 + (0.05 if step % 2 else -0.02), 0.72 * step / 12) for step in range(13)]
    canvas.polygon(points(box, ((0.5, 0.0), *teeth, (0.5, 0.72))), _STEEL)
    canvas.rounded(part(box, 0.05, 0.7, 0.95, 1), (box[2] - box[0]) * 0.2, colour)
    canvas.rounded(part(box, 0.3, 0.78, 0.7, 0.92), (box[2] - box[0]) * 0.12, lit(colour, 0.35))


def _pliers(canvas: Canvas, box: Corners, colour: RGB) -> None:
    for places in (
        ((0.3, 0.4), (0.0, 1.0), (0.2, 1.0), (0.5, 0.44)),
        ((0.7, 0.4), (1.0, 1.0), (0.8, 1.0), (0.5, 0.44)),
    ):
        canvas.polygon(points(box, places), colour)
    canvas.polygon(
        points(box, ((0.46, 0.0), (0.54, 0.0), (0.76, 0.3), (0.68, 0.46), (0.32, 0.46), (0.24, 0.3))), _STEEL
    )
    canvas.line(points(box, ((0.5, 0.0), (0.5, 0.34))), (box[2] - box[0]) * 0.05, lit(_STEEL, 0.4))
    canvas.ellipse(part(box, 0.42, 0.34, 0.58, 0.44), lit(_STEEL, 0.6))


def _brush(canvas: Canvas, box: Corners, colour: RGB) -> None:
    canvas.polygon(points(box, ((0.02, 0), (0.98, 0), (0.9, 0.3), (0.1, 0.3))), (206, 184, 130))
    for step in range(1, 6):
        canvas.line(points(box, ((step / 6, 0.01), (step / 6, 0.3))), (box[2] - box[0]) * 0.02, (150, 126, 80))
    canvas.rect(part(box, 0.05, 0.28, 0.95, 0.44), _STEEL)
    canvas.polygon(
        points(box, ((0.05, 0.44), (0.95, 0.44), (0.64, 0.62), (0.6, 1.0), (0.4, 1.0), (0.36, 0.62))), colour
    )


Painter = Callable[[Canvas, Corners, RGB], None]
TOOLS: dict[str, Painter] = {
    "hammer": _hammer,
    "screwdriver": _screwdriver,
    "wrench": _wrench,
    "saw": _saw,
    "pair of pliers": _pliers,
    "paint brush": _brush,
}
"""How each kind of tool is painted into a box, with a handle of one colour."""

WIDTHS: dict[str, int] = {
    "hammer": 52,
    "screwdriver": 16,
    "wrench": 26,
    "saw": 44,
    "pair of pliers": 40,
    "paint brush": 34,
}
"""Width of each kind in percent of its height."""

HANDLES = ("red", "orange", "yellow", "green", "blue", "purple", "black", "turquoise")


def plan_tools(rng: random.Random, area: Box, rows: int) -> tuple[Tool, ...]:
    """Tools side by side in rows over an area."""
    x0, y0, x1, y1 = area
    room = (y1 - y0) // rows
    found: list[Tool] = []
    for row in range(rows):
        x = x0 + rng.randint(0, room // 6)
        while True:
            kind = rng.choice(tuple(TOOLS))
            high = room * rng.randint(68, 84) // 100
            wide = high * WIDTHS[kind] // 100
            if x + wide > x1:
                break
            top = y0 + row * room + room // 10
            found.append(Tool(kind, rng.choice(HANDLES), (x, top, x + wide, top + high), rng.getrandbits(32)))
            x += wide + rng.randint(room // 8, room // 4)
    return tuple(found)


def paint_board(canvas: Canvas, area: Box, colour: RGB) -> None:
    """A board with rows of holes."""
    canvas.rect(area, colour)
    pitch = max(10, (area[2] - area[0]) // 26)
    hole = pitch / 5
    for y in range(area[1] + pitch // 2, area[3] - 2, pitch):
        for x in range(area[0] + pitch // 2, area[2] - 2, pitch):
            canvas.rect((x, y, x + hole, y + hole), lit(colour, 0.6))

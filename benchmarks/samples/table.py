"""A few large things on a table in a room or on a lawn, for questions about size and share."""

import random
from collections.abc import Sequence

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import lit, varied
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import ball, shadow, wash
from benchmarks.samples.still_life import Thing

_WALLS: tuple[RGB, ...] = ((216, 206, 186), (176, 196, 204), (198, 186, 206), (188, 202, 178), (222, 200, 184))
_TOPS: tuple[RGB, ...] = ((146, 102, 64), (176, 136, 92), (104, 76, 58), (206, 196, 180))


def paint_table(rng: random.Random, size: tuple[int, int], horizon: int, things: Sequence[Thing]) -> Canvas:
    """Draw a room, a table whose rear edge lies at `horizon`, and the things from the back to the front."""
    width, height = size
    wall, top = rng.choice(_WALLS), rng.choice(_TOPS)
    canvas = Canvas(width, height, wall)
    wash(canvas, (0, 0, width, horizon), lit(wall, 1.06), lit(wall, 0.9))
    if rng.random() < 0.7:
        _window(canvas, rng, (rng.randint(0, width // 2), -10, rng.randint(width // 2, width), horizon * 2 // 3))
    wash(canvas, (0, horizon, width, height), lit(top, 0.82), lit(top, 1.12))
    canvas.rect((0, horizon, width, horizon + 3), lit(top, 1.3))
    for _ in range(14):
        y = rng.randint(horizon + 6, height)
        start = rng.randint(-width // 3, width)
        canvas.rect((start, y, start + rng.randint(width // 5, width), y + 1), lit(top, rng.choice((0.8, 1.15))))
    return _with_things(canvas, things, top)


def paint_lawn(rng: random.Random, size: tuple[int, int], horizon: int, things: Sequence[Thing]) -> Canvas:
    """Draw sky, bushes and grass whose rear edge lies at `horizon`, and the things from the back to the front."""
    width, height = size
    grass = varied(rng, (104, 146, 74), 16)
    canvas = Canvas(width, height, grass)
    wash(canvas, (0, 0, width, horizon), (140, 182, 226), (224, 232, 236))
    for _ in range(26):
        x, across = rng.randint(-20, width), rng.randint(24, 60)
        y = horizon - rng.randint(-across // 2, across)
        ball(canvas, (x, y, x + across, y + across), varied(rng, (66, 112, 58), 18))
    wash(canvas, (0, horizon, width, height), lit(grass, 0.85), lit(grass, 1.12))
    for _ in range(240):
        x, y = rng.randint(0, width), rng.randint(horizon + 4, height)
        tall = 3 + (y - horizon) // 28
        canvas.line([(x, y), (x + rng.randint(-3, 3), y - tall)], 1.5, lit(grass, rng.choice((0.8, 0.9, 1.15))))
    return _with_things(canvas, things, grass)


def _with_things(canvas: Canvas, things: Sequence[Thing], ground: RGB) -> Canvas:
    for thing in sorted(things, key=lambda thing: thing.box[3]):
        shadow(canvas, thing.box, ground)
        thing.paint(canvas)
    return canvas


def _window(canvas: Canvas, rng: random.Random, box: Box) -> None:
    x0, y0, x1, y1 = box
    if x1 - x0 < 60:
        return
    canvas.rect((x0 - 8, y0 - 8, x1 + 8, y1 + 8), (240, 238, 232))
    wash(canvas, box, (150, 190, 226), (222, 232, 236), steps=12)
    green = varied(rng, (96, 134, 84), 20)
    hill = y1 - (y1 - y0) * rng.randint(20, 40) / 100
    canvas.polygon([(x0, y1), (x0, hill), ((x0 + x1) / 2, hill - 18), (x1, hill + 12), (x1, y1)], green)
    canvas.rect(((x0 + x1) / 2 - 4, y0, (x0 + x1) / 2 + 4, y1), (236, 234, 228))
    canvas.rect((x0 - 12, y1 + 6, x1 + 12, y1 + 14), (210, 206, 198))

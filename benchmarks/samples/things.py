"""Everyday objects that fill a box: what stands on shelves, tables and benches."""

import random
from collections.abc import Callable

from benchmarks.samples.boxes import part, points
from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import NAMED, lit, mixed, varied
from benchmarks.samples.shading import ball, crate, cylinder, tapered

Painter = Callable[[Canvas, Corners, RGB, random.Random], None]


def _ball(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    ball(canvas, box, colour)
    if rng.random() < 0.5:
        canvas.arc(part(box, 0.1, 0.3, 0.9, 0.75), 10, 170, (box[2] - box[0]) * 0.05, lit(colour, 1.5))


def _mug(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    thick = (box[2] - box[0]) * 0.09
    canvas.ring(part(box, 0.6, 0.22, 1.0, 0.78), thick, lit(colour, 0.72))
    cylinder(canvas, part(box, 0, 0, 0.78, 1), colour, rim=0.24)
    canvas.ellipse(part(box, 0.05, 0.03, 0.73, 0.16), lit(colour, 0.45))
    if rng.random() < 0.5:
        canvas.rect(part(box, 0.1, 0.45, 0.68, 0.6), lit(colour, 1.4))


def _bottle(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    cylinder(canvas, part(box, 0.34, 0.04, 0.66, 0.4), lit(colour, 0.9))
    cylinder(canvas, part(box, 0.31, 0, 0.69, 0.09), varied(rng, NAMED["grey"], 40))
    tapered(canvas, part(box, 0, 0.26, 1, 0.42), colour, top=0.34, foot=1.0)
    cylinder(canvas, part(box, 0, 0.41, 1, 1), colour, rim=0.12)
    paper = (236, 228, 206)
    cylinder(canvas, part(box, 0, 0.55, 1, 0.82), paper)
    canvas.rect(part(box, 0.2, 0.62, 0.8, 0.66), lit(paper, 0.5))
    canvas.rect(part(box, 0.3, 0.71, 0.7, 0.74), lit(paper, 0.6))
    canvas.rect(part(box, 0.12, 0.43, 0.2, 0.54), lit(colour, 1.5))


def _jar(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    cylinder(canvas, part(box, 0, 0.14, 1, 1), mixed(colour, (225, 235, 235), 0.25), rim=0.16)
    cylinder(canvas, part(box, 0.06, 0, 0.94, 0.18), varied(rng, (186, 170, 120), 20), rim=0.14)
    canvas.rounded(part(box, 0.18, 0.42, 0.82, 0.78), (box[2] - box[0]) * 0.05, (240, 236, 222))
    canvas.ellipse(part(box, 0.36, 0.48, 0.64, 0.72), lit(colour, 0.8))


def _can(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    cylinder(canvas, box, (176, 180, 184), rim=0.26)
    cylinder(canvas, part(box, 0, 0.16, 1, 0.9), colour)
    band = lit(colour, 1.6) if rng.random() < 0.5 else lit(colour, 0.5)
    cylinder(canvas, part(box, 0, 0.42, 1, 0.64), band)
    canvas.ring(part(box, 0.08, 0.01, 0.92, 0.13), (box[2] - box[0]) * 0.03, (120, 122, 126))


def _crate(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    crate(canvas, box, colour)
    tape = mixed(colour, (235, 220, 180), 0.6)
    canvas.rect(part(box, 0.34, 0.16, 0.5, 1), tape)
    canvas.polygon(
        points(box, ((0.34, 0.16), (0.5, 0), (0.66, 0), (0.5, 0.16))),
        lit(tape, 1.1),
    )
    if rng.random() < 0.6:
        canvas.rect(part(box, 0.06, 0.66, 0.28, 0.86), (240, 240, 236))


def _books(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    """Upright books; the widest one carries the colour."""
    x = box[0]
    widths = [rng.uniform(0.6, 1.0) for _ in range(3)] + [1.5]
    order = [1, 3, 0, 2]
    unit = (box[2] - box[0]) / sum(widths)
    for index in order:
        width = widths[index] * unit
        top = 0.0 if index == 3 else rng.uniform(0.04, 0.25)
        tone = (
            colour
            if index == 3
            else varied(rng, rng.choice(((150, 60, 50), (60, 80, 100), (200, 180, 140), (80, 100, 70))), 25)
        )
        spine = (x, box[1] + top * (box[3] - box[1]), x + width, box[3])
        cylinder(canvas, spine, tone)
        canvas.rect(part(spine, 0.0, 0.1, 1, 0.14), lit(tone, 1.5))
        canvas.rect(part(spine, 0.25, 0.3, 0.75, 0.62), lit(tone, 1.3))
        x += width


def _plant(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    """A potted plant; the pot carries the colour."""
    middle, width, height = (box[0] + box[2]) / 2, box[2] - box[0], box[3] - box[1]
    for index in range(9):
        lean = (index - 4) / 4
        tip = (middle + lean * width * 0.5, box[1] + height * (0.02 + 0.32 * abs(lean)))
        leaf = varied(rng, (58, 128, 54), 26)
        root = (middle + lean * width * 0.08, box[1] + height * 0.64)
        bend = ((tip[0] + root[0]) / 2 + width * 0.07, (tip[1] + root[1]) / 2 - height * 0.04)
        other = ((tip[0] + root[0]) / 2 - width * 0.07, (tip[1] + root[1]) / 2 + height * 0.02)
        canvas.polygon([root, bend, tip, other], leaf)
        canvas.line([root, tip], width * 0.012, lit(leaf, 1.25))
    tapered(canvas, part(box, 0.18, 0.62, 0.82, 1), colour, top=1.0, foot=0.72)
    cylinder(canvas, part(box, 0.14, 0.58, 0.86, 0.68), lit(colour, 1.05))


def _vase(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    ball(canvas, part(box, 0, 0.32, 1, 0.96), colour)
    tapered(canvas, part(box, 0.22, 0.12, 0.78, 0.45), colour, top=0.6, foot=1.0)
    tapered(canvas, part(box, 0.2, 0.0, 0.8, 0.14), colour, top=1.0, foot=0.56)
    canvas.rect(part(box, 0.26, 0.94, 0.74, 1), lit(colour, 0.6))
    for index in range(3 if rng.random() < 0.5 else 0):
        canvas.ellipse(part(box, 0.22 + 0.2 * index, 0.58, 0.36 + 0.2 * index, 0.68), lit(colour, 1.45))


def _lamp(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    """A table lamp; the shade carries the colour."""
    metal = varied(rng, (120, 110, 96), 15)
    cylinder(canvas, part(box, 0.46, 0.4, 0.54, 0.95), metal)
    canvas.ellipse(part(box, 0.22, 0.9, 0.78, 1), lit(metal, 0.8))
    canvas.ellipse(part(box, 0.24, 0.88, 0.76, 0.97), metal)
    tapered(canvas, part(box, 0, 0, 1, 0.5), colour, top=0.5, foot=1.0)
    canvas.rect(part(box, 0.06, 0.47, 0.94, 0.5), lit(colour, 1.5))


def _clock(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    canvas.ellipse(part(box, 0, 0, 1, 1), lit(colour, 0.7))
    canvas.ellipse(part(box, 0.03, 0.02, 0.95, 0.95), colour)
    canvas.ellipse(part(box, 0.13, 0.13, 0.87, 0.87), (244, 242, 234))
    for left, top in ((0.5, 0.18), (0.82, 0.5), (0.5, 0.82), (0.18, 0.5)):
        spot = part(box, left - 0.03, top - 0.03, left + 0.03, top + 0.03)
        canvas.ellipse(spot, (60, 60, 64))
    hands = rng.choice((((0.5, 0.24), (0.68, 0.6)), ((0.76, 0.42), (0.4, 0.34)), ((0.34, 0.72), (0.62, 0.36))))
    for hand, width in zip(hands, (0.035, 0.06), strict=True):
        canvas.line(points(box, ((0.5, 0.5), hand)), (box[2] - box[0]) * width, (30, 30, 34))


def _teapot(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    thick = (box[2] - box[0]) * 0.06
    canvas.ring(part(box, 0.68, 0.3, 1.0, 0.8), thick, lit(colour, 0.7))
    canvas.polygon(
        points(box, ((0.24, 0.72), (0, 0.26), (0.09, 0.24), (0.3, 0.5))),
        lit(colour, 0.85),
    )
    ball(canvas, part(box, 0.16, 0.2, 0.84, 1), colour)
    canvas.ellipse(part(box, 0.34, 0.17, 0.66, 0.3), lit(colour, 1.15))
    ball(canvas, part(box, 0.44, 0.06, 0.56, 0.2), varied(rng, (60, 50, 44), 12))


def _fruit(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    """An apple: the flesh carries the colour."""
    ball(canvas, part(box, 0, 0.14, 0.62, 1), colour)
    ball(canvas, part(box, 0.3, 0.14, 1, 1), colour)
    canvas.ellipse(part(box, 0.38, 0.14, 0.62, 0.26), lit(colour, 0.55))
    canvas.line(points(box, ((0.5, 0.2), (0.55, 0.01))), (box[2] - box[0]) * 0.05, (88, 60, 36))
    leaf = varied(rng, (76, 148, 58), 18)
    canvas.polygon(points(box, ((0.55, 0.1), (0.7, 0.0), (0.84, 0.05), (0.7, 0.13))), leaf)


def _bucket(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    metal = varied(rng, (150, 154, 158), 16)
    canvas.arc(part(box, 0.06, 0, 0.94, 0.75), 185, 355, (box[2] - box[0]) * 0.035, metal)
    tapered(canvas, part(box, 0, 0.33, 1, 1), colour, top=1.0, foot=0.7)
    canvas.ellipse(part(box, 0, 0.25, 1, 0.42), lit(colour, 1.15))
    canvas.ellipse(part(box, 0.06, 0.27, 0.94, 0.4), lit(colour, 0.45))


def _frame(canvas: Canvas, box: Corners, colour: RGB, rng: random.Random) -> None:
    """A framed picture; the frame carries the colour."""
    canvas.rect(box, lit(colour, 0.75))
    canvas.rect(part(box, 0, 0, 0.97, 0.97), colour)
    inner = part(box, 0.12, 0.12, 0.88, 0.88)
    canvas.rect(inner, (196, 216, 228))
    canvas.ellipse(part(inner, 0.62, 0.1, 0.86, 0.36), (250, 226, 140))
    hill = varied(rng, (90, 130, 84), 20)
    canvas.polygon(
        points(inner, ((0, 1), (0, 0.7), (0.35, 0.36), (0.7, 0.76), (1, 0.52), (1, 1))),
        hill,
    )


PAINTERS: dict[str, Painter] = {
    "ball": _ball,
    "mug": _mug,
    "bottle": _bottle,
    "jar": _jar,
    "can": _can,
    "box": _crate,
    "row of books": _books,
    "potted plant": _plant,
    "vase": _vase,
    "lamp": _lamp,
    "clock": _clock,
    "teapot": _teapot,
    "apple": _fruit,
    "bucket": _bucket,
    "picture frame": _frame,
}
"""How each kind of object is painted into a box in one colour."""

SHAPES: dict[str, tuple[int, int]] = {
    "ball": (10, 10),
    "mug": (12, 11),
    "bottle": (5, 14),
    "jar": (8, 11),
    "can": (7, 10),
    "box": (13, 11),
    "row of books": (10, 13),
    "potted plant": (12, 15),
    "vase": (8, 13),
    "lamp": (10, 15),
    "clock": (11, 11),
    "teapot": (14, 11),
    "apple": (8, 9),
    "bucket": (10, 12),
    "picture frame": (11, 13),
}
"""Width and height of each kind in centimetres or so: proportions and sizes beside each other."""

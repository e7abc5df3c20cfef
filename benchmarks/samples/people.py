"""People seen from afar: trousers, shirt, head, sometimes a hat and something carried."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import NAMED, lit, varied
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import ball, shadow, tapered

_SKINS: tuple[RGB, ...] = ((232, 190, 160), (204, 152, 116), (148, 100, 70), (96, 64, 46))
_HAIR: tuple[RGB, ...] = ((40, 30, 26), (92, 60, 36), (170, 130, 70), (150, 150, 150))
_TROUSERS: tuple[RGB, ...] = ((44, 52, 78), (70, 70, 74), (104, 84, 62), (30, 34, 40))


@dataclass(frozen=True, slots=True)
class Person:
    """Someone standing.

    Attributes:
        box: What the figure fills, the carried thing included.
        shirt: A key of `colours.NAMED`.
        hat: The hat's colour, or None.
        carries: A key of `CARRIED`, or None.
        seed: Of skin, hair and trousers.
    """

    box: Box
    shirt: str
    hat: str | None
    carries: str | None
    seed: int

    def paint(self, canvas: Canvas) -> None:
        """Draw the person; all of it lies in the box but for the shadow."""
        rng = random.Random(self.seed)
        x0, y0, x1, y1 = self.box
        middle = x0 + (x1 - x0) * 0.45
        high = y1 - y0
        shadow(canvas, (middle - high * 0.12, y1 - high, middle + high * 0.12, y1), (150, 148, 144))
        _legs(canvas, middle, y1, high, rng.choice(_TROUSERS))
        skin = rng.choice(_SKINS)
        shirt = varied(rng, NAMED[self.shirt], 8)
        _trunk(canvas, middle, y0, high, shirt, skin)
        if self.carries:
            CARRIED[self.carries](canvas, middle, y0, high)
        _head(canvas, middle, y0, high, skin, rng.choice(_HAIR))
        if self.hat:
            _hat(canvas, middle, y0, high, varied(rng, NAMED[self.hat], 6))


def _legs(canvas: Canvas, middle: float, foot: float, high: float, cloth: RGB) -> None:
    for side in (-1, 1):
        x = middle + side * high * 0.045
        canvas.rect(
            (x - high * 0.038, foot - high * 0.46, x + high * 0.038, foot - high * 0.03), lit(cloth, 1.1 - 0.15 * side)
        )
        canvas.ellipse((x - high * 0.05, foot - high * 0.045, x + high * 0.055, foot), (36, 32, 30))


def _trunk(canvas: Canvas, middle: float, top: float, high: float, shirt: RGB, skin: RGB) -> None:
    for side in (-1, 1):
        arm = [(middle + side * high * 0.1, top + high * 0.22), (middle + side * high * 0.15, top + high * 0.5)]
        canvas.line(arm, high * 0.055, lit(shirt, 0.85))
        x, y = arm[1]
        canvas.ellipse((x - high * 0.028, y - high * 0.01, x + high * 0.028, y + high * 0.045), skin)
    tapered(
        canvas,
        (middle - high * 0.125, top + high * 0.19, middle + high * 0.125, top + high * 0.56),
        shirt,
        top=1.0,
        foot=0.74,
    )


def _head(canvas: Canvas, middle: float, top: float, high: float, skin: RGB, hair: RGB) -> None:
    canvas.rect((middle - high * 0.03, top + high * 0.14, middle + high * 0.03, top + high * 0.2), lit(skin, 0.8))
    canvas.ellipse((middle - high * 0.072, top + high * 0.02, middle + high * 0.072, top + high * 0.13), hair)
    ball(canvas, (middle - high * 0.062, top + high * 0.04, middle + high * 0.062, top + high * 0.175), skin)
    canvas.ellipse((middle - high * 0.066, top + high * 0.02, middle + high * 0.066, top + high * 0.075), hair)


def _hat(canvas: Canvas, middle: float, top: float, high: float, colour: RGB) -> None:
    canvas.ellipse(
        (middle - high * 0.125, top + high * 0.05, middle + high * 0.125, top + high * 0.09), lit(colour, 0.85)
    )
    tapered(canvas, (middle - high * 0.072, top, middle + high * 0.072, top + high * 0.068), colour, top=0.85, foot=1.0)
    canvas.rect((middle - high * 0.07, top + high * 0.045, middle + high * 0.07, top + high * 0.06), lit(colour, 0.5))


def _cane(canvas: Canvas, middle: float, top: float, high: float) -> None:
    x = middle + high * 0.17
    canvas.line([(x, top + high * 0.5), (x + high * 0.03, top + high * 0.99)], high * 0.02, (82, 52, 30))
    canvas.arc(
        (x - high * 0.05, top + high * 0.47, x + high * 0.01, top + high * 0.54), 180, 360, high * 0.018, (82, 52, 30)
    )


def _bag(canvas: Canvas, middle: float, top: float, high: float) -> None:
    x, y = middle + high * 0.15, top + high * 0.52
    canvas.arc(
        (x - high * 0.04, y - high * 0.02, x + high * 0.05, y + high * 0.1), 180, 360, high * 0.012, (60, 44, 30)
    )
    canvas.rounded((x - high * 0.06, y + high * 0.05, x + high * 0.08, y + high * 0.19), high * 0.015, (150, 96, 50))


def _balloon(canvas: Canvas, middle: float, top: float, high: float) -> None:
    x, y = middle + high * 0.17, top + high * 0.14
    canvas.line([(middle + high * 0.15, top + high * 0.52), (x, y)], high * 0.008, (90, 90, 90))
    ball(canvas, (x - high * 0.09, top, x + high * 0.09, top + high * 0.21), (206, 60, 110))


def _spade(canvas: Canvas, middle: float, top: float, high: float) -> None:
    x = middle + high * 0.18
    canvas.line([(x, top + high * 0.32), (x, top + high * 0.82)], high * 0.022, (150, 112, 66))
    canvas.polygon(
        [
            (x - high * 0.05, top + high * 0.8),
            (x + high * 0.05, top + high * 0.8),
            (x + high * 0.04, top + high * 0.94),
            (x, top + high * 0.99),
            (x - high * 0.04, top + high * 0.94),
        ],
        (128, 132, 138),
    )


def _dog(canvas: Canvas, middle: float, top: float, high: float) -> None:
    x, y = middle + high * 0.2, top + high * 0.84
    coat = (126, 88, 54)
    canvas.line([(middle + high * 0.15, top + high * 0.52), (x + high * 0.1, y)], high * 0.008, (60, 50, 44))
    for leg in (0.0, 0.04, 0.11, 0.15):
        canvas.rect((x + high * (leg - 0.012), y + high * 0.05, x + high * (leg + 0.012), top + high), lit(coat, 0.8))
    ball(canvas, (x - high * 0.02, y, x + high * 0.17, y + high * 0.09), coat)
    ball(canvas, (x + high * 0.12, y - high * 0.06, x + high * 0.21, y + high * 0.03), coat)
    canvas.ellipse((x + high * 0.12, y - high * 0.05, x + high * 0.15, y + high * 0.02), lit(coat, 0.6))


Painter = Callable[[Canvas, float, float, float], None]
CARRIED: dict[str, Painter] = {
    "a walking stick": _cane,
    "a brown bag": _bag,
    "a balloon": _balloon,
    "a spade": _spade,
    "a dog": _dog,
}
"""What a person may carry or lead, and how it is drawn beside a figure of a given middle, top and height."""

WIDTH_SHARE = 0.62
"""Width of a person's box as a share of its height."""


def person_box(x: int, foot: int, high: int) -> Box:
    """The box of a person of a given height whose left edge is `x` and who stands on `foot`."""
    return (x, foot - high, x + int(high * WIDTH_SHARE), foot)


def plan_person(
    rng: random.Random, x: int, foot: int, high: int, *, hat: str | None = None, carries: str | None = None
) -> Person:
    """Someone at a place, with a shirt of any colour."""
    shirt = rng.choice(("red", "orange", "yellow", "green", "blue", "purple", "white", "grey", "turquoise"))
    return Person(person_box(x, foot, high), shirt, hat, carries, rng.getrandbits(32))

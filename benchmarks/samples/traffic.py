"""Cars, vans and buses from the side, with number plates and lettering."""

import random
from dataclasses import dataclass
from typing import Literal

from benchmarks.samples.boxes import part, points
from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import NAMED, lit, mixed, varied
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import wash

_GLASS: RGB = (120, 150, 170)
_TYRE: RGB = (30, 30, 32)

Body = Literal["car", "van", "bus"]
LENGTH_SHARE: dict[Body, float] = {"car": 2.5, "van": 2.1, "bus": 3.1}
"""Length of a vehicle as a multiple of its height."""


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle that drives to the right.

    Attributes:
        kind: Its body.
        box: What it fills.
        colour: A key of `colours.NAMED`.
        plate: Its number; none is shown if it is empty.
        lettering: What is written on the side of a van or above a bus's windscreen.
        seed: Of its exact tone.
    """

    kind: Body
    box: Box
    colour: str
    plate: str
    lettering: str
    seed: int

    @property
    def plate_box(self) -> Box:
        """Where the number stands: at the rear of the side, below."""
        return _whole(part(self.box, 0.02, 0.66, 0.17 if self.kind == "car" else 0.15, 0.75))

    @property
    def lettering_box(self) -> Box:
        """Where the lettering stands."""
        return _whole(
            part(self.box, 0.08, 0.14, 0.58, 0.5) if self.kind == "van" else part(self.box, 0.74, 0.05, 0.97, 0.17)
        )

    def paint(self, canvas: Canvas) -> None:
        """Draw the vehicle and its shadow."""
        x0, _, x1, y1 = self.box
        high = y1 - self.box[1]
        canvas.ellipse((x0 - high * 0.05, y1 - high * 0.1, x1 + high * 0.08, y1 + high * 0.07), (62, 62, 66))
        tone = varied(random.Random(self.seed), NAMED[self.colour], 8)
        {"car": _car, "van": _van, "bus": _bus}[self.kind](canvas, self.box, tone)
        if self.kind == "van":
            canvas.label(self.lettering_box, self.lettering, _ink(tone), fill=0.94, bold=True)
        if self.kind == "bus":
            canvas.rect(self.lettering_box, (20, 20, 20))
            canvas.label(self.lettering_box, self.lettering, (255, 190, 40), fill=0.9)
        if self.plate:
            paint_plate(canvas, self.plate_box, self.plate)


def _whole(box: Corners) -> Box:
    return (int(box[0]), int(box[1]), int(box[2]), int(box[3]))


def _ink(ground: RGB) -> RGB:
    return (20, 24, 40) if sum(ground) > 330 else (248, 248, 240)


def _wheels(canvas: Canvas, box: Corners, places: tuple[float, ...], radius: float) -> None:
    high = box[3] - box[1]
    for place in places:
        x = box[0] + place * (box[2] - box[0])
        reach = high * radius
        y = box[3] - reach
        canvas.ellipse((x - reach, y - reach, x + reach, y + reach), _TYRE)
        canvas.ellipse((x - reach * 0.58, y - reach * 0.58, x + reach * 0.58, y + reach * 0.58), (168, 170, 174))
        canvas.ellipse((x - reach * 0.2, y - reach * 0.2, x + reach * 0.2, y + reach * 0.2), (90, 92, 96))


def _car(canvas: Canvas, box: Corners, colour: RGB) -> None:
    roof = ((0.16, 0.42), (0.27, 0.06), (0.31, 0.0), (0.6, 0.0), (0.65, 0.05), (0.8, 0.44))
    canvas.polygon(points(box, roof), lit(colour, 1.15))
    body = ((0.0, 0.52), (0.02, 0.44), (0.14, 0.4), (0.8, 0.4), (0.96, 0.5), (1.0, 0.6), (1.0, 0.82), (0.0, 0.82))
    canvas.polygon(points(box, body), colour)
    canvas.polygon(points(box, ((0.0, 0.66), (1.0, 0.66), (1.0, 0.84), (0.0, 0.84))), lit(colour, 0.72))
    canvas.rect(part(box, 0.02, 0.52, 0.98, 0.55), lit(colour, 1.3))
    canvas.polygon(points(box, ((0.22, 0.38), (0.3, 0.09), (0.45, 0.08), (0.45, 0.38))), _GLASS)
    canvas.polygon(points(box, ((0.48, 0.38), (0.48, 0.08), (0.6, 0.08), (0.73, 0.38))), lit(_GLASS, 1.15))
    canvas.rect(part(box, 0.46, 0.4, 0.468, 0.8), lit(colour, 0.55))
    canvas.rect(part(box, 0.49, 0.47, 0.54, 0.5), lit(colour, 0.4))
    canvas.ellipse(part(box, 0.93, 0.52, 0.99, 0.63), (250, 244, 200))
    canvas.ellipse(part(box, 0.0, 0.5, 0.035, 0.6), (190, 30, 30))
    _wheels(canvas, box, (0.25, 0.8), 0.19)


def _van(canvas: Canvas, box: Corners, colour: RGB) -> None:
    canvas.rounded(part(box, 0, 0, 0.72, 0.86), (box[3] - box[1]) * 0.04, colour)
    nose = ((0.7, 0.04), (0.84, 0.08), (0.94, 0.42), (1.0, 0.5), (1.0, 0.86), (0.7, 0.86))
    canvas.polygon(points(box, nose), lit(colour, 1.05))
    canvas.polygon(points(box, ((0.75, 0.12), (0.83, 0.14), (0.91, 0.42), (0.75, 0.42))), _GLASS)
    canvas.rect(part(box, 0, 0.64, 1.0, 0.86), lit(colour, 0.75))
    canvas.rect(part(box, 0.7, 0.06, 0.706, 0.82), lit(colour, 0.55))
    canvas.ellipse(part(box, 0.95, 0.54, 0.995, 0.64), (250, 244, 200))
    _wheels(canvas, box, (0.2, 0.83), 0.15)


def _bus(canvas: Canvas, box: Corners, colour: RGB) -> None:
    wash(canvas, part(box, 0, 0, 1, 0.88), lit(colour, 1.12), lit(colour, 0.8), steps=10)
    canvas.rect(part(box, 0, 0.62, 1, 0.67), mixed(colour, (255, 255, 255), 0.7))
    for index in range(6):
        left = 0.03 + index * 0.118
        canvas.rect(part(box, left, 0.2, left + 0.104, 0.54), lit(_GLASS, 0.9 + 0.08 * (index % 3)))
    canvas.rect(part(box, 0.75, 0.2, 0.85, 0.84), lit(_GLASS, 0.7))
    canvas.rect(part(box, 0.797, 0.2, 0.803, 0.84), (50, 50, 54))
    canvas.rect(part(box, 0.88, 0.2, 0.985, 0.58), lit(_GLASS, 1.1))
    canvas.ellipse(part(box, 0.95, 0.7, 0.99, 0.77), (250, 244, 200))
    _wheels(canvas, box, (0.18, 0.68), 0.13)


def paint_plate(canvas: Canvas, box: Box, number: str) -> None:
    """A number plate."""
    canvas.rect(box, (60, 60, 60))
    x0, y0, x1, y1 = box
    canvas.rect((x0 + 1, y0 + 1, x1 - 1, y1 - 1), (246, 244, 232))
    canvas.label(box, number, (20, 20, 24), fill=0.86)


def plate_number(rng: random.Random) -> str:
    """Two letters and four digits; none that is read as another (no I, O, Q, 0, 1)."""
    letters = "".join(rng.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(2))
    return f"{letters} {''.join(rng.choice('23456789') for _ in range(4))}"

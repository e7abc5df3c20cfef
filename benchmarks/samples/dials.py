"""Round dials with scale, figures and needle: pressure gauges, stopwatches, weighing scales, clocks."""

import math
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas, Point
from benchmarks.samples.colours import lit, mixed

PAPER: RGB = (247, 245, 236)
INK: RGB = (28, 28, 32)


@dataclass(frozen=True, slots=True)
class Scale:
    """What is printed on a dial.

    Attributes:
        top: Value at the end of the scale; it begins at 0.
        figures: How many steps between printed figures the scale has.
        ticks: How many small steps lie between two figures.
        start_deg, sweep_deg: Where 0 lies, clockwise from twelve o'clock, and how far the scale runs.
        unit: Written on the dial.
        decimals: Of the printed figures.
    """

    top: float
    figures: int
    ticks: int
    start_deg: float = -135.0
    sweep_deg: float = 270.0
    unit: str = ""
    decimals: int = 0

    def angle(self, value: float) -> float:
        """Degrees clockwise from twelve o'clock."""
        return self.start_deg + self.sweep_deg * value / self.top

    def figure(self, index: int) -> str:
        """The figure at the end of step `index`."""
        return f"{self.top * index / self.figures:.{self.decimals}f}"


@dataclass(frozen=True, slots=True)
class Face:
    """Where a dial lies and how it is made.

    Attributes:
        centre, radius: Of the whole instrument, in pixels.
        tilt_deg: How far it is turned on its mounting.
        metal: Colour of the bezel.
        paper, ink: Of the dial.
        needle: Of the pointer.
    """

    centre: Point
    radius: float
    tilt_deg: float = 0.0
    metal: RGB = (120, 122, 126)
    paper: RGB = PAPER
    ink: RGB = INK
    needle: RGB = (180, 24, 24)

    def at(self, angle_deg: float, reach: float) -> Point:
        """A point in the direction of an angle, `reach` radii from the middle."""
        turn = math.radians(angle_deg + self.tilt_deg)
        return (
            self.centre[0] + self.radius * reach * math.sin(turn),
            self.centre[1] - self.radius * reach * math.cos(turn),
        )

    def disc(self, canvas: Canvas, reach: float, colour: RGB) -> None:
        """A disc around the middle."""
        x, y = self.centre
        size = self.radius * reach
        canvas.ellipse((x - size, y - size, x + size, y + size), colour)


def paint_case(canvas: Canvas, face: Face) -> None:
    """Bezel, its sheen and the paper."""
    x, y = face.centre
    drop = face.radius * 0.07
    canvas.ellipse(
        (x - face.radius + drop, y - face.radius + drop, x + face.radius + drop, y + face.radius + drop), (40, 40, 42)
    )
    for step, light in enumerate((0.6, 0.85, 1.15, 1.45, 1.1, 0.8, 0.55)):
        face.disc(canvas, 1.0 - 0.02 * step, lit(face.metal, light))
    face.disc(canvas, 0.86, mixed(face.paper, (0, 0, 0), 0.3))
    face.disc(canvas, 0.845, face.paper)


def paint_scale(canvas: Canvas, face: Face, scale: Scale, *, size: float = 0.15) -> None:
    """Ticks, figures (their height a share of the radius) and the unit."""
    steps = scale.figures * scale.ticks
    for index in range(steps + 1):
        major, half = index % scale.ticks == 0, scale.ticks % 2 == 0 and index % (scale.ticks // 2) == 0
        angle = scale.start_deg + scale.sweep_deg * index / steps
        inner = 0.68 if major else 0.72 if half else 0.75
        width = face.radius * (0.022 if major else 0.012)
        canvas.line([face.at(angle, inner), face.at(angle, 0.8)], width, face.ink)
    full_turn = scale.sweep_deg >= 360
    for index in range(1 if full_turn else 0, scale.figures + 1):
        angle = scale.start_deg + scale.sweep_deg * index / scale.figures
        canvas.text(face.at(angle, 0.55), scale.figure(index), face.radius * size, face.ink)
    if scale.unit:
        canvas.text(face.at(180, 0.34), scale.unit, face.radius * 0.14, face.ink)


def paint_needle(canvas: Canvas, face: Face, angle_deg: float, *, reach: float = 0.74, width: float = 0.05) -> None:
    """A tapering needle with its shadow, tail and hub."""
    for shift, colour in ((face.radius * 0.025, mixed(face.paper, (0, 0, 0), 0.25)), (0.0, face.needle)):
        points = [
            face.at(angle_deg, reach),
            face.at(angle_deg + 90, width),
            face.at(angle_deg + 180, 0.2),
            face.at(angle_deg - 90, width),
        ]
        canvas.polygon([(x + shift, y + shift) for x, y in points], colour)
    face.disc(canvas, 0.075, lit(face.needle, 0.6))
    face.disc(canvas, 0.035, lit(face.metal, 1.3))


def paint_clock(canvas: Canvas, face: Face, hour: int, minute: int) -> None:
    """A clock with twelve figures and two hands."""
    paint_case(canvas, face)
    paint_scale(canvas, face, Scale(12, 12, 5, start_deg=0, sweep_deg=360), size=0.17)
    for angle, reach, width in ((hour % 12 * 30 + minute * 0.5, 0.42, 0.075), (minute * 6, 0.68, 0.045)):
        canvas.line([face.at(angle + 180, 0.1), face.at(angle, reach)], face.radius * width, face.ink)
    face.disc(canvas, 0.05, face.ink)


def gleam(canvas: Canvas, face: Face) -> None:
    """The window's reflection on the glass."""
    for start, reach in ((-64, 0.8), (-58, 0.77)):
        points = [face.at(start + step * 4, reach) for step in range(9)]
        canvas.line(
            points, face.radius * 0.02, mixed(face.paper, (255, 255, 255), 0.8 if sum(face.paper) > 380 else 0.2)
        )

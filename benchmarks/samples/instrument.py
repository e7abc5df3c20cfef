"""instrument: what a gauge, thermometer, ruler, stopwatch, cylinder, caliper or weighing scale shows."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.choices import Choices, near_values
from benchmarks.samples.colours import NAMED
from benchmarks.samples.dials import Face, Scale, gleam, paint_case, paint_needle, paint_scale
from benchmarks.samples.measures import (
    paint_bolt,
    paint_caliper,
    paint_cylinder,
    paint_pencil,
    paint_ruler,
    paint_thermometer,
)
from benchmarks.samples.sample import Difficulty, Sample
from benchmarks.samples.shading import ball, cylinder, tapered
from benchmarks.samples.shots import photo_sample
from benchmarks.samples.surfaces import HANGING, LYING

_METALS = ((120, 122, 126), (150, 118, 60), (60, 62, 66), (150, 44, 40))
_ORDER = {1: ("gauge",), 2: ("left gauge", "right gauge"), 3: ("left gauge", "middle gauge", "right gauge")}
_DECIMALS = {
    0: "Answer with an integer like 1,2,3.",
    1: "Give one decimal place (e.g., 1.1).",
    2: "Give two decimal places (e.g., 1.11).",
}


@dataclass(frozen=True, slots=True)
class Graduation:
    """A gauge's scale in whole numbers.

    Attributes:
        tick_milli: Thousandths of the unit from tick to tick.
        ticks: Ticks between two figures.
        figures: Steps between figures.
        decimals: Needed to write a reading.
        unit: Printed and asked for.
    """

    tick_milli: int
    ticks: int
    figures: int
    decimals: int
    unit: str

    @property
    def scale(self) -> Scale:
        """The scale as it is printed."""
        step = self.tick_milli * self.ticks / 1000
        return Scale(
            step * self.figures, self.figures, self.ticks, unit=self.unit, decimals=0 if step == int(step) else 1
        )

    def reading(self, tick: int) -> int | float:
        """The value at a tick, as it is written."""
        milli = tick * self.tick_milli
        return milli // 1000 if self.decimals == 0 else milli / 1000


GRADUATIONS: dict[Difficulty, tuple[Graduation, ...]] = {
    "easy": (Graduation(1000, 2, 5, 0, "bar"), Graduation(10000, 2, 6, 0, "psi"), Graduation(5000, 2, 8, 0, "°C")),
    "medium": (
        Graduation(500, 4, 5, 1, "bar"),
        Graduation(200, 5, 6, 1, "kPa"),
        Graduation(2000, 5, 10, 0, "psi"),
        Graduation(10000, 5, 5, 0, "kPa"),
    ),
    "hard": (
        Graduation(50, 4, 8, 2, "MPa"),
        Graduation(100, 10, 4, 1, "bar"),
        Graduation(1000, 10, 8, 0, "°C"),
        Graduation(20, 10, 5, 2, "MPa"),
    ),
}


def _face(rng: random.Random, centre: tuple[float, float], radius: float, difficulty: Difficulty) -> Face:
    tilt = 0 if difficulty == "easy" else rng.randint(-9, 9)
    dark = rng.random() < 0.25
    paper = (36, 38, 42) if dark else (247, 245, 236)
    ink = (238, 238, 230) if dark else (28, 28, 32)
    needle = rng.choice(((180, 24, 24), (228, 120, 20), (240, 240, 236) if dark else (28, 28, 32)))
    return Face(centre, radius, tilt, rng.choice(_METALS), paper, ink, needle)


def _gauge(rng: random.Random, difficulty: Difficulty) -> Sample:
    """One to three pressure gauges on a pipe; the question picks one."""
    count = {"easy": 1, "medium": rng.randint(1, 2), "hard": 3}[difficulty]
    graduation = rng.choice(GRADUATIONS[difficulty])
    steps = graduation.ticks * graduation.figures
    ticks = rng.sample(range(1, steps), count)
    asked = rng.randrange(count)
    radius = {1: 190, 2: 150, 3: 118}[count]
    canvas = Canvas(60 + count * (2 * radius + 24), 2 * radius + 150, (128, 128, 128))
    rng.choice(HANGING)(canvas, rng)
    for index, light in enumerate((0.55, 0.9, 1.2, 1.0, 0.7, 0.5)):
        y = canvas.height - 80 + index * 9
        canvas.rect((0, y, canvas.width, y + 9), (int(120 * light), int(126 * light), int(132 * light)))
    for index, tick in enumerate(ticks):
        centre = (30 + (index + 0.5) * (2 * radius + 24), 30.0 + radius)
        cylinder(canvas, (centre[0] - 16, centre[1], centre[0] + 16, canvas.height - 74), (150, 130, 80))
        face = _face(rng, centre, radius, difficulty)
        scale = graduation.scale
        paint_case(canvas, face)
        paint_scale(canvas, face, scale, size=0.13)
        paint_needle(canvas, face, scale.start_deg + scale.sweep_deg * tick / steps)
        gleam(canvas, face)
    name = _ORDER[count][asked]
    question = f"What is the reading of the {name} in {graduation.unit}? {_DECIMALS[graduation.decimals]}"
    return photo_sample(rng, canvas, difficulty, question, graduation.reading(ticks[asked]))


def _thermometer(rng: random.Random, difficulty: Difficulty) -> Sample:
    low, high = {"easy": (0, 40), "medium": (-20, 50), "hard": (-30, 70)}[difficulty]
    degrees = rng.randint(low + 3, high - 3)
    if difficulty == "easy":
        degrees = max(5, degrees // 5 * 5)
    canvas = Canvas(300, 660, (200, 200, 200))
    rng.choice(HANGING)(canvas, rng)
    paint_thermometer(canvas, (70, 20, 230, 640), degrees, low=low, high=high)
    question = f"What temperature does the thermometer in the picture show, in degrees Celsius? {_DECIMALS[0]}"
    return photo_sample(rng, canvas, difficulty, question, degrees)


def _stopwatch(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The second hand between two marks; options are intervals."""
    second = rng.randint(1, 57)
    canvas = Canvas(440, 500, (128, 128, 128))
    rng.choice(LYING)(canvas, rng)
    face = _face(rng, (220.0, 280.0), 190.0, difficulty)
    canvas.rect((204, 40, 236, 100), (110, 112, 116))
    tapered(canvas, (192, 22, 248, 52), (140, 142, 146), top=1.0, foot=0.9)
    paint_case(canvas, face)
    scale = Scale(60, 12, 5, start_deg=0, sweep_deg=360)
    paint_scale(canvas, face, scale, size=0.12)
    minute_face = Face(face.at(0, 0.26), face.radius * 0.2, face.tilt_deg, face.metal, face.paper, face.ink)
    minute_face.disc(canvas, 1.0, face.ink)
    minute_face.disc(canvas, 0.94, face.paper)
    for mark in range(0, 360, 24):
        canvas.line([minute_face.at(mark, 0.75), minute_face.at(mark, 0.92)], 1.4, face.ink)
    canvas.line([minute_face.at(0, 0), minute_face.at(rng.randint(0, 14) * 24, 0.7)], 3, face.needle)
    paint_needle(canvas, face, (second + rng.randint(35, 65) / 100) * 6, width=0.03, reach=0.79)
    gleam(canvas, face)
    starts = sorted((second, *near_values(rng, second, 4, 1, low=0, high=59)))
    texts = tuple(f"{start}-{start + 1}" for start in starts)
    choices = Choices(texts, starts.index(second), "bare")
    question = "Between which two marks does the second hand of the stopwatch in the picture stand?\n"
    return photo_sample(rng, canvas, difficulty, question, choices.letter, choices)


def _cylinder(rng: random.Random, difficulty: Difficulty) -> Sample:
    """A measuring cylinder with six readings to choose from."""
    top, numbered, ticks = {"easy": (10, 1, 2), "medium": (10, 1, 5), "hard": (15, 3, 5)}[difficulty]
    step = 10 // ticks
    tenths = step * rng.randint(3 * ticks, (top - 2) * ticks)
    canvas = Canvas(320, 640, (200, 200, 200))
    rng.choice(HANGING)(canvas, rng)
    liquid = NAMED[rng.choice(("blue", "red", "green", "orange", "purple"))]
    paint_cylinder(canvas, (110, 20, 210, 590), tenths, top=top, numbered=numbered, ticks=ticks, colour=liquid)
    values = (tenths, *near_values(rng, tenths, 5, step, low=step, high=10 * top))
    texts = [f"{value / 10:g}" for value in values]
    rng.shuffle(texts)
    choices = Choices(tuple(texts), texts.index(f"{tenths / 10:g}"), "bare")
    question = "How many millilitres does the measuring cylinder in the picture hold?\n"
    return photo_sample(rng, canvas, difficulty, question, choices.letter, choices)


def _ruler(rng: random.Random, difficulty: Difficulty) -> Sample:
    """Something on a ruler; from medium on it does not begin at 0."""
    what, painter, thick = rng.choice((("pencil", paint_pencil, 26), ("bolt", paint_bolt, 44)))
    start = 0 if difficulty == "easy" else rng.randint(5, 30)
    length = rng.randint(35, 80)
    if difficulty == "easy":
        length = length // 5 * 5
    canvas = Canvas(860, 300, (128, 128, 128))
    rng.choice(LYING)(canvas, rng)
    cm_px, left = 66.0, 50.0
    top = 150
    paint_ruler(canvas, left, top, 11, cm_px)
    box = (left + start * cm_px / 10, top - thick - 6, left + (start + length) * cm_px / 10, top - 6)
    painter(canvas, box, NAMED[rng.choice(("red", "yellow", "green", "blue", "orange"))])
    question = f"How long is the {what} in the picture, in centimetres? {_DECIMALS[1]}"
    return photo_sample(rng, canvas, difficulty, question, length / 10)


def _caliper(rng: random.Random, difficulty: Difficulty) -> Sample:
    """A vernier caliper: six readings and `None of the above`, or free form on hard."""
    hundredths = rng.randint(60, 380)
    if difficulty == "easy":
        hundredths = hundredths // 10 * 10
    canvas = Canvas(760, 330, (128, 128, 128))
    rng.choice(LYING)(canvas, rng)
    paint_caliper(canvas, 80, 90, hundredths, 12, rng)
    question = "What is the reading of the vernier caliper in the picture, in centimetres?"
    if difficulty == "hard":
        return photo_sample(rng, canvas, difficulty, f"{question} {_DECIMALS[2]}", hundredths / 100)
    step = 10 if difficulty == "easy" else 1
    absent = rng.random() < 0.12
    values = [hundredths, *near_values(rng, hundredths, 6, step, low=20, high=450)]
    # One value always goes, so that a gap among the options does not tell that the right one is missing.
    values.remove(hundredths if absent else rng.choice(values[1:]))
    texts = [f"{value / 100:g}" for value in values]
    rng.shuffle(texts)
    right = 6 if absent else texts.index(f"{hundredths / 100:g}")
    choices = Choices((*texts, "None of the above"), right, "bare", fixed=1)
    return photo_sample(rng, canvas, difficulty, question + "\n", choices.letter, choices)


def _weighing(rng: random.Random, difficulty: Difficulty) -> Sample:
    """A kitchen scale with a round dial."""
    figures, ticks, tick_grams = {"easy": (5, 2, 500), "medium": (5, 5, 200), "hard": (6, 10, 50)}[difficulty]
    tick = rng.randint(2, figures * ticks - 2)
    canvas = Canvas(460, 520, (200, 200, 200))
    rng.choice(HANGING)(canvas, rng)
    body = NAMED[rng.choice(("red", "turquoise", "blue", "white", "green"))]
    tapered(canvas, (50, 130, 410, 505), body, top=0.8, foot=1.0)
    cylinder(canvas, (90, 60, 370, 100), (190, 194, 198), rim=0.12)
    for index in range(rng.randint(2, 4)):
        fruit = NAMED[rng.choice(("orange", "red", "yellow", "green"))]
        ball(canvas, (120 + index * 56, 8, 180 + index * 56, 68), fruit)
    canvas.rect((215, 100, 245, 140), (150, 152, 156))
    face = _face(rng, (230.0, 315.0), 165.0, "easy")
    scale = Scale(
        figures * ticks * tick_grams / 1000,
        figures,
        ticks,
        0,
        360 * figures / (figures + 1),
        "kg",
        0 if ticks * tick_grams == 1000 else 1,
    )
    paint_case(canvas, face)
    paint_scale(canvas, face, scale, size=0.13)
    paint_needle(canvas, face, scale.sweep_deg * tick / (figures * ticks))
    gleam(canvas, face)
    grams = tick * tick_grams
    decimals = 2 if tick_grams % 100 else 1
    question = f"What weight does the kitchen scale in the picture show, in kilograms? {_DECIMALS[decimals]}"
    return photo_sample(rng, canvas, difficulty, question, grams / 1000)


Maker = Callable[[random.Random, Difficulty], Sample]
_MAKERS: dict[str, Maker] = {
    "gauge": _gauge,
    "thermometer": _thermometer,
    "stopwatch": _stopwatch,
    "cylinder": _cylinder,
    "ruler": _ruler,
    "caliper": _caliper,
    "weighing scale": _weighing,
}
KINDS = ("gauge", *_MAKERS)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A reading of one of seven instruments."""
    return _MAKERS[kind or rng.choice(KINDS)](rng, difficulty)

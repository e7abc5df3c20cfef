"""color: how much of a picture has one colour, or which HEX or HSV value a colour has."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.choices import Choices, ladder, shuffled
from benchmarks.samples.colours import NAMED, lit, varied
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import DIAGRAM, Box, Difficulty, Encoding, Sample
from benchmarks.samples.shading import ball

# Colour at full resolution: halved, each marble would get a rim of its colour that is not its own.
_ENCODING = Encoding("JPEG", quality=92, full_colour=True)
_PICK = "Choose one of the following. "
_GAP_PERCENT = {"easy": 12, "medium": 6, "hard": 4}
_PATCHES = {"easy": (14, 24), "medium": (40, 70), "hard": (90, 140)}
_GLASS = ("red", "orange", "yellow", "green", "blue", "purple", "turquoise", "pink")
# Hues a person and a hue threshold can both tell apart.
_QUILT = ("red", "orange", "yellow", "green", "blue", "purple", "white", "black", "grey")


@dataclass(frozen=True, slots=True)
class Quilt:
    """A picture that is divided into rectangles of named colours without rest."""

    size: tuple[int, int]
    patches: tuple[tuple[Box, str], ...]

    def share_percent(self, colour: str) -> float:
        """How much of the picture has a colour, in percent."""
        own = sum((box[2] - box[0]) * (box[3] - box[1]) for box, name in self.patches if name == colour)
        return 100 * own / (self.size[0] * self.size[1])

    @property
    def colours(self) -> list[str]:
        """Names of the colours that occur."""
        return sorted({name for _, name in self.patches})


def split(rng: random.Random, size: tuple[int, int], count: int) -> list[Box]:
    """Cut a rectangle into `count` rectangles, always the largest one next, near its middle."""
    boxes: list[Box] = [(0, 0, *size)]
    while len(boxes) < count:
        boxes.sort(key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
        x0, y0, x1, y1 = boxes.pop()
        if x1 - x0 >= y1 - y0:
            at = x0 + (x1 - x0) * rng.randint(30, 70) // 100
            boxes += [(x0, y0, at, y1), (at, y0, x1, y1)]
        else:
            at = y0 + (y1 - y0) * rng.randint(30, 70) // 100
            boxes += [(x0, y0, x1, at), (x0, at, x1, y1)]
    return boxes


def plan_quilt(rng: random.Random, difficulty: Difficulty) -> Quilt:
    """A quilt in four to six colours."""
    size = (8 * rng.randint(50, 80), 8 * rng.randint(45, 60))
    colours = rng.sample(_QUILT, rng.randint(4, 6))
    palette = [name for name in colours for _ in range(rng.choice((1, 1, 2, 5)))]
    boxes = split(rng, size, rng.randint(*_PATCHES[difficulty]))
    return Quilt(size, tuple((box, rng.choice(palette)) for box in boxes))


def paint_quilt(rng: random.Random, quilt: Quilt) -> Image.Image:
    """Draw the quilt; every patch has a tone and a weave of its own."""
    canvas = Canvas(*quilt.size, (0, 0, 0), scale=1)
    for box, name in quilt.patches:
        tone = varied(rng, NAMED[name], 9)
        canvas.rect(box, tone)
        step = rng.choice((5, 7, 9))
        for y in range(box[1] + 3, box[3] - 1, step):
            canvas.rect((box[0] + 1, y, box[2] - 1, y + 1), lit(tone, 0.9))
    return canvas.done()


@dataclass(frozen=True, slots=True)
class Marbles:
    """Marbles on a cloth, none over another.

    Attributes:
        size: Width and height in pixels.
        marbles: (x, y, radius, colour) of each.
    """

    size: tuple[int, int]
    marbles: tuple[tuple[int, int, int, str], ...]

    def share_percent(self, colour: str) -> float:
        """How much of the picture the marbles of a colour take, in percent."""
        own = sum(math.pi * radius * radius for _, _, radius, name in self.marbles if name == colour)
        return 100 * own / (self.size[0] * self.size[1])

    @property
    def colours(self) -> list[str]:
        """Names of the colours that occur."""
        return sorted({name for *_, name in self.marbles})


def plan_marbles(rng: random.Random, difficulty: Difficulty) -> Marbles:
    """Marbles in a loose grid, in three or four colours."""
    across = {"easy": 120, "medium": 84, "hard": 60}[difficulty]
    columns, rows = 560 // across, 420 // across
    palette = [name for name in rng.sample(_GLASS, rng.randint(3, 4)) for _ in range(rng.choice((1, 2, 5, 9)))]
    marbles = []
    for column in range(columns):
        for row in range(rows):
            radius = across * rng.randint(36, 49) // 100
            room = across // 2 - radius
            x = across * column + across // 2 + rng.randint(-room, room)
            y = across * row + across // 2 + rng.randint(-room, room)
            marbles.append((x, y, radius, rng.choice(palette)))
    return Marbles((columns * across, rows * across), tuple(marbles))


def paint_marbles(rng: random.Random, plan: Marbles) -> Image.Image:
    """Draw the marbles with light and shade."""
    tone = rng.choice(((196, 192, 184), (92, 88, 92), (222, 214, 200)))
    canvas = Canvas(*plan.size, tone)
    for x, y, radius, _ in plan.marbles:
        canvas.ellipse((x - radius + 4, y - radius + 5, x + radius + 5, y + radius + 6), lit(tone, 0.75))
    for x, y, radius, name in plan.marbles:
        ball(canvas, (x - radius, y - radius, x + radius, y + radius), varied(rng, NAMED[name], 9))
    return photographed(canvas.done(), rng, "fine")


def _quilt_question(rng: random.Random, difficulty: Difficulty) -> Sample:
    below = rng.randrange(4)  # before the picture, or a small share would mostly be the smallest option
    while True:
        quilt = plan_quilt(rng, difficulty)
        asked = _share_choices(rng, quilt, difficulty, below)
        if asked:
            return _share_sample(*asked, paint_quilt(rng, quilt))


def _marbles_question(rng: random.Random, difficulty: Difficulty) -> Sample:
    below = rng.randrange(4)
    while True:
        marbles = plan_marbles(rng, difficulty)
        asked = _share_choices(rng, marbles, difficulty, below)
        if asked:
            return _share_sample(*asked, paint_marbles(rng, marbles))


def _share_choices(
    rng: random.Random, plan: Quilt | Marbles, difficulty: Difficulty, below: int
) -> tuple[str, Choices] | None:
    """A colour and four shares, `below` of them under the right one; None where that would leave 1 to 99 percent."""
    gap = _GAP_PERCENT[difficulty]
    colour = rng.choice(plan.colours)
    share = plan.share_percent(colour)
    right = round(share) + rng.choice((-1, 0, 0, 1)) * (gap // 4)
    if right - below * gap < 1 or right + (3 - below) * gap > 99 or abs(right - share) > 0.25 * gap:
        return None
    return colour, shuffled(rng, f"{right}%", [f"{value}%" for value in ladder(right, below, 3, gap)], "inline")


def _share_sample(colour: str, choices: Choices, picture: Image.Image) -> Sample:
    question = f"Which of these values comes closest to the share of the color {colour} in the picture? {_PICK}"
    return Sample(question, choices.letter, (picture,), choices=choices, encoding=_ENCODING)


def hex_text(colour: RGB) -> str:
    """`#E50444`."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


def hsv_text(colour: RGB) -> str:
    """`[78, 52, 100]`: degrees, percent, percent."""
    high, low = max(colour), min(colour)
    spread = high - low
    if spread == 0:
        hue = 0
    elif high == colour[0]:
        hue = round(60 * (colour[1] - colour[2]) / spread) % 360
    elif high == colour[1]:
        hue = round(60 * (colour[2] - colour[0]) / spread) + 120
    else:
        hue = round(60 * (colour[0] - colour[1]) / spread) + 240
    return f"[{hue}, {round(100 * spread / high) if high else 0}, {round(100 * high / 255)}]"


def near_colours(rng: random.Random, distance: int, count: int) -> list[RGB]:
    """Colours that are each off by about `distance` in one or two channels from a centre that is none of them."""
    centre = [rng.randint(10, 245) for _ in range(3)]
    found: list[RGB] = []
    while len(found) < count:
        other = list(centre)
        for channel in rng.sample(range(3), rng.randint(1, 2)):
            other[channel] += rng.choice((-1, 1)) * rng.randint(distance * 2 // 3, distance)
        shade = (other[0], other[1], other[2])
        if all(0 <= value <= 255 for value in shade) and shade not in found:
            found.append(shade)
    return found


def _hex_question(rng: random.Random, difficulty: Difficulty) -> Sample:
    return _value_question(rng, difficulty, hex_text, "HEX")


def _hsv_question(rng: random.Random, difficulty: Difficulty) -> Sample:
    return _value_question(rng, difficulty, hsv_text, "HSV")


def _value_question(rng: random.Random, difficulty: Difficulty, written: Callable[[RGB], str], name: str) -> Sample:
    distance = {"easy": 110, "medium": 42, "hard": 16}[difficulty]
    while True:
        colours = near_colours(rng, distance, 4)
        texts = [written(shade) for shade in colours]
        if len(set(texts)) == 4:
            break
    right = rng.randrange(4)
    choices = Choices(tuple(texts), right, "inline")
    side = rng.choice((100, 200, 400))
    picture = Image.new("RGB", (side, side), colours[right])
    question = f"Which {name} value does the color shown in this picture have? {_PICK}"
    return Sample(question, choices.letter, (picture,), choices=choices, encoding=DIAGRAM)


_MAKERS: dict[str, Callable[[random.Random, Difficulty], Sample]] = {
    "quilt": _quilt_question,
    "marbles": _marbles_question,
    "hex": _hex_question,
    "hsv": _hsv_question,
}
KINDS = ("quilt", "marbles", "hex", "hsv")


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """The share of a named colour, or a colour's value."""
    return _MAKERS[kind or rng.choice(KINDS)](rng, difficulty)

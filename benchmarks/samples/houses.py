"""House fronts with doors, windows, shops and number plates."""

import random
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import NAMED, lit, varied
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import wash

SHOPS = (
    "BAKERY", "BOOKS", "FLOWERS", "CAFE", "TAILOR", "BICYCLES", "TOYS", "PHARMACY", "OPTICIAN", "BARBER", "MUSIC",
    "SHOES", "LAUNDRY", "FRUIT", "CLOCKS", "TEA ROOM", "HARDWARE", "PAPER", "GARDEN", "FISH",
)  # fmt: skip
DOORS = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "white", "black", "turquoise")
_PLASTER: tuple[RGB, ...] = (
    (214, 196, 160),
    (188, 120, 96),
    (170, 186, 178),
    (206, 170, 150),
    (176, 176, 188),
    (222, 210, 190),
)
_ROOFS: tuple[RGB, ...] = ((130, 62, 48), (84, 84, 92), (110, 78, 60), (66, 76, 88))


@dataclass(frozen=True, slots=True)
class House:
    """A house front.

    Attributes:
        box: The front without the roof.
        door: Colour of the door, a key of `colours.NAMED`.
        number: House number beside the door; no plate if it is empty.
        shop: Name on the board above the ground floor, or None.
        seed: Of plaster, roof, windows and awning.
    """

    box: Box
    door: str
    number: str
    shop: str | None
    seed: int

    @property
    def storey_px(self) -> int:
        """Height of one of the four storeys."""
        return (self.box[3] - self.box[1]) // 4

    @property
    def door_box(self) -> Box:
        """The door without its frame, at the left of the ground floor."""
        x0, _, x1, y1 = self.box
        wide = (x1 - x0) // 5
        return (x0 + wide // 2, y1 - self.storey_px * 4 // 5, x0 + wide // 2 + wide, y1)

    @property
    def number_box(self) -> Box:
        """The enamel plate right of the door."""
        _, top, x1, y1 = self.door_box
        wide = max(8, self.storey_px // 5)
        return (x1 + wide // 4, top + (y1 - top) // 5, x1 + wide // 4 + wide, top + (y1 - top) // 5 + wide * 3 // 4)

    @property
    def sign_box(self) -> Box:
        """The board with the shop's name."""
        x0, _, x1, y1 = self.box
        wide = (x1 - x0) * 2 // 5
        top = y1 - self.storey_px
        return (x1 - wide - wide // 3, top, x1 - wide // 3, top + self.storey_px // 5)

    def paint(self, canvas: Canvas) -> None:
        """Draw roof, front, windows, door, plate and shop."""
        rng = random.Random(self.seed)
        plaster = varied(rng, rng.choice(_PLASTER), 12)
        _roof(canvas, self.box, rng.choice(_ROOFS), rng.random() < 0.5)
        wash(canvas, self.box, lit(plaster, 1.06), lit(plaster, 0.86), steps=12)
        x0, y0, x1, _ = self.box
        canvas.rect((x0, y0, x0 + (x1 - x0) / 60, self.box[3]), lit(plaster, 0.6))
        canvas.rect((x0 - 1, y0, x1 + 1, y0 + self.storey_px / 9), lit(plaster, 1.2))
        self._upper_windows(canvas, rng)
        self._ground_floor(canvas, rng, plaster)

    def _upper_windows(self, canvas: Canvas, rng: random.Random) -> None:
        x0, y0, x1, _ = self.box
        count = max(2, (x1 - x0) // max(1, self.storey_px * 2 // 3))
        pitch = (x1 - x0) / count
        curtain = varied(rng, (206, 196, 180), 30)
        for storey in range(3):
            top = y0 + self.storey_px * (storey + 0.3)
            for index in range(count):
                left = x0 + pitch * (index + 0.22)
                _window(canvas, (left, top, left + pitch * 0.56, top + self.storey_px * 0.55), curtain, rng)

    def _ground_floor(self, canvas: Canvas, rng: random.Random, plaster: RGB) -> None:
        x0, y0, x1, y1 = self.door_box
        frame = (x1 - x0) / 10
        canvas.rect((x0 - frame, y0 - frame, x1 + frame, y1), lit(plaster, 1.25))
        canvas.rect(self.door_box, NAMED[self.door])
        for top in (0.1, 0.55):
            panel = (x0 + 2 * frame, y0 + (y1 - y0) * top, x1 - 2 * frame, y0 + (y1 - y0) * (top + 0.34))
            canvas.rect(panel, lit(NAMED[self.door], 0.78))
        canvas.ellipse((x1 - 2 * frame, (y0 + y1) / 2, x1 - frame, (y0 + y1) / 2 + frame), (222, 190, 90))
        if self.number:
            paint_enamel(canvas, self.number_box, self.number)
        if self.shop:
            self._shop(canvas, rng)

    def _shop(self, canvas: Canvas, rng: random.Random) -> None:
        x0, y0, x1, y1 = self.sign_box
        board = varied(rng, NAMED[rng.choice(("red", "green", "blue", "brown", "black", "purple"))], 12)
        foot = self.box[3]
        canvas.rect((x0, y1, x1, foot - (foot - y1) * 0.12), (92, 116, 128))
        canvas.polygon(
            [(x0, foot - 2), (x1, y1), (x1, y1 + (foot - y1) * 0.4), (x0 + (x1 - x0) * 0.3, foot - 2)], (112, 138, 150)
        )
        for index in range(3):
            left = x0 + (x1 - x0) * (0.08 + 0.31 * index)
            goods = varied(rng, NAMED[rng.choice(("red", "yellow", "green", "blue", "pink", "orange"))], 20)
            canvas.ellipse((left, foot - (foot - y1) * 0.5, left + (x1 - x0) * 0.22, foot - (foot - y1) * 0.16), goods)
        self._awning(canvas, board)
        canvas.rect(self.sign_box, board)
        if self.shop:
            canvas.label((x0, y0, x1, y1), self.shop, (250, 244, 224), fill=0.86)

    def _awning(self, canvas: Canvas, colour: RGB) -> None:
        x0, _, x1, y1 = self.sign_box
        drop, count = self.storey_px * 0.22, 8
        wide = (x1 - x0) / count
        for index in range(count):
            tone = colour if index % 2 else (236, 232, 220)
            left = x0 + index * wide
            slant = (index - count / 2) * wide * 0.12
            canvas.polygon(
                [(left, y1), (left + wide, y1), (left + wide + slant + 1, y1 + drop), (left + slant - 1, y1 + drop)],
                tone,
            )


def paint_enamel(canvas: Canvas, box: Box, number: str) -> None:
    """A house number in white on blue enamel."""
    canvas.rect(box, (28, 52, 120))
    canvas.label(box, number, (250, 250, 250), fill=0.8)


def _roof(canvas: Canvas, box: Box, colour: RGB, pointed: bool) -> None:
    x0, y0, x1, _ = box
    rise = (x1 - x0) * (0.34 if pointed else 0.16)
    inset = (x1 - x0) * (0.5 if pointed else 0.1)
    canvas.polygon([(x0 - 2, y0), (x0 + inset, y0 - rise), (x1 - inset, y0 - rise), (x1 + 2, y0)], colour)
    for step in range(1, 4):
        share = step / 4
        canvas.line(
            [(x0 + inset * share, y0 - rise * share), (x1 - inset * share, y0 - rise * share)],
            rise / 40,
            lit(colour, 0.75),
        )
    chimney = x0 + (x1 - x0) * 0.7
    canvas.rect((chimney, y0 - rise * 0.95, chimney + (x1 - x0) * 0.08, y0 - rise * 0.3), (120, 72, 60))


def _window(canvas: Canvas, box: tuple[float, float, float, float], curtain: RGB, rng: random.Random) -> None:
    x0, y0, x1, y1 = box
    edge = (x1 - x0) / 12
    canvas.rect((x0 - edge, y0 - edge, x1 + edge, y1 + edge), (240, 238, 230))
    glass = (255, 226, 150) if rng.random() < 0.12 else varied(rng, (96, 118, 136), 12)
    canvas.rect(box, glass)
    canvas.rect((x0, y0, x0 + edge * 2.4, y1), curtain)
    canvas.rect((x1 - edge * 2.4, y0, x1, y1), lit(curtain, 0.9))
    canvas.rect(((x0 + x1 - edge) / 2, y0, (x0 + x1 + edge) / 2, y1), (236, 234, 226))
    canvas.rect((x0, y0 + (y1 - y0) * 0.36, x1, y0 + (y1 - y0) * 0.36 + edge), (236, 234, 226))
    canvas.rect((x0 - edge * 1.6, y1 + edge, x1 + edge * 1.6, y1 + edge * 2.4), (168, 164, 156))

"""A street with houses, shops, trees, vehicles and people; planned in whole numbers, then painted."""

import random
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import NAMED, lit, varied
from benchmarks.samples.people import Person, plan_person
from benchmarks.samples.sample import Box
from benchmarks.samples.shading import wash
from benchmarks.samples.traffic import LENGTH_SHARE, Body, Vehicle, plate_number

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
        return (self.box[3] - self.box[1]) // 4

    @property
    def door_box(self) -> Box:
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


@dataclass(frozen=True, slots=True)
class Street:
    """One side of a street.

    Attributes:
        size: Width and height in pixels.
        houses, people, vehicles: From left to right.
        trees: Foot points on the pavement.
        seed: Of the sky and the leaves.
    """

    size: tuple[int, int]
    houses: tuple[House, ...]
    people: tuple[Person, ...]
    vehicles: tuple[Vehicle, ...]
    trees: tuple[tuple[int, int], ...]
    seed: int


def plan_street(rng: random.Random, size: tuple[int, int], *, people: int = 4, numbers: bool = False) -> Street:
    """Houses from edge to edge, vehicles on the road, people and trees on the pavement."""
    width, height = size
    pavement = height * 73 // 100
    vehicles = _plan_vehicles(rng, width, height)
    walkers = []
    for index in range(people):
        x = width * index // max(1, people) + rng.randint(0, max(1, width // (people * 2)))
        walkers.append(
            plan_person(rng, x, pavement + height * rng.randint(3, 6) // 100, height * rng.randint(17, 19) // 100)
        )
    trees = tuple(
        (width * share // 100, pavement + height // 60) for share in rng.sample(range(4, 97, 9), rng.randint(1, 3))
    )
    return Street(
        size, _plan_houses(rng, width, height, pavement, numbers), tuple(walkers), vehicles, trees, rng.getrandbits(32)
    )


def _plan_houses(rng: random.Random, width: int, height: int, foot: int, numbers: bool) -> tuple[House, ...]:
    houses: list[House] = []
    shops = rng.sample(SHOPS, len(SHOPS))
    doors = [*rng.sample(DOORS, len(DOORS)), *rng.sample(DOORS, len(DOORS))]
    x = -rng.randint(0, height // 12)
    number = rng.randint(3, 60)
    while x < width:
        wide = height * rng.randint(30, 44) // 100
        top = foot - height * rng.randint(46, 58) // 100
        shop = shops[len(houses) % len(shops)] if rng.random() < 0.75 else None
        label = str(number) if numbers else ""
        houses.append(
            House((x, top, x + wide, foot), doors[len(houses) % len(doors)], label, shop, rng.getrandbits(32))
        )
        x += wide
        number += rng.choice((2, 2, 4, 6))
    return tuple(houses)


def _plan_vehicles(rng: random.Random, width: int, height: int) -> tuple[Vehicle, ...]:
    found: list[Vehicle] = []
    x = rng.randint(0, height // 6)
    bodies: tuple[Body, ...] = ("car", "car", "van", "bus")
    colours = rng.sample(("red", "yellow", "green", "blue", "white", "black", "grey", "orange", "turquoise"), 9)
    while len(found) < len(colours):
        kind = rng.choice(bodies)
        high = height * {"car": 11, "van": 16, "bus": 19}[kind] // 100
        long = int(high * LENGTH_SHARE[kind])
        if x + long > width:
            break
        foot = height * 91 // 100
        lettering = str(rng.randint(11, 98)) if kind == "bus" else rng.choice(SHOPS)
        box = (x, foot - high, x + long, foot)
        found.append(Vehicle(kind, box, colours[len(found)], plate_number(rng), lettering, rng.getrandbits(32)))
        x += long + height * rng.randint(8, 40) // 100
    return tuple(found)


def paint_street(street: Street, *, scale: int = 2) -> Canvas:
    """A street with everybody on it."""
    canvas = Canvas(*street.size, (190, 208, 226), scale=scale)
    draw_street(canvas, street)
    return canvas


def draw_street(canvas: Canvas, street: Street) -> None:
    """Draw sky, houses, pavement, trees, people, road and vehicles, from the back to the front."""
    width, height = street.size
    rng = random.Random(street.seed)
    wash(canvas, (0, 0, width, height * 0.5), varied(rng, (120, 164, 214), 20), (226, 232, 236))
    for _ in range(3):
        _cloud(canvas, rng.randint(0, width), rng.randint(height // 40, height // 8), height / 14)
    for house in street.houses:
        house.paint(canvas)
    _ground(canvas, width, height)
    for place in street.trees:
        _tree(canvas, place, height * 0.44, rng)
    for person in street.people:
        person.paint(canvas)
    for vehicle in street.vehicles:
        vehicle.paint(canvas)


def _cloud(canvas: Canvas, x: float, y: float, size: float) -> None:
    for dx, dy, radius in ((-1.2, 0.2, 0.7), (0, 0, 1.0), (1.1, 0.15, 0.8), (0.4, 0.4, 0.8)):
        across = size * radius
        canvas.ellipse(
            (
                x + dx * size - across,
                y + dy * size - across * 0.5,
                x + dx * size + across,
                y + dy * size + across * 0.5,
            ),
            (244, 246, 248),
        )


def _ground(canvas: Canvas, width: int, height: int) -> None:
    wash(canvas, (0, height * 0.73, width, height * 0.8), (176, 172, 166), (190, 186, 178), steps=6)
    slab = height // 14
    for x in range(0, width, slab):
        canvas.line([(x, height * 0.73), (x - slab * 0.3, height * 0.8)], height / 500, (150, 146, 140))
    canvas.rect((0, height * 0.8, width, height * 0.815), (140, 138, 134))
    wash(canvas, (0, height * 0.815, width, height), (92, 92, 96), (70, 70, 76), steps=10)
    for x in range(0, width, height // 7):
        canvas.polygon(
            [
                (x, height * 0.95),
                (x + height * 0.07, height * 0.95),
                (x + height * 0.065, height * 0.965),
                (x - height * 0.005, height * 0.965),
            ],
            (226, 224, 210),
        )


def _tree(canvas: Canvas, foot: tuple[int, int], high: float, rng: random.Random) -> None:
    x, y = foot
    trunk = [(-0.032, 0.0), (-0.016, -0.55), (0.016, -0.55), (0.032, 0.0)]
    canvas.polygon([(x + dx * high, y + dy * high) for dx, dy in trunk], (92, 70, 52))
    green = varied(rng, (62, 112, 52), 18)
    for layer in range(4):
        # From the shaded underside up to the light.
        rise = 0.52 + 0.12 * layer
        for step in range(6):
            dx = (step - 2.5) * 0.09 * (1 - 0.16 * layer) + rng.randint(-3, 3) / 100
            radius = high * rng.randint(7, 10) / 100
            left, top = x + dx * high, y - (rise + rng.randint(-4, 4) / 100) * high
            tone = lit(green, 0.66 + 0.13 * layer + 0.05 * (2.5 - step) / 2.5)
            canvas.ellipse((left - radius, top - radius, left + radius, top + radius), tone)

"""A street with houses, shops, trees, vehicles and people; planned in whole numbers, then painted."""

import random
from dataclasses import dataclass

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.colours import lit, varied
from benchmarks.samples.houses import DOORS, SHOPS, House
from benchmarks.samples.people import Person, plan_person
from benchmarks.samples.shading import wash
from benchmarks.samples.surfaces import speckled
from benchmarks.samples.traffic import LENGTH_SHARE, Body, Vehicle, plate_number


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
    for _ in range(5):
        _cloud(canvas, rng.randint(0, width), rng.randint(height // 40, height // 6), height / rng.randint(13, 26))
    for house in street.houses:
        house.paint(canvas)
    _ground(canvas, width, height, rng)
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


def _ground(canvas: Canvas, width: int, height: int, rng: random.Random) -> None:
    wash(canvas, (0, height * 0.73, width, height * 0.8), (176, 172, 166), (190, 186, 178), steps=6)
    slab = height // 14
    for x in range(0, width, slab):
        canvas.line([(x, height * 0.73), (x - slab * 0.3, height * 0.8)], height / 500, (150, 146, 140))
    canvas.rect((0, height * 0.8, width, height * 0.815), (140, 138, 134))
    wash(canvas, (0, height * 0.815, width, height), (92, 92, 96), (70, 70, 76), steps=10)
    speckled(canvas, rng, (0, height * 0.83, width, height), (84, 84, 88), 40)
    speckled(canvas, rng, (0, height * 0.735, width, height * 0.795), (182, 178, 170), 30)
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

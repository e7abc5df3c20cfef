"""Retail scenes: shelves full of goods, a price tag under each kind."""

import random
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import VIVID, lit
from benchmarks.samples.plates import Plate
from benchmarks.samples.sample import Box, Difficulty
from benchmarks.samples.scenes import Ask, Carrier, Scene, read, unlike
from benchmarks.samples.shading import shadow, wash
from benchmarks.samples.still_life import Thing
from benchmarks.samples.things import SHAPES

_SIZES = ((3200, 2136), (3072, 2048), (3360, 2100))
_TAG_PX = {"easy": (156, 84), "medium": (116, 62), "hard": (86, 46)}
_GOODS = {
    "bottle": "bottles", "can": "cans", "jar": "jars", "box": "boxes", "mug": "mugs", "teapot": "teapots",
    "vase": "vases", "bucket": "buckets", "ball": "balls", "apple": "apples",
}  # fmt: skip
_RAIL: RGB = (206, 208, 210)


@dataclass(frozen=True, slots=True)
class Goods:
    """The same thing several times in a row on a shelf.

    Attributes:
        kind, colour: No other goods of the store have both.
        things: From left to right.
        tag_box: Of the price tag on the rail below.
    """

    kind: str
    colour: str
    things: tuple[Thing, ...]
    tag_box: Box

    @property
    def name(self) -> str:
        """`the purple bottles`."""
        return f"the {self.colour} {_GOODS[self.kind]}"


@dataclass(frozen=True, slots=True)
class Store:
    """Shelves of a shop.

    Attributes:
        size: Width and height in pixels.
        floors: Upper edge of each board, from the top down.
        rail_px: Height of the rail with the price tags.
        goods: Shelf by shelf.
        wall: Colour behind the goods.
    """

    size: tuple[int, int]
    floors: tuple[int, ...]
    rail_px: int
    goods: tuple[Goods, ...]
    wall: RGB

    def paint(self, canvas: Canvas) -> None:
        """Draw shelves and goods without their tags."""
        width, height = self.size
        wash(canvas, (0, 0, width, height), lit(self.wall, 1.05), lit(self.wall, 0.72))
        top = 0
        for floor in self.floors:
            wash(canvas, (0, top, width, floor), lit(self.wall, 0.66), lit(self.wall, 1.02), steps=14)
            canvas.rect((0, floor - 12, width, floor), lit(_RAIL, 0.85))
            canvas.rect((0, floor, width, floor + self.rail_px), _RAIL)
            canvas.rect((0, floor, width, floor + 5), lit(_RAIL, 1.2))
            canvas.rect((0, floor + self.rail_px - 7, width, floor + self.rail_px), lit(_RAIL, 0.6))
            top = floor + self.rail_px
        for goods in self.goods:
            for thing in goods.things:
                shadow(canvas, thing.box, lit(_RAIL, 0.8))
                thing.paint(canvas)


def plan_store(rng: random.Random, difficulty: Difficulty) -> Store:
    """Fill four or five shelves with goods, no two of the same kind and colour."""
    size = rng.choice(_SIZES)
    tag = _TAG_PX[difficulty]
    shelves = rng.randint(4, 5)
    rail_px = tag[1] + 26
    rise = size[1] // shelves
    floors = tuple(rise * (index + 1) - rail_px - 4 for index in range(shelves))
    kinds = [(kind, colour) for kind in _GOODS for colour in VIVID]
    rng.shuffle(kinds)
    goods: list[Goods] = []
    for floor in floors:
        x = rng.randint(20, 90)
        while kinds:
            placed = _facings(rng, kinds[-1], x, floor, rise - rail_px, tag)
            if placed.things[-1].box[2] > size[0] - 20:
                break
            goods.append(placed)
            kinds.pop()
            x = placed.things[-1].box[2] + rng.randint(30, 110)
    return Store(size, floors, rail_px, tuple(goods), rng.choice(((206, 204, 196), (190, 200, 206), (212, 200, 184))))


def _facings(rng: random.Random, kind: tuple[str, str], x: int, floor: int, room: int, tag: tuple[int, int]) -> Goods:
    wide, high = SHAPES[kind[0]]
    tall = room * high * rng.randint(80, 92) // 1500
    broad = tall * wide // high
    things: list[Thing] = []
    seed = rng.getrandbits(32)
    for index in range(rng.randint(2, 4)):
        left = x + index * (broad + 8)
        things.append(Thing(kind[0], kind[1], (left, floor - tall, left + broad, floor), seed))
    middle = (things[0].box[0] + things[-1].box[2]) // 2
    left, top = middle - tag[0] // 2, floor + 13
    return Goods(kind[0], kind[1], tuple(things), (left, top, left + tag[0], top + tag[1]))


def build(rng: random.Random, difficulty: Difficulty, family: str) -> Scene:
    """A store; the only family is `price`."""
    store = plan_store(rng, difficulty)
    prices = unlike(rng, len(store.goods), _price)
    carriers = tuple(
        Carrier(goods.name, Plate("price tag", goods.tag_box, text), cents)
        for goods, (text, cents) in zip(store.goods, prices, strict=True)
        if goods.tag_box[0] > 8 and goods.tag_box[2] < store.size[0] - 8
    )
    return Scene(store.size, store.paint, {family: carriers})


def _price(rng: random.Random) -> tuple[str, int]:
    cents = rng.randint(23, 196) * 5
    return money(cents), cents


def money(cents: int) -> str:
    """`4.35`."""
    return f"{cents // 100}.{cents % 100:02d}"


PERCEPTION = (
    Ask("price", "What does the price tag on the shelf say for {0}?", read),
    Ask("price", "How much does one of {0} cost, according to the tag below?", read),
)
REASONING = (
    Ask(
        "price",
        "Someone takes one of {0} and pays with a 20 note. How much change is due?",
        lambda one: money(2000 - one.value),
    ),
    Ask("price", "What do three of {0} cost together, by the price on the tag?", lambda one: money(3 * one.value)),
    Ask(
        "price",
        "By the price tags, what does one of {0} cost together with one of {1}?",
        lambda one, other: money(one.value + other.value),
        carriers=2,
    ),
)

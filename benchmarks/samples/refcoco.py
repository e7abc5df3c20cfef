"""refcoco: which share of the picture an object takes."""

import random
from dataclasses import dataclass

from benchmarks.samples.choices import Choices, ladder, shuffled
from benchmarks.samples.colours import VIVID
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import Box, Difficulty, Sample
from benchmarks.samples.still_life import Thing
from benchmarks.samples.table import paint_lawn, paint_table
from benchmarks.samples.things import SHAPES

FILLS: dict[str, float] = {
    "ball": 0.785,
    "mug": 0.81,
    "bottle": 0.775,
    "jar": 0.955,
    "can": 0.96,
    "box": 0.97,
    "vase": 0.675,
    "lamp": 0.465,
    "clock": 0.785,
    "teapot": 0.521,
    "apple": 0.756,
    "bucket": 0.67,
    "picture frame": 1.0,
}
"""Share of its box that each kind of thing covers. Constants, so that gold does not hang on how edges are drawn."""

_GAP_PERCENT = {"easy": 9, "medium": 7, "hard": 5}
_OTHERS = {"easy": (1, 2), "medium": (2, 4), "hard": (3, 5)}
_SIZES = ((640, 480), (640, 427), (600, 480), (640, 512))


@dataclass(frozen=True, slots=True)
class Setting:
    """Things on a table, one of which is asked about.

    Attributes:
        size: Of the picture.
        horizon: Height of the table's rear edge.
        target: Nothing stands in front of it and all of it is in the picture.
        others: Behind the target, in part hidden by it.
        name: The words for the target, true for nothing else.
    """

    size: tuple[int, int]
    horizon: int
    target: Thing
    others: tuple[Thing, ...]
    name: str

    @property
    def share_percent(self) -> float:
        """How much of the picture the target takes."""
        x0, y0, x1, y1 = self.target.box
        return 100 * FILLS[self.target.kind] * (x1 - x0) * (y1 - y0) / (self.size[0] * self.size[1])


def _sized(rng: random.Random, kind: str, colour: str, x: int, foot: int, high: int) -> Thing:
    wide = high * SHAPES[kind][0] // SHAPES[kind][1]
    return Thing(kind, colour, (x, foot - high, x + wide, foot), rng.getrandbits(32))


def plan_setting(rng: random.Random, difficulty: Difficulty) -> Setting:
    """Place the target, then others further back."""
    size = rng.choice(_SIZES)
    width, height = size
    horizon = height * rng.randint(38, 52) // 100
    kind, colour = rng.choice(tuple(FILLS)), rng.choice(VIVID)
    wide, high = SHAPES[kind]
    tallest = min(height * 94 // 100, width * 90 // 100 * high // wide)
    tall = tallest * rng.randint(38, 100) // 100
    broad = tall * wide // high
    foot = max(height - 4 - rng.randint(0, height // 12), tall + 4)
    target = _sized(rng, kind, colour, rng.randint(4, width - broad - 4), foot, tall)
    others, name = _others(rng, target, size, horizon, difficulty)
    return Setting(size, horizon, target, tuple(others), name)


def _others(
    rng: random.Random, target: Thing, size: tuple[int, int], horizon: int, difficulty: Difficulty
) -> tuple[list[Thing], str]:
    """What stands behind the target, and how the target is told from it."""
    kinds = [kind for kind in FILLS if kind != target.kind]
    others = [
        _behind(rng, rng.choice(kinds), rng.choice(VIVID), target, size, horizon)
        for _ in range(rng.randint(*_OTHERS[difficulty]))
    ]
    if difficulty == "easy":
        return others, target.kind
    colour = rng.choice([name for name in VIVID if name != target.colour])
    if difficulty == "medium":
        others.append(_behind(rng, target.kind, colour, target, size, horizon))
        return others, f"{target.colour} {target.kind}"
    twin = _beside(rng, target, size, horizon)
    others.append(twin)
    side = "left" if _middle(target.box) < _middle(twin.box) else "right"
    return others, f"{target.kind} on the {side}"


def _behind(rng: random.Random, kind: str, colour: str, target: Thing, size: tuple[int, int], horizon: int) -> Thing:
    width, height = size
    high = height * rng.randint(22, 38) // 100
    foot = min(target.box[3] - 6, horizon + rng.randint(high // 8, high // 2))
    return _sized(rng, kind, colour, rng.randint(0, width - high), foot, high)


def _beside(rng: random.Random, target: Thing, size: tuple[int, int], horizon: int) -> Thing:
    """The same kind of thing again, clearly to the left or the right of the target's middle."""
    width, height = size
    high = height * rng.randint(20, 30) // 100
    wide = high * SHAPES[target.kind][0] // SHAPES[target.kind][1]
    foot = min(target.box[3] - 6, horizon + rng.randint(high // 8, high // 3))
    x = 2 if _middle(target.box) > width else width - wide - 2
    return _sized(rng, target.kind, rng.choice(VIVID), x, foot, high)


def _middle(box: Box) -> int:
    """Twice the middle, a whole number."""
    return box[0] + box[2]


_PAINTERS = {"table": paint_table, "lawn": paint_lawn}
KINDS = tuple(_PAINTERS)


def plan(rng: random.Random, difficulty: Difficulty) -> tuple[Setting, Choices]:
    """A setting and six shares, one of which comes closest to the target's."""
    gap = _GAP_PERCENT[difficulty]
    below = rng.randrange(6)  # before the picture, or a small share would mostly be the smallest option
    while True:
        setting = plan_setting(rng, difficulty)
        share = setting.share_percent
        right = round(share) + rng.choice((-1, 0, 0, 1)) * (gap // 5)
        if right - below * gap >= 2 and abs(right - share) <= 0.35 * gap:
            break
    wrong = ladder(right, below, 5, gap)
    return setting, shuffled(rng, f"{right}%", [f"{value}%" for value in wrong], "colon")


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """The share of the picture that one thing on a table or a lawn takes."""
    setting, choices = plan(rng, difficulty)
    question = f"Which value comes closest to the share of the picture that the {setting.name} takes up?\n"
    paint = _PAINTERS[kind or rng.choice(KINDS)]
    canvas = paint(rng, setting.size, setting.horizon, (*setting.others, setting.target))
    picture = photographed(canvas.done(), rng)
    return Sample(question, choices.letter, (picture,), choices=choices, tail="\n")

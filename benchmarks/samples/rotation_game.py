"""rotation_game: by how many degrees a picture must be turned clockwise to stand upright again."""

import math
import random
from dataclasses import dataclass

from PIL import Image

from benchmarks.samples.choices import Choices
from benchmarks.samples.photo import photographed
from benchmarks.samples.places import PLACES
from benchmarks.samples.sample import Difficulty, Sample

_QUESTION = (
    "By how many degrees do you have to turn this picture CLOCKWISE until it stands upright as it was taken?\n\n"
)
_WINDOWS = {"easy": (45, 8), "medium": (15, 12), "hard": (5, 7)}
"""Degrees between neighbouring angles, and from how many neighbours the options are drawn."""
_SIDES_PX = (336, 400, 448)


def plan_angles(rng: random.Random, difficulty: Difficulty) -> tuple[int, tuple[int, ...]]:
    """The right angle and all six options, multiples of 5 between 5 and 355 degrees.

    The options are drawn first and the right one is picked from them, so that it is not their middle. On hard they are
    three that differ by little, each with the one that stands on its side or on its head beside it.
    """
    step, window = _WINDOWS[difficulty]
    first = step * rng.randint(0, 360 // step - 1)
    near = [(first + step * turn) % 360 for turn in range(window)]
    if difficulty == "hard":
        quarters = rng.sample((0, 90, 180, 270), 2)
        slanted = [degrees for degrees in near if degrees % 90]
        near = [(degrees + quarter) % 360 for degrees in rng.sample(slanted, 3) for quarter in quarters]
    options = tuple(rng.sample([degrees for degrees in near if degrees], 6))
    return rng.choice(options), options


@dataclass(frozen=True, slots=True)
class Turn:
    """What is turned, how far, and between which options.

    Attributes:
        degrees: How far the scene was turned counterclockwise, so the right option.
        options: All six, in the order of their letters.
        side: Width and height of the picture in pixels.
        scene: The upright scene, twice as large as it is shown.
    """

    degrees: int
    options: tuple[int, ...]
    side: int
    scene: Image.Image

    def picture(self, degrees: float) -> Image.Image:
        """The middle of the scene turned counterclockwise, as a square: its size says nothing about the angle."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        middle, half = self.scene.width / 2, self.side / 2
        # Where a point of the picture comes from, the enlargement included; one step, so it is sampled once.
        matrix = (
            2 * cos, 2 * -sin, middle - 2 * half * (cos - sin),
            2 * sin, 2 * cos, middle - 2 * half * (sin + cos),
        )  # fmt: skip
        size = (self.side, self.side)
        return self.scene.transform(size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR)


def plan(rng: random.Random, difficulty: Difficulty, kind: str) -> Turn:
    """A scene of one kind and an angle."""
    degrees, options = plan_angles(rng, difficulty)
    side = rng.choice(_SIDES_PX)
    across = side * 3 // 2
    return Turn(degrees, options, side, PLACES[kind](rng, (across, across)).image)


KINDS = tuple(PLACES)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A photograph that was turned counterclockwise by the right option."""
    turn = plan(rng, difficulty, kind or rng.choice(KINDS))
    picture = photographed(turn.picture(turn.degrees), rng)
    choices = Choices(tuple(f"{degrees}°" for degrees in turn.options), turn.options.index(turn.degrees), "dot")
    return Sample(question=_QUESTION, answer=choices.letter, images=(picture,), choices=choices)

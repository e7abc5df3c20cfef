"""rotation_game: by how many degrees a picture must be turned clockwise to stand upright again."""

import random

from PIL import Image

from benchmarks.samples.choices import Choices
from benchmarks.samples.photo import photographed
from benchmarks.samples.places import PLACES
from benchmarks.samples.sample import Difficulty, Sample

_QUESTION = (
    "By how many degrees do you have to turn this picture CLOCKWISE until it stands upright as it was taken?\n\n"
)
_WINDOWS = {"easy": (45, 8), "medium": (15, 12), "hard": (5, 14)}
"""Degrees between neighbouring angles, and from how many neighbours the options are drawn."""
_SIDES_PX = (336, 400, 448)


def plan_angles(rng: random.Random, difficulty: Difficulty) -> tuple[int, tuple[int, ...]]:
    """The right angle and all six options, multiples of 5 between 5 and 355 degrees.

    The options are drawn first and the right one is picked from them, so that it is not their middle.
    """
    step, window = _WINDOWS[difficulty]
    first = step * rng.randint(0, 360 // step - 1)
    near = [(first + step * turn) % 360 for turn in range(window)]
    options = tuple(rng.sample([degrees for degrees in near if degrees], 6))
    return rng.choice(options), options


def turned(picture: Image.Image, degrees: int, side: int) -> Image.Image:
    """The middle of a picture turned counterclockwise, cut to a square: its size says nothing about the angle."""
    whole = picture.rotate(degrees, Image.Resampling.BILINEAR)
    left, top = (whole.width - side) // 2, (whole.height - side) // 2
    return whole.crop((left, top, left + side, top + side))


KINDS = tuple(PLACES)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A photograph that was turned counterclockwise by the right option."""
    paint = PLACES[kind or rng.choice(KINDS)]
    right, options = plan_angles(rng, difficulty)
    side = rng.choice(_SIDES_PX)
    across = side * 3 // 2
    scene = paint(rng, (across, across))
    picture = photographed(turned(scene, right, side), rng)
    choices = Choices(tuple(f"{degrees}°" for degrees in options), options.index(right), "dot")
    return Sample(question=_QUESTION, answer=choices.letter, images=(picture,), choices=choices)

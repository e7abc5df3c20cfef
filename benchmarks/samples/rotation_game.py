"""rotation_game: by how many degrees a picture must be turned clockwise to stand upright again."""

import random

from PIL import Image

from benchmarks.samples.choices import Choices
from benchmarks.samples.photo import photographed
from benchmarks.samples.places import paint_place
from benchmarks.samples.sample import Difficulty, Sample

_QUESTION = (
    "By how many degrees do you have to turn this picture CLOCKWISE until it stands upright as it was taken?\n\n"
)
_STEP_DEG = {"easy": 45, "medium": 15, "hard": 5}
_SPREAD = {"easy": 1, "medium": 2, "hard": 3}
_SIDES_PX = (336, 400, 448)


def plan_angles(rng: random.Random, difficulty: Difficulty) -> tuple[int, tuple[int, ...]]:
    """The right angle and five wrong ones, all between 5 and 355 degrees and multiples of 5."""
    step = _STEP_DEG[difficulty]
    right = step * rng.randint(1, 360 // step - 1)
    reach = 7 if difficulty == "easy" else 5 * _SPREAD[difficulty]
    others = {(right + step * turn) % 360 for turn in range(-reach, reach + 1)} - {0, right}
    return right, tuple(rng.sample(sorted(others), 5))


def turned(picture: Image.Image, degrees: int, side: int) -> Image.Image:
    """The middle of a picture turned counterclockwise, cut to a square: its size says nothing about the angle."""
    whole = picture.rotate(degrees, Image.Resampling.BILINEAR)
    left, top = (whole.width - side) // 2, (whole.height - side) // 2
    return whole.crop((left, top, left + side, top + side))


def generate(rng: random.Random, difficulty: Difficulty) -> Sample:
    """A photograph that was turned counterclockwise by the right option."""
    right, wrong = plan_angles(rng, difficulty)
    side = rng.choice(_SIDES_PX)
    across = side * 3 // 2
    scene = paint_place(rng, (across, across))
    picture = photographed(turned(scene, right, side), rng)
    texts = [f"{degrees}°" for degrees in (right, *wrong)]
    rng.shuffle(texts)
    choices = Choices(tuple(texts), texts.index(f"{right}°"), "dot")
    return Sample(question=_QUESTION, answer=choices.letter, images=(picture,), choices=choices)

"""A scene of any kind, for tasks that only need a picture worth looking at."""

import random

from PIL import Image

from benchmarks.samples.still_life import paint_shelf, plan_shelf


def paint_place(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    """A scene with a clear up and down and something to see everywhere."""
    return paint_shelf(plan_shelf(rng, size, boards=rng.randint(2, 3))).done()

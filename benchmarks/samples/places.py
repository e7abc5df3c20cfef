"""A scene of any kind, for tasks that only need a picture worth looking at."""

import random
from collections.abc import Callable

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.hall import paint_hall, plan_hall
from benchmarks.samples.still_life import paint_shelf, plan_shelf
from benchmarks.samples.street import paint_street, plan_street


def _shelf(rng: random.Random, size: tuple[int, int]) -> Canvas:
    return paint_shelf(plan_shelf(rng, size, boards=rng.randint(3, 4), papered_wall=True))


def _street(rng: random.Random, size: tuple[int, int]) -> Canvas:
    return paint_street(plan_street(rng, size, people=rng.randint(2, 4), numbers=True))


def _hall(rng: random.Random, size: tuple[int, int]) -> Canvas:
    return paint_hall(plan_hall(rng, size))


PLACES: dict[str, Callable[[random.Random, tuple[int, int]], Canvas]] = {
    "shelf": _shelf,
    "street": _street,
    "hall": _hall,
}
"""Scenes with a clear up and down and something to see everywhere, painted in a given size."""

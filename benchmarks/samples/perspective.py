"""A flat picture seen at an angle."""

import random
from collections.abc import Sequence

from PIL import Image

from benchmarks.samples.canvas import Point


def seen_askew(rng: random.Random, picture: Image.Image, skew_percent: int) -> Image.Image:
    """The picture with its corners pulled inwards by up to `skew_percent` of its size; RGBA, clear outside."""
    if skew_percent == 0:
        return picture
    width, height = picture.size
    reach_x, reach_y = width * skew_percent // 100, height * skew_percent // 100
    corners = [
        (x + inward_x * rng.randint(0, reach_x) // 2, y + inward_y * rng.randint(0, reach_y))
        for x, y, inward_x, inward_y in ((0, 0, 1, 1), (width, 0, -1, 1), (width, height, -1, -1), (0, height, 1, -1))
    ]
    full = [(0, 0), (width, 0), (width, height), (0, height)]
    return picture.transform(
        picture.size, Image.Transform.PERSPECTIVE, plane_map(corners, full), Image.Resampling.BILINEAR
    )


def plane_map(seen: Sequence[Point], flat: Sequence[Point]) -> tuple[float, ...]:
    """The eight numbers that map four seen points to four flat ones, in Pillow's order."""
    import numpy as np

    rows: list[list[float]] = []
    target: list[float] = []
    for (x, y), (u, v) in zip(seen, flat, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
        target += [u, v]
    return tuple(float(value) for value in np.linalg.solve(np.array(rows), np.array(target)))

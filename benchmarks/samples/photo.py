"""What a camera adds to a scene: uneven light and sensor noise."""

import functools
import random
from typing import Literal

from PIL import Image, ImageChops

Film = Literal["fine", "usual", "rough", "even"]
_FILMS: dict[Film, tuple[int, int]] = {"fine": (3, 24), "usual": (5, 48), "rough": (8, 64), "even": (4, 0)}
"""Standard deviation of the noise, and how much darker the light gets where it is weakest, both of 255."""

_TILE_PX = (1536, 1152)


def photographed(picture: Image.Image, rng: random.Random, film: Film = "usual") -> Image.Image:
    """The picture as a camera takes it.

    Args:
        picture: Any RGB picture.
        rng: Draws where the light falls.
        film: How noisy the camera and how uneven the light is; on `even` the light is the same everywhere.
    """
    return ImageChops.add(picture, _film_part(rng, picture.size, film), 1, -128)


@functools.cache
def _tile(film: Film) -> Image.Image:
    """Sensor noise on light that is brighter here and darker there, around 128; the same in every process.

    Both in one field, so that a photograph costs one addition. Any part of it is a different light.
    """
    import numpy as np

    noise, light = _FILMS[film]
    draws = np.random.default_rng(noise)
    width, height = _TILE_PX
    fine = draws.normal(0, noise, (height // 3, width // 3, 3)).astype("float32")
    # Mirrored rather than drawn nine times as large: the eye can't tell and it is nine times cheaper.
    row = np.concatenate([fine, fine[:, ::-1], fine], axis=1)
    grain = np.concatenate([row, row[::-1], row], axis=0)
    patches = Image.fromarray(draws.uniform(-light, light * 0.4, (4, 5)).astype("float32"))
    fall = np.asarray(patches.resize(_TILE_PX, Image.Resampling.BICUBIC))[:, :, None]
    return Image.fromarray(np.clip(128 + grain + fall, 0, 255).astype("uint8"))


def _film_part(rng: random.Random, size: tuple[int, int], film: Film) -> Image.Image:
    """Noise and light of a picture's size around 128, cut from a fixed field at a random place."""
    tile = _tile(film)
    width, height = size
    if width <= tile.width and height <= tile.height:
        x, y = rng.randint(0, tile.width - width), rng.randint(0, tile.height - height)
        return tile.crop((x, y, x + width, y + height))
    field = Image.new("RGB", size)
    for y in range(0, height, tile.height):
        for x in range(0, width, tile.width):
            field.paste(tile, (x, y))
    return field

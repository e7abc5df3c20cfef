"""What a camera adds to a scene: uneven light, sensor noise, a soft lens."""

import functools
import random

from PIL import Image, ImageChops, ImageFilter

_TILE_PX = 1024


@functools.lru_cache(maxsize=4)
def _noise_tile(strength: int) -> Image.Image:
    """A square of sensor noise around 128, the same in every process."""
    import numpy as np

    draws = np.random.default_rng(strength).normal(0, strength, (_TILE_PX // 2, _TILE_PX // 2, 3))
    fine = np.clip(128 + draws, 0, 255).astype("uint8")
    # Mirrored rather than drawn four times as large: the eye can't tell and it is four times cheaper.
    wide = np.concatenate([fine, fine[:, ::-1]], axis=1)
    return Image.fromarray(np.concatenate([wide, wide[::-1]], axis=0))


@functools.lru_cache(maxsize=32)
def _light(size: tuple[int, int], corner: int, depth: int) -> Image.Image:
    """A field of light, bright near one corner of the picture and falling off by `depth` of 255."""
    levels = [255 - depth * step // 4 for step in (0, 1, 2, 2, 3, 3, 4, 3, 4)]
    order = {0: (0, 1, 2, 3, 4, 5, 6, 7, 8), 1: (2, 1, 0, 5, 4, 3, 8, 7, 6), 2: (3, 1, 4, 2, 0, 5, 6, 3, 8)}[corner]
    small = Image.frombytes("L", (3, 3), bytes(levels[index] for index in order))
    return small.resize(size, Image.Resampling.BICUBIC)


def noise_field(rng: random.Random, size: tuple[int, int], strength: int) -> Image.Image:
    """Noise of a picture's size around 128, cut from a fixed tile at a random place."""
    tile = _noise_tile(strength)
    width, height = size
    if width <= _TILE_PX and height <= _TILE_PX:
        x, y = rng.randint(0, _TILE_PX - width), rng.randint(0, _TILE_PX - height)
        return tile.crop((x, y, x + width, y + height))
    field = Image.new("RGB", size)
    for y in range(0, height, _TILE_PX):
        for x in range(0, width, _TILE_PX):
            field.paste(tile, (x, y))
    return field


def photographed(
    picture: Image.Image, rng: random.Random, *, noise: int = 5, light: int = 60, blur: float = 0.0
) -> Image.Image:
    """The picture as a camera takes it.

    Args:
        picture: Any RGB picture.
        rng: Draws the noise's place and where the light comes from.
        noise: Standard deviation of the sensor noise, 0 to 255; 0 leaves it out.
        light: How much darker (of 255) the corner away from the light is.
        blur: Radius of the lens's softness in pixels.
    """
    corner = rng.randrange(3)
    if light:
        field = _light(picture.size, corner, light)
        picture = ImageChops.multiply(picture, Image.merge("RGB", (field, field, field)))
    if blur:
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
    if noise:
        picture = ImageChops.add(picture, noise_field(rng, picture.size, noise), 1, -128)
    return picture

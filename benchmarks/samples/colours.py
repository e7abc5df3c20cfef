"""Colours with names a person would use for them, and how light changes them."""

import functools
import random

RGB = tuple[int, int, int]

NAMED: dict[str, RGB] = {
    "red": (200, 38, 34),
    "orange": (238, 128, 24),
    "yellow": (240, 205, 40),
    "green": (46, 140, 62),
    "blue": (36, 84, 182),
    "purple": (122, 56, 152),
    "pink": (236, 140, 172),
    "brown": (118, 72, 40),
    "white": (238, 236, 230),
    "black": (34, 34, 38),
    "grey": (132, 136, 140),
    "turquoise": (44, 172, 172),
}
VIVID = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "turquoise")
"""Colours that stay apart in any light of ours."""


@functools.lru_cache(4096)
def lit(colour: RGB, factor: float) -> RGB:
    """A colour in more (factor above 1) or less light; bright light goes towards white."""
    if factor <= 1:
        return (int(colour[0] * factor), int(colour[1] * factor), int(colour[2] * factor))
    return mixed(colour, (255, 255, 255), min(1.0, factor - 1))


def mixed(first: RGB, second: RGB, share: float) -> RGB:
    """`share` of the second colour, the rest of the first."""
    keep = 1 - share
    return (
        int(first[0] * keep + second[0] * share),
        int(first[1] * keep + second[1] * share),
        int(first[2] * keep + second[2] * share),
    )


def varied(rng: random.Random, colour: RGB, spread: int) -> RGB:
    """A colour a little off, as two objects of one colour are."""
    red, green, blue = (min(255, max(0, value + rng.randint(-spread, spread))) for value in colour)
    return (red, green, blue)

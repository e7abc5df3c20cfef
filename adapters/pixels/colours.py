"""Names of colours: which pixels a person would call red, grey, …; which name a patch has."""

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.rasters import Mask, Picture

# Everyday examples of each name (the basic colour terms), as RGB. A pixel takes the name of the nearest example in
# CIELAB, where distances are about as large as they look.
_EXAMPLES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "red": ((255, 0, 0), (200, 25, 30), (150, 10, 20), (225, 75, 75)),
    "orange": ((255, 165, 0), (255, 128, 0), (235, 120, 50), (200, 100, 10)),
    "yellow": ((255, 255, 0), (250, 215, 30), (215, 190, 30), (250, 240, 130)),
    "green": ((0, 128, 0), (0, 200, 0), (90, 170, 70), (20, 80, 35), (150, 210, 130)),
    "cyan": ((0, 255, 255), (0, 140, 140), (60, 190, 190), (20, 110, 115)),
    "blue": ((0, 0, 255), (30, 80, 200), (20, 40, 120), (90, 150, 225), (135, 190, 240)),
    "purple": ((128, 0, 128), (120, 60, 170), (85, 30, 110), (165, 110, 205)),
    "pink": ((255, 192, 203), (255, 130, 180), (220, 90, 150), (255, 0, 200)),
    "brown": ((130, 75, 35), (100, 60, 30), (70, 40, 20), (160, 105, 65)),
    "white": ((255, 255, 255), (235, 235, 235)),
    "grey": ((128, 128, 128), (170, 170, 170), (90, 90, 90), (200, 200, 200)),
    "black": ((0, 0, 0), (40, 40, 40)),
}
NAMES = tuple(_EXAMPLES)
_WORDS = {
    "red": ("red|crimson", "红"),
    "orange": ("orange", "橙"),
    "yellow": ("yellow|gold", "黄"),
    "green": ("green", "绿"),
    "cyan": ("cyan|teal|turquoise", "青"),
    "blue": ("blue|navy", "蓝"),
    "purple": ("purple|violet", "紫"),
    "pink": ("pink|magenta", "粉"),
    "brown": ("brown", "棕|褐"),
    "white": ("white", "白"),
    "grey": ("gr[ea]y|silver", "灰"),
    "black": ("black", "黑"),
}
_PATTERNS = {name: re.compile(rf"\b(?:{latin})\b|{han}", re.IGNORECASE) for name, (latin, han) in _WORDS.items()}


def colour_words() -> str:
    """The English words for colours as an alternation for a pattern."""
    return "|".join(latin for latin, _ in _WORDS.values())


def named_in(text: str) -> list[str]:
    """The colours a text names, in the order of their first mention."""
    found = {name: match.start() for name, pattern in _PATTERNS.items() if (match := pattern.search(text))}
    return sorted(found, key=found.__getitem__)


def names_of(picture: Picture) -> NDArray[np.intp]:
    """The name of every pixel, as a position in `NAMES`; shape (height, width)."""
    return np.asarray(_name_table()[tuple(np.moveaxis(picture >> 3, -1, 0))])


def is_colour(picture: Picture, name: str) -> Mask:
    """Which pixels bear the name."""
    return np.asarray(names_of(picture) == NAMES.index(name))


def name_of(rgb: NDArray[np.float64]) -> str:
    """The name of one colour, 0 to 255 a channel."""
    return NAMES[int(_nearest(np.asarray(rgb, np.float64).reshape(1, 3))[0])]


def lab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIELAB of sRGB colours of 0 to 255; the last axis holds the channels."""
    linear = np.asarray(rgb, np.float64) / 255
    linear = np.where(linear > 0.04045, ((linear + 0.055) / 1.055) ** 2.4, linear / 12.92)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = linear @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def lab_of(picture: Picture) -> NDArray[np.float32]:
    """CIELAB of every pixel, its colour rounded to 64 steps a channel: ten times faster than exact."""
    return np.asarray(_lab_table()[tuple(np.moveaxis(picture >> 2, -1, 0))])


@cache
def _lab_table() -> NDArray[np.float32]:
    levels = np.arange(2, 256, 4)
    return lab(np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1)).astype(np.float32)


def _nearest(rgb: NDArray[np.float64]) -> NDArray[np.intp]:
    examples = lab(np.array([rgb for each in _EXAMPLES.values() for rgb in each], np.float64))
    owners = np.repeat(np.arange(len(NAMES)), [len(each) for each in _EXAMPLES.values()])
    # Lightness counts half: a shadow changes it and leaves the name.
    weights = np.array([0.5, 1.0, 1.0])
    distances = (((lab(rgb)[:, None] - examples[None]) * weights) ** 2).sum(-1)
    return np.asarray(owners[distances.argmin(1)])


@cache
def _name_table() -> NDArray[np.intp]:
    """The name at the middle of every cell of 8 × 8 × 8 colours: a picture is named by looking up."""
    levels = np.arange(4.0, 256.0, 8.0)
    return _nearest(np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1).reshape(-1, 3)).reshape(32, 32, 32)

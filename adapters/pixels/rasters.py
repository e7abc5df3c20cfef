"""Pictures as arrays: reading, shrinking, smoothing, thresholds. The ground everything else stands on."""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

Picture = NDArray[np.uint8]
"""RGB, shape (height, width, 3)."""

Grey = NDArray[np.float32]
"""One value a pixel, shape (height, width), 0 to 255 where it is luminance."""

Mask = NDArray[np.bool_]
"""Shape (height, width)."""

_MOST_DECODED = 100_000_000
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
"""Pillow raises the second where warnings are errors."""

_ORIENTATION = 0x0112
"""Number of the EXIF tag."""

MAX_PIXELS = 4_000_000
"""A larger picture is shrunk: boxes are given as fractions, so nothing else changes, and the work stays bounded."""

_LUMA = np.array([0.299, 0.587, 0.114], np.float32)


def read_picture(data: bytes, longest: int | None = None) -> Picture | None:
    """The picture in a file's bytes, upright; None when they can't be read or it is larger than 100 megapixels.

    Args:
        longest: A longer side of this many pixels is enough: a JPEG is then decoded at a part of its size, which
            still leaves at least that.
    """
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > _MOST_DECODED:
                return None
            if longest is not None:
                image.draft("RGB", (longest, longest))
            # Most pictures are upright, and turning by nothing copies millions of pixels.
            turned = ImageOps.exif_transpose(image) if image.getexif().get(_ORIENTATION, 1) != 1 else image
            upright = turned if turned.mode == "RGB" else turned.convert("RGB")
            upright.load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, *_BOMBS):
        return None
    if upright.width * upright.height > MAX_PIXELS:
        side = (MAX_PIXELS / (upright.width * upright.height)) ** 0.5
        upright = upright.resize((max(1, int(upright.width * side)), max(1, int(upright.height * side))))
    return np.asarray(upright)


def luminance(picture: Picture) -> Grey:
    """Brightness of each pixel."""
    return np.asarray(picture.astype(np.float32) @ _LUMA, np.float32)


def shrunk(picture: Picture, longest: int) -> Picture:
    """The picture with its longer side at most `longest`, averaged."""
    height, width = picture.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return picture
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.BOX))


def resized(grey: Grey, width: int, height: int) -> Grey:
    """The array at another size, interpolated."""
    return np.asarray(Image.fromarray(grey).resize((width, height), Image.Resampling.BILINEAR))


def box_mean(grey: Grey, radius: int) -> Grey:
    """Mean over a square of 2 × radius + 1 pixels a side, edges repeated."""
    side = 2 * radius + 1
    if radius == 1:
        padded = np.pad(grey, 1, mode="edge")
        rows = padded[:-2] + padded[1:-1] + padded[2:]
        return np.asarray((rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / 9, np.float32)
    padded = np.pad(grey, ((radius + 1, radius), (radius + 1, radius)), mode="edge").astype(np.float64)
    total = padded.cumsum(0).cumsum(1)
    summed = total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]
    return np.asarray(summed / side**2, np.float32)


def otsu(values: NDArray[Any]) -> float:  # Any: whatever number type the values have
    """The threshold that parts values best into a dark and a bright class (Otsu 1979)."""
    flat = np.asarray(values, np.float64).ravel()
    low, high = (float(flat.min()), float(flat.max())) if flat.size else (0.0, 0.0)
    if high <= low:
        return low
    counts, edges = np.histogram(flat, bins=256, range=(low, high))
    middles = (edges[:-1] + edges[1:]) / 2
    below = counts.cumsum()
    above = flat.size - below
    sums = (counts * middles).cumsum()
    with np.errstate(divide="ignore", invalid="ignore"):
        between = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    best = np.nan_to_num(between, nan=-1.0, posinf=-1.0)
    # A gap between the classes gives a plateau; its middle is the steadiest choice.
    return float(edges[1:][np.flatnonzero(best >= best.max() * (1 - 1e-9))].mean())


def ink_mask(grey: Grey) -> Mask:
    """What is drawn on the ground: the rarer side of the threshold, after a slow change of light is taken out."""
    radius = max(8, min(grey.shape) // 8)
    flat = grey - box_mean(grey, min(radius, max(1, min(grey.shape) // 2)))
    bright = flat > otsu(flat)
    return bright if bright.mean() <= 0.5 else ~bright


def dilated(mask: Mask, radius: int) -> Mask:
    """Every pixel within `radius` (in rows and columns) of a set one."""
    wide = mask.copy()
    for step in range(1, radius + 1):
        wide[:, step:] |= mask[:, :-step]
        wide[:, :-step] |= mask[:, step:]
    tall = wide.copy()
    for step in range(1, radius + 1):
        tall[step:] |= wide[:-step]
        tall[:-step] |= wide[step:]
    return tall


def eroded(mask: Mask, radius: int) -> Mask:
    """Every pixel whose whole neighbourhood is set."""
    return ~dilated(~mask, radius)

"""Round dials: where they are, where their hands point, what their numerals say."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.colours import lab_of
from adapters.pixels.components import labelled
from adapters.pixels.figure import filled
from adapters.pixels.glyphs import DIGITS, Line, read_lines
from adapters.pixels.rasters import Grey, Mask, Picture, luminance, otsu
from adapters.pixels.scale import Scale, fitted

_STEPS = 1440
"""Directions looked at, a quarter of a degree each."""

_RINGS = 96


@dataclass(frozen=True, slots=True)
class Dial:
    """A round face: middle and radius in pixels."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: degrees clockwise from the top, length as a share of the radius."""

    angle_deg: float
    length: float
    width_deg: float


def dials_in(picture: Picture, least_share: float = 0.12) -> list[Dial]:
    """The round faces of a picture, from left to right.

    Args:
        least_share: Diameter of the smallest, as a share of the picture's shorter side.
    """
    grey = luminance(picture)
    least = least_share * min(grey.shape)
    found: list[Dial] = []
    for mask in _face_masks(grey):
        labels, regions = labelled(mask)
        for region in sorted(regions, key=lambda each: -each.area):
            if min(region.width, region.height) < least or not 0.85 < region.width / region.height < 1.18:
                continue
            part = labels[region.top : region.bottom, region.left : region.right] == region.label
            if not 0.74 < filled(part).mean() < 0.84:
                continue
            dial = Dial(
                (region.left + region.right - 1) / 2,
                (region.top + region.bottom - 1) / 2,
                (region.width + region.height) / 4,
            )
            if not any(np.hypot(dial.x - other.x, dial.y - other.y) < other.radius for other in found):
                found.append(dial)
    return sorted(found, key=lambda dial: dial.x)


def _face_masks(grey: Grey) -> list[Mask]:
    threshold = otsu(grey)
    upper, lower = grey[grey > threshold], grey[grey <= threshold]
    thresholds = [threshold, otsu(upper) if upper.size else threshold, otsu(lower) if lower.size else threshold]
    return [grey > each for each in thresholds] + [grey <= each for each in thresholds]


def hands_of(picture: Picture, dial: Dial) -> list[Hand]:
    """The hands from the longest to the shortest; the tail behind a hand is none."""
    reach = _reach(_polar(_ink(picture, dial), dial))
    hands: list[Hand] = []
    left = reach.copy()
    while len(hands) < 4:
        peak = int(left.argmax())
        if left[peak] < 0.22:
            break
        hands.append(_hand_at(left, peak))
        around = (np.arange(_STEPS) - peak + _STEPS // 2) % _STEPS - _STEPS // 2
        left[np.abs(around) < _STEPS * 12 // 360] = 0
    return hands


def _ink(picture: Picture, dial: Dial) -> Grey:
    """How much each pixel around the dial differs from its face, 0 to 1 where 1 is plainly drawn on it."""
    colours = lab_of(picture)
    rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
    inside = (columns - dial.x) ** 2 + (rows - dial.y) ** 2 < (0.9 * dial.radius) ** 2
    face = np.median(colours[inside], axis=0)
    distance = np.sqrt(((colours - face) ** 2).sum(-1))
    high = float(np.quantile(distance[inside], 0.985))
    return np.asarray(np.clip(distance / max(high, 20.0), 0, 1), np.float32)


def _polar(ink: Grey, dial: Dial) -> NDArray[np.float32]:
    """The face unrolled, shape (directions, rings); rings go from the middle to the rim."""
    angles = np.arange(_STEPS) * 2 * np.pi / _STEPS
    radii = (np.arange(_RINGS) + 0.5) / _RINGS * dial.radius
    x = dial.x + np.sin(angles)[:, None] * radii
    y = dial.y - np.cos(angles)[:, None] * radii
    x, y = np.clip(x, 0, ink.shape[1] - 1.001), np.clip(y, 0, ink.shape[0] - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    over, down = x - left, y - top
    right, bottom = np.minimum(left + 1, ink.shape[1] - 1), np.minimum(top + 1, ink.shape[0] - 1)
    return np.asarray(
        ink[top, left] * (1 - over) * (1 - down)
        + ink[top, right] * over * (1 - down)
        + ink[bottom, left] * (1 - over) * down
        + ink[bottom, right] * over * down,
        np.float32,
    )


def _reach(polar: NDArray[np.float32]) -> NDArray[np.float64]:
    """How far ink goes on without a gap from near the middle, for each direction, as a share of the radius."""
    first = int(0.14 * _RINGS)
    is_ink = polar[:, first:] > 0.4
    # A hand may be a pixel thin: a gap of two rings is noise.
    bridged = is_ink | np.roll(is_ink, 1, 1) | np.roll(is_ink, 2, 1)
    ends = np.where(bridged.all(1), bridged.shape[1], bridged.argmin(1))
    return np.asarray((ends + first) / _RINGS * (ends > 0), np.float64)


def _hand_at(reach: NDArray[np.float64], peak: int) -> Hand:
    """The hand around a peak: the middle of the directions that reach nearly as far."""
    around = np.arange(-_STEPS * 8 // 360, _STEPS * 8 // 360 + 1)
    values = reach[(peak + around) % _STEPS]
    near = values > 0.82 * reach[peak]
    weights = np.where(near, values - 0.8 * reach[peak], 0)
    middle = peak + float((weights * around).sum() / weights.sum())
    degree = 360 / _STEPS
    return Hand(middle * degree % 360, float(reach[peak]), float(near.sum()) * degree)


def numerals_of(picture: Picture, dial: Dial) -> list[tuple[float, float]]:
    """(degrees clockwise from the top, value) of the numerals on a face."""
    margin = round(1.05 * dial.radius)
    top, left = max(0, round(dial.y) - margin), max(0, round(dial.x) - margin)
    face = luminance(picture[top : round(dial.y) + margin, left : round(dial.x) + margin])
    lines = read_lines(face, DIGITS, tallest=max(12, round(0.3 * dial.radius)))
    return [
        (float(np.degrees(np.arctan2(line.x + left - dial.x, dial.y - line.y - top)) % 360), float(line.text))
        for line in lines
        if _is_numeral(line) and 0.4 < np.hypot(line.x + left - dial.x, dial.y - line.y - top) / dial.radius < 0.95
    ]


def _is_numeral(line: Line) -> bool:
    return line.likeness > 0.6 and line.text.isdigit() and len(line.text) <= 4


def scale_of(marks: list[tuple[float, float]]) -> tuple[Scale, float] | None:
    """The scale of a dial, and the direction its degrees are counted from: the gap below, or the top."""
    found = []
    for seam in (180.0, 0.0):
        turned = [((angle - seam + 3) % 360 - 3, value) for angle, value in marks]
        scale = fitted(turned, 5.0)
        if scale is not None and scale.step > 0:
            found.append((scale, seam))
    return max(found, key=lambda each: each[0].support, default=None)

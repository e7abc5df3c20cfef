"""Parting things from the ground they stand on, where the ground changes from top to bottom only."""

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.colours import lab_of
from adapters.pixels.components import Region, labelled
from adapters.pixels.rasters import Mask, Picture, box_mean, dilated, eroded

_STANDS_OUT = 16.0
"""CIELAB distance from the ground at which a pixel belongs to a thing."""
_COLOURLESS = 12.0
_SAME_LIGHTNESS = 25.0
_SAME_HUE = 0.25
"""Radians."""


def things(picture: Picture) -> Mask:
    """Pixels that differ from both margins of the picture at their height."""
    colours = lab_of(picture)
    smooth = np.stack([box_mean(colours[..., at], 1) for at in range(3)], -1)
    margin = max(2, picture.shape[1] // 14)
    grounds = [np.median(smooth[:, :margin], axis=1), np.median(smooth[:, -margin:], axis=1)]
    # A shadow is darker ground: lightness counts less than hue.
    weights = np.array([0.6, 1.0, 1.0], np.float32)
    distances = [np.sqrt((((smooth - ground[:, None]) * weights) ** 2).sum(-1)) for ground in grounds]
    return np.asarray(np.min(distances, axis=0) > _STANDS_OUT)


def same_hue(picture: Picture, seed: Mask) -> Mask:
    """Pixels of the hue that the seed mostly has, in light and in shadow; of its lightness when it has no hue."""
    if not seed.any():
        return seed
    colours = lab_of(picture)
    middle = np.median(colours[seed], axis=0)
    chroma = np.hypot(colours[..., 1], colours[..., 2])
    if np.hypot(middle[1], middle[2]) < _COLOURLESS:
        return np.asarray((chroma < 1.5 * _COLOURLESS) & (np.abs(colours[..., 0] - middle[0]) < _SAME_LIGHTNESS))
    turn = np.angle((colours[..., 1] + 1j * colours[..., 2]) * np.conj(middle[1] + 1j * middle[2]))
    # Dark pixels have little chroma and a hue that JPEG spoils: they get more room.
    room = _SAME_HUE * (1 + 8 / (chroma + 4))
    return np.asarray((np.abs(turn) < room) & (chroma > np.hypot(middle[1], middle[2]) / 5))


def opened(mask: Mask, radius: int) -> Mask:
    """The mask without bits thinner than 2 × radius + 1 pixels."""
    return dilated(eroded(mask, radius), radius)


def filled(mask: Mask) -> Mask:
    """The mask with everything that lies between set pixels both in its row and in its column."""
    across = _between(mask, 1)
    return across & _between(mask, 0)


def largest(mask: Mask) -> tuple[Mask, Region] | None:
    """The largest connected part of a mask."""
    labels, regions = labelled(mask)
    if not regions:
        return None
    region = max(regions, key=lambda each: each.area)
    return labels == region.label, region


def _between(mask: Mask, axis: int) -> NDArray[np.bool_]:
    forwards = np.logical_or.accumulate(mask, axis)
    backwards = np.flip(np.logical_or.accumulate(np.flip(mask, axis), axis), axis)
    return forwards & backwards

"""Straight scales: thermometers, measuring cylinders, rulers, calipers."""

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.colours import lab, lab_of
from adapters.pixels.components import Region, labelled
from adapters.pixels.figure import opened, same_hue, things
from adapters.pixels.glyphs import DIGITS, read_lines
from adapters.pixels.rasters import Grey, Mask, Picture, luminance
from adapters.pixels.scale import Scale, fitted

_VIVID = 30.0
"""CIELAB chroma of a fluid or a painted part; wood, metal and paper have less."""

_PRINT_PX = (40, 18)


def level_of(picture: Picture) -> float | None:
    """What the top of a coloured column says on the upright scale beside it."""
    scale = _scale(picture, upright=True)
    top = _column_top(picture)
    return None if scale is None or top is None else scale.at(top)


def length_of(picture: Picture) -> float | None:
    """How long the thing above a ruler is, in the ruler's units."""
    scale = _scale(picture, upright=False)
    ends = _thing_above(picture)
    return None if scale is None or ends is None else abs(scale.step) * (ends[1] - ends[0])


def gap_of(picture: Picture) -> float | None:
    """Where the coloured piece between the jaws of a caliper ends, in the main scale's units."""
    scale = _scale(picture, upright=False)
    edges = _piece_edges(picture)
    return None if scale is None or edges is None else scale.at(edges[1])


def _scale(picture: Picture, *, upright: bool) -> Scale | None:
    grey = luminance(picture)
    # Small print on a shaded tube needs a small window, which is too small for large print.
    lines = [line for tallest in _PRINT_PX for line in read_lines(grey, DIGITS + "-", tallest=tallest, shortest=6)]
    marks = [
        (line.y if upright else line.x, float(line.text))
        for line in lines
        if line.likeness > 0.55 and line.text.lstrip("-").isdigit() and len(line.text) <= 4
    ]
    return fitted(marks, 0.004 * max(picture.shape[:2]) + 1)


def _chroma(picture: Picture) -> Grey:
    colours = lab_of(picture)
    return np.hypot(colours[..., 1], colours[..., 2]).astype(np.float32)


def _vivid_part(mask: Mask) -> tuple[Mask, Region] | None:
    """The largest region that does not reach the picture's left or right border, as a bench or a wall does."""
    labels, regions = labelled(mask)
    inner = [region for region in regions if region.left > 1 and region.right < mask.shape[1] - 1]
    if not inner:
        return None
    region = max(inner, key=lambda each: each.area)
    return labels == region.label, region


def _column_top(picture: Picture) -> float | None:
    chroma = _chroma(picture)
    ground = float(np.median(chroma))
    part = _vivid_part(chroma > max(_VIVID, ground + 15))
    if part is None:
        return None
    widths = part[0].sum(1)
    usual = float(np.median(widths[widths > 0]))
    rows = np.flatnonzero(widths >= 0.5 * usual)
    return float(rows[0]) if len(rows) else None


def _thing_above(picture: Picture) -> tuple[int, int] | None:
    """First and last column of what lies above the ruler; a tip that stands apart belongs to it."""
    mask = things(picture)
    is_ruler = mask.mean(1) > 0.8
    first = int(is_ruler.argmax()) if is_ruler.any() else len(mask)
    _, regions = labelled(mask[: max(1, first - 1)])
    wide = [region for region in regions if region.width > region.height]
    if not wide:
        return None
    main = max(wide, key=lambda region: region.area)
    left, right = main.left, main.right
    for region in sorted(regions, key=lambda each: abs(each.x - main.x)):
        apart = max(region.left - right, left - region.right)
        if region.area > 4 and main.top < region.y < main.bottom and apart < 1.5 * main.height:
            left, right = min(left, region.left), max(right, region.right)
    return left, right


def _piece_edges(picture: Picture) -> tuple[float, float] | None:
    """Left and right edge, to parts of a pixel, of the coloured piece."""
    foreground = things(picture)
    part = _vivid_part(opened(foreground & (_chroma(picture) > _VIVID), 2))
    if part is not None:
        part = _vivid_part(opened(foreground & same_hue(picture, part[0]), 2))
    if part is None:
        return None
    region = part[1]
    rows = picture[region.top + 3 : region.bottom - 3].astype(np.float64)
    if len(rows) == 0:
        return None
    profile = np.abs(np.diff(lab(rows.mean(0)), axis=0)).sum(-1)
    return _edge(profile, region.left), _edge(profile, region.right)


def _edge(profile: NDArray[np.float64], near: int) -> float:
    """Where the change is strongest around a column; i + 0.5 is between pixels i and i + 1."""
    start = max(0, near - 6)
    window = profile[start : near + 6]
    if window.size == 0 or window.sum() == 0:
        return float(near)
    peak = int(window.argmax())
    around = np.arange(max(0, peak - 1), min(len(window), peak + 2))
    return float(start + (window[around] * around).sum() / window[around].sum() + 1)

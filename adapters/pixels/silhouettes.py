"""What everyday things look like from the side, and which of them a picture shows.

A silhouette is how wide a thing is at eight heights from top to bottom, as a share of its greatest width, and its width
over its height. The table says it in round numbers, as one would describe the things in words.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.colours import NAMES, names_of
from adapters.pixels.components import labelled
from adapters.pixels.figure import filled, opened, things
from adapters.pixels.rasters import Mask, Picture, box_mean, dilated

_HEIGHTS = 8
_FARTHEST = 0.35
"""Distance beyond which a region is none of the known things."""

_ROUND = (0.5, 0.8, 0.95, 1, 1, 0.95, 0.8, 0.5)
_TIN = (0.9, 1, 1, 1, 1, 1, 1, 0.95)
_SHAPES: dict[str, tuple[float, tuple[float, ...]]] = {
    "ball": (1.0, _ROUND),
    "clock": (1.0, _ROUND),
    "apple": (0.9, (0.3, 0.7, 0.9, 1, 1, 0.95, 0.9, 0.65)),
    "can": (0.7, _TIN),
    "jar": (0.7, _TIN),
    "bottle": (0.35, (0.35, 0.35, 0.5, 0.85, 1, 1, 1, 1)),
    "vase": (0.6, (0.5, 0.4, 0.5, 0.8, 1, 1, 0.8, 0.5)),
    "lamp": (0.65, (0.6, 0.75, 0.9, 1, 0.1, 0.1, 0.1, 0.5)),
    "bucket": (1.1, (0.95, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.75)),
    "mug": (1.1, (0.75, 0.8, 0.95, 1, 1, 0.95, 0.8, 0.75)),
    "teapot": (1.3, (0.15, 0.45, 1, 1, 0.95, 0.85, 0.6, 0.45)),
    "box": (1.3, (0.9, 1, 1, 1, 1, 1, 1, 0.9)),
    "plant": (0.9, (0.3, 0.7, 1, 1, 0.8, 0.6, 0.5, 0.5)),
    "picture frame": (0.85, (1, 1, 1, 1, 1, 1, 1, 1)),
}
_WORDS = re.compile(
    r"\b(ball|clock|apple|can|jar|bottle|vase|lamp|bucket|mug|teapot|box|plant|picture frame)(?:s|es)?\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing seen: its kind, how far it is from that kind's silhouette, its main colour, its box in pixels."""

    kind: str
    distance: float
    colour: str
    box: tuple[int, int, int, int]


def kinds_named(text: str) -> list[str]:
    """The known things a text names, in order."""
    return [found.lower() for found in _WORDS.findall(text)]


def is_known(kind: str) -> bool:
    """Whether the outline of such a thing is known."""
    return kind in _SHAPES


def distance_to(kind: str, own: Mask) -> float | None:
    """How far a region is from a kind's silhouette, None for an unknown kind; below 0.2 is alike."""
    if kind not in _SHAPES:
        return None
    rows, columns = np.flatnonzero(own.any(1)), np.flatnonzero(own.any(0))
    if len(rows) == 0:
        return None
    return _distances(own[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])[kind]


def things_in(picture: Picture) -> list[Thing]:
    """Everything that stands on the ground of a picture and has a known silhouette or none, left to right."""
    smooth = np.stack([box_mean(picture[..., at].astype(np.float32), 1) for at in range(3)], -1).astype(np.uint8)
    mask = opened(things(smooth), 2)
    labels, regions = labelled(dilated(mask, 1))
    names = names_of(smooth)
    least = 0.0012 * mask.size
    found = []
    for region in regions:
        if region.area < least or region.width < 8 or region.height < 8:
            continue
        window = np.s_[region.top : region.bottom, region.left : region.right]
        own = (labels[window] == region.label) & mask[window]
        box = (region.left, region.top, region.right, region.bottom)
        found.append(_thing(own, names[window], box))
    return sorted(found, key=lambda thing: thing.box[0])


def _thing(own: Mask, names: NDArray[np.intp], box: tuple[int, int, int, int]) -> Thing:
    own, names = _trimmed(own, names)
    distances = _distances(own)
    kind = min(distances, key=lambda each: distances[each])
    if distances[kind] > _FARTHEST:
        return Thing("", distances[kind], _main(names[own]), box)
    return Thing(_refined(kind, names), distances[kind], _main(names[own]), box)


def _distances(own: Mask) -> dict[str, float]:
    """From every known kind, for a region that fills its array."""
    aspect = own.shape[1] / own.shape[0]
    widths = filled(own)[[int(len(own) * (at + 0.5) / _HEIGHTS) for at in range(_HEIGHTS)]].sum(1)
    profile = widths / max(1, int(widths.max()))
    return {
        kind: float(0.5 * abs(np.log(aspect / usual)) + np.abs(profile - shape).mean())
        for kind, (usual, shape) in _SHAPES.items()
    }


def _trimmed(own: Mask, names: NDArray[np.intp]) -> tuple[Mask, NDArray[np.intp]]:
    rows, columns = np.flatnonzero(own.any(1)), np.flatnonzero(own.any(0))
    if len(rows) == 0:
        return np.ones((1, 1), bool), names[:1, :1]
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return own[window], names[window]


def _refined(kind: str, names: NDArray[np.intp]) -> str:
    """Which of two things with one outline: a jar's label has the body's colour at its sides, a can's band has not;
    a clock's face is white."""
    height, width = names.shape
    if kind in ("can", "jar"):
        rows = names[int(0.45 * height) : int(0.75 * height)]
        middle, side = rows[:, int(0.3 * width) : int(0.7 * width)], rows[:, : max(1, int(0.14 * width))]
        return "jar" if _main(middle, light=True) and not _main(side, light=True) else "can"
    if kind in ("ball", "clock"):
        return "clock" if _main(names[height // 4 : -height // 4, width // 4 : -width // 4], light=True) else "ball"
    return kind


def _main(names: NDArray[np.intp], light: bool = False) -> str:
    """The commonest name; with `light` only whether white and grey make up most, else ''."""
    counts = np.bincount(names.ravel(), minlength=len(NAMES))
    if light:
        return "white" if counts[[NAMES.index("white"), NAMES.index("grey")]].sum() > 0.45 * counts.sum() else ""
    return NAMES[int(counts.argmax())]

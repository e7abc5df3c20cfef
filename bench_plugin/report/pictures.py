"""Small copies of a data set's pictures, for a page: thumbnails, views, and the regions a model looked at.

Pictures may be huge or broken and are read under a bound: a JPEG is decoded at the scale that is needed, anything else
only when it fits into memory. Nothing decoded outlives the call.
"""

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.decoding import Edges, opened, picture_errors, plain, region, turn_left, upright
from adapters.errors import AskError
from benchmarks import headers
from benchmarks.item import Picture

if TYPE_CHECKING:
    from PIL import Image

THUMBNAIL_PX = 160
VIEW_PX = 1600
MAX_DECODED_PIXELS = 100_000_000
"""Of one picture, after a JPEG's reduction; 400 MB at most. Larger ones are named on the page, and not drawn."""

_THUMBNAIL_QUALITY = 70
_VIEW_QUALITY = 80
_SHARP = 0.7
"""Of the largest side, a picture that has this much of it is not resized to have all of it."""
# Resized as they are; every other mode is made plain first.
_SMOOTH_MODES = ("RGB", "L", "RGBA", "CMYK")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn of one picture.

    Attributes:
        path: The file.
        size: (width, height) the run saw, upright; a file of another size is another picture.
        crops: Regions in whole pixels of the upright original, inside of it; see `inside`.
        view: Whether a view is wanted beside the thumbnail.
    """

    path: Path
    size: tuple[int, int]
    crops: tuple[Edges, ...] = ()
    view: bool = True


@dataclass(frozen=True, slots=True)
class Drawn:
    """JPEG files of one picture.

    Attributes:
        sha256: Of the original file's bytes; None when it could not be read.
        thumbnail: At most 160 pixels a side.
        view: At most 1,600 pixels a side.
        crops: Of each region asked for, at most 1,600 pixels a side.
        problem: Why there is nothing.
    """

    sha256: str | None = None
    thumbnail: bytes | None = None
    view: bytes | None = None
    crops: Mapping[Edges, bytes] = field(default_factory=dict)
    problem: str | None = None


def draw(wanted: Wanted) -> Drawn:
    """Read one picture and make what is wanted of it. Never raises for what a file may do."""
    try:
        with wanted.path.open("rb") as file:
            mime, width, height, orientation = headers.read(file)
        picture = Picture("", mime, width, height, wanted.path, orientation)
        if picture.upright_size != tuple(wanted.size):
            return Drawn(problem=f"the file has changed since the run: it is {picture.upright_size} pixels now")
        with picture_errors(picture):
            return _drawn(picture, wanted)
    except OSError as exc:
        return Drawn(problem=f"the file can't be read: {exc.strerror or type(exc).__name__}")
    except (AskError, ValueError) as exc:
        return Drawn(problem=str(exc))


def inside(box: Sequence[float], size: tuple[int, int]) -> Edges | None:
    """The whole pixels of a box that lie on the picture; None where there are none, or the box is no box."""
    if len(box) != 4 or not all(isfinite(edge) for edge in box):
        return None
    left, top, right, bottom = map(round, box)
    edges = (max(0, left), max(0, top), min(size[0], right), min(size[1], bottom))
    return edges if edges[0] < edges[2] and edges[1] < edges[3] else None


def _drawn(picture: Picture, wanted: Wanted) -> Drawn:
    data, image = opened(picture)
    digest = hashlib.sha256(data).hexdigest()
    scale = _reduced(image, wanted)
    if image.width * image.height > MAX_DECODED_PIXELS:
        return Drawn(digest, problem=f"{image.width} x {image.height} pixels are too many to draw on a page")
    image.load()
    reduced = Picture("", picture.mime, *image.size, picture.path, picture.orientation)
    crops = {box: _jpeg(_fitted(region(reduced, image, _scaled(box, scale)), VIEW_PX)) for box in wanted.crops}
    if image.mode not in _SMOOTH_MODES:
        image = plain(image)
    largest = _fitted(image, VIEW_PX if wanted.view else 2 * THUMBNAIL_PX)
    view = upright(plain(largest), turn_left(picture))
    return Drawn(digest, _jpeg(_thumbnail(view), _THUMBNAIL_QUALITY), _jpeg(view) if wanted.view else None, crops)


def _reduced(image: "Image.Image", wanted: Wanted) -> float:
    """Let a JPEG be decoded at the scale that is needed, or fits; the scale, 1 for all others."""
    width = image.width
    if image.format == "JPEG":
        if not wanted.crops:
            share = min(1.0, _SHARP * (VIEW_PX if wanted.view else 2 * THUMBNAIL_PX) / max(image.size))
            image.draft(None, (ceil(image.width * share), ceil(image.height * share)))
        elif image.width * image.height > MAX_DECODED_PIXELS:
            image.draft(None, (image.width // 2, image.height // 2))
    return image.width / width


def _scaled(box: Edges, scale: float) -> Edges:
    if scale == 1:
        return box
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _fitted(image: "Image.Image", most: int) -> "Image.Image":
    """The image, or a smaller copy where it is larger; by a whole factor where that keeps most of the detail."""
    from PIL import Image, ImageOps

    factor = ceil(max(image.size) / most)
    if factor > 1 and max(image.size) / factor >= _SHARP * most:
        return image.reduce(factor)  # an eighth of the time of a resize
    return ImageOps.contain(image, (most, most), Image.Resampling.HAMMING) if factor > 1 else image


def _thumbnail(view: "Image.Image") -> "Image.Image":
    small = view.copy()  # for `thumbnail` works in place
    small.thumbnail((THUMBNAIL_PX, THUMBNAIL_PX), reducing_gap=2.0)
    return small


def _jpeg(image: "Image.Image", quality: int = _VIEW_QUALITY) -> bytes:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return file.getvalue()

"""Decoded pictures: opening them under a limit of our own, turning them upright, making them plain 8-bit colour.

Pillow's guard against huge pictures is one global number. It stays as it is, for everybody else in the process: files
are opened past it, by the plugin of their type, and held against a limit here.
"""

import importlib
import io
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from adapters.errors import AskError
from benchmarks.item import Picture

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 300_000_000
BACKGROUND = (255, 255, 255)
"""Transparent pixels are laid on white, as Qwen's and most other processors do."""

Edges = tuple[int, int, int, int]
"""Whole pixels (left, top, right, bottom)."""

# The module of Pillow that reads each type, and its name for it. Only what is needed is imported.
_PLUGINS = {
    "image/jpeg": ("PIL.JpegImagePlugin", "JPEG"),
    "image/png": ("PIL.PngImagePlugin", "PNG"),
    "image/webp": ("PIL.WebPImagePlugin", "WEBP"),
    "image/gif": ("PIL.GifImagePlugin", "GIF"),
    "image/bmp": ("PIL.BmpImagePlugin", "BMP"),
    "image/tiff": ("PIL.TiffImagePlugin", "TIFF"),
}
# What every vendor takes.
_SENDABLE = frozenset({"image/jpeg", "image/png", "image/webp", "image/gif"})
_ANIMATED = frozenset({"image/png", "image/webp", "image/gif"})
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, KeyError, struct.error, zlib.error)
_PNG_DEPTH = 24


@contextmanager
def picture_errors(picture: Picture) -> Iterator[None]:
    """Whatever a broken or hostile file does to the decoder is an error of its own item."""
    from PIL import Image

    try:
        yield
    except MemoryError as exc:
        raise AskError("image_too_large", f"{picture.path}: not enough memory to decode it", attempts=0) from exc
    except (*_BROKEN, Image.DecompressionBombError) as exc:
        raise AskError("image_unreadable", f"{picture.path}: {exc} ({type(exc).__name__})", attempts=0) from exc


def opened(picture: Picture) -> tuple[bytes, "Image.Image"]:
    """The file's bytes, and the picture with its header read but no pixel decoded.

    Raises:
        AskError: The type is none we read, the size is over the limit, or the file is not the one the loader saw.
        OSError, ValueError: The file is broken; see `picture_errors`.
    """
    from PIL import Image

    if picture.mime not in _PLUGINS:
        raise AskError("image_unreadable", f"{picture.path}: type {picture.mime} is none we read", attempts=0)
    if picture.width_px * picture.height_px > MAX_PIXELS:
        size = f"{picture.width_px} x {picture.height_px}"
        message = f"{picture.path}: {size} pixels; at most {MAX_PIXELS:,} are decoded"
        raise AskError("image_too_large", message, attempts=0)
    data = picture.read_bytes()
    module, kind = _PLUGINS[picture.mime]
    importlib.import_module(module)
    factory, _ = Image.OPEN[kind]
    image = factory(io.BytesIO(data), "")
    seen, now = (picture.width_px, picture.height_px), image.size
    if now != (picture.upright_size if picture.mime == "image/tiff" else seen):
        message = f"{picture.path}: the size was {seen} when the data was loaded and is {now} now"
        raise AskError("image_unreadable", message, attempts=0)
    return data, image


def turn_left(picture: Picture) -> int:
    """The EXIF orientation that is still to be applied to the decoded picture: Pillow turns TIFF files itself."""
    return 1 if picture.mime == "image/tiff" else picture.orientation


def unsendable(picture: Picture, data: bytes, image: "Image.Image") -> list[str]:
    """Why the file can't go out as it is; nothing is decoded for it."""
    found = []
    if picture.mime not in _SENDABLE:
        found.append(f"{picture.mime} converted")
    if image.mode in ("CMYK", "YCCK", "LAB"):
        found.append(f"{image.mode} converted to RGB")
    deep_png = picture.mime == "image/png" and data[_PNG_DEPTH : _PNG_DEPTH + 1] == b"\x10"
    if deep_png or image.mode in ("I", "F") or image.mode.startswith("I;16"):
        found.append("more than 8 bits a channel reduced to 8")
    if picture.mime in _ANIMATED and getattr(image, "is_animated", False):
        found.append("first frame of an animation")
    return found


def is_see_through(image: "Image.Image") -> bool:
    """Whether any pixel is not opaque. Decodes a picture that has an alpha channel."""
    if not image.has_transparency_data:
        return False
    if image.mode in ("RGBA", "LA", "PA"):
        lowest, _ = image.getchannel("A").getextrema()
        return bool(lowest < 255)  # type: ignore[operator]  # one channel, so one number
    return True


def plain(image: "Image.Image") -> "Image.Image":
    """The picture as opaque 8-bit RGB or grey, without any metadata. One that is so already is changed in place."""
    if image.has_transparency_data:
        image = _on_background(image.convert("RGBA"))
    elif image.mode == "LAB":
        image = _from_lab(image)
    elif image.mode == "I" or image.mode.startswith("I;16"):
        # `convert` would cut everything above 255 off.
        image = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    elif image.mode == "1":
        image = image.convert("L")
    elif image.mode not in ("RGB", "L"):
        image = image.convert("RGB")
    image.info = {}
    return image


def upright(image: "Image.Image", orientation: int) -> "Image.Image":
    """The picture turned as its EXIF orientation says."""
    from PIL import Image

    turns = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_270,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_90,
    }
    return image.transpose(turns[orientation]) if orientation in turns else image


def region(picture: Picture, image: "Image.Image", edges: Edges) -> "Image.Image":
    """A region of the upright picture, plain; black where it reaches over the edge.

    It is cut out of the stored frame and turned afterwards, so a huge picture is never turned whole.
    """
    from PIL import Image

    orientation = turn_left(picture)
    stored = stored_edges(edges, orientation, picture.upright_size)
    whole = (0, 0, *image.size)
    if stored == whole:
        return upright(plain(image), orientation)
    size = (stored[2] - stored[0], stored[3] - stored[1])
    if size[0] * size[1] * 2 > MAX_PIXELS:
        # `crop` asks the global guard; the same copy made as a transformation does not.
        cut = image.transform(size, Image.Transform.EXTENT, stored, Image.Resampling.NEAREST)
    else:
        cut = image.crop(stored)
    return upright(plain(cut), orientation)


def stored_edges(edges: Edges, orientation: int, upright_size: tuple[int, int]) -> Edges:
    """Where a region of the upright picture lies in the frame the file stores."""
    width, height = upright_size
    left, top, right, bottom = edges
    return {
        2: (width - right, top, width - left, bottom),
        3: (width - right, height - bottom, width - left, height - top),
        4: (left, height - bottom, right, height - top),
        5: (top, left, bottom, right),
        6: (top, width - right, bottom, width - left),
        7: (height - bottom, width - right, height - top, width - left),
        8: (height - bottom, left, height - top, right),
    }.get(orientation, edges)


def _on_background(image: "Image.Image") -> "Image.Image":
    from PIL import Image

    laid = Image.new("RGB", image.size, BACKGROUND)
    laid.paste(image, mask=image.getchannel("A"))
    return laid


def _from_lab(image: "Image.Image") -> "Image.Image":
    from PIL import ImageCms

    profiles = ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB")
    converted = ImageCms.profileToProfile(image, *profiles, outputMode="RGB")
    assert converted is not None  # only in-place conversion returns None
    return converted

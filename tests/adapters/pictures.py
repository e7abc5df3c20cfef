"""Small pictures for tests, written to disk as a loader would find them."""

import io
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.item import Picture

MIMES = {"JPEG": "image/jpeg", "PNG": "image/png", "TIFF": "image/tiff", "GIF": "image/gif", "WEBP": "image/webp"}


def gradient(width: int, height: int) -> Image.Image:
    """A picture whose colour tells the place: red grows to the right, green downwards, in steps a JPEG keeps."""
    horizontal = Image.linear_gradient("L").rotate(90).resize((width, height))
    vertical = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (horizontal, vertical, Image.new("L", (width, height), 60)))


def saved(
    folder: Path,
    image: Image.Image,
    kind: str = "PNG",
    *,
    orientation: int = 1,
    name: str = "telling_name",
    **options: Any,
) -> Picture:
    """The picture as a file, and what a loader would say of it."""
    path = folder / f"{name}.{kind.lower()}"
    if orientation != 1:
        exif = Image.Exif()
        exif[0x0112] = orientation
        options["exif"] = exif
    image.save(path, kind, **options)
    return Picture("image_1", MIMES[kind], *image.size, path, orientation)


def decoded(base64_bytes: bytes) -> Image.Image:
    """What a server would see."""
    import base64

    image = Image.open(io.BytesIO(base64.b64decode(base64_bytes)))
    image.load()
    return image

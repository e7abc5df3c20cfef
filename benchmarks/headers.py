"""Read a picture's header from its bytes.

Pillow's own readers parse the header, but not through `Image.open`: that one refuses or warns about honest large
pictures by a limit that belongs to the whole process, while here each benchmark has its own. Nor through `getexif` of
PNG and the reader of WebP, which decode the picture or set its canvas up to tell the orientation.
"""

import struct
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageFile

_MAGIC = (
    (b"\xff\xd8\xff", "image/jpeg"),  # MPO too: a JPEG with further pictures behind it
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
)
_EXIF_LIMIT_BYTES = 1_000_000


def read(file: IO[bytes]) -> tuple[str, int, int, int]:
    """Type, width and height in pixels as stored, and EXIF orientation (1 to 8) of a picture.

    Args:
        file: The picture, open for reading at its start. Only what stands before (or between) the pixels is read.

    Raises:
        ValueError: It is no picture of a known type, or its header is broken.
    """
    mime = mime_type(file.read(16))
    file.seek(0)
    try:
        width, height, orientation = _READERS[mime](file)
    except (SyntaxError, struct.error, OSError, LookupError, TypeError, OverflowError) as exc:
        raise ValueError(f"its {mime} header is broken ({exc}). Was it copied completely?") from exc
    if width < 1 or height < 1:
        raise ValueError(f"its {mime} header says {width} × {height} pixels. Was it copied completely?")
    return mime, width, height, orientation


def mime_type(start: bytes) -> str:
    """The type a picture's first 16 bytes tell, whatever the file is called.

    Raises:
        ValueError: They are of none of the types that are read.
    """
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "image/webp"
    for magic, mime in _MAGIC:
        if start.startswith(magic):
            return mime
    raise ValueError(
        f"is no picture that can be read: it begins with {start[:8]!r}; JPEG, MPO, PNG, WebP, GIF, BMP and TIFF can be"
    )


def _jpeg(file: IO[bytes]) -> tuple[int, int, int]:
    from PIL.JpegImagePlugin import JpegImageFile

    return _described(JpegImageFile(file))


def _gif(file: IO[bytes]) -> tuple[int, int, int]:
    # Pillow's reader goes on to the first frame and applies the process's limit to it.
    width, height = struct.unpack("<HH", file.read(10)[6:])
    return width, height, 1


def _bmp(file: IO[bytes]) -> tuple[int, int, int]:
    from PIL.BmpImagePlugin import BmpImageFile

    return _described(BmpImageFile(file))


def _tiff(file: IO[bytes]) -> tuple[int, int, int]:
    from PIL.TiffImagePlugin import IMAGELENGTH, IMAGEWIDTH, TiffImageFile

    image = TiffImageFile(file)
    # Not image.size: Pillow turns that by the orientation already.
    return image.tag_v2[IMAGEWIDTH], image.tag_v2[IMAGELENGTH], _orientation(image.getexif())


def _described(image: "ImageFile.ImageFile") -> tuple[int, int, int]:
    # Most pictures have no EXIF; asking Pillow for it would cost as much as the header.
    tells = "exif" in image.info or "xmp" in image.info
    return *image.size, _orientation(image.getexif()) if tells else 1


def _png(file: IO[bytes]) -> tuple[int, int, int]:
    from PIL import Image
    from PIL.PngImagePlugin import PngImageFile

    image = PngImageFile(file)
    if "exif" not in image.info:
        # It may stand behind the pixels, where Pillow finds it once it has decoded them.
        late = _find(_png_chunks(file), b"eXIf", file)
        if late is not None:
            image.info["exif"] = late
    return *image.size, _orientation(Image.Image.getexif(image))


def _webp(file: IO[bytes]) -> tuple[int, int, int]:
    start = file.read(30)
    width, height = _webp_size(start)
    exif = _find(_webp_chunks(file), b"EXIF", file) if start[12:16] == b"VP8X" else None
    return width, height, _raw_orientation(exif) if exif else 1


def _webp_size(start: bytes) -> tuple[int, int]:
    """Canvas size; the three layouts are those of the WebP container specification."""
    kind = start[12:16]
    if kind == b"VP8X":
        return int.from_bytes(start[24:27], "little") + 1, int.from_bytes(start[27:30], "little") + 1
    if kind == b"VP8L" and start[20:21] == b"\x2f":
        bits = int.from_bytes(start[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and start[23:26] == b"\x9d\x01\x2a":
        return struct.unpack("<H", start[26:28])[0] & 0x3FFF, struct.unpack("<H", start[28:30])[0] & 0x3FFF
    raise SyntaxError(f"unknown first chunk {kind!r}")


def _png_chunks(file: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """(type, length) of each chunk, the file standing at its data."""
    at = 8
    while True:
        file.seek(at)
        head = file.read(8)
        if len(head) < 8:
            return
        length = int.from_bytes(head[:4], "big")
        yield head[4:], length
        at += 12 + length


def _webp_chunks(file: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """(type, length) of each chunk, the file standing at its data."""
    at = 12
    while True:
        file.seek(at)
        head = file.read(8)
        if len(head) < 8:
            return
        length = int.from_bytes(head[4:], "little")
        yield head[:4], length
        at += 8 + length + length % 2


def _find(chunks: Iterator[tuple[bytes, int]], wanted: bytes, file: IO[bytes]) -> bytes | None:
    for kind, length in chunks:
        if kind == wanted:
            return file.read(min(length, _EXIF_LIMIT_BYTES))
    return None


def _raw_orientation(exif: bytes) -> int:
    from PIL import Image

    values = Image.Exif()
    values.load(exif)
    return _orientation(values)


def _orientation(exif: "Image.Exif") -> int:
    value = exif.get(0x0112)
    # Pictures with a nonsense value are shown as stored by every viewer.
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


_READERS: dict[str, Callable[[IO[bytes]], tuple[int, int, int]]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
    "image/gif": _gif,
    "image/bmp": _bmp,
    "image/tiff": _tiff,
}

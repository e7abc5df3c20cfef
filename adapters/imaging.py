"""Preparing the pictures of a question and the crops of a conversation for the wire.

A file's bytes go out unchanged unless something stands against it, and what stands against it is recorded. A picture
that is encoded again is upright, opaque and without metadata. Nothing decoded outlives the call.
"""

import functools
import hashlib
import io
import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pybase64

from adapters.base import SentImage
from adapters.decoding import is_see_through, opened, picture_errors, plain, turn_left, unsendable, upright
from adapters.errors import AskError
from adapters.image_sizes import Size, SizeRule
from adapters.profiles import ImagePolicy
from adapters.protocols.base import PictureRule
from adapters.wire import ImagePart
from benchmarks.item import Picture

if TYPE_CHECKING:
    from PIL import Image

_JPEG_QUALITY = 95
_SHRINK_TRIES = 8
_MOST_THREADS = 4


@dataclass(frozen=True, slots=True)
class Prepared:
    """A picture ready to be sent, with the record of it."""

    sent: SentImage
    part: ImagePart

    @property
    def size(self) -> Size:
        """(width, height) as sent."""
        return self.sent.width_px, self.sent.height_px


@dataclass(frozen=True, slots=True)
class Wanted:
    """How pictures are to go out.

    Attributes:
        rule: The size and type to bring them to, None leaves both.
        upright: Whether the frame must be the upright one and transparency resolved, as for everything with boxes.
        max_bytes: Of one picture before base64.
        downscale: Whether one over `max_bytes` may be shrunk.
    """

    rule: PictureRule | None = None
    upright: bool = False
    max_bytes: int | None = None
    downscale: bool = False


def policy_rule(policy: ImagePolicy) -> PictureRule | None:
    """The rule a profile's image policy asks for, None when it asks for no resize."""
    if not policy.resize:
        return None
    return PictureRule(SizeRule(policy.factor, policy.min_pixels, policy.max_pixels, max_side=policy.max_side))


def prepare(picture: Picture, name: str, wanted: Wanted) -> Prepared:
    """One picture of a question.

    Args:
        picture: The file.
        name: What the record calls it; no model sees more than this.
        wanted: How it is to go out.

    Raises:
        AskError: It can't be read, or is too large and may not be shrunk.
    """
    with picture_errors(picture):
        data, image = opened(picture)
        reasons = _reasons(picture, data, image, wanted)
        over = wanted.max_bytes is not None and len(data) > wanted.max_bytes
        if over and not reasons:
            if not wanted.downscale:
                raise _too_large(name, len(data), wanted.max_bytes)
            reasons.append(f"{len(data):,} bytes are over the limit of {wanted.max_bytes:,}")
        if not reasons:
            return _ready(name, data, image.size, picture.mime, None)
        jpeg = picture.mime == "image/jpeg" or (wanted.rule is not None and wanted.rule.jpeg)
        return encode(_resized(picture, image, wanted.rule), name, jpeg=jpeg, reasons=reasons, wanted=wanted)


def encode(image: "Image.Image", name: str, *, jpeg: bool, reasons: Sequence[str], wanted: Wanted) -> Prepared:
    """A plain picture as bytes inside the byte limit: PNG, then JPEG, then smaller where that is allowed.

    Raises:
        AskError: It does not fit.
    """
    notes = list(reasons)
    size = image.size
    for _ in range(_SHRINK_TRIES):
        data = _bytes(image, jpeg=jpeg)
        if wanted.max_bytes is None or len(data) <= wanted.max_bytes:
            if image.size != size:
                notes.append(f"shrunk to {_by(image.size)} to fit the byte limit")
            mime = "image/jpeg" if jpeg else "image/png"
            return _ready(name, data, image.size, mime, "; ".join(notes) or None)
        if not jpeg:
            jpeg = True
            notes.append("JPEG to fit the byte limit")
        elif wanted.downscale:
            scale = min(0.9, 0.95 * math.sqrt(wanted.max_bytes / len(data)))
            image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
        else:
            break
    raise _too_large(name, len(data), wanted.max_bytes)


def resized(image: "Image.Image", rule: SizeRule) -> "Image.Image":
    """A plain picture in the size its rule asks for."""
    from PIL import Image

    size = rule.fitted(image.size)
    return image if size == image.size else image.resize(size, Image.Resampling[rule.resample.upper()])


@functools.cache
def picture_threads() -> ThreadPoolExecutor:
    """Where pictures are decoded, cut and encoded: off the event loop, and few at a time, which bounds memory."""
    return ThreadPoolExecutor(min(_MOST_THREADS, os.cpu_count() or 1), thread_name_prefix="pictures")


def _reasons(picture: Picture, data: bytes, image: "Image.Image", wanted: Wanted) -> list[str]:
    """Everything that stands against sending the file's own bytes."""
    found = unsendable(picture, data, image)
    rule = wanted.rule
    if rule is not None and rule.jpeg and picture.mime != "image/jpeg":
        found.append("JPEG as the protocol sends it")
    if rule is not None and (size := rule.size.fitted(picture.upright_size)) != picture.upright_size:
        found.append(f"resized from {_by(picture.upright_size)} to {_by(size)}")
    if wanted.upright and is_see_through(image):
        found.append("transparency laid on white")
    if picture.orientation != 1 and (wanted.upright or found):
        found.append(f"turned upright from EXIF orientation {picture.orientation}")
    return found


def _resized(picture: Picture, image: "Image.Image", rule: PictureRule | None) -> "Image.Image":
    """The plain, upright picture in its new size."""
    orientation = turn_left(picture)
    if rule is None:
        return upright(plain(image), orientation)
    width, height = rule.size.fitted(picture.upright_size)
    stored = (height, width) if orientation >= 5 else (width, height)
    # A JPEG can be decoded at a half, a quarter or an eighth; twice the target leaves the filter enough to work on.
    image.draft(None, (2 * stored[0], 2 * stored[1]))
    from PIL import Image

    image = plain(image)
    if image.size != stored:
        image = image.resize(stored, Image.Resampling[rule.size.resample.upper()])
    return upright(image, orientation)


def _bytes(image: "Image.Image", *, jpeg: bool) -> bytes:
    stream = io.BytesIO()
    if jpeg:
        image.save(stream, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
    else:
        image.save(stream, "PNG", compress_level=3)
    return stream.getvalue()


def _ready(name: str, data: bytes, size: Size, mime: str, reencoded: str | None) -> Prepared:
    digest = hashlib.sha256(data).hexdigest()
    sent = SentImage(name, size[0], size[1], len(data), digest, mime, reencoded)
    return Prepared(sent, ImagePart(mime, pybase64.b64encode(data)))


def _too_large(name: str, size_bytes: int, limit: int | None) -> AskError:
    message = (
        f"{name} has {size_bytes:,} bytes; the profile allows {limit:,}. "
        "Set images.downscale = true to have it shrunk, or raise limits.max_image_bytes."
    )
    return AskError("image_too_large", message, attempts=0)


def _by(size: Size) -> str:
    return f"{size[0]} x {size[1]}"

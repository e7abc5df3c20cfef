"""What a picture's header says: type, size, orientation. No pixel is decoded here.

Headers once read are remembered in a small JSON file, so that a second collection (and every worker) opens no picture.
"""

import contextlib
import json
import os
import re
import stat as stat_bits
import uuid
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from benchmarks.errors import FieldError, seen
from benchmarks.item import Picture

_CACHE_VERSION = 1
_CACHE_LIMIT_BYTES = 64_000_000
_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Header:
    """A picture's true type (from its bytes), its size as stored, and its EXIF orientation (1 to 8)."""

    mime: str
    width_px: int
    height_px: int
    orientation: int


class PictureFolder:
    """The pictures below one data set's folder.

    Args:
        folder: The data set's folder.
        limit_mp: Largest picture that may be asked about, in megapixels (millions of pixels).
        header_cache: Where headers are remembered between runs; None reads every header again. A file that is
            missing, torn or of another data set counts as empty.
    """

    def __init__(self, folder: Path, limit_mp: int, header_cache: Path | None) -> None:
        self._folder = str(folder)
        self._limit_mp = limit_mp
        self._cache = header_cache
        self._known = _read_cache(header_cache, self._folder) if header_cache else {}
        self._stated: dict[str, list[Any]] = {}

    @property
    def sizes(self) -> Mapping[str, int]:
        """Path below the folder -> size in bytes, of every picture asked for so far."""
        return {path: entry[0] for path, entry in self._stated.items()}

    def picture(self, path: object, name: str, field: str) -> Picture:
        """One picture, checked.

        Args:
            path: Where the row says it lies, below the folder, with forward slashes.
            name: The neutral name a model may see (`image_1`).
            field: The row's field, for the message.

        Raises:
            FieldError: The path is none or leaves the folder; the file is missing, no picture, or over the limit.
        """
        relative = _checked_path(path, field)
        entry = self._stated.get(relative) or self._entry(relative, field)
        mime, width, height, orientation = entry[2:]
        if width * height > self._limit_mp * 1_000_000:
            raise FieldError(
                field,
                f"{seen(relative)} has {width} × {height} = {width * height / 1e6:.1f} megapixels; "
                f"the limit of this benchmark is {self._limit_mp}",
            )
        return Picture(name, mime, width, height, Path(self._folder, relative), orientation)

    def remember(self) -> None:
        """Write the headers down for the next run. Concurrent readers see the old file or the new one, never half."""
        if self._cache is None or self._stated == self._known:
            return
        text = json.dumps({"version": _CACHE_VERSION, "folder": self._folder, "headers": self._stated})
        fresh = self._cache.with_name(f".{self._cache.name}.{os.getpid()}.{uuid.uuid4().hex[:8]}")
        try:
            self._cache.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="ascii")
            fresh.replace(self._cache)
        except OSError:
            # Only speed is lost: the next run reads the headers again.
            with contextlib.suppress(OSError):
                fresh.unlink(missing_ok=True)

    def _entry(self, relative: str, field: str) -> list[Any]:
        full = f"{self._folder}{os.sep}{relative}"
        try:
            info = os.stat(full)  # noqa: PTH116 - a thousand rows: Path.stat costs as much again
            if not stat_bits.S_ISREG(info.st_mode):
                raise FieldError(field, f"{seen(relative)} is no file")
            known = self._known.get(relative)
            if known is None or known[:2] != [info.st_size, info.st_mtime_ns]:
                known = [info.st_size, info.st_mtime_ns, *astuple(_header(full, relative, field))]
        except FileNotFoundError as exc:
            raise FieldError(
                field, f"no file {seen(relative)} below {self._folder}. Is the archive unpacked completely?"
            ) from exc
        except (OSError, ValueError) as exc:
            reason = exc.strerror if isinstance(exc, OSError) else exc
            raise FieldError(field, f"{seen(relative)} can't be read: {reason}") from exc
        self._stated[relative] = known
        return known


def _checked_path(path: object, field: str) -> str:
    if not isinstance(path, str) or not path:
        raise FieldError(field, f"is {seen(path)}; a picture is named by its path below the data set's folder")
    # Looked at as text only: a link in a folder of your own is your business, a data set can't bring one along.
    if path.startswith("/") or "\\" in path or _DRIVE.match(path) or ".." in path.split("/"):
        raise FieldError(field, f"{seen(path)} leaves the data set's folder; write the path below it, with '/'")
    return path


def _header(full: str, relative: str, field: str) -> Header:
    from benchmarks import headers

    with open(full, "rb") as file:  # noqa: PTH123 - as above
        try:
            return Header(*headers.read(file))
        except ValueError as exc:
            raise FieldError(field, f"{seen(relative)}: {exc}") from exc


def _read_cache(cache: Path, folder: str) -> dict[str, list[Any]]:
    try:
        if cache.stat().st_size > _CACHE_LIMIT_BYTES:
            return {}
        stored = json.loads(cache.read_bytes())
        if stored["version"] != _CACHE_VERSION or stored["folder"] != folder:
            return {}
        return {path: entry for path, entry in stored["headers"].items() if _is_entry(entry)}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}


def _is_entry(entry: Any) -> bool:
    """Whether it is [bytes, time of change in ns, type, width, height, orientation]."""
    return (
        isinstance(entry, list)
        and [type(value) for value in entry] == [int, int, str, int, int, int]
        and entry[3] > 0
        and entry[4] > 0
        and 1 <= entry[5] <= 8
    )

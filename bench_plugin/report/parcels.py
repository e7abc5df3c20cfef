"""The details of items, compressed: in the page as long as its budget lasts, in scripts beside it after that.

A page opened from a file can't fetch, but it can load a script: what does not fit into the page is a call in a script
under `assets/` that hands the details over.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from bench_plugin.report.shelf import ASSETS, Shelf

NOWHERE = -1
_BUNDLE_BYTES = 300_000
_SMALL_BYTES = 8_000
# One item's endless transcript must not take the room of a hundred others.
_LARGEST_SHARE = 0.02


class Parcels:
    """Decides where the details of each item go. Items come in the order of the page.

    Args:
        max_bytes: What the page has room for.
        shelf: Takes the scripts.
    """

    def __init__(self, max_bytes: int, shelf: Shelf) -> None:
        self._left = max_bytes
        self._largest = max_bytes * _LARGEST_SHARE
        self._shelf = shelf
        self._bundle: dict[int, str] = {}
        self._bundle_bytes = 0
        self.files: list[str] = []
        self.file_of: list[int] = []
        self.left_out = 0

    @property
    def has_room(self) -> bool:
        """Whether the page can still take a picture or a short conversation."""
        return self._left > _SMALL_BYTES

    def line(self, detail: Mapping[str, Any], thumbnails: Sequence[str | None]) -> str:
        """What the page has of the next item: `<details> <thumbnail> …` in base64, "-" for each that is not in it."""
        packed = pack(detail)
        row = len(self.file_of)
        small = [thumbnail or "-" for thumbnail in thumbnails]
        size = len(packed) + sum(map(len, small)) + len(small) + 2
        if len(packed) <= self._largest and size <= self._left:
            self.file_of.append(NOWHERE)
            self._left -= size
            return " ".join([packed, *small])
        self.file_of.append(len(self.files))
        self._bundle[row] = packed
        self._bundle_bytes += len(packed)
        if self._bundle_bytes >= _BUNDLE_BYTES:
            self.end()
        size -= len(packed)
        if size <= self._left:
            self._left -= size
            return " ".join(["-", *small])
        return "-"

    def skip(self) -> str:
        """The next item is left out: there is no time for it."""
        self.file_of.append(NOWHERE)
        self.left_out += 1
        return "-"

    def end(self) -> None:
        """Write what is still to be written."""
        if not self._bundle:
            return
        script = f"gazecheck.take({json.dumps(self._bundle, separators=(',', ':'))});\n"
        name = self._shelf.write(script.encode(), "js")
        if name is None:
            self.left_out += len(self._bundle)
            for row in self._bundle:
                self.file_of[row] = NOWHERE
        else:
            self.files.append(f"{ASSETS}/{name}")
        self._bundle, self._bundle_bytes = {}, 0


def pack(detail: Mapping[str, Any]) -> str:
    """The details as base64 of zlib of JSON in ASCII."""
    text = json.dumps(detail, ensure_ascii=True, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode())).decode()

"""The folder beside the page: views and crops as files, and an index of what was drawn, thumbnails in it.

The index is appended to while a run goes on and read when the page is built, so a second build draws nothing again.
"""

import base64
import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from adapters.decoding import Edges
from bench_plugin.report.pictures import Drawn

ASSETS = "assets"
_INDEX = ".pictures.jsonl"
_LINES_KEPT = 256
_NAME = re.compile(r"[0-9a-f]{24}\.jpg")


@dataclass(frozen=True, slots=True)
class Kept:
    """What there is of one picture.

    Attributes:
        sha256: Of the original's bytes, None when they could not be read.
        thumbnail: JPEG as base64.
        view: Name of the file below `assets/`.
        crops: The same for each region.
        problem: Why there is nothing.
    """

    sha256: str | None = None
    thumbnail: str | None = None
    view: str | None = None
    crops: Mapping[Edges, str] = field(default_factory=dict)
    problem: str | None = None


class Shelf:
    """Files below `assets/`, named by what is in them, within a budget.

    Args:
        page: The page they belong to; `assets/` lies beside it.
        max_bytes: Of all files of this shelf together.

    Attributes:
        used: Bytes of the files written or found so far.
        is_full: Whether a picture did not fit.
    """

    def __init__(self, page: Path, max_bytes: int) -> None:
        self.folder = page.parent / ASSETS
        self.used = 0
        self.is_full = False
        self._max_bytes = max_bytes
        self._places: dict[str, list[int]] = {}
        self._known_files: set[str] = set()
        # Items that share a picture come close together.
        self._line = lru_cache(_LINES_KEPT)(self._read_line)
        self._read_index()

    @property
    def room(self) -> int:
        """Bytes that are left."""
        return max(0, self._max_bytes - self.used)

    def __len__(self) -> int:
        """How many pictures were drawn."""
        return len(self._places)

    def kept(self, key: str) -> Kept | None:
        """What there is of a picture; None when it was never drawn.

        Args:
            key: Of the picture, see `picture_key`.
        """
        lines = [self._line(place) for place in self._places.get(key, ())]
        if not lines:
            return None
        crops = {_edges(box): name for line in lines for box, name in line["crops"].items()}
        last = lines[-1]
        views = [line["view"] for line in lines if line["view"]]
        return Kept(last["sha256"], last["thumbnail"], views[0] if views else None, crops, last["problem"])

    def put(self, key: str, drawn: Drawn, *, room: int) -> Kept:
        """Keep what was drawn of a picture: its thumbnail always, its files while they fit into `room` bytes.

        Returns:
            What there is of the picture now, by this drawing and earlier ones.
        """
        if self._max_bytes == 0 or drawn.sha256 is None:
            # Nothing may lie beside the page, the index neither; or the file may be there again the next time.
            return Kept(drawn.sha256, _base64(drawn.thumbnail), problem=drawn.problem)
        most = self.used + room
        crops = {edges: self._fitting(data, most) for edges, data in drawn.crops.items()}
        line = {
            "key": key,
            "sha256": drawn.sha256,
            "thumbnail": _base64(drawn.thumbnail),
            "view": self._fitting(drawn.view, most) if drawn.view else None,
            "crops": {",".join(map(str, edges)): name for edges, name in crops.items() if name},
            "problem": drawn.problem,
        }
        self._places.setdefault(key, []).append(self._append(line))
        kept = self.kept(key)
        assert kept is not None
        return kept

    def write(self, data: bytes, suffix: str) -> str | None:
        """Write a file unless it is there already; its name below `assets/`, None when there is no room for it."""
        name = f"{hashlib.sha256(data).hexdigest()[:24]}.{suffix}"
        if name in self._known_files:
            return name
        if len(data) > self.room:
            return None
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / name
        if not path.exists():
            fresh = path.with_name(f".{name}.{os.getpid()}")
            fresh.write_bytes(data)
            fresh.replace(path)
        self._count(name, len(data))
        return name

    def _fitting(self, data: bytes, most: int) -> str | None:
        """Write a picture if it fits. The first that does not ends the search for one that might."""
        name = self.write(data, "jpg") if self.used + len(data) <= most else None
        self.is_full = self.is_full or name is None
        return name

    def _count(self, name: str, size: int) -> None:
        self._known_files.add(name)
        self.used += size

    def _append(self, line: Mapping[str, Any]) -> int:
        """Add a line to the index; where it begins."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / _INDEX).open("ab") as file:
            place = file.tell()
            file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        return place

    def _read_line(self, place: int) -> dict[str, Any]:
        with (self.folder / _INDEX).open("rb") as file:
            file.seek(place)
            line: dict[str, Any] = json.loads(file.readline())
        return line

    def _read_index(self) -> None:
        """Note where each picture's lines are. A line that is torn, or whose files are gone, counts for nothing."""
        path = self.folder / _INDEX
        if not path.exists():
            return
        place = 0
        with path.open("rb") as file:
            for data in file:
                names = self._files_of(data)
                if names is not None:
                    key, sizes = names
                    self._places.setdefault(key, []).append(place)
                    for name, size in sizes.items():
                        if name not in self._known_files:
                            self._count(name, size)
                place += len(data)

    def _files_of(self, data: bytes) -> tuple[str, dict[str, int]] | None:
        try:
            line = json.loads(data)
            names = [*filter(None, [line["view"]]), *line["crops"].values()]
            if not all(_NAME.fullmatch(name) for name in names):
                return None
            return line["key"], {name: (self.folder / name).stat().st_size for name in names}
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            return None


def _base64(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode()


def picture_key(data: str, path: str) -> str:
    """The key of a picture.

    Args:
        data: What identifies the data set: its hash from run.json.
        path: Of the file, below the data set's folder.
    """
    return hashlib.sha256(f"{data}\0{path}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _edges(written: str) -> Edges:
    left, top, right, bottom = map(int, written.split(","))
    return left, top, right, bottom


def regions(kept: Kept | None, wanted: Sequence[Edges]) -> tuple[Edges, ...]:
    """Those of the wanted regions that are not there yet."""
    return tuple(edges for edges in dict.fromkeys(wanted) if kept is None or edges not in kept.crops)

"""Which pictures of a record the page would show: the question's, and the regions the model looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from adapters.decoding import Edges
from bench_plugin.report.pictures import Wanted, inside
from bench_plugin.report.shelf import Shelf, picture_key, regions

Sources = Mapping[str, tuple[Path, str]]
"""Suite -> (the data set's folder, what identifies the data set)."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One picture of a question.

    Attributes:
        key: Of the picture, the same for all items that show it.
        path: The file; None where the record names none that may be read.
        size: (width, height), upright.
        crops: The regions the model looked at.
    """

    key: str
    path: Path | None
    size: tuple[int, int]
    crops: tuple[Edges, ...]


def sources_of(about: Mapping[str, Any]) -> Sources:
    """Where the pictures of each suite lie, by run.json."""
    return {source["suite"]: (Path(source["folder"]), source["sha256"]) for source in about["data"]}


def wishes_of(record: Mapping[str, Any], sources: Sources) -> list[Wish]:
    """A wish for each picture of the question, in order."""
    folder, data = sources.get(record["suite"], (None, ""))
    transcript = record["transcript"] or {}
    found = []
    for place, image in enumerate(record["images"]):
        size = (int(image["size_px"][0]), int(image["size_px"][1]))
        boxes = (crop_of(call, size) for call in transcript.get("calls", ()) if call["image"] == place)
        crops = tuple(dict.fromkeys(edges for edges in boxes if edges is not None))
        found.append(Wish(picture_key(data, image["path"]), _path(folder, image["path"]), size, crops))
    return found


def crop_of(call: Mapping[str, Any], size: tuple[int, int]) -> Edges | None:
    """The region a call showed, as far as it lies on the picture; None where it showed nothing."""
    if call["shown"] is None or call["error"] is not None:
        return None
    return inside(call["shown"], size)


def still_wanted(wish: Wish, shelf: Shelf, *, room: int, thumbnail: bool = True) -> Wanted | None:
    """What of a wish is still to be drawn; None when all is there that has a place.

    Args:
        wish, shelf: What would be shown, and what was drawn before.
        room: Bytes that views and crops may take; none are wanted without any.
        thumbnail: Whether the page has a place for one.
    """
    kept = shelf.kept(wish.key)
    if wish.path is None or (kept is not None and kept.problem is not None):
        return None
    crops = regions(kept, wish.crops) if room else ()
    view = bool(room) and (kept is None or kept.view is None)
    if not crops and not view and (kept is not None or not thumbnail):
        return None
    return Wanted(wish.path, wish.size, crops, view=view)


def _path(folder: Path | None, written: str) -> Path | None:
    """The file below the data set's folder. A record made elsewhere may name any path: only those inside are read."""
    relative = PurePosixPath(written)
    if folder is None or relative.is_absolute() or ".." in relative.parts or "\\" in written or "\0" in written:
        return None
    return folder / relative

"""The mark of a folder that was prepared from the hub: what it was made of, and that it was finished."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MARK = ".gazecheck-complete.json"


@dataclass(frozen=True, slots=True)
class Mark:
    """What a finished preparation wrote down: the published revision, and each file's path -> size in bytes."""

    revision: str | None
    files: Mapping[str, int]


def read_mark(folder: Path) -> Mark | None:
    """The folder's mark, None where none was written or it can't be read."""
    try:
        stored = json.loads((folder / MARK).read_bytes())
        revision, files = stored["revision"], stored["files"]
        if not (revision is None or isinstance(revision, str)) or not isinstance(files, dict):
            return None
        return Mark(revision, {str(path): int(size) for path, size in files.items()})
    except (OSError, ValueError, LookupError, TypeError):
        return None


def write_mark(folder: Path, mark: Mark) -> None:
    """Write the mark, last of all, in one step."""
    fresh = folder / f"{MARK}.part"
    fresh.write_text(json.dumps({"revision": mark.revision, "files": dict(mark.files)}), encoding="ascii")
    fresh.replace(folder / MARK)


def revision(folder: Path) -> str | None:
    """The published revision a prepared folder holds, None for anybody's own copy."""
    mark = read_mark(folder)
    return mark.revision if mark else None


def gap(folder: Path, wanted: str) -> str | None:
    """What keeps a prepared folder from being used, None when nothing does.

    Args:
        wanted: The published revision it must hold.

    Returns:
        `is not there`, `is not finished`, `lacks 3 of 1256 files`, …: words that follow the folder's name.
    """
    mark = read_mark(folder)
    if mark is None:
        return "is not finished" if folder.is_dir() else "is not there"
    if mark.revision != wanted:
        return f"holds revision {mark.revision}, not {wanted}"
    missing = sum(_size(folder / path) != size for path, size in mark.files.items())
    return f"lacks {missing} of {len(mark.files)} files" if missing else None


def _size(path: Path) -> int | None:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - a thousand files at every start
    except OSError:
        return None

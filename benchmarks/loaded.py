"""What a reader hands back: the items, the rows that can't be asked, and what the data set was."""

import hashlib
import json
import stat as stat_bits
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.errors import BrokenRow, DataError
from benchmarks.item import Item


@dataclass(frozen=True, slots=True)
class Loaded:
    """One data set as it was read.

    Attributes:
        folder: Where it lies; a row's own spelling of a picture is its path relative to this folder.
        items: The rows that can be asked, in the order of the data set.
        broken: The rows that can't, in the same order. The caller stops on them, or goes on without and says so.
        sha256: Of the annotation files' bytes and of every picture's path and size: equal in every process that saw
            the same data.
        revision: The published revision, where the folder was prepared from the hub; None for anybody's own copy.
    """

    folder: Path
    items: tuple[Item, ...]
    broken: tuple[BrokenRow, ...]
    sha256: str
    revision: str | None = None


def fingerprint(documents: Iterable[bytes], pictures: Mapping[str, int]) -> str:
    """SHA-256 over annotation files (their bytes, in order) and pictures (path -> size in bytes, in any order)."""
    whole = hashlib.sha256()
    for document in documents:
        whole.update(hashlib.sha256(document).digest())
    for path in sorted(pictures):
        whole.update(f"{path}\0{pictures[path]}\n".encode("utf-8", "surrogatepass"))
    return whole.hexdigest()


def read_document(path: Path, limit_mb: int) -> bytes:
    """An annotation file's bytes.

    Raises:
        DataError: It is missing, no plain file, unreadable, or longer than `limit_mb` million bytes.
    """
    try:
        info = path.stat()
        # A pipe with this name would be waited for without end.
        if not stat_bits.S_ISREG(info.st_mode):
            raise DataError(f"{path} is no plain file. An annotation file is expected there.")
        if info.st_size > limit_mb * 1_000_000:
            raise DataError(f"{path} has {info.st_size:,} bytes; an annotation file has at most {limit_mb} MB.")
        return path.read_bytes()
    except OSError as exc:
        raise DataError(f"{path} can't be read: {exc.strerror}. Is this the data set's folder?") from exc


def parse_json(document: bytes | str, source: str) -> Any:  # Any: it is what JSON is; readers check every value
    """JSON without its extensions: NaN and Infinity are refused, they are no numbers a gold answer can be.

    Raises:
        DataError: It is no JSON; `source` names the file (and line) in the message.
    """
    try:
        return json.loads(document, parse_constant=_refuse)
    except (ValueError, RecursionError) as exc:
        raise DataError(f"{source} is no JSON: {exc}. Was it downloaded or copied completely?") from exc


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")

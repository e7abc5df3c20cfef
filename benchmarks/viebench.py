"""Read questions with gold evidence, ViEBench first of all, from whichever layout a folder has.

Source: arXiv 2601.11633. No public release of its files was found, so three layouts are read (docs/data.md).
"""

from pathlib import Path

from benchmarks import evidence_layout, label_studio, vstar
from benchmarks.errors import BrokenRow, DataError, FieldError, seen
from benchmarks.evidence import PIXEL_LIMIT_MP, EvidenceRow, Reading, item
from benchmarks.item import Item
from benchmarks.loaded import Loaded, fingerprint
from benchmarks.pictures import PictureFolder
from benchmarks.shuffle import shuffled

_READERS = (evidence_layout.read, label_studio.read, vstar.read)


def load(folder: Path, *, header_cache: Path | None, shuffle: bool | None = None, seed: int = 0) -> Loaded:
    """Read a folder in the first layout that fits, and check every row; no picture is decoded.

    Args:
        folder: Holds `items.jsonl`, or one Label Studio export, or V*-style annotations.
        header_cache: Where picture headers are remembered between runs, None for nowhere.
        shuffle: Whether options are shuffled; None does so where the right one always stands first (V*).
        seed: Of the shuffle.

    Returns:
        Items of `viebench`, or of `vstar` for V*-style annotations, and the rows that can't be asked.

    Raises:
        DataError: The folder has none of the layouts, or its annotation file can't be read.
    """
    folder = folder.absolute()
    reading = _reading(folder)
    pictures = PictureFolder(folder, PIXEL_LIMIT_MP, header_cache)
    first_row: dict[str, str] = {}
    results = [_item_or_problem(row, reading.benchmark, pictures, first_row) for row in reading.rows]
    pictures.remember()
    items = [result for result in results if isinstance(result, Item)]
    if reading.key_first if shuffle is None else shuffle:
        items = [shuffled(one, seed) for one in items]
    broken = tuple(result for result in results if isinstance(result, BrokenRow))
    return Loaded(folder, tuple(items), broken, fingerprint(reading.documents, pictures.sizes))


def _reading(folder: Path) -> Reading:
    try:
        for read in _READERS:
            if (reading := read(folder)) is not None:
                return reading
    except OSError as exc:
        raise DataError(f"{exc.filename or folder} can't be read: {exc.strerror}. Is it the right folder?") from exc
    raise DataError(
        f"{folder} has no layout that can be read: no items.jsonl, no Label Studio export (*.json, a list of "
        "tasks), no picture with a JSON file of its name beside it. See docs/data.md."
    )


def _item_or_problem(
    row: EvidenceRow | BrokenRow, benchmark: str, pictures: PictureFolder, first_row: dict[str, str]
) -> Item | BrokenRow:
    if isinstance(row, BrokenRow):
        return row
    try:
        first = first_row.setdefault(row.source_id, row.where)
        if first != row.where:
            raise FieldError("id", f"{seen(row.source_id)} stands in {first} too; an id names one row")
        return item(row, benchmark, pictures)
    except FieldError as exc:
        return BrokenRow(row.where, exc.field, exc.problem)

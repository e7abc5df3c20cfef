"""Read TIR-Bench: `TIR-Bench.json`, a list of rows, and the pictures it names below the same folder.

Source: arXiv 2511.01833, data set Agents-X/TIR-Bench on the Hugging Face hub.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import preparation
from benchmarks.case_ids import case_id
from benchmarks.errors import BrokenRow, DataError, FieldError, seen
from benchmarks.fields import source_id_of
from benchmarks.item import Item, Picture
from benchmarks.loaded import Loaded, fingerprint, parse_json, read_document
from benchmarks.pictures import PictureFolder
from benchmarks.tir_answers import KINDS, check_answer

ANNOTATIONS = "TIR-Bench.json"
PIXEL_LIMIT_MP = 100
"""Real pictures reach 64 megapixels."""

TASKS: Mapping[str, int] = {
    "instrument": 80,
    "color": 100,
    "refcoco": 120,
    "rotation_game": 75,
    "math": 120,
    "word_search": 100,
    "visual_search": 120,
    "ocr": 60,
    "symbolic": 50,
    "spot_difference": 100,
    "contrast": 50,
    "jigsaw": 120,
    "maze": 120,
}
"""Task -> how many items the published data set has; 1,215 in all."""

_LIMIT_MB = 200
# Other people's files call two fields otherwise; where both names stand, the scorer of the authors takes the first.
_NAMES = {"task": ("task", "category"), "meta_data": ("metadata", "meta_data")}
_REQUIRED = ("id", "image_1", "prompt", "answer")
_FIELDS = frozenset((*_REQUIRED, "image_2", "task", "category", "meta_data", "metadata"))


def load(folder: Path, *, header_cache: Path | None) -> Loaded:
    """Read the data set and check every row; no picture is decoded.

    Args:
        folder: Holds `TIR-Bench.json` and the pictures (`data/…`).
        header_cache: Where picture headers are remembered between runs, None for nowhere.

    Returns:
        Items whose answer and `meta` are what the row says, and the rows that can't be asked. The caller decides what
        becomes of those.

    Raises:
        DataError: There is no such file, or it is no list of rows.
    """
    folder = folder.absolute()
    document = read_document(folder / ANNOTATIONS, _LIMIT_MB)
    rows = parse_json(document, str(folder / ANNOTATIONS))
    if not isinstance(rows, list) or not rows:
        raise DataError(f"{folder / ANNOTATIONS} holds {seen(rows)}; TIR-Bench is a JSON list of rows.")
    pictures = PictureFolder(folder, PIXEL_LIMIT_MP, header_cache)
    items: list[Item] = []
    broken: list[BrokenRow] = []
    first_row: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        try:
            items.append(_item(row, number, first_row, pictures))
        except FieldError as exc:
            broken.append(BrokenRow(_where(row, number), exc.field, exc.problem))
    pictures.remember()
    sha256 = fingerprint([document], pictures.sizes)
    return Loaded(folder, tuple(items), tuple(broken), sha256, preparation.revision(folder))


def _item(row: object, number: int, first_row: dict[str, int], pictures: PictureFolder) -> Item:
    if not isinstance(row, dict):
        raise FieldError("row", f"is {seen(row)}; a row is an object")
    _check_fields(row)
    source_id = str(source_id_of(row["id"]))
    if first_row.setdefault(source_id, number) != number:
        raise FieldError("id", f"{seen(row['id'])} stands in row {first_row[source_id]} too; an id names one row")
    task, meta = _task(row), _meta(row)
    prompt = row["prompt"]
    if not isinstance(prompt, str) or not prompt.strip():
        raise FieldError("prompt", f"is {seen(prompt)}; it is the complete question, as text")
    check_answer(task, row["answer"], meta)
    return Item(
        benchmark="tir_bench",
        task=task,
        id=case_id(task, source_id),
        source_id=source_id,
        prompt=prompt,
        images=_images(row, pictures),
        answer=row["answer"],
        meta=meta,
    )


def _check_fields(row: Mapping[str, Any]) -> None:
    for field in _REQUIRED:
        if field not in row:
            raise FieldError(field, "is missing")
    if not row.keys() <= _FIELDS:
        unknown = min(str(name) for name in row.keys() - _FIELDS)
        raise FieldError(seen(unknown), f"is no field of TIR-Bench; known are {', '.join(sorted(_FIELDS))}")


def _task(row: Mapping[str, Any]) -> str:
    task = _named(row, "task")
    if task is None:
        raise FieldError("task", "is missing")
    if not isinstance(task, str) or task not in KINDS:
        raise FieldError("task", f"{seen(task)} is unknown; TIR-Bench has {', '.join(TASKS)}")
    return task


def _meta(row: Mapping[str, Any]) -> Mapping[str, Any]:
    meta = _named(row, "meta_data")
    if meta is None:
        return {}
    if not isinstance(meta, dict):
        raise FieldError("meta_data", f"is {seen(meta)}; it is an object")
    return meta


def _named(row: Mapping[str, Any], field: str) -> Any:
    first, second = _NAMES[field]
    return row[first] if first in row else row.get(second)


def _images(row: Mapping[str, Any], pictures: PictureFolder) -> tuple[Picture, ...]:
    first = pictures.picture(row["image_1"], "image_1", "image_1")
    if row.get("image_2") is None:
        return (first,)
    return first, pictures.picture(row["image_2"], "image_2", "image_2")


def _where(row: object, number: int) -> str:
    if not isinstance(row, dict) or "id" not in row:
        return f"row {number}"
    task = row.get("task", row.get("category"))
    return f"row {number} (id {seen(row['id'])}, {task if isinstance(task, str) and task in KINDS else seen(task)})"

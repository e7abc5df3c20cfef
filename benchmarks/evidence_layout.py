"""Read the suite's own layout for questions with evidence: `items.jsonl`, one object a line, pictures beside it.

docs/data.md describes every field with a complete example.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.errors import BrokenRow, DataError, FieldError, seen
from benchmarks.evidence import EvidenceRow, Reading
from benchmarks.fields import SCENARIOS, SPLITS, options_of, scenario_of, source_id_of, split_of, text_of
from benchmarks.loaded import parse_json, read_document
from benchmarks.prompts import unlabelled

ANNOTATIONS = "items.jsonl"
FIELDS = (
    "id",
    "image",
    "images",
    "question",
    "options",
    "prompt",
    "answer",
    "answer_box",
    "evidence",
    "split",
    "scenario",
)
_LIMIT_MB = 200
_PICTURE_LIMIT = 8


def read(folder: Path) -> Reading | None:
    """The rows of `items.jsonl`, None where the folder has none.

    Raises:
        DataError: The file can't be read or has no row.
    """
    path = folder / ANNOTATIONS
    if not path.exists():
        return None
    document = read_document(path, _LIMIT_MB)
    try:
        lines = document.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as exc:
        raise DataError(f"{path} is no UTF-8 text: {exc}. Save it as UTF-8.") from exc
    rows = [_row_or_problem(line, number) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise DataError(f"{path} is empty. It has one JSON object a line; docs/data.md shows one.")
    return Reading("viebench", tuple(rows), (document,))


def _row_or_problem(line: str, number: int) -> EvidenceRow | BrokenRow:
    where = f"{ANNOTATIONS} line {number}"
    try:
        row = parse_json(line, "the line")
        if not isinstance(row, dict):
            raise FieldError("row", f"is {seen(row)}; a row is an object")
        where = f"{where} (id {seen(row['id'])})" if "id" in row else where
        return _row(row, where)
    except FieldError as exc:
        return BrokenRow(where, exc.field, exc.problem)
    except DataError as exc:
        return BrokenRow(where, "row", str(exc))


def _row(row: Mapping[str, Any], where: str) -> EvidenceRow:
    unknown = sorted(str(name) for name in row.keys() - set(FIELDS))
    if unknown:
        raise FieldError(seen(unknown[0]), f"is no field of this layout; known are {', '.join(FIELDS)}")
    source_id, split = source_id_of(row.get("id")), _split(row)
    asks_box = "answer_box" in row
    if asks_box == ("answer" in row):
        raise FieldError("answer", "give either answer (a letter) or answer_box (four numbers)")
    question, prompt, options = _wording(row, asks_box)
    return EvidenceRow(
        where=where,
        source_id=str(source_id),
        name=source_id,
        task=split,
        images=_images(row),
        question=question,
        prompt=prompt,
        options=options,
        answer=row.get("answer"),
        answer_box=row.get("answer_box"),
        evidence=_evidence(row),
        split=split,
        scenario=_scenario(row),
    )


def _split(row: Mapping[str, Any]) -> str:
    split = split_of(row.get("split"))
    if split is None:
        raise FieldError("split", f"is {seen(row.get('split'))}; it is one of {', '.join(SPLITS)}")
    return split


def _scenario(row: Mapping[str, Any]) -> str | None:
    value = row.get("scenario")
    scenario = scenario_of(value)
    if value is not None and scenario is None:
        raise FieldError("scenario", f"is {seen(value)}; it is one of {', '.join(SCENARIOS)}, or left out")
    return scenario


def _wording(row: Mapping[str, Any], asks_box: bool) -> tuple[str | None, str | None, tuple[str, ...]]:
    if ("prompt" in row) == ("question" in row):
        raise FieldError("question", "give either question (the suite words the rest) or prompt (sent as it is)")
    if "prompt" in row:
        if "options" in row:
            raise FieldError("options", "stand in the prompt already; leave one of the two out")
        return None, text_of(row["prompt"], "prompt"), ()
    question = text_of(row["question"], "question")
    if asks_box:
        if "options" in row:
            raise FieldError("options", "don't go with answer_box; leave one of the two out")
        return question, None, ()
    return question, None, unlabelled(options_of(row.get("options")))


def _images(row: Mapping[str, Any]) -> tuple[object, ...]:
    if ("image" in row) == ("images" in row):
        raise FieldError("image", "give either image (a path below the folder) or images (a list of them)")
    if "image" in row:
        return (row["image"],)
    images = row["images"]
    if not isinstance(images, list) or not 1 <= len(images) <= _PICTURE_LIMIT:
        raise FieldError("images", f"is {seen(images)}; it is a list of 1 to {_PICTURE_LIMIT} paths")
    return tuple(images)


def _evidence(row: Mapping[str, Any]) -> tuple[object, ...]:
    boxes = row.get("evidence", [])
    if not isinstance(boxes, list):
        raise FieldError("evidence", f"is {seen(boxes)}; it is a list of boxes, [[x0, y0, x1, y1], …]")
    return tuple(boxes)

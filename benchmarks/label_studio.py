"""Read a Label Studio export (its full `JSON` format): gold boxes, question, answer and category of each task.

Boxes are percent of the picture as the browser showed it, which is upright. docs/data.md lists the names that are
recognised.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from benchmarks.errors import BrokenRow, DataError, FieldError, seen
from benchmarks.evidence import EvidenceRow, Reading
from benchmarks.fields import SPLITS, corners_of, options_of, scenario_of, source_id_of, split_of, text_of
from benchmarks.loaded import parse_json, read_document
from benchmarks.prompts import unlabelled

_LIMIT_MB = 200
_BOX_TYPES = ("rectanglelabels", "rectangle")
_CATEGORY_FIELDS = ("split", "scenario", "category")
# An upload is stored under eight hexadecimal digits and the name it had.
_UPLOAD_PREFIX = re.compile(r"^[0-9a-f]{8}-")
_PICTURE_FOLDERS = ("", "images/")


def read(folder: Path) -> Reading | None:
    """The tasks of the folder's one export, None where it has none.

    Raises:
        DataError: There is more than one export.
    """
    exports = [found for path in sorted(folder.glob("*.json")) if (found := _export(path))]
    if not exports:
        return None
    if len(exports) > 1:
        names = ", ".join(path.name for path, _, _ in exports)
        raise DataError(f"{folder} has {len(exports)} Label Studio exports ({names}); leave the one to be read.")
    _, document, tasks = exports[0]
    rows = tuple(_row_or_problem(task, number, folder) for number, task in enumerate(tasks, 1))
    return Reading("viebench", rows, (document,))


def _export(path: Path) -> tuple[Path, bytes, list[Any]] | None:
    try:
        document = read_document(path, _LIMIT_MB)
        tasks = parse_json(document, path.name)
    except DataError:
        return None  # any other file may lie here
    if isinstance(tasks, list) and tasks and all(isinstance(one, dict) and "data" in one for one in tasks):
        return path, document, tasks
    return None


def _row_or_problem(task: Mapping[str, Any], number: int, folder: Path) -> EvidenceRow | BrokenRow:
    where = f"task {number} (id {seen(task.get('id'))})"
    try:
        return _row(task, where, folder)
    except FieldError as exc:
        return BrokenRow(where, exc.field, exc.problem)


def _row(task: Mapping[str, Any], where: str, folder: Path) -> EvidenceRow:
    source_id, data = source_id_of(task.get("id")), task.get("data")
    if not isinstance(data, dict):
        raise FieldError("data", f"is {seen(data)}; an exported task has an object there")
    results = _results(task.get("annotations"))
    split, scenario = _categories(results, data)
    options = _options(results, data)
    return EvidenceRow(
        where=where,
        source_id=str(source_id),
        name=source_id,
        task=split,
        images=(_picture_path(data.get("image"), folder),),
        question=text_of(_said("question", results, data), "question"),
        options=options,
        answer=_said("answer", results, data),
        evidence=tuple(_box(result) for result in results if result.get("type") in _BOX_TYPES),
        split=split,
        scenario=scenario,
        in_percent=True,
        annotated_size=_annotated_size(results),
    )


def _results(annotations: object) -> Sequence[Mapping[str, Any]]:
    """The results of the one annotation that counts."""
    given = annotations if isinstance(annotations, list) else []
    kept = [one for one in given if isinstance(one, dict) and not one.get("was_cancelled")]
    chosen = [one for one in kept if one.get("ground_truth")] or kept
    if len(chosen) != 1:
        raise FieldError(
            "annotations", f"{len(chosen)} count; a task has one, or one of them is marked as ground truth"
        )
    results = chosen[0].get("result")
    return [one for one in results if isinstance(one, dict)] if isinstance(results, list) else []


def _values(result: Mapping[str, Any]) -> list[str]:
    """The texts or choices of one result."""
    value = result.get("value")
    given = (value.get("text") or value.get("choices")) if isinstance(value, dict) else None
    return [text for text in ([given] if isinstance(given, str) else given or []) if isinstance(text, str)]


def _said(name: str, results: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> object:
    """What the annotation says under a name, else what the task was imported with."""
    for result in results:
        if result.get("from_name") == name and (values := _values(result)):
            return "\n".join(values)
    return data.get(name)


def _options(results: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> tuple[str, ...]:
    given = _said("options", results, data)
    if given is None:
        return ()  # they stand in the question
    lines = [line for line in given.splitlines() if line.strip()] if isinstance(given, str) else given
    return unlabelled(options_of(lines))


def _categories(results: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> tuple[str, str | None]:
    """Split and scenario; which of the two a choice means is told by its word, whatever the field is called."""
    words = [word for result in results if result.get("type") == "choices" for word in _values(result)]
    words += [data[name] for name in _CATEGORY_FIELDS if name in data]
    splits = [split for word in words if (split := split_of(word))]
    scenarios = [scenario for word in words if (scenario := scenario_of(word))]
    if not splits:
        raise FieldError("split", f"no choice and no field of data says {' or '.join(SPLITS)}; seen: {seen(words)}")
    return splits[0], scenarios[0] if scenarios else None


def _box(result: Mapping[str, Any]) -> list[float]:
    """A rectangle as corners, in percent."""
    value = result.get("value")
    value = value if isinstance(value, dict) else {}
    angle = value.get("rotation") or result.get("image_rotation")
    if angle:
        raise FieldError(
            "evidence", f"is turned by {seen(angle)} degrees; gold boxes are not. Draw it again without turning it"
        )
    return corners_of([value.get(side) for side in ("x", "y", "width", "height")], "evidence")


def _annotated_size(results: Sequence[Mapping[str, Any]]) -> tuple[float, float] | None:
    for result in results:
        width, height = result.get("original_width"), result.get("original_height")
        if isinstance(width, int | float) and isinstance(height, int | float):
            return width, height
    return None


def _picture_path(reference: object, folder: Path) -> str:
    """Where the picture lies below the folder: by the whole of its path there, else by its name."""
    if not isinstance(reference, str) or not reference:
        raise FieldError("data.image", f"is {seen(reference)}; it says where the picture is")
    try:
        address = urlsplit(reference)
    except ValueError as exc:
        raise FieldError("data.image", f"is {seen(reference)}: {exc}") from exc
    local = parse_qs(address.query).get("d", [unquote(address.path)])[0]
    parts = [part for part in local.split("/") if part not in ("", ".", "..")][-6:]
    tails = ["/".join(parts[first:]) for first in range(len(parts))]
    if parts:
        tails.append(_UPLOAD_PREFIX.sub("", parts[-1]))
    for tail in tails:
        for below in _PICTURE_FOLDERS:
            if (folder / below / tail).is_file():
                return below + tail
    raise FieldError("data.image", f"{seen(reference)}: no such picture below {folder} (or its images/)")

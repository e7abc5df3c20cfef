"""Read V*-style annotations: beside each picture a JSON file of the same name.

V*Bench itself (craigwu/vstar_bench, 191 questions) has the folders `direct_attributes` and `relative_position`. A file
holds `question`, `options` with the right one first, `bbox` (a list of [x, y, width, height] in pixels) and
`target_object`.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from benchmarks.errors import BrokenRow, DataError, FieldError, seen
from benchmarks.evidence import EvidenceRow, Reading
from benchmarks.fields import corners_of, options_of, split_of, text_of
from benchmarks.loaded import parse_json, read_document

_TEST_TYPES = ("direct_attributes", "relative_position")
_SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff"))
_LIMIT_MB = 1
_NO_FOLDER = "vstar"
"""The task of files that lie in no folder of their own."""


def read(folder: Path) -> Reading | None:
    """The questions of a folder, sorted by folder and name; None where no picture has a JSON file of its name.

    Where V*Bench's two folders are, only they are read: the others of its repository are no part of the 191. Folders
    called `perception` and `reasoning` make it ViEBench.
    """
    groups = _groups(folder)
    if not any(_names(paths, {".json"}) & _names(paths, _SUFFIXES) for _, paths in groups):
        return None
    documents: list[bytes] = []
    rows = [row for task, paths in groups for row in _rows(task, paths, folder, documents)]
    benchmark = "viebench" if all(split_of(task) for task, _ in groups) else "vstar"
    return Reading(benchmark, tuple(rows), tuple(documents), key_first=True)


def _groups(folder: Path) -> list[tuple[str, list[Path]]]:
    """(task, its JSON files and pictures) for each folder that has a JSON file."""
    subfolders = sorted(path for path in folder.iterdir() if path.is_dir())
    published = [path for path in subfolders if path.name in _TEST_TYPES]
    groups = [(path.name, _files(path)) for path in published or subfolders]
    if not published:
        groups.append((_NO_FOLDER, _files(folder)))
    return [(task, paths) for task, paths in groups if any(path.suffix == ".json" for path in paths)]


def _files(folder: Path) -> list[Path]:
    shown = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(path for path in shown if path.suffix == ".json" or path.suffix.lower() in _SUFFIXES)


def _names(paths: Iterable[Path], suffixes: Collection[str]) -> set[str]:
    return {path.stem for path in paths if path.suffix.lower() in suffixes}


def _rows(task: str, paths: list[Path], folder: Path, documents: list[bytes]) -> Iterator[EvidenceRow | BrokenRow]:
    pictures: dict[str, list[Path]] = {}
    for path in paths:
        if path.suffix.lower() in _SUFFIXES:
            pictures.setdefault(path.stem, []).append(path)
    annotated = _names(paths, {".json"})
    for path in paths:
        where = path.relative_to(folder).as_posix()
        if path.suffix != ".json":
            if path.stem not in annotated:
                yield BrokenRow(where, "annotation", f"there is no {path.stem}.json beside the picture")
            continue
        try:
            document = read_document(path, _LIMIT_MB)
            documents.append(document)
            yield _row(document, task, path, pictures.get(path.stem, []), folder)
        except FieldError as exc:
            yield BrokenRow(where, exc.field, exc.problem)
        except DataError as exc:
            yield BrokenRow(where, "row", str(exc))


def _row(document: bytes, task: str, path: Path, pictures: list[Path], folder: Path) -> EvidenceRow:
    row = parse_json(document, path.name)
    if not isinstance(row, dict):
        raise FieldError("row", f"is {seen(row)}; a V* annotation is an object")
    if len(pictures) != 1:
        raise FieldError("image", f"{len(pictures)} pictures are called {path.stem}; there must be one")
    split = split_of(task)
    return EvidenceRow(
        where=path.relative_to(folder).as_posix(),
        source_id=path.relative_to(folder).with_suffix("").as_posix(),
        name=path.stem,
        task=split or task,
        images=(pictures[0].relative_to(folder).as_posix(),),
        question=text_of(row.get("question"), "question"),
        options=options_of(row.get("options")),
        answer="A",
        evidence=_boxes(row.get("bbox")),
        split=split,
        meta={"target_object": row["target_object"]} if "target_object" in row else {},
    )


def _boxes(value: object) -> tuple[object, ...]:
    """[x, y, width, height] -> corners; one box may stand without its outer list."""
    boxes = value if isinstance(value, list) else []
    if boxes and not isinstance(boxes[0], list):
        boxes = [boxes]
    return tuple(corners_of(box if isinstance(box, list) else [box], "bbox") for box in boxes)

"""Small data sets for tests: pictures of a few pixels, rows as the benchmarks have them."""

import json
from pathlib import Path
from typing import Any

from PIL import Image

ORIENTATION = 0x0112


def picture(path: Path, size: tuple[int, int] = (40, 30), orientation: int | None = None, **options: Any) -> Path:
    """Save a grey picture of `size` (as stored) in the format of its suffix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new(options.pop("mode", "RGB"), size)
    if orientation is not None:
        exif = Image.Exif()
        exif[ORIENTATION] = orientation
        options["exif"] = exif
    image.save(path, **options)
    return path


def tir_row(number: int, **changes: Any) -> dict[str, Any]:
    """A sound row of a maze; `None` as a value of `changes` is kept, `...` takes the field out."""
    row = {
        "id": number,
        "task": "maze",
        "image_1": f"data/maze/{number}.png",
        "image_2": None,
        "prompt": "Which way leads out?\nA. R R D\nB. R D R",
        "answer": "B",
        "meta_data": {},
        **changes,
    }
    return {field: value for field, value in row.items() if value is not ...}


def tir_folder(folder: Path, *rows: dict[str, Any]) -> Path:
    """Write TIR-Bench.json, and a picture for every path that stays below the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "TIR-Bench.json").write_text(json.dumps(rows), encoding="utf-8")
    for row in rows:
        for field in ("image_1", "image_2"):
            path = row.get(field) if isinstance(row, dict) else None
            if isinstance(path, str) and path.startswith("data/") and ".." not in path:
                picture(folder / path)
    return folder


def layout_row(number: int, **changes: Any) -> dict[str, Any]:
    """A sound row of items.jsonl; `...` takes a field out."""
    row = {
        "id": number,
        "image": "images/shelf.png",
        "question": "Which price is on the red label?",
        "options": ["1.99", "2.49", "2.99", "3.49"],
        "answer": "C",
        "evidence": [[10, 12, 14, 15]],
        "split": "perception",
        "scenario": "retail",
        **changes,
    }
    return {field: value for field, value in row.items() if value is not ...}


def layout_folder(folder: Path, *rows: dict[str, Any], size: tuple[int, int] = (100, 80)) -> Path:
    """Write items.jsonl and the one picture its rows show."""
    picture(folder / "images" / "shelf.png", size)
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def vstar_item(folder: Path, name: str, size: tuple[int, int] = (100, 80), **changes: Any) -> None:
    """A V* picture and its annotation."""
    picture(folder / f"{name}.jpg", size)
    annotation = {
        "target_object": ["glove"],
        "bbox": [[10, 20, 4, 2]],
        "question": "What colour is the glove?",
        "options": ["The glove is blue.", "The glove is red.", "The glove is black.", "The glove is green."],
        **changes,
    }
    (folder / f"{name}.json").write_text(json.dumps(annotation), encoding="utf-8")

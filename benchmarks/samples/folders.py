"""Write samples as data sets for use elsewhere: a TIR-Bench folder, or the suite's own layout for evidence."""

import json
from pathlib import Path
from typing import Any

from benchmarks.errors import DataError
from benchmarks.samples.make import plain, write_images
from benchmarks.samples.recipe import Recipe, make_sample
from benchmarks.samples.sample import Sample


def write_tir_folder(folder: Path, *, per_task: int, seed: int, difficulty: str) -> int:
    """Write `TIR-Bench.json` and `data/<task>/…` with items of the thirteen tasks.

    Args:
        folder: Empty or not there yet.
        per_task: Items of each task.
        seed, difficulty: As of `ensure`: the same ones give the same items.

    Returns:
        How many items were written.

    Raises:
        DataError: The folder has something in it, or a parameter is out of range.
    """
    recipe = Recipe.checked(per_task=per_task, seed=seed, difficulty=difficulty, scenes=0)
    _check_empty(folder)
    rows: list[dict[str, Any]] = []
    for number, (task, index) in enumerate(recipe.places()):
        sample = make_sample(recipe, task, index)
        place = folder / "data" / task
        place.mkdir(parents=True, exist_ok=True)
        # No bare number before .jpg: the official scorer has another answer for any path with 60.jpg or 62.jpg in it.
        files = [fact["file"] for fact in write_images(sample, place, f"img{number:05d}")]
        rows.append(
            {
                "id": number,
                "task": task,
                "image_1": f"data/{task}/{files[0]}",
                "image_2": f"data/{task}/{files[1]}" if len(files) > 1 else None,
                "prompt": sample.prompt,
                "answer": plain(sample.answer),
                "meta_data": {**sample.meta, "level": recipe.difficulty},
            }
        )
    # Written last: a folder with it is complete.
    (folder / "TIR-Bench.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    return len(rows)


def write_evidence_layout(folder: Path, *, per_split: int, seed: int, difficulty: str) -> int:
    """Write `items.jsonl` and `images/…` with evidence scenes, half of them perception and half reasoning.

    Args:
        folder: Empty or not there yet.
        per_split: Scenes of each split.
        seed, difficulty: As of `ensure`: the same ones give the same scenes.

    Returns:
        How many scenes were written.

    Raises:
        DataError: The folder has something in it, or a parameter is out of range.
    """
    recipe = Recipe.checked(per_task=0, seed=seed, difficulty=difficulty, scenes=per_split)
    _check_empty(folder)
    (folder / "images").mkdir(parents=True)
    lines = []
    for number, (task, index) in enumerate(recipe.places()):
        sample = make_sample(recipe, task, index)
        file = write_images(sample, folder / "images", f"img{number:05d}")[0]["file"]
        lines.append(json.dumps(_evidence_row(number, sample, f"images/{file}"), ensure_ascii=False))
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def _evidence_row(number: int, sample: Sample, image: str) -> dict[str, Any]:
    return {
        "id": number,
        "image": image,
        "prompt": sample.prompt,
        "answer": sample.answer,
        "evidence": [list(box) for box in sample.evidence],
        "split": sample.split,
        "scenario": sample.scenario,
    }


def _check_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(f"{folder} is there already and not an empty folder. Name a new one; nothing is overwritten.")
    folder.mkdir(parents=True, exist_ok=True)

"""Write a folder in TIR-Bench's shape and size: 1,215 rows, 1,255 pictures, about 300 MB.

python bench/tir_like.py DIR
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs from anywhere, uninstalled

from benchmarks.tir_bench import TASKS

_SECOND_PICTURES = 40


def rows(rng: random.Random) -> list[dict[str, Any]]:
    """The rows, every one with four options."""
    made: list[dict[str, Any]] = []
    for task, count in TASKS.items():
        for number in range(count):
            two = task == "spot_difference" and number < _SECOND_PICTURES
            options = "\n".join(f"{letter}. {rng.randint(1, 999)}" for letter in "ABCD")
            made.append(
                {
                    "id": len(made),
                    "task": task,
                    "image_1": f"data/{task}/{number}.jpg",
                    "image_2": f"data/{task}/{number}_2.jpg" if two else None,
                    "prompt": f"Question {len(made)} of {task}. Look closely.\n{options}\nAnswer with a letter.",
                    **_answer(task, rng),
                }
            )
    return made


def _answer(task: str, rng: random.Random) -> dict[str, Any]:
    if task == "jigsaw":
        return {"answer": rng.sample(range(1, 10), 9), "meta_data": {"difficulty": 3}}
    if task == "ocr":
        return {"answer": "harbour", "meta_data": {}}
    return {"answer": rng.choice("ABCD") if task != "word_search" else rng.randint(1, 20), "meta_data": {}}


def picture(path: Path, seed: int) -> None:
    """Grain over a smooth ground: a quarter of a megabyte of JPEG, as the real ones have in the mean."""
    draw = np.random.default_rng(seed)
    width, height = int(draw.integers(760, 1200)), int(draw.integers(600, 900))
    ground = Image.fromarray(draw.integers(0, 256, (9, 12, 3), dtype="uint8")).resize(
        (width, height), Image.Resampling.BICUBIC
    )
    grain = Image.fromarray(draw.integers(0, 256, (height, width), dtype="uint8")).convert("RGB")
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.blend(ground, grain, 0.09).save(path, quality=88)


def write(folder: Path) -> None:
    """Write everything."""
    made = rows(random.Random(0))
    paths = [row[field] for row in made for field in ("image_1", "image_2") if row[field]]
    for seed, path in enumerate(paths):
        picture(folder / path, seed)
    (folder / "TIR-Bench.json").write_text(json.dumps(made), encoding="utf-8")
    size = sum((folder / path).stat().st_size for path in paths)
    print(f"{len(made)} rows, {len(paths)} pictures, {size / 1e6:.0f} MB in {folder}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)

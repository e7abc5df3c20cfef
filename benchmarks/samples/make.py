"""Make samples: one random state for each, files with neutral names, and the rows that describe them."""

import hashlib
import io
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.samples.sample import Answer, Difficulty, Encoding, Sample
from benchmarks.samples.tasks import SCENE_TASKS, TIR_TASKS, task_module

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a sample set is made from; the same recipe gives the same items everywhere.

    Attributes:
        per_task: Items of each of the benchmark's tasks.
        seed: Any whole number.
        difficulty: Of every item.
        scenes: Evidence scenes of each split.
    """

    per_task: int = 8
    seed: int = 0
    difficulty: Difficulty = "medium"
    scenes: int = 8

    def places(self) -> Iterator[tuple[str, int]]:
        """Task and number of every item, in order."""
        for task in TIR_TASKS:
            yield from ((task, index) for index in range(self.per_task))
        for task in SCENE_TASKS:
            yield from ((task, index) for index in range(self.scenes))


def item_random(seed: int, difficulty: str, task: str, index: int | str) -> random.Random:
    """The random state of one item, independent of every other item and of the platform."""
    return _stable_random(f"{seed}/{difficulty}/{task}/{index}")


def _stable_random(name: str) -> random.Random:
    return random.Random(int.from_bytes(hashlib.sha256(name.encode()).digest()[:16], "big"))


def make_sample(task: str, seed: int, index: int, difficulty: Difficulty) -> Sample:
    """Item number `index` of a task.

    Kinds of questions and letters of right options are dealt like cards, so that also a small set has all of them.
    """
    module = task_module(task)
    kind = module.KINDS[_dealt(f"{seed}/{difficulty}/{task}/kinds", index, len(module.KINDS))]
    sample = module.generate(item_random(seed, difficulty, task, index), difficulty, kind)
    if sample.choices is None:
        return sample
    count = len(sample.choices.texts) - sample.choices.fixed
    return sample.keyed(_dealt(f"{seed}/{difficulty}/{task}/{count} letters", index, count))


def _dealt(pack: str, index: int, count: int) -> int:
    """Number `index` of an endless row of 0 to count - 1 in which every `count` in a row have each number once."""
    block, place = divmod(index, count)
    cards = list(range(count))
    _stable_random(f"{pack}/{block}").shuffle(cards)
    return cards[place]


def encoded(image: "Image", encoding: Encoding) -> bytes:
    """The file of a picture: pixels only, no metadata."""
    target = io.BytesIO()
    if encoding.form == "PNG":
        image.save(target, "PNG", compress_level=3)
    else:
        image.save(target, "JPEG", quality=encoding.quality, subsampling=0 if encoding.full_colour else 2)
    return target.getvalue()


def plain(answer: Answer) -> Any:
    """Gold as JSON has it: lists instead of tuples."""
    return list(answer) if isinstance(answer, tuple) else answer


def write_images(sample: Sample, folder: Path, stem: str) -> list[dict[str, Any]]:
    """Write a sample's pictures as `<stem>_1.jpg`, … and return the facts of each: file, mime, width, height."""
    facts = []
    suffix = "png" if sample.encoding.form == "PNG" else "jpg"
    for number, image in enumerate(sample.images, start=1):
        name = f"{stem}_{number}.{suffix}"
        (folder / name).write_bytes(encoded(image, sample.encoding))
        mime = f"image/{sample.encoding.form.lower()}"
        facts.append({"file": name, "mime": mime, "width_px": image.width, "height_px": image.height})
    return facts


def write_set(recipe: Recipe, folder: Path) -> None:
    """Write a whole set: pictures, and `samples.json` with everything else."""
    rows = []
    (folder / "images").mkdir(parents=True)
    for number, (task, index) in enumerate(recipe.places()):
        sample = make_sample(task, recipe.seed, index, recipe.difficulty)
        # Numbered over the whole set: a name tells neither the task nor the answer.
        facts = write_images(sample, folder / "images", f"img{number:05d}")
        rows.append(
            {
                "task": task,
                "index": index,
                "prompt": sample.prompt,
                "answer": plain(sample.answer),
                "images": facts,
                "evidence": [list(box) for box in sample.evidence],
                "split": sample.split,
                "scenario": sample.scenario,
                "meta": {**sample.meta, "level": recipe.difficulty},
            }
        )
    (folder / "samples.json").write_text(json.dumps({"rows": rows}, ensure_ascii=False), encoding="utf-8")

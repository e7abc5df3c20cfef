"""Make a sample set: files with neutral names and the rows that describe them."""

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.samples.recipe import Recipe, make_sample
from benchmarks.samples.sample import Answer, Encoding, Sample

if TYPE_CHECKING:
    from PIL.Image import Image


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
        sample = make_sample(recipe, task, index)
        # Numbered over the whole set: a name tells neither the task nor the answer.
        facts = write_images(sample, folder / "images", f"img{number:05d}")
        rows.append(_row(sample, task, index, facts, recipe.difficulty))
    (folder / "samples.json").write_text(json.dumps({"rows": rows}, ensure_ascii=False), encoding="utf-8")


def _row(sample: Sample, task: str, index: int, images: list[dict[str, Any]], level: str) -> dict[str, Any]:
    return {
        "task": task,
        "index": index,
        "prompt": sample.prompt,
        "answer": plain(sample.answer),
        "images": images,
        "evidence": [list(box) for box in sample.evidence],
        "split": sample.split,
        "scenario": sample.scenario,
        "meta": {**sample.meta, "level": level},
    }

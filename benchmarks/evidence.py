"""Questions with gold evidence: what every reader of them makes of a row, and the checks that are common to all.

Gold boxes are in pixels of the original picture, upright: after its EXIF orientation was applied.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.case_ids import ascii_task, case_id
from benchmarks.errors import BrokenRow, FieldError, seen
from benchmarks.fields import LARGEST
from benchmarks.item import Corners, Item
from benchmarks.pictures import PictureFolder
from benchmarks.prompts import ANSWER_WITH_LETTER, answer_letter, box_prompt, choice_prompt

PIXEL_LIMIT_MP = 300
_SLACK_PX = 1.0
"""How far a gold box may stand over the edge: rounding, or an edge counted as inside. What stands over is cut off."""

_SHAPE_TOLERANCE = 0.01
_BOX_LIMIT = 100


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One row as its reader found it, not yet checked against its pictures.

    Attributes:
        where: The row's place, for messages.
        source_id: The id as the data set writes it.
        name: What the case is called after its task; the id, or a file's name.
        task: The task as the data set writes it.
        images: Paths below the data set's folder, in the order they are sent.
        question: The question alone, where `options` are known or a box is asked for.
        prompt: The complete text instead, options included.
        options: Their texts without letters.
        answer: The gold letter in any spelling `answer_letter` knows; None where a box is asked for.
        answer_box: The gold box where a box is asked for, as corners.
        evidence: Gold boxes as corners, of the first picture.
        in_percent: Boxes are in percent of the upright picture's sides, not in pixels.
        annotated_size: (width, height) of the picture the annotator saw, where the data say it.
    """

    where: str
    source_id: str
    name: int | str
    task: str
    images: Sequence[object]
    evidence: Sequence[object]
    question: str | None = None
    prompt: str | None = None
    options: tuple[str, ...] = ()
    answer: object = None
    answer_box: object = None
    split: str | None = None
    scenario: str | None = None
    in_percent: bool = False
    annotated_size: tuple[float, float] | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader found in a folder: rows and broken rows in order, and the annotation files' bytes."""

    benchmark: str
    rows: tuple[EvidenceRow | BrokenRow, ...]
    documents: tuple[bytes, ...]
    key_first: bool = False
    """Whether the right option always stands first, so that shuffling is the default."""


def item(row: EvidenceRow, benchmark: str, pictures: PictureFolder) -> Item:
    """A row with its pictures and boxes checked.

    Raises:
        FieldError: A picture is missing or over the limit, a box has no area or lies outside, there is no evidence, or
            the answer is no option.
    """
    names = [f"image_{number}" for number in range(1, len(row.images) + 1)]
    images = tuple(pictures.picture(path, name, "image") for path, name in zip(row.images, names, strict=True))
    size = images[0].upright_size
    _check_shape(row.annotated_size, size)
    boxes = tuple(corners(box, size, f"evidence[{n}]", row.in_percent) for n, box in enumerate(row.evidence))
    asks_box = row.answer_box is not None
    if len(boxes) > _BOX_LIMIT or not (boxes or asks_box):
        raise FieldError("evidence", f"has {len(boxes)} boxes; a question with evidence has 1 to {_BOX_LIMIT}")
    task = ascii_task(row.task)
    return Item(
        benchmark=benchmark,
        task=task,
        id=case_id(task, row.name),
        source_id=row.source_id,
        prompt=_prompt(row),
        images=images,
        answer=corners(row.answer_box, size, "answer_box") if asks_box else answer_letter(row.answer, row.options),
        scorer="box" if asks_box else "choice",
        evidence=boxes,
        split=row.split,
        scenario=row.scenario,
        label=None if task == row.task else row.task,
        meta={**row.meta, "question": row.question, "options": row.options} if row.options else row.meta,
    )


def corners(box: object, size: tuple[int, int], name: str, in_percent: bool = False) -> Corners:
    """A gold box, checked, in pixels.

    Args:
        box: (x0, y0, x1, y1) in the upright frame.
        size: (width, height) in pixels of the upright picture.
        name: The field, for the message.
        in_percent: Whether the box is in percent of the sides.

    Raises:
        FieldError: It is no four finite numbers, has no area, or lies outside the picture.
    """
    values = list(box) if isinstance(box, list | tuple) else []
    if len(values) != 4 or any(isinstance(v, bool) or not isinstance(v, int | float) for v in values):
        raise FieldError(name, f"is {seen(box)}; a box is four numbers, [x0, y0, x1, y1]")
    width, height = size
    scale = (width / 100, height / 100) * 2 if in_percent else (1, 1, 1, 1)
    if not all(abs(value) < LARGEST for value in values):
        raise FieldError(name, f"is {seen(box)}; a box lies inside its picture of {width} × {height} pixels")
    x0, y0, x1, y1 = (value * factor for value, factor in zip(values, scale, strict=True))
    if not (x0 < x1 and y0 < y1):
        raise FieldError(
            name,
            f"has no area: {_numbers(x0, y0, x1, y1)}. Boxes are [x0, y0, x1, y1] with x0 < x1 and y0 < y1; "
            "is this one [x, y, width, height]?",
        )
    if min(x0, y0) < -_SLACK_PX or x1 > width + _SLACK_PX or y1 > height + _SLACK_PX:
        raise FieldError(
            name,
            f"{_numbers(x0, y0, x1, y1)} lies outside the picture of {width} × {height} pixels. Boxes are in pixels "
            "of the original, upright after its EXIF orientation",
        )
    inside = (max(x0, 0.0), max(y0, 0.0), min(x1, float(width)), min(y1, float(height)))
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        raise FieldError(
            name, f"{_numbers(x0, y0, x1, y1)} has no area inside the picture of {width} × {height} pixels"
        )
    return inside


def _check_shape(annotated: tuple[float, float] | None, size: tuple[int, int]) -> None:
    """A smaller copy is as good to annotate, a turned one is not."""
    if annotated is None:
        return
    width, height = annotated
    if not (
        0 < width < LARGEST
        and 0 < height < LARGEST
        and abs(width * size[1] / (height * size[0]) - 1) < _SHAPE_TOLERANCE
    ):
        raise FieldError(
            "evidence",
            f"was drawn on {seen(width)} × {seen(height)} pixels, the picture has {size[0]} × {size[1]} upright. "
            "Was it turned (EXIF orientation) or cut since?",
        )


def _prompt(row: EvidenceRow) -> str:
    if row.prompt is not None:
        return row.prompt
    question = row.question or ""
    if row.answer_box is not None:
        return box_prompt(question)
    # Some annotators write the options into the question; then they only need the last line.
    return choice_prompt(question, row.options) if row.options else f"{question.strip()}\n\n{ANSWER_WITH_LETTER}"


def _numbers(*values: float) -> str:
    return "[" + ", ".join(f"{value:g}" if math.isfinite(value) else str(value) for value in values) + "]"

"""What a benchmark item is, and the part of it that a model may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Corners = tuple[float, float, float, float]
"""A box as (x0, y0, x1, y1), in pixels of the original image in its upright (EXIF) frame."""

Scorer = Literal["tir_bench", "choice", "box"]
"""Which rules judge the answer: TIR-Bench's by task, one letter of the options, or a box by IoU."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a question: where its bytes lie and what their header says.

    Attributes:
        name: What a model may see of the file's name: `image_1`, never the path.
        mime: The true type, read from the bytes (`image/jpeg`), whatever the file is called.
        width_px, height_px: Size as stored, before the EXIF orientation is applied.
        orientation: EXIF orientation, 1 to 8; 1 is upright.
        path: Where the bytes lie. For reading only; it may tell the answer and goes to no model.
    """

    name: str
    mime: str
    width_px: int
    height_px: int
    path: Path = field(repr=False)
    orientation: int = 1

    @property
    def upright_size(self) -> tuple[int, int]:
        """(width, height) in pixels after the EXIF orientation, the frame of every box."""
        turned = self.orientation >= 5
        return (self.height_px, self.width_px) if turned else (self.width_px, self.height_px)

    def read_bytes(self) -> bytes:
        """The file's bytes, unchanged."""
        return self.path.read_bytes()


@dataclass(frozen=True, slots=True)
class Question:
    """What an adapter may see of an item. No answer and no gold box can be reached from here."""

    id: str
    prompt: str
    images: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One question with its gold.

    Attributes:
        benchmark: `tir_bench`, `viebench`, `vstar` or `samples`.
        task: The family of questions: `maze`, `perception`, …
        id: The case id: ASCII, short, stable, unique in its benchmark (`maze-0012`). See `case_id`.
        source_id: The id as the data set writes it, any text.
        prompt: The complete text a model is asked, options included.
        images: In the order they are sent.
        answer: Gold, as the data set gives it (letter, letters, number, list, word).
        scorer: Which rules judge the answer.
        evidence: Gold boxes, empty where the benchmark has none.
        split, scenario: The named parts a benchmark reports, where it has them.
        label: The task's name as the data set writes it, when that is not `task`.
        meta: What else the row said (`difficulty` of a jigsaw, …).
    """

    benchmark: str
    task: str
    id: str
    source_id: str
    prompt: str
    images: tuple[Picture, ...]
    answer: Any
    scorer: Scorer = "tir_bench"
    evidence: tuple[Corners, ...] = ()
    split: str | None = None
    scenario: str | None = None
    label: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)

    def question(self) -> Question:
        """The part of the item that may leave this process."""
        return Question(id=self.id, prompt=self.prompt, images=self.images)

"""What one task's generator hands over: a question, its gold and its pictures, all still in memory."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from benchmarks.samples.choices import Choices

if TYPE_CHECKING:
    from PIL.Image import Image

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")

Answer = str | int | float | tuple[int, ...]
"""Gold as the benchmark writes it: a letter, letters or a word; a number; a list of whole numbers."""

Box = tuple[int, int, int, int]
"""(x0, y0, x1, y1) in whole pixels of the picture, x1 and y1 just outside."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a picture is written. Nothing but pixels goes into the file.

    Attributes:
        form: `JPEG` for what looks like a photograph, `PNG` for diagrams and exact colours.
        quality: Of a JPEG, 1 to 95.
        full_colour: A JPEG keeps colour at full resolution, so that blocks of 8 x 8 pixels do not touch each other.
    """

    form: Literal["JPEG", "PNG"] = "JPEG"
    quality: int = 88
    full_colour: bool = False


PHOTO = Encoding()
PRINT = Encoding(quality=93, full_colour=True)
DIAGRAM = Encoding("PNG")


@dataclass(frozen=True, slots=True)
class Sample:
    """One question as its generator made it.

    Attributes:
        question: The prompt, up to the options if there are any.
        answer: Gold, known from the construction.
        images: In the order they are sent.
        choices: The options, where the question has exactly one right one; their letter is the answer.
        tail: What the prompt says after the options.
        encoding: How every picture of the sample is written.
        evidence: Gold boxes in pixels of the only picture; the answer can't be read outside of them.
        split, scenario: The named parts of the evidence scenes.
        meta: What else the benchmark's row says (`difficulty` of a jigsaw).
    """

    question: str
    answer: Answer
    images: tuple[Image, ...]
    choices: Choices | None = None
    tail: str = ""
    encoding: Encoding = PHOTO
    evidence: tuple[Box, ...] = ()
    split: str | None = None
    scenario: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def prompt(self) -> str:
        """The complete text a model is asked."""
        return self.question + (self.choices.text if self.choices else "") + self.tail

    def keyed(self, place: int) -> Sample:
        """The same question with its right option moved to a place, counted from 0."""
        if self.choices is None:
            return self
        moved = self.choices.moved(place)
        return replace(self, choices=moved, answer=moved.letter)


class Task(Protocol):
    """What the module of a task offers.

    Attributes:
        KINDS: Its kinds of questions; one that occurs twice is twice as frequent.
    """

    KINDS: tuple[str, ...]

    def generate(self, rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
        """A question. The same random state, difficulty and kind give the same question, answer and geometry anywhere.

        Without a kind one is drawn.
        """

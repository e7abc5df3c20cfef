"""The last step of many tasks: a finished canvas becomes a photograph or a printed figure, and that a sample."""

import random

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.choices import Choices
from benchmarks.samples.photo import Film, photographed
from benchmarks.samples.sample import PHOTO, PRINT, Difficulty, Sample

_FILMS: dict[Difficulty, Film] = {"easy": "fine", "medium": "usual", "hard": "rough"}


def photo_sample(
    rng: random.Random,
    canvas: Canvas,
    difficulty: Difficulty,
    question: str,
    answer: str | float,
    choices: Choices | None = None,
) -> Sample:
    """A question about a scene; the harder, the noisier the photograph."""
    picture = photographed(canvas.done(), rng, _FILMS[difficulty])
    return Sample(question, answer, (picture,), choices=choices)


def figure_sample(
    rng: random.Random,
    canvas: Canvas,
    difficulty: Difficulty,
    question: str,
    answer: str | float,
    choices: Choices | None = None,
) -> Sample:
    """A question about a figure: printed, or on hard a photograph of the page."""
    picture = canvas.done()
    if difficulty != "hard":
        return Sample(question, answer, (picture,), choices=choices, encoding=PRINT)
    return Sample(question, answer, (photographed(picture, rng, "rough"),), choices=choices, encoding=PHOTO)

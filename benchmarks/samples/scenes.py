"""Evidence scenes: pictures of 3000 pixels and more whose answer is readable in one or two small places only."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from PIL import Image

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.choices import Choices
from benchmarks.samples.photo import photographed
from benchmarks.samples.plates import Plate
from benchmarks.samples.sample import Box, Difficulty, Encoding, Sample

_ENCODING = Encoding("JPEG", quality=86)
_OPTIONS = 4


@dataclass(frozen=True, slots=True)
class Carrier:
    """Something in a scene that carries a plate.

    Attributes:
        name: Words that are true for nothing else in the picture: `the purple bottles`.
        plate: What is asked about.
        value: What the plate says, as a whole number (cents, minutes, tenths of a bar); 0 where it is no number.
    """

    name: str
    plate: Plate
    value: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with many small things to read.

    Attributes:
        size: Width and height in pixels.
        ground: Draws everything but the plates.
        families: Carriers of one kind each, at least four, no two with the same text.
    """

    size: tuple[int, int]
    ground: Callable[[Canvas], None]
    families: Mapping[str, tuple[Carrier, ...]]

    def paint(self, noise: random.Random) -> Image.Image:
        """The photograph of the scene; the noise depends on nothing that can be read."""
        canvas = Canvas(*self.size, (128, 128, 128), scale=1)
        self.ground(canvas)
        for carriers in self.families.values():
            for carrier in carriers:
                carrier.plate.paint(canvas)
        return photographed(canvas.done(), noise, "even")


@dataclass(frozen=True, slots=True)
class Ask:
    """A form of question about one carrier, or two.

    Attributes:
        family: Which carriers it is about.
        words: The question with `{0}`, and `{1}` for two carriers.
        result: The answer as it is written, from the carriers asked about.
        carriers: One or two.
    """

    family: str
    words: str
    result: Callable[..., str]
    carriers: int = 1


def read(carrier: Carrier) -> str:
    """What the plate says: the answer of a perception question."""
    return carrier.plate.text


Build = Callable[[random.Random, Difficulty, str], Scene]
"""Plans a scenario's scene in which a family has four carriers or more."""


def scene_sample(
    rng: random.Random, difficulty: Difficulty, *, split: str, scenario: str, build: Build, asks: Sequence[Ask]
) -> Sample:
    """A multiple-choice question about a scene of one scenario."""
    scene, ask, asked, choices = plan_asked(rng, difficulty, build, asks)
    question = ask.words.format(*(carrier.name for carrier in asked))
    return Sample(
        question=f"{question}\n",
        answer=choices.letter,
        images=(scene.paint(random.Random(rng.getrandbits(32))),),
        choices=choices,
        tail="\nAnswer with the letter of the right option.",
        encoding=_ENCODING,
        evidence=tuple(padded(carrier.plate.box, scene.size) for carrier in asked),
        split=split,
        scenario=scenario,
    )


def plan_asked(
    rng: random.Random, difficulty: Difficulty, build: Build, asks: Sequence[Ask]
) -> tuple[Scene, Ask, tuple[Carrier, ...], Choices]:
    """A scene, the form of the question, the carriers it is about, and four options.

    The options are what the answer would be if other plates were read.
    """
    ask = rng.choice(asks)
    while True:
        scene = build(rng, difficulty, ask.family)
        results: dict[str, tuple[Carrier, ...]] = {}
        for group in permutations(scene.families[ask.family], ask.carriers):
            results.setdefault(ask.result(*group), group)
        # Four pressures in equal steps have three distances only; then another scene is built.
        if len(results) >= _OPTIONS:
            texts = rng.sample(sorted(results), _OPTIONS)
            right = rng.randrange(_OPTIONS)
            return scene, ask, results[texts[right]], Choices(tuple(texts), right, "dot")


def padded(box: Box, size: tuple[int, int]) -> Box:
    """A box with a few pixels around it, for the smear of a JPEG, inside the picture."""
    return (max(0, box[0] - 4), max(0, box[1] - 4), min(size[0], box[2] + 4), min(size[1], box[3] + 4))


def unlike(rng: random.Random, count: int, draw: Callable[[random.Random], tuple[str, int]]) -> list[tuple[str, int]]:
    """Texts and values, no two texts alike."""
    found: dict[str, int] = {}
    while len(found) < count:
        text, value = draw(rng)
        found[text] = value
    return list(found.items())

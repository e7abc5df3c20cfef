"""What a sample set is made from, and how each of its items gets a random state, a kind and a letter of its own."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.errors import DataError
from benchmarks.samples.sample import DIFFICULTIES, Difficulty, Sample
from benchmarks.samples.tasks import SCENE_TASKS, TIR_TASKS, task_module


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a sample set is made from; the same recipe gives the same items everywhere.

    Attributes:
        per_task: Items of each of the benchmark's tasks.
        seed: Any whole number.
        difficulty: Of every item.
        scenes: Evidence scenes of each split.
    """

    per_task: int
    seed: int
    difficulty: Difficulty
    scenes: int

    @classmethod
    def checked(cls, *, per_task: int, seed: int, difficulty: str, scenes: int) -> "Recipe":
        """A recipe from what a user said.

        Raises:
            DataError: There is no such difficulty, or a number is negative.
        """
        level = next((known for known in DIFFICULTIES if known == difficulty), None)
        if level is None:
            raise DataError(f"difficulty {difficulty!r} is not one of {', '.join(DIFFICULTIES)}")
        if per_task < 0 or scenes < 0:
            raise DataError(f"{per_task} items a task and {scenes} scenes a split: neither may be negative")
        return cls(per_task, seed, level, scenes)

    def places(self) -> Iterator[tuple[str, int]]:
        """Task and number of every item, in order."""
        for task in TIR_TASKS:
            yield from ((task, index) for index in range(self.per_task))
        for task in SCENE_TASKS:
            yield from ((task, index) for index in range(self.scenes))


def make_sample(recipe: Recipe, task: str, index: int) -> Sample:
    """Item number `index` of a task.

    Kinds of questions and letters of right options are dealt like cards, so that also a small set has all of them.

    Raises:
        ValueError: There is no such task.
    """
    sample = task_module(task).generate(
        item_random(recipe, task, index), recipe.difficulty, item_kind(recipe, task, index)
    )
    if sample.choices is None:
        return sample
    count = len(sample.choices.texts) - sample.choices.fixed
    return sample.keyed(_dealt(f"{recipe.seed}/{recipe.difficulty}/{task}/{count} letters", index, count))


def item_kind(recipe: Recipe, task: str, index: int) -> str:
    """Which kind of question an item is."""
    kinds = task_module(task).KINDS
    return kinds[_dealt(f"{recipe.seed}/{recipe.difficulty}/{task}/kinds", index, len(kinds))]


def item_random(recipe: Recipe, task: str, index: int) -> random.Random:
    """The random state an item is generated from, whatever was made before it."""
    return _stable_random(f"{recipe.seed}/{recipe.difficulty}/{task}/{index}")


def _dealt(pack: str, index: int, count: int) -> int:
    """Number `index` of an endless row of 0 to count - 1 in which every `count` in a row have each number once."""
    block, place = divmod(index, count)
    cards = list(range(count))
    _stable_random(f"{pack}/{block}").shuffle(cards)
    return cards[place]


def _stable_random(name: str) -> random.Random:
    """A random state that depends on a name alone: not on the platform, the process or what was drawn before."""
    return random.Random(int.from_bytes(hashlib.sha256(name.encode()).digest()[:16], "big"))

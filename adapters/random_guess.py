"""The floor: a guess that never looks at the picture. The papers' "random guess" row.

Where the prompt offers options, each is as likely as the others; where it asks for a list, a place or a number, the
guess has the form that was asked for and a plausible size.
"""

import random
import re
from string import ascii_uppercase

from adapters.base import Message, Transcript
from adapters.manner import Manner
from benchmarks.item import Question

_SEVERAL = re.compile(r"select (?:all|more than one|every)|more than one option|多选", re.IGNORECASE)
_GRID = re.compile(r"(\d{1,2})\D{1,20}?(\d{1,2})\D*$")
_PIECES = re.compile(r"jigsaw|shuffled|puzzle|拼图", re.IGNORECASE)
_PATCHES = re.compile(r"different_patches")
_PLACE = re.compile(r"\[row,? column\]|row and (?:the )?column|行.{0,6}列", re.IGNORECASE)
_LARGEST_NUMBER = 20


class RandomGuess:
    """Answers every question by chance, the same for the same seed and question.

    Args:
        seed: Another seed is another guesser.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def ask(self, question: Question, manner: Manner) -> Transcript:  # noqa: ARG002  it looks at nothing
        """Guess."""
        text = guess(question.prompt, random.Random(f"{self._seed}/{question.id}"))
        messages = (
            Message("user", question.prompt, tuple(image.name for image in question.images)),
            Message("assistant", text),
        )
        return Transcript(final_text=text, finish_reason="stop", messages=messages, attempts=0)

    async def close(self) -> None:
        """Nothing to give back."""


def guess(prompt: str, rng: random.Random) -> str:
    """An answer in the form the prompt asks for."""
    letters = option_letters(prompt)
    if letters and _SEVERAL.search(prompt):
        chosen = [letter for letter in letters if rng.random() < 0.5]
        return "".join(chosen or [rng.choice(letters)])
    if letters:
        return rng.choice(letters)
    if _PATCHES.search(prompt):
        rows, columns = _grid(prompt)
        count = rng.randint(1, max(1, rows * columns // 3))
        return str(sorted(rng.sample(range(1, rows * columns + 1), count)))
    if _PIECES.search(prompt):
        pieces = rng.randint(2, 6) ** 2
        return ", ".join(map(str, rng.sample(range(1, pieces + 1), pieces)))
    if _PLACE.search(prompt):
        return f"[{rng.randint(1, _LARGEST_NUMBER)}, {rng.randint(1, _LARGEST_NUMBER)}]"
    return str(rng.randint(1, _LARGEST_NUMBER))


def option_letters(prompt: str) -> list[str]:
    """The letters of the options: A, B, C, … as long as each stands after the one before it, as an option would.

    A prompt with fewer than two has none.
    """
    letters: list[str] = []
    position = 0
    for letter in ascii_uppercase:
        found = re.compile(rf"(?:^|[\s(（,;，；]){letter}(?:[.:)）、：．]|\s)").search(prompt, position)
        if found is None:
            break
        letters.append(letter)
        position = found.end() - 1
    return letters if len(letters) > 1 else []


def _grid(prompt: str) -> tuple[int, int]:
    """(rows, columns) as the long spot_difference prompt states them last; 4 × 4 when it does not."""
    found = _GRID.search(prompt[-200:])
    rows, columns = (int(found[1]), int(found[2])) if found else (4, 4)
    return max(1, rows), max(1, columns)

"""The floor: a guess that never looks at the picture. The papers' "random guess" row.

Where the prompt offers options, each is as likely as the others; where it asks for a list, a place or a number, the
guess has the form that was asked for and a plausible size.
"""

import random
import re
from string import ascii_uppercase
from typing import Literal

from adapters.base import Message, Transcript
from adapters.manner import Manner
from benchmarks.item import Question

_SEVERAL = re.compile(r"select (?:all|more than one|every)|more than one option|多选", re.IGNORECASE)
_GRID = re.compile(r"(\d{1,2})\D{1,20}?(\d{1,2})\D*$")
_PIECES = re.compile(r"jigsaw|shuffled|puzzle|拼图", re.IGNORECASE)
_PATCHES = re.compile(r"different_patches")
_PLACE = re.compile(r"\[row,? column\]|row and (?:the |which )?column|行.{0,6}列", re.IGNORECASE)

LARGEST_NUMBER = 20
"""Numbers, rows and columns are guessed from 1 to this."""
SIDES = range(2, 7)
"""A jigsaw is taken to have as many pieces as a square of one of these sides."""

Form = Literal["letters", "letter", "patches", "pieces", "place", "number"]
"""Several options, one of them, a list of patches, an order of pieces, (row, column), a number."""
_FORMS: dict[Form, re.Pattern[str]] = {"patches": _PATCHES, "pieces": _PIECES, "place": _PLACE}


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


def form_of(prompt: str) -> Form:
    """What a prompt asks for."""
    if option_letters(prompt):
        return "letters" if _SEVERAL.search(prompt) else "letter"
    for form, pattern in _FORMS.items():
        if pattern.search(prompt):
            return form
    return "number"


def guess(prompt: str, rng: random.Random) -> str:
    """An answer in the form the prompt asks for."""
    form, letters = form_of(prompt), option_letters(prompt)
    if form == "letters":
        chosen = [letter for letter in letters if rng.random() < 0.5]
        return "".join(chosen or [rng.choice(letters)])
    if form == "letter":
        return rng.choice(letters)
    if form == "patches":
        patches = patches_of(prompt)
        count = rng.randint(1, most_patches(patches))
        return str(sorted(rng.sample(range(1, patches + 1), count)))
    if form == "pieces":
        pieces = rng.choice(SIDES) ** 2
        return ", ".join(map(str, rng.sample(range(1, pieces + 1), pieces)))
    if form == "place":
        return f"[{rng.randint(1, LARGEST_NUMBER)}, {rng.randint(1, LARGEST_NUMBER)}]"
    return str(rng.randint(1, LARGEST_NUMBER))


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


def patches_of(prompt: str) -> int:
    """How many patches the long spot_difference prompt speaks of at its end; 16 when it does not."""
    found = _GRID.search(prompt[-200:])
    rows, columns = (int(found[1]), int(found[2])) if found else (4, 4)
    return max(1, rows) * max(1, columns)


def most_patches(patches: int) -> int:
    """How many of them are guessed to differ at most."""
    return max(1, patches // 3)

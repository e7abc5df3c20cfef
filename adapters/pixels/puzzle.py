"""What a solver gets, and what it gives: the prompt and the pictures in, the text of an answer out."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adapters.pixels.rasters import Picture

_LIMIT_CHARS = 20_000
_MOST_STARTS = 50
_NONE = re.compile(r"\bnone of\b|以上都不", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One question as a model sees it.

    Attributes:
        prompt: The complete text, options included.
        pictures: RGB, in the order they were sent; empty when none could be read.
    """

    prompt: str
    pictures: "tuple[Picture, ...]"


Solver = Callable[[Puzzle], str | None]
"""The answer's text (`C`, `[2, 5]`, `3, 1, 2, 4`), None when the solver can't tell."""


def option_texts(prompt: str) -> dict[str, str]:
    """The options by letter, in order; empty with fewer than two.

    The letters are looked for from the last possible A on, so that an A in the question's own text ("A red ball …")
    starts no list.
    """
    prompt = prompt[-_LIMIT_CHARS:]
    best: list[tuple[int, int]] = []
    for start in list(_places("A", prompt, 0))[-_MOST_STARTS:]:
        run = [start]
        for letter in ascii_uppercase[1:]:
            found = next(_places(letter, prompt, run[-1][1]), None)
            if found is None:
                break
            run.append(found)
        if len(run) > 1 and len(run) >= len(best):
            best = run
    ends = [start for start, _ in best[1:]] + [len(prompt)]
    return {
        letter: prompt[begin:end].strip(" \t\r\n,;，；")
        for letter, (_, begin), end in zip(ascii_uppercase, best, ends, strict=False)
    }


def numbers_in(text: str) -> list[float]:
    """Every plain number of a text, in order."""
    return [float(found) for found in re.findall(r"-?\d{1,9}(?:\.\d{1,9})?", text)]


def nearest_option(value: float, options: dict[str, str]) -> str | None:
    """The letter of the option whose only number lies nearest; None when no option has just one.

    An option that says "none of the above" is taken when the value lies off the others' own grid.
    """
    values = {letter: numbers_in(text) for letter, text in options.items()}
    plain = {letter: found[0] for letter, found in values.items() if len(found) == 1}
    if not plain:
        return None
    nearest = min(plain, key=lambda letter: abs(plain[letter] - value))
    ordered = sorted(set(plain.values()))
    step = min((after - before for before, after in pairwise(ordered)), default=0.0)
    none = [letter for letter, text in options.items() if _NONE.search(text)]
    return none[0] if none and abs(plain[nearest] - value) > 0.6 * step else nearest


def _places(letter: str, text: str, position: int) -> Iterator[tuple[int, int]]:
    pattern = re.compile(rf"(?:^|[\s(（,;，；]){letter}(?:[.:)）、：．]|\s)\s*")
    return ((found.start(), found.end()) for found in pattern.finditer(text, max(0, position - 1)))

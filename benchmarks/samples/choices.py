"""The options of a multiple-choice question, written in the styles that occur in the benchmark."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

LETTERS = "ABCDEFGH"

Style = Literal["dot", "tight", "colon", "bracket", "inline", "bare"]
_FORMS: dict[Style, tuple[str, str]] = {
    "dot": ("{letter}. {text}", "\n"),
    "tight": ("{letter}.{text}", "\n"),
    "colon": ("{letter}: {text}", "\n"),
    "bracket": ("{letter}) {text}", "\n"),
    "inline": ("({letter}) {text}", " "),
    "bare": ("{letter} {text}", "\n"),
}


@dataclass(frozen=True, slots=True)
class Choices:
    """Options of which exactly one is right.

    Attributes:
        texts: In the order of their letters; no two alike.
        right: Which one is right, counted from 0.
        style: How a letter and its text are written.
        fixed: How many options at the end stay where they are (`No answer`, `None of the above`).
    """

    texts: tuple[str, ...]
    right: int
    style: Style
    fixed: int = 0

    def __post_init__(self) -> None:
        if len(set(self.texts)) != len(self.texts):
            raise ValueError(f"two options are alike: {self.texts}. Every option must differ from the others.")

    @property
    def letter(self) -> str:
        """The letter of the right option."""
        return LETTERS[self.right]

    @property
    def text(self) -> str:
        """All options as the prompt shows them."""
        return option_lines(self.texts, self.style)

    def moved(self, place: int) -> "Choices":
        """The right option changes seats with the one at `place`, modulo the options that may move."""
        free = len(self.texts) - self.fixed
        if self.right >= free:
            return self
        seat = place % free
        texts = list(self.texts)
        texts[seat], texts[self.right] = texts[self.right], texts[seat]
        return replace(self, texts=tuple(texts), right=seat)


def option_lines(texts: Sequence[str], style: Style) -> str:
    """Options with their letters, one a line, or in one line for `inline`."""
    form, between = _FORMS[style]
    return between.join(form.format(letter=letter, text=text) for letter, text in zip(LETTERS, texts, strict=False))


def shuffled(rng: random.Random, right: str, wrong: Sequence[str], style: Style) -> Choices:
    """Options in random order."""
    texts = [right, *wrong]
    rng.shuffle(texts)
    return Choices(tuple(texts), texts.index(right), style)


def near_values(rng: random.Random, right: int, count: int, step: int, *, low: int, high: int) -> tuple[int, ...]:
    """Wrong whole numbers around a right one: multiples of `step` away, between `low` and `high`, all different.

    How many lie below the right one is drawn, so that its rank among the options tells nothing.
    """
    room_below, room_above = (right - low) // step, (high - right) // step
    if room_below + room_above < count:
        raise ValueError(f"{count} values {step} apart do not fit into {low} to {high} beside {right}")
    return ladder(right, rng.randint(max(0, count - room_above), min(count, room_below)), count, step)


def ladder(right: int, below: int, count: int, step: int) -> tuple[int, ...]:
    """`count` values in steps around a right one that is left out, `below` of them under it."""
    return tuple(right + step * place for place in range(-below, count - below + 1) if place != 0)

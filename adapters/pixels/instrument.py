"""The instrument task: numerals make a scale, and a hand, a column or an object's ends are read on it."""

import re
from collections.abc import Callable

from adapters.pixels.dial import Dial, dials_in, hands_of, numerals_of, scale_of
from adapters.pixels.puzzle import Puzzle, nearest_option, numbers_in, option_texts
from adapters.pixels.rasters import Picture
from adapters.pixels.straight_scale import gap_of, length_of, level_of

_READERS: tuple[tuple[str, Callable[[Picture], float | None]], ...] = (
    (r"caliper|卡尺", gap_of),
    (r"how long|length|ruler|多长", length_of),
    (r"thermometer|cylinder|beaker|millilit|温度计|量筒", level_of),
)
_ORDER = ("left|first", "right|last", "middle|second")


def solve(puzzle: Puzzle) -> str | None:
    """The reading, as a number or as the option that fits it."""
    question = puzzle.prompt.split("\n")[0].lower()
    picture = puzzle.pictures[0]
    reader = next((reader for cue, reader in _READERS if re.search(cue, question)), None)
    value = _dial_value(picture, question) if reader is None else reader(picture)
    return None if value is None else _told(value, puzzle)


def _told(value: float, puzzle: Puzzle) -> str | None:
    options = option_texts(puzzle.prompt)
    if options:
        return _between(value, options) or nearest_option(value, options)
    if re.search(r"one decimal|\(e\.g\., 1\.1\)", puzzle.prompt):
        return f"{value:.1f}"
    return str(round(value))


def _between(value: float, options: dict[str, str]) -> str | None:
    """The option whose two numbers lie around the value."""
    for letter, text in options.items():
        numbers = [abs(number) for number in numbers_in(text)]
        if len(numbers) == 2 and numbers[0] <= value < numbers[1]:
            return letter
    return None


def _dial_value(picture: Picture, question: str) -> float | None:
    dials = dials_in(picture, 0.3)
    if not dials:
        return None
    dial = _asked(dials, question)
    hands = hands_of(picture, dial)
    marks = numerals_of(picture, dial)
    read = scale_of(marks)
    if not hands or read is None:
        return None
    scale, seam = read
    return scale.at((hands[0].angle_deg - seam + 3) % 360 - 3)


def _asked(dials: list[Dial], question: str) -> Dial:
    """The dial the question means; the largest when it names none."""
    if len(dials) > 1:
        for at, words in zip((0, -1, len(dials) // 2), _ORDER, strict=True):
            if re.search(rf"\b(?:{words})\b", question.replace("second hand", "")):
                return dials[at]
    return max(dials, key=lambda dial: dial.radius)

"""Fields that rows share, whatever their layout."""

from collections.abc import Sequence

from benchmarks.errors import FieldError, seen
from benchmarks.prompts import LETTERS

SPLITS = ("perception", "reasoning")
SCENARIOS = ("urban", "daily_life", "industrial", "retail")
LARGEST = 1e9
"""No coordinate and no side of a picture reaches this; beyond it arithmetic itself may fail."""


def source_id_of(value: object) -> int | str:
    """A row's id: a whole number or text.

    Raises:
        FieldError: It is neither.
    """
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise FieldError("id", f"is {seen(value)}; an id is a whole number or text")
    return value


def split_of(label: object) -> str | None:
    """`perception` or `reasoning`, however it is capitalised; None for any other word."""
    return _known(label, SPLITS)


def scenario_of(label: object) -> str | None:
    """One of the four scenarios, however it is written (`Daily life`, `daily-life`); None for any other word."""
    return _known(label, SCENARIOS)


def _known(label: object, names: Sequence[str]) -> str | None:
    plain = "_".join(label.casefold().replace("-", " ").replace("_", " ").split()) if isinstance(label, str) else ""
    return plain if plain in names else None


def options_of(value: object) -> tuple[str, ...]:
    """Options from a row: 2 to 26 texts, no two alike.

    Raises:
        FieldError: They are not.
    """
    if not isinstance(value, list) or not 2 <= len(value) <= len(LETTERS):
        raise FieldError("options", f"is {seen(value)}; options are a list of 2 to {len(LETTERS)} texts")
    if not all(isinstance(option, str) and option.strip() for option in value):
        raise FieldError("options", f"is {seen(value)}; every option is a text")
    texts = tuple(option.strip() for option in value)
    if len(set(texts)) < len(texts):
        raise FieldError("options", f"{seen(value)} has the same text twice; only one of them can be right")
    return texts


def text_of(value: object, name: str) -> str:
    """A text that says something.

    Raises:
        FieldError: It is none.
    """
    if not isinstance(value, str) or not value.strip():
        raise FieldError(name, f"is {seen(value)}; a text is needed")
    return value


def corners_of(sides: Sequence[object], name: str) -> list[float]:
    """(x, y, width, height) -> [x0, y0, x1, y1], in the unit they are in.

    Raises:
        FieldError: They are no four numbers, or absurd ones.
    """
    numbers = [side for side in sides if isinstance(side, int | float) and not isinstance(side, bool)]
    if len(sides) != 4 or len(numbers) != 4 or not all(abs(side) < LARGEST for side in numbers):
        raise FieldError(name, f"is {seen(list(sides))}; this layout has x, y, width and height there")
    x, y, width, height = numbers
    return [x, y, x + width, y + height]

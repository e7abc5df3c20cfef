"""Broken data, refused before a model is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN_ROWS = 20
SHOWN_CHARS = 80


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """One row that can't be asked: where it stands, which field, what was seen and the rule it breaks."""

    where: str
    field: str
    problem: str

    def __str__(self) -> str:
        return f"{self.where}, {self.field}: {self.problem}"


class DataError(Exception):
    """A data set can't be used as it is. The message says what was seen, the rule and the next command."""


class FieldError(DataError):
    """One field of one row breaks a rule. Readers turn it into a `BrokenRow` and go on with the next row."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}")


class BrokenRowsError(DataError):
    """Rows of a data set are broken; the message names the first twenty and counts the rest."""

    def __init__(self, source: str, rows: Sequence[BrokenRow]) -> None:
        self.rows = tuple(rows)
        shown = "\n".join(f"  {row}" for row in self.rows[:SHOWN_ROWS])
        rest = len(self.rows) - SHOWN_ROWS
        more = f"\n  … and {rest} more" if rest > 0 else ""
        super().__init__(
            f"{source}: {len(self.rows)} broken row{'s' if len(self.rows) != 1 else ''}\n{shown}{more}\n"
            "Mend the data, or leave these rows out with --skip-broken (the report then lists them)."
        )


def seen(value: object) -> str:
    """A value of the data as a message shows it: Python's notation, escaped and cut to a line."""
    # Cut before repr() too: a value may be megabytes long.
    text = repr(value[: SHOWN_CHARS * 2] if isinstance(value, str | list) else value)
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"

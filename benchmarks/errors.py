"""Broken data, refused before a model is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN_ROWS = 20


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

"""What a case's test function gets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of one case.

    Attributes:
        passed: By the score that decides; None when there is none.
        text: What the user reads when it failed.
        row: The few numbers of it that the tables need, plain values; None for a case that was not asked because the
            run stopped.
        fault: A fault of our own code, to be raised so that pytest shows where.
    """

    passed: bool | None
    text: str
    row: Mapping[str, Any] | None
    fault: Exception | None = field(default=None, compare=False)

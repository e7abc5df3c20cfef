"""(grounded, correct) -> quadrant: was the answer right, and did the model look at the evidence."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.verdict import Quadrant

GROUNDED_ABOVE = 0.5

LABELS: Mapping[Quadrant, str] = MappingProxyType(
    {
        "grounded_correct": "G+A+",
        "grounded_wrong": "G+A-",
        "ungrounded_correct": "G-A+",
        "ungrounded_wrong": "G-A-",
    }
)
"""How tables write the keys: grounding first, ASCII signs."""

QUADRANTS: tuple[Quadrant, ...] = tuple(LABELS)


def is_grounded(ioa: float) -> bool:
    """Whether a crop counts as having looked at the evidence.

    Args:
        ioa: The larger of coverage and concentration, 0 to 1.

    Source: arXiv 2601.11633.
    """
    # Strictly greater: the paper counts 0.5 as not grounded.
    return ioa > GROUNDED_ABOVE


def quadrant(grounded: bool, correct: bool) -> Quadrant:
    """The quadrant's key."""
    if grounded:
        return "grounded_correct" if correct else "grounded_wrong"
    return "ungrounded_correct" if correct else "ungrounded_wrong"

"""What JUnit shows of a case beside its failure text."""

from collections.abc import Iterator, Mapping
from typing import Any

from bench_plugin.rows import item_from_row
from scoring.quadrants import quadrant
from scoring.scored_item import Scoring

# JUnit name -> field of the row.
_PROPERTIES = {
    "task": "task",
    "outcome": "outcome",
    "score": "strict",
    "official": "official",
    "extracted": "extracted",
    "expected": "expected",
    "extraction_rule": "extraction_rule",
    "reason": "reason",
}


def properties(row: Mapping[str, Any], scoring: Scoring) -> Iterator[tuple[str, object]]:
    """(name, value) of each property a case has; what it lacks is left out.

    Args:
        row: The case's row.
        scoring: Which score makes an answer right in the quadrant.
    """
    for name, field in _PROPERTIES.items():
        if row[field] is not None:
            yield name, row[field]
    if row["grounding"] is None:
        return
    item = item_from_row(row)
    passed = item.passed(scoring)
    if item.grounding is not None and passed is not None:
        yield "quadrant", quadrant(item.grounding.grounded, passed)

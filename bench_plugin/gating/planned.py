"""What a run was going to ask, as run.json has it: the tasks of cases that have no record can't be told otherwise."""

from collections.abc import Collection, Mapping
from typing import Any

from bench_plugin.cases import Case
from bench_plugin.rows import unasked_item
from scoring.scored_item import ScoredItem

_SHARED = ("benchmark", "task", "split", "scenario", "graded", "has_evidence")


def plan_groups(planned: Mapping[str, tuple[str, Case]]) -> list[dict[str, Any]]:
    """The selected cases, grouped by everything that the figures of an unasked case depend on.

    Args:
        planned: (suite, case) of each, by the case's name in the run.
    """
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name, (_, case) in planned.items():
        item = unasked_item(case)
        groups.setdefault(tuple(getattr(item, field) for field in _SHARED), []).append(name)
    return [dict(zip(_SHARED, shared, strict=True)) | {"cases": names} for shared, names in groups.items()]


def unasked_items(about: Mapping[str, Any], asked: Collection[str]) -> tuple[ScoredItem, ...]:
    """A place for each planned case of a run that has no record.

    Args:
        about: The run's run.json.
        asked: Names of the cases that have one.
    """
    selection = about["selection"]
    several = selection["repeat"] > 1
    return tuple(
        ScoredItem(**{field: group[field] for field in _SHARED}, **_case(name, several))
        for group in selection["groups"]
        for name in group["cases"]
        if name not in asked
    )


def _case(name: str, several: bool) -> dict[str, Any]:
    """The id of a case's item, and which answer to it this is."""
    case_id = name.partition("/")[2]
    if not several:
        return {"case_id": case_id}
    item_id, _, number = case_id.rpartition("-r")
    return {"case_id": item_id, "repeat": int(number) - 1}

"""Scored items for tests, a few words each."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from scoring.grounding import Corners, Grounding, ZoomCall, ground
from scoring.scored_item import ScoredItem

GOLD: Corners = (100, 100, 200, 200)
SIZE = (1000, 1000)
ON_GOLD = ZoomCall((90, 90, 210, 210))
ELSEWHERE = ZoomCall((500, 500, 600, 600))
TABLE: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "viebench_table2.json").read_text("utf-8"))
"""Table 2 of arXiv 2601.11633, with the whole numbers of items that give its rows."""


def answer(case_id: str, score: float | None, **changes: Any) -> ScoredItem:
    """An answered TIR-Bench item with the same score by both rules; passed above one half when graded, else at 1."""
    passed = None if score is None else score > 0.5
    values: dict[str, Any] = {
        "benchmark": "tir_bench",
        "task": case_id.rpartition("-")[0],
        "case_id": case_id,
        "outcome": "correct" if passed else "wrong",
        "official": score,
        "strict": score,
        "passed_official": passed,
        "passed_strict": passed,
    }
    return ScoredItem(**(values | changes))


def error(case_id: str, **changes: Any) -> ScoredItem:
    """An item whose model could not be asked."""
    return answer(case_id, None, **({"outcome": "model_error", "reason": "rate_limited"} | changes))


def looked(case_id: str, right: bool, *calls: ZoomCall, **changes: Any) -> ScoredItem:
    """An answered ViEBench item and the zooms before the answer."""
    grounding: Grounding | None = ground(calls, [GOLD], SIZE)
    split = case_id.rpartition("-")[0]
    values: dict[str, Any] = {"benchmark": "viebench", "split": split, "has_evidence": True, "grounding": grounding}
    return answer(case_id, float(right), **(values | changes))


def items_of(counts: dict[str, int], split: str) -> list[ScoredItem]:
    """As many items of each kind as the counts say."""
    kinds: list[tuple[str, bool, tuple[ZoomCall, ...]]] = [
        ("grounded_correct", True, (ON_GOLD,)),
        ("grounded_wrong", False, (ON_GOLD,)),
        ("ungrounded_correct", True, (ELSEWHERE,)),
        ("ungrounded_wrong", False, (ELSEWHERE,)),
        ("no_tool_correct", True, ()),
        ("no_tool_wrong", False, ()),
    ]
    found: list[ScoredItem] = []
    for kind, right, calls in kinds:
        first = looked(f"{split}-0", right, *calls)
        found += [replace(first, case_id=f"{split}-{kind}-{i}") for i in range(counts[kind])]
    return found

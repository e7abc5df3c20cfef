"""What JUnit shows of a case: score, outcome, quadrant, task."""

from pathlib import Path

import pytest

from adapters.profiles import Profile
from bench_plugin.cases import Case
from bench_plugin.judge import Judge
from bench_plugin.outputs.junit import properties
from bench_plugin.plain import plain
from bench_plugin.records import Judged
from bench_plugin.rows import row_of
from scoring.outcomes import error_verdict
from scoring.scored_item import ScoredItem
from tests.runs import item, transcript
from tests.scoring.scored import ELSEWHERE, ON_GOLD, looked

CASE = Case(item("maze", 1), Path("/data"))


def test_an_answer_has_its_score_outcome_and_task() -> None:
    """A wrong answer: the score is 0, and what was read stands beside the key."""
    row = row_of("tir_bench", CASE, Judge(Profile("one"))(CASE, transcript("Answer: A")))
    found = dict(properties(row, "strict"))
    assert {name: found[name] for name in ("task", "outcome", "score", "official", "extracted", "expected")} == {
        "task": "maze",
        "outcome": "wrong",
        "score": 0.0,
        "official": 0.0,
        "extracted": "A",
        "expected": "C",
    }
    assert "quadrant" not in found


def test_an_error_has_no_score() -> None:
    """Nothing was answered: no score, no quadrant, but why."""
    row = row_of("tir_bench", CASE, Judged(None, error_verdict("model_error", "timeout")))
    assert dict(properties(row, "strict")) == {
        "task": "maze",
        "outcome": "model_error",
        "expected": "C",
        "reason": "timeout",
    }


@pytest.mark.parametrize(
    ("seen", "quadrant"),
    [
        (looked("perception-0001", True, ON_GOLD), "grounded_correct"),
        (looked("perception-0001", False, ON_GOLD), "grounded_wrong"),
        (looked("perception-0001", True, ELSEWHERE), "ungrounded_correct"),
        (looked("perception-0001", False), "ungrounded_wrong"),
    ],
)
def test_an_item_with_evidence_has_its_quadrant(seen: ScoredItem, quadrant: str) -> None:
    """Right or wrong, looked or not."""
    row = plain(seen) | {"extracted": "A", "expected": "A"}
    assert dict(properties(row, "strict"))["quadrant"] == quadrant

"""Two runs compared: what is matched, what changed, and the corrections over tasks."""

import random
from dataclasses import replace

import pytest

from scoring.comparison import Change, Comparison, Row, compare, match
from scoring.paired import holm, mcnemar
from scoring.scored_item import ScoredItem
from tests.scoring.scored import ELSEWHERE, ON_GOLD, answer, error, looked


def run(task: str, *scores: float) -> list[ScoredItem]:
    return [answer(f"{task}-{i:04}", score) for i, score in enumerate(scores)]


def row(comparison: Comparison, scope: str, measure: str) -> Row:
    (found,) = [row for row in comparison.rows if (row.scope, row.measure) == (scope, measure)]
    return found


def test_p68_unmatched_ids_are_listed() -> None:
    """P68: what only one run has, and what one of them could not answer, is outside the comparison and named."""
    before = [*run("maze", 1, 0, 1), error("maze-0003"), answer("maze-0009", 1.0)]
    after = [*run("maze", 1, 1), error("maze-0002"), answer("maze-0003", 1.0), answer("maze-0010", 1.0)]
    matched = match(before, after)
    assert matched.names == ("tir_bench/maze-0000", "tir_bench/maze-0001")
    assert matched.only_before == ("tir_bench/maze-0009",)
    assert matched.only_after == ("tir_bench/maze-0010",)
    assert matched.unanswered == ("tir_bench/maze-0002", "tir_bench/maze-0003")


def test_fixed_broken_and_changed() -> None:
    """A wrong answer that becomes unreadable changed its outcome, and is neither fixed nor broken."""
    before = run("maze", 0, 1, 1, 0)
    after = run("maze", 1, 0, 1, 0)
    after[3] = replace(after[3], outcome="unparsed")
    found = compare(before, after)
    assert (found.fixed, found.broken) == (("tir_bench/maze-0000",), ("tir_bench/maze-0001",))
    assert found.changed == (
        Change("tir_bench/maze-0000", "wrong", "correct"),
        Change("tir_bench/maze-0001", "correct", "wrong"),
        Change("tir_bench/maze-0003", "wrong", "unparsed"),
    )


def test_each_scope_and_measure_has_a_row() -> None:
    """Ten items a task; in `maze` six break, in `color` nothing changes."""
    before = run("maze", *[1.0] * 10) + run("color", *[1.0] * 10)
    after = run("maze", *[0.0] * 6, *[1.0] * 4) + run("color", *[1.0] * 10)
    found = compare(before, after)
    maze = row(found, "tir_bench.maze", "accuracy.strict")
    assert (maze.difference.before, maze.difference.after) == (1.0, 0.4)
    assert maze.difference.p is not None
    assert maze.difference.p.value == mcnemar(6, 0)
    assert row(found, "tir_bench.color", "pass_rate.official").difference.value == 0.0
    overall = row(found, "tir_bench", "accuracy.strict")
    assert overall.difference.value == pytest.approx(-0.3)
    assert overall.holm == mcnemar(6, 0)


def test_tasks_are_corrected_together_and_the_benchmark_is_not() -> None:
    """Three tasks with 6, 5 and 0 broken items: Holm over the three, the raw value beside it."""
    before = [item for task in ("a", "b", "c") for item in run(task, *[1.0] * 10)]
    after = run("a", *[0.0] * 6, *[1.0] * 4) + run("b", *[0.0] * 5, *[1.0] * 5) + run("c", *[1.0] * 10)
    found = compare(before, after)
    rows = [row(found, f"tir_bench.{task}", "pass_rate.strict") for task in ("a", "b", "c")]
    raw = [each.difference.p.value for each in rows if each.difference.p is not None]
    assert raw == [mcnemar(6, 0), mcnemar(5, 0), 1.0]
    assert [each.holm for each in rows] == holm(raw)
    assert found.rows[0].holm == mcnemar(11, 0)


def test_one_benchmark_is_compared_once() -> None:
    """The run's own rows come back only where it pools several benchmarks."""
    one = compare(run("maze", 1, 0), run("maze", 1, 1))
    assert {each.scope for each in one.rows} == {"tir_bench", "tir_bench.maze"}
    both = [*run("maze", 1, 0), looked("perception-1", True)]
    assert "" in {each.scope for each in compare(both, both).rows}


def test_several_answers_of_one_item_are_one_pair() -> None:
    """Five answers each: 2 of 5 right, then 4 of 5: one case, fixed by majority, a difference of 0.4."""
    before = [answer("maze-0001", float(k < 2), repeat=k) for k in range(5)]
    after = [answer("maze-0001", float(k < 4), repeat=k) for k in range(5)]
    found = compare(before, after)
    assert found.fixed == ("tir_bench/maze-0001",)
    difference = row(found, "tir_bench.maze", "accuracy.strict").difference
    assert (difference.n, difference.value) == (1, pytest.approx(0.4))
    assert difference.p is not None
    assert difference.p.test == "permutation"


def test_items_of_one_image_are_flipped_together() -> None:
    """Forty broken items on four images: two to the power of four flips."""
    before = [answer(f"maze-{i:04}", 1.0, cluster=f"image{i % 4}") for i in range(40)]
    after = [answer(f"maze-{i:04}", 0.0, cluster=f"image{i % 4}") for i in range(40)]
    difference = row(compare(before, after), "tir_bench.maze", "accuracy.strict").difference
    assert difference.p is not None
    assert difference.p.value == 2 / 16
    assert difference.interval is None


def test_grounding_is_compared_too() -> None:
    """Ten items looked at the evidence before and none after; zoomed has the same items, all has too."""
    before = [looked(f"perception-{i}", True, ON_GOLD) for i in range(10)]
    after = [looked(f"perception-{i}", True, ELSEWHERE) for i in range(10)]
    found = compare(before, after)
    for name in ("zoomed.grounded_score", "all.grounded_correct"):
        assert row(found, "viebench.perception", name).difference.value == -1.0
    assert row(found, "viebench.perception", "accuracy.strict").difference.value == 0.0


def test_runs_with_nothing_in_common() -> None:
    """No rows, and both lists say why."""
    found = compare(run("maze", 1), run("color", 1))
    assert found.rows == ()
    assert (found.matched.only_before, found.matched.only_after) == (
        ("tir_bench/maze-0000",),
        ("tir_bench/color-0000",),
    )


def test_the_order_of_the_runs_does_not_matter() -> None:
    """Resumed and parallel runs write their records in any order."""
    before, after = run("maze", *[1.0] * 6, *[0.0] * 6), run("maze", *[0.0, 1.0] * 6)
    mixed = list(before)
    random.Random(1).shuffle(mixed)
    assert compare(before, after).rows == compare(mixed, after).rows

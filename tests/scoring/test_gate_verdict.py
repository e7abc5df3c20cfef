"""Runs held against their gates: passed, failed or undecided, each with the figures behind it."""

import tomllib
from dataclasses import replace

import pytest

from scoring.gate_result import GateResult, RuleResult
from scoring.gate_verdict import judge
from scoring.gates import parse_gate
from scoring.paired import mcnemar
from scoring.scored_item import ScoredItem
from scoring.summary import summarize
from tests.scoring.scored import ELSEWHERE, ON_GOLD, answer, error, looked


def run(task: str, right: int, n: int, start: int = 0) -> list[ScoredItem]:
    """`n` items of a task, the first `right` of them right."""
    return [answer(f"{task}-{start + i:04}", float(i < right)) for i in range(n)]


def judged(text: str, items: list[ScoredItem], baseline: list[ScoredItem] | None = None) -> GateResult:
    return judge(parse_gate(tomllib.loads(text)), summarize(items), items, baseline)


def one(text: str, items: list[ScoredItem], baseline: list[ScoredItem] | None = None) -> RuleResult:
    (found,) = judged(f"[rules]\n{text}", items, baseline).rules
    return found


def test_p67_overall_group_and_item_thresholds() -> None:
    """P67: overall at least 0.60, maze at least 0.30, each smoke item at least 4 of 5: the broken rules are named."""
    items = [replace(item, repeat=k) for item in run("maze", 5, 20) + run("color", 18, 20) for k in range(5)]
    # One smoke case is right in 3 of its 5 answers.
    items = [
        replace(i, passed_strict=False, strict=0.0) if i.case_id == "maze-0001" and i.repeat > 2 else i for i in items
    ]
    found = judged(
        "[rules]\naccuracy.strict.min = 0.6\ntir_bench.maze.accuracy.strict.min = 0.3\n"
        '[items.smoke]\ncases = ["maze-0000", "maze-0001", "color-0000"]\nat_least = 4\nof = 5',
        items,
    )
    overall, maze, smoke = found.rules
    assert found.verdict == "failed"
    assert (overall.verdict, overall.observed, overall.n) == ("failed", pytest.approx(113 / 200), 200)
    assert (maze.verdict, maze.observed, maze.n) == ("failed", pytest.approx(23 / 100), 100)
    assert maze.low is not None
    assert maze.high is not None
    assert maze.reason == (
        f"tir_bench.maze.accuracy.strict is 0.230 (n 100, 95 % {maze.low:.3f} to {maze.high:.3f}), "
        "under the minimum 0.3"
    )
    # Twenty items asked five times are twenty, so the interval is that of 20, not of 100.
    assert (maze.low, maze.high) == (pytest.approx(0.10, abs=0.02), pytest.approx(0.46, abs=0.02))
    assert (smoke.verdict, smoke.observed, smoke.n) == ("failed", 1, 3)
    assert smoke.reason == "1 of 3 cases pass in fewer than 4 of 5 answers: tir_bench/maze-0001"


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [
        ("tir_bench.maze.accuracy.strict.min = 0.7", "passed"),
        ("tir_bench.maze.accuracy.strict.min = 0.71", "failed"),
        ("tir_bench.maze.accuracy.strict.max = 0.7", "passed"),
        ("tir_bench.maze.accuracy.strict.max = 0.69", "failed"),
        ("tir_bench.maze.accuracy.strict.min_lower_bound = 0.60", "passed"),
        ("tir_bench.maze.accuracy.strict.min_lower_bound = 0.61", "failed"),
        ("planned.min = 100", "passed"),
        ("errors.count.max = 0", "passed"),
        ("tir_bench.maze.mistyped.min = 0", "undecided"),
        ("cost.usd.max = 5", "undecided"),
    ],
)
def test_bounds(rule: str, verdict: str) -> None:
    """70 of 100, Wilson's lower end 0.604. A limit met exactly is kept; a figure that is not there is no pass."""
    assert one(rule, run("maze", 70, 100)).verdict == verdict


def test_a_mean_that_meets_its_limit_meets_it() -> None:
    """Ten scores of 0.6 sum up to a little less than 6 in floats."""
    items = [answer(f"jigsaw-{i:04}", 0.6, graded=True) for i in range(10)]
    assert one("accuracy.strict.min = 0.6", items).verdict == "passed"


def test_a_dash_is_undecided() -> None:
    """No zoom, so nothing under `zoomed`; three items, so no interval."""
    items = [looked(f"perception-{i}", True) for i in range(3)]
    no_value = one("viebench.zoomed.grounded_correct.min = 0.1", items)
    assert (no_value.verdict, no_value.reason) == (
        "undecided", "viebench.zoomed.grounded_correct has no value (n 0)"
    )  # fmt: skip
    assert one("viebench.accuracy.strict.min_lower_bound = 0.1", items).reason.endswith("has no interval (n 3)")


def test_a_scope_with_too_few_answers_is_not_decided() -> None:
    """10 % errors: neither a good nor a bad accuracy counts, unless min_coverage allows it. Other scopes decide."""
    items = run("maze", 90, 90) + [error(f"maze-{i:04}") for i in range(90, 100)] + run("color", 10, 300)
    for limit in (0.5, 1.0):
        found = one(f"tir_bench.maze.accuracy.strict.min = {limit}", items)
        assert found.verdict == "undecided"
        assert found.reason == "90 of 100 planned were answered, under the minimum coverage of 95 %"
    assert one("tir_bench.maze.accuracy.strict = { min = 0.5, min_coverage = 0.9 }", items).verdict == "passed"
    assert one("tir_bench.color.accuracy.strict.min = 0.5", items).verdict == "failed"
    assert one("accuracy.strict.min = 0.5", items).verdict == "failed"


def test_items_never_asked_are_missing_coverage() -> None:
    """A run that stopped early says little of the model."""
    items = run("maze", 50, 50) + [answer(f"maze-{i:04}", None, outcome=None) for i in range(50, 100)]
    assert one("accuracy.strict.min = 0.5", items).verdict == "undecided"


def test_the_gates_verdict_is_its_worst_rule() -> None:
    """Failed before undecided before passed."""
    items = run("maze", 70, 100)
    assert judged("[rules]\naccuracy.strict.min = 0.5", items).verdict == "passed"
    assert judged("[rules]\naccuracy.strict.min = 0.5\ncost.usd.max = 5", items).verdict == "undecided"
    assert judged("[rules]\naccuracy.strict.min = 0.9\ncost.usd.max = 5", items).verdict == "failed"


def test_p42_a_drop_within_noise_passes_and_says_so() -> None:
    """P42: four of a hundred answers flip to wrong; tolerated are 2 points: the drop is 4, and not shown."""
    found = one("accuracy.strict.max_drop = 0.02", run("maze", 76, 100), run("maze", 80, 100))
    assert found.verdict == "passed"
    assert (found.observed, found.n) == (pytest.approx(-0.04), 100)
    assert found.p == pytest.approx(0.0807, abs=1e-4)
    assert "within noise of a tolerated drop of 0.02" in found.reason


def test_a_shown_drop_fails() -> None:
    """Twenty of a hundred broken, none fixed."""
    found = one("accuracy.strict.max_drop = 0.0", run("maze", 60, 100), run("maze", 80, 100))
    assert found.verdict == "failed"
    assert found.p == mcnemar(20, 0, "greater")
    assert found.low is not None
    assert found.high is not None
    assert found.low < -0.2 < found.high < 0
    assert "a drop of more than 0 is shown" in found.reason


def test_a_rise_is_no_drop() -> None:
    """The test is one-sided."""
    found = one("accuracy.strict.max_drop = 0.0", run("maze", 90, 100), run("maze", 60, 100))
    assert (found.verdict, found.observed) == ("passed", pytest.approx(0.3))


def test_baseline_rules_are_corrected_together() -> None:
    """Six broken of ten are p 0.016 alone; among four rules Holm makes that 0.0625. The raw value stands beside."""
    text = "[rules]\n" + "\n".join(f"tir_bench.{task}.pass_rate.strict.max_drop = 0" for task in "abcd")
    before = [item for task in "abcd" for item in run(task, 10, 10)]
    after = run("a", 4, 10) + [item for task in "bcd" for item in run(task, 10, 10)]
    found = judged(text, after, before)
    assert [result.verdict for result in found.rules] == ["passed"] * 4
    assert (found.rules[0].p, found.rules[0].p_holm) == (mcnemar(6, 0, "greater"), pytest.approx(4 * 0.015625))
    alone = one("tir_bench.a.pass_rate.strict.max_drop = 0", after, before)
    assert (alone.verdict, alone.p_holm) == ("failed", 0.015625)


def test_without_a_baseline() -> None:
    """Undecided, unless the rule calls it optional: then the first release passes. Bounds don't need one."""
    items = run("maze", 50, 100)
    assert one("accuracy.strict.max_drop = 0", items).verdict == "undecided"
    optional = one('accuracy.strict = { max_drop = 0, baseline = "optional" }', items)
    assert (optional.verdict, optional.observed) == ("passed", None)
    assert "no baseline" in optional.reason
    smoke = '[items.smoke]\ncases = ["maze-0001"]\nno_new_failures = true\n'
    assert judged(smoke, items).verdict == "undecided"
    assert judged(f'baseline = "optional"\n{smoke}', items).verdict == "passed"


def test_a_baseline_over_other_items_is_not_compared() -> None:
    """Half of the cases are in the baseline: the rule is undecided, however large the drop."""
    found = one("accuracy.strict.max_drop = 0", run("maze", 0, 100), run("maze", 50, 50))
    assert found.verdict == "undecided"
    assert found.reason == "50 of 100 planned were answered in both runs, under the minimum coverage of 95 %"


def test_grounding_can_be_gated() -> None:
    """Thirty of forty items no longer looked at the evidence."""
    before = [looked(f"reasoning-{i:04}", True, ON_GOLD) for i in range(40)]
    after = [looked(f"reasoning-{i:04}", True, ON_GOLD if i < 10 else ELSEWHERE) for i in range(40)]
    found = one("viebench.reasoning.zoomed.grounded_correct.max_drop = 0.1", after, before)
    assert (found.verdict, found.observed) == ("failed", pytest.approx(-0.75))


def test_a_figure_that_one_run_lacks_is_undecided() -> None:
    """The baseline never zoomed."""
    before = [looked(f"reasoning-{i:04}", True) for i in range(10)]
    after = [looked(f"reasoning-{i:04}", True, ON_GOLD) for i in range(10)]
    found = one("viebench.zoomed.grounded_correct.max_drop = 0", after, before)
    assert (found.verdict, found.reason) == (
        "undecided", "viebench.zoomed.grounded_correct has no value in one of the runs"
    )  # fmt: skip


SMOKE = '[items.smoke]\ncases = ["maze-0000", "maze-0001", "maze-0002"]\nno_new_failures = true'


def test_a_smoke_case_that_fails_and_passed_before_is_named() -> None:
    """One that failed already is not new; one outside the list does not matter."""
    before = [answer("maze-0000", 1.0), answer("maze-0001", 0.0), answer("maze-0002", 1.0), answer("maze-0003", 1.0)]
    after = [answer("maze-0000", 0.0), answer("maze-0001", 0.0), answer("maze-0002", 1.0), answer("maze-0003", 0.0)]
    (found,) = judged(SMOKE, after, before).rules
    assert (found.verdict, found.cases) == ("failed", ("tir_bench/maze-0000",))
    assert judged(SMOKE, before, before).verdict == "passed"


def test_a_smoke_case_without_an_answer_is_undecided() -> None:
    """Now, or in the baseline while it fails now. One that passes now is fine whatever the baseline was."""
    before = [answer("maze-0000", 1.0), error("maze-0001"), error("maze-0002")]
    after = [error("maze-0000"), answer("maze-0001", 0.0), answer("maze-0002", 1.0)]
    (found,) = judged(SMOKE, after, before).rules
    assert (found.verdict, found.cases) == ("undecided", ("tir_bench/maze-0000", "tir_bench/maze-0001"))


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        pytest.param([1, 1, 1, 1, 0], "passed", id="four of five"),
        pytest.param([1, 1, 1, 0, 0], "failed", id="three of five"),
        pytest.param([1, 1, 1, 1, None], "passed", id="four, whatever the fifth would be"),
        pytest.param([1, 1, 1, 0, None], "undecided", id="three and one missing"),
        pytest.param([1, 1, 0, 0, None], "failed", id="two can't become four"),
        pytest.param([1, 1, 1], "undecided", id="only three were planned"),
    ],
)
def test_repeats_are_decided_by_the_answers_there_are(scores: list[float | None], verdict: str) -> None:
    """At least 4 of 5, with errors among the answers."""
    items = [
        error("maze-0001", repeat=k) if score is None else answer("maze-0001", float(score), repeat=k)
        for k, score in enumerate(scores)
    ]
    assert judged("[items.all]\nat_least = 4\nof = 5", items).verdict == verdict


def test_a_long_list_of_broken_cases_is_cut_in_words_only() -> None:
    """Ten are named and the rest counted; all of them are in the result."""
    (found,) = judged("[items.all]\nat_least = 1\nof = 1", run("maze", 0, 25)).rules
    assert found.reason.endswith("maze-0009 and 15 more")
    assert len(found.cases) == 25

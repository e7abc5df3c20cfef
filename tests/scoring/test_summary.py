"""The figures of a run: denominators, scopes, and what is left out of them."""

import json
import subprocess
import sys
import time

import pytest

from scoring.figures import at, figures_by_name
from scoring.intervals import wilson
from scoring.scopes import RESERVED
from scoring.scored_item import ScoredItem
from scoring.summary import scopes_in, summarize
from tests.scoring.scored import ELSEWHERE, ON_GOLD, answer, error, looked


def test_p38_errors_are_counted_apart_and_never_a_zero() -> None:
    """P38: 20 planned, 3 end in a permanent 429: 17 answered, 3 errors, accuracy of 17, and the four add up."""
    items = [answer(f"maze-{i:04}", float(i < 10)) for i in range(17)] + [error(f"maze-{i:04}") for i in range(17, 20)]
    run = summarize(items)
    for scope in (run, run["tir_bench"], run["tir_bench"]["maze"]):
        assert (scope["planned"], scope["answered"], scope["errors"]["count"], scope["unasked"]) == (20, 17, 3, 0)
        assert scope["accuracy"]["strict"]["value"] == pytest.approx(10 / 17)
        assert (scope["accuracy"]["strict"]["n"], scope["accuracy"]["strict"]["of"]) == (17, "answered")
        assert scope["coverage"]["value"] == pytest.approx(17 / 20)
        assert scope["errors"]["share"]["value"] == pytest.approx(3 / 20)
    assert run["reasons"] == {"rate_limited": 3}


def test_judge_errors_are_told_from_model_errors() -> None:
    """Both are outside the scores."""
    items = [answer("maze-0001", 1.0), error("maze-0002"), error("maze-0003", outcome="judge_error")]
    assert summarize(items)["errors"] | {"share": None} == {"count": 2, "model": 1, "judge": 1, "share": None}


def test_an_item_that_was_never_asked_is_planned_only() -> None:
    """A run that stopped early: planned = answered + errors + unasked."""
    run = summarize([answer("maze-0001", 1.0), error("maze-0002"), answer("maze-0003", None, outcome=None)])
    assert (run["planned"], run["answered"], run["errors"]["count"], run["unasked"]) == (3, 1, 1, 1)
    assert run["accuracy"]["strict"]["value"] == 1.0


def test_a_dash_is_null_not_zero() -> None:
    """Nothing answered: no accuracy. Four answered: an accuracy without an interval."""
    nothing = summarize([error("maze-0001")])["accuracy"]["strict"]
    assert (nothing["value"], nothing["n"], nothing["low"]) == (None, 0, None)
    four = summarize([answer(f"maze-{i}", 1.0) for i in range(4)])["accuracy"]["strict"]
    assert (four["value"], four["n"], four["low"], four["method"]) == (1.0, 4, None, None)


def test_no_items_at_all() -> None:
    """An empty selection has figures, all dashes."""
    run = summarize([])
    assert run["planned"] == 0
    assert run["accuracy"]["strict"]["value"] is None


def test_accuracy_is_a_mean_of_scores_and_pass_rate_a_share_of_cases() -> None:
    """Ten jigsaws of 0.75 under the official rule and 0.25 under the strict one."""
    items = [answer(f"jigsaw-{i:04}", 0.75, strict=0.25, passed_strict=False, graded=True) for i in range(10)]
    scope = summarize(items)["tir_bench"]["jigsaw"]
    assert scope["accuracy"]["official"] == {
        "value": 0.75, "n": 10, "of": "answered", "low": 0.75, "high": 0.75, "method": "bootstrap"
    }  # fmt: skip
    assert scope["accuracy"]["strict"]["value"] == 0.25
    rates = scope["pass_rate"]
    expected = wilson(10, 10)
    assert expected is not None
    assert rates["official"] == {
        "value": 1.0, "n": 10, "of": "answered", "count": 10,
        "low": expected.low, "high": 1.0, "method": "wilson",
    }  # fmt: skip
    assert rates["strict"]["value"] == 0.0


def test_graded_answers_at_thresholds() -> None:
    """Strictly above: 0.5 is above 0.3 and not above 0.5. A lettered item in the same scope is not graded."""
    scores = [0.2, 0.3, 0.5, 0.7, 0.9, 1.0]
    graded = [answer(f"jigsaw-{i}", score, graded=True) for i, score in enumerate(scores)]
    run = summarize([*graded, answer("maze-1", 0.0)])
    found = run["graded"]["strict"]
    assert {key: figure["count"] for key, figure in found.items()} == {
        "above_30": 4, "above_50": 3, "above_70": 2, "above_90": 1
    }  # fmt: skip
    assert {figure["n"] for figure in found.values()} == {6}
    assert "graded" not in run["tir_bench"]["maze"]


def test_a_scope_holds_what_the_same_word_selects() -> None:
    """Task, split and scenario are scopes of their benchmark; the run pools all benchmarks."""
    items = [
        answer("maze-1", 1.0),
        looked("perception-1", True, scenario="retail"),
        looked("reasoning-1", False, scenario="retail"),
        looked("reasoning-2", False, scenario="urban"),
    ]
    run = summarize(items)
    assert [(name, scope["kind"], scope["planned"]) for name, scope in scopes_in(run)] == [
        ("", "run", 4),
        ("tir_bench", "benchmark", 1),
        ("tir_bench.maze", "task", 1),
        ("viebench", "benchmark", 3),
        ("viebench.perception", "split", 1),
        ("viebench.retail", "scenario", 2),
        ("viebench.reasoning", "split", 2),
        ("viebench.urban", "scenario", 1),
    ]
    assert run["accuracy"]["strict"]["value"] == 0.5


def test_a_task_called_like_a_figure_gets_out_of_its_way() -> None:
    """`accuracy` stays the figure; dots can't split a name; no two tasks share a key."""
    items = [answer("accuracy-1", 1.0), answer("a-1", 0.0, task="a.b"), answer("a-2", 1.0, task="a_b")]
    scope = summarize(items)["tir_bench"]
    assert scope["accuracy"]["strict"]["n"] == 3
    assert scope["accuracy_"]["accuracy"]["strict"]["n"] == 1
    assert (scope["a_b"]["accuracy"]["strict"]["value"], scope["a_b_"]["accuracy"]["strict"]["value"]) == (0.0, 1.0)


def test_every_name_of_a_figure_is_reserved() -> None:
    """Otherwise a task of that name would overwrite it."""
    run = summarize([answer("maze-1", 1.0, graded=True, key_letter="A"), looked("perception-1", True, ON_GOLD)])
    for _, scope in scopes_in(run):
        assert {key for key, node in scope.items() if not isinstance(node, dict) or "kind" not in node} <= RESERVED


def test_a_plan_has_the_names_of_the_run() -> None:
    """Gates are checked before anything is asked, on items without an outcome."""
    items = [answer("jigsaw-1", 0.7, graded=True), looked("perception-1", True, ON_GOLD), looked("reasoning-1", False)]
    plan = [
        ScoredItem(i.benchmark, i.task, i.case_id, split=i.split, graded=i.graded, has_evidence=i.has_evidence)
        for i in items
    ]
    after = {name for name, _ in figures_by_name(summarize(items))}
    before = {name for name, _ in figures_by_name(summarize(plan))}
    assert {name for name in after - before if ".patterns." not in name} == set()
    assert "viebench.reasoning.zoomed.grounded_correct" in before


def test_repeats_are_planned_answers_and_one_cluster() -> None:
    """Ten items asked five times, always alike: 50 planned, and the interval of ten."""
    items = [answer(f"maze-{i}", float(i < 6), repeat=k) for i in range(10) for k in range(5)]
    figure = summarize(items)["accuracy"]["strict"]
    once = wilson(6, 10)
    assert once is not None
    assert figure["n"] == 50
    assert (figure["low"], figure["high"]) == pytest.approx((once.low, once.high))


def test_items_of_one_image_are_one_cluster() -> None:
    """Forty questions about four pictures say nothing of a fifth."""
    items = [answer(f"maze-{i}", float(i % 2), cluster=f"image{i % 4}") for i in range(40)]
    assert summarize(items)["accuracy"]["strict"]["low"] is None


def test_tokens_latency_calls_and_counts() -> None:
    """Sums over answered items; an answer whose server counted nothing is told."""
    items = [
        answer("maze-1", 1.0, prompt_tokens=100, completion_tokens=10, latency_s=1.0, calls=2, extraction_rule="boxed"),
        answer("maze-2", 1.0, prompt_tokens=200, completion_tokens=30, latency_s=3.0, flags=("timed_out",)),
        answer("maze-3", 0.0, latency_s=8.0, failed_calls=1, calls=1, outcome="unparsed", reason="conflict"),
        error("maze-4"),
    ]
    run = summarize(items)
    assert run["tokens"] == {"prompt": 300, "completion": 40, "total": 340, "unknown": 1}
    assert run["latency_s"] == {"mean": 4.0, "median": 3.0, "p95": 8.0}
    assert run["calls"] == {"total": 3, "failed": 1}
    assert run["outcomes"]["unparsed"] == 1
    assert run["reasons"] == {"conflict": 1, "rate_limited": 1}
    assert run["flags"] == {"timed_out": 1}
    assert run["extraction"] == {"boxed": 1}
    assert run["cost"] == {"usd": None}


def test_a_number_that_is_not_finite_is_no_part() -> None:
    """A latency of NaN is not averaged and never reaches the JSON."""
    items = [looked(f"perception-{i}", True, ON_GOLD, latency_s=float("nan")) for i in range(6)]
    run = summarize(items)
    json.dumps(run["viebench"]["latency_s"]["with_zoom"], allow_nan=False)
    assert run["viebench"]["latency_s"]["with_zoom"]["value"] is None


def test_a_summary_is_plain_json() -> None:
    """It comes back equal."""
    items = [answer(f"jigsaw-{i}", i / 10, graded=True) for i in range(10)]
    items += [looked(f"perception-{i}", i % 2 == 0, ON_GOLD if i % 3 else ELSEWHERE, key_letter="B") for i in range(10)]
    run = summarize(items)
    assert json.loads(json.dumps(run, allow_nan=False)) == json.loads(json.dumps(run))
    assert at(run, "viebench.perception.zoomed.grounded_correct")["n"] == 10


def test_right_or_wrong_runs_import_no_numpy() -> None:
    """A run without fractions and without crops ends without the import."""
    code = (
        "import sys; from scoring.scored_item import ScoredItem; from scoring.summary import summarize;"
        "summarize([ScoredItem('tir_bench', 'maze', f'maze-{i}', 'correct', official=1.0, strict=1.0,"
        " passed_official=True, passed_strict=True) for i in range(50)]); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_full_run_costs_little() -> None:
    """1,215 items with 220 graded ones; the bound is generous, the usual time a tenth of a second."""
    items = [answer(f"task_{i % 11}-{i:04}", float(i % 2)) for i in range(995)]
    items += [answer(f"jigsaw-{i:04}", (i * 7 % 26) / 25, graded=True) for i in range(220)]
    summarize(items[:10])
    started = time.perf_counter()
    summarize(items)
    assert time.perf_counter() - started < 2.0

"""Gate files: how rules are written, and what is refused before anything is asked."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.gate_check import check_gate
from scoring.gates import Gate, GateError, ItemRule, Rule, parse_gate
from scoring.scored_item import ScoredItem
from tests.scoring.scored import ON_GOLD, answer, looked

PLAN = [answer(f"{task}-{i:04}", None, outcome=None) for task in ("maze", "color") for i in range(50)]
PLAN += [answer(f"jigsaw-{i:04}", None, outcome=None, graded=True) for i in range(50)]
PLAN += [replace(looked(f"reasoning-{i:04}", True, ON_GOLD), outcome=None) for i in range(50)]


def gate(text: str) -> Gate:
    return parse_gate(tomllib.loads(text))


def test_rules_are_dotted_or_quoted_names() -> None:
    """TOML nests dotted keys; both spellings mean the same figure, and one figure may have several conditions."""
    dotted = gate("[rules]\ntir_bench.accuracy.strict.min = 0.6\ntir_bench.accuracy.strict.max_drop = 0.02")
    quoted = gate('[rules]\n"tir_bench.accuracy.strict" = { min = 0.6, max_drop = 0.02 }')
    assert dotted == quoted
    assert dotted.rules == (
        Rule("tir_bench.accuracy.strict", "min", 0.6),
        Rule("tir_bench.accuracy.strict", "max_drop", 0.02),
    )


def test_a_rule_has_the_gates_defaults_unless_it_says_otherwise() -> None:
    """Coverage 0.95 and a required baseline are the defaults of the defaults."""
    found = gate(
        'min_coverage = 0.9\nbaseline = "optional"\n'
        "[rules]\naccuracy.strict.max_drop = 0\n"
        'errors.share = { max = 0.05, min_coverage = 0, baseline = "required" }'
    )
    assert found.rules == (
        Rule("accuracy.strict", "max_drop", 0.0, 0.9, "optional"),
        Rule("errors.share", "max", 0.05, 0.0, "required"),
    )
    assert gate("[rules]\naccuracy.strict.min = 1").rules[0].min_coverage == 0.95


def test_item_rules() -> None:
    """A named list with one or both conditions."""
    found = gate('[items.smoke]\ncases = ["maze-0001"]\nno_new_failures = true\nat_least = 4\nof = 5')
    assert found.items == (ItemRule("smoke", ("maze-0001",), 4, 5, no_new_failures=True),)


def test_the_gate_in_the_docs_is_one() -> None:
    """docs/statistics.md shows a file that can be used as it stands."""
    page = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text("utf-8")
    found = gate(page.partition("```toml\n")[2].partition("```")[0])
    assert [str(rule) for rule in found.rules] == [
        "tir_bench.accuracy.strict min 0.45",
        "tir_bench.accuracy.strict max_drop 0.02",
        "tir_bench.maze.accuracy.strict min_lower_bound 0.2",
        "viebench.reasoning.zoomed.grounded_correct max_drop 0.05",
        "errors.share max 0.02",
    ]
    assert [rule.name for rule in found.items] == ["smoke", "steady"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rule: write at least one"),
        ("[rule]\naccuracy.strict.min = 1", "unknown key 'rule'; nearest: rules"),
        ("[rules]\nmin = 0.6", "rules: min stands without a figure"),
        ("[rules]\naccuracy.strict.mni = 0.6", "accuracy.strict: unknown key 'mni'; nearest: min"),
        ("[rules]\naccuracy.strict.min_coverage = 0.5", "accuracy.strict: no condition; write one of min, max"),
        ("[rules]\naccuracy.strict.min = '60%'", "min is '60%'; it is a number, 0.6 for 60 %"),
        ("[rules]\naccuracy.strict.min = true", "min is True; it is a number"),
        ("[rules]\naccuracy.strict.min = nan", "min is nan; it is a number"),
        ("min_coverage = 95\n[rules]\naccuracy.strict.min = 0", "min_coverage is 95; it is a share"),
        ("baseline = 'maybe'\n[rules]\naccuracy.strict.min = 0", "baseline is 'maybe'"),
        ("rules = 3", "rules is 3; it is a table"),
        ("[items]\nsmoke = 3", "smoke is 3; it is a table"),
        ("[items.smoke]\ncases = ['a']", "items.smoke: no condition"),
        ("[items.smoke]\ncases = 'a'\nno_new_failures = true", "cases is 'a'; it is a list"),
        ("[items.smoke]\nat_least = 4", "at_least and of belong together"),
        ("[items.smoke]\nat_least = 6\nof = 5", "at_least 6 of 5 is impossible"),
        ("[items.smoke]\nat_least = 0\nof = 5", "at_least 0 of 5 is impossible"),
        ("[items.smoke]\nno_new_failures = 1", "no_new_failures is 1; it is true or false"),
    ],
)
def test_what_a_gate_file_may_not_say(text: str, message: str) -> None:
    """The value seen, the rule, and the nearest right word."""
    with pytest.raises(GateError) as caught:
        gate(text)
    assert message in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    """A file with three mistakes is mended in one go."""
    with pytest.raises(GateError, match="3 problems") as caught:
        gate("min_coverage = 2\n[rules]\na.b.min = 'x'\n[items.smoke]\nat_least = 4")
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "tir_bench.maze.acuracy.strict.min = 0.3",
            "tir_bench.maze.acuracy.strict: no such figure in this selection; nearest: tir_bench.maze.accuracy.strict",
            id="misspelt",
        ),
        pytest.param(
            "tir_bench.ocr.accuracy.strict.min = 0.3",
            "tir_bench.ocr.accuracy.strict: no such figure in this selection; nearest: tir_bench.",
            id="a task that is not selected",
        ),
        pytest.param("qqqq.min = 1", "scopes: tir_bench, tir_bench.maze, tir_bench.color", id="nothing near"),
        pytest.param("accuracy.strict.min = 60", "no share is above 1; 0.6 is 60 %", id="percent for a share"),
        pytest.param("errors.share.max = -0.1", "no share is below 0", id="below zero"),
        pytest.param("planned.min_lower_bound = 5", "this figure has no interval; use min", id="a count"),
        pytest.param("cost.usd.max_drop = 1", "only means over answered items are compared", id="a sum"),
        pytest.param("coverage.max_drop = 0.1", "only means over answered items are compared", id="of planned"),
        pytest.param("accuracy.strict.max_drop = 2", "at least 0 and under 1; 0.02 is two points", id="drop of 2"),
        pytest.param("accuracy.strict.max_drop = -0.1", "at least 0 and under 1", id="drop below zero"),
        pytest.param(
            "tir_bench.maze.accuracy.strict.min_lower_bound = 0.95",
            "with all 50 selected items right the lower end is 0.929; select more or ask for less",
            id="a lower bound that 50 items can't reach",
        ),
    ],
)
def test_rules_that_no_run_can_keep_stop_before_any_request(text: str, message: str) -> None:
    """Checked on the plan, where no item has an outcome."""
    with pytest.raises(GateError) as caught:
        check_gate(gate(f"[rules]\n{text}"), PLAN)
    assert message in str(caught.value)


def test_min_above_max() -> None:
    """Two conditions that exclude each other."""
    with pytest.raises(GateError, match=r"accuracy\.strict: min 0\.9 is above max 0\.5"):
        check_gate(gate("[rules]\naccuracy.strict = { min = 0.9, max = 0.5 }"), PLAN)


def test_a_lower_bound_needs_five_items() -> None:
    """Four items never have an interval; forty of two images don't either."""
    few: list[ScoredItem] = [replace(item, cluster=f"image{i % 2}") for i, item in enumerate(PLAN[:40])]
    for plan in (PLAN[:4], few):
        with pytest.raises(GateError, match="items are selected in this scope, and under 5 there is no interval"):
            check_gate(gate("[rules]\ntir_bench.maze.accuracy.strict.min_lower_bound = 0.1"), plan)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cases": ["maze-0099"], "no_new_failures": True}, "no case 'maze-0099' in this selection; nearest: maze-00"),
        ({"cases": ["maze-0001"], "at_least": 4, "of": 5}, "4 of 5, but its cases are asked 1 time; ask each item 5"),
    ],
)
def test_item_rules_are_checked_against_the_selection(fields: dict[str, Any], message: str) -> None:
    """Unknown cases, and repeats that will not be there."""
    with pytest.raises(GateError) as caught:
        check_gate(parse_gate({"items": {"smoke": fields}}), PLAN)
    assert message in str(caught.value)


def test_a_sound_gate_passes_the_check() -> None:
    """Every kind of rule, on figures of every kind of scope."""
    text = """
        [rules]
        planned.min = 100
        errors.share.max = 0.02
        cost.usd.max = 5
        tir_bench.accuracy.strict = { min = 0.6, max_drop = 0.02, min_lower_bound = 0.55 }
        tir_bench.jigsaw.accuracy.official.min_lower_bound = 0.99
        tir_bench.jigsaw.graded.strict.above_70.min = 0.1
        viebench.reasoning.zoomed.grounded_correct = { min = 0.4, max_drop = 0.0 }
        viebench.reasoning.mean_coverage.min = 0.5
        [items.all]
        at_least = 2
        of = 3
        [items.smoke]
        cases = ["maze-0001", "tir_bench/color-0002", "reasoning-0000"]
        no_new_failures = true
    """
    check_gate(gate(text), [replace(item, repeat=k) for item in PLAN for k in range(3)])

"""summary.json has a published schema: it holds for every kind of run, and says enough to catch a change."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adapters.profiles import Profile
from bench_plugin.cases import Case
from bench_plugin.gating.decision import Ended, decide
from bench_plugin.gating.results import gate_document
from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.judge import Judge
from bench_plugin.plain import plain
from bench_plugin.rows import row_of
from bench_plugin.run_figures import run_figures
from bench_plugin.run_folder import StoredRun
from scoring.gates import parse_gate
from scoring.scored_item import ScoredItem
from scoring.summary import SCHEMA, summarize
from tests.runs import item, run_json, transcript
from tests.scoring.scored import ELSEWHERE, ON_GOLD, answer, error, looked

PATH = Path(__file__).parents[2] / "docs" / "summary.schema.json"
DOCUMENT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(DOCUMENT)

LETTERS = [answer(f"maze-{i:04}", float(i % 2), answer_letter="A", key_letter="AB"[i % 2]) for i in range(8)]
GRADED = [answer(f"jigsaw-{i:04}", i / 8, graded=True) for i in range(8)]
LOOKED = [
    looked(f"{split}-{i:04}", i % 2 == 0, *((ON_GOLD,) if i % 3 else (ELSEWHERE,)[: i % 2]), scenario="retail")
    for split in ("perception", "reasoning")
    for i in range(8)
]


def figures(items: list[ScoredItem]) -> dict[str, Any]:
    """summary.json as a run writes it, without its rows."""
    summary = summarize(items) | {"servers": ["m build-1"], "notes": [], "cost": {"usd": None}, "duration_s": 1.5}
    gate = parse_gate({"rules": {"errors.share": {"max": 0.1}, "accuracy.strict": {"max_drop": 0.1}}})
    run = ScoredRun(Path("run"), {}, {}, tuple(items))
    summary["gate"] = gate_document(decide(gate, summary, run, run, ended=Ended(trouble="it stopped")))
    written: dict[str, Any] = json.loads(json.dumps(plain(summary)))
    return written


@pytest.mark.parametrize(
    "items",
    [
        pytest.param([], id="nothing planned"),
        pytest.param([replace(one, outcome=None) for one in LETTERS], id="nothing asked"),
        pytest.param([error(f"maze-{i:04}") for i in range(6)], id="only errors"),
        pytest.param(LETTERS, id="letters"),
        pytest.param([*LETTERS, *GRADED], id="graded"),
        pytest.param(LOOKED, id="evidence"),
        pytest.param([*LETTERS, *LOOKED, error("reasoning-0100", benchmark="viebench")], id="two benchmarks"),
    ],
)
def test_the_schema_holds_for_every_kind_of_run(items: list[ScoredItem]) -> None:
    """No figure that it does not know, none that it wants and that is not there."""
    assert [error.message for error in VALIDATOR.iter_errors(figures(items))] == []


def test_the_schema_holds_for_what_rows_add() -> None:
    """Cost of the model and of the one that reads answers, the audit, the builds."""
    case = Case(item("maze", 1), Path("/data"))
    row = row_of("tir_bench", case, Judge(Profile("one"))(case, transcript("Answer: C")))
    rows = [row | {"extractors_disagree": True, "judge_tokens": 12}]
    summary = run_figures(StoredRun(Path("run"), run_json({})), rows, [])
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(json.dumps(plain(summary))))] == []
    assert summary["extraction_audit"] == {"audited": 1, "disagreed": 1}


def _without_interval(summary: dict[str, Any]) -> None:
    del summary["accuracy"]["strict"]["low"]


def _renamed(summary: dict[str, Any]) -> None:
    summary["precision"] = summary.pop("accuracy")


def _text(summary: dict[str, Any]) -> None:
    summary["tir_bench"]["maze"]["answered"] = "8"


def _other(summary: dict[str, Any]) -> None:
    summary["schema"] = SCHEMA + 1


@pytest.mark.parametrize("change", [_without_interval, _renamed, _text, _other])
def test_a_changed_summary_is_another_schema(change: Any) -> None:
    """A figure without its interval, a renamed or retyped one, another version: the schema refuses."""
    summary = copy.deepcopy(figures(LETTERS))
    change(summary)
    assert not VALIDATOR.is_valid(summary)


def test_the_schema_is_one_and_says_its_version() -> None:
    """It is valid itself, and of the version the program writes."""
    Draft202012Validator.check_schema(DOCUMENT)
    assert DOCUMENT["properties"]["schema"] == {"const": SCHEMA}

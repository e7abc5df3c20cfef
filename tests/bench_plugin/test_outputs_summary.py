"""The page of a CI step: readable, harmless, and never too long to be shown."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_plugin.gating.decision import Decision
from bench_plugin.gating.exit_codes import gated_exit_code
from bench_plugin.outputs.badge import badge
from bench_plugin.outputs.markdown import Page, code, escaped, table
from bench_plugin.outputs.step_summary import MOST_BYTES, RunToTell, step_summary, write_step_summary
from scoring.comparison import compare
from scoring.gate_verdict import judge
from scoring.gates import parse_gate
from scoring.scored_item import ScoredItem
from scoring.summary import summarize
from tests.scoring.scored import answer, error

GITHUB = {"GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "a/b", "GITHUB_RUN_ID": "7"}


def row(item: ScoredItem, **changes: Any) -> dict[str, Any]:
    """The row of an item, as the page reads it."""
    values = {field: getattr(item, field) for field in ("benchmark", "case_id", "outcome", "official", "strict")}
    passed = {"passed_official": item.passed_official, "passed_strict": item.passed_strict}
    return values | passed | {"suite": "tir_bench", "case": item.case_id, "expected": "A", "extracted": "B"} | changes


def told(items: list[ScoredItem], before: list[ScoredItem] | None = None, **changes: Any) -> RunToTell:
    """A run of these items, with a gate, compared with an earlier one."""
    summary = summarize(items) | {"servers": []}
    gate = judge(parse_gate({"rules": {"accuracy.strict": {"min": 0.5}}}), summary, items)
    comparison = None if before is None else compare(before, items)
    decision = Decision(gate, None, (), comparison, (), 1)
    rows = {item.name: row(item) for item in items}
    baseline = None if before is None else Path("/runs/before")
    run = RunToTell("mine", Path("/runs/now"), "strict", summary, rows, decision, baseline)
    return replace(run, **changes)


@pytest.mark.parametrize("compared", [True, False], ids=["against a baseline", "alone"])
def test_p65_four_thousand_failing_items_with_long_ids(compared: bool) -> None:
    """P65: under the limit, worst first, "N more", and where the rest is."""
    name = "x" * 2_000
    items = [answer(f"jigsaw-{i:04}{name}", (i // 100) / 100, graded=True, outcome="partial") for i in range(4_000)]
    before = [replace(item, strict=1.0, passed_strict=True) for item in items] if compared else None
    run = told(items, before)
    for most in (MOST_BYTES, 20_000):
        page = step_summary(run, GITHUB, most)
        assert len(page.encode()) <= most <= 1024 * 1024
        assert page.startswith("## Gazecheck, `mine`: gate failed\n")
        assert "[the artefact of this CI run](https://forge.example/a/b/actions/runs/7#artifacts)" in page
        cases = re.findall(r"^\| `tir_bench/jigsaw-(\d+)x", page, re.MULTILINE)
        assert cases == [f"{i:04}" for i in range(len(cases))]
        assert len(cases) == 500 if most == MOST_BYTES else 50 < len(cases) < 500
        more = re.search(r"^… and ([\d,]+) more; \[the artefact of this CI run\]", page, re.MULTILINE)
        assert more is not None
        assert len(cases) + int(more[1].replace(",", "")) == 4_000
    assert step_summary(run, GITHUB, 10) == ""


def test_without_a_baseline_errors_come_after_wrong_answers() -> None:
    """The worst answers of the model first; what could not be asked is no answer."""
    items = [error("maze-0000"), answer("maze-0001", 0.4, outcome="partial"), answer("maze-0002", 0.0)]
    page = step_summary(told(items), {})
    assert re.findall(r"maze-000\d` \| (\w+) \| (\S+)", page) == [
        ("wrong", "0.00"),
        ("partial", "0.40"),
        ("model_error", "-"),
    ]
    assert "the artefact with the run folder `/runs/now`" in page


def test_hostile_text_is_text() -> None:
    """Markup, HTML, links, mentions, table bars and line ends of a model's answer do nothing."""
    bad = "</td><img src=x onerror=alert(1)> | [x](http://evil) `code` ``` @all\n# head\u202e"
    items = [answer("maze-0000", 0.0)]
    run = told(items)
    rows = {"a": row(items[0], extracted=bad, expected=bad, case="`|`")}
    page = step_summary(replace(run, rows=rows, name=bad), {})
    (line,) = [line for line in page.splitlines() if line.startswith("| ```") or "tir_bench/`" in line]
    # Five cells: no bar of the text has made another one.
    assert len(re.findall(r"(?<!\\)\|", line)) == 6
    for span in re.findall(r"(`+) (.*?) \1", line):
        assert "\n" not in span[1]
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", page)
    for live in ("<img", "](http", "@all", "\u202e"):
        assert live not in outside
    assert "\n# head" not in page


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "`plain`"),
        ("a`b", "`` a`b ``"),
        ("``", "``` `` ```"),
        ("two\nlines\x00", "`two lines`"),
        ("", "-"),
        (None, "-"),
        ("x" * 100, f"`{'x' * 79}…`"),
        ("\ud800", "-"),
    ],
)
def test_code_spans(text: object, shown: str) -> None:
    """The fence is longer than any run of backticks inside; one line; bounded."""
    assert code(text) == shown


def test_prose_and_cells() -> None:
    """What means something to Markdown is shown as itself; words keep their underscores."""
    assert escaped("tir_bench *b* <i> [l](u) _e_ https://x") == (r"tir_bench \*b\* \<i\> \[l\](u) \_e\_ https\://x")
    assert table(("a", "b"), [("1|2", "3")]) == ["| a | b |", "| :-- | --: |", r"| 1\|2 | 3 |"]


def test_a_page_ends_with_the_last_line_that_fits() -> None:
    """Nothing comes after a line that did not fit; bytes count, not characters."""
    page = Page(8)
    assert page.add("äö")
    assert not page.add("abc")
    assert not page.add("ab")
    assert page.text() == "äö\n"


def test_githubs_file_is_filled_up_to_its_limit_only(tmp_path: Path) -> None:
    """What the step wrote before counts: the whole would be dropped if both were too long together."""
    path = tmp_path / "step.md"
    path.write_text("x" * (MOST_BYTES - 2_000), encoding="utf-8")
    items = [answer(f"maze-{i:04}", 0.0) for i in range(200)]
    write_step_summary(told(items), None, {"GITHUB_STEP_SUMMARY": str(path)}, str)
    assert MOST_BYTES - 1_700 < path.stat().st_size <= MOST_BYTES


def test_a_page_that_can_not_be_written_costs_no_run(tmp_path: Path) -> None:
    """Both files are folders: two sentences, no exception."""
    run = told([answer("maze-0000", 0.0)])
    problems = write_step_summary(run, tmp_path, {"GITHUB_STEP_SUMMARY": str(tmp_path)}, str)
    assert [problem.partition(" can't be written")[0] for problem in problems] == [
        f"--summary-md {tmp_path}",
        f"GITHUB_STEP_SUMMARY={tmp_path}",
    ]


def test_secrets_are_cut_out_of_the_page(tmp_path: Path) -> None:
    """The page is redacted like every other file."""
    items = [answer("maze-0000", 0.0)]
    run = replace(told(items), rows={"a": row(items[0], extracted="sk-test-123456")})
    write_step_summary(
        run, tmp_path / "deep" / "page.md", {}, lambda text: text.replace("sk-test-123456", "[redacted]")
    )
    assert "`[redacted]`" in (tmp_path / "deep" / "page.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "color"), [(None, "blue"), (0, "brightgreen"), (1, "red"), (10, "yellow"), (11, "lightgrey")]
)
def test_the_badge_takes_the_gates_colour(code: int | None, color: str) -> None:
    """The endpoint form of shields.io; without a gate no number is good or bad; without a value a dash."""
    items = [answer(f"maze-{i:04}", float(i < 3)) for i in range(8)]
    assert badge(summarize(items), code) == {
        "schemaVersion": 1,
        "label": "accuracy",
        "message": "37.5 %",
        "color": color,
    }
    assert badge(summarize([error("maze-0000")]), code)["message"] == "-"


@pytest.mark.parametrize(
    ("status", "verdict", "more", "code"),
    [
        (1, None, {}, 1),
        (1, "passed", {}, 0),
        (0, "failed", {}, 1),
        (1, "undecided", {}, 10),
        (2, "failed", {"trouble": "interrupted"}, 11),
        (1, "failed", {"mixed_builds": True}, 1),
        (0, "passed", {"mixed_builds": True}, 10),
        (1, "passed", {"other_failures": True}, 1),
        (1, "undecided", {"other_failures": True}, 1),
        (1, "undecided", {"other_failures": True, "trouble": "x"}, 11),
        (2, None, {}, 2),
        (3, "passed", {"trouble": "x"}, 3),
        (3, "undecided", {"trouble": "x", "workers_died": True}, 11),
        (5, "undecided", {"trouble": "x", "workers_died": True}, 11),
        (0, "passed", {"workers_died": True}, 0),
        (4, "failed", {}, 4),
        (5, "passed", {}, 5),
    ],
)
def test_11_before_1_before_10_before_0(status: int, verdict: Any, more: dict[str, Any], code: int) -> None:
    """pytest's own 3, 4 and 5 stay, and so does its 2 where no run had begun."""
    assert gated_exit_code(status, verdict, **more) == code

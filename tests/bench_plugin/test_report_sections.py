"""The static sections: every number of theirs is one of the summary, or counted from the entries."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from bench_plugin.report.published import PERCEPTION, VIEBENCH
from bench_plugin.report.reading import OtherRun, changes_of, read_run
from bench_plugin.report.render import sections_of
from bench_plugin.report.sections.accuracy import accuracy_section
from bench_plugin.report.sections.behaviour import behaviour_section, counted, spread
from bench_plugin.report.sections.comparison import comparison_section
from bench_plugin.report.sections.grounding import grounding_section
from bench_plugin.report.sections.headline import duration, headline
from bench_plugin.report.view import Block, RunView, Section
from bench_plugin.run_folder import StoredRun
from bench_plugin.tables import Table
from scoring.gate_result import GateResult, RuleResult
from scoring.scored_item import ScoredItem
from tests.bench_plugin.report_runs import small_run

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> StoredRun:
    """A small run with zooms."""
    return small_run(tmp_path_factory.mktemp("sections"))


@pytest.fixture(scope="module")
def view(run: StoredRun) -> RunView:
    """The run, its figures computed from its records."""
    return read_run(run, run.index(), None, None)


def block(section: Section | None, title: str) -> Block:
    """A block by its title."""
    assert section is not None
    return next(each for each in section.blocks if each.title == title)


def table(found: Block, title: str) -> Table:
    """A table by the beginning of its title."""
    return next(each for each in found.tables if each.title.startswith(title))


def alternative(found: Block, title: str) -> str:
    """The words of a plot, by its title."""
    svg = str(next(chart.svg for chart in found.charts if chart.title == title))
    return svg.partition("</title>")[2].partition("</desc>")[0].partition(">")[2]


def percent(share: float) -> str:
    """As the tables write it."""
    return f"{100 * share:.1f} %"


def test_figures_from_records_are_those_of_the_run(run: StoredRun, view: RunView) -> None:
    """A run that was killed has no summary.json; its figures are computed from what it left, to the last digit."""
    stored = json.loads((run.path / "summary.json").read_text(encoding="utf-8"))
    del stored["duration_s"]
    assert json.loads(json.dumps(view.summary)) == stored


def test_the_accuracy_plot_has_value_interval_n_and_chance_of_each_task(view: RunView) -> None:
    """And all of the benchmark in the last row."""
    figure = view.summary["tir_bench"]["maze"]["accuracy"]["strict"]
    words = alternative(block(accuracy_section(view), "TIR-Bench"), "Accuracy (strict scores)")
    rows = words.split("; ")
    assert f"maze: {percent(figure['value'])} of 2, guessing gives 25.0 %" in rows
    whole = view.summary["tir_bench"]["accuracy"]["strict"]
    interval = f"95 % {100 * whole['low']:.1f} to {100 * whole['high']:.1f}"
    assert rows[-1].startswith(f"all: {percent(whole['value'])} of {whole['n']}, {interval}, guessing gives")


def test_graded_answers_are_drawn_over_every_threshold(view: RunView) -> None:
    """Jigsaw and lists of patches, and both together."""
    words = alternative(block(accuracy_section(view), "TIR-Bench"), "Graded answers over thresholds")
    shares = view.summary["tir_bench"]["jigsaw"]["graded"]["strict"]
    assert f"jigsaw: {percent(shares['above_30']['value'])} above 0.3" in words
    assert f"{percent(shares['above_90']['value'])} above 0.9" in words
    assert [line.partition(":")[0] for line in words.split("; ")] == ["spot_difference", "jigsaw", "all"]


def test_quadrants_are_drawn_for_each_split_and_denominator(view: RunView) -> None:
    """Two maps a split, the paper's denominator first; they hold the summary's counts."""
    words = alternative(block(grounding_section(view), "ViEBench"), "Quadrants").split("; ")
    assert [part.partition(":")[0] for part in words] == [
        f"{split}, {of}" for split in ("all", "perception", "reasoning") for of in ("zoomed", "all items")
    ]
    zoomed = view.summary["viebench"]["zoomed"]
    counts = ", ".join(
        f"{label} {zoomed[key]['count']}"
        for label, key in {
            "G+A+": "grounded_correct",
            "G+A-": "grounded_wrong",
            "G-A+": "ungrounded_correct",
            "G-A-": "ungrounded_wrong",
        }.items()
    )
    assert words[0] == f"all, zoomed: {counts}"


def test_the_seven_measures_stand_beside_the_papers_models(view: RunView) -> None:
    """Both denominators of this run on top, then every published row of that split."""
    found = block(grounding_section(view), "ViEBench")
    own = table(found, "The seven measures")
    assert own.head == ("this run", "Acc", "GS", "G+A+", "G+A-", "G-A+", "G-A-", "TR")
    figures = view.summary["viebench"]["perception"]["all"]
    measures = (percent(figures["accuracy"]["value"]), percent(figures["grounded_score"]["value"]))
    assert own.lines[3][:3] == ("perception, of all items", *measures)
    beside = table(found, "Beside the paper's models, perception")
    assert beside.lines[1][:3] == ("this run, of all items", *measures)
    assert [line[0] for line in beside.lines[2:]] == [row.model for row in PERCEPTION]
    assert beside.lines[2] == ("Qwen3-VL-32B", "81 %", "75 %", "71 %", "4 %", "9 %", "16 %", "93 %")
    assert beside.lines[-1] == ("GPT-4o", "66 %", "-", "-", "-", "-", "-", "-")


def test_the_published_rows_are_the_papers_table() -> None:
    """Row for row as in the vectors the measures are tested with."""
    rows = json.loads((DATA / "viebench_table2.json").read_text(encoding="utf-8"))["rows"]
    printed = {
        (split, row.model): (row.accuracy, *row.grounding, row.tool_ratio)
        for split, rows_of in VIEBENCH.items()
        for row in rows_of
        if row.grounding
    }
    expected = {
        (row["split"], row["model"].removesuffix("-Instruct")): tuple(row["published_percent"].values()) for row in rows
    }
    assert printed == expected


def hidden(view: RunView) -> RunView:
    """The same answers of a model that hides its crops."""
    entries = [replace(entry, item=replace(entry.item, grounding=None)) for entry in view.entries]
    from bench_plugin.report.view import scopes_by_name
    from scoring.summary import summarize

    return RunView(view.about, summarize([entry.item for entry in entries]), scopes_by_name(entries))


def test_a_model_that_hides_its_crops_has_dashes_and_no_empty_plot(view: RunView) -> None:
    """Only accuracy is told; nothing is drawn of what is not known."""
    found = block(grounding_section(hidden(view)), "ViEBench")
    lines = table(found, "The seven measures").lines
    assert lines[0][1].endswith("%")
    assert set(lines[0][2:]) == set(lines[1][2:]) == {"-"}
    assert {chart.title for chart in found.charts} == {"Accuracy by scenario"}
    assert any("hides where it looks" in note for note in found.notes)


def test_operations_are_told_by_task_with_and_without(view: RunView) -> None:
    """Counted by hand from the entries."""
    found = table(block(behaviour_section(view), "ViEBench: tools"), "Operations by task")
    perception = [entry for entry in view.scopes["viebench.perception"] if entry.item.is_answered]
    used = [entry for entry in perception if entry.operations]
    rest = [entry for entry in perception if not entry.operations]
    line = next(line for line in found.lines if line[0] == "perception")
    assert line[:4] == ("perception", "crop", str(len(used)), percent(len(used) / len(perception)))
    assert line[4] == percent(sum(bool(entry.passed("strict")) for entry in used) / len(used))
    assert line[7] == str(len(rest))


@pytest.mark.parametrize(
    ("values", "bins"),
    [
        pytest.param([0.4, 0.6, 1.0, 3.0], {"0.2-0.5": 1, "0.5-1": 1, "1-2": 1, "≥2": 1}, id="edges 1, 2, 5"),
        pytest.param([1110.0, 1200.0], {"≥1000": 2}, id="all in one"),
        pytest.param([0.001, 9000.0], None, id="over seven decades"),
    ],
)
def test_amounts_are_counted_in_few_round_bins(values: list[float], bins: dict[str, int] | None) -> None:
    """Nothing is lost, and there are never more than eight."""
    found = spread(values)
    assert sum(found.values()) == len(values)
    assert len(found) <= 8
    if bins is not None:
        assert found == bins


def test_whole_numbers_are_counted_one_by_one() -> None:
    """The many together at the end."""
    assert counted([0, 0, 2, 9]) == {"0": 2, "1": 0, "2": 1, "3": 0, "4": 0, "5": 0, "6 or more": 1}
    assert counted([0, 0]) == {"0": 2, "1": 0}


def test_the_headline_says_who_was_asked_and_how_it_went(view: RunView) -> None:
    """Model, protocols, host, date; a tile for each accuracy; counts that add up."""
    top = headline(view)
    assert top.model == "made-up-vl"
    assert top.summed_up == ("protocol none / qwen3-vl", "127.0.0.1:8000", "2026-02-03 10:15 UTC", "5 min 12 s")
    assert [(tile.label, tile.about.partition(",")[0]) for tile in top.tiles] == [
        ("strict accuracy", "TIR-Bench"),
        ("official accuracy", "TIR-Bench"),
        ("strict accuracy", "ViEBench"),
        ("grounded and right", "ViEBench"),
    ]
    counts = dict(top.counts)
    assert int(counts["planned"]) == int(counts["answered"]) + int(counts["errors"])
    assert dict(top.facts)["money"] == "price unknown"


def test_what_is_odd_about_a_run_is_said(view: RunView) -> None:
    """Several builds, skipped rows, pictures encoded again, boxes outside, unasked items, errors, a warning, --lf."""
    first, second, third, *rest = view.entries
    entries = (
        replace(first, server="other build", reencoded="CMYK converted to RGB"),
        replace(second, talk_flags=("coordinate_mismatch",)),
        replace(third, item=replace(third.item, outcome="model_error", reason="timeout")),
        *rest,
    )
    data = [dict(source) | {"skipped": ["row 7, answer: is null"]} for source in view.about["data"][:1]]
    about = dict(view.about) | {"data": data, "selection": dict(view.about["selection"]) | {"last_failed": True}}
    errors = {"count": 1, "model": 1, "judge": 0}
    summary = dict(view.summary) | {"unasked": 3, "errors": errors, "notes": ["read as pixels"]}
    odd = headline(RunView(about, summary, {"": entries})).odd
    for sentence in (
        "read as pixels",
        "2 server builds answered, so this is no figure of one model: made-up-vl fp_41a",
        "1 broken row of the data left out: row 7, answer: is null",
        "Pictures of 1 item did not go out as their file's bytes, most often: CMYK converted to RGB",
        " with boxes outside of what was sent",
        "3 selected items not asked",
        "1 item in no score, being errors: timeout ",
        "--lf or --sw",
    ):
        assert any(sentence in said for said in odd), sentence


def test_the_gate_stands_on_top_when_there_is_one(view: RunView) -> None:
    """Its verdict, and each rule with the reason."""
    result = GateResult((RuleResult("tir_bench.accuracy.strict min 0.9", "failed", "is 0.5", cases=("maze-1",)),))
    gate = {"verdict": result.verdict, "trouble": None, "builds": [], "rules": [asdict(rule) for rule in result.rules]}
    top = headline(replace(view, summary=dict(view.summary) | {"gate": gate}))
    assert top.gate is not None
    assert top.gate.verdict == "failed"
    assert top.gate.table.lines == (("failed", "tir_bench.accuracy.strict min 0.9", "is 0.5: maze-1"),)
    for outweighs, said in (({"trouble": "the server died"}, "not judged"), ({"builds": ["a", "b"]}, "undecided")):
        other = headline(replace(view, summary=dict(view.summary) | {"gate": gate | {"verdict": "passed"} | outweighs}))
        assert other.gate is not None
        assert other.gate.verdict == said
        assert other.gate.note
    assert headline(view).gate is None


def test_a_baseline_is_compared_item_by_item(run: StoredRun, view: RunView) -> None:
    """One maze answer fixed since then: it is named so, the ghost bar has the old figure, a table the difference."""
    fixed = next(entry for entry in view.entries if entry.item.task == "maze" and entry.passed("strict"))
    before: list[ScoredItem] = [entry.item for entry in view.entries if entry.item.task != "color"]
    wrong: dict[str, Any] = {"outcome": "wrong", "strict": 0.0, "passed_strict": False}
    before[before.index(fixed.item)] = replace(fixed.item, **wrong)
    compared = read_run(run, run.index(), view.summary, OtherRun("last release", before))
    changes = changes_of(compared)
    assert changes[fixed.key] == "fixed"
    assert sorted(set(changes.values())) == ["fixed", "not compared", "same"]
    section = comparison_section(compared)
    found = block(section, "Against last release")
    (links,) = found.links
    assert (links.title, links.fragment, links.more) == ("1 case fixed", "#change=fixed", 0)
    assert links.items == ((fixed.key, "#" + urlencode({"item": fixed.key})),)
    assert found.notes[0] == "Compared: 47 cases that both runs answered."
    line = next(line for line in found.tables[0].lines if line[:2] == ("tir_bench", "accuracy, strict"))
    assert line[4].startswith("+")
    words = alternative(block(accuracy_section(compared), "TIR-Bench"), "Accuracy (strict scores)")
    assert "baseline" in words.split("; ")[-1]
    assert comparison_section(view) is None


def test_a_run_without_evidence_has_no_grounding_section(tmp_path: Path) -> None:
    """And one without any answer still has its sections."""
    bare = small_run(tmp_path, tir={"maze": 2}, vie=0)
    view = read_run(bare, bare.index(), None, None)
    assert [section.key for section in sections_of(view)] == ["accuracy", "behaviour"]
    nothing = read_run(bare, {}, None, None)
    assert nothing.summary["unasked"] == 2
    assert [section.key for section in sections_of(nothing)] == ["accuracy", "behaviour"]


@pytest.mark.parametrize(("seconds", "words"), [(5.46, "5.5 s"), (200, "3 min 20 s"), (3900, "1 h 5 min")])
def test_durations_are_written_for_people(seconds: float, words: str) -> None:
    """Seconds, minutes or hours."""
    assert duration(seconds) == words

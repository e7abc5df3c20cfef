"""`gazecheck merge` and `gazecheck gate`: shards become one run whose totals add up, and that is decided on."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from tests.runs import items, run_json, write_run

RIGHT, WRONG = "Answer: C", "Answer: A"
ASKED = items(maze=12, color=12)
SUMMARY = ("planned", "answered", "unasked", "errors", "outcomes", "accuracy", "tir_bench")


def part(folder: Path, places: range, replies: Mapping[int, str | None], **selection: Any) -> Path:
    """A run that planned these places of `ASKED`, with a selection of its own."""
    asked = [ASKED[place] for place in places]
    path = write_run(folder, asked, {i: replies[place] for i, place in enumerate(places) if place in replies})
    return changed(path, selection=selection)


def changed(path: Path, selection: Mapping[str, Any] = {}, **about: Any) -> Path:
    """The run with another run.json."""
    document = json.loads((path / "run.json").read_text(encoding="utf-8"))
    document["selection"] |= selection
    (path / "run.json").write_text(json.dumps(document | about), encoding="utf-8")
    return path


def shards(folder: Path, replies: Mapping[int, str | None], of: int = 3) -> list[Path]:
    """The run of all of `ASKED` in so many shards."""
    return [part(folder / f"s{n}", range(n - 1, len(ASKED), of), replies, shard=f"{n}/{of}") for n in range(1, of + 1)]


def gated(run: Path, rules: str, *options: str | Path) -> int:
    """The exit code of `gazecheck gate`."""
    gate = run.parent / "gates.toml"
    gate.write_text(f"[rules]\n{rules}\n", encoding="utf-8")
    return main(["gate", str(run), "--gate", str(gate), *map(str, options)])


def summary(run: Path) -> dict[str, Any]:
    """summary.json."""
    loaded: dict[str, Any] = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    return loaded


REPLIES = {place: RIGHT if place % 3 else WRONG for place in range(24)} | {5: None}


def test_shards_add_up_to_the_whole_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three shards of 24 items: every figure is that of the run in one piece, and so is every record."""
    whole = write_run(tmp_path / "whole", ASKED, REPLIES)
    parts = shards(tmp_path, REPLIES)
    assert main(["merge", *map(str, parts), "--into", str(tmp_path / "merged")]) == 0
    assert capsys.readouterr().out.endswith("merged: 3 runs, planned 24, answered 23, errors 1\n")
    assert main(["merge", str(whole), str(whole), "--into", str(tmp_path / "again")]) == 0
    merged, again = summary(tmp_path / "merged"), summary(tmp_path / "again")
    assert {name: merged[name] for name in SUMMARY} == {name: again[name] for name in SUMMARY}
    assert merged["duration_s"] == 3.0
    about = json.loads((tmp_path / "merged" / "run.json").read_text(encoding="utf-8"))
    assert about["selection"]["selected"] == len(about["selection"]["cases"]) == 24
    assert sum(len(group["cases"]) for group in about["selection"]["groups"]) == 24
    lines = {line for path in parts for line in (path / "records-main.jsonl").read_bytes().splitlines()}
    assert set((tmp_path / "merged" / "records-merged.jsonl").read_bytes().splitlines()) == lines


def test_the_parts_of_a_run_that_stopped_become_one(tmp_path: Path) -> None:
    """The first part stopped after 10 items with two errors; a second one asked the rest: nothing is missing."""
    first = {place: REPLIES[place] for place in range(10)} | {3: None, 4: None, 5: RIGHT}
    stopped = changed(part(tmp_path / "a", range(24), first), trouble="14 of 24 cases were not asked: it died")
    rest = part(tmp_path / "b", range(24), {place: REPLIES[place] for place in [3, 4, *range(10, 24)]})
    assert gated(stopped, "accuracy.strict.min = 0.1") == 11
    assert main(["merge", str(stopped), str(rest), "--into", str(tmp_path / "merged")]) == 0
    found = summary(tmp_path / "merged")
    assert (found["planned"], found["answered"], found["unasked"]) == (24, 24, 0)
    assert gated(tmp_path / "merged", "accuracy.strict.min = 0.1") == 0


def test_two_answers_to_one_case_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An overlap that agrees is one answer; one that does not is named, and nothing is written."""
    first = part(tmp_path / "a", range(16), REPLIES)
    agrees = part(tmp_path / "b", range(8, 24), REPLIES)
    assert main(["merge", str(first), str(agrees), "--into", str(tmp_path / "ok")]) == 0
    assert "8 records are left out" in capsys.readouterr().err
    differs = part(tmp_path / "c", range(8, 24), REPLIES | {9: RIGHT, 12: "Answer: B"})
    assert main(["merge", str(first), str(differs), "--into", str(tmp_path / "no")]) == 1
    told = capsys.readouterr().err
    assert "2 cases have another answer in another run: tir_bench/maze-0009, tir_bench/color-0012" in told
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("about", "selection", "said"),
    [
        ({"profile": {"served_name": "two"}}, {}, "model.served_name"),
        ({"scoring": "official"}, {}, "scoring: 'strict' and 'official'"),
        ({}, {"last_failed": True}, "made with --lf or --sw"),
        ({}, {"shard": "2/4"}, "s2 shard 2/4"),
        ({}, {"keyword": "maze"}, "shards of different selections: keyword is None and 'maze'"),
    ],
    ids=["model", "scoring", "lf", "number of shards", "selection"],
)
def test_runs_that_do_not_belong_together_are_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    about: dict[str, Any],
    selection: dict[str, Any],
    said: str,
) -> None:
    """One run has one model, one way of scoring, one selection."""
    first, second, _ = shards(tmp_path, REPLIES)
    if "profile" in about:
        about = {"profile": run_json({})["profile"] | about["profile"]}
    changed(second, selection, **about)
    assert main(["merge", str(first), str(second), "--into", str(tmp_path / "no")]) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_a_shard_that_is_missing_is_no_passed_gate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The job of one shard died: its items are in no total, so the run did not go through."""
    first, _, third = shards(tmp_path, REPLIES)
    assert main(["merge", str(first), str(third), "--into", str(tmp_path / "merged")]) == 0
    assert "shard 2/3 is missing" in capsys.readouterr().err
    assert gated(tmp_path / "merged", "accuracy.strict.min = 0.1") == 11
    assert "did not go through: shard 2/3 is missing" in capsys.readouterr().out


def test_there_must_be_room_and_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that holds something is not written into; one run is no merge; a folder without run.json no run."""
    first, second, third = shards(tmp_path, REPLIES)
    assert main(["merge", str(first), str(second), "--into", str(first)]) == 1
    assert main(["merge", str(changed(third, {"shard": None})), "--into", str(tmp_path / "no")]) == 1
    assert main(["merge", str(first), str(tmp_path), "--into", str(tmp_path / "no")]) == 1
    told = capsys.readouterr().err
    for said in ("there is something already", "name at least two", "is no run folder"):
        assert said in told


def test_a_folder_that_was_edited_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """run.json without its selection: what is missing, not a traceback."""
    first, second, _ = shards(tmp_path, REPLIES)
    document = json.loads((second / "run.json").read_text(encoding="utf-8"))
    del document["selection"]
    (second / "run.json").write_text(json.dumps(document), encoding="utf-8")
    assert main(["merge", str(first), str(second), "--into", str(tmp_path / "no")]) == 1
    assert gated(second, "accuracy.strict.min = 0.1") == 2
    assert capsys.readouterr().err.count("is not as this suite writes it (KeyError: 'selection')") == 2


def test_a_finished_run_is_decided_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0, 1 and 10 as in pytest; summary.json and the page say the same."""
    run = write_run(tmp_path / "a", ASKED, REPLIES)
    worse = write_run(tmp_path / "b", ASKED, dict.fromkeys(range(24), WRONG))
    sick = write_run(tmp_path / "c", ASKED, REPLIES | {0: None, 1: None})
    page = tmp_path / "page.md"
    assert gated(run, "tir_bench.accuracy.strict.min = 0.6", "--summary-md", page) == 0
    assert page.read_text(encoding="utf-8").startswith("## Gazecheck, `one`: gate passed\n")
    assert gated(worse, "tir_bench.accuracy.strict.max_drop = 0.1", "--baseline", run) == 1
    document = summary(worse)["gate"]
    assert (document["verdict"], document["exit_code"]) == ("failed", 1)
    assert "a drop of more than 0.1 is shown" in document["rules"][0]["reason"]
    assert gated(sick, "tir_bench.accuracy.strict.min = 0.1") == 10
    assert "exit code 10: the gate is undecided" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "selection", "said"),
    [
        ("tir_bench.acuracy.strict.min = 0.6", {}, "nearest: tir_bench.accuracy.strict"),
        ("tir_bench.accuracy.strict.min = 0.6", {"last_failed": True}, "made with --lf or --sw"),
        ("tir_bench.accuracy.strict.min = 0.6", {"shard": "1/3"}, "is shard 1/3: unite all of them first"),
    ],
)
def test_what_can_not_be_decided_is_a_wrong_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, selection: dict[str, Any], said: str
) -> None:
    """2, as for every wrong call of the command; nothing is written."""
    run = changed(write_run(tmp_path / "a", ASKED, REPLIES), selection)
    assert gated(run, rules) == 2
    assert said in capsys.readouterr().err
    assert not (run / "summary.json").exists()


def test_a_killed_run_has_not_gone_through(tmp_path: Path) -> None:
    """run.json still says that it is running: no verdict, whatever the records say."""
    run = write_run(tmp_path / "a", ASKED, REPLIES, trouble="the run did not come to its end")
    assert gated(run, "tir_bench.accuracy.strict.min = 0.1") == 11

"""`gazecheck data`."""

import argparse
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks import hub
from benchmarks.errors import DataError
from cli import data
from tests.benchmarks.folders import layout_folder, layout_row, picture, tir_folder, tir_row, vstar_item


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    data.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["data", *arguments])
    return int(args.run(args))


def test_check_tir_bench_prints_tasks_pictures_and_differences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sound folder that is not the published one: exit 0, with warnings."""
    folder = tir_folder(tmp_path, tir_row(1), tir_row(2), tir_row(3, task="color", answer="A"))
    picture(folder / "data/maze/2.png", (400, 300))
    assert run("check", "tir-bench", str(folder)) == 0
    out = capsys.readouterr().out
    assert f"{folder}: 3 items of tir_bench, 0 broken rows" in out
    assert re.search(r"^maze +2 +120$", out, re.MULTILINE)
    assert re.search(r"^all +3 +1215$", out, re.MULTILINE)
    assert "pictures: 3 image/png" in out
    assert "largest: 400 × 300 (0.120 megapixels)" in out
    assert "warning: maze has 2 items; the published data set has 120" in out


def test_check_names_broken_rows_and_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, so that the figures can be kept apart."""
    folder = tir_folder(tmp_path, tir_row(1), tir_row(2, answer=[1]))
    assert run("check", "tir-bench", str(folder)) == 1
    captured = capsys.readouterr()
    assert "1 items of tir_bench, 1 broken rows" in captured.out
    assert captured.err.startswith(f"error: {folder}: 1 broken row\n  row 2 (id 2, maze), answer: is [1] (list)")


def test_check_viebench_prints_splits_evidence_letters_and_differences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """8000 pixels: boxes of 12, 24 and 80 are 0.15, 0.30 and 1.00 percent."""
    rows = [
        layout_row(1),
        layout_row(2, evidence=[[10, 10, 14, 16]], answer="A", scenario="urban"),
        layout_row(3, split="reasoning", evidence=[[0, 0, 10, 8]], scenario="daily life"),
    ]
    assert run("check", "viebench", str(layout_folder(tmp_path, *rows))) == 0
    out = capsys.readouterr().out
    assert re.search(r"^split +items +urban +daily_life +industrial +retail +evidence mean +median +max$", out, re.M)
    assert re.search(r"^perception +2 +1 +0 +0 +1 +0\.23% +0\.23% +0\.30%$", out, re.M)
    assert re.search(r"^reasoning +1 +0 +1 +0 +0 +1\.00% +1\.00% +1\.00%$", out, re.M)
    assert "gold letters, perception: A 50%  C 50%" in out
    assert "largest: 100 × 80 (0.008 megapixels)" in out
    assert "warning: perception has 2 items; the paper has 100" in out


def test_check_says_which_pictures_are_turned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their boxes are easily given in the wrong frame."""
    folder = layout_folder(tmp_path, layout_row(1, image="a.jpg"))
    picture(folder / "a.jpg", (400, 150), orientation=6)
    assert run("check", "viebench", str(folder)) == 0
    out = capsys.readouterr().out
    assert "smallest: 150 × 400" in out
    assert "1 turned by their EXIF orientation; boxes are in the upright frame" in out


def test_check_vstar_shows_the_letters_as_stored_and_compares_with_no_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All at A, before the shuffling a run does."""
    for name in ("a", "b", "c"):
        vstar_item(tmp_path / "direct_attributes", name)
    assert run("check", "vstar", str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "3 items of vstar" in out
    assert "gold letters, direct_attributes: A 100%" in out
    assert "warning" not in out


def test_check_of_what_is_no_data_set_gives_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1, no traceback."""
    assert run("check", "tir-bench", str(tmp_path)) == 1
    assert capsys.readouterr().err.startswith(f"error: {tmp_path}/TIR-Bench.json can't be read")


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if the hub's part were done: that is tested over HTTP elsewhere."""
    folder = tir_folder(tmp_path / "cache" / "tir-bench", tir_row(1), tir_row(2))
    monkeypatch.setenv("GAZECHECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(hub, "get_tir_bench", lambda root: root / "tir-bench")
    return folder


def test_get_says_where_the_data_set_is(prepared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The cache's folder, and how many rows can be asked."""
    assert run("get", "tir-bench") == 0
    assert f"is in {prepared}: 2 items" in capsys.readouterr().out
    assert list((prepared.parent / "headers").glob("*.json"))


@pytest.mark.usefixtures("prepared")
def test_get_passes_a_problem_on_in_one_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, no traceback."""

    def fail(_root: Path) -> Any:
        raise DataError("The disk is full.")

    monkeypatch.setattr(hub, "get_tir_bench", fail)
    assert run("get", "tir-bench") == 1
    assert capsys.readouterr().err == "error: The disk is full.\n"


@pytest.mark.parametrize("arguments", [["get", "viebench"], ["check", "samples", "."], []])
def test_what_is_not_offered_is_a_wrong_call(arguments: list[str]) -> None:
    """argparse's own message and exit code."""
    with pytest.raises(SystemExit) as caught:
        run(*arguments)
    assert caught.value.code == 2

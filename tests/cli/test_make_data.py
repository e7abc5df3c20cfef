"""`gazecheck data make` and `gazecheck data sheet`, called as the command calls them."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from cli import make_data, sample_sheet

Run = Callable[..., int]


@pytest.fixture
def run() -> Run:
    """Run a command line of the two commands and return its exit code."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    make_data.add_parser(commands)
    sample_sheet.add_parser(commands)

    def run_line(*line: str) -> int:
        args = parser.parse_args([str(word) for word in line])
        return int(args.run(args))

    return run_line


def test_make_writes_a_tir_folder(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a format it is a TIR-Bench folder; the last line says how to run it."""
    folder = tmp_path / "tir"
    assert run("make", "--seed", "4", "--per-task", "1", "--difficulty", "easy", str(folder)) == 0
    assert len(json.loads((folder / "TIR-Bench.json").read_text())) == 13
    assert capsys.readouterr().out == f"13 items are in {folder}; run them with: pytest --tir-bench {folder}\n"


def test_make_writes_the_evidence_layout(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--format evidence` writes scenes of both splits."""
    folder = tmp_path / "scenes"
    assert run("make", "--format", "evidence", "--per-task", "1", str(folder)) == 0
    rows = [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()]
    assert [row["split"] for row in rows] == ["perception", "reasoning"]
    assert f"pytest --viebench {folder}" in capsys.readouterr().out


def test_make_refuses_a_folder_in_use(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1 and the reason on the error stream."""
    (tmp_path / "mine.txt").write_text("keep")
    assert run("make", str(tmp_path)) == 1
    assert "nothing is overwritten" in capsys.readouterr().err


def test_sheet_shows_a_task_at_three_difficulties(run: Run, tmp_path: Path) -> None:
    """One row a task, columns for each difficulty."""
    file = tmp_path / "sheets" / "maze.png"
    assert run("sheet", str(file), "--task", "maze", "--task", "color", "--columns", "1") == 0
    with Image.open(file) as opened:
        assert opened.format == "PNG"
        assert opened.size[0] > 3 * 232
        # Every cell has something on it.
        for left in (10, 262, 514):
            assert len(set(opened.crop((left, 70, left + 180, 200)).tobytes())) > 10


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(("sheet", "x.jpg", "--task", "chess"), id="unknown task"),
        pytest.param(("sheet", "x.txt"), id="no picture's name"),
        pytest.param(("sheet", "x.jpg", "--columns", "0"), id="no column"),
    ],
)
def test_sheet_refuses_a_wrong_call(run: Run, line: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, and the message says what there is."""
    assert run(*line) == 2
    assert "Tasks are rotation_game, maze" in capsys.readouterr().err

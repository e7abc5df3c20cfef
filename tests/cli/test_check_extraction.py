"""`gazecheck check-extraction`: figures, failures, exit codes."""

import argparse
import gzip
import json
from pathlib import Path

import pytest

from cli import check_extraction

ROW = {
    "id": "maze-a001",
    "split": "test",
    "task": "maze",
    "style": "terse",
    "prompt": "Which moves lead out?\nA. UD\nB. LR",
    "response": "B",
    "meta_data": None,
    "expected": "B",
    "why": "lone letter",
}


def write(folder: Path, *rows: dict[str, object]) -> None:
    """A file of labelled replies."""
    (folder / "replies.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def run(*arguments: str) -> int:
    """The command's exit code."""
    parser = argparse.ArgumentParser()
    check_extraction.add_parser(parser.add_subparsers())
    args = parser.parse_args(["check-extraction", *arguments])
    return int(args.run(args))


def test_a_row_of_each_kind_is_counted_and_a_failure_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two answers is right, the trap is left alone; the wrong one is named with what was read and how."""
    write(
        tmp_path,
        ROW,
        {**ROW, "id": "maze-a002", "response": "Answer: A", "expected": "B"},
        {**ROW, "id": "maze-t001", "response": "A or B", "expected": None},
    )
    assert run("--folder", str(tmp_path), "--split", "test") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "test: 1/2 (50.0%) answers right, 0 of 1 traps answered"
    assert "  style  terse             1/2 (50.0%)" in lines
    assert "  FAILED maze-a002: expected B, got A (answer label)" in lines


def test_an_answered_trap_misses_the_target_however_good_the_rest(tmp_path: Path) -> None:
    """97 % of the answers do not make up for one answer where there is none."""
    write(tmp_path, *[{**ROW, "id": f"a{n}"} for n in range(200)], {**ROW, "id": "t", "expected": None})
    assert run("--folder", str(tmp_path)) == 1


def test_three_of_a_hundred_may_fail(tmp_path: Path) -> None:
    """97 of 100 meets the target, 96 does not."""
    right = [{**ROW, "id": f"a{n}"} for n in range(97)]
    wrong = [{**ROW, "id": f"w{n}", "expected": "A"} for n in range(4)]
    write(tmp_path, *right, *wrong[:3])
    assert run("--folder", str(tmp_path)) == 0
    write(tmp_path, *right[:96], *wrong)
    assert run("--folder", str(tmp_path)) == 1


def test_a_compressed_file_is_read_too(tmp_path: Path) -> None:
    """`*.jsonl.gz` counts like `*.jsonl`."""
    (tmp_path / "more.jsonl.gz").write_bytes(gzip.compress((json.dumps(ROW) + "\n").encode()))
    assert [reply.id for reply in check_extraction.load_replies(tmp_path)] == ["maze-a001"]


def test_a_broken_row_names_its_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row without its fields is a wrong file, exit code 2, not a failure of the rules."""
    (tmp_path / "replies.jsonl").write_text(json.dumps(ROW) + '\n{"id": 1}\n')
    assert run("--folder", str(tmp_path)) == 2
    assert "replies.jsonl, line 2" in capsys.readouterr().out


def test_a_folder_without_replies_says_where_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An installed package has no tests folder; the message says so."""
    assert run("--folder", str(tmp_path)) == 2
    assert "tests/data" in capsys.readouterr().out

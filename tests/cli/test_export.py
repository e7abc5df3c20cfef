"""A run's answers in the authors' response file: it loads again and scores the same."""

import argparse
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from benchmarks import responses
from cli.export import add_parser
from scoring.outcomes import Key, Reply, error_verdict, tir_verdict
from scoring.tir_bench import official_score
from scoring.verdict import Extraction

CHOICE = "Which?\nA. red\nB. blue\nC. green"


def record(number: int | str, key: Key, reply: Reply, extracted: str | None, **changed: Any) -> dict[str, Any]:
    """A record as a run folder holds it, with the verdict that our scoring gives."""
    outcome = "answered" if extracted else "unparsed"
    extraction = Extraction(extracted, "hand", outcome=outcome)  # type: ignore[arg-type]  # one of its two words
    made = {
        "schema": 1,
        "suite": "tir_bench",
        "case": f"{key.task}-{number}",
        "repeat": 0,
        "benchmark": "tir_bench",
        "task": key.task,
        "item_id": str(number),
        "prompt": key.prompt,
        "images": [{"name": "image_1", "path": key.image or "data/1.jpg"}],
        "expected": key.answer,
        "meta_data": dict(key.meta),
        "transcript": {"final_text": reply.text},
        "verdict": asdict(tir_verdict(key, reply, extraction)),
    }
    return made | changed


def export(*arguments: str) -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["export", "--format", "tir-bench", *arguments])
    return int(args.run(args))


def run_folder(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    """A run on disk."""
    path.mkdir(exist_ok=True)
    (path / "run.json").write_text('{"schema": 1}')
    (path / "records-0.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    return path


RECORDS = [
    record(12, Key("math", CHOICE, "B"), Reply("It is blue, B."), "B"),
    record(9, Key("math", CHOICE, "A"), Reply("no idea"), None),
    record(3, Key("math", "How many?", 12), Reply("There are 12.0"), "12.0"),
    record(4, Key("math", "How many?", "2.5"), Reply("2.50 or so"), "2.50"),
    record(5, Key("jigsaw", "Order?", [1, 2, 3, 4], {"difficulty": 2}), Reply("1, 2, 4, 3"), "1, 2, 4, 3"),
    record(6, Key("spot_difference", "Which? list", [1, 2]), Reply("[1]"), "[1]"),
    record(7, Key("ocr", "Read it.", "x", image="data/ocr/60.jpg"), Reply("mobi"), None),
    record(8, Key("color", CHOICE, "B"), Reply("I must decline, not B", refusal="declined"), "B"),
    record("x-1", Key("maze", CHOICE, "C"), Reply("\u732b says C"), "C"),
]


def test_the_exported_file_scores_as_the_records_do(tmp_path: Path) -> None:
    """Right, wrong, graded, an empty extraction that becomes A, ocr with a corrected key, a refusal that named B."""
    output = tmp_path / "responses.json"
    folder = run_folder(tmp_path / "run", RECORDS)
    assert export(str(folder), "--output", str(output)) == 0
    rows = json.loads(output.read_text(encoding="utf-8"))
    assert list(rows) == [str(number) for number in range(9)]
    assert [row["id"] for row in rows.values()] == ["x-1", 3, 4, 5, 6, 7, 8, 9, 12]
    stored = {one["item_id"]: one["verdict"]["official"] for one in RECORDS}
    scores = {str(row["id"]): official_score(row) for row in rows.values()}
    assert scores == stored
    assert scores == {"12": 1, "9": 1, "3": 1, "4": 1, "5": 0.5, "6": 0.5, "7": 1, "8": 0, "x-1": 1}


def test_a_row_has_the_authors_fields(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The data set's row with the response and the answer; to standard output without --output."""
    assert export(str(run_folder(tmp_path / "run", RECORDS[:1]))) == 0
    assert json.loads(capsys.readouterr().out) == {
        "0": {
            "id": 12,
            "task": "math",
            "image_1": "data/1.jpg",
            "image_2": None,
            "prompt": CHOICE,
            "answer": "B",
            "meta_data": {},
            "question_id": 12,
            "model_response": "It is blue, B.",
            "extracted_answer": "B",
        }
    }


def test_our_own_reader_takes_the_file_back(tmp_path: Path) -> None:
    """Export and `--responses` are inverses."""
    output = tmp_path / "responses.json"
    export(str(run_folder(tmp_path / "run", RECORDS)), "--output", str(output))
    file = responses.read(output)
    assert file.format == "tir-bench"
    assert {row.source_id: row.response for row in file.rows} == {
        one["item_id"]: one["transcript"]["final_text"] for one in RECORDS
    }
    assert {row.source_id: row.extracted for row in file.rows}["9"] == ""


def test_what_has_no_place_in_the_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Errors, other benchmarks, later repeats, and rows that would end the authors' program."""
    key, reply = Key("math", CHOICE, "B"), Reply("B")
    failed = asdict(error_verdict("model_error", "timeout"))
    judged = asdict(error_verdict("judge_error", "connection"))
    unofficial = asdict(tir_verdict(key, reply, Extraction("B", "hand"))) | {"official": None}
    records = [
        record(1, key, reply, "B", repeat=1, case="math-1-r2"),
        record(1, key, reply, "B", case="math-1-r1"),
        record(2, key, reply, "B", verdict=failed, transcript=None),
        record(3, key, reply, "B", verdict=judged),
        record(4, key, reply, "B", verdict=unofficial, suite="viebench", benchmark="viebench"),
        record(5, key, reply, "B", suite="samples", benchmark="samples"),
        record(6, key, Reply("\ud800 B"), "B"),
    ]
    assert export(str(run_folder(tmp_path / "run", records))) == 0
    said = capsys.readouterr()
    assert [row["id"] for row in json.loads(said.out).values()] == [1]
    for words in (
        "a later repeat of the same item: 1 (tir_bench/math-1-r2)",
        "model_error: there is no answer to score (run again with --resume, then export): 1 (tir_bench/math-2)",
        "judge_error",
        "the benchmark has no official scorer: 1 (viebench/math-4)",
        "of another benchmark than tir_bench: 1 (samples/math-5)",
        "the authors' program would stop at it (lone_surrogate): 1 (tir_bench/math-6)",
    ):
        assert words in said.err
    assert len(said.err.splitlines()) == 6


def test_a_run_of_samples_alone_is_exported_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sample set is scored by the same rules."""
    records = [record(1, Key("math", CHOICE, "B"), Reply("B"), "B", suite="samples", benchmark="samples")]
    assert export(str(run_folder(tmp_path / "run", records))) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1


def test_no_run_no_answers_and_no_place_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line each, and no traceback."""
    assert export(str(tmp_path)) == 1
    assert "is no run folder" in capsys.readouterr().err
    empty = run_folder(tmp_path / "empty", [])
    assert export(str(empty)) == 1
    assert "nothing to write" in capsys.readouterr().err
    full = run_folder(tmp_path / "run", RECORDS)
    assert export(str(full), "--output", str(tmp_path / "no" / "x.json")) == 1
    assert "can't be written" in capsys.readouterr().err

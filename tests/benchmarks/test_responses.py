"""Answers made elsewhere: every format is read as its program writes it, and no row disappears."""

import contextlib
import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks import responses
from benchmarks.errors import DataError
from benchmarks.responses import ResponseFile

EVALSCOPE = Path(__file__).parents[1] / "data" / "responses" / "evalscope"
"""Written by evalscope 1.14.1's own tir_bench adapter; the pictures in it are cut to one pixel."""


def read(tmp_path: Path, name: str, content: str | bytes) -> ResponseFile:
    """Read a file with this content."""
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return responses.read(path)


def by_id(file: ResponseFile) -> dict[str | None, str | None]:
    """Each row's id and reply."""
    return {row.source_id: row.response for row in file.rows}


def workbook(path: Path, *rows: tuple[Any, ...]) -> Path:
    """Write an Excel file."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_the_authors_file_keeps_reply_task_and_their_extraction(tmp_path: Path) -> None:
    """`category` is `task` in some files; null is an empty extraction, an absent field is none; a list counts by its
    first element."""
    rows = {
        "0": {"id": 7, "task": "maze", "prompt": "Which way?", "model_response": "B", "extracted_answer": "B"},
        "1": {"id": "8", "category": "maze", "model_response": "it is C", "extracted_answer": None},
        "2": {"id": 9, "task": "ocr", "model_response": ["harbor", "x"]},
        "3": {"id": 10, "task": "maze", "model_response": None},
    }
    file = read(tmp_path, "any.json", json.dumps(rows))
    assert file.format == "tir-bench"
    assert by_id(file) == {"7": "B", "8": "it is C", "9": "harbor", "10": None}
    assert [row.extracted for row in file.rows] == ["B", "", None, None]
    assert [(row.task, row.place) for row in file.rows] == [("maze", 0), ("maze", 1), ("ocr", 0), ("maze", 2)]
    assert file.rows[0].prompt == "Which way?"
    assert file.rows[3].problems == ("there is no reply",)


def test_a_key_that_stands_twice_gives_two_rows(tmp_path: Path) -> None:
    """A JSON reader would keep the last and say nothing."""
    file = read(tmp_path, "a.json", '{"0": {"id": 1, "model_response": "A"}, "0": {"id": 1, "model_response": "B"}}')
    assert [row.response for row in file.rows] == ["A", "B"]


def test_json_lines_by_hand(tmp_path: Path) -> None:
    """Id and response are enough; a torn line, a bare value and a row without a reply stay in the list."""
    lines = [
        '{"id": 3, "response": "B"}',
        "",
        '{"id": "x", "response": 4.5, "task": "maze"}',
        '{"id": 5',
        "7",
        '{"id": 6}',
    ]
    file = read(tmp_path, "a.jsonl", "\ufeff" + "\n".join(lines))
    assert file.format == "jsonl"
    assert [(row.where, row.source_id, row.response) for row in file.rows] == [
        ("line 1", "3", "B"),
        ("line 3", "x", "4.5"),
        ("line 4", None, None),
        ("line 5", None, None),
        ("line 6", None, None),
    ]
    assert "is no JSON" in file.rows[2].problems[0]
    assert file.rows[3].problems == ("is 7; a line is one object",)
    assert "there is no response" in file.rows[4].problems[0]


def test_csv_with_line_breaks_quotes_and_long_answers(tmp_path: Path) -> None:
    """An answer of more than 131,072 characters is over the csv module's default limit, and the limit is put back."""
    before = csv.field_size_limit()
    long = "x" * 200_000
    file = read(tmp_path, "a.csv", f'id,response\n1,"first\nsecond, ""B"""\n2,{long}\n3,\n4,a,b\n')
    assert file.format == "csv"
    assert by_id(file) == {"1": 'first\nsecond, "B"', "2": long, "3": "", None: None}
    assert file.rows[3].problems[0].startswith("has 3 cells and the head 2")
    assert csv.field_size_limit() == before


@pytest.mark.parametrize("name", ["m_TIR.tsv", "m_TIR.json", "m_TIR.xlsx"])
def test_vlmevalkit_in_its_three_forms(tmp_path: Path, name: str) -> None:
    """A failed request is no reply, an empty cell an empty one; `thinking` is kept apart."""
    head = ("index", "question", "A", "category", "prediction", "thinking")
    rows: list[tuple[Any, ...]] = [
        (1, "Which?", "red", "color", "It is\nB", "hm"),
        (2, "Which?", "blue", "color", "Failed to obtain answer via API.", None),
        (3, "Which?", "blue", "color", None, None),
    ]
    path = tmp_path / name
    if name.endswith("xlsx"):
        workbook(path, head, *rows)
    elif name.endswith("tsv"):
        with path.open("w", newline="") as file:
            writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL)
            writer.writerows([head, *rows])
    else:
        # As pandas writes holes into JSON.
        holed = [[float("nan") if value is None else value for value in row] for row in rows]
        path.write_text(json.dumps([dict(zip(head, row, strict=True)) for row in holed]))
    read = responses.read(path)
    assert read.format == "vlmevalkit"
    assert by_id(read) == {"1": "It is\nB", "2": None, "3": ""}
    assert [row.reasoning for row in read.rows] == ["hm", None, None]
    assert [row.task for row in read.rows] == ["color"] * 3
    assert "the request failed" in read.rows[1].problems[0]


def test_vlmevalkit_id_column_wins_and_a_full_cell_is_told(tmp_path: Path) -> None:
    """`index` may only count the table's rows; Excel cuts at 32,767 characters without a word."""
    cut = "y" * 32_767
    read = responses.read(
        workbook(tmp_path / "a.xlsx", ("index", "id", "prediction"), (0, 41.0, cut), (1, 42, "a_x000B_b"))
    )
    assert by_id(read) == {"41": cut, "42": "a\x0bb"}
    assert "cut at a cell's 32,767 characters" in read.rows[0].problems[0]


def test_a_workbook_that_unpacks_to_gigabytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is read from the archive's list, before anything is unpacked."""
    from benchmarks.responses import vlmevalkit

    path = workbook(tmp_path / "a.xlsx", ("index", "prediction"), (1, "A"))
    monkeypatch.setattr(vlmevalkit, "LIMIT_MB", 0.001)
    with pytest.raises(DataError, match="bytes unpacked"):
        responses.read(path)


def test_without_openpyxl_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is needed for this one format only."""
    import sys

    path = workbook(tmp_path / "a.xlsx", ("index", "prediction"), (1, "A"))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(DataError, match="pip install openpyxl"):
        responses.read(path)


@pytest.mark.parametrize("place", [".", "predictions", "predictions/loopback-vl"])
def test_evalscope_folder_however_deep_it_is_named(place: str) -> None:
    """A run, its predictions or one model's: the same rows, ordered by index within a task."""
    file = responses.read(EVALSCOPE / place)
    assert file.format == "evalscope"
    assert by_id(file) == {
        "80": "C",
        "81": "C",
        "375": "The answer is",
        "377": "The answer is",
        "1095": "Answer: B",
        "1097": "Answer: B",
        "715": "",
        "716": "",
    }
    rows = {row.source_id: row for row in file.rows}
    assert [row.place for row in file.rows if row.task == "color"] == [0, 1]
    assert rows["1097"].place == 2
    assert rows["1095"].reasoning == "let me see"
    assert rows["80"].reasoning == "hidden thought"
    assert rows["375"].finish_reason == "max_tokens"
    assert rows["715"].prompt == "Question 715 (ocr): look at the picture and answer.\nRead the word."
    assert rows["80"].where == "tir_bench_color.jsonl line 2"


def test_evalscope_single_file() -> None:
    """One task's file is enough."""
    file = responses.read(EVALSCOPE / "predictions" / "loopback-vl" / "tir_bench_maze.jsonl")
    assert (file.format, len(file.rows)) == ("evalscope", 2)


def test_evalscope_errors_and_odd_lines_are_no_replies(tmp_path: Path) -> None:
    """An error, no choices, no object: each is a row without a reply, with its reason."""
    lines = [
        {"index": 0, "model_output": {"error": "boom", "choices": []}, "metadata": {"id": 1, "task": "maze"}},
        {"index": 1, "model_output": {"choices": []}, "metadata": {"id": 2}},
        {"index": 2, "model_output": {"choices": [{"message": {"content": None}}]}, "metadata": None},
        {"index": 3, "model_output": 5},
    ]
    file = read(tmp_path, "tir_bench_maze.jsonl", "\n".join(map(json.dumps, lines)))
    found = {row.where: row for row in file.rows}
    assert found["tir_bench_maze.jsonl line 1"].problems == ("the request failed: 'boom'",)
    assert [(row.task, row.place) for row in file.rows if row.place is not None] == [
        ("maze", 0),
        ("maze", 1),
        ("maze", 2),
    ]
    assert all(row.response is None and row.problems for row in file.rows)
    assert len(file.rows) == 4


def test_evalscope_folder_of_two_models_is_refused(tmp_path: Path) -> None:
    """Mixing them would score neither."""
    for model in ("a", "b"):
        folder = tmp_path / "predictions" / model
        folder.mkdir(parents=True)
        (folder / "tir_bench_maze.jsonl").write_text('{"model_output": {}}\n')
    with pytest.raises(DataError, match=r"2 models or runs \(predictions/a, predictions/b\)\. Name one"):
        responses.read(tmp_path)
    assert len(responses.read(tmp_path / "predictions" / "a").rows) == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        pytest.param("a.pkl", b"x", r"ending '\.pkl' is none of", id="a pickle is never opened"),
        pytest.param("a.json", b"{", "is no JSON", id="half a document"),
        pytest.param("a.json", b"{}", "holds", id="an empty object"),
        pytest.param("a.json", b'{"0": {"id": 1}}', "without one model_response", id="the data set itself"),
        pytest.param("a.json", b"[" * 100_000, "is no JSON", id="100,000 brackets"),
        pytest.param("a.jsonl", b"", "is empty", id="no line"),
        pytest.param("a.jsonl", b'{"id": 1, "answer": "B"}', "no response in any", id="another field name"),
        pytest.param("a.csv", b"id,response,id\n1,a,2\n", "names the columns, each once", id="a column twice"),
        pytest.param("a.csv", b'id,response\n1,"abc\n', "is no table", id="a quote that does not close"),
        pytest.param("a.csv", b"id,response\n1,\xff\n", "is not UTF-8", id="another encoding"),
        pytest.param("a.csv", b"id,response\n", "holds no answers", id="a head alone"),
        pytest.param("a.xlsx", b"PK\x03\x04 nonsense", "is no workbook", id="no archive"),
    ],
)
def test_a_file_that_is_no_answers_file_says_why(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    """One message with the file, what was seen and what is known."""
    if name.endswith("xlsx"):
        pytest.importorskip("openpyxl")
    with pytest.raises(DataError, match=message):
        read(tmp_path, name, content)


@pytest.mark.parametrize("ending", [".json", ".jsonl", ".csv", ".xlsx"])
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, ending: str) -> None:
    """A few bytes changed anywhere: rows or one message, no other exception."""
    whole = {
        ".json": b'[{"index": 1, "prediction": NaN, "question": "Which?"}, {"index": "x", "prediction": [1]}]',
        ".jsonl": (EVALSCOPE / "predictions" / "loopback-vl" / "tir_bench_maze.jsonl").read_bytes(),
        ".csv": b'id,response\n1,"a\nb"\n2,c\n',
        ".xlsx": b"",
    }[ending]
    if ending == ".xlsx":
        whole = workbook(tmp_path / "whole.xlsx", ("index", "prediction"), (1, "A"), (2, 3.5)).read_bytes()
    draw = random.Random(1)
    path = tmp_path / f"damaged{ending}"
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(draw.randint(1, 4)):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        path.write_bytes(damaged)
        with contextlib.suppress(DataError):
            responses.match(responses.read(path).rows, {}).report()


def test_a_missing_file_and_an_empty_folder(tmp_path: Path) -> None:
    """Neither is a traceback."""
    with pytest.raises(DataError, match="does not exist"):
        responses.read(tmp_path / "no.json")
    with pytest.raises(DataError, match="of predictions"):
        responses.read(tmp_path)


def test_an_answer_of_ten_megabytes_is_cut_and_said(tmp_path: Path) -> None:
    """A reply that long is a fault of its maker; the row stays."""
    file = read(tmp_path, "a.jsonl", json.dumps({"id": 1, "response": "z" * 10_000_000}))
    (row,) = file.rows
    assert row.response is not None
    assert len(row.response) == 4_000_000
    assert row.problems == ("the reply is cut from 10,000,000 to 4,000,000 characters",)

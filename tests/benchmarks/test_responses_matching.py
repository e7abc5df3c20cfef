"""Each answer finds its item or is listed with the reason."""

import json
from dataclasses import replace
from pathlib import Path

from benchmarks import responses
from benchmarks.item import Item
from benchmarks.responses import ResponseRow, match


def item(task: str, source_id: str, prompt: str = "Which?", benchmark: str = "tir_bench") -> Item:
    """An item without pictures."""
    return Item(benchmark, task, f"{task}-{source_id.zfill(4)}", source_id, prompt, (), "A")


def row(
    source_id: str | None = None, response: str | None = "B", task: str | None = None, place: int | None = None
) -> ResponseRow:
    """A row as a reader hands it over."""
    return ResponseRow(f"line of {source_id or (task, place)}", source_id, task, place, response)


ITEMS = {f"tir_bench/{one.id}": one for one in (item("maze", "10"), item("maze", "11"), item("color", "12"))}


def test_p49_unknown_and_duplicate_ids_are_listed(tmp_path: Path) -> None:
    """Lines from elsewhere with two unknown ids and one duplicate: scored offline, nothing dropped in silence."""
    lines = [(10, "A"), (77, "B"), (11, "C"), (10, "D"), ("x", "E")]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(json.dumps({"id": name, "response": text}) for name, text in lines))
    matched = match(responses.read(path).rows, ITEMS)
    assert {case: found.response for case, found in matched.answers.items()} == {
        "tir_bench/maze-0010": "A",
        "tir_bench/maze-0011": "C",
    }
    assert [found.source_id for found in matched.unknown] == ["77", "x"]
    assert [found.source_id for found in matched.duplicates] == ["10"]
    assert matched.missing == ("tir_bench/color-0012",)
    assert matched.ways == {"id": 2}
    assert matched.report() == [
        "2 answers matched: 2 by id",
        "2 unknown",
        "  line 2 (id '77'): no item has id '77'",
        "  line 5 (id 'x'): no item has id 'x'",
        "1 duplicate",
        "  line 4 (id '10'): tir_bench/maze-0010 is answered in line 1 already, this is another answer",
        "1 missing",
        "  tir_bench/color-0012",
    ]


def test_our_case_id_is_an_id_too() -> None:
    """A user copies it from a report."""
    matched = match([row("maze-0011")], ITEMS)
    assert list(matched.answers) == ["tir_bench/maze-0011"]


def test_without_an_id_task_and_place_decide_and_are_counted_apart() -> None:
    """The second maze is the second maze of the data set."""
    matched = match([row(task="maze", place=1), row("12"), row(task="maze", place=2), row(task="maze")], ITEMS)
    assert list(matched.answers) == ["tir_bench/maze-0011", "tir_bench/color-0012"]
    assert matched.ways == {"task and place": 1, "id": 1}
    assert [found.problems[-1] for found in matched.unknown] == [
        "no item has 'maze', place 2",
        "there is neither an id nor a task and a place",
    ]


def test_the_first_reply_counts_and_a_failed_request_gives_way() -> None:
    """As in a run's own records: an answer is kept over an error, and the first answer over a later one."""
    matched = match([row("10", None), row("10", "A"), row("10", "A"), row("11", None)], ITEMS)
    assert matched.answers["tir_bench/maze-0010"].response == "A"
    assert len(matched.silent) == 2
    assert "this is the same answer" in matched.duplicates[0].problems[-1]
    assert matched.missing == ("tir_bench/maze-0011", "tir_bench/color-0012")


def test_another_question_under_the_same_id_does_not_match() -> None:
    """Ids are small numbers: another data set's would fit by chance. A sentence before or behind it changes nothing."""
    asked = replace(row("10"), prompt="Which?\n\nThink step by step.")
    other = replace(row("11"), prompt="How many cats are there?")
    matched = match([asked, other], ITEMS)
    assert list(matched.answers) == ["tir_bench/maze-0010"]
    assert matched.unknown[0].problems == ("the question is not that of tir_bench/maze-0011, which has id '11'",)


def test_an_id_in_two_benchmarks_needs_a_task_or_a_question() -> None:
    """Guessing would score the wrong item."""
    items = {**ITEMS, "samples/color-0010": item("color", "10", "What colour?", "samples")}
    matched = match([row("10")], items)
    assert matched.answers == {}
    assert "fits 2 items" in matched.unknown[0].problems[-1]
    assert list(match([row("10", task="color")], items).answers) == ["samples/color-0010"]
    assert list(match([replace(row("10"), prompt="Which?")], items).answers) == ["tir_bench/maze-0010"]


def test_long_lists_are_counted_not_printed() -> None:
    """Twenty lines and a count."""
    lines = match([row(str(number)) for number in range(1000, 1050)], ITEMS).report()
    assert lines[1] == "50 unknown"
    assert len([line for line in lines if "no item has" in line]) == 20
    assert "  … and 30 more" in lines

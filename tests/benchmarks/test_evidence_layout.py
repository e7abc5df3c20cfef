"""The suite's own layout, items.jsonl."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks import evidence_layout, viebench
from benchmarks.errors import DataError
from benchmarks.loaded import Loaded
from tests.benchmarks.folders import layout_folder, layout_row, picture


def load(folder: Path, *rows: dict[str, Any], **options: Any) -> Loaded:
    return viebench.load(layout_folder(folder, *rows), header_cache=None, **options)


def test_a_row_becomes_an_item(tmp_path: Path) -> None:
    """Case, split, scenario, boxes; the prompt is worded from question and options."""
    (item,) = load(tmp_path, layout_row(7)).items
    assert (item.benchmark, item.task, item.split, item.scenario) == ("viebench", "perception", "perception", "retail")
    assert (item.id, item.source_id, item.answer, item.scorer) == ("perception-0007", "7", "C", "choice")
    assert item.evidence == ((10, 12, 14, 15),)
    assert [image.name for image in item.images] == ["image_1"]
    assert item.prompt == (
        "Which price is on the red label?\n\nA. 1.99\nB. 2.49\nC. 2.99\nD. 3.49\n\n"
        "Answer with the letter of the right option."
    )


def test_a_complete_prompt_is_sent_as_it_is(tmp_path: Path) -> None:
    """Nothing is added to it and nothing shuffled."""
    row = layout_row(1, question=..., options=..., prompt="Which?\n(A) x (B) y", answer="B")
    (item,) = load(tmp_path, row, shuffle=True).items
    assert (item.prompt, item.answer) == ("Which?\n(A) x (B) y", "B")


def test_options_may_carry_their_letters(tmp_path: Path) -> None:
    """They are not written twice."""
    (item,) = load(tmp_path, layout_row(1, options=["A. x", "(B) y", "C) z"], answer="C")).items
    assert item.meta["options"] == ("x", "y", "z")
    assert "\nB. y\n" in item.prompt


def test_options_that_only_look_labelled_stay_whole(tmp_path: Path) -> None:
    """ "B. Lee" is a name here: the letters don't run from A."""
    (item,) = load(tmp_path, layout_row(1, options=["B. Lee", "C. Wu"], answer="B")).items
    assert item.meta["options"] == ("B. Lee", "C. Wu")


def test_an_item_may_ask_for_a_box(tmp_path: Path) -> None:
    """The gold answer is a box then, which is no evidence; how a model writes it is its profile's matter."""
    row = layout_row(1, options=..., answer=..., evidence=..., answer_box=[10, 20, 30, 40], split="reasoning")
    (item,) = load(tmp_path, row).items
    assert (item.scorer, item.answer, item.evidence) == ("box", (10, 20, 30, 40), ())
    assert item.prompt == "Which price is on the red label?\n\nAnswer with one bounding box."
    assert item.id == "reasoning-0001"


def test_the_answer_box_is_checked_like_any_gold_box(tmp_path: Path) -> None:
    """One without area would make every answer wrong."""
    row = layout_row(1, options=..., answer=..., answer_box=[10, 20, 10, 40])
    (broken,) = load(tmp_path, row).broken
    assert broken.field == "answer_box"
    assert "has no area: [10, 20, 10, 40]" in broken.problem


def test_an_item_may_show_several_pictures(tmp_path: Path) -> None:
    """In their order; boxes are in the first."""
    folder = layout_folder(tmp_path, layout_row(1, image=..., images=["b.png", "images/shelf.png"]))
    picture(folder / "b.png", (60, 20))
    (item,) = viebench.load(folder, header_cache=None).items
    assert [(image.name, image.width_px) for image in item.images] == [("image_1", 60), ("image_2", 100)]


@pytest.mark.parametrize("spelling", ["daily life", "Daily_Life", "DAILY-LIFE"])
def test_scenarios_are_known_however_they_are_written(tmp_path: Path, spelling: str) -> None:
    """One name in tables and for `-k`."""
    (item,) = load(tmp_path, layout_row(1, scenario=spelling, split="Reasoning")).items
    assert (item.scenario, item.split, item.task) == ("daily_life", "reasoning", "reasoning")


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"note": "x"}, "'note'", "is no field of this layout; known are id, image, images"),
        ({"id": ...}, "id", "is None; an id is a whole number or text"),
        ({"split": "percepton"}, "split", "is 'percepton'; it is one of perception, reasoning"),
        ({"split": ...}, "split", "is None; it is one of"),
        ({"scenario": "office"}, "scenario", "is 'office'; it is one of urban, daily_life, industrial, retail"),
        ({"image": ...}, "image", "give either image"),
        ({"images": ["a.png"]}, "image", "give either image"),
        ({"image": ..., "images": []}, "images", "is a list of 1 to 8 paths"),
        ({"question": ...}, "question", "give either question"),
        ({"prompt": "x"}, "question", "give either question"),
        ({"question": ..., "prompt": "x"}, "options", "stand in the prompt already"),
        ({"question": " "}, "question", "is ' '; a text is needed"),
        ({"options": ...}, "options", "is None; options are a list of 2 to 26 texts"),
        ({"options": ["one"]}, "options", "options are a list of 2 to 26 texts"),
        ({"options": ["a", "b", ""]}, "options", "every option is a text"),
        ({"options": ["a", "b", "a"]}, "options", "has the same text twice"),
        ({"answer": ...}, "answer", "give either answer (a letter) or answer_box"),
        ({"answer_box": [1, 1, 2, 2]}, "answer", "give either answer (a letter) or answer_box"),
        ({"answer": "E"}, "answer", "is 'E'; it is the letter of the right option, A to D"),
        ({"answer": 3}, "answer", "is 3; it is the letter of the right option, A to D"),
        ({"answer": ..., "answer_box": [1, 1, 2, 2]}, "options", "don't go with answer_box"),
        ({"evidence": {"x": 1}}, "evidence", "it is a list of boxes"),
    ],
)
def test_a_broken_row_names_its_line_field_and_rule(
    tmp_path: Path, changes: dict[str, Any], field: str, message: str
) -> None:
    """The sound rows around it are loaded."""
    loaded = load(tmp_path, layout_row(1), layout_row(2, **changes), layout_row(3))
    assert [item.source_id for item in loaded.items] == ["1", "3"]
    (row,) = loaded.broken
    assert row.where.startswith("items.jsonl line 2")
    assert row.field == field
    assert message in row.problem


@pytest.mark.parametrize("answer", ["b", "(B)", "B.", "B. 2.49", "2.49"])
def test_the_gold_letter_may_be_written_in_several_ways(tmp_path: Path, answer: str) -> None:
    """A letter in any case or brackets, with its text, or the text alone."""
    (item,) = load(tmp_path, layout_row(1, answer=answer)).items
    assert item.answer == "B"


def test_a_second_row_with_the_same_id_is_broken(tmp_path: Path) -> None:
    """Also in the other split: answers are matched by id."""
    (row,) = load(tmp_path, layout_row(4), layout_row("4", split="reasoning")).broken
    assert "'4' stands in items.jsonl line 1 (id 4) too" in row.problem


def test_a_line_that_is_no_json_is_a_broken_row(tmp_path: Path) -> None:
    """The lines around it are loaded; empty lines are nothing."""
    folder = layout_folder(tmp_path, layout_row(1))
    with (folder / "items.jsonl").open("a") as file:
        file.write('\n{"id": 2,\n[3]\n' + json.dumps(layout_row(4)))
    loaded = viebench.load(folder, header_cache=None)
    assert [item.source_id for item in loaded.items] == ["1", "4"]
    assert [row.where for row in loaded.broken] == ["items.jsonl line 3", "items.jsonl line 4"]
    assert "the line is no JSON" in loaded.broken[0].problem


def test_an_empty_file_and_another_encoding_are_refused(tmp_path: Path) -> None:
    """Nothing of them can be asked."""
    (tmp_path / "items.jsonl").write_text("\n")
    with pytest.raises(DataError, match=r"is empty. It has one JSON object a line"):
        viebench.load(tmp_path, header_cache=None)
    (tmp_path / "items.jsonl").write_bytes('{"id": "é"}'.encode("latin-1"))
    with pytest.raises(DataError, match="is no UTF-8 text"):
        viebench.load(tmp_path, header_cache=None)


def test_the_documented_example_loads(tmp_path: Path) -> None:
    """The rows shown in docs/data.md are complete, and every field is described there."""
    text = (Path(evidence_layout.__file__).parent.parent / "docs" / "data.md").read_text(encoding="utf-8")
    example = re.search(r"```jsonl\n(.*?)```", text, re.DOTALL)
    assert example is not None
    for line in example[1].splitlines():
        row = json.loads(line)
        for name in row.get("images", [row.get("image")]):
            picture(tmp_path / name, (4000, 3000), mode="1")
    (tmp_path / "items.jsonl").write_text(example[1], encoding="utf-8")
    loaded = viebench.load(tmp_path, header_cache=None)
    assert loaded.broken == ()
    assert len(loaded.items) == 3
    assert all(f"| `{field}` |" in text for field in evidence_layout.FIELDS)

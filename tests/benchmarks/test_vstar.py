"""V*-style annotations."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import viebench
from benchmarks.loaded import Loaded
from tests.benchmarks.folders import picture, vstar_item


def load(folder: Path, **options: Any) -> Loaded:
    return viebench.load(folder, header_cache=None, **options)


def test_an_annotation_becomes_an_item(tmp_path: Path) -> None:
    """The folder is the task, the file's name the case; [x, y, width, height] become corners."""
    vstar_item(tmp_path / "direct_attributes", "sa_4690", bbox=[[10, 20, 4, 2], [50, 60, 5, 5]])
    (item,) = load(tmp_path, shuffle=False).items
    assert (item.benchmark, item.task, item.split) == ("vstar", "direct_attributes", None)
    assert (item.id, item.source_id) == ("direct_attributes-sa_4690", "direct_attributes/sa_4690")
    assert item.evidence == ((10, 20, 14, 22), (50, 60, 55, 65))
    assert (item.answer, item.meta["target_object"]) == ("A", ["glove"])
    assert item.prompt.startswith("What colour is the glove?\n\nA. The glove is blue.\nB. The glove is red.")


def test_of_the_published_folders_only_the_191_questions_are_read(tmp_path: Path) -> None:
    """The repository has more folders; in figures called V*Bench they are not counted."""
    for folder in ("direct_attributes", "relative_position", "OCR", "GPT4V-hard"):
        vstar_item(tmp_path / folder, "0")
    assert [item.task for item in load(tmp_path).items] == ["direct_attributes", "relative_position"]


def test_any_other_folder_of_this_style_is_read(tmp_path: Path) -> None:
    """Its folders are the tasks; a name that is not plain ASCII keeps its label."""
    vstar_item(tmp_path / "small-things", "a")
    vstar_item(tmp_path, "b")
    first, second = load(tmp_path).items
    assert first.task.startswith("small_things_")
    assert first.label == "small-things"
    assert second.task == "vstar"


def test_folders_called_like_the_splits_make_it_viebench(tmp_path: Path) -> None:
    """Then the items count there."""
    vstar_item(tmp_path / "perception", "1")
    vstar_item(tmp_path / "reasoning", "2")
    items = load(tmp_path).items
    assert [(item.benchmark, item.split, item.id) for item in items] == [
        ("viebench", "perception", "perception-0001"),
        ("viebench", "reasoning", "reasoning-0002"),
    ]


def test_one_box_may_stand_without_its_outer_list(tmp_path: Path) -> None:
    """[x, y, width, height] alone."""
    vstar_item(tmp_path / "direct_attributes", "a", bbox=[10, 20, 4, 2])
    assert load(tmp_path).items[0].evidence == ((10, 20, 14, 22),)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"bbox": [[10, 20, 0, 2]]}, "evidence[0]", "has no area: [10, 20, 10, 22]"),
        ({"bbox": [[90, 20, 20, 2]]}, "evidence[0]", "[90, 20, 110, 22] lies outside the picture of 100 × 80"),
        ({"bbox": []}, "evidence", "has 0 boxes"),
        ({"bbox": [[1, 2, 3]]}, "bbox", "is [1, 2, 3]; this layout has x, y, width and height there"),
        ({"bbox": [[1, 2, None, 3]]}, "bbox", "this layout has x, y, width and height"),
        ({"bbox": [[10**400, 1.5, 1.5, 3]]}, "bbox", "this layout has x, y, width and height"),
        ({"options": "red"}, "options", "options are a list of 2 to 26 texts"),
        ({"question": None}, "question", "is None; a text is needed"),
    ],
)
def test_a_broken_annotation_names_its_file(tmp_path: Path, changes: dict[str, Any], field: str, message: str) -> None:
    """The others are loaded."""
    vstar_item(tmp_path / "direct_attributes", "a")
    vstar_item(tmp_path / "direct_attributes", "b", **changes)
    loaded = load(tmp_path)
    assert [item.source_id for item in loaded.items] == ["direct_attributes/a"]
    (row,) = loaded.broken
    assert (row.where, row.field) == ("direct_attributes/b.json", field)
    assert message in row.problem


def test_a_half_pair_is_a_broken_row(tmp_path: Path) -> None:
    """An annotation without its picture, with two, or a picture without annotation: none is passed over."""
    folder = tmp_path / "direct_attributes"
    vstar_item(folder, "a")
    vstar_item(folder, "b")
    (folder / "b.jpg").unlink()
    picture(folder / "c.png")
    picture(folder / "a.png")
    (folder / "d.json").write_text("[1]")
    picture(folder / "d.JPEG", format="JPEG")
    loaded = load(tmp_path)
    assert loaded.items == ()
    assert [str(row) for row in loaded.broken] == [
        "direct_attributes/a.json, image: 2 pictures are called a; there must be one",
        "direct_attributes/b.json, image: 0 pictures are called b; there must be one",
        "direct_attributes/c.png, annotation: there is no c.json beside the picture",
        "direct_attributes/d.json, row: is [1]; a V* annotation is an object",
    ]


def test_the_hash_covers_every_annotation(tmp_path: Path) -> None:
    """One other option text in one file, another hash."""
    vstar_item(tmp_path / "direct_attributes", "a")
    before = load(tmp_path).sha256
    path = tmp_path / "direct_attributes/a.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "question": "What colour?"}))
    assert load(tmp_path).sha256 != before

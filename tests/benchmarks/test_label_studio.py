"""Label Studio exports."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import viebench
from benchmarks.errors import DataError
from benchmarks.loaded import Loaded
from tests.benchmarks.folders import picture


def box(x: float = 10, y: float = 25, width: float = 5, height: float = 10, **changes: Any) -> dict[str, Any]:
    """A rectangle as the tool writes it, drawn on 200 × 80 pixels; `rotation` goes into its value."""
    rotation = changes.pop("rotation", 0)
    return {
        "type": "rectanglelabels",
        "from_name": "evidence",
        "to_name": "image",
        "original_width": 200,
        "original_height": 80,
        "image_rotation": 0,
        "value": {
            "x": x,
            "y": y,
            "width": width,
            "height": height,
            "rotation": rotation,
            "rectanglelabels": ["evidence"],
        },
        **changes,
    }


def text(name: str, *lines: str) -> dict[str, Any]:
    return {"type": "textarea", "from_name": name, "to_name": "image", "value": {"text": list(lines)}}


def choice(name: str, *words: str) -> dict[str, Any]:
    return {"type": "choices", "from_name": name, "to_name": "image", "value": {"choices": list(words)}}


SAID = (
    text("question", "What is on the sign?"),
    text("options", "Stop", "Go", "Slow"),
    text("answer", "Go"),
    choice("category", "Reasoning"),
    choice("scenario", "Daily life"),
)


def task(number: int, *results: dict[str, Any], **changes: Any) -> dict[str, Any]:
    annotation = {"id": 900 + number, "was_cancelled": False, "ground_truth": False, "result": list(results)}
    return {
        "id": number,
        "data": {"image": "/data/upload/1/0a1b2c3d-street.png"},
        "annotations": [annotation],
        "predictions": [],
        **changes,
    }


def load(folder: Path, *tasks: dict[str, Any], size: tuple[int, int] = (200, 80)) -> Loaded:
    picture(folder / "images" / "street.png", size)
    (folder / "export.json").write_text(json.dumps(tasks))
    return viebench.load(folder, header_cache=None)


def test_a_task_becomes_an_item(tmp_path: Path) -> None:
    """Percent become pixels; question, options, answer and categories are what the annotator said."""
    (item,) = load(tmp_path, task(42, box(), *SAID)).items
    assert (item.benchmark, item.id, item.source_id) == ("viebench", "reasoning-0042", "42")
    assert (item.split, item.scenario, item.answer) == ("reasoning", "daily_life", "B")
    assert item.evidence == ((20, 20, 30, 28),)
    assert item.prompt.startswith("What is on the sign?\n\nA. Stop\nB. Go\nC. Slow\n")


def test_a_smaller_copy_is_as_good_to_annotate(tmp_path: Path) -> None:
    """Percent are of the picture that is there."""
    (item,) = load(tmp_path, task(1, box(), *SAID), size=(2000, 800)).items
    assert item.evidence == ((200, 200, 300, 280),)


def test_options_may_stand_in_the_question(tmp_path: Path) -> None:
    """Then it is the whole prompt but for the last line, and the answer is a letter."""
    question = text("question", "What is on the sign?", "A. Stop", "B. Go")
    (item,) = load(tmp_path, task(1, box(), question, text("answer", "B. Go"), choice("c", "perception"))).items
    assert item.prompt == ("What is on the sign?\nA. Stop\nB. Go\n\nAnswer with the letter of the right option.")
    assert item.answer == "B"


def test_what_was_imported_counts_where_the_annotator_said_nothing(tmp_path: Path) -> None:
    """Question, options and answer of the task's data; its categories too."""
    data = {
        "image": "street.png",
        "question": "Which?",
        "options": ["x", "y"],
        "answer": "A",
        "split": "perception",
        "scenario": "urban",
    }
    (item,) = load(tmp_path, task(1, box(), data=data)).items
    assert (item.answer, item.split, item.scenario) == ("A", "perception", "urban")
    assert item.meta["options"] == ("x", "y")


@pytest.mark.parametrize(
    "reference",
    [
        "/data/upload/1/0a1b2c3d-street.png",
        "street.png",
        "images/street.png",
        "/data/local-files/?d=sets/images/street.png",
        "https://example.org/bucket/images/street.png?token=x",
        "s3://bucket/street.png",
        "/data/local-files/?d=..%2F..%2Fstreet.png",
    ],
)
def test_the_picture_is_found_by_its_name_below_the_folder(tmp_path: Path, reference: str) -> None:
    """However the tool refers to it, and nowhere else."""
    (item,) = load(tmp_path, task(1, box(), *SAID, data={"image": reference})).items
    assert item.images[0].path == tmp_path / "images" / "street.png"


def test_a_picture_is_never_looked_for_outside_the_folder(tmp_path: Path) -> None:
    """Steps upwards are left out of a path."""
    picture(tmp_path / "secret.png")
    loaded = load(tmp_path / "set", task(1, box(), *SAID, data={"image": "/data/local-files/?d=../secret.png"}))
    assert "no such picture below" in loaded.broken[0].problem


@pytest.mark.parametrize(
    ("results", "field", "message"),
    [
        pytest.param((box(rotation=12.5), *SAID), "evidence", "is turned by 12.5 degrees", id="a turned box"),
        pytest.param((box(image_rotation=90), *SAID), "evidence", "is turned by 90 degrees", id="a turned picture"),
        pytest.param((box(width=0), *SAID), "evidence[0]", "has no area: [20, 20, 20, 28]", id="no width"),
        pytest.param((box(x=97), *SAID), "evidence[0]", "lies outside the picture of 200 × 80", id="outside"),
        pytest.param((box(x=None), *SAID), "evidence", "x, y, width and height there", id="no place"),
        pytest.param(
            (box(original_width=80, original_height=200), *SAID),
            "evidence",
            "was drawn on 80 × 200 pixels, the picture has 200 × 80 upright. Was it turned (EXIF orientation)",
            id="drawn on a picture that lay on its side",
        ),
        pytest.param((box(original_width=10**400), *SAID), "evidence", "was drawn on 1000", id="an absurd size"),
        pytest.param(SAID, "evidence", "has 0 boxes", id="no box"),
        pytest.param((box(), *SAID[:3]), "split", "says perception or reasoning; seen: []", id="no category"),
        pytest.param((box(), *SAID[1:]), "question", "is None; a text is needed", id="no question"),
        pytest.param(
            (box(), *SAID[:2], text("answer", "Halt"), SAID[3]), "answer", "is 'Halt'; it is the letter", id="no option"
        ),
    ],
)
def test_a_broken_task_names_itself_and_the_rule(
    tmp_path: Path, results: tuple[dict[str, Any], ...], field: str, message: str
) -> None:
    """The others are loaded."""
    loaded = load(tmp_path, task(1, box(), *SAID), task(2, *results))
    assert [item.source_id for item in loaded.items] == ["1"]
    (row,) = loaded.broken
    assert (row.where, row.field) == ("task 2 (id 2)", field)
    assert message in row.problem


def test_cancelled_annotations_do_not_count(tmp_path: Path) -> None:
    """Of two, the one that was kept is read."""
    cancelled = {"was_cancelled": True, "result": [box(width=50)]}
    tasks = task(1, box(), *SAID)
    tasks["annotations"].insert(0, cancelled)
    assert load(tmp_path, tasks).items[0].evidence == ((20, 20, 30, 28),)


def test_of_several_annotations_the_one_marked_as_truth_counts(tmp_path: Path) -> None:
    """Without a mark nobody knows which is gold."""
    marked, unmarked = task(1, box(), *SAID), task(2, box(), *SAID)
    marked["annotations"].append({"ground_truth": True, "result": [box(x=50), *SAID]})
    unmarked["annotations"].append({"result": [box(x=50), *SAID]})
    loaded = load(tmp_path, marked, unmarked)
    assert loaded.items[0].evidence == ((100, 20, 110, 28),)
    assert loaded.broken[0].problem.startswith("2 count; a task has one")


def test_two_exports_in_one_folder_are_refused(tmp_path: Path) -> None:
    """Nobody knows which is meant."""
    (tmp_path / "old.json").write_text(json.dumps([task(1)]))
    with pytest.raises(DataError, match=r"has 2 Label Studio exports \(export.json, old.json\)"):
        load(tmp_path, task(1, box(), *SAID))


def test_a_picture_turned_by_its_exif_is_annotated_upright(tmp_path: Path) -> None:
    """The browser showed 150 × 400, so percent are of that."""
    picture(tmp_path / "a.jpg", (400, 150), orientation=6)
    drawn = box(original_width=150, original_height=400)
    loaded = load(tmp_path, task(1, drawn, *SAID, data={"image": "a.jpg"}))
    assert loaded.items[0].evidence == ((15, 100, 22.5, 140),)

"""Reading TIR-Bench."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks import tir_bench
from benchmarks.errors import BrokenRowsError, DataError
from benchmarks.loaded import Loaded
from tests.benchmarks.folders import picture, tir_folder, tir_row


def load(folder: Path, *rows: Any) -> Loaded:
    return tir_bench.load(tir_folder(folder, *rows), header_cache=None)


def test_a_row_becomes_an_item(tmp_path: Path) -> None:
    """Prompt and answer as they stand, the case named after task and id, pictures with neutral names."""
    row = tir_row(
        7,
        task="spot_difference",
        image_2="data/maze/8.png",
        prompt="  Which patches differ?\n",
        answer=[2, 9],
        meta_data={"source": "x"},
    )
    (item,) = load(tmp_path, row).items
    assert (item.benchmark, item.task, item.id, item.source_id) == (
        "tir_bench",
        "spot_difference",
        "spot_difference-0007",
        "7",
    )
    assert (item.prompt, item.answer, item.meta) == ("  Which patches differ?\n", [2, 9], {"source": "x"})
    assert [image.name for image in item.images] == ["image_1", "image_2"]
    assert item.images[1].path == tmp_path / "data/maze/8.png"
    assert (item.scorer, item.evidence, item.split) == ("tir_bench", (), None)


def test_other_peoples_names_for_two_fields_are_read(tmp_path: Path) -> None:
    """`category` and `metadata` stand for `task` and `meta_data`."""
    row = tir_row(1, task=..., meta_data=..., category="jigsaw", metadata={"difficulty": 2}, answer=[4, 3, 2, 1])
    (item,) = load(tmp_path, row).items
    assert (item.task, item.meta) == ("jigsaw", {"difficulty": 2})


def test_where_both_names_stand_the_scorers_choice_is_taken(tmp_path: Path) -> None:
    """The authors' scorer reads `task` before `category`, and `metadata` before `meta_data`."""
    row = tir_row(1, category="color", metadata={"difficulty": 3})
    (item,) = load(tmp_path, row).items
    assert (item.task, item.meta) == ("maze", {"difficulty": 3})


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        pytest.param({"prompt": ...}, "prompt", "is missing", id="no prompt"),
        pytest.param({"answer": ...}, "answer", "is missing", id="no answer"),
        pytest.param({"image_1": ...}, "image_1", "is missing", id="no picture"),
        pytest.param({"id": ...}, "id", "is missing", id="no id"),
        pytest.param({"task": ...}, "task", "is missing", id="no task"),
        pytest.param(
            {"difficulty": 3}, "'difficulty'", "is no field of TIR-Bench; known are answer,", id="unknown field"
        ),
        pytest.param(
            {"task": "mazes"}, "task", "'mazes' is unknown; TIR-Bench has instrument, color", id="unknown task"
        ),
        pytest.param({"task": ["maze"]}, "task", "['maze'] is unknown", id="a task that is no text"),
        pytest.param({"id": True}, "id", "is True; an id is a whole number or text", id="a truth value as id"),
        pytest.param({"prompt": " \n"}, "prompt", "it is the complete question", id="an empty prompt"),
        pytest.param({"meta_data": [3]}, "meta_data", "is [3]; it is an object", id="meta data as a list"),
        pytest.param({"answer": [1, 2]}, "answer", "(list); maze has an option's letter", id="a list for a maze"),
        pytest.param({"image_1": "../1.png"}, "image_1", "leaves the data set's folder", id="a path outside"),
        pytest.param({"image_2": 5}, "image_2", "is 5; a picture is named by its path", id="a number as picture"),
    ],
)
def test_a_broken_row_names_itself_its_field_and_the_rule(
    tmp_path: Path, changes: dict[str, Any], field: str, message: str
) -> None:
    """The sound rows around it are loaded."""
    loaded = load(tmp_path, tir_row(1), tir_row(2, **changes), tir_row(3))
    assert [item.source_id for item in loaded.items] == ["1", "3"]
    (row,) = loaded.broken
    assert row.where.startswith("row 2")
    assert row.field == field
    assert message in row.problem


def test_a_missing_picture_is_a_broken_row(tmp_path: Path) -> None:
    """Half an archive is never taken for the whole: P48, a folder with 3 of 10 pictures and no mark."""
    folder = tir_folder(tmp_path, *(tir_row(n) for n in range(10)))
    for n in range(3, 10):
        (folder / f"data/maze/{n}.png").unlink()
    loaded = tir_bench.load(folder, header_cache=None)
    assert len(loaded.items) == 3
    assert loaded.broken[0].where == "row 4 (id 3, maze)"
    assert "no file 'data/maze/3.png' below" in loaded.broken[0].problem


def test_an_unreadable_picture_is_a_broken_row(tmp_path: Path) -> None:
    """P30: the item with the bad file is refused, by name; the others are loaded."""
    folder = tir_folder(tmp_path, tir_row(1), tir_row(2))
    (folder / "data/maze/2.png").write_text("no picture")
    loaded = tir_bench.load(folder, header_cache=None)
    assert [item.source_id for item in loaded.items] == ["1"]
    assert str(loaded.broken[0]).startswith("row 2 (id 2, maze), image_1: 'data/maze/2.png': is no picture that can")


def test_a_picture_over_the_limit_is_a_broken_row(tmp_path: Path) -> None:
    """TIR-Bench's limit is 100 megapixels."""
    folder = tir_folder(tmp_path, tir_row(1))
    picture(folder / "data/maze/1.png", (20_000, 5_001), mode="1")
    (row,) = tir_bench.load(folder, header_cache=None).broken
    assert row.problem.endswith("= 100.0 megapixels; the limit of this benchmark is 100")


@pytest.mark.parametrize("other", [5, "5"])
def test_a_second_row_with_the_same_id_is_broken(tmp_path: Path, other: object) -> None:
    """Also in another task, and also when one is a number and the other its spelling: answers are matched by id."""
    loaded = load(tmp_path, tir_row(5), tir_row(6), tir_row(7, id=other, task="color", answer="A"))
    (row,) = loaded.broken
    assert (row.where, row.field) == (f"row 3 (id {other!r}, color)", "id")
    assert "stands in row 1 too" in row.problem


def test_one_message_names_twenty_broken_rows_and_counts_the_rest(tmp_path: Path) -> None:
    """Somebody with a thousand broken rows can read it."""
    loaded = load(tmp_path, *(tir_row(n, answer=None) for n in range(25)))
    message = str(BrokenRowsError("TIR-Bench", loaded.broken))
    assert message.startswith("TIR-Bench: 25 broken rows\n  row 1 (id 0, maze), answer: is None;")
    assert "row 20 (id 19, maze)" in message
    assert "row 21" not in message
    assert "… and 5 more" in message
    assert "--skip-broken" in message


def test_hostile_text_is_shown_escaped_and_cut(tmp_path: Path) -> None:
    """A terminal's control codes and a megabyte of text don't reach the message."""
    loaded = load(tmp_path, tir_row(1, id="\x1b[2J" + "y" * 1_000_000, task="\x1b]0;x\a" * 1000))
    text = str(loaded.broken[0])
    assert "\x1b" not in text
    assert len(text) < 600


def test_p57_p58_any_id_gives_a_case(tmp_path: Path) -> None:
    """40,000 characters and other scripts: a short ASCII case, the full id kept beside it."""
    long, foreign = "x" * 40_000, "旋转-第3题"
    first, second = load(tmp_path, tir_row(1, id=long), tir_row(2, id=foreign, task="rotation_game", answer="A")).items
    assert (len(first.id), first.source_id) == (len("maze-") + 10, long)
    assert second.id.isascii()
    assert second.id.startswith("rotation_game-")
    assert second.source_id == foreign


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[{", "is no JSON: .*downloaded or copied completely"),
        ('[{"id": NaN}]', "NaN is no JSON number"),
        ("[" * 100_000, "is no JSON"),
        ("{}", r"holds \{\}; TIR-Bench is a JSON list of rows"),
        ("[]", r"holds \[\]; TIR-Bench"),
    ],
)
def test_a_file_that_is_no_list_of_rows_is_refused(tmp_path: Path, content: str, message: str) -> None:
    """Whatever is there instead is shown."""
    (tmp_path / "TIR-Bench.json").write_text(content)
    with pytest.raises(DataError, match=message):
        tir_bench.load(tmp_path, header_cache=None)


def test_a_folder_without_the_file_is_refused(tmp_path: Path) -> None:
    """The path that was tried is in the message."""
    with pytest.raises(DataError, match=r"TIR-Bench.json can't be read: No such file.*data set's folder"):
        tir_bench.load(tmp_path, header_cache=None)


def test_a_row_that_is_no_object_is_broken(tmp_path: Path) -> None:
    """The rows around it are loaded."""
    loaded = load(tmp_path, tir_row(1), "row", tir_row(2))
    assert [str(row) for row in loaded.broken] == ["row 2, row: is 'row'; a row is an object"]


def test_the_hash_tells_a_changed_data_set(tmp_path: Path) -> None:
    """Another answer, another picture size, another hash; the same data elsewhere, the same."""
    first = load(tmp_path / "a", tir_row(1), tir_row(2))
    same = load(tmp_path / "b", tir_row(1), tir_row(2))
    answer = load(tmp_path / "c", tir_row(1), tir_row(2, answer="A"))
    picture(tmp_path / "b/data/maze/2.png", (200, 200))
    bytes_ = tir_bench.load(tmp_path / "b", header_cache=None)
    assert first.sha256 == same.sha256
    assert len({first.sha256, answer.sha256, bytes_.sha256}) == 3


def test_p56_a_second_load_needs_no_picture_library(tmp_path: Path) -> None:
    """Every worker loads again: with remembered headers Pillow is not even imported."""
    import subprocess
    import sys

    folder = tir_folder(tmp_path / "set", *(tir_row(n) for n in range(5)))
    tir_bench.load(folder, header_cache=tmp_path / "cache.json")
    code = (
        "import sys; from pathlib import Path; from benchmarks import tir_bench\n"
        f"loaded = tir_bench.load(Path({str(folder)!r}), header_cache=Path({str(tmp_path / 'cache.json')!r}))\n"
        "print(len(loaded.items), 'PIL' in sys.modules)"
    )
    root = Path(tir_bench.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["5", "False"]


def test_the_published_counts_add_up() -> None:
    """1,215 items in thirteen tasks."""
    assert sum(tir_bench.TASKS.values()) == 1215
    assert len(tir_bench.TASKS) == 13

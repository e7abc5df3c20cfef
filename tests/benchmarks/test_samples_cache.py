"""The sample set on disk: complete or absent, the same everywhere, light to read."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.errors import DataError
from benchmarks.samples import TASKS, ensure, load
from benchmarks.samples.cache import generator_version


@pytest.fixture(scope="module")
def small_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two items a task and one scene a split, at easy."""
    return ensure(tmp_path_factory.mktemp("cache"), per_task=2, seed=5, difficulty="easy", scenes=1)


def test_every_task_has_its_items_with_stable_ids(small_set: Path) -> None:
    """Ids are task and number; they and the order do not depend on anything else."""
    items = load(small_set)
    assert {item.task for item in items} == set(TASKS)
    assert [item.id for item in items if item.task == "maze"] == ["maze-0000", "maze-0001"]
    assert all(item.benchmark == "samples" for item in items)


def test_header_facts_in_the_list_are_those_of_the_files(small_set: Path) -> None:
    """Size and type are read from the list at collection, so they must be the file's own."""
    for item in load(small_set):
        for number, picture in enumerate(item.images, start=1):
            with Image.open(picture.path) as opened:
                assert (opened.width, opened.height) == (picture.width_px, picture.height_px)
                assert opened.get_format_mimetype() == picture.mime
            assert picture.name == f"image_{number}"


def test_a_set_is_made_once(small_set: Path) -> None:
    """Asking again with the same parameters touches nothing."""
    before = (small_set / "samples.json").stat().st_mtime_ns
    again = ensure(small_set.parent, per_task=2, seed=5, difficulty="easy", scenes=1)
    assert again == small_set
    assert (small_set / "samples.json").stat().st_mtime_ns == before
    assert [path.name for path in small_set.parent.iterdir() if path.is_dir()] == [small_set.name]


def test_processes_that_ask_at_once_get_one_set(tmp_path: Path) -> None:
    """The first one makes it under a lock, the others wait for it; no draft is left behind."""
    code = (
        "import sys, pathlib; from benchmarks.samples import ensure; "
        "print(ensure(pathlib.Path(sys.argv[1]), per_task=1, seed=1, difficulty='easy', scenes=0))"
    )
    root = Path(__file__).parents[2]
    asking = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=root, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    folders = {process.communicate()[0].strip() for process in asking}
    assert [process.returncode for process in asking] == [0, 0, 0]
    assert len(folders) == 1
    assert {path.name for path in tmp_path.iterdir()} == {Path(folders.pop()).name, ".samples.lock"}


def test_a_run_that_dies_leaves_no_half_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made before the fault is thrown away, and the next call makes all of it."""

    def dies(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("benchmarks.samples.cache.write_set", dies)
    with pytest.raises(DataError, match=r"No space left on device.*GAZECHECK_CACHE"):
        ensure(tmp_path, per_task=1, seed=1, difficulty="easy", scenes=0)
    assert {path.name for path in tmp_path.iterdir()} <= {".samples.lock"}


def test_another_parameter_is_another_set(tmp_path: Path) -> None:
    """Seed, difficulty and both numbers are part of the folder's name, and so is the generators' version."""
    asked = [(0, 0, "easy", 0), (0, 1, "easy", 0), (0, 0, "hard", 0)]
    names = {ensure(tmp_path, per_task=n, seed=s, difficulty=d, scenes=e).name for n, s, d, e in asked}
    assert len(names) == 3
    assert all(name.startswith(f"samples-{generator_version()}-") for name in names)


def test_a_smaller_set_is_the_beginning_of_a_larger_one(small_set: Path, tmp_path: Path) -> None:
    """An item depends on seed, task, number and difficulty alone, not on what was made before it."""
    one = {item.id: item for item in load(ensure(tmp_path, per_task=1, seed=5, difficulty="easy", scenes=0))}
    two = {item.id: item for item in load(small_set)}
    for item_id, item in one.items():
        assert (item.prompt, item.answer) == (two[item_id].prompt, two[item_id].answer)
        assert [p.read_bytes() for p in item.images] == [p.read_bytes() for p in two[item_id].images]


def test_reading_a_set_needs_no_imaging_library(small_set: Path) -> None:
    """Collection stays light: neither Pillow nor NumPy is imported by the package and `load`."""
    code = (
        "import sys, pathlib; from benchmarks.samples import load; "
        f"assert load(pathlib.Path({str(small_set)!r})); "
        "print([name for name in ('PIL', 'numpy', 'filelock') if name in sys.modules])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"difficulty": "insane"}, "'insane' is not one of easy, medium, hard", id="unknown difficulty"),
        pytest.param({"per_task": -1}, "-1 items a task", id="negative number"),
    ],
)
def test_a_parameter_out_of_range_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    """Nothing is written for parameters that can't be."""
    asked: dict[str, object] = {"per_task": 1, "seed": 0, "difficulty": "easy", "scenes": 0, **change}
    with pytest.raises(DataError, match=message):
        ensure(tmp_path, **asked)  # type: ignore[arg-type]  # the point of the test
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_sample_set_is_named(tmp_path: Path) -> None:
    """A broken cache says which folder to delete."""
    with pytest.raises(DataError, match=r"is not a sample set .* Delete the folder"):
        load(tmp_path)

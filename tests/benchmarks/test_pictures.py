"""Pictures of a data set's folder: checks, and headers remembered between runs."""

import json
import os
import threading
from pathlib import Path

import pytest

from benchmarks.errors import FieldError
from benchmarks.item import Picture
from benchmarks.pictures import PictureFolder
from tests.benchmarks.folders import picture


def one(folder: Path, path: object, cache: Path | None = None, limit_mp: int = 100) -> Picture:
    pictures = PictureFolder(folder, limit_mp, cache)
    found = pictures.picture(path, "image_1", "image_1")
    pictures.remember()
    return found


def test_a_picture_is_named_neutrally_and_knows_its_upright_size(tmp_path: Path) -> None:
    """The name a model may see is not the file's; size as stored and upright size are told apart."""
    picture(tmp_path / "data" / "answer_is_B.jpg", (400, 150), orientation=6)
    found = one(tmp_path, "data/answer_is_B.jpg")
    assert (found.name, found.mime, found.width_px, found.height_px) == ("image_1", "image/jpeg", 400, 150)
    assert found.upright_size == (150, 400)
    assert "answer_is_B" not in repr(found)


@pytest.mark.parametrize(
    "path", ["../secret.png", "data/../../secret.png", "/etc/passwd", "C:/secret.png", "..\\secret.png", "data\\1.png"]
)
def test_a_path_that_leaves_the_folder_is_refused(tmp_path: Path, path: str) -> None:
    """Also where the file is there: a data set names its own pictures only."""
    picture(tmp_path / "secret.png")
    (tmp_path / "set" / "data").mkdir(parents=True)
    with pytest.raises(FieldError, match="leaves the data set's folder"):
        one(tmp_path / "set", path)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (None, "is None; a picture is named by its path"),
        (7, "is 7; a picture"),
        ("", "is ''; a picture"),
        ("data/none.png", "no file 'data/none.png' below .*unpacked completely"),
        ("data", "'data' is no file"),
        ("data/a\0.png", r"can't be read"),
        ("x" * 5000, r"can't be read"),
    ],
)
def test_what_is_no_file_is_refused(tmp_path: Path, path: object, message: str) -> None:
    """Each with what was seen; a very long name is cut."""
    (tmp_path / "data").mkdir()
    with pytest.raises(FieldError, match=message) as caught:
        one(tmp_path, path)
    assert len(str(caught.value)) < 400


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """Only plain files are opened."""
    os.mkfifo(tmp_path / "a.png")
    with pytest.raises(FieldError, match="is no file"):
        one(tmp_path, "a.png")


def test_p33_the_limit_belongs_to_the_benchmark(tmp_path: Path) -> None:
    """225 megapixels are refused at a limit of 50, with the numbers, and read at 300."""
    picture(tmp_path / "a.png", (15_000, 15_000), mode="1")
    with pytest.raises(FieldError, match=r"15000 × 15000 = 225.0 megapixels; the limit of this benchmark is 50"):
        one(tmp_path, "a.png", limit_mp=50)
    assert one(tmp_path, "a.png", limit_mp=300).upright_size == (15_000, 15_000)


def test_a_remembered_header_does_not_get_around_the_limit(tmp_path: Path) -> None:
    """What one benchmark may ask, another with a lower limit may not, cache or no cache."""
    picture(tmp_path / "a.png", (2000, 1000))
    assert one(tmp_path, "a.png", tmp_path / "cache.json", limit_mp=3)
    with pytest.raises(FieldError, match="limit of this benchmark is 1"):
        one(tmp_path, "a.png", tmp_path / "cache.json", limit_mp=1)


def test_p56_a_second_collection_opens_no_picture(tmp_path: Path) -> None:
    """With size and time unchanged the header comes from the cache: here the bytes could not even be read."""
    file = picture(tmp_path / "a.png", (41, 30))
    first = one(tmp_path, "a.png", tmp_path / "cache.json")
    info = file.stat()
    file.write_bytes(b"\0" * info.st_size)
    os.utime(file, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert one(tmp_path, "a.png", tmp_path / "cache.json") == first


@pytest.mark.parametrize("change", ["size", "time"])
def test_a_changed_picture_is_read_again(tmp_path: Path, change: str) -> None:
    """Another size or another time of change, another header."""
    file = picture(tmp_path / "a.png", (41, 30))
    one(tmp_path, "a.png", tmp_path / "cache.json")
    before = file.stat()
    picture(file, (50, 30))
    if change == "size":
        file.write_bytes(file.read_bytes() + b"tail")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    else:
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert one(tmp_path, "a.png", tmp_path / "cache.json").width_px == 50


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"version": 1}',
        '{"version": 99, "folder": "FOLDER", "headers": {}}',
        '{"version": 1, "folder": "FOLDER", "headers": {"a.png": [1, 2, 3]}}',
        '{"version": 1, "folder": "FOLDER", "headers": {"a.png": [SIZE, TIME, "image/png", "41", 30, 1]}}',
        '{"version": 1, "folder": "FOLDER", "headers": {"a.png": [SIZE, TIME, "image/png", 41, 30, 11]}}',
        '{"version": 1, "folder": "/elsewhere", "headers": {"a.png": [SIZE, TIME, "image/png", 7, 7, 1]}}',
    ],
)
def test_a_cache_that_is_torn_or_not_ours_counts_as_empty(tmp_path: Path, content: str) -> None:
    """Nothing is believed that was not written whole, by this version, for this folder."""
    file = picture(tmp_path / "a.png", (41, 30))
    cache = tmp_path / "cache.json"
    info = file.stat()
    for mark, value in (("FOLDER", str(tmp_path)), ("SIZE", str(info.st_size)), ("TIME", str(info.st_mtime_ns))):
        content = content.replace(mark, value)
    cache.write_text(content)
    assert one(tmp_path, "a.png", cache).width_px == 41
    assert json.loads(cache.read_text())["headers"]["a.png"][3] == 41


def test_a_cache_that_can_not_be_written_costs_only_time(tmp_path: Path) -> None:
    """Where a file stands in the way of the cache's folder, pictures are read all the same."""
    picture(tmp_path / "a.png")
    (tmp_path / "file").write_text("")
    assert one(tmp_path, "a.png", tmp_path / "file" / "cache.json").mime == "image/png"


def test_p47_readers_of_the_cache_never_see_half_a_file(tmp_path: Path) -> None:
    """Eight writers with different pictures, one reader all the while: every read is a whole document."""
    names = [picture(tmp_path / f"{n:03}.png").name for n in range(60)]
    cache = tmp_path / "cache.json"
    one(tmp_path, names[0], cache)
    done = threading.Event()
    versions = set()

    def write(first: int) -> None:
        for last in range(first + 1, 60):
            pictures = PictureFolder(tmp_path, 100, cache)
            for name in names[first:last]:
                pictures.picture(name, "image_1", "image_1")
            pictures.remember()

    def read() -> None:
        while not done.is_set():
            versions.add(json.loads(cache.read_text())["version"])

    reader, writers = threading.Thread(target=read), [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in (reader, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    assert versions == {1}
    assert {path.name for path in tmp_path.iterdir()} == {*names, "cache.json"}

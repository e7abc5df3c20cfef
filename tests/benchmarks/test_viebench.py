"""Which reader a folder gets."""

import json
from pathlib import Path

import pytest

from benchmarks import viebench
from benchmarks.errors import DataError
from tests.benchmarks.folders import layout_folder, layout_row, picture, vstar_item


def test_the_suites_own_layout_wins(tmp_path: Path) -> None:
    """A folder with items.jsonl may hold anything else beside it."""
    layout_folder(tmp_path, layout_row(1))
    vstar_item(tmp_path / "direct_attributes", "a")
    (tmp_path / "notes.json").write_text("{}")
    assert [item.benchmark for item in viebench.load(tmp_path, header_cache=None).items] == ["viebench"]


def test_other_json_files_make_no_export(tmp_path: Path) -> None:
    """A list of anything else, or no JSON at all, is passed over."""
    vstar_item(tmp_path / "direct_attributes", "a")
    (tmp_path / "list.json").write_text(json.dumps([{"image": "a"}]))
    (tmp_path / "torn.json").write_text("[{")
    assert [item.benchmark for item in viebench.load(tmp_path, header_cache=None).items] == ["vstar"]


def test_a_folder_without_any_layout_is_refused(tmp_path: Path) -> None:
    """What was looked for is in the message."""
    picture(tmp_path / "a.png")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(DataError, match=r"no items.jsonl, no Label Studio export.*no picture with a JSON file"):
        viebench.load(tmp_path, header_cache=None)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """With its path."""
    with pytest.raises(DataError, match=r"none can't be read: No such file"):
        viebench.load(tmp_path / "none", header_cache=None)


def test_shuffling_is_off_where_the_key_moves_by_itself(tmp_path: Path) -> None:
    """And on when it is asked for; another seed gives another order."""
    folder = layout_folder(tmp_path, *(layout_row(n) for n in range(12)))
    plain, first, second = (
        [item.answer for item in viebench.load(folder, header_cache=None, **options).items]
        for options in ({}, {"shuffle": True}, {"shuffle": True, "seed": 1})
    )
    assert plain == ["C"] * 12
    assert first != plain
    assert second != first


def test_the_hash_does_not_depend_on_the_shuffle(tmp_path: Path) -> None:
    """It is of the data, not of what was asked."""
    folder = layout_folder(tmp_path, layout_row(1), layout_row(2))
    hashes = {viebench.load(folder, header_cache=None, shuffle=shuffle).sha256 for shuffle in (True, False)}
    assert len(hashes) == 1


def test_headers_are_remembered_for_every_layout(tmp_path: Path) -> None:
    """A second collection opens no picture here either."""
    folder = layout_folder(tmp_path / "set", layout_row(1))
    viebench.load(folder, header_cache=tmp_path / "cache.json")
    assert json.loads((tmp_path / "cache.json").read_text())["headers"]["images/shelf.png"][2:] == [
        "image/png",
        100,
        80,
        1,
    ]

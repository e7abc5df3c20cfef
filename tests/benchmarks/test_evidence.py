"""Gold boxes: the frame they are in, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks import viebench
from benchmarks.errors import FieldError
from benchmarks.evidence import corners
from benchmarks.loaded import Loaded
from tests.benchmarks.folders import layout_folder, layout_row, picture


def load(folder: Path, *rows: dict[str, Any], size: tuple[int, int] = (100, 80)) -> Loaded:
    return viebench.load(layout_folder(folder, *rows, size=size), header_cache=None)


@pytest.mark.parametrize(
    ("box", "message"),
    [
        pytest.param([7, 9, 7, 9], "has no area: [7, 9, 7, 9]. Boxes are [x0, y0, x1, y1]", id="p26 a point"),
        pytest.param([30, 20, 10, 40], "is this one [x, y, width, height]?", id="corners swapped, or a width"),
        pytest.param([10, 10, 20, 90], "[10, 10, 20, 90] lies outside the picture of 100 × 80 pixels", id="below"),
        pytest.param([-5, 10, 20, 20], "[-5, 10, 20, 20] lies outside the picture of 100 × 80 pixels", id="left"),
        pytest.param([100, 10, 101, 20], "has no area inside the picture of 100 × 80 pixels", id="just outside"),
        pytest.param([10, 10, 20], "is [10, 10, 20]; a box is four numbers", id="three numbers"),
        pytest.param([10, 10, "20", 20], "a box is four numbers", id="text among them"),
        pytest.param([10, 10, True, 20], "a box is four numbers", id="a truth value among them"),
        pytest.param({"x": 1}, "a box is four numbers", id="an object"),
        pytest.param([0, 0, 10**400, 10], "a box lies inside its picture of 100 × 80", id="beyond arithmetic"),
    ],
)
def test_p26_a_gold_box_without_sense_is_a_broken_row(tmp_path: Path, box: object, message: str) -> None:
    """Named with its item, its place among the boxes and its numbers, before anything is asked."""
    loaded = load(tmp_path, layout_row(1), layout_row(2, evidence=[[1, 1, 2, 2], box]))
    assert [item.source_id for item in loaded.items] == ["1"]
    (row,) = loaded.broken
    assert (row.where, row.field) == ("items.jsonl line 2 (id 2)", "evidence[1]")
    assert message in row.problem


def test_a_box_on_a_missing_picture_is_a_broken_row(tmp_path: Path) -> None:
    """Nothing can be said of where it lies."""
    (row,) = load(tmp_path, layout_row(1, image="images/none.png")).broken
    assert row.field == "image"
    assert "no file 'images/none.png' below" in row.problem


def test_a_pixel_over_the_edge_is_rounding(tmp_path: Path) -> None:
    """It is cut off; two pixels are an error."""
    loaded = load(tmp_path, layout_row(1, evidence=[[-0.5, 0, 50, 81]]), layout_row(2, evidence=[[0, 0, 50, 82]]))
    assert loaded.items[0].evidence == ((0.0, 0, 50, 80.0),)
    assert loaded.broken[0].where.endswith("(id 2)")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_p32_gold_boxes_are_in_the_upright_frame(tmp_path: Path, orientation: int) -> None:
    """Stored 400 × 150; from orientation 5 on the picture stands 150 × 400, and only there the box fits."""
    folder = layout_folder(tmp_path, layout_row(1, image="a.jpg", evidence=[[10, 300, 140, 390]]))
    picture(folder / "a.jpg", (400, 150), orientation)
    loaded = viebench.load(folder, header_cache=None)
    if orientation >= 5:
        assert loaded.items[0].evidence == ((10, 300, 140, 390),)
        assert loaded.items[0].images[0].upright_size == (150, 400)
    else:
        assert "lies outside the picture of 400 × 150 pixels" in loaded.broken[0].problem


def test_p33_evidence_benchmarks_take_pictures_up_to_300_megapixels(tmp_path: Path) -> None:
    """225 are read; 306 are refused with the numbers."""
    folder = layout_folder(tmp_path, layout_row(1, image="big.png"), layout_row(2, image="bigger.png"))
    picture(folder / "big.png", (15_000, 15_000), mode="1")
    picture(folder / "bigger.png", (17_500, 17_500), mode="1")
    loaded = viebench.load(folder, header_cache=None)
    assert [item.source_id for item in loaded.items] == ["1"]
    assert "17500 × 17500 = 306.2 megapixels; the limit of this benchmark is 300" in loaded.broken[0].problem


def test_percent_become_pixels_of_the_upright_picture() -> None:
    """A quarter across and half down 200 × 80 is (50, 40)."""
    assert corners([25, 50, 50, 100], (200, 80), "evidence", in_percent=True) == (50, 40, 100, 80)
    with pytest.raises(FieldError, match="lies outside"):
        corners([25, 50, 50, 110], (200, 80), "evidence", in_percent=True)


@pytest.mark.parametrize("count", [0, 101])
def test_a_question_has_one_to_a_hundred_gold_boxes(tmp_path: Path, count: int) -> None:
    """Without evidence it can't be audited; with thousands it is no evidence."""
    (row,) = load(tmp_path, layout_row(1, evidence=[[1, 1, 2, 2]] * count)).broken
    assert row.problem == f"has {count} boxes; a question with evidence has 1 to 100"

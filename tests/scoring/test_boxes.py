"""Overlaps by hand-made numbers, their bounds as properties, and the boxes that are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.boxes import (
    BoxScore,
    Corners,
    area,
    as_boxes,
    box_score,
    concentration,
    coverage,
    has_area,
    ioa,
    iou,
    union_area,
    union_concentration,
    union_coverage,
)

GOLD: Corners = (10, 10, 20, 20)

corner = st.floats(0, 1e5).map(lambda value: round(value, 3))
side = st.floats(0.01, 1e5).map(lambda value: round(value, 3))
some_box = st.tuples(corner, corner, side, side).map(lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3]))
small_box = st.tuples(*[st.integers(0, 8)] * 2, *[st.integers(1, 4)] * 2).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)
some_boxes = st.lists(some_box, min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("pred", "share"),
    [
        pytest.param((0, 0, 100, 100), 1.0, id="whole image covers everything"),
        pytest.param((10, 10, 15, 20), 0.5, id="left half: 5 x 10 of 10 x 10"),
        pytest.param((20, 10, 30, 20), 0.0, id="a shared edge is no overlap"),
        pytest.param((12, 12, 14, 14), 0.04, id="2 x 2 of 10 x 10"),
    ],
)
def test_coverage_divides_by_the_gold_area(pred: Corners, share: float) -> None:
    """The size of the crop does not matter, only how much of the evidence is in it."""
    assert coverage(as_boxes([pred]), as_boxes([GOLD])).item() == pytest.approx(share)


@pytest.mark.parametrize(
    ("pred", "share"),
    [
        pytest.param((0, 0, 100, 100), 0.01, id="10 x 10 of 100 x 100"),
        pytest.param((15, 10, 25, 20), 0.5, id="half of the crop is evidence"),
        pytest.param((12, 12, 14, 14), 1.0, id="a tiny crop inside is all evidence"),
        pytest.param((30, 30, 40, 40), 0.0, id="apart"),
    ],
)
def test_concentration_divides_by_the_crop_area(pred: Corners, share: float) -> None:
    """How much of what the model looked at is evidence."""
    assert concentration(as_boxes([pred]), as_boxes([GOLD])).item() == pytest.approx(share)


@pytest.mark.parametrize(
    ("pred", "value"),
    [
        pytest.param((10, 10, 20, 20), 1.0, id="the same box"),
        pytest.param((15, 10, 25, 20), 50 / 150, id="half a box aside: 50 of 150"),
        pytest.param((0, 0, 100, 100), 0.01, id="inside a large one: 100 of 10000"),
        pytest.param((20, 20, 30, 30), 0.0, id="a shared corner"),
    ],
)
def test_iou_is_common_over_union(pred: Corners, value: float) -> None:
    """Continuous edges: no +1 anywhere."""
    assert iou(as_boxes([pred]), as_boxes([GOLD])).item() == pytest.approx(value)


def test_all_pairs_at_once() -> None:
    """P crops by G gold boxes; without crops the table has no rows and keeps its columns."""
    crops = as_boxes([(0, 0, 10, 10), (5, 0, 15, 10), (90, 90, 95, 95)])
    gold = as_boxes([(0, 0, 10, 20), (5, 0, 10, 10)])
    assert coverage(crops, gold) == pytest.approx(np.array([[0.5, 1], [0.25, 1], [0, 0]]))
    assert concentration(crops, gold) == pytest.approx(np.array([[1, 0.5], [0.5, 0.5], [0, 0]]))
    assert ioa(crops, gold) == pytest.approx(np.array([[1, 1], [0.5, 1], [0, 0]]))
    assert coverage(as_boxes([]), gold).shape == (0, 2)


@given(some_boxes, some_boxes)
def test_overlaps_are_shares_and_sides_of_one_another(first: list[Corners], second: list[Corners]) -> None:
    """In [0, 1]; coverage one way is concentration the other way; IoU is symmetric and never above either."""
    a, b = as_boxes(first), as_boxes(second)
    for measure in (iou, coverage, concentration, ioa):
        assert (measure(a, b) >= 0).all()
        assert (measure(a, b) <= 1).all()
    assert np.array_equal(coverage(a, b), concentration(b, a).T)
    assert np.array_equal(iou(a, b), iou(b, a).T)
    assert (iou(a, b) <= np.minimum(coverage(a, b), concentration(a, b)) + 1e-9).all()


@given(some_box)
def test_a_box_fits_itself_exactly(box: Corners) -> None:
    """Exactly 1, not 0.9999999: thresholds are strict."""
    boxes = as_boxes([box])
    assert iou(boxes, boxes).item() == coverage(boxes, boxes).item() == concentration(boxes, boxes).item() == 1.0


@pytest.mark.parametrize(
    ("boxes", "size"),
    [
        pytest.param([], 0, id="none"),
        pytest.param([(0, 0, 10, 10), (0, 0, 10, 10)], 100, id="the same twice"),
        pytest.param([(0, 0, 10, 10), (5, 5, 15, 15)], 175, id="200 less 25 in common"),
        pytest.param(
            [(0, 0, 30, 10), (0, 0, 10, 30), (20, 0, 30, 30), (0, 20, 30, 30)], 800, id="a ring round 10 x 10"
        ),
    ],
)
def test_union_area_counts_each_pixel_once(boxes: list[Corners], size: float) -> None:
    """Overlapping crops show the same pixels."""
    assert union_area(as_boxes(boxes)) == pytest.approx(size)


def test_two_half_crops_cover_the_gold_together() -> None:
    """Left 6 and right 6 of 10 columns: together everything; 100 of the 120 pixels they show are evidence."""
    halves = as_boxes([(9, 10, 16, 20), (14, 10, 21, 20)])
    gold = as_boxes([GOLD, (100, 100, 110, 110)])
    assert union_coverage(halves, gold) == pytest.approx([1, 0])
    assert union_concentration(halves, gold) == pytest.approx([100 / 120, 0])
    assert union_coverage(as_boxes([]), gold).tolist() == union_concentration(as_boxes([]), gold).tolist() == [0, 0]


@given(st.lists(small_box, max_size=6))
def test_union_area_agrees_with_painted_pixels(boxes: list[tuple[int, int, int, int]]) -> None:
    """Whole-number boxes painted on a 12 x 12 canvas."""
    canvas = np.zeros((12, 12), dtype=bool)
    for x0, y0, x1, y1 in boxes:
        canvas[y0:y1, x0:x1] = True
    assert union_area(as_boxes(boxes)) == canvas.sum()


@given(some_boxes, some_boxes)
def test_the_union_covers_at_least_what_its_best_box_does(crops: list[Corners], gold: list[Corners]) -> None:
    """And never more than all of it."""
    together, single = union_coverage(as_boxes(crops), as_boxes(gold)), coverage(as_boxes(crops), as_boxes(gold))
    assert (together >= single.max(axis=0) - 1e-9).all()
    assert (together <= 1).all()


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        ([GOLD, (7, 9, 7, 9)], r"gold\[1\] has no area: \[7.0, 9.0, 7.0, 9.0\].*x0 < x1.*\(x, y, width, height\)\?"),
        ([(900, 400, 300, 700)], r"gold\[0\] has no area"),
        ([(0, 0, float("nan"), 1)], r"gold\[0\] is not finite"),
        ([(0, 0, float("inf"), 1)], r"gold\[0\] is not finite"),
        ([(1, 2, 3)], r"gold have shape \(1, 3\)"),
        ((1, 2, 3, 4), r"gold have shape \(4,\)"),
        ([(0, 0, 1e-200, 1e-200)], r"gold\[0\] has no area"),
    ],
)
def test_bad_boxes_are_refused_with_the_value_and_the_rule(corners: object, message: str) -> None:
    """A gold box that can't be measured must not become a zero."""
    with pytest.raises(ValueError, match=message):
        as_boxes(corners, "gold")  # type: ignore[arg-type]  # wrong shapes are the subject


@pytest.mark.parametrize("box", [(5, 5, 5, 20), (30, 5, 5, 20), (0, 0, float("inf"), 1), (1, 2, 3), ()])
def test_boxes_without_area_are_told_apart(box: tuple[float, ...]) -> None:
    """What a model wrote is asked first and raises nothing."""
    assert not has_area(box)
    assert has_area(GOLD)


def test_p26_degenerate_boxes() -> None:
    """P26: a gold box without area is an error of the data; an answered one scores 0 and is flagged."""
    with pytest.raises(ValueError, match="gold"):
        box_score((7, 9, 7, 9), (7, 9, 7, 9))
    assert box_score((5, 5, 5, 20), (0, 0, 10, 10)) == BoxScore(0.0, degenerate=True)
    assert box_score((0, 0, 10, 5), (0, 0, 10, 10)) == BoxScore(0.5, degenerate=False)


def test_areas() -> None:
    """Width times height, fractions of a pixel kept."""
    assert area(as_boxes([(0, 0, 2.5, 4), (1, 1, 2, 2)])).tolist() == [10, 1]

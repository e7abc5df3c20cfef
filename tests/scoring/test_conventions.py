"""Boxes that were read the wrong way are noticed, and boxes that merely miss are not."""

import random

import pytest

from scoring.boxes import as_boxes, iou
from scoring.conventions import Corners, Order, Reading, Unit, WrittenBoxes, convention_hint

PIXELS = Reading("pixels")
SIZE = (2000, 1000)


def written(*boxes: Corners, gold: Corners = (200, 100, 600, 500), size: tuple[int, int] = SIZE) -> WrittenBoxes:
    return WrittenBoxes(boxes, size, size, (gold,))


def test_p21_thousandths_read_as_pixels() -> None:
    """P21: IoU 0.2 as pixels, 1.0 as 0-1000; with the right profile there is nothing to say."""
    item = written((100, 100, 300, 500))
    hint = convention_hint([item], PIXELS)
    assert hint is not None
    assert (hint.better, hint.configured_iou, hint.better_iou) == (Reading("thousand"), pytest.approx(0.2), 1.0)
    assert "read as 0-1000, x first (median IoU 1.00) than as configured, pixels of the image as sent" in hint.message
    assert convention_hint([item], Reading("thousand")) is None


def test_p22_the_better_reading_is_a_hint_and_never_the_score() -> None:
    """P22: the hint leaves the item as it is; what is scored is the pixel reading, IoU 1/13."""
    item = written((100, 250, 300, 750), gold=(100, 100, 300, 300), size=(1000, 400))
    hint = convention_hint([item], PIXELS)
    assert hint is not None
    assert hint.better == Reading("thousand")
    assert iou(as_boxes(item.boxes), as_boxes(item.gold)).item() == pytest.approx(1 / 13)


def as_written(gold: Corners, unit: Unit, order: Order, sent: tuple[int, int], original: tuple[int, int]) -> Corners:
    """How a model of this convention writes a box of the original."""
    whole = {"pixels": sent, "thousand": (1000, 1000), "fraction": (1, 1), "original_pixels": original}[unit]
    x0, y0, x1, y1 = (value * whole[i % 2] / original[i % 2] for i, value in enumerate(gold))
    return {"xyxy": (x0, y0, x1, y1), "yxyx": (y0, x0, y1, x1), "xywh": (x0, y0, x1 - x0, y1 - y0)}[order]


@pytest.mark.parametrize("unit", ["pixels", "thousand", "fraction", "original_pixels"])
@pytest.mark.parametrize("order", ["xyxy", "yxyx", "xywh"])
def test_every_convention_is_found_from_every_profile(unit: Unit, order: Order) -> None:
    """Twenty small gold boxes on a 4000 x 3000 image sent at half size, written exactly."""
    draw = random.Random(5)
    items = []
    for _ in range(20):
        x, y = draw.uniform(0, 3500), draw.uniform(0, 2700)
        gold = (x, y, x + draw.uniform(60, 400), y + draw.uniform(60, 250))
        box = as_written(gold, unit, order, (2000, 1500), (4000, 3000))
        items.append(WrittenBoxes((box,), (2000, 1500), (4000, 3000), (gold,)))
    for configured in (Reading("pixels"), Reading("thousand"), Reading("fraction", "yxyx")):
        hint = convention_hint(items, configured)
        if configured == Reading(unit, order):
            assert hint is None
        else:
            assert hint is not None
            assert hint.better == Reading(unit, order)


def test_a_model_that_looks_elsewhere_gets_no_hint() -> None:
    """Random boxes fit under no reading, in fifty runs of thirty items."""
    draw = random.Random(7)

    def some() -> Corners:
        x, y = draw.uniform(0, 1800), draw.uniform(0, 900)
        return (x, y, x + draw.uniform(20, 200), y + draw.uniform(20, 100))

    for _ in range(50):
        items = [written(some(), gold=some()) for _ in range(30)]
        assert convention_hint(items, PIXELS) is None


def test_wide_crops_that_hold_the_gold_get_no_hint() -> None:
    """IoU is low for wide crops under the right reading too; low alone says nothing."""
    items = [written((0, 0, 1500, 900)) for _ in range(20)]
    assert convention_hint(items, PIXELS) is None


def test_one_lucky_box_is_not_enough() -> None:
    """A single box that fits a little under another reading: 0.05 is too small a gain for one item."""
    item = written((0, 0, 10, 10), gold=(0, 0, 60, 60))
    assert convention_hint([item], PIXELS) is None


def test_the_reading_nearest_to_the_profile_is_named() -> None:
    """Sent and original have one size, so both pixel readings fit: the profile knows the first."""
    hint = convention_hint([written((200, 100, 600, 500))], Reading("thousand"))
    assert hint is not None
    assert hint.better == PIXELS


def test_items_without_boxes_and_numbers_that_are_none() -> None:
    """No box, no hint; NaN and huge numbers fit nothing and break nothing."""
    assert convention_hint([], PIXELS) is None
    assert convention_hint([written()], PIXELS) is None
    broken = written((float("nan"), 0, float("inf"), 1e308), (1e308, 1e308, 1e308, 1e308))
    assert convention_hint([broken], PIXELS) is None

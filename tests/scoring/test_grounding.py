"""One item's crops against its evidence: which crop counts, and every choice the paper leaves open."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.grounding import Corners, Grounding, View, ZoomCall, ground

GOLD: Corners = (100, 100, 200, 200)
SIZE = (1000, 1000)

WIDE = ZoomCall((50, 50, 250, 250))  # coverage 1, concentration 1/4
TIGHT = ZoomCall((110, 110, 130, 130))  # coverage 1/25, concentration 1
HALF = ZoomCall((150, 100, 250, 200))  # one half both ways
AWAY = ZoomCall((500, 500, 600, 600))
WHOLE = ZoomCall((0, 0, 1000, 1000))


def grounded(*calls: ZoomCall) -> Grounding:
    return ground(calls, [GOLD], SIZE)


def test_the_best_crop_counts_and_first_last_union_stand_beside_it() -> None:
    """Away, wide, away: G+ by the second; first and last saw nothing; the union is 40,000 + 10,000 pixels."""
    item = grounded(AWAY, WIDE, ZoomCall((700, 700, 800, 800)))
    assert item.best == 1
    assert item.any == View(coverage=1.0, concentration=0.25)
    assert item.first == item.last == View(0.0, 0.0)
    assert item.union is not None
    assert (item.union.coverage, item.union.concentration) == pytest.approx((1.0, 10_000 / 60_000))
    assert item.grounded
    assert not item.first.grounded


def test_half_is_not_grounded() -> None:
    """IoA exactly one half is G-."""
    item = grounded(HALF)
    assert item.any == View(0.5, 0.5)
    assert not item.grounded
    assert item.iou == pytest.approx(5_000 / 15_000)


def test_equal_ioa_goes_to_the_better_fit() -> None:
    """Tight and wide both have IoA 1: the wide one has IoU 0.25 against 0.04. Among equals the first counts."""
    assert grounded(TIGHT, WIDE, WIDE).best == 1


def test_a_few_pixels_inside_are_grounded_and_flagged() -> None:
    """Concentration is 1, as the formula says, though only 4 % of the evidence was seen."""
    item = grounded(TIGHT)
    assert item.grounded
    assert not item.by_coverage
    assert item.flags == ("concentration_only",)
    assert grounded(TIGHT, WIDE).flags == ()


def test_the_whole_image_counts_and_is_flagged() -> None:
    """Coverage 1; the second score leaves out crops of more than half of the image, and one of exactly half stays."""
    item = grounded(WHOLE)
    assert item.grounded
    assert item.flags == ("whole_image_zoom",)
    assert not item.grounded_without_large
    assert grounded(WHOLE, WIDE).grounded_without_large
    assert grounded(ZoomCall((0, 0, 1000, 500))).grounded_without_large


def test_two_halves_are_grounded_as_a_union_only() -> None:
    """Left and right half of the gold, each with as much beside it: each IoA is 0.5, together all of it is seen."""
    item = grounded(ZoomCall((50, 100, 150, 200)), HALF)
    assert item.union is not None
    assert not item.grounded
    assert item.union.grounded
    assert item.gold_coverage == pytest.approx((1.0,))
    assert item.gold_covered == 1.0


def test_the_best_pair_counts_and_the_share_of_gold_boxes_is_told() -> None:
    """Three pieces of evidence, one seen: G+, one third covered."""
    item = ground([WIDE], [(700, 700, 800, 800), GOLD, (300, 300, 310, 310)], SIZE)
    assert item.grounded
    assert item.gold_coverage == (0.0, 1.0, 0.0)
    assert item.gold_covered == pytest.approx(1 / 3)


def test_the_shown_box_counts_not_the_requested_one() -> None:
    """A tool that pads 60 x 60 requested pixels beside the gold to 200 x 200 showed the evidence."""
    item = grounded(ZoomCall(shown=(50, 50, 250, 250), requested=(30, 30, 90, 90)))
    assert item.grounded
    assert item.requested == View(0.0, 0.0)
    assert grounded(WIDE).requested is None


def test_p27_a_failed_call_is_a_zoom_without_a_crop() -> None:
    """P27: swapped corners were answered in words. The tool was invoked, nothing was seen: G-, one failed call."""
    item = grounded(ZoomCall(None, requested=(900, 400, 300, 700), error="x0 900 is not left of x1 300"))
    assert item.zoomed
    assert not item.grounded
    assert (item.calls, item.failed, item.unobserved) == (1, 1, 0)
    assert item.any is item.first is item.union is item.iou is item.crop_area_share is None
    assert item.gold_covered == 0.0


def test_a_crop_beside_the_final_answer_was_never_seen() -> None:
    """A zoom for the tool ratio, no crop for G."""
    item = grounded(ZoomCall(WIDE.shown, observed=False))
    assert item.zoomed
    assert not item.grounded
    assert (item.calls, item.failed, item.unobserved) == (1, 0, 1)


def test_no_call_is_no_zoom() -> None:
    """The item is outside the `zoomed` denominator."""
    item = grounded()
    assert not item.zoomed
    assert not item.grounded


def test_the_last_seen_crop_is_not_the_failed_call_after_it() -> None:
    """Wide, then a failure: the last crop is the wide one, and its index is that of its call."""
    item = grounded(ZoomCall(None, error="bad"), WIDE, ZoomCall(None, error="bad"))
    assert item.last == View(1.0, 0.25)
    assert item.best == 1


def test_p26_a_crop_without_area_shows_nothing_and_is_flagged() -> None:
    """P26: IoU 0 and a flag, no division by zero; gold without area is an error of the data."""
    item = grounded(ZoomCall((150, 150, 150, 170)))
    assert item.iou == 0.0
    assert item.any == View(0.0, 0.0)
    assert item.flags == ("degenerate",)
    with pytest.raises(ValueError, match=r"gold\[0\] has no area"):
        ground([WIDE], [(7, 9, 7, 9)], SIZE)
    with pytest.raises(ValueError, match=r"gold\[0\] has no area"):
        ground([], [(7, 9, 7, 9)], SIZE)


def test_a_crop_of_another_picture_shows_no_evidence() -> None:
    """The evidence lies on the first picture; the same numbers on the second are elsewhere."""
    item = grounded(ZoomCall(WIDE.shown, image=1), ZoomCall((0, 0, 9000, 9000), image=1))
    assert item.zoomed
    assert item.any == View(0.0, 0.0)
    assert item.flags == ()


def test_the_crop_that_counts_gives_iou_and_area() -> None:
    """200 x 200 of a million pixels; IoU 10,000 of 40,000."""
    item = grounded(AWAY, WIDE)
    assert item.iou == pytest.approx(0.25)
    assert item.crop_area_share == pytest.approx(0.04)


@pytest.mark.parametrize(("gold", "size", "message"), [([], SIZE, "0 gold boxes"), ([GOLD], (0, 10), "0 x 10 pixels")])
def test_items_that_have_no_grounding_are_refused(gold: list[Corners], size: tuple[int, int], message: str) -> None:
    """An empty field must not become G-."""
    with pytest.raises(ValueError, match=message):
        ground([WIDE], gold, size)


@pytest.mark.parametrize("calls", [(), (WIDE, TIGHT), (ZoomCall(None, error="bad"),), (WHOLE, HALF)])
def test_a_record_comes_back_from_json(calls: tuple[ZoomCall, ...]) -> None:
    """What a worker sends is what the summary counts."""
    item = ground(calls, [GOLD, (300, 300, 310, 310)], SIZE)
    assert Grounding.from_json(json.loads(json.dumps(item.to_json()))) == item


number = st.floats(allow_nan=True, allow_infinity=True) | st.integers(0, 1000)
box = st.tuples(number, number, number, number)


@given(st.lists(st.builds(ZoomCall, shown=st.none() | box, requested=st.none() | box, observed=st.booleans())))
def test_whatever_boxes_a_model_writes_the_shares_are_shares(calls: list[ZoomCall]) -> None:
    """No box raises, and none gives a value outside [0, 1]."""
    item = grounded(*calls)
    for view in (item.any, item.first, item.last, item.union, item.requested):
        assert view is None or (0 <= view.coverage <= 1 and 0 <= view.concentration <= 1)
    assert item.iou is None or 0 <= item.iou <= 1
    assert item.failed + item.unobserved <= item.calls == len(calls)

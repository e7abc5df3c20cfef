"""Whatever box a model means, written as its protocol writes boxes, is the box that is recorded."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.image_sizes import Size
from adapters.protocols import PROTOCOL_NAMES, Reading, View, parse_turn, protocol_named
from adapters.protocols.coordinates import pixel_edges
from benchmarks.item import Corners
from tests.adapters.writing import listed, written

ZOOMING = [name for name in PROTOCOL_NAMES if name != "none"]
CAN_LOOK_INTO_CROPS = [name for name in ZOOMING if name != "deepeyes"]

sizes = st.tuples(st.integers(1_500, 9_000), st.integers(1_500, 9_000))
shares = st.tuples(st.floats(0, 0.6), st.floats(0, 0.6), st.floats(0.2, 0.4), st.floats(0.2, 0.4))


def meant(view: View, share: tuple[float, float, float, float]) -> Corners:
    """A box inside a view, in original pixels."""
    left, top = view.region[:2]
    width, height = view.region_size
    x, y, wide, high = share
    return (left + x * width, top + y * height, left + (x + wide) * width, top + (y + high) * height)


def assert_read_as_written(
    protocol: str, original: Size, views: list[View], index: int, share: tuple[float, float, float, float]
) -> None:
    """The box that is recorded is the one that was meant, and what is shown holds it."""
    box = meant(views[index], share)
    text, calls = written(protocol, views[index], box, index)
    (call,) = parse_turn(
        protocol,
        text,
        image_size=views[0].size or original,
        original_size=original,
        context=views[1:],
        tool_calls=calls,
    ).calls
    assert call.error is None
    assert call.source == views[index].source
    assert call.requested == pytest.approx(box, abs=1e-3)
    assert call.shown is not None
    slack = 1e-3
    assert all(call.shown[edge] <= box[edge] + slack for edge in (0, 1))
    assert all(call.shown[edge] >= box[edge] - slack for edge in (2, 3))


def whole(protocol: str, original: Size) -> View:
    """The picture of the question in the size the protocol sends."""
    rule = protocol_named(protocol).first_picture("lenient")
    sent = original if rule is None else rule.size.fitted(original)
    return View("original", (0.0, 0.0, float(original[0]), float(original[1])), size=sent)


@pytest.mark.parametrize("protocol", ZOOMING)
@settings(max_examples=40)
@given(original=sizes, share=shares)
def test_a_box_on_the_picture(protocol: str, original: Size, share: tuple[float, float, float, float]) -> None:
    """Whatever size it is sent in."""
    assert_read_as_written(protocol, original, [whole(protocol, original)], 0, share)


@pytest.mark.parametrize("protocol", CAN_LOOK_INTO_CROPS)
@settings(max_examples=40)
@given(original=sizes, first=shares, second=shares)
def test_a_box_on_a_crop_of_a_crop(
    protocol: str,
    original: Size,
    first: tuple[float, float, float, float],
    second: tuple[float, float, float, float],
) -> None:
    """It composes with what each parent showed; the number of the crop is the count of crops."""
    picture = whole(protocol, original)
    views = [picture]
    for number, share in enumerate((first, second), start=1):
        region = meant(views[-1], share)
        width, height = round(region[2] - region[0]), round(region[3] - region[1])
        sent = protocol_named(protocol).crop("lenient").size.fitted((max(1, width), max(1, height)))
        views.append(View(f"observation_{number}", region, size=sent))
    assert_read_as_written(protocol, original, views, 2, (0.0, 0.0, 1.0, 1.0))
    assert_read_as_written(protocol, original, views, 1, second)


NUMBERS = st.lists(st.floats(-3_000, 9_000) | st.floats(-0.5, 1.5) | st.integers(-10, 10**7), min_size=4, max_size=4)


@pytest.mark.parametrize("reading", ["lenient", "official"])
@pytest.mark.parametrize("protocol", ZOOMING)
@settings(max_examples=60)
@given(numbers=NUMBERS, index=st.integers(0, 2))
@example(numbers=[0.0, -1, 1.0, 0.5], index=0)  # rounds to the row above the picture
@example(numbers=[0.0, 0.0, 1.0, 2.2e-309], index=0)  # its size overflows when it is enlarged
def test_whatever_is_written_a_shown_box_has_pixels_inside_the_picture(
    protocol: str, reading: Reading, numbers: list[float], index: int
) -> None:
    """On a picture of 900 x 700 and two small crops of it: one pixel at least, or an error in words."""
    views = [
        View("original", (0.0, 0.0, 900.0, 700.0), size=(896, 700)),
        View("observation_1", (100.0, 100.0, 140.0, 130.0), size=(600, 450)),
        View("observation_2", (110.0, 105.0, 112.5, 107.0), size=(560, 448)),
    ]
    text, calls = listed(protocol, tuple(numbers), index)
    turn = parse_turn(
        protocol,
        text,
        image_size=(896, 700),
        original_size=(900, 700),
        context=views[1:],
        reading=reading,
        tool_calls=calls,
    )
    for call in turn.calls:
        assert (call.message is None) == (call.error is None)
        assert call.error is not None or call.shown is not None or call.cut is not None
        if call.shown is not None:
            left, top, right, bottom = pixel_edges(call.shown)
            assert 0 <= left < right <= 900
            assert 0 <= top < bottom <= 700

"""From written numbers to boxes in original pixels: the rules that hold for every protocol."""

import pytest

from adapters.protocols import Convention, ParsedCall, View, parse_turn
from adapters.protocols.coordinates import box_argument, located, numbers_of, on_original
from benchmarks.item import Corners

WHOLE = View("original", (0.0, 0.0, 4000.0, 3000.0), size=(2000, 1500))
CROP = View("observation_1", (1000.0, 600.0, 2000.0, 1600.0), size=(500, 500))


@pytest.mark.parametrize(
    ("value", "order", "numbers"),
    [
        pytest.param([1, 2, 3, 4], "xyxy", (1, 2, 3, 4), id="a list"),
        pytest.param([1, 2, 3, 4], "yxyx", (2, 1, 4, 3), id="y first"),
        pytest.param("[1, 2.5, 3, 4]", "xyxy", (1, 2.5, 3, 4), id="a string of a list"),
        pytest.param([[1, 2, 3, 4]], "xyxy", (1, 2, 3, 4), id="a list in a list"),
        pytest.param({"x1": 1, "y1": 2, "x2": 3, "y2": 4}, "yxyx", (1, 2, 3, 4), id="named sides have no order"),
        pytest.param(
            {"x_min": "0.1", "y_min": 0, "x_max": 1, "y_max": 1}, "xyxy", (0.1, 0, 1, 1), id="numbers as text"
        ),
        pytest.param([1, 2, 3], "xyxy", None, id="three numbers"),
        pytest.param([1, 2, 3, True], "xyxy", None, id="a truth value is no number"),
        pytest.param([1, 2, 3, float("nan")], "xyxy", None, id="not a number"),
        pytest.param([1, 2, 3, 10**400], "xyxy", None, id="beyond all bounds"),
        pytest.param("the left part", "xyxy", None, id="words"),
        pytest.param(None, "xyxy", None, id="nothing"),
    ],
)
def test_four_numbers_are_found_in_every_form_models_use(value: object, order: str, numbers: Corners | None) -> None:
    """And nothing is made up where there are none."""
    assert numbers_of(value, order) == numbers


@pytest.mark.parametrize("alias", ["bbox_2d", "bbox", "box", "bbox2d", "box_2d"])
def test_a_box_is_found_under_any_of_its_names(alias: str) -> None:
    """DeepEyes' own schema names it in two ways."""
    assert box_argument({"label": "x", alias: [1, 2, 3, 4]}) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("view", "space", "numbers", "box"),
    [
        pytest.param(WHOLE, "pixels", (1000, 750, 1500, 1000), (2000, 1500, 3000, 2000), id="pixels of what was sent"),
        pytest.param(WHOLE, "fraction", (0.25, 0.1, 0.5, 0.4), (1000, 300, 2000, 1200), id="fractions"),
        pytest.param(WHOLE, "thousand", (100, 100, 300, 500), (400, 300, 1200, 1500), id="0 to 1000"),
        pytest.param(CROP, "pixels", (100, 100, 200, 250), (1200, 800, 1400, 1100), id="pixels of a crop"),
        pytest.param(CROP, "fraction", (0.5, 0.5, 1, 1), (1500, 1100, 2000, 1600), id="fractions of a crop"),
    ],
)
def test_numbers_refer_to_the_view_they_were_drawn_on(view: View, space: str, numbers: Corners, box: Corners) -> None:
    """A crop of a crop composes with the region the parent showed."""
    assert on_original(numbers, view, space) == pytest.approx(box)  # type: ignore[arg-type]  # ids of the scale


def test_p23_a_box_on_a_resized_picture_comes_back_on_the_original() -> None:
    """4000 x 3000 sent as 2000 x 1500: both boxes are kept, and with them the scale."""
    call = located("zoom", (1000, 750, 1500, 1000), WHOLE, Convention("pixels"))
    assert call.written == (1000, 750, 1500, 1000)
    assert call.requested == (2000, 1500, 3000, 2000)


def deepeyes(box: list[float], size: tuple[int, int] = (2044, 1540)) -> ParsedCall:
    """One call in pixels of a picture that is sent as it is."""
    text = f'<tool_call>{{"name": "image_zoom_in_tool", "arguments": {{"bbox_2d": {box}}}}}</tool_call>'
    (call,) = parse_turn("deepeyes", text, image_size=size, original_size=size).calls
    return call


def test_p24_a_box_outside_of_what_was_sent_is_a_mismatch_not_a_crop_at_the_border() -> None:
    """The server resized to another size than the client assumes: both sizes are in the record."""
    call = deepeyes([1708, 2099, 1776, 2195])
    assert call.mismatch
    assert call.error == "invalid_box"
    assert call.shown is None
    assert call.note is not None
    assert "2044 x 1540" in call.note
    assert "[1708, 2099, 1776, 2195]" in call.note


def test_p24_a_box_partly_outside_is_clamped_and_still_said() -> None:
    """The crop is made, the flag stands."""
    call = deepeyes([100, 1400, 300, 1700])
    assert call.shown == (100, 1400, 300, 1540)
    assert call.mismatch


def test_p24_rounding_to_multiples_is_no_mismatch() -> None:
    """Up to 2 % of a side lie inside the tolerance."""
    call = deepeyes([100, 1400, 300, 1555])
    assert call.shown == (100, 1400, 300, 1540)
    assert not call.mismatch
    assert call.note is None


def test_p27_swapped_corners_are_told_not_repaired() -> None:
    """The words name the box and the rule."""
    call = deepeyes([900, 400, 300, 700])
    assert call.error == "invalid_box"
    assert call.requested is None
    assert call.message is not None
    assert "[900, 400, 300, 700]" in call.message
    assert "x_min must be left of x_max" in call.message


@pytest.mark.parametrize(
    ("protocol", "text"),
    [
        pytest.param("mini-o3", '<grounding>{"bbox_2d": [412, 300, 800, 620]}</grounding>', id="pixels as fractions"),
        pytest.param(
            "qwen3-vl",
            '<tool_call>{"name": "image_zoom_in_tool", "arguments": {"bbox_2d": [0.1, 0.2, 0.4, 0.5]}}</tool_call>',
            id="fractions as thousandths",
        ),
        pytest.param(
            "qwen3-vl",
            '<tool_call>{"name": "image_zoom_in_tool", "arguments": {"bbox_2d": [100, 200, 3000, 2500]}}</tool_call>',
            id="pixels as thousandths",
        ),
    ],
)
def test_numbers_of_another_scale_are_an_error(protocol: str, text: str) -> None:
    """No guess at what was meant: the model is told the scale."""
    turn = parse_turn(protocol, text, image_size=(4000, 3000), original_size=(4000, 3000))
    assert turn.error == "invalid_box"
    assert "off the scale" in (turn.calls[0].message or "")


@pytest.mark.parametrize("box", [[10, 10, 10.4, 200], [0, 0, 2000, 4]])
def test_a_box_too_thin_to_show_is_an_error(box: list[float]) -> None:
    """Less than one pixel wide, or more than 200 times as long as wide."""
    call = deepeyes(box)
    assert call.error == "invalid_box"
    assert "too thin" in (call.message or "")

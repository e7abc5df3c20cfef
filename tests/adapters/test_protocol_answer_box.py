"""Boxes as answers: read by the profile's convention and no other."""

import pytest

from adapters.protocols import Convention, answer_box, answer_numbers
from benchmarks.item import Corners

THOUSAND = Convention("thousand")
PIXELS = Convention("pixels")


def test_p21_a_box_on_0_to_1000_is_read_on_0_to_1000() -> None:
    """On 2000 x 1000 the reply is the gold box; as pixels it would be another place."""
    reply = '{"bbox_2d":[100,100,300,500]}'
    size = (2000, 1000)
    assert answer_box(reply, convention=THOUSAND, image_size=size, original_size=size) == (200, 100, 600, 500)
    assert answer_box(reply, convention=PIXELS, image_size=size, original_size=size) == (100, 100, 300, 500)


def test_p22_the_better_of_two_readings_is_never_taken() -> None:
    """A profile that says pixels gets pixels, although 0 to 1000 would hit [100, 100, 300, 300]."""
    size = (1000, 400)
    box = answer_box("[100,250,300,750]", convention=PIXELS, image_size=size, original_size=size)
    assert box == (100, 250, 300, 750)


@pytest.mark.parametrize(
    ("reply", "numbers"),
    [
        pytest.param("[12.5, 30, 80.0, 99]", (12.5, 30, 80, 99), id="a list"),
        pytest.param("(12,30),(80,99)", (12, 30, 80, 99), id="two corners"),
        pytest.param("from (12, 30) to (80, 99)", (12, 30, 80, 99), id="two corners in words"),
        pytest.param('```json\n{"bbox":\n [12,30,80,99]}\n```', (12, 30, 80, 99), id="a fenced block over lines"),
        pytest.param("x1=12 y1=30 x2=80 y2=99", (12, 30, 80, 99), id="named sides"),
        pytest.param(
            '{"x_min": 12, "y_min": 30, "x_max": 80, "y_max": 99}', (12, 30, 80, 99), id="named sides in JSON"
        ),
        pytest.param("first [1, 2, 3, 4], rather [12, 30, 80, 99]", (12, 30, 80, 99), id="the last one"),
        pytest.param("<answer>[12,30,80,99]</answer> not [1,2,3,4]", (12, 30, 80, 99), id="the answer's own"),
        pytest.param(r"[1,2,3,4] so \boxed{[12, 30, 80, 99]}", (12, 30, 80, 99), id="boxed"),
        pytest.param("<think>[1,2,3,4]</think> I can't tell.", None, id="a thought is no answer"),
        pytest.param("There is no such thing in 2 of 4 parts.", None, id="no box"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_p25_every_form_is_read_and_no_box_is_none(reply: str, numbers: Corners | None) -> None:
    """Never (0, 0, 0, 0)."""
    assert answer_numbers(reply) == numbers


def test_p26_a_box_without_area_stays_one() -> None:
    """It scores 0; it is not mistaken for no answer."""
    box = answer_box("[5,5,5,20]", convention=PIXELS, image_size=(50, 50), original_size=(50, 50))
    assert box == (5, 5, 5, 20)


@pytest.mark.parametrize("reply", ["[10, 20, 30, 40]", "[10.0,20.0,30.0,40.0]"])
def test_p29_spaces_and_decimals_change_nothing(reply: str) -> None:
    """Both are the gold box."""
    box = answer_box(reply, convention=PIXELS, image_size=(100, 100), original_size=(100, 100))
    assert box == (10, 20, 30, 40)


def test_y_first_holds_for_lists_alone() -> None:
    """Named sides say themselves which is which."""
    assert answer_numbers('{"box_2d": [100, 200, 300, 400]}', "yxyx") == (200, 100, 400, 300)
    assert answer_numbers("x1=12 y1=30 x2=80 y2=99", "yxyx") == (12, 30, 80, 99)


def test_pixels_of_a_resized_picture_come_back_on_the_original() -> None:
    """Sent at half the size."""
    box = answer_box("[10,20,30,40]", convention=PIXELS, image_size=(50, 50), original_size=(100, 100))
    assert box == (20, 40, 60, 80)

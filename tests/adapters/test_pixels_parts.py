"""The image work the baseline's solvers share: thresholds, regions, spacing, print, scales, sums."""

from string import ascii_uppercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image, ImageDraw, ImageFont

from adapters.pixels.closeups import clock_misfit
from adapters.pixels.colours import name_of, named_in
from adapters.pixels.components import labelled
from adapters.pixels.dial import Hand
from adapters.pixels.figure import filled
from adapters.pixels.glyphs import DIGITS, MARKS, read_lines
from adapters.pixels.lattice import comb_of
from adapters.pixels.puzzle import nearest_option
from adapters.pixels.rasters import box_mean, dilated, eroded, otsu
from adapters.pixels.scale import fitted
from adapters.pixels.sights import Sight, sights_named
from adapters.pixels.sums import date_after, minutes_added, result_of, times_in

MASKS = arrays(bool, st.tuples(st.integers(1, 12), st.integers(1, 12)))


def flooded(mask: np.ndarray) -> list[set[tuple[int, int]]]:
    """Regions by walking from pixel to pixel, corners included: slow and plain."""
    left = {(int(row), int(column)) for row, column in np.argwhere(mask)}
    found = []
    while left:
        region, edge = set(), [left.pop()]
        while edge:
            row, column = edge.pop()
            region.add((row, column))
            around = {(row + down, column + over) for down in (-1, 0, 1) for over in (-1, 0, 1)}
            edge += around & left
            left -= around
        found.append(region)
    return found


@given(MASKS)
def test_regions_are_those_of_a_plain_walk(mask: np.ndarray) -> None:
    """Numbers, boxes, areas and centres of gravity."""
    labels, regions = labelled(mask)
    walked = {frozenset(region) for region in flooded(mask)}
    assert {frozenset(map(tuple, np.argwhere(labels == region.label).tolist())) for region in regions} == walked
    for region in regions:
        rows, columns = np.nonzero(labels == region.label)
        box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        assert (region.left, region.top, region.right, region.bottom) == box
        assert region.area == len(rows)
        assert (region.x, region.y) == pytest.approx((columns.mean(), rows.mean()))


@given(MASKS, st.integers(0, 3))
def test_growing_and_shrinking_are_each_other_turned_inside_out(mask: np.ndarray, radius: int) -> None:
    """A pixel is set after growing when one is set within the radius, in rows and in columns."""
    grown = dilated(mask, radius)
    for row, column in np.ndindex(mask.shape):
        near = mask[max(0, row - radius) : row + radius + 1, max(0, column - radius) : column + radius + 1]
        assert grown[row, column] == near.any()
    assert np.array_equal(eroded(mask, radius), ~dilated(~mask, radius))


@pytest.mark.parametrize("radius", [1, 3])
def test_box_mean_repeats_the_edges(radius: int) -> None:
    """The corner of a ramp: rows and columns before the first count as the first."""
    grey = np.arange(35, dtype=np.float32).reshape(5, 7)
    index = np.clip(np.arange(-radius, radius + 1), 0, None)
    corner = grey[np.clip(index, 0, 4)][:, np.clip(index, 0, 6)].mean()
    assert box_mean(grey, radius)[0, 0] == pytest.approx(corner)
    assert box_mean(grey, radius).shape == grey.shape


def test_otsu_parts_two_heaps() -> None:
    """Anywhere in the gap between 20 and 200; one value alone is its own threshold."""
    assert 21 < otsu(np.array([19, 20, 20, 21, 199, 200, 201])) < 199
    assert otsu(np.array([7.0, 7.0])) == 7


def test_filled_closes_a_ring_and_leaves_a_bay_open() -> None:
    """What lies between set pixels in its row and in its column is inside."""
    ring = np.ones((5, 5), bool)
    ring[1:4, 1:4] = False
    assert filled(ring).all()
    bay = ring.copy()
    bay[0] = False
    assert not filled(bay)[0].any()


def test_a_comb_has_the_period_of_the_peaks_not_half_and_not_double() -> None:
    """Peaks every 14 pixels from 5 on, every second one weak."""
    profile = np.full(200, 0.2)
    profile[5::28] = 9
    profile[19::28] = 4
    comb = comb_of(profile, 6, 66)
    assert comb is not None
    assert (comb.period, comb.offset) == (14, 5)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((205, 30, 35), "red"),
        ((60, 90, 210), "blue"),
        ((245, 215, 40), "yellow"),
        ((120, 122, 118), "grey"),
        ((110, 65, 35), "brown"),
        ((240, 240, 236), "white"),
        ((22, 20, 24), "black"),
        ((110, 50, 150), "purple"),
    ],
)
def test_colours_have_the_names_people_give_them(rgb: tuple[int, int, int], name: str) -> None:
    """Colours nobody would argue about."""
    assert name_of(np.array(rgb, np.float64)) == name


def test_colours_are_found_in_two_languages_in_order() -> None:
    """A colour inside of another word, as in "redo", is none."""
    assert named_in("Redo the Gray and the 红 one") == ["grey", "red"]


@pytest.mark.parametrize("ink", [(20, 20, 20), (250, 250, 250)])
@pytest.mark.parametrize("size", [20, 30, 60])
@pytest.mark.parametrize("text", ["48.05", "10:30-18:45", "KM 8795"])
def test_print_is_read_dark_and_bright_small_and_large(text: str, size: int, ink: tuple[int, int, int]) -> None:
    """On a ground of middle grey, with points, colons and dashes."""
    image = Image.new("L", (14 * size, 3 * size), 135)
    ImageDraw.Draw(image).text((size, size), text, ink[0], ImageFont.load_default(size))
    lines = read_lines(np.asarray(image, np.float32), DIGITS + MARKS + ascii_uppercase, fewest=2)
    best = max(lines, key=lambda line: len(line.text) * line.likeness)
    assert best.text.replace(" ", "") == text.replace(" ", "")
    assert best.likeness > 0.6


def test_a_scale_leaves_misread_numerals_out() -> None:
    """30 was read as 80 and a 7 stands beside the scale: value = 5 + position / 10."""
    marks = [(50.0, 10.0), (150.0, 20.0), (250.0, 80.0), (350.0, 40.0), (451.0, 50.0), (90.0, 7.0)]
    scale = fitted(marks, 4)
    assert scale is not None
    assert scale.support == 4
    assert scale.at(250) == pytest.approx(30, abs=0.2)


def test_two_numerals_make_no_scale() -> None:
    """Any two points lie on a line."""
    assert fitted([(0.0, 0.0), (100.0, 10.0)], 2) is None


@pytest.mark.parametrize(
    ("question", "values", "result"),
    [
        ("What does one of the red cans cost?", [2.5], 2.5),
        ("What do three of the red cans cost together?", [2.5], 7.5),
        ("What does a can cost together with a jar?", [2.5, 1.25], 3.75),
        ("Someone pays with a 20 note. How much change is due?", [2.5], 17.5),
        ("How far are they apart?", [12, 40], 28),
        ("How far are they apart?", [12], None),
        ("What is double the number?", [12], 24),
        ("The valve opens at 8.5 bar. By how much may it rise?", [6], 2.5),
        ("It runs for 3 hours at its power. How many?", [1.5], 4.5),
        ("How many?", [], None),
    ],
)
def test_a_question_says_what_to_do_with_the_numbers(question: str, values: list[float], result: float | None) -> None:
    """A number that could not be read is no result, never 0."""
    assert result_of(question, values) == result


def test_times_and_dates_are_counted_on() -> None:
    """Ten days after 25 February are 7 March; a quarter past three is 195 minutes."""
    assert date_after(25, 2, "keeps for ten days") == (7, 3)
    assert date_after(3, 5, "Which date?") == (3, 5)
    assert times_in("from 3:15 to 12:00") == [195, 720]
    assert minutes_added("It bakes for 50 minutes.") == 50


def test_the_longer_hand_shows_the_minutes() -> None:
    """Half past three: the short hand lies at 105°, the long one at 180°; the other way round it is no time near."""
    long, short = Hand(180, 0.9, 2), Hand(105, 0.5, 3)
    assert clock_misfit([long, short], 210) == pytest.approx(0)
    assert clock_misfit([Hand(105, 0.9, 2), Hand(180, 0.5, 3)], 210) > 20


def test_none_of_the_above_is_taken_off_the_grid_of_the_others() -> None:
    """The options are 0.1 apart: 1.52 is 1.5, 1.9 is none of them."""
    options = {"A": "1.4", "B": "1.5", "C": "1.6", "D": "None of the above"}
    assert nearest_option(1.52, options) == "B"
    assert nearest_option(1.9, options) == "D"
    assert nearest_option(1.9, {}) is None


@pytest.mark.parametrize(
    ("question", "sights"),
    [
        ("What is on the grey car?", [Sight("car", "grey")]),
        ("What does one of the red boxes cost with one of the blue cans?",
         [Sight("box", "red", is_many=True), Sight("can", "blue", is_many=True)]),
        ("When does the shop called TEA ROOM open?", [Sight("shop", name="TEA ROOM")]),
        ("How far apart are tank T1 and tank T4?", [Sight("tank", name="T1"), Sight("tank", name="T4")]),
        ("What is it?", []),
    ],
)  # fmt: skip
def test_what_to_look_for_is_in_the_question(question: str, sights: list[Sight]) -> None:
    """Colour and noun, or the name on it, in order."""
    assert sights_named(question) == sights

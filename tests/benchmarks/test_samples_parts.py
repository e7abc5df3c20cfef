"""Parts of the generators by hand: grids, mazes, shares, dials, ways through a map."""

import math

import numpy as np
import pytest

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.color import Marbles, Quilt, hex_text, hsv_text
from benchmarks.samples.dials import Face, Scale, paint_case, paint_needle
from benchmarks.samples.graphs import RoadMap, count_ways
from benchmarks.samples.instrument import Graduation
from benchmarks.samples.jigsaw import cut_up
from benchmarks.samples.maths import twice_area
from benchmarks.samples.maze import Maze
from benchmarks.samples.measures import paint_thermometer
from benchmarks.samples.perspective import plane_map
from benchmarks.samples.spot_difference import Grid, reach_of
from benchmarks.samples.still_life import Thing

GRID = Grid(rows=2, columns=3, patch_px=(80, 40))
#   start . .
#   wall  # .   (the outermost blocks are wall)
SMALL = Maze(
    (
        (False, False, False, False, False),
        (False, True, True, True, False),
        (False, False, False, True, False),
        (False, True, True, True, False),
        (False, False, False, False, False),
    )
)


@pytest.mark.parametrize(
    ("moves", "out"),
    [
        pytest.param("RRDD", True, id="the way out"),
        pytest.param("RLRRDD", True, id="a step back is allowed"),
        pytest.param("RRD", False, id="stops short"),
        pytest.param("DDRR", False, id="through a wall"),
        pytest.param("RRDDL", False, id="passes the exit and leaves it"),
    ],
)
def test_moves_lead_out_when_they_end_at_the_exit(moves: str, out: bool) -> None:
    """The red ball starts at (1, 1), the exit is the last open block of the last open row."""
    assert SMALL.leads_out(moves) is out


def test_the_way_out_is_the_shortest() -> None:
    """Two steps right, two down."""
    assert SMALL.way_out() == "RRDD"


@pytest.mark.parametrize(
    ("box", "patches"),
    [
        pytest.param((10, 5, 30, 35), (1,), id="inside the first"),
        pytest.param((70, 5, 90, 35), (1, 2), id="over a line between columns"),
        pytest.param((170, 30, 200, 50), (3, 6), id="over a line between rows"),
        pytest.param((80, 40, 160, 80), (5,), id="fills one exactly"),
    ],
)
def test_patches_are_numbered_row_by_row(box: tuple[int, int, int, int], patches: tuple[int, ...]) -> None:
    """Two rows of three patches, 80 x 40 pixels each."""
    assert GRID.patches(box) == patches


def test_a_thing_hardly_over_a_line_is_no_good() -> None:
    """It would count for a patch in which nobody can see it."""
    assert GRID.cuts_well((60, 8, 100, 32), (56, 0, 104, 40))
    assert not GRID.cuts_well((70, 8, 82, 32), (64, 0, 88, 40))
    assert not GRID.cuts_well((60, 30, 100, 50), (56, 24, 104, 56)), "crosses two lines at once"


def test_what_a_thing_changes_is_in_whole_jpeg_blocks() -> None:
    """A JPEG changes all of a block of 8 x 8; the shadow reaches a little to the right and below."""
    assert reach_of(Thing("ball", "red", (20, 20, 56, 56), 0)) == (16, 16, 64, 64)


def test_shares_are_areas() -> None:
    """A quarter of the quilt is red; one marble of radius 10 covers 314 of 10,000."""
    quilt = Quilt((100, 50), (((0, 0, 25, 50), "red"), ((25, 0, 100, 50), "blue")))
    assert quilt.share_percent("red") == 25
    assert Marbles((100, 100), ((50, 50, 10, "green"),)).share_percent("green") == pytest.approx(3.14159)


@pytest.mark.parametrize(
    ("colour", "hex_value", "hsv_value"),
    [
        ((229, 4, 68), "#E50444", "[343, 98, 90]"),
        ((0, 128, 0), "#008000", "[120, 100, 50]"),
        ((0, 0, 0), "#000000", "[0, 0, 0]"),
        ((200, 200, 200), "#C8C8C8", "[0, 0, 78]"),
        ((255, 254, 254), "#FFFEFE", "[0, 0, 100]"),
    ],
)
def test_colours_are_written_as_in_the_benchmark(colour: tuple[int, int, int], hex_value: str, hsv_value: str) -> None:
    """HEX in capitals; HSV as degrees and two percentages."""
    assert (hex_text(colour), hsv_text(colour)) == (hex_value, hsv_value)


def test_the_quickest_way_may_be_the_one_with_more_roads() -> None:
    """A to C takes 9 minutes directly and 3 + 4 over B."""
    roads = RoadMap(("A", "B", "C"), ((0, 0), (1, 0), (2, 0)), ((0, 1, 3), (1, 2, 4), (0, 2, 9)))
    assert roads.least_minutes() == 7


def test_ways_past_a_closed_junction() -> None:
    """Of the 6 ways through 2 x 2 streets 4 pass the middle."""
    assert count_ways(2, 2, closed=(1, 1)) == 2


def test_twice_the_area_is_whole() -> None:
    """A triangle with legs 3 and 4 has 6, whichever way round its corners are given."""
    assert twice_area([(0, 0), (3, 0), (0, 4)]) == 12
    assert twice_area([(0, 4), (3, 0), (0, 0)]) == 12


def test_pieces_carry_the_numbers_of_the_order() -> None:
    """Order 2, 1, 3, 4: the upper left quarter of the picture is piece 2, the second on the sheet."""
    whole = Canvas(80, 80, (0, 0, 255), scale=1)
    whole.rect((0, 0, 40, 40), (255, 0, 0))
    sheet = cut_up(whole.done(), (2, 1, 3, 4), side=2)
    assert sheet.size == (92, 92)
    assert sheet.getpixel((48 + 30, 4 + 30)) == (255, 0, 0)
    assert sheet.getpixel((4 + 30, 4 + 30)) == (0, 0, 255)


def test_a_reading_is_written_with_its_own_decimals() -> None:
    """Tick 7 of steps of 0.05 is 0.35 exactly; whole units stay whole numbers."""
    assert Graduation(50, 4, 8, 2, "MPa").reading(7) == 0.35
    assert repr(Graduation(2000, 5, 10, 0, "psi").reading(7)) == "14"


@pytest.mark.parametrize("angle", [-120, -45, 0, 30, 90, 133])
def test_the_needle_points_where_the_scale_says(angle: int) -> None:
    """The middle of the red pixels near the tip lies in the needle's direction, within a degree."""
    canvas = Canvas(300, 300, (200, 200, 200))
    face = Face((150.0, 150.0), 140.0)
    paint_case(canvas, face)
    paint_needle(canvas, face, angle)
    pixels = np.asarray(canvas.done()).astype(int)
    y, x = np.nonzero(pixels[:, :, 0] - pixels[:, :, 1] > 90)
    dx, dy = x + 0.5 - 150, y + 0.5 - 150
    tip = np.hypot(dx, dy) > 0.5 * 140
    shown = math.degrees(math.atan2(dx[tip].mean(), -dy[tip].mean()))
    assert abs((shown - angle + 180) % 360 - 180) < 1


def test_a_scale_runs_from_its_start_over_its_sweep() -> None:
    """Half of the scale lies in the middle of the sweep, straight up by default."""
    scale = Scale(top=10, figures=5, ticks=4)
    assert [scale.angle(value) for value in (0, 5, 10)] == [-135, 0, 135]
    assert scale.figure(3) == "6"


def test_the_column_ends_at_the_reading() -> None:
    """Ten degrees more make the column a quarter of a 40 degree scale longer."""
    tops = []
    for degrees in (10, 20):
        canvas = Canvas(200, 640, (200, 200, 200), scale=1)
        paint_thermometer(canvas, (20, 20, 180, 620), degrees, low=0, high=40)
        column = np.asarray(canvas.done()).astype(int)[:, 100]
        tops.append(int(np.flatnonzero(column[:, 0] - column[:, 1] > 100)[0]))
    scale_px = (620 - 160 * 0.5) - (20 + 160 * 0.36)
    assert tops[0] - tops[1] == pytest.approx(scale_px / 4, abs=1)


def test_a_plane_map_takes_corners_to_corners() -> None:
    """Pillow's eight numbers map each seen corner to its flat one."""
    seen, flat = [(10, 5), (90, 15), (80, 70), (20, 60)], [(0, 0), (100, 0), (100, 80), (0, 80)]
    a, b, c, d, e, f, g, h = plane_map(seen, flat)
    for (x, y), (u, v) in zip(seen, flat, strict=True):
        depth = g * x + h * y + 1
        assert ((a * x + b * y + c) / depth, (d * x + e * y + f) / depth) == pytest.approx((u, v))

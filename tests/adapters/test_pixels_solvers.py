"""The baseline's solvers, each on a small picture drawn here with sizes and colours of its own."""

import io
import json
import math

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from adapters.pixels import (
    color,
    contrast,
    instrument,
    jigsaw,
    math_figures,
    maze,
    ocr,
    refcoco,
    rotation,
    spot_difference,
    symbolic,
    visual_search,
    word_search,
)
from adapters.pixels.puzzle import Puzzle
from adapters.pixels.rasters import read_picture


def puzzle(prompt: str, *images: Image.Image) -> Puzzle:
    """What a solver gets."""
    pictures = []
    for image in images:
        stream = io.BytesIO()
        image.save(stream, "PNG")
        picture = read_picture(stream.getvalue())
        assert picture is not None
        pictures.append(picture)
    return Puzzle(prompt, tuple(pictures))


def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Any scalable font."""
    return ImageFont.load_default(size)


MAZE = ("#######", "#S..#.#", "###.#.#", "#...#.#", "#.###.#", "#....G#", "#######")


def maze_picture(block: int) -> Image.Image:
    """The maze above: S red, G green, walls dark blue."""
    image = Image.new("RGB", (7 * block, 7 * block), (210, 200, 190))
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(MAZE):
        for column, cell in enumerate(line):
            corner = (column * block, row * block)
            end = (corner[0] + block - 1, corner[1] + block - 1)
            if cell == "#":
                draw.rectangle((*corner, *end), (40, 40, 90))
            elif cell in "SG":
                inner = (corner[0] + block // 4, corner[1] + block // 4, end[0] - block // 4, end[1] - block // 4)
                draw.ellipse(inner, (190, 20, 20) if cell == "S" else (20, 120, 40))
    return image


@pytest.mark.parametrize("block", [17, 30])
def test_maze_takes_the_only_moves_that_arrive(block: int) -> None:
    """One stops short, one runs into a wall, one leaves the picture."""
    prompt = "Through the maze?\nA. RRDDLLDDRRR\nB. RRDDRRDDR\nC. UUUUUU\nD. RRDDLLDDRRRR\nE. No answer"
    assert maze.solve(puzzle(prompt, maze_picture(block))) == "D"


def test_maze_has_no_answer_when_none_arrives() -> None:
    """Then the option without moves is right."""
    assert maze.solve(puzzle("Maze?\nA. RRDD\nB. DDDD\nC. No answer", maze_picture(20))) == "C"


def noisy(image: Image.Image, seed: int) -> Image.Image:
    """The picture with a little noise, as JPEG and sensors leave it."""
    noise = np.random.default_rng(seed).normal(0, 2, (image.height, image.width, 3))
    return Image.fromarray(np.clip(np.asarray(image, np.float32) + noise, 0, 255).astype(np.uint8))


def two_views() -> tuple[Image.Image, Image.Image]:
    """The same ground with three discs, of which the second misses one and has one in another colour; 3 × 4 patches."""
    first, second = Image.new("RGB", (240, 180), (180, 170, 150)), Image.new("RGB", (240, 180), (180, 170, 150))
    for image, discs in (
        (first, ((30, 30, "red"), (150, 90, "blue"), (210, 150, "green"))),
        (second, ((30, 30, "red"), (150, 90, "yellow"))),
    ):
        for x, y, fill in discs:
            ImageDraw.Draw(image).ellipse((x - 15, y - 15, x + 15, y + 15), fill)
    return noisy(first, 1), noisy(second, 2)


def test_spot_difference_lists_the_patches_that_changed() -> None:
    """Row 2 column 3 and row 3 column 4 of 3 × 4 are patches 7 and 12; noise is no difference."""
    prompt = "Give the list different_patches. In this case, n is 3 and m is 4"
    answer = spot_difference.solve(puzzle(prompt, *two_views()))
    assert answer is not None
    assert json.loads(answer) == {"different_patches": [7, 12]}


def test_spot_difference_counts_in_one_picture_side_by_side() -> None:
    """A white strip parts the two sides."""
    first, second = two_views()
    both = Image.new("RGB", (500, 180), "white")
    both.paste(first, (0, 0))
    both.paste(second, (260, 0))
    assert spot_difference.solve(puzzle("In how many places are they not the same?", both)) == "2"


def test_jigsaw_puts_a_shuffled_gradient_together() -> None:
    """Piece k of the shuffled picture lies at place ORDER[k] of the whole; the answer lists pieces by place."""
    y, x = np.mgrid[0:120, 0:120].astype(np.float32)
    whole = np.stack([x * 2, y * 2, 128 + 90 * np.sin(x / 9 + y / 17)], -1).clip(0, 210).astype(np.uint8)
    order = [4, 0, 8, 2, 6, 1, 5, 7, 3]
    shuffled = np.full((3 * 43 + 3, 3 * 43 + 3, 3), 255, np.uint8)
    for at, place in enumerate(order):
        piece = whole[place // 3 * 40 : place // 3 * 40 + 40, place % 3 * 40 : place % 3 * 40 + 40]
        top, left = at // 3 * 43 + 3, at % 3 * 43 + 3
        shuffled[top : top + 40, left : left + 40] = piece
    wanted = ", ".join(str(order.index(place) + 1) for place in range(9))
    assert jigsaw.solve(puzzle("A jigsaw.", Image.fromarray(shuffled))) == wanted


def test_rotation_finds_the_turn_that_levels_lines_and_puts_light_on_top() -> None:
    """A picture of level boards, brighter above, turned 60° counter-clockwise: 60° clockwise undo it."""
    rows = np.linspace(230, 90, 400)[:, None, None] * np.ones((1, 400, 3))
    for top in range(20, 400, 60):
        rows[top : top + 9] *= 0.45
    upright = Image.fromarray(rows.astype(np.uint8))
    turned = upright.rotate(60, Image.Resampling.BICUBIC).crop((60, 60, 340, 340))
    prompt = "How many degrees CLOCKWISE?\n\nA. 15°\nB. 240°\nC. 60°\nD. 105°\nE. 300°\nF. 330°"
    assert rotation.solve(puzzle(prompt, turned)) == "C"


@pytest.mark.parametrize(
    ("prompt", "letter"),
    [
        ("What is the share of the color red? (A) 12% (B) 25% (C) 40%", "B"),
        ("What is the share of the color blue? (A) 75% (B) 50% (C) 90%", "A"),
        ("Which HEX value has it? (A) #1E50C8 (B) #C8501E (C) #50C81E", "A"),
        ("Which HSV value has it? (A) [20, 85, 78] (B) [223, 85, 78] (C) [223, 20, 78]", "B"),
    ],
)
def test_color_counts_names_and_compares_values(prompt: str, letter: str) -> None:
    """A quarter is red, the rest is blue: (30, 80, 200) is #1E50C8, HSV 222°, 85 %, 78 %."""
    image = Image.new("RGB", (80, 80), (30, 80, 200))
    ImageDraw.Draw(image).rectangle((0, 0, 79, 19), (210, 30, 30))
    assert color.solve(puzzle(prompt, image)) == letter


def test_refcoco_measures_the_object_of_the_colour() -> None:
    """A yellow ball of radius 40 on 200 × 150 is π · 1600 / 30000 = 17 %; a larger purple one is not asked for."""
    image = Image.new("RGB", (200, 150), (150, 160, 150))
    ImageDraw.Draw(image).ellipse((8, 30, 88, 110), (235, 210, 30))
    ImageDraw.Draw(image).ellipse((95, 20, 190, 115), (120, 40, 160))
    prompt = "What share of the picture that the yellow ball takes up?\nA: 5%\nB: 24%\nC: 17%\nD: 31%"
    assert refcoco.solve(puzzle(prompt, image)) == "C"


def letters(odd: set[tuple[int, int]]) -> Image.Image:
    """Six rows of eight R, a K at the odd places, each a little off its place."""
    image = Image.new("RGB", (330, 250), (235, 240, 235))
    for row in range(6):
        for column in range(8):
            place = (25 + 38 * column + (row * 3 + column) % 3, 25 + 38 * row + (row + column) % 2)
            text = "K" if (row, column) in odd else "R"
            ImageDraw.Draw(image).text(place, text, (60, 20, 70), font(22), anchor="mm")
    return image


def test_word_search_finds_the_odd_letter_and_counts_them() -> None:
    """Rows and columns count from 1."""
    prompt = "In which row and which column does the letter K stand?"
    assert word_search.solve(puzzle(prompt, letters({(4, 2)}))) == "[5, 3]"
    odd = {(0, 1), (3, 3), (5, 7)}
    assert word_search.solve(puzzle("How often does the letter K occur?", letters(odd))) == "3"


def dial(value: float) -> Image.Image:
    """A gauge from 0 to 60 over 240 degrees, the gap below."""
    image = Image.new("RGB", (300, 300), (120, 130, 140))
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 20, 280, 280), (60, 60, 60))
    draw.ellipse((30, 30, 270, 270), (245, 245, 240))
    for step in range(7):
        angle = math.radians(-120 + 40 * step)
        x, y = math.sin(angle), -math.cos(angle)
        draw.line((150 + 105 * x, 150 + 105 * y, 150 + 115 * x, 150 + 115 * y), (20, 20, 20), 3)
        draw.text((150 + 85 * x, 150 + 85 * y), str(10 * step), (20, 20, 20), font(20), anchor="mm")
    angle = math.radians(-120 + 4 * value)
    x, y = math.sin(angle), -math.cos(angle)
    draw.line((150 - 20 * x, 150 - 20 * y, 150 + 105 * x, 150 + 105 * y), (190, 30, 20), 5)
    draw.ellipse((142, 142, 158, 158), (40, 40, 40))
    return image


@pytest.mark.parametrize("value", [8, 25, 47])
def test_instrument_reads_a_needle_on_the_scale_of_its_numerals(value: int) -> None:
    """A degree of the needle is a quarter of a unit."""
    assert instrument.solve(puzzle("What is the reading of the gauge? Answer with an integer.", dial(value))) == str(
        value
    )


def test_instrument_reads_a_column() -> None:
    """50 units over 300 px; the fluid ends 33 units above the zero."""
    image = Image.new("RGB", (220, 420), (200, 205, 210))
    draw = ImageDraw.Draw(image)
    draw.rectangle((60, 20, 160, 400), (250, 250, 245))
    for value in range(0, 51, 10):
        y = 370 - 6 * value
        draw.line((120, y, 132, y), (20, 20, 20), 1)
        draw.text((140, y), str(value), (20, 20, 20), font(14), anchor="lm")
    draw.rectangle((100, 370 - 6 * 33, 110, 380), (200, 20, 30))
    answer = instrument.solve(puzzle("What does the thermometer show? Answer with an integer.", image))
    assert answer in {"33", "34"}


def shelf(*things: tuple[str, tuple[int, int, int]]) -> Image.Image:
    """Things side by side before a plain wall, as dark as if the light were off."""
    image = Image.new("RGB", (120 * len(things) + 60, 160), (150, 150, 140))
    draw = ImageDraw.Draw(image)
    for at, (kind, fill) in enumerate(things):
        left = 40 + 120 * at
        if kind == "ball":
            draw.ellipse((left, 60, left + 70, 130), fill)
        else:
            draw.polygon([(left + 15, 40), (left + 55, 40), (left + 75, 85), (left - 5, 85)], fill)
            draw.rectangle((left + 32, 85, left + 38, 130), fill)
            draw.rectangle((left + 15, 124, left + 55, 130), fill)
    return image.point(lambda light: light // 9)


def test_contrast_counts_and_names_colours_in_the_dark() -> None:
    """All values lie below 30 of 255."""
    image = shelf(("ball", (220, 30, 30)), ("lamp", (30, 60, 220)), ("ball", (240, 220, 40)))
    assert max(high for _, high in image.getextrema()) < 30  # type: ignore[misc, str-unpack]  # three bands, not one
    assert contrast.solve(puzzle("How many balls can be seen?", image)) == "2"
    prompt = "Which color does the lamp have?\nA Red\nB Blue\nC Yellow"
    assert contrast.solve(puzzle(prompt, image)) == "B"


def test_symbolic_counts_nested_squares() -> None:
    """Five outlines around one middle."""
    image = Image.new("RGB", (200, 200), (250, 250, 245))
    for side in (20, 38, 55, 71, 90):
        ImageDraw.Draw(image).rectangle((100 - side, 100 - side, 100 + side, 100 + side), outline=(20, 20, 30), width=2)
    assert symbolic.solve(puzzle("How many squares are nested in each other?\nA.4\nB.6\nC.5", image)) == "C"


def test_symbolic_follows_a_line_by_its_colour() -> None:
    """The lines that begin at 1 and 2 change places."""
    image = Image.new("RGB", (300, 120), "white")
    draw = ImageDraw.Draw(image)
    draw.line((20, 30, 120, 30, 180, 90, 280, 90), (200, 30, 30), 3)
    draw.line((20, 90, 120, 90, 180, 30, 280, 30), (30, 60, 200), 3)
    prompt = "The lines are tangled. At which end does the line that begins at 1 arrive?\nA.Q\nB.P"
    assert symbolic.solve(puzzle(prompt, image)) == "A"


def test_symbolic_names_all_parallel_pairs() -> None:
    """ab and ef lean by 30°, cd stands at 80°."""
    image = Image.new("RGB", (420, 260), "white")
    draw = ImageDraw.Draw(image)
    for at, angle in enumerate((30, 80, 30)):
        x, y = 45 * math.cos(math.radians(angle)), 45 * math.sin(math.radians(angle))
        middle = (70 + 140 * at, 70)
        draw.line((middle[0] - x, middle[1] - y, middle[0] + x, middle[1] + y), (20, 20, 20), 3)
    prompt = "Which pairs of lines are parallel?\nA.ab and cd\nB.ab and ef\nC.cd and ef\nD.none of the above"
    assert symbolic.solve(puzzle(prompt, image)) == "B"


def test_symbolic_counts_shapes_by_their_corners() -> None:
    """Two triangles, a square and a circle."""
    image = Image.new("RGB", (400, 120), "white")
    draw = ImageDraw.Draw(image)
    for x, corners, turn in ((60, 3, 10), (150, 4, 25), (330, 3, 50)):
        points = [
            (x + 30 * math.cos(math.radians(turn + 360 * at / corners)),
             60 + 30 * math.sin(math.radians(turn + 360 * at / corners)))
            for at in range(corners)
        ]  # fmt: skip
        draw.polygon(points, outline=(30, 120, 50), width=2)
    draw.ellipse((210, 30, 270, 90), outline=(200, 40, 40), width=2)
    assert symbolic.solve(puzzle("How many triangles are there?", image)) == "2"
    assert symbolic.solve(puzzle("How many circles are there?", image)) == "1"


def test_math_measures_an_area_on_squared_paper() -> None:
    """A 4 × 3 rectangle on squares of 20 px."""
    image = Image.new("RGB", (202, 162), "white")
    draw = ImageDraw.Draw(image)
    for at in range(0, 202, 20):
        draw.line((at, 0, at, 161), (215, 215, 215))
        draw.line((0, at, 201, at), (215, 215, 215))
    draw.rectangle((40, 40, 120, 100), (150, 190, 235), outline=(40, 80, 150))
    prompt = "Every small square in the figure is 1 cm. What is the area of the coloured shape?"
    assert math_figures.solve(puzzle(prompt, image)) == "12"


def test_math_measures_an_angle() -> None:
    """BA points left, BC up and to the right: 125°."""
    image = Image.new("RGB", (300, 220), "white")
    draw = ImageDraw.Draw(image)
    ends = [
        (150 + 100 * math.cos(math.radians(angle)), 160 - 100 * math.sin(math.radians(angle))) for angle in (180, 55)
    ]
    draw.line((*ends[0], 150, 160, *ends[1]), (20, 20, 20), 3)
    draw.arc((125, 135, 175, 185), 180, 305, (200, 20, 20), 2)
    prompt = "Which value is closest to the size of angle ABC?\nA. 65°\nB. 95°\nC. 125°\nD. 155°"
    assert math_figures.solve(puzzle(prompt, image)) == "C"


@pytest.mark.parametrize("turn", [0, 90, 180, 205])
def test_ocr_reads_a_word_at_any_turn(turn: int) -> None:
    """The plate's long side says how far it is turned."""
    plate = Image.new("RGB", (320, 90), (20, 90, 60))
    ImageDraw.Draw(plate).text((160, 45), "HARVEST", (245, 245, 245), font(52), anchor="mm")
    image = Image.new("RGB", (420, 420), (190, 180, 160))
    turned = plate.convert("RGBA").rotate(turn, Image.Resampling.BICUBIC, expand=True)
    image.paste(turned, ((420 - turned.width) // 2, (420 - turned.height) // 2), turned)
    assert ocr.solve(puzzle("Read the word.", image)) == "HARVEST"


def test_visual_search_reads_the_number_in_the_line_of_a_name() -> None:
    """The other lines' prices are not asked for."""
    image = Image.new("RGB", (420, 200), (40, 45, 50))
    for at, (name, price) in enumerate((("TOAST", "4.30"), ("LEMON TEA", "2.85"), ("RICE", "7.60"))):
        draw = ImageDraw.Draw(image)
        draw.text((30, 40 + 50 * at), name, "white", font(26), anchor="lm")
        draw.text((390, 40 + 50 * at), price, "white", font(26), anchor="rm")
    assert visual_search.solve(puzzle("What is the price of LEMON TEA? Answer with a number.", image)) == "2.85"

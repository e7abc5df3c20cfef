"""symbolic: lines and shapes to compare, count and follow."""

import math
import random
from collections.abc import Callable

from benchmarks.samples.canvas import RGB, Canvas, Point
from benchmarks.samples.choices import Choices, near_values, option_lines, shuffled
from benchmarks.samples.colours import NAMED, VIVID, lit, varied
from benchmarks.samples.sample import Difficulty, Sample
from benchmarks.samples.shots import figure_sample

_INK: RGB = (30, 32, 38)
_PAPERS: tuple[RGB, ...] = ((255, 255, 255), (250, 247, 238), (240, 246, 250))
_SEVERAL = (
    " More than one option may be right, and you have to name all of them. Write the final answer as letters in a row, "
    "such as ABC, CD, or BC."
)
_NONE = "none of the above"


def _segment(canvas: Canvas, middle: Point, length: float, degrees: float, names: str) -> None:
    """A line with a letter at each end."""
    dx, dy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    ends = [
        (middle[0] - dx * length / 2, middle[1] - dy * length / 2),
        (middle[0] + dx * length / 2, middle[1] + dy * length / 2),
    ]
    canvas.line(ends, 3, _INK)
    for side, name, (x, y) in zip((-1, 1), names, ends, strict=True):
        canvas.text((x + side * dx * 13, y + side * dy * 13), name, 18, (160, 40, 40))


def _parallel(rng: random.Random, difficulty: Difficulty) -> Sample:
    """Which pairs of lines are parallel: several letters, or one."""
    least = {"easy": 25, "medium": 14, "hard": 7}[difficulty]
    canvas = Canvas(760, 420, rng.choice(_PAPERS))
    lines = ("ab", "cd", "ef", "gh", "ij", "kl")
    first = rng.randint(5, 170)
    others = [first + least * step for step in rng.sample(range(1, 180 // least - 1), 2)]
    directions = [first, first, rng.choice((first, others[0])), others[0], others[1], rng.choice((others[1], first))]
    order = rng.sample(range(6), 6)
    turned = {lines[place]: directions[index] % 180 for index, place in enumerate(order)}
    for index, names in enumerate(lines):
        middle = (130 + index % 3 * 250 + rng.randint(-20, 20), 105 + index // 3 * 210 + rng.randint(-15, 15))
        _segment(canvas, middle, rng.randint(120, 165), turned[names], names)
    pairs = [(one, two) for place, one in enumerate(lines) for two in lines[place + 1 :]]
    true = [pair for pair in pairs if turned[pair[0]] == turned[pair[1]]]
    false = [pair for pair in pairs if turned[pair[0]] != turned[pair[1]]]
    count = rng.randint(0 if rng.random() < 0.3 else 1, min(3, len(true)))
    chosen = rng.sample(true, count) + rng.sample(false, 4 - count)
    rng.shuffle(chosen)
    texts = [*(f"{one} and {two}" for one, two in chosen), _NONE]
    letters = "".join(letter for letter, pair in zip("ABCD", chosen, strict=True) if pair in true) or "E"
    question = "Which of these pairs of lines are parallel?\n" + option_lines(texts, "tight") + "\n" + _SEVERAL
    return figure_sample(rng, canvas, difficulty, question, letters)


def _shapes(rng: random.Random, difficulty: Difficulty) -> Sample:
    """How many shapes of one kind there are among others that overlap them."""
    low, high = {"easy": (6, 10), "medium": (12, 20), "hard": (22, 34)}[difficulty]
    canvas = Canvas(680, 440, rng.choice(_PAPERS))
    spots = [(x, y) for x in range(60, 640, 82) for y in range(50, 400, 72)]
    kinds = [rng.choice(tuple(_OUTLINES)) for _ in range(rng.randint(low, high))]
    asked = rng.choice(kinds)
    for kind, (x, y) in zip(kinds, rng.sample(spots, len(kinds)), strict=True):
        at = (x + rng.randint(-12, 12), y + rng.randint(-10, 10))
        _outline(canvas, at, rng.randint(20, 36), rng.randint(0, 359), kind, NAMED[rng.choice(VIVID)])
    question = f"How many {asked}s are there in this picture? Give the final answer as an integer, such as 1, 2, 3."
    return figure_sample(rng, canvas, difficulty, question, kinds.count(asked))


_OUTLINES: dict[str, tuple[int, float]] = {
    "triangle": (3, 1.0),
    "square": (4, 1.0),
    "pentagon": (5, 1.0),
    "hexagon": (6, 1.0),
    "circle": (48, 1.0),
    "star": (10, 0.45),
}
"""Corners of each shape, and how far every second one lies from the middle."""


def _outline(canvas: Canvas, at: Point, radius: float, degrees: float, kind: str, colour: RGB) -> None:
    corners, inner = _OUTLINES[kind]
    points = []
    for index in range(corners):
        reach = radius * (inner if index % 2 else 1.0)
        angle = math.radians(degrees + 360 * index / corners)
        points.append((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)))
    canvas.line([*points, points[0], points[1]], 3, lit(colour, 0.9))


def _nested(rng: random.Random, difficulty: Difficulty) -> Sample:
    """How many squares lie inside each other."""
    count = rng.randint(*{"easy": (4, 8), "medium": (9, 15), "hard": (16, 26)}[difficulty])
    side = 420
    canvas = Canvas(side + 60, side + 60, rng.choice(_PAPERS))
    middle = (side + 60) / 2
    turn, shrink = rng.choice((0, 0, 4, 45)), 0.94 if count > 15 else 0.88
    reach = side / 2 * (1.0 if turn == 0 else 0.98)
    for index in range(count):
        angle = math.radians(turn * index % 90)
        spread = reach * math.sqrt(2) * (0.7 if turn else 1.0)
        corners = [
            (
                middle + spread * math.cos(angle + math.pi / 4 + quarter * math.pi / 2),
                middle + spread * math.sin(angle + math.pi / 4 + quarter * math.pi / 2),
            )
            for quarter in range(5)
        ]
        canvas.line(corners, 2.4, varied(rng, _INK, 20))
        reach *= shrink if turn != 45 else 0.86 if count < 16 else 0.92
    wrong = near_values(rng, count, 4, 1, low=1, high=60)
    choices = shuffled(rng, str(count), [str(value) for value in wrong], "tight")
    question = "How many squares are nested in each other in this picture?\n"
    return figure_sample(rng, canvas, difficulty, question, choices.letter, choices)


def _tangle(rng: random.Random, difficulty: Difficulty) -> Sample:
    """Where one of several tangled lines ends."""
    count = {"easy": 3, "medium": 5, "hard": 6}[difficulty]
    canvas = Canvas(820, 90 + 64 * count, rng.choice(_PAPERS))
    stations = {"easy": 3, "medium": 5, "hard": 7}[difficulty]
    orders = [list(range(count)), *(rng.sample(range(count), count) for _ in range(stations))]
    ends = "PQRSTU"[:count]
    one_colour = difficulty == "hard"
    colours = [_INK] * count if one_colour else [NAMED[name] for name in rng.sample(VIVID, count)]
    for line in range(count):
        heights = [70 + 64 * order.index(line) for order in orders]
        canvas.line(_smooth(heights, 60, 700 / stations), 4, colours[line])
        canvas.text((34, heights[0]), str(line + 1), 24, _INK)
    for place, name in enumerate(ends):
        canvas.text((786, 70 + 64 * place), name, 24, _INK)
    asked = rng.randrange(count)
    right = ends[orders[-1].index(asked)]
    choices = Choices(tuple(ends), ends.index(right), "tight")
    question = f"The lines in the picture are tangled. At which end does the line that begins at {asked + 1} arrive?\n"
    return figure_sample(rng, canvas, difficulty, question, choices.letter, choices)


def _smooth(heights: list[int], left: float, pitch: float) -> list[Point]:
    """A line that is level at every station and crosses over between them."""
    points: list[Point] = []
    for place in range(len(heights) - 1):
        for step in range(16):
            share = step / 16
            ease = share * share * (3 - 2 * share)
            points.append(
                (left + (place + share) * pitch, heights[place] + (heights[place + 1] - heights[place]) * ease)
            )
    points.append((left + (len(heights) - 1) * pitch, heights[-1]))
    return points


def _longest(rng: random.Random, difficulty: Difficulty) -> Sample:
    """Which line is the longest; arrow heads and feathers mislead the eye."""
    step = {"easy": 40, "medium": 20, "hard": 11}[difficulty]
    count = 5
    lengths = [300 - step * (index if index < 2 else rng.randint(1, 3)) for index in range(count)]
    rng.shuffle(lengths)
    canvas = Canvas(560, 70 * count + 30, rng.choice(_PAPERS))
    names = ("ab", "cd", "ef", "gh", "ij")
    for index, (name, length) in enumerate(zip(names, lengths, strict=True)):
        x, y = rng.randint(60, 500 - length), 50 + index * 70
        canvas.line([(x, y), (x + length, y)], 3, _INK)
        barb = rng.choice((-16, 16)) if difficulty != "easy" else 0
        for end, side in ((x, 1), (x + length, -1)):
            for up in (-12, 12):
                canvas.line([(end, y), (end + side * barb, y + (up if barb else up // 2))], 3, _INK)
        canvas.text((x - 26, y), name[0], 18, (160, 40, 40))
        canvas.text((x + length + 26, y), name[1], 18, (160, 40, 40))
    choices = Choices(names, lengths.index(300), "tight")
    question = "Which of the horizontal lines in this picture is the longest, without its end marks?\n"
    return figure_sample(rng, canvas, difficulty, question, choices.letter, choices)


_MAKERS: dict[str, Callable[[random.Random, Difficulty], Sample]] = {
    "parallel": _parallel,
    "shapes": _shapes,
    "nested": _nested,
    "tangle": _tangle,
    "longest": _longest,
}
KINDS = tuple(_MAKERS)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A figure of one of five kinds."""
    return _MAKERS[kind or rng.choice(KINDS)](rng, difficulty)

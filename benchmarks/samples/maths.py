"""math: figures that have to be measured, counted or followed; in English and in Chinese."""

import math
import random
from collections.abc import Callable

from benchmarks.samples.canvas import RGB, Canvas, Point
from benchmarks.samples.choices import Choices, near_values, shuffled
from benchmarks.samples.colours import NAMED, lit
from benchmarks.samples.graphs import RoadMap, count_ways, plan_roads
from benchmarks.samples.sample import Difficulty, Sample
from benchmarks.samples.shots import figure_sample

_INK: RGB = (28, 30, 36)
_CHINESE_SHARE = 0.4
_NUMBER = "Answer with a single number, such as 1, 2, 3."
_NUMBER_ZH = "回答一个数字，例如1，2，3."


def _page(rng: random.Random, width: int, height: int, *, squared: int = 0) -> Canvas:
    """Paper, squared if a pitch is given."""
    tone: RGB = rng.choice(((255, 255, 255), (252, 249, 240), (244, 248, 252)))
    canvas = Canvas(width, height, tone)
    if squared:
        for x in range(0, width + 1, squared):
            canvas.line([(x, 0), (x, height)], 1, lit(tone, 0.84))
        for y in range(0, height + 1, squared):
            canvas.line([(0, y), (width, y)], 1, lit(tone, 0.84))
    return canvas


def _dot(canvas: Canvas, at: Point, name: str, shift: Point = (12, -12), colour: RGB = _INK) -> None:
    x, y = at
    canvas.ellipse((x - 4.5, y - 4.5, x + 4.5, y + 4.5), colour)
    canvas.text((x + shift[0], y + shift[1]), name, 17, _INK)


def _roads(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The quickest way through a road map."""
    columns, rows = {"easy": (3, 2), "medium": (4, 2), "hard": (4, 3)}[difficulty]
    roads = plan_roads(rng, columns, rows)
    start, end = roads.names[0], roads.names[-1]
    question = (
        f"如图是一张道路图，每段路旁的数字是步行所需的分钟数。小红从{start}点走到{end}点，最少需要多少分钟？{_NUMBER_ZH}"
        if rng.random() < _CHINESE_SHARE
        else "The figure shows a map of roads; beside every road stands how many minutes it takes to walk it. What is "
        f"the least number of minutes needed to get from point {start} to point {end}? {_NUMBER}"
    )
    return figure_sample(rng, _paint_roads(rng, roads), difficulty, question, roads.least_minutes())


def _paint_roads(rng: random.Random, roads: RoadMap) -> Canvas:
    width = max(x for x, _ in roads.places) + 70
    height = max(y for _, y in roads.places) + 60
    canvas = _page(rng, width, height)
    for first, second, minutes in roads.roads:
        ends = [roads.places[first], roads.places[second]]
        canvas.line(ends, 9, (196, 196, 200))
        canvas.line(ends, 6, (250, 236, 190))
        x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        canvas.rounded((x - 13, y - 11, x + 13, y + 11), 5, (255, 255, 255))
        canvas.text((x, y), str(minutes), 17, (150, 30, 30))
    for place, name in zip(roads.places, roads.names, strict=True):
        _dot(canvas, place, name, (-16, -18))
    return canvas


def _paths(rng: random.Random, difficulty: Difficulty) -> Sample:
    """How many shortest ways lead through a grid of streets with one junction closed."""
    columns, rows = {"easy": (3, 2), "medium": (3, 3), "hard": (5, 3)}[difficulty]
    inner = [(x, y) for x in range(columns + 1) for y in range(rows + 1) if (x, y) not in ((0, 0), (columns, rows))]
    closed = rng.choice(inner)
    chinese = rng.random() < _CHINESE_SHARE
    home, school, hospital = ("家", "学校", "医院") if chinese else ("Home", "School", "Hospital")
    pitch = 84
    canvas = _page(rng, columns * pitch + 150, rows * pitch + 110)

    def at(x: int, y: int) -> Point:
        return (75 + x * pitch, 50 + (rows - y) * pitch)

    for x in range(columns + 1):
        canvas.line([at(x, 0), at(x, rows)], 4, (90, 110, 140))
    for y in range(rows + 1):
        canvas.line([at(0, y), at(columns, y)], 4, (90, 110, 140))
    for place, name, colour in (((0, 0), home, "green"), ((columns, rows), school, "blue"), (closed, hospital, "red")):
        left, top = at(*place)
        canvas.ellipse((left - 9, top - 9, left + 9, top + 9), NAMED[colour])
        canvas.text((left, top + (26 if place[1] == 0 else -24)), name, 18, _INK)
    question = (
        f"如图，小明从家走到学校，只能向右或向上走，而且不能经过医院。从家到学校一共有多少条不同的路线？{_NUMBER_ZH}"
        if chinese
        else "In the street grid of the figure one may only walk right or up, and the junction at the hospital is "
        f"closed. How many different ways lead from home to school? {_NUMBER}"
    )
    return figure_sample(rng, canvas, difficulty, question, count_ways(columns, rows, closed))


def _mirror(rng: random.Random, difficulty: Difficulty) -> Sample:
    """Which point is the reflection of A through B."""
    apart = {"easy": 70, "medium": 42, "hard": 26}[difficulty]
    canvas = _page(rng, 560, 420)
    dx, dy = rng.randint(70, 110) * rng.choice((-1, 1)), rng.randint(-60, 60)
    centre = (280 + rng.randint(-30, 30), 210 + rng.randint(-20, 20))
    first, right = (centre[0] - dx, centre[1] - dy), (centre[0] + dx, centre[1] + dy)
    # The candidates form a row in a random direction, the right one anywhere in it.
    along = rng.choice(((1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7)))
    place = rng.randrange(5)
    points = [
        (right[0] + (index - place) * apart * along[0], right[1] + (index - place) * apart * along[1])
        for index in range(5)
    ]
    if any(not 20 < x < 540 or not 25 < y < 400 or math.dist((x, y), centre) < 40 for x, y in points):
        return _mirror(rng, difficulty)
    names = rng.sample("CDEFG", 5)
    _dot(canvas, first, "A", colour=(30, 60, 160))
    _dot(canvas, centre, "B", colour=(30, 60, 160))
    for point, name in zip(points, names, strict=True):
        _dot(canvas, point, name)
    ordered = sorted(names)
    choices = Choices(tuple(f"point {name}" for name in ordered), ordered.index(names[place]), "dot")
    question = (
        "Which of these points is most likely the mirror image of point A when it is reflected through point B?\n"
    )
    return figure_sample(rng, canvas, difficulty, question, choices.letter, choices)


def _crossings(rng: random.Random, difficulty: Difficulty) -> Sample:
    """How often a straight line, once extended, crosses a wave."""
    rises = rng.randint(*{"easy": (3, 5), "medium": (5, 8), "hard": (8, 13)}[difficulty])
    width, height, swing = 640, 300, 92
    canvas = _page(rng, width, height, squared=20)
    sign = rng.choice((-1, 1))
    # Half a period a crossing: the line stays well inside the wave's swing, so each rise or fall meets it once.
    points = [
        (20 + (width - 40) * step / 400, 150 + sign * swing * math.cos(math.pi * rises * step / 400))
        for step in range(401)
    ]
    canvas.line([(20, 150), (width - 10, 150)], 1.5, (120, 120, 124))
    canvas.line([(24, 20), (24, height - 20)], 1.5, (120, 120, 124))
    canvas.line(points, 3, (30, 80, 170))
    canvas.text((width - 40, 40), "f", 22, (30, 80, 170))
    left, right = 150 + rng.randint(-45, 45), 150 + rng.randint(-45, 45)
    ends = (rng.randint(10, 25), rng.randint(40, 60))
    spots = [(width * share / 100, left + (right - left) * share / 100) for share in ends]
    canvas.line(spots, 3, (180, 40, 40))
    _dot(canvas, spots[0], "E", (0, -16))
    _dot(canvas, spots[1], "F", (0, -16))
    question = (
        "In the figure, the segment EF is extended in both directions to the edges of the drawing. In how many points "
        "does that line meet the curve f?"
    )
    return figure_sample(rng, canvas, difficulty, question, rises)


def _bars(rng: random.Random, difficulty: Difficulty) -> Sample:
    """A bar chart whose values have to be read off the grid."""
    step = {"easy": 10, "medium": 5, "hard": 2}[difficulty]
    names = rng.sample(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), rng.randint(4, 6))
    names.sort(key=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun").index)
    values = [step * value for value in rng.sample(range(2, 100 // step), len(names))]
    canvas = _page(rng, 80 + 74 * len(names), 360)
    foot, pixels = 310, 2.7
    for value in range(0, 101, 10 if difficulty != "easy" else 20):
        y = foot - value * pixels
        canvas.line([(50, y), (canvas.width - 16, y)], 1, (206, 206, 210))
        canvas.text((30, y), str(value), 14, _INK)
    tone = NAMED[rng.choice(("blue", "green", "orange", "purple", "turquoise"))]
    for index, (name, value) in enumerate(zip(names, values, strict=True)):
        x = 66 + index * 74
        canvas.rect((x, foot - value * pixels, x + 46, foot), tone)
        canvas.rect((x + 40, foot - value * pixels, x + 46, foot), lit(tone, 0.75))
        canvas.text((x + 23, foot + 18), name, 16, _INK)
    canvas.line([(50, foot), (canvas.width - 16, foot)], 2, _INK)
    canvas.line([(50, 30), (50, foot)], 2, _INK)
    first, second = rng.sample(range(len(names)), 2)
    if values[first] < values[second]:
        first, second = second, first
    question = (
        f"According to the chart, how many more visitors came on {names[first]} than on {names[second]}? {_NUMBER}"
    )
    return figure_sample(rng, canvas, difficulty, question, values[first] - values[second])


def _area(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The area of a polygon whose corners lie on grid points."""
    count = {"easy": 3, "medium": 4, "hard": 6}[difficulty]
    columns, rows, pitch = 10, 8, 44
    while True:
        points = sorted(rng.sample([(x, y) for x in range(1, columns) for y in range(1, rows)], count))
        x, y = sum(point[0] for point in points) / count, sum(point[1] for point in points) / count
        # In the order of their direction from the middle the corners make a polygon that does not cross itself.
        points.sort(key=lambda point: math.atan2(point[1] - y, point[0] - x))
        twice = twice_area(points)
        if twice >= 8 and len({math.atan2(point[1] - y, point[0] - x) for point in points}) == count:
            break
    canvas = _page(rng, columns * pitch, rows * pitch, squared=pitch)
    corners = [(px * pitch, py * pitch) for px, py in points]
    canvas.polygon(corners, (176, 206, 236))
    canvas.line([*corners, corners[0]], 3, (30, 70, 140))
    for corner in corners:
        canvas.ellipse((corner[0] - 4, corner[1] - 4, corner[0] + 4, corner[1] + 4), (30, 70, 140))
    question = (
        "如图，每个小方格的边长是1厘米，图中涂色图形的面积是多少平方厘米？回答一个数字，例如1，2.5，3."
        if rng.random() < _CHINESE_SHARE
        else "Every small square in the figure has a side of 1 cm. What is the area of the coloured shape in cm²? "
        "Answer with a single number, such as 1, 2.5, 3."
    )
    return figure_sample(rng, canvas, difficulty, question, twice // 2 if twice % 2 == 0 else twice / 2)


def twice_area(points: list[tuple[int, int]]) -> int:
    """Twice the area of a polygon with whole coordinates."""
    following = [*points[1:], points[0]]
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, following, strict=True)))


def _angle(rng: random.Random, difficulty: Difficulty) -> Sample:
    """About how large an angle is."""
    gap = {"easy": 30, "medium": 15, "hard": 8}[difficulty]
    degrees = rng.randint(18, 160)
    values = (degrees, *near_values(rng, degrees, 3, gap, low=6, high=176))
    canvas = _page(rng, 420, 340)
    turn, corner = rng.randint(0, 359), (210.0, 170.0)
    arms = [
        (
            corner[0] + reach * math.cos(math.radians(turn + angle)),
            corner[1] + reach * math.sin(math.radians(turn + angle)),
        )
        for angle, reach in ((0, rng.randint(90, 140)), (degrees, rng.randint(90, 140)))
    ]
    canvas.line([arms[0], corner, arms[1]], 3, _INK)
    canvas.arc((corner[0] - 32, corner[1] - 32, corner[0] + 32, corner[1] + 32), turn, turn + degrees, 2, (180, 40, 40))
    for name, at in zip("ACB", (*arms, corner), strict=True):
        _dot(canvas, at, name)
    choices = shuffled(rng, f"{degrees}°", [f"{value}°" for value in values[1:]], "dot")
    question = (
        "如图，角ABC的度数最接近（ ）。\n"
        if rng.random() < _CHINESE_SHARE
        else "Which value comes closest to the size of angle ABC in the figure?\n"
    )
    return figure_sample(rng, canvas, difficulty, question, choices.letter, choices)


_MAKERS: dict[str, Callable[[random.Random, Difficulty], Sample]] = {
    "roads": _roads,
    "paths": _paths,
    "mirror": _mirror,
    "crossings": _crossings,
    "bars": _bars,
    "area": _area,
    "angle": _angle,
}
KINDS = tuple(_MAKERS)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A figure of one of seven kinds."""
    return _MAKERS[kind or rng.choice(KINDS)](rng, difficulty)

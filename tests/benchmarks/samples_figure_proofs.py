"""Proofs of the gold of figures, dials and texts, from what was really drawn.

The generators draw on a canvas that writes down every line, polygon and word; the answer is worked out again from that
record alone, by another way than the generator's.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.samples import contrast, instrument, maths, ocr, still_life, symbolic, visual_search
from benchmarks.samples.canvas import Canvas, Point
from benchmarks.samples.recipe import Recipe, item_kind, make_sample
from benchmarks.samples.sample import Box, Sample
from benchmarks.samples.still_life import Shelf
from benchmarks.samples.street import Street
from tests.benchmarks.samples_proofs import Pixels, Proof, right_option, seen

Call = tuple[Any, ...]


@dataclass
class Record:
    """Everything that was drawn, in order: lines, polygons and boxes with their points, words with their places."""

    lines: list[list[Point]] = field(default_factory=list)
    polygons: list[list[Point]] = field(default_factory=list)
    rects: list[tuple[float, float, float, float]] = field(default_factory=list)
    words: list[tuple[Point, str]] = field(default_factory=list)

    def place_of(self, word: str) -> Point:
        """Where a word stands; it stands once."""
        (at,) = [at for at, text in self.words if text == word]
        return at


@contextmanager
def recorded(*modules: Any) -> Iterator[Record]:
    """What the canvases of some modules draw."""
    record = Record()

    class Recorder(Canvas):
        def line(self, points: Sequence[Point], *rest: Any) -> None:
            record.lines.append(list(points))
            super().line(points, *rest)

        def polygon(self, points: Sequence[Point], *rest: Any) -> None:
            record.polygons.append(list(points))
            super().polygon(points, *rest)

        def rect(self, box: Any, *rest: Any) -> None:
            record.rects.append(tuple(box))
            super().rect(box, *rest)

        def text(self, at: Point, text: str, *rest: Any, **options: Any) -> None:
            record.words.append((at, text))
            super().text(at, text, *rest, **options)

    patches = [patch.object(module, "Canvas", Recorder) for module in modules]
    for one in patches:
        one.start()
    try:
        yield record
    finally:
        for one in patches:
            one.stop()


def _drawn(recipe: Recipe, task: str, index: int, *modules: Any) -> tuple[Sample, Record, str]:
    with recorded(*modules) as record:
        sample = make_sample(recipe, task, index)
    return sample, record, item_kind(recipe, task, index)


# math


def prove_math(recipe: Recipe, index: int) -> None:
    """The answer worked out from the drawn figure is the gold answer."""
    sample, record, kind = _drawn(recipe, "math", index, maths)
    _MATHS[kind](sample, record)


def _prove_roads(sample: Sample, record: Record) -> None:
    minutes = {at: int(word) for at, word in record.words if word.isdigit()}
    roads: dict[tuple[Point, Point], int] = {}
    for line in record.lines:
        middle = ((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2)
        roads[line[0], line[1]] = roads[line[1], line[0]] = minutes[middle]
    places = sorted({place for road in roads for place in road})
    letters = [(at, word) for at, word in record.words if word.isalpha()]
    named = {word: min(places, key=lambda place, at=at: math.dist(place, at)) for at, word in letters}
    asked = re.search(r"from point (\w) to point (\w)|从(\w)点走到(\w)点", sample.prompt)
    assert asked is not None
    start, end = (named[name] for name in asked.groups() if name)
    far = {(one, two): roads.get((one, two), 10**6) for one in places for two in places}
    for via, one, two in itertools.product(places, repeat=3):
        far[one, two] = min(far[one, two], far[one, via] + far[via, two])
    assert far[start, end] == sample.answer


def _prove_paths(sample: Sample, record: Record) -> None:
    columns = len({line[0][0] for line in record.lines if line[0][0] == line[1][0]}) - 1
    rows = len({line[0][1] for line in record.lines if line[0][1] == line[1][1]}) - 1
    left = min(line[0][0] for line in record.lines)
    foot = max(point[1] for line in record.lines for point in line)
    hospital = next(at for at, word in record.words if word in ("Hospital", "医院"))
    column = round((hospital[0] - left) / 84)
    row = min(range(rows + 1), key=lambda one: abs(foot - one * 84 + (26 if one == 0 else -24) - hospital[1]))
    count = 0
    for ups in itertools.combinations(range(columns + rows), rows):
        x = y = 0
        free = True
        for step in range(columns + rows):
            x, y = (x, y + 1) if step in ups else (x + 1, y)
            free = free and (x, y) != (column, row)
        count += free
    assert count == sample.answer
    assert count > 0


def _prove_mirror(sample: Sample, record: Record) -> None:
    dots = {word: (at[0] - 12, at[1] + 12) for at, word in record.words}
    (ax, ay), (bx, by) = dots.pop("A"), dots.pop("B")
    image = (2 * bx - ax, 2 * by - ay)
    order = sorted(dots, key=lambda name: math.dist(dots[name], image))
    assert right_option(sample) == f"point {order[0]}"
    assert math.dist(dots[order[0]], image) < 1
    assert math.dist(dots[order[1]], image) > 20


def _prove_crossings(sample: Sample, record: Record) -> None:
    curve = next(line for line in record.lines if len(line) > 100)
    (x0, y0), (x1, y1) = ((x, y + 16) for x, y in (record.place_of("E"), record.place_of("F")))
    above = [y - (y0 + (y1 - y0) * (x - x0) / (x1 - x0)) for x, y in curve]
    assert sum(one * two < 0 for one, two in itertools.pairwise(above)) == sample.answer


def _prove_bars(sample: Sample, record: Record) -> None:
    asked = re.search(r"on (\w+) than on (\w+)\?", sample.prompt)
    assert asked is not None
    axis = {int(word): at[1] for at, word in record.words if word.isdigit()}
    pixels = (axis[0] - axis[100]) / 100
    heights = []
    for name in asked.groups():
        x = record.place_of(name)[0]
        bar = next(box for box in record.rects if box[0] < x < box[2] - 1)
        heights.append((axis[0] - bar[1]) / pixels)
    assert round(heights[0] - heights[1], 6) == sample.answer
    assert sample.answer > 0  # type: ignore[operator]  # it is a number


def _prove_area(sample: Sample, record: Record) -> None:
    (corners,) = [polygon for polygon in record.polygons if len(polygon) > 2]
    # Counted rather than computed: the middles of many small squares.
    steps = (np.arange(440) + 0.5) / 44
    x, y = np.meshgrid(steps, steps[:352])
    inside = np.zeros(x.shape, bool)
    points = [(px / 44, py / 44) for px, py in corners]
    for (x0, y0), (x1, y1) in itertools.pairwise([*points, points[0]]):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    assert isinstance(sample.answer, int | float)
    assert abs(inside.sum() / 44**2 - sample.answer) < 0.15


def _prove_angle(sample: Sample, record: Record) -> None:
    first, corner, last = next(line for line in record.lines if len(line) == 3)
    turns = [math.atan2(point[1] - corner[1], point[0] - corner[0]) for point in (first, last)]
    degrees = abs(math.degrees(turns[1] - turns[0])) % 360
    degrees = min(degrees, 360 - degrees)
    assert sample.choices is not None
    nearest = min(sample.choices.texts, key=lambda text: abs(int(text.rstrip("°")) - degrees))
    assert nearest == right_option(sample)


_MATHS: dict[str, Callable[[Sample, Record], None]] = {
    "roads": _prove_roads,
    "paths": _prove_paths,
    "mirror": _prove_mirror,
    "crossings": _prove_crossings,
    "bars": _prove_bars,
    "area": _prove_area,
    "angle": _prove_angle,
}


# symbolic


def prove_symbolic(recipe: Recipe, index: int) -> None:
    """The answer worked out from the drawn lines is the gold answer."""
    sample, record, kind = _drawn(recipe, "symbolic", index, symbolic)
    _SYMBOLIC[kind](sample, record)


def _prove_parallel(sample: Sample, record: Record) -> None:
    directions = {}
    for line, (first, second) in zip(
        record.lines, zip(record.words[::2], record.words[1::2], strict=True), strict=True
    ):
        turn = math.degrees(math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0]))
        directions[first[1] + second[1]] = turn % 180
    options = re.findall(r"^([A-D])\.(\w\w) and (\w\w)$", sample.prompt, re.M)
    assert len(set(options)) == 4
    apart = {letter: abs(directions[one] - directions[two]) for letter, one, two in options}
    apart = {letter: min(degrees, 180 - degrees) for letter, degrees in apart.items()}
    parallel = "".join(letter for letter, degrees in apart.items() if degrees < 0.01)
    assert sample.answer == (parallel or "E")
    assert all(degrees < 0.01 or degrees > 6 for degrees in apart.values())


def _prove_shapes(sample: Sample, record: Record) -> None:
    corners = {"triangle": 3, "square": 4, "pentagon": 5, "hexagon": 6, "circle": 48, "star": 10}
    asked = re.search(r"How many (\w+)s are", sample.prompt)
    assert asked is not None
    # Two points are drawn twice to close the outline.
    assert sum(len(line) - 2 == corners[asked[1]] for line in record.lines) == sample.answer


def _prove_nested(sample: Sample, record: Record) -> None:
    sizes = [max(x for x, _ in line) - min(x for x, _ in line) for line in record.lines]
    assert right_option(sample) == str(len(sizes))
    sides = [math.dist(line[0], line[1]) for line in record.lines]
    assert all(outer - inner > 1.2 for outer, inner in itertools.pairwise(sides))


def _prove_tangle(sample: Sample, record: Record) -> None:
    asked = re.search(r"begins at (\d)", sample.prompt)
    assert asked is not None
    start = record.place_of(asked[1])
    line = next(line for line in record.lines if line[0][1] == start[1])
    ends = {word: at[1] for at, word in record.words if word.isalpha()}
    assert [name for name, y in ends.items() if y == line[-1][1]] == [right_option(sample)]


def _prove_longest(sample: Sample, record: Record) -> None:
    lengths: dict[float, float] = {}
    for line in record.lines:
        if line[0][1] == line[1][1]:
            lengths[line[0][1]] = max(lengths.get(line[0][1], 0), abs(line[1][0] - line[0][0]))
    names: dict[float, str] = {}
    for at, word in record.words:
        names[at[1]] = names.get(at[1], "") + word
    first, second = sorted(lengths, key=lambda y: -lengths[y])[:2]
    assert names[first] == right_option(sample)
    assert lengths[first] - lengths[second] >= 10


_SYMBOLIC: dict[str, Callable[[Sample, Record], None]] = {
    "parallel": _prove_parallel,
    "shapes": _prove_shapes,
    "nested": _prove_nested,
    "tangle": _prove_tangle,
    "longest": _prove_longest,
}


# instrument


def prove_instrument(recipe: Recipe, index: int) -> None:
    """What the needle, column or object really shows is the gold reading, and no other option is."""
    kind = item_kind(recipe, "instrument", index)
    painters = ("paint_needle", "paint_scale", "paint_thermometer", "paint_cylinder", "paint_pencil", "paint_bolt")
    calls: dict[str, list[Call]] = {}
    spies = [_spy(name, calls) for name in (*painters, "paint_ruler", "paint_caliper")]
    for spy in spies:
        spy.start()
    try:
        sample = make_sample(recipe, "instrument", index)
    finally:
        for spy in spies:
            spy.stop()
    shown = _READINGS[kind](sample, calls)
    if sample.choices is None:
        assert abs(float(sample.answer) - shown) < 1e-6  # type: ignore[arg-type]  # it is a number
        return
    right = [text for text in sample.choices.texts if _says(text, shown)]
    assert (right or ["None of the above"]) == [right_option(sample)]


def _spy(name: str, calls: dict[str, list[Call]]) -> Any:
    painter = getattr(instrument, name)

    def painted(*arguments: Any, **options: Any) -> None:
        calls.setdefault(name, []).append((*arguments, options))
        painter(*arguments, **options)

    return patch.object(instrument, name, painted)


def _says(text: str, shown: float) -> bool:
    if re.fullmatch(r"\d+-\d+", text):
        low, high = map(int, text.split("-"))
        return low < shown < high
    return text[0].isdigit() and abs(float(text) - shown) < 1e-6


def _dial(place: int, calls: dict[str, list[Call]]) -> float:
    scale, angle = calls["paint_scale"][place][2], calls["paint_needle"][place][2]
    value: float = (angle - scale.start_deg) / scale.sweep_deg * scale.top
    return value


def _read_gauge(sample: Sample, calls: dict[str, list[Call]]) -> float:
    count = len(calls["paint_needle"])
    names = {1: ("gauge",), 2: ("left gauge", "right gauge"), 3: ("left gauge", "middle gauge", "right gauge")}[count]
    (asked,) = [place for place, name in enumerate(names) if f"the {name} in" in sample.prompt]
    values = [_dial(place, calls) for place in range(count)]
    assert len({round(value, 6) for value in values}) == count
    return round(values[asked], 6)


def _read_ruler(sample: Sample, calls: dict[str, list[Call]]) -> float:
    del sample
    ((_, _, _, _, cm_px, _),) = calls["paint_ruler"]
    ((_, box, _, _),) = calls.get("paint_pencil", []) + calls.get("paint_bolt", [])
    return round((box[2] - box[0]) / float(cm_px), 6)


def _read_caliper(sample: Sample, calls: dict[str, list[Call]]) -> float:
    del sample
    ((_, _, _, hundredths, *_),) = calls["paint_caliper"]
    # The vernier tick that meets a millimetre: tick t stands t x 0.9 mm behind the slide's edge.
    meeting = [tick for tick in range(10) if (hundredths + 9 * tick) % 10 == 0]
    assert len(meeting) == 1
    return (hundredths // 10) / 10 + meeting[0] / 100


_READINGS: dict[str, Callable[[Sample, dict[str, list[Call]]], float]] = {
    "gauge": _read_gauge,
    "weighing scale": lambda _, calls: round(_dial(0, calls), 6),
    "stopwatch": lambda _, calls: calls["paint_needle"][0][2] / 6,
    "thermometer": lambda _, calls: calls["paint_thermometer"][0][2],
    "cylinder": lambda _, calls: calls["paint_cylinder"][0][2] / 10,
    "ruler": _read_ruler,
    "caliper": _read_caliper,
}


# texts


def prove_visual_search(recipe: Recipe, index: int) -> None:
    """The gold stands in the picture, belongs to the one thing that is asked about, and nothing hides it."""
    streets: list[Street] = []
    with recorded(still_life) as record, _kept(visual_search, "paint_street", streets):
        sample = make_sample(recipe, "visual_search", index)
    kind = item_kind(recipe, "visual_search", index)
    if kind == "menu":
        words = [word for _, word in record.words]
        price = words[words.index(_dish(sample.prompt, words)) + 1]
        assert float(price) == float(sample.answer)  # type: ignore[arg-type]  # it is a number
        assert words.count(price) == 1
    else:
        _STREETS[kind](sample, streets[0])


@contextmanager
def _kept(module: Any, name: str, kept: list[Any]) -> Iterator[None]:
    """Keep the first argument of every call of a module's function."""
    function = getattr(module, name)

    def keeping(first: Any, *rest: Any, **options: Any) -> Any:
        kept.append(first)
        return function(first, *rest, **options)

    with patch.object(module, name, keeping):
        yield


def _dish(prompt: str, words: list[str]) -> str:
    """The dish of the menu that the prompt names; of `饺子` and `鱼肉饺子` the longer one."""
    (name,) = sorted((word for word in words if word in prompt and len(word) > 1), key=len)[-1:]
    return name


def _in_sight(box: Box, street: Street) -> bool:
    """Whether all of a box is in the picture and nobody and nothing stands before it."""
    before = [vehicle.box for vehicle in street.vehicles if vehicle.box[1] < box[3] and vehicle.box[3] > box[3]]
    before += [person.box for person in street.people if person.box != box]
    inside = 0 <= box[0] < box[2] <= street.size[0] and 0 <= box[1] < box[3] <= street.size[1]
    return inside and not any(one[0] < box[2] and box[0] < one[2] and one[1] < box[3] for one in before)


def _prove_hat(sample: Sample, street: Street) -> None:
    (asked,) = [person for person in street.people if person.carries and f" {person.carries} in" in sample.prompt]
    assert asked.hat is not None
    assert right_option(sample) == asked.hat.capitalize()
    assert _in_sight(asked.box, street)
    assert len({person.hat for person in street.people}) == len(street.people)


def _prove_house_number(sample: Sample, street: Street) -> None:
    (asked,) = [house for house in street.houses if f"the {house.door} door" in sample.prompt]
    assert int(asked.number) == sample.answer
    assert _in_sight(asked.number_box, street)
    assert not street.trees


def _prove_telephone(sample: Sample, street: Street) -> None:
    (van,) = [vehicle for vehicle in street.vehicles if vehicle.kind == "van"]
    assert van.lettering == right_option(sample)
    assert all(other is van or other.box[2] < van.box[0] or other.box[0] > van.box[2] for other in street.vehicles)
    assert 0 <= van.box[0] < van.box[2] <= street.size[0]


def _prove_bus_line(sample: Sample, street: Street) -> None:
    (bus,) = [vehicle for vehicle in street.vehicles if vehicle.kind == "bus"]
    assert f"the {bus.colour} bus" in sample.prompt
    assert int(bus.lettering) == sample.answer
    assert all(other is bus or other.box[2] < bus.box[0] or other.box[0] > bus.box[2] for other in street.vehicles)
    assert 0 <= bus.box[0] < bus.box[2] <= street.size[0]


_STREETS: dict[str, Callable[[Sample, Street], None]] = {
    "hat": _prove_hat,
    "house number": _prove_house_number,
    "telephone": _prove_telephone,
    "bus line": _prove_bus_line,
}


def prove_ocr(recipe: Recipe, index: int) -> None:
    """The word was drawn as the gold spells it, alone, and the prompt does not have it."""
    sample, record, _ = _drawn(recipe, "ocr", index, ocr)
    assert [word for _, word in record.words] == [sample.answer]
    assert str(sample.answer).lower() not in sample.prompt.lower()
    assert len(str(sample.answer)) >= 5


def prove_contrast(recipe: Recipe, index: int) -> None:
    """The picture is very dark, what it showed is still there, and what is asked about is as the gold says."""
    shelves: list[Shelf] = []
    with recorded(still_life) as record, _kept(contrast, "paint_shelf", shelves):
        sample = make_sample(recipe, "contrast", index)
    _prove_dark(seen(sample), {"easy": 44, "medium": 26, "hard": 16}[recipe.difficulty])
    things = shelves[0].things
    kind = item_kind(recipe, "contrast", index)
    if kind == "numbers":
        # Only the signs have words on them; they stand from left to right.
        assert " ".join(word for _, word in sorted(record.words)) == right_option(sample)
    elif kind == "colour":
        (asked,) = [thing for thing in things if f"the {thing.kind} in" in sample.prompt]
        assert right_option(sample) == asked.colour.capitalize()
    else:
        found = re.search(r"How many (\w+?)s can", sample.prompt)
        assert found is not None
        count = sum(thing.kind == found[1] for thing in things)
        assert count > 0
        assert str(count) == (right_option(sample) if sample.choices else str(sample.answer))


def _prove_dark(pixels: Pixels, brightest: int) -> None:
    """Hardly any light, but its steps outweigh the noise."""
    assert np.percentile(pixels, 99.9) <= brightest + 2
    grey = pixels.mean(axis=2)
    height, width = (size // 8 * 8 for size in grey.shape)
    blocks = grey[:height, :width].reshape(height // 8, 8, width // 8, 8).mean(axis=(1, 3))
    assert np.ptp(blocks) > 0.3 * brightest


FIGURE_PROOFS: dict[str, Proof] = {
    "math": prove_math,
    "symbolic": prove_symbolic,
    "instrument": prove_instrument,
    "visual_search": prove_visual_search,
    "ocr": prove_ocr,
    "contrast": prove_contrast,
}

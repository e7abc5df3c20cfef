"""Daily life scenes: shelves at home with clocks and labelled jars among dozens of things."""

import random
from dataclasses import replace

from benchmarks.samples.colours import VIVID
from benchmarks.samples.plates import Plate
from benchmarks.samples.sample import Box, Difficulty
from benchmarks.samples.scene_urban import clock
from benchmarks.samples.scenes import Ask, Carrier, Scene, read, unlike
from benchmarks.samples.still_life import Thing, draw_shelf, plan_shelf
from benchmarks.samples.things import PAINTERS, SHAPES

_SIZES = ((3072, 2304), (3200, 2280), (3120, 2200))
_CLOCK_PX = {"easy": 172, "medium": 140, "hard": 112}
_LABEL_PERCENT = {"easy": 62, "medium": 46, "hard": 34}
_CLUTTER = tuple(kind for kind in PAINTERS if kind not in ("clock", "jar"))
_CARRIERS = 5


def build(rng: random.Random, difficulty: Difficulty, family: str) -> Scene:
    """Shelves with five clocks (`clock`) and five jars (`jar`), each of a colour of its own."""
    del family  # both are always there
    while True:
        shelf = plan_shelf(rng, rng.choice(_SIZES), boards=4, kinds=_CLUTTER)
        if len(shelf.things) >= 3 * _CARRIERS:
            break
    chosen = rng.sample(range(len(shelf.things)), 2 * _CARRIERS)
    clocks = _clocks(rng, [shelf.things[place] for place in chosen[:_CARRIERS]], difficulty)
    jars = [
        _jar(shelf.things[place], colour)
        for place, colour in zip(chosen[_CARRIERS:], rng.sample(VIVID, _CARRIERS), strict=True)
    ]
    things = [thing for place, thing in enumerate(shelf.things) if place not in chosen]
    room = replace(shelf, things=(*things, *jars))
    return Scene(
        shelf.size, lambda canvas: draw_shelf(canvas, room), {"clock": clocks, "jar": _labels(rng, jars, difficulty)}
    )


def _clocks(rng: random.Random, places: list[Thing], difficulty: Difficulty) -> tuple[Carrier, ...]:
    side = _CLOCK_PX[difficulty]
    times = unlike(rng, len(places), _time)
    colours = rng.sample(VIVID, len(places))
    carriers = []
    for thing, colour, (text, minutes) in zip(places, colours, times, strict=True):
        x0, _, x1, foot = thing.box
        left = (x0 + x1 - side) // 2
        plate = Plate("clock", (left, foot - side, left + side, foot), text, colour)
        carriers.append(Carrier(f"the {colour} clock", plate, minutes))
    return tuple(carriers)


def _time(rng: random.Random) -> tuple[str, int]:
    minutes = 60 * rng.randint(1, 9) + 5 * rng.randint(0, 11)
    return clock(minutes), minutes


def _jar(place: Thing, colour: str) -> Thing:
    """A jar where another thing stood."""
    x0, y0, x1, foot = place.box
    high = foot - y0
    wide = high * SHAPES["jar"][0] // SHAPES["jar"][1]
    left = (x0 + x1 - wide) // 2
    return Thing("jar", colour, (left, y0, left + wide, foot), place.seed)


def _labels(rng: random.Random, jars: list[Thing], difficulty: Difficulty) -> tuple[Carrier, ...]:
    dates = unlike(rng, len(jars), _date)
    return tuple(
        Carrier(f"the {jar.colour} jar", Plate("label", _label_box(jar, difficulty), text), value)
        for jar, (text, value) in zip(jars, dates, strict=True)
    )


def _date(rng: random.Random) -> tuple[str, int]:
    """Day and month; early enough for ten more days in any month."""
    day, month = rng.randint(1, 18), rng.randint(1, 12)
    return _written(day, month), 100 * month + day


def _written(day: int, month: int) -> str:
    return f"{day:02d}.{month:02d}."


def _label_box(jar: Thing, difficulty: Difficulty) -> Box:
    x0, y0, x1, y1 = jar.box
    wide = (x1 - x0) * _LABEL_PERCENT[difficulty] // 100
    high = wide * 40 // 100
    left, top = (x0 + x1 - wide) // 2, y0 + (y1 - y0) * 48 // 100
    return (left, top, left + wide, top + high)


PERCEPTION = (
    Ask("clock", "What time does {0} show?", read),
    Ask("jar", "Which date (day.month.) is written on the label of {0}?", read),
)
REASONING = (
    Ask(
        "clock",
        "Bread goes into the oven at the time that {0} shows and bakes for 50 minutes. When is it done?",
        lambda one: clock(one.value + 50),
    ),
    Ask(
        "clock",
        "The bus leaves 25 minutes after the time that {0} shows. When does it leave?",
        lambda one: clock(one.value + 25),
    ),
    Ask(
        "jar",
        "What is in {0} keeps for ten days from the date (day.month.) on its label. Until which date does it keep?",
        lambda jar: _written(jar.value % 100 + 10, jar.value // 100),
    ),
)

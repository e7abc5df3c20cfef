"""Industrial scenes: a works hall with pressure gauges and type plates."""

import random
from dataclasses import replace

from benchmarks.samples.hall import Hall, Machine, Tank, draw_hall, plan_hall, serial_number
from benchmarks.samples.plates import Plate
from benchmarks.samples.sample import Box, Difficulty
from benchmarks.samples.scenes import Ask, Carrier, Scene, read, unlike

_SIZES = ((3600, 1900), (3520, 1840), (3680, 1960))
# Two of the largest together stay under 0.7 % of the picture.
_GAUGE_PERCENT = {"easy": 25, "medium": 22, "hard": 18}
_PLATE_PERCENT = {"easy": 34, "medium": 27, "hard": 20}


def build(rng: random.Random, difficulty: Difficulty, family: str) -> Scene:
    """A hall whose family `gauge`, `serial` or `power` has four carriers or more."""
    while True:
        hall = plan_hall(rng, rng.choice(_SIZES))
        families = _families(rng, hall, difficulty)
        if len(families[family]) >= 4:
            break
    bare = replace(
        hall,
        tanks=tuple(replace(tank, value=None) for tank in hall.tanks),
        machines=tuple(replace(machine, plate="") for machine in hall.machines),
    )
    return Scene(hall.size, lambda canvas: draw_hall(canvas, bare), families)


def _families(rng: random.Random, hall: Hall, difficulty: Difficulty) -> dict[str, tuple[Carrier, ...]]:
    gauges = unlike(rng, len(hall.tanks), _pressure)
    serials = unlike(rng, len(hall.machines), lambda draws: (serial_number(draws), 0))
    powers = unlike(rng, len(hall.machines), _power)
    return {
        "gauge": tuple(
            Carrier(f"tank {tank.name}", Plate("gauge", _gauge_box(tank, difficulty), text), value)
            for tank, (text, value) in zip(hall.tanks, gauges, strict=True)
        ),
        "serial": tuple(
            Carrier(f"the {machine.colour} machine", Plate("type plate", _plate_box(machine, difficulty, 0), text))
            for machine, (text, _) in zip(hall.machines, serials, strict=True)
        ),
        "power": tuple(
            Carrier(
                f"the {machine.colour} machine", Plate("type plate", _plate_box(machine, difficulty, 1), text), value
            )
            for machine, (text, value) in zip(hall.machines, powers, strict=True)
        ),
    }


def _pressure(rng: random.Random) -> tuple[str, int]:
    """Half bars, so that the needle stands on a tick."""
    tenths = 5 * rng.randint(2, 18)
    return f"{tenths / 10:.1f}", tenths


def _power(rng: random.Random) -> tuple[str, int]:
    tenths = 5 * rng.randint(3, 39)
    return f"{tenths / 10:.1f} kW", tenths


def _gauge_box(tank: Tank, difficulty: Difficulty) -> Box:
    x0, y0, x1, y1 = tank.box
    side = (x1 - x0) * _GAUGE_PERCENT[difficulty] // 100
    left, top = (x0 + x1 - side) // 2, y0 + (y1 - y0) * 46 // 100
    return (left, top, left + side, top + side)


def _plate_box(machine: Machine, difficulty: Difficulty, row: int) -> Box:
    x0, y0, x1, y1 = machine.box
    wide = (x1 - x0) * _PLATE_PERCENT[difficulty] // 100
    high = wide * 27 // 100
    left, top = x0 + (x1 - x0) * 8 // 100, y1 - (y1 - y0) * 29 // 100 + row * (high + 16)
    return (left, top, left + wide, top + high)


def _bar(tenths: int) -> str:
    return f"{tenths / 10:.1f} bar"


PERCEPTION = (
    Ask("gauge", "What pressure does the gauge on {0} show?", lambda tank: _bar(tank.value)),
    Ask("serial", "Which serial number stands on the type plate of {0}?", read),
    Ask("power", "What power does the plate on {0} give?", read),
)
REASONING = (
    Ask(
        "gauge",
        "The safety valve of {0} opens at 10 bar. By how much may the pressure on its gauge still rise?",
        lambda tank: _bar(100 - tank.value),
    ),
    Ask(
        "gauge",
        "How far apart are the pressures that the gauges on {0} and on {1} show?",
        lambda one, other: _bar(abs(one.value - other.value)),
        carriers=2,
    ),
    Ask(
        "power",
        "How many kilowatt hours does {0} use if it runs for 8 hours at the power on its plate?",
        lambda machine: f"{machine.value * 8 / 10:g} kWh",
    ),
)

"""Urban scenes: a street with house numbers, opening hours and number plates."""

import random
from dataclasses import replace

from benchmarks.samples.boxes import meet
from benchmarks.samples.houses import House
from benchmarks.samples.plates import Plate
from benchmarks.samples.sample import Box, Difficulty
from benchmarks.samples.scenes import Ask, Carrier, Scene, read, unlike
from benchmarks.samples.street import Street, draw_street, plan_street
from benchmarks.samples.traffic import plate_number

_SIZES = ((3600, 1950), (3520, 1980), (3400, 1900))
_NUMBER_PX = {"easy": (104, 78), "medium": (80, 60), "hard": (60, 45)}
_HOURS_PX = {"easy": (168, 104), "medium": (138, 84), "hard": (108, 66)}


def build(rng: random.Random, difficulty: Difficulty, family: str) -> Scene:
    """A street whose family `number`, `hours` or `plate` has four carriers or more."""
    while True:
        street = plan_street(rng, rng.choice(_SIZES), people=rng.randint(6, 9))
        families = {
            "number": _numbers(rng, street, difficulty),
            "hours": _hours(rng, street, difficulty),
            "plate": _plates(rng, street),
        }
        if len(families[family]) >= 4:
            break
    # Doors and shop names are what the questions go by, so nobody stands in front of them either.
    taken = [carrier.plate.box for carriers in families.values() for carrier in carriers]
    taken += [box for house in street.houses for box in (house.door_box, house.sign_box)]
    bare = tuple(replace(vehicle, plate="") for vehicle in street.vehicles)
    cleared = replace(_cleared(street, taken), vehicles=bare)
    return Scene(street.size, lambda canvas: draw_street(canvas, cleared), families)


def _numbers(rng: random.Random, street: Street, difficulty: Difficulty) -> tuple[Carrier, ...]:
    wide, high = _NUMBER_PX[difficulty]
    numbers = unlike(rng, len(street.houses), _house_number)
    carriers = []
    for house, (text, value) in zip(street.houses, numbers, strict=True):
        _, top, x1, _ = house.door_box
        box = (x1 + 30, top + 40, x1 + 30 + wide, top + 40 + high)
        if house.door_box[0] > 10 and _inside(box, street):
            carriers.append(Carrier(f"the {house.door} door", Plate("enamel", box, text), value))
    return tuple(carriers)


def _house_number(rng: random.Random) -> tuple[str, int]:
    value = rng.randint(11, 198)
    return str(value), value


def _hours(rng: random.Random, street: Street, difficulty: Difficulty) -> tuple[Carrier, ...]:
    shops = [house for house in street.houses if house.shop and _inside(house.sign_box, street)]
    texts = unlike(rng, len(shops), _opening)
    return tuple(
        Carrier(f"the shop called {house.shop}", Plate("hours", _sheet(house, _HOURS_PX[difficulty]), text), closing)
        for house, (text, closing) in zip(shops, texts, strict=True)
    )


def _sheet(house: House, size: tuple[int, int]) -> Box:
    """A sheet in the upper right corner of the shop window, below the awning."""
    _, _, x1, y1 = house.sign_box
    top = y1 + house.storey_px * 34 // 100
    return (x1 - size[0] - 12, top, x1 - 12, top + size[1])


def _opening(rng: random.Random) -> tuple[str, int]:
    closing = rng.choice((17, 18, 19, 20)) * 60 + 5 * rng.randint(0, 11)
    return f"{rng.randint(7, 10)}:00-{clock(closing)}", closing


def clock(minutes: int) -> str:
    """`18:30`."""
    return f"{minutes // 60}:{minutes % 60:02d}"


def _plates(rng: random.Random, street: Street) -> tuple[Carrier, ...]:
    texts = unlike(rng, len(street.vehicles), lambda draws: (plate_number(draws), 0))
    return tuple(
        Carrier(f"the {vehicle.colour} {vehicle.kind}", Plate("number plate", vehicle.plate_box, text))
        for vehicle, (text, _) in zip(street.vehicles, texts, strict=True)
    )


def _inside(box: Box, street: Street) -> bool:
    return box[0] > 8 and box[2] < street.size[0] - 8


def _cleared(street: Street, taken: list[Box]) -> Street:
    """The street without people and trees in front of anything that a question needs."""
    trunk = street.size[1] // 40
    people = tuple(person for person in street.people if not any(meet(person.box, box) for box in taken))
    trees = tuple(
        (x, y) for x, y in street.trees if not any(box[0] - trunk < x < box[2] + trunk and box[3] < y for box in taken)
    )
    return replace(street, people=people, trees=trees)


PERCEPTION = (
    Ask("number", "Which house number stands on the plate beside {0}?", read),
    Ask("plate", "What is written on the number plate of {0}?", read),
    Ask("hours", "Which opening hours does the sheet in the window of {0} give?", read),
)
REASONING = (
    Ask(
        "number",
        "Take the house numbers beside {0} and beside {1}. How far are they apart?",
        lambda one, other: str(abs(one.value - other.value)),
        carriers=2,
    ),
    Ask(
        "hours",
        "It is 16:15. For how many more minutes is {0} open, according to the sheet in its window?",
        lambda shop: str(shop.value - (16 * 60 + 15)),
    ),
    Ask(
        "number",
        "Which number do you get if you double the house number beside {0}?",
        lambda house: str(2 * house.value),
    ),
)

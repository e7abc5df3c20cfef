"""visual_search: one small thing to find in a picture full of others."""

import random
from collections.abc import Callable
from dataclasses import replace

from benchmarks.samples.choices import Choices, shuffled
from benchmarks.samples.menus import paint_menu, plan_menu
from benchmarks.samples.people import CARRIED, plan_person
from benchmarks.samples.sample import Difficulty, Sample
from benchmarks.samples.shots import photo_sample
from benchmarks.samples.still_life import paint_shelf, plan_shelf
from benchmarks.samples.street import Street, paint_street, plan_street
from benchmarks.samples.traffic import LENGTH_SHARE, Vehicle, plate_number

_SIZES = {"easy": (720, 504), "medium": (900, 630), "hard": (1280, 896)}
_HATS = ("red", "blue", "yellow", "green", "black", "white", "purple", "orange")


def _scale(difficulty: Difficulty) -> int:
    return 1 if difficulty == "hard" else 2


def _menu(rng: random.Random, difficulty: Difficulty) -> Sample:
    """A price on a board above a shelf."""
    chinese = rng.random() < 0.35
    whole = chinese or rng.random() < 0.3
    count, columns = {"easy": (8, 1), "medium": (14, 2), "hard": (20, 2)}[difficulty]
    menu = plan_menu(rng, count, columns=columns, chinese=chinese, whole=whole)
    width, height = _SIZES[difficulty]
    canvas = paint_shelf(plan_shelf(rng, (width, height), boards=3), scale=_scale(difficulty))
    share = {"easy": 60, "medium": 50, "hard": 34}[difficulty]
    wide, high = width * share // 100, height * share // 100
    left, top = rng.randint(10, width - wide - 16), rng.randint(10, height - high - 16)
    paint_menu(canvas, rng, (left, top, left + wide, top + high), menu)
    dish, price = rng.choice(menu.prices)
    if chinese:
        question = f"图中{dish}的价格是（）。填写一个整数"
    elif whole:
        question = f"What does the board in the picture ask for {dish}? Answer with an integer."
    else:
        question = f"What is the price of {dish}? Answer with a number to two decimal places, e.g., 1.11."
    return photo_sample(rng, canvas, difficulty, question, int(price) if whole else float(price))


def _street(rng: random.Random, difficulty: Difficulty, *, people: int, numbers: bool = False) -> Street:
    return plan_street(rng, _SIZES[difficulty], people=people, numbers=numbers)


def _street_sample(
    rng: random.Random,
    street: Street,
    difficulty: Difficulty,
    question: str,
    answer: str | float,
    choices: Choices | None = None,
) -> Sample:
    canvas = paint_street(street, scale=_scale(difficulty))
    return photo_sample(rng, canvas, difficulty, question, answer, choices)


def _hat(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The colour of the hat of the person who carries something."""
    count = {"easy": 3, "medium": 4, "hard": 5}[difficulty]
    street = _street(rng, difficulty, people=0)
    width, height = street.size
    carried = [*rng.sample(tuple(CARRIED), min(count, len(CARRIED)))]
    hats = rng.sample(_HATS, len(carried))
    people = []
    for index, (what, hat) in enumerate(zip(carried, hats, strict=True)):
        x = width * index // len(carried) + rng.randint(4, width // (len(carried) * 3))
        foot = height * rng.randint(76, 79) // 100
        people.append(plan_person(rng, x, foot, height * rng.randint(19, 21) // 100, hat=hat, carries=what))
    # The road is left empty so that no bus hides anybody.
    street = replace(street, people=tuple(people), vehicles=(), trees=())
    asked = rng.randrange(len(carried))
    wrong = [*(hat for hat in hats if hat != hats[asked]), *(hat for hat in _HATS if hat not in hats)][:4]
    choices = shuffled(rng, hats[asked].capitalize(), [hat.capitalize() for hat in wrong], "bracket")
    verb = "with" if carried[asked] != "a balloon" else "who holds"
    question = f"What color is the hat of the person {verb} {carried[asked]} in the picture?\n"
    return _street_sample(rng, street, difficulty, question, choices.letter, choices)


def _number(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The house number beside a door of one colour."""
    while True:
        street = _street(rng, difficulty, people=0, numbers=True)
        # Nobody stands before a plate, and no vehicle reaches as high.
        street = replace(street, trees=())
        doors = [house.door for house in street.houses]
        clear = [
            house
            for house in street.houses
            if doors.count(house.door) == 1 and house.door_box[0] > 0 and house.number_box[2] < street.size[0]
        ]
        if clear:
            break
    house = rng.choice(clear)
    question = f"Which number does the house with the {house.door} door have? Answer with an integer."
    return _street_sample(rng, street, difficulty, question, int(house.number))


def _telephone(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The telephone number on a van among other traffic."""
    street = _street(rng, difficulty, people=4)
    width, height = street.size
    numbers = telephone_numbers(rng, 6)
    high = height * {"easy": 24, "medium": 19, "hard": 15}[difficulty] // 100
    long = int(high * LENGTH_SHARE["van"])
    colour = rng.choice(("white", "yellow", "orange", "turquoise"))
    foot = height * 92 // 100
    left = rng.randint(4, width - long - 4)
    van = Vehicle(
        "van", (left, foot - high, left + long, foot), colour, plate_number(rng), numbers[0], rng.getrandbits(32)
    )
    apart = [other for other in street.vehicles if other.box[2] < left - 8 or other.box[0] > left + long + 8]
    kept = [other for other in apart if other.kind != "van"]
    street = replace(street, vehicles=(*kept, van))
    choices = shuffled(rng, numbers[0], numbers[1:], "bracket")
    question = "What telephone number is written on the van in the picture?\n"
    return _street_sample(rng, street, difficulty, question, choices.letter, choices)


def telephone_numbers(rng: random.Random, count: int) -> list[str]:
    """Numbers that look alike: each takes, digit by digit, one of two variants, so that none is the common centre."""
    digits = [rng.randint(0, 9) for _ in range(8)]
    places = rng.sample(range(8), 4)
    other = {place: (digits[place] + rng.randint(1, 9)) % 10 for place in places}
    numbers: list[str] = []
    for pattern in rng.sample(range(16), count):
        chosen = [
            other[place] if place in other and pattern >> places.index(place) & 1 else digit
            for place, digit in enumerate(digits)
        ]
        numbers.append(f"0{''.join(map(str, chosen[:3]))}-{''.join(map(str, chosen[3:]))}")
    return numbers


def _line(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The number of the bus line."""
    street = _street(rng, difficulty, people=5)
    width, height = street.size
    high = height * {"easy": 22, "medium": 19, "hard": 17}[difficulty] // 100
    long = int(high * LENGTH_SHARE["bus"])
    foot, left = height * 92 // 100, rng.randint(4, width - long - 4)
    colour = rng.choice(("red", "blue", "green", "yellow"))
    line = rng.randint(101, 989)
    bus = Vehicle(
        "bus", (left, foot - high, left + long, foot), colour, plate_number(rng), str(line), rng.getrandbits(32)
    )
    others = [
        other
        for other in street.vehicles
        if other.kind != "bus" and (other.box[2] < left - 8 or other.box[0] > left + long + 8)
    ]
    street = replace(street, vehicles=(*others, bus))
    question = f"Which line number does the {colour} bus show? Answer with an integer."
    return _street_sample(rng, street, difficulty, question, line)


_MAKERS: dict[str, Callable[[random.Random, Difficulty], Sample]] = {
    "menu": _menu,
    "hat": _hat,
    "house number": _number,
    "telephone": _telephone,
    "bus line": _line,
}
KINDS = ("menu", *_MAKERS)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A price, a hat, a house number, a telephone number or a bus line."""
    return _MAKERS[kind or rng.choice(KINDS)](rng, difficulty)

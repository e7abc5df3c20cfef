"""contrast: what there is to see in a very dark picture."""

import random
from collections import Counter

from PIL import Image

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.choices import Choices, near_values, shuffled
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import Difficulty, Encoding, Sample
from benchmarks.samples.still_life import Shelf, paint_shelf, plan_shelf

# Fine steps survive only in a careful JPEG: the whole picture spans a few dozen of 256 levels.
_ENCODING = Encoding("JPEG", quality=95, full_colour=True)
_BRIGHTEST = {"easy": 44, "medium": 26, "hard": 16}
_BOARDS = {"easy": 2, "medium": 3, "hard": 3}
_PLURALS = {
    "ball": "balls",
    "mug": "mugs",
    "bottle": "bottles",
    "jar": "jars",
    "can": "cans",
    "vase": "vases",
    "lamp": "lamps",
    "clock": "clocks",
    "teapot": "teapots",
    "apple": "apples",
    "bucket": "buckets",
}
_PALE = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "turquoise", "white")
_SIZES = ((520, 400), (560, 420), (480, 400))


def darkened(picture: Image.Image, rng: random.Random, brightest: int) -> Image.Image:
    """The picture as if hardly any light had fallen on the sensor: white becomes `brightest` of 255."""
    seen = photographed(picture, rng)
    table = [level * brightest // 255 for level in range(256)]
    return seen.point(table * 3)


def _count(rng: random.Random, difficulty: Difficulty) -> Sample:
    shelf, kind = _plan_count(rng, difficulty)
    number = sum(thing.kind == kind for thing in shelf.things)
    picture = darkened(paint_shelf(shelf).done(), rng, _BRIGHTEST[difficulty])
    question = f"How many {_PLURALS[kind]} can be seen in the picture?"
    if difficulty != "easy":
        return Sample(question, number, (picture,), encoding=_ENCODING)
    wrong = near_values(rng, number, 4, 1, low=0, high=99)
    choices = shuffled(rng, str(number), [str(value) for value in wrong], "bare")
    return Sample(question + "\n", choices.letter, (picture,), choices=choices, encoding=_ENCODING)


def _plan_count(rng: random.Random, difficulty: Difficulty) -> tuple[Shelf, str]:
    """A shelf with few kinds of things, of which one is counted."""
    kinds = rng.sample(tuple(_PLURALS), 4)
    shelf = plan_shelf(rng, rng.choice(_SIZES), boards=_BOARDS[difficulty], kinds=kinds, colours=_PALE)
    present = Counter(thing.kind for thing in shelf.things)
    return shelf, rng.choice(sorted(present))


def _numbers(rng: random.Random, difficulty: Difficulty) -> Sample:
    """Three signs with numbers; the options are mixed from two numbers for each sign."""
    pairs = [_look_alikes(rng) for _ in range(3)]
    # The options come first and the right one is picked from them, so that it is not what most of them agree on.
    options = [
        tuple(pair[pattern >> place & 1] for place, pair in enumerate(pairs)) for pattern in rng.sample(range(8), 5)
    ]
    right = rng.randrange(5)
    picture = darkened(paint_signs(rng, options[right]).done(), rng, _BRIGHTEST[difficulty])
    choices = Choices(tuple(" ".join(map(str, option)) for option in options), right, "bare")
    question = "Which numbers stand on the three signs in the picture, from left to right?\n"
    return Sample(question, choices.letter, (picture,), choices=choices, encoding=_ENCODING)


def _look_alikes(rng: random.Random) -> tuple[int, int]:
    """Two numbers of two digits that differ in one digit."""
    number = rng.randint(12, 97)
    tens, ones = divmod(number, 10)
    if rng.random() < 0.5:
        return number, 10 * rng.choice([digit for digit in range(1, 10) if digit != tens]) + ones
    return number, 10 * tens + rng.choice([digit for digit in range(10) if digit != ones])


def paint_signs(rng: random.Random, numbers: tuple[int, ...]) -> Canvas:
    """Three signs on posts before a shelf."""
    size = rng.choice(_SIZES)
    canvas = paint_shelf(plan_shelf(rng, size, boards=2, colours=_PALE))
    wide = size[0] // 5
    for index, number in enumerate(numbers):
        x = size[0] * (index * 2 + 1) // 6
        y = size[1] * rng.randint(18, 45) // 100
        canvas.rect((x - 4, y, x + 4, size[1]), (110, 106, 100))
        canvas.rounded((x - wide / 2, y, x + wide / 2, y + wide * 0.7), 8, (226, 222, 210))
        canvas.label((x - wide / 2, y, x + wide / 2, y + wide * 0.7), str(number), (90, 30, 30), fill=0.7, bold=True)
    return canvas


def _colour(rng: random.Random, difficulty: Difficulty) -> Sample:
    """The colour of the only thing of its kind."""
    names = ("red", "yellow", "green", "blue", "white", "purple")
    while True:
        shelf = plan_shelf(rng, rng.choice(_SIZES), boards=_BOARDS[difficulty], kinds=tuple(_PLURALS), colours=names)
        single = [thing for thing in shelf.things if sum(other.kind == thing.kind for other in shelf.things) == 1]
        if single:
            break
    thing = rng.choice(single)
    picture = darkened(paint_shelf(shelf).done(), rng, _BRIGHTEST[difficulty])
    wrong = rng.sample([name for name in names if name != thing.colour], 4)
    choices: Choices = shuffled(rng, thing.colour.capitalize(), [name.capitalize() for name in wrong], "bare")
    question = f"Which color does the {thing.kind} in the picture have?\n"
    return Sample(question, choices.letter, (picture,), choices=choices, encoding=_ENCODING)


_MAKERS = {"count": _count, "numbers": _numbers, "colour": _colour}
KINDS = ("count", "count", "numbers", "colour")


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A count, the numbers on signs or a colour, in the dark."""
    return _MAKERS[kind or rng.choice(KINDS)](rng, difficulty)

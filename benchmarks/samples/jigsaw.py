"""jigsaw: in which order numbered pieces restore the picture."""

import random

from PIL import Image

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.photo import photographed
from benchmarks.samples.places import PLACES
from benchmarks.samples.sample import Difficulty, Sample

# As in the benchmark, every prompt is the same and never says how many pieces there are.
_QUESTION = (
    "Instructions: The picture below was cut into {n}×{n} square pieces, and the pieces were shuffled. In the shuffled "
    "picture every piece carries a number from 1 to {n²}. Work out how the pieces have to be arranged so that the "
    "original picture comes back.\n\n"
    "Question: Which piece belongs at each position of the restored picture?\n\n"
    "Write your answer as a sequence of piece numbers, one for every position of the restored picture, going from "
    "left to right and from the top row to the bottom row.\n"
    "For example, 3, 12, 1, 9, 16, 5, 2, 14, 7, 10, 4, 13, 8, 15, 6, 11."
)
_SIDES = {"easy": (3, 3), "medium": (4, 5), "hard": (5, 6)}
_PIECE_PX = {3: 144, 4: 112, 5: 96, 6: 88}
_GAP_PX = 4


def shuffled_order(rng: random.Random, count: int) -> tuple[int, ...]:
    """The number of the piece that belongs at each position, numbers from 1; never the trivial order."""
    order = list(range(1, count + 1))
    while order == sorted(order):
        rng.shuffle(order)
    return tuple(order)


def cut_up(picture: Image.Image, order: tuple[int, ...], side: int) -> Image.Image:
    """The pieces in the order of their numbers, with gaps between them and a number on each."""
    piece = picture.width // side
    pitch = piece + _GAP_PX
    sheet = Image.new("RGB", (side * pitch + _GAP_PX,) * 2, (255, 255, 255))
    for position, number in enumerate(order):
        y, x = (part * piece for part in divmod(position, side))
        row, column = divmod(number - 1, side)
        sheet.paste(picture.crop((x, y, x + piece, y + piece)), (_GAP_PX + column * pitch, _GAP_PX + row * pitch))
    canvas = Canvas.over(sheet)
    for number in range(1, side * side + 1):
        row, column = divmod(number - 1, side)
        x, y = _GAP_PX + column * pitch + 4, _GAP_PX + row * pitch + 4
        canvas.rounded((x, y, x + 26, y + 20), 4, (255, 255, 255))
        canvas.text((x + 13, y + 10), str(number), 16, (190, 10, 10))
    return canvas.done()


KINDS = tuple(PLACES)


def plan(rng: random.Random, difficulty: Difficulty, kind: str) -> tuple[Image.Image, tuple[int, ...], int]:
    """The whole photograph, the order of its pieces, and how many a side has."""
    side = rng.randint(*_SIDES[difficulty])
    order = shuffled_order(rng, side * side)
    across = side * _PIECE_PX[side]
    scene = PLACES[kind](rng, (across, across)).done()
    return photographed(scene, rng, "fine"), order, side


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A photograph in n x n numbered pieces."""
    picture, order, side = plan(rng, difficulty, kind or rng.choice(KINDS))
    return Sample(question=_QUESTION, answer=order, images=(cut_up(picture, order, side),), meta={"difficulty": side})

"""word_search: where the one odd character stands among many alike, or how often it occurs."""

import random
from dataclasses import dataclass

from PIL import Image

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import Difficulty, Encoding, Sample

Pair = tuple[str, str]

LATIN_PAIRS: dict[Difficulty, tuple[Pair, ...]] = {
    "easy": (("O", "X"), ("8", "1"), ("A", "Z"), ("5", "7"), ("e", "k"), ("T", "B")),
    "medium": (("8", "3"), ("E", "F"), ("M", "N"), ("b", "d"), ("6", "9"), ("Z", "N"), ("5", "8"), ("R", "P")),
    "hard": (("O", "Q"), ("8", "6"), ("C", "G"), ("V", "Y"), ("i", "j"), ("0", "8"), ("5", "6"), ("u", "v")),
}
CHINESE_PAIRS: dict[Difficulty, tuple[Pair, ...]] = {
    "easy": (("大", "田"), ("人", "木"), ("牛", "日"), ("山", "火"), ("白", "永")),
    "medium": (("晴", "情"), ("大", "犬"), ("木", "本"), ("日", "目"), ("问", "间"), ("王", "玉"), ("牛", "午")),
    "hard": (
        ("己", "已"),
        ("土", "士"),
        ("末", "未"),
        ("戊", "戌"),
        ("免", "兔"),
        ("住", "往"),
        ("乌", "鸟"),
        ("治", "冶"),
    ),
}
_ROWS = {"easy": (6, 9), "medium": (10, 16), "hard": (18, 28)}
_COLUMNS = {"easy": (8, 12), "medium": (12, 20), "hard": (20, 34)}
_COUNTS = {"easy": (2, 5), "medium": (4, 12), "hard": (9, 30)}
TURNS_DEG: dict[Difficulty, tuple[float, ...]] = {"easy": (0,), "medium": (0,), "hard": (-14, -9, -4, 4, 9, 14)}
"""How far a character may lean to the left."""

_PAPERS: tuple[tuple[RGB, RGB], ...] = (
    ((250, 248, 240), (30, 30, 34)),
    ((232, 240, 250), (28, 50, 110)),
    ((252, 240, 214), (120, 40, 24)),
    ((38, 44, 54), (236, 236, 228)),
)

_WHERE = (
    "In which row and which column of the picture does the {kind} {odd} stand? Give two numbers as the final answer: "
    "first the row, counted from the top, then the column, counted from the left. For example, [2, 5] stands for the "
    "second row and the fifth column."
)
_HOW_MANY = "How often does the {kind} {odd} occur in this picture? Give an integer, such as 1,2,3."
_WHERE_ZH = (
    "图里的“{odd}”字在第几行第几列？请输出两个数字，先写从上往下数的行，再写从左往右数的列。例如[2, 5]表示第二行第五列"
)
_HOW_MANY_ZH = "图里一共有几个“{odd}”字？请用一个数字回答，例如1，2，3"


@dataclass(frozen=True, slots=True)
class Letters:
    """A table of characters, all the same but for some odd ones.

    Attributes:
        common, odd: The two characters.
        rows, columns: Size of the table.
        places: (row, column) of the odd ones, counted from 1, in reading order.
    """

    common: str
    odd: str
    rows: int
    columns: int
    places: tuple[tuple[int, int], ...]

    def at(self, row: int, column: int) -> str:
        """The character at a place, both counted from 1."""
        return self.odd if (row, column) in self.places else self.common


KINDS = ("place", "place", "count", "chinese place", "chinese count")


def plan(rng: random.Random, difficulty: Difficulty, kind: str) -> Letters:
    """A table with one odd character, or with several to be counted."""
    common, odd = rng.choice((CHINESE_PAIRS if kind.startswith("chinese") else LATIN_PAIRS)[difficulty])
    count = 1 if kind.endswith("place") else rng.randint(*_COUNTS[difficulty])
    rows, columns = rng.randint(*_ROWS[difficulty]), rng.randint(*_COLUMNS[difficulty])
    everywhere = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    return Letters(common, odd, rows, columns, tuple(sorted(rng.sample(everywhere, count))))


def pitch_px(letters: Letters) -> int:
    """Width and height of a place of the table; half of it is left free around the table."""
    return max(28, 600 // max(letters.rows, letters.columns))


def sway_px(letters: Letters, difficulty: Difficulty) -> int:
    """How far a character may stand from the middle of its place."""
    return {"easy": 0, "medium": 1, "hard": pitch_px(letters) // 9}[difficulty]


def paint(rng: random.Random, letters: Letters, difficulty: Difficulty) -> Image.Image:
    """Print the table on paper; on hard the characters lean and dance, and the print is uneven."""
    import numpy as np

    pitch = pitch_px(letters)
    paper, ink = rng.choice(_PAPERS)
    margin = pitch // 2
    size = (letters.columns * pitch + 2 * margin, letters.rows * pitch + 2 * margin)
    turns = TURNS_DEG[difficulty]
    types = {
        character: [np.asarray(type_of(character, pitch, turn)) for turn in turns]
        for character in (letters.common, letters.odd)
    }
    sway = sway_px(letters, difficulty)
    inked = np.zeros(size[::-1], np.uint8)
    for row in range(1, letters.rows + 1):
        for column in range(1, letters.columns + 1):
            x = margin + (column - 1) * pitch + rng.randint(-sway, sway)
            y = margin + (row - 1) * pitch + rng.randint(-sway, sway)
            place = inked[y : y + pitch, x : x + pitch]
            np.maximum(place, rng.choice(types[letters.at(row, column)]), out=place)
    picture = Image.composite(Image.new("RGB", size, ink), Image.new("RGB", size, paper), Image.fromarray(inked))
    return picture if difficulty == "easy" else photographed(picture, rng)


def type_of(character: str, pitch: int, turn_deg: float = 0) -> Image.Image:
    """A character as a mask of the size of a place, `turn_deg` to the left.

    Setting type is much quicker than drawing each letter anew.
    """
    canvas = Canvas(pitch, pitch, (0, 0, 0), scale=1)
    canvas.text((pitch / 2, pitch / 2), character, pitch * 0.72, (255, 255, 255))
    upright = canvas.done().getchannel(0)
    return upright.rotate(turn_deg, Image.Resampling.BICUBIC) if turn_deg else upright


def _kind(character: str) -> str:
    return "number" if character.isdigit() else "letter"


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """One place, or a count; English or Chinese."""
    kind = kind or rng.choice(KINDS)
    letters = plan(rng, difficulty, kind)
    where, how_many = (_WHERE_ZH, _HOW_MANY_ZH) if kind.startswith("chinese") else (_WHERE, _HOW_MANY)
    count = len(letters.places)
    return Sample(
        question=(where if count == 1 else how_many).format(odd=letters.odd, kind=_kind(letters.odd)),
        answer=letters.places[0] if count == 1 else count,
        images=(paint(rng, letters, difficulty),),
        encoding=Encoding("JPEG", 90),
    )

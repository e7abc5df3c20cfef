"""spot_difference: which patches of two pictures differ, or how many differences there are."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from benchmarks.samples.boxes import meet
from benchmarks.samples.canvas import Canvas
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import Box, Difficulty, Encoding, Sample
from benchmarks.samples.still_life import Shelf, Thing, paint_shelf, plan_shelf, stand
from benchmarks.samples.things import SHAPES

# Two pictures are alike outside of a change only if blocks of a JPEG do not touch each other.
_ENCODING = Encoding("JPEG", quality=90, full_colour=True)
_BLOCK_PX = 8
_LINE_PX = 2

_LIST_QUESTION = (
    "**Task:**\n"
    "{where}, both of the same size. Thin white lines divide each into n rows and m columns, which gives n×m patches. "
    "The patches are numbered like this:\n\n"
    "1. The numbers run from 1 to n×m.\n"
    "2. They follow the rows: the top row is 1, 2, …, m from left to right, the second row begins with m+1, "
    "and so on.\n\n"
    "Patch i of the {first} picture belongs to patch i of the {second} picture. Please do the following:\n\n"
    "1. Find every object or region that is not the same in both pictures.\n"
    "2. Note the numbers of all patches that it touches.\n\n"
    "   * An object that reaches over several neighbouring patches counts for each of them.\n"
    "3. Give all these numbers as one list, each number once, in ascending order.\n\n"
    "---\n\n"
    "**Form of the answer:**\n\n"
    '```json\n{{\n  "different_patches": [i1, i2, i3, …]\n}}\n```\n\n'
    "* `different_patches`: the numbers of all patches in which the two pictures differ, as whole numbers in ascending "
    "order.\n\n"
    "---\n\n"
    "**Example:**\n"
    "With n=3 and m=5 there are 15 patches. If patches 4, 7, 8 and 13 are different, the answer is:\n\n"
    '```json\n{{\n  "different_patches": [4, 7, 8, 13]\n}}\n```\n\n'
    "---\n\n"
    "**Problem:**\n"
    "List the patches in which the two pictures differ.\n"
    "In this case, n is {rows} and m is {columns}"
)
_COUNT_TAIL = "Answer with a whole number, such as 1, 2, 3."
_COUNT_QUESTION = (
    "Find the differences: in how many places is the right picture not the same as the left one? "
    f"{_COUNT_TAIL} {_COUNT_TAIL}"
)
_CHANGES = {"easy": (2, 3), "medium": (3, 5), "hard": (4, 7)}
_PATCH_BLOCKS = {"easy": (11, 13), "medium": (11, 13), "hard": (12, 15)}
_BOARDS = {"easy": 2, "medium": 3, "hard": 4}

# The colour of these covers nearly all of them, so a new colour shows wherever they reach.
_EVENLY_COLOURED = ("ball", "mug", "jar", "can", "box", "vase", "teapot", "apple", "bucket")
_STRIKING = ("red", "yellow", "green", "blue", "white", "black")


@dataclass(frozen=True, slots=True)
class Grid:
    """White lines over a picture.

    Attributes:
        rows, columns: How many patches below and beside each other.
        patch_px: Width and height of a patch, multiples of 8.
    """

    rows: int
    columns: int
    patch_px: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return (self.columns * self.patch_px[0], self.rows * self.patch_px[1])

    def patches(self, box: Box) -> tuple[int, ...]:
        """Numbers of the patches that a box reaches into."""
        (first_row, last_row), (first_column, last_column) = self._spans(box)
        return tuple(
            row * self.columns + column + 1
            for row in range(first_row, last_row + 1)
            for column in range(first_column, last_column + 1)
        )

    def cuts_well(self, box: Box, reach: Box) -> bool:
        """Whether an object shows in every patch it reaches: at most one line crosses it, and that near its middle.

        Args:
            box: What the object itself fills.
            reach: Everything that changes when it goes, shadow and neighbouring JPEG blocks included.
        """
        spans, own = self._spans(reach), self._spans(box)
        crossings = [last - first for first, last in spans]
        if spans != own or sum(crossings) > 1 or reach[0] < 0 or reach[1] < 0:
            return False
        for axis, (first, last) in enumerate(reversed(own)):
            line = last * self.patch_px[axis]
            share = 0.3 * (box[axis + 2] - box[axis])
            if last > first and not box[axis] + share <= line <= box[axis + 2] - share:
                return False
        return True

    def _spans(self, box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
        wide, high = self.patch_px
        rows = (box[1] // high, min(self.rows, -(-box[3] // high)) - 1)
        columns = (box[0] // wide, min(self.columns, -(-box[2] // wide)) - 1)
        return rows, columns


def reach_of(thing: Thing) -> Box:
    """Everything a thing and its shadow can change, in whole JPEG blocks."""
    x0, y0, x1, y1 = thing.box
    width = x1 - x0
    outer = (x0 - 2, y0 - 2, x1 + width // 9 + 3, y1 + width // 11 + 3)
    low = [value // _BLOCK_PX * _BLOCK_PX for value in outer[:2]]
    high = [-(-value // _BLOCK_PX) * _BLOCK_PX for value in outer[2:]]
    return (low[0], low[1], high[0], high[1])


def changed(rng: random.Random, thing: Thing) -> Thing | None:
    """A thing after something happened to it; None when it was taken away."""
    what = rng.choice(("gone", "other kind", "other colour"))
    if what == "other colour" and thing.kind in _EVENLY_COLOURED and thing.colour in _STRIKING:
        return replace(thing, colour=rng.choice([name for name in _STRIKING if name != thing.colour]))
    if what == "other kind":
        shape = SHAPES[thing.kind]
        alike = [kind for kind, other in SHAPES.items() if kind != thing.kind and _alike(shape, other)]
        return replace(thing, kind=rng.choice(alike)) if alike else None
    return None


def _alike(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return abs(first[0] * second[1] - second[0] * first[1]) < 0.3 * first[0] * second[1]


def plan_changes(
    rng: random.Random, things: Sequence[Thing], wanted: int, grid: Grid | None
) -> dict[Thing, Thing | None]:
    """Up to `wanted` things and what becomes of them; no two close enough to be taken for one change."""
    found: dict[Thing, Thing | None] = {}
    for thing in rng.sample(list(things), len(things)):
        reach = reach_of(thing)
        # A block between two changes stays as it is, so that they are seen as two.
        wide = (reach[0] - _BLOCK_PX, reach[1] - _BLOCK_PX, reach[2] + _BLOCK_PX, reach[3] + _BLOCK_PX)
        apart = not any(meet(wide, reach_of(other)) for other in found)
        if len(found) < wanted and apart and (grid is None or grid.cuts_well(thing.box, reach)):
            found[thing] = changed(rng, thing)
    return found


def ruled(picture: Image.Image, grid: Grid) -> Image.Image:
    """The picture with white lines between its patches."""
    canvas = Canvas.over(picture)
    width, height = grid.size
    for column in range(1, grid.columns):
        x = column * grid.patch_px[0]
        canvas.rect((x - _LINE_PX / 2, 0, x + _LINE_PX / 2, height), (255, 255, 255))
    for row in range(1, grid.rows):
        y = row * grid.patch_px[1]
        canvas.rect((0, y - _LINE_PX / 2, width, y + _LINE_PX / 2), (255, 255, 255))
    return canvas.done()


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Both pictures with a white strip between them, in whole JPEG blocks."""
    sheet = Image.new("RGB", (2 * left.width + 2 * _BLOCK_PX, left.height), (255, 255, 255))
    sheet.paste(left, (0, 0))
    sheet.paste(right, (left.width + 2 * _BLOCK_PX, 0))
    return sheet


@dataclass(frozen=True, slots=True)
class Pair:
    """Two shelves and what is asked of them.

    Attributes:
        form: "one picture" beside the other, "two pictures", or "count".
        grid: The lines that divide them; None where differences are counted.
        before, after: The shelves, not yet photographed.
        cameras: Seeds of the light and noise of each; the same number means that nothing else differs.
        answer: The patches that differ, or how many places do.
    """

    form: str
    grid: Grid | None
    before: Image.Image
    after: Image.Image
    cameras: tuple[int, int]
    answer: int | tuple[int, ...]

    def images(self) -> tuple[Image.Image, ...]:
        """What is shown: one sheet with both, or each by itself."""
        shelves = zip((self.before, self.after), self.cameras, strict=True)
        left, right = (photographed(shelf, random.Random(camera)) for shelf, camera in shelves)
        if self.grid is not None:
            left, right = ruled(left, self.grid), ruled(right, self.grid)
        return (left, right) if self.form == "two pictures" else (side_by_side(left, right),)


def plan(rng: random.Random, difficulty: Difficulty, form: str) -> Pair:
    """Two shelves with some differences; on hard the second is seen in the light of another hour."""
    wanted = rng.randint(*_CHANGES[difficulty])
    patch_px = (8 * rng.randint(*_PATCH_BLOCKS[difficulty]), 8 * rng.randint(*_PATCH_BLOCKS[difficulty]))
    grid = Grid(rng.randint(3, 4), rng.randint(3, 5), patch_px)
    counted = form == "count"
    shelf, changes = _enough(rng, grid, wanted, difficulty, ruled_off=not counted)
    # What stays as it is, is painted once.
    before = paint_shelf(replace(shelf, things=tuple(thing for thing in shelf.things if thing not in changes)))
    after = before.copy()
    for old, new in changes.items():
        stand(before, shelf, old)
        if new is not None:
            stand(after, shelf, new)
    camera = rng.getrandbits(32)
    later = rng.getrandbits(32) if difficulty == "hard" else camera
    patches = sorted({number for thing in changes for number in grid.patches(thing.box)})
    answer = len(changes) if counted else tuple(patches)
    return Pair(form, None if counted else grid, before.done(), after.done(), (camera, later), answer)


KINDS = ("one picture", "two pictures", "one picture", "two pictures", "count")


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """Two shelves: a list of differing patches (one picture or two), or a count of differences."""
    pair = plan(rng, difficulty, kind or rng.choice(KINDS))
    if pair.grid is None:
        return Sample(_COUNT_QUESTION, pair.answer, pair.images(), encoding=_ENCODING)
    apart = pair.form == "two pictures"
    question = _LIST_QUESTION.format(
        where="Here are two pictures" if apart else "The image shows two pictures side by side",
        first="first" if apart else "left",
        second="second" if apart else "right",
        rows=pair.grid.rows,
        columns=pair.grid.columns,
    )
    return Sample(question, pair.answer, pair.images(), encoding=_ENCODING)


def _enough(
    rng: random.Random, grid: Grid, wanted: int, difficulty: Difficulty, *, ruled_off: bool
) -> tuple[Shelf, dict[Thing, Thing | None]]:
    """A shelf on which at least two changes are possible; nearly every one is."""
    while True:
        shelf = plan_shelf(rng, grid.size, boards=_BOARDS[difficulty])
        changes = plan_changes(rng, shelf.things, wanted, grid if ruled_off else None)
        if len(changes) >= min(2, wanted):
            return shelf, changes

"""maze: which string of moves leads from the red ball to the green one."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.choices import Choices
from benchmarks.samples.colours import NAMED, lit, mixed
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import DIAGRAM, PHOTO, Difficulty, Sample
from benchmarks.samples.shading import ball

Place = tuple[int, int]
"""(row, column) of a square of the maze, counted from the upper left, the outer wall included."""

STEPS: dict[str, Place] = {"R": (0, 1), "L": (0, -1), "U": (-1, 0), "D": (1, 0)}
_NO_ANSWER = "No answer"
_ROOMS = {"easy": (4, 6), "medium": (7, 10), "hard": (11, 14)}
_QUESTION = (
    "The figure shows a maze made of square blocks. A red ball lies at the start in the top-left corner, a green ball "
    "at the exit in the bottom-right corner. Moves are written as letters: 'R' is one block to the right, "
    "'L' one block to the left, 'U' one block up and 'D' one block down. Which option brings the red ball to the green "
    "ball without passing through a wall?\n"
)


@dataclass(frozen=True, slots=True)
class Maze:
    """A maze of square blocks.

    Attributes:
        rows: For each block whether it is open, row by row; the outermost blocks are wall.
    """

    rows: tuple[tuple[bool, ...], ...]

    @property
    def start(self) -> Place:
        """Where the red ball lies."""
        return (1, 1)

    @property
    def exit(self) -> Place:
        """Where the green ball lies."""
        return (len(self.rows) - 2, len(self.rows[0]) - 2)

    def is_open(self, place: Place) -> bool:
        """Whether a block is floor."""
        return self.rows[place[0]][place[1]]

    def leads_out(self, moves: str) -> bool:
        """Whether the moves pass through no wall and end at the exit."""
        place = self.start
        for move in moves:
            place = _stepped(place, move)
            if not self.is_open(place):
                return False
        return place == self.exit

    def way_out(self) -> str:
        """The shortest moves from the start to the exit."""
        came: dict[Place, tuple[Place, str]] = {}
        edge = [self.start]
        while self.exit not in came:
            edge = [found for place in edge for found in self._reached(place, came)]
        moves, place = "", self.exit
        while place != self.start:
            place, move = came[place]
            moves = move + moves
        return moves

    def _reached(self, place: Place, came: dict[Place, tuple[Place, str]]) -> list[Place]:
        found = []
        for move in STEPS:
            after = _stepped(place, move)
            if self.is_open(after) and after not in came and after != self.start:
                came[after] = (place, move)
                found.append(after)
        return found


def _stepped(place: Place, move: str) -> Place:
    down, right = STEPS[move]
    return (place[0] + down, place[1] + right)


def dug(rng: random.Random, rooms_high: int, rooms_wide: int, loops: int) -> Maze:
    """A maze in which every room can be reached; `loops` walls more are broken through."""
    rows = [[False] * (2 * rooms_wide + 1) for _ in range(2 * rooms_high + 1)]
    rows[1][1] = True
    trail = [(1, 1)]
    while trail:
        row, column = trail[-1]
        ways = [
            (down, right)
            for down, right in STEPS.values()
            if 0 < row + 2 * down < len(rows)
            and 0 < column + 2 * right < len(rows[0])
            and not rows[row + 2 * down][column + 2 * right]
        ]
        if not ways:
            trail.pop()
            continue
        down, right = rng.choice(ways)
        rows[row + down][column + right] = rows[row + 2 * down][column + 2 * right] = True
        trail.append((row + 2 * down, column + 2 * right))
    for _ in range(loops):
        rows[2 * rng.randint(1, rooms_high - 1)][2 * rng.randint(1, rooms_wide) - 1] = True
    return Maze(tuple(tuple(row) for row in rows))


def _random_moves(rng: random.Random, maze: Maze, way: str) -> str:
    del maze
    return "".join(rng.choice("RLUD") for _ in range(max(8, len(way) + rng.randint(-8, 8))))


def _one_move_changed(rng: random.Random, maze: Maze, way: str) -> str:
    del maze
    at = rng.randint(len(way) // 3, len(way) - 1)
    return way[:at] + rng.choice("RLUD".replace(way[at], "")) + way[at + 1 :]


def _stops_short(rng: random.Random, maze: Maze, way: str) -> str:
    del maze
    return way[: -rng.randint(2, max(3, len(way) // 6))]


def _through_a_wall(rng: random.Random, maze: Maze, way: str) -> str:
    """The right way with one detour cut short by two steps through a wall: it ends at the exit all the same."""
    places = [maze.start]
    for move in way:
        places.append(_stepped(places[-1], move))
    cuts = [
        (first, move, last)
        for first, place in enumerate(places)
        for move in STEPS
        for last in [_index(places, _stepped(_stepped(place, move), move))]
        if last is not None and last > first + 2
    ]
    if not cuts:
        return _one_move_changed(rng, maze, way)
    first, move, last = rng.choice(cuts)
    return way[:first] + 2 * move + way[last:]


def _index(places: Sequence[Place], place: Place) -> int | None:
    return places.index(place) if place in places else None


_TRICKS = {
    "easy": (_random_moves, _random_moves, _random_moves, _stops_short),
    "medium": (_random_moves, _one_move_changed, _stops_short, _through_a_wall),
    "hard": (_one_move_changed, _one_move_changed, _stops_short, _through_a_wall),
}


def options(rng: random.Random, maze: Maze, difficulty: Difficulty, *, solvable: bool) -> Choices:
    """Options A to E and `F. No answer`, of which exactly one is true: F unless `solvable`."""
    way = maze.way_out()
    wrong: list[str] = []
    while len(wrong) < (4 if solvable else 5):
        # Half of the wrong ones are made from a wrong one: the right one is not what all the others resemble.
        moves = rng.choice(_TRICKS[difficulty])(rng, maze, wrong[0] if wrong and rng.random() < 0.5 else way)
        if moves not in wrong and not maze.leads_out(moves):
            wrong.append(moves)
    if not solvable:
        return Choices((*wrong, _NO_ANSWER), 5, "dot", fixed=1)
    place = rng.randrange(5)
    texts = (*wrong[:place], way, *wrong[place:], _NO_ANSWER)
    return Choices(texts, place, "dot", fixed=1)


_LOOKS: tuple[tuple[RGB, RGB], ...] = (
    ((24, 24, 28), (250, 250, 246)),
    ((36, 62, 120), (228, 236, 246)),
    ((44, 92, 46), (214, 196, 150)),
    ((112, 62, 44), (238, 222, 196)),
    ((70, 74, 82), (196, 202, 206)),
)


def paint(rng: random.Random, maze: Maze, difficulty: Difficulty) -> Canvas:
    """Draw the maze; from medium on its blocks vary in colour, on hard wall and floor come close."""
    wall, floor = rng.choice(_LOOKS)
    if difficulty == "hard":
        wall, floor = mixed(wall, floor, 0.26), mixed(floor, wall, 0.18)
    spread = {"easy": 0, "medium": 5, "hard": 8}[difficulty]
    high, wide = len(maze.rows), len(maze.rows[0])
    block = max(16, 520 // max(high, wide))
    canvas = Canvas(wide * block, high * block, wall, scale=1)
    for row in range(high):
        for column in range(wide):
            tone = lit(floor if maze.rows[row][column] else wall, 1 + rng.randint(-spread, spread) / 100)
            box = (column * block, row * block, (column + 1) * block, (row + 1) * block)
            canvas.rect(box, tone)
            if not maze.rows[row][column] and difficulty != "easy":
                canvas.rect((box[0], box[3] - 2, box[2], box[3]), lit(tone, 0.7))
    for (row, column), colour in ((maze.start, "red"), (maze.exit, "green")):
        inset = block * 0.14
        x, y = column * block, row * block
        ball(canvas, (x + inset, y + inset, x + block - inset, y + block - inset), NAMED[colour])
    return canvas


KINDS = (*("with answer",) * 6, "no answer")


def plan(rng: random.Random, difficulty: Difficulty, kind: str) -> tuple[Maze, Choices]:
    """A maze and its options; F is right for `no answer`."""
    low, high = _ROOMS[difficulty]
    loops = 0 if difficulty == "easy" else rng.randint(0, 4)
    maze = dug(rng, rng.randint(low, high), rng.randint(low, high), loops)
    return maze, options(rng, maze, difficulty, solvable=kind == "with answer")


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A maze with five strings of moves and `No answer`, which is right in one of seven."""
    maze, choices = plan(rng, difficulty, kind or rng.choice(KINDS))
    picture = paint(rng, maze, difficulty).done()
    if difficulty == "hard":
        picture = photographed(picture, rng, "rough")
    return Sample(
        question=_QUESTION,
        answer=choices.letter,
        images=(picture,),
        choices=choices,
        encoding=PHOTO if difficulty == "hard" else DIAGRAM,
    )

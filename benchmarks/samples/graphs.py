"""Road maps and street grids: shortest ways and how many there are."""

import heapq
import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoadMap:
    """Places and the roads between them.

    Attributes:
        names: Of the places.
        places: Where each lies, in pixels.
        roads: (place, place, minutes), places by their number.
    """

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    roads: tuple[tuple[int, int, int], ...]

    def least_minutes(self) -> int:
        """The quickest way from the first place to the last."""
        best = {0: 0}
        waiting = [(0, 0)]
        while waiting:
            minutes, place = heapq.heappop(waiting)
            for first, second, more in self.roads:
                if place in (first, second):
                    other = second if place == first else first
                    if minutes + more < best.get(other, minutes + more + 1):
                        best[other] = minutes + more
                        heapq.heappush(waiting, (best[other], other))
        return best[len(self.places) - 1]


def plan_roads(rng: random.Random, columns: int, rows: int) -> RoadMap:
    """Places in a loose grid, roads between neighbours and a few diagonals."""
    places = [
        (60 + column * 130 + rng.randint(-16, 16), 60 + row * 120 + rng.randint(-16, 16))
        for column in range(columns)
        for row in range(rows)
    ]
    roads: list[tuple[int, int, int]] = []
    for column in range(columns):
        for row in range(rows):
            here = column * rows + row
            if row + 1 < rows:
                roads.append((here, here + 1, rng.randint(2, 9)))
            if column + 1 < columns:
                roads.append((here, here + rows, rng.randint(3, 12)))
            if row + 1 < rows and column + 1 < columns and rng.random() < 0.4:
                roads.append((here, here + rows + 1, rng.randint(6, 15)))
    return RoadMap(tuple("ABCDEFGHIJKL"[: len(places)]), tuple(places), tuple(roads))


def count_ways(columns: int, rows: int, closed: tuple[int, int]) -> int:
    """How many ways right and up lead from (0, 0) to (columns, rows) past a closed junction."""
    ways: dict[tuple[int, int], int] = {}
    for x in range(columns + 1):
        for y in range(rows + 1):
            begin = 1 if (x, y) == (0, 0) else 0
            ways[x, y] = 0 if (x, y) == closed else begin + ways.get((x - 1, y), 0) + ways.get((x, y - 1), 0)
    return ways[columns, rows]

"""Equal parts of a selection, for jobs that share nothing: which item is in which, the same everywhere."""

import hashlib
import re
from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_COUNT = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Shard:
    """The `number`-th of `of` parts, from 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def parse_shard(text: str) -> Shard:
    """`3/8` as typed.

    Raises:
        ArgumentTypeError: It is no such pair.
    """
    number, slash, of = text.partition("/")
    whole = slash and _COUNT.fullmatch(number) and _COUNT.fullmatch(of)
    if not whole or not 1 <= int(number) <= int(of):
        raise ArgumentTypeError(f"{text!r} is no shard; write 3/8 for the third of eight, from 1/8 to 8/8")
    return Shard(int(number), int(of))


class ItemKey(NamedTuple):
    """An item, as far as its shard depends on it."""

    suite: str
    task: str
    id: str


def shard_numbers(items: Iterable[ItemKey], of: int) -> dict[ItemKey, int]:
    """The number of each item's shard, from 1.

    Each task of a suite is spread evenly, and so is the suite: of `n` items of a task, or of the suite, a shard has
    `n / of`, rounded down or up. The same data give the same shards, in whatever order the items come, whatever part of
    them a run selects, and whichever other suites run.

    Args:
        items: Every item of the data.
        of: How many shards there are.
    """
    dealt: Counter[str] = Counter()
    numbers = {}
    for item in sorted(set(items), key=_order):
        numbers[item] = dealt[item.suite] % of + 1
        dealt[item.suite] += 1
    return numbers


def in_other_shards(shard: Shard, items: Iterable[ItemKey], selected: Sequence[ItemKey]) -> list[int]:
    """Which of the selected are not in this shard, as places in `selected`.

    Args:
        shard: The one to run.
        items: Every item of the data.
        selected: What would run without shards. An item asked several times stands in it as often, and stays together.
    """
    numbers = shard_numbers(items, shard.of)
    return [place for place, item in enumerate(selected) if numbers[item] != shard.number]


def _order(item: ItemKey) -> tuple[str, ...]:
    """Task by task, and within one by hash: neighbours in a data set are often alike."""
    return item.suite, item.task, hashlib.sha256(item.id.encode("utf-8", "surrogatepass")).hexdigest(), item.id

"""Measure the baseline against guessing, on items it was not written on:

    python bench/pixels.py [--seeds 101 102] [--per-task 20] [--difficulty easy medium hard]

Printed for each task and difficulty: items, how many are right (by the suite's own extraction and strict score; above
the pass mark where a task is graded), the share a guess gets, and how likely a guesser is to do as well (exact
binomial tail). For scenes also the share that was grounded. CPU seconds an item include encoding and cutting crops.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from adapters.endpoint import EndpointAdapter
from adapters.manner import Manner
from adapters.pixels.model import PixelsModel
from adapters.profiles import Profile
from adapters.random_guess import guess, option_letters
from bench_plugin.cases import Case
from bench_plugin.judge import Judge
from benchmarks import samples
from benchmarks.item import Item
from scoring.strict import is_passed, pass_mark, strict_score

PROFILE = Profile(name="pixels", adapter="pixels", protocol="tools", coordinates="fraction")
GUESSES = 200
"""Guesses an item where the chance is not one in the number of options."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One item's outcome: right or not, grounded or not (None without evidence), the chance of a guess, CPU seconds."""

    is_right: bool
    is_grounded: bool | None
    chance: float
    cpu_s: float


def chance_of(item: Item) -> float:
    """How likely a guess is to be right."""
    letters = option_letters(item.prompt)
    if letters and str(item.answer) in letters and "more than one" not in item.prompt.lower():
        return 1 / len(letters)
    rng = random.Random(item.id)
    hits = sum(_is_right(item, guess(item.prompt, rng)) for _ in range(GUESSES))
    return hits / GUESSES


def _is_right(item: Item, answer: str) -> bool:
    score = strict_score(item.task, item.prompt, item.answer, answer, answer, item.meta)
    return score is not None and is_passed(score, pass_mark(item.task, item.answer))


async def asked(item: Item, adapter: EndpointAdapter, judge: Judge, folder: Path) -> Asked:
    """Ask one item and score it as a run would."""
    started = time.process_time()
    transcript = await adapter.ask(item.question(), Manner("tools") if item.evidence else Manner())
    spent = time.process_time() - started
    judged = judge(Case(item, folder), transcript)
    grounded = judged.grounding.grounded if judged.grounding is not None else None
    return Asked(bool(judged.verdict.passed_strict), grounded, chance_of(item), spent)


def tail(right: int, n: int, chance: float) -> float:
    """Probability of `right` or more of n by chance."""
    return sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(right, n + 1))


def report(task: str, difficulty: str, results: Sequence[Asked]) -> float:
    """Print one line; the tail probability."""
    n, right = len(results), sum(each.is_right for each in results)
    # A chance that 200 guesses an item never met is below one in all of them together.
    chance = max(sum(each.chance for each in results) / n, 1 / (GUESSES * n))
    p_value = tail(right, n, chance)
    grounded = [each.is_grounded for each in results if each.is_grounded is not None]
    shown = f"{sum(grounded) / len(grounded):8.0%}" if grounded else " " * 8
    cpu = sum(each.cpu_s for each in results) / n
    print(
        f"{task:18} {difficulty:7} {n:4} {right:6} {right / n:7.0%} {chance:7.1%} {p_value:9.1e} {shown} {cpu:7.2f}",
        flush=True,
    )
    return p_value


async def measure(seeds: Iterable[int], per_task: int, difficulty: str, cache: Path) -> dict[str, list[Asked]]:
    """Ask every item of the sets of some seeds, by task."""
    adapter, judge = EndpointAdapter(PixelsModel(), PROFILE), Judge(PROFILE)
    found: dict[str, list[Asked]] = {}
    for seed in seeds:
        folder = samples.ensure(cache, per_task=per_task, seed=seed, difficulty=difficulty, scenes=per_task)
        for item in samples.load(folder):
            found.setdefault(item.task, []).append(await asked(item, adapter, judge, folder))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[101, 102])
    parser.add_argument("--per-task", type=int, default=20, help="items of each task for a seed (default 20)")
    parser.add_argument("--difficulty", nargs="+", default=["easy", "medium", "hard"])
    args = parser.parse_args()
    print(
        f"{'task':18} {'level':7} {'n':>4} {'right':>6} {'share':>7} {'guess':>7} {'p':>9} {'grounded':>8} {'CPU s':>7}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for difficulty in args.difficulty:
            results = asyncio.run(measure(args.seeds, args.per_task, difficulty, Path(folder)))
            tails = {task: report(task, difficulty, found) for task, found in results.items()}
            better = sum(p < 0.01 for task, p in tails.items() if not task.startswith("scene"))
            tasks = sum(not task.startswith("scene") for task in tails)
            print(f"{difficulty}: better than guessing (p < 0.01) on {better} of {tasks} tasks\n", flush=True)


if __name__ == "__main__":
    main()

"""Prove the gold of generated items over many seeds: `python bench/samples_proof.py [--items 200] [--task maze]`.

Runs the proofs of tests/benchmarks over `--items` items of every task at every difficulty, prints a line for each and
exits with 1 if one fails.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.samples import TASKS
from benchmarks.samples.recipe import Recipe
from benchmarks.samples.sample import DIFFICULTIES, Difficulty
from tests.benchmarks.samples_figure_proofs import FIGURE_PROOFS
from tests.benchmarks.samples_proofs import PROOFS


def failures(task: str, difficulty: Difficulty, items: int, seed: int) -> list[int]:
    """Numbers of the items whose proof fails."""
    recipe = Recipe(per_task=items, seed=seed, difficulty=difficulty, scenes=items)
    proof = {**PROOFS, **FIGURE_PROOFS}[task]
    found = []
    for index in range(items):
        try:
            proof(recipe, index)
        except AssertionError:
            found.append(index)
    return found


def main() -> int:
    """Run the proofs and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=200, help="of each task and difficulty (default 200)")
    parser.add_argument("--task", action="append", choices=TASKS, help="only this task; may be given again")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    failed = 0
    for task in args.task or TASKS:
        for difficulty in DIFFICULTIES:
            start = time.perf_counter()
            wrong = failures(task, difficulty, args.items, args.seed)
            failed += len(wrong)
            spent = time.perf_counter() - start
            print(
                f"{task:18} {difficulty:7} {args.items - len(wrong)} of {args.items} proved, {spent:.0f} s", *wrong[:9]
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

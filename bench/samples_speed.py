"""Measure how fast items are generated on one core: `python bench/samples_speed.py [--items 40]`.

Prints items a second of each task at each difficulty, encoding included, and the seconds that the set of a bare run
takes. CPU time, so that what else the machine does counts little.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.samples import TASKS
from benchmarks.samples.make import encoded, write_set
from benchmarks.samples.recipe import Recipe, make_sample
from benchmarks.samples.sample import DIFFICULTIES
from benchmarks.samples.tasks import TIR_TASKS


def seconds_an_item(task: str, recipe: Recipe, items: int) -> float:
    """CPU seconds of one item, from the plan to the bytes of its pictures."""
    make_sample(recipe, task, 0)  # fonts and noise are made once for a process
    start = time.process_time()
    for index in range(items):
        sample = make_sample(recipe, task, index)
        for image in sample.images:
            encoded(image, sample.encoding)
    return (time.process_time() - start) / items


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=40, help="of each task and difficulty (default 40)")
    items = parser.parse_args().items
    print(f"{'items a second':18}", *(f"{level:>8}" for level in DIFFICULTIES))
    totals = dict.fromkeys(DIFFICULTIES, 0.0)
    for task in TASKS:
        spent = {level: seconds_an_item(task, Recipe(items, 1, level, items), items) for level in DIFFICULTIES}
        print(f"{task:18}", *(f"{1 / spent[level]:8.0f}" for level in DIFFICULTIES), flush=True)
        if task in TIR_TASKS:
            totals = {level: totals[level] + spent[level] for level in DIFFICULTIES}
    print(f"{'all but scenes':18}", *(f"{len(TIR_TASKS) / totals[level]:8.0f}" for level in DIFFICULTIES))
    with tempfile.TemporaryDirectory() as folder:
        cpu, wall = time.process_time(), time.perf_counter()
        write_set(Recipe(8, 0, "medium", 8), Path(folder) / "set")
        print(f"the set of a bare run: {time.perf_counter() - wall:.1f} s, {time.process_time() - cpu:.1f} s of CPU")


if __name__ == "__main__":
    main()

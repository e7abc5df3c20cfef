"""How often a gate fails a model that did not change, and how often it finds one that got worse.

    python -m bench.gate_simulation [--pairs 2000] [--seed 8]

The gate has 14 baseline rules at zero tolerance: accuracy on all of TIR-Bench's 1,215 items and on each of its 13
tasks, with the tasks' real sizes and with fractional scores where they are graded. Two runs of one model differ by
chance alone: every item has its own chance to be answered right, and is drawn twice.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.tir_bench import TASKS
from scoring.gate_drops import ALPHA
from scoring.paired import drop_p_value, holm

GRADED = {"spot_difference": 12, "jigsaw": 16}
"""Graded tasks, and how many parts a score is made of."""

Scores = NDArray[np.float64]


def unchanged_runs(rng: np.random.Generator) -> Iterator[tuple[Scores, Scores]]:
    """Scores before and after of each task, for one model run twice: 0 or 1, fractions where the task is graded."""
    for task, n in TASKS.items():
        # Mostly items that are nearly always right or wrong: two runs of a real model disagree on 15-30 % of the items.
        chance = rng.beta(0.5, 0.6, n)
        parts = GRADED.get(task, 1)
        before, after = (rng.binomial(parts, chance) / parts for _ in range(2))
        yield before, after


def gate_fails(pairs: list[tuple[Scores, Scores]]) -> bool:
    """Whether one of the rules, Holm-corrected together, shows a drop: all tasks, and all items at once."""
    whole = (np.concatenate([before for before, _ in pairs]), np.concatenate([after for _, after in pairs]))
    p_values = []
    for before, after in [whole, *pairs]:
        found = drop_p_value(before.tolist(), after.tolist(), range(len(before)))
        p_values.append(1.0 if found is None else found.value)
    return min(holm(p_values)) <= ALPHA


def false_alarms(pairs: int, seed: int) -> float:
    """Share of simulated pairs of runs without a true difference that the gate of 14 rules fails."""
    rng = np.random.default_rng(seed)
    return sum(gate_fails(list(unchanged_runs(rng))) for _ in range(pairs)) / pairs


def drops_found(pairs: int, seed: int, discordant: float, drop: float = 0.05, n: int = 1215) -> float:
    """Share of pairs of runs with a true drop in which one rule at zero tolerance fails.

    Args:
        pairs: How many to simulate.
        seed: Of the generator.
        discordant: Share of the items that change, in either direction.
        drop: Share of broken items less share of fixed ones.
        n: Items, all right or wrong.
    """
    rng = np.random.default_rng(seed)
    found = 0
    for _ in range(pairs):
        fixed, broken, _ = rng.multinomial(n, [(discordant - drop) / 2, (discordant + drop) / 2, 1 - discordant])
        before = [0.0] * int(fixed) + [1.0] * (n - int(fixed))
        after = [1.0] * int(fixed) + [0.0] * int(broken) + [1.0] * (n - int(fixed) - int(broken))
        p = drop_p_value(before, after, range(n))
        found += p is not None and p.value <= ALPHA
    return found / pairs


def main() -> None:
    """Print both shares."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=8)
    given = parser.parse_args()
    started = time.perf_counter()
    alarms = false_alarms(given.pairs, given.seed)
    print(f"unchanged model, 14 rules: {alarms:.1%} of {given.pairs} pairs fail (at most 6 % wanted)")
    for discordant, wanted in ((0.2, "at least 90 % wanted; two-sided it would be 97 %"), (0.4, "two-sided 78 %")):
        found = drops_found(given.pairs, given.seed, discordant)
        print(f"5 points worse, {discordant:.0%} discordant, 1,215 items: {found:.1%} found ({wanted})")
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()

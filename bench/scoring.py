"""How long 10,000 ordinary answers take: strict scores, extraction, official scores. By hand, on a quiet machine:

    python bench/scoring.py [--count 10000]

Printed: processor and real seconds for so many, microseconds for one, and the share of the budget, which is 5 s of one
core for 10,000 extractions with strict scores.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that it runs from anywhere, uninstalled

from scoring.extraction import extract
from scoring.outcomes import Key, Reply, tir_verdict
from scoring.strict import strict_score
from scoring.tir_bench import official_score
from scoring.verdict import Extraction

BUDGET_S = 5.0
THOUGHT = "I zoom in on the upper left corner and compare the two crops step by step. " * 6
ANGLES = "Which clockwise turn puts the picture upright?\nA. 90°\nB. 180°\nC. 270°\nD. 45°\nE. 315°\nF. 135°"
PATCHES = 'Give a JSON object with a list "different_patches", for example [2, 5, 9]. Here n is 3 and m is 4.'
MOVES = "Which way leads out?\n" + "\n".join(f"{letter}. {'RRUDLLRUDD' * 20}{letter}" for letter in "ABCDE")

ORDINARY = (
    (Key("rotation_game", ANGLES, "C"), f"{THOUGHT}\n\n**Answer: C**", "C"),
    (Key("maze", MOVES, "D"), f"{THOUGHT}So the right option is (D).", "D"),
    (Key("math", "How long is the side? Give a number.", 2.5), rf"{THOUGHT}\[\boxed{{\frac{{5}}{{2}}}}\]", "2.5"),
    (Key("instrument", "What speed is shown, in km/h?", 40), f"{THOUGHT}The needle shows 40 km/h.", "40"),
    (Key("word_search", "In which row and column is Q?", [3, 6]), f"{THOUGHT}Row 3, column 6.", "[3, 6]"),
    (
        Key("spot_difference", PATCHES, [2, 5]),
        f'{THOUGHT}```json\n{{"different_patches": [2, 5, 7]}}\n```',
        "[2, 5, 7]",
    ),
    (Key("jigsaw", "Order?", [3, 1, 4, 2], {"difficulty": 2}), f"{THOUGHT}Final order: 3, 1, 2, 4", "3, 1, 2, 4"),
    (Key("ocr", "Which word?", "Harbor"), f'{THOUGHT}The sign says "HARBOR".', "HARBOR"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the scoring of ordinary answers.")
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args().count
    kinds: dict[str, Callable[[Key, str, str], object]] = {
        "strict": _strict,
        "extraction": _extraction,
        "extraction + strict": lambda key, reply, answer: (
            _extraction(key, reply, answer),
            _strict(key, reply, answer),
        ),
        "official": _official,
        "extraction + verdict": lambda key, reply, _: tir_verdict(key, Reply(reply), _extraction(key, reply, "")),
    }
    for name, work in kinds.items():
        for answer in ORDINARY:
            work(*answer)  # imports, caches and the helper process are not what is measured
        cpu, real = _timed(work, itertools.islice(itertools.cycle(ORDINARY), count))
        print(
            f"{name:22} {cpu:6.2f} s CPU, {real:6.2f} s real for {count:,}; "
            f"{1e6 * cpu / count:6.0f} µs each; {cpu / (BUDGET_S * count / 10_000):4.0%} of the budget"
        )


def _timed(work: Callable[[Key, str, str], object], answers: Iterator[tuple[Key, str, str]]) -> tuple[float, float]:
    cpu, real = time.process_time(), time.perf_counter()
    for answer in answers:
        work(*answer)
    return time.process_time() - cpu, time.perf_counter() - real


def _strict(key: Key, reply: str, answer: str) -> float | None:
    return strict_score(key.task, key.prompt, key.answer, answer, reply, key.meta, key.image)


def _extraction(key: Key, reply: str, _: str) -> Extraction:
    return extract(key.task, key.prompt, reply, key.meta)


def _official(key: Key, reply: str, answer: str) -> float:
    row = {"task": key.task, "prompt": key.prompt, "answer": key.answer, "model_response": reply}
    return official_score({**row, "extracted_answer": answer, "meta_data": key.meta, "image_1": "7.jpg"})


if __name__ == "__main__":
    main()

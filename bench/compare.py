"""How long `gazecheck compare` takes on two runs of 10,000 items. By hand: `python -m bench.compare [items]`.

The runs are like TIR-Bench: thirteen tasks, replies of a few hundred words. Measured are the whole
command, as a user starts it, with the scores the runs wrote when they ended, and once without, where every transcript
is scored again.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.tir_bench import TASKS
from tests.runs import item, write_run

_SENTENCE = (
    "the line turns left at the second corner and meets the wall below the red square so it can not be this way "
    "unless the picture was turned before"
)
_ROOT = Path(__file__).resolve().parents[1]


def main(count: int) -> None:
    """Write the runs, compare them both ways, print seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tasks = list(TASKS)
        asked = [item(tasks[i % len(tasks)], i) for i in range(count)]
        runs = [
            write_run(
                folder / str(seed),
                asked,
                dict(enumerate(_reply(random.Random(seed * count + i)) for i in range(count))),
                scores=True,
            )
            for seed in (1, 2)
        ]
        size = sum(path.stat().st_size for path in runs[0].glob("records-*")) / 1e6
        print(f"{count:,} items, {size:.1f} MB of records a run")
        print(f"with scores.jsonl     {_seconds(runs):6.2f} s")
        for run in runs:
            (run / "scores.jsonl").unlink()
        print(f"scored again          {_seconds(runs):6.2f} s")


def _seconds(runs: list[Path]) -> float:
    command = [sys.executable, str(_ROOT / "gazecheck.py"), "compare", *map(str, runs), "--format", "json"]
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=_ROOT)
    return time.perf_counter() - started


def _reply(drawn: random.Random) -> str:
    return f"{' '.join(drawn.choices(_SENTENCE.split(), k=300))}. Answer: {drawn.choice('ABCD')}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)

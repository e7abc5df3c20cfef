"""What a run costs beside the model: whole processes against a server that answers after a fixed time, as ratios.

    python bench/tir_like.py /tmp/tir_like
    python bench/speed.py /tmp/tir_like --in-flight 16 64 256

The ideal is ceil(items / in flight) × latency: nothing but waiting. Everything of a run is in its time: start,
collection, requests, scores, records, tables. The bare script does the same requests and no more, once as anybody
would write it, once with ready-made bodies, which is what any client on this SDK costs at least. "pytest alone" runs as
many cases that ask nobody, and of which as many are failures. Figures are medians.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Figures:
    """One run of one command."""

    wall_s: float
    cpu_s: float
    first_s: float
    memory_mb: float
    requests: int


def measured(command: list[str], latency: float) -> Figures:
    """Run a command against a fresh server; `{url}` in it is the server's."""
    server = subprocess.Popen(
        [sys.executable, str(HERE / "server.py"), "--latency", str(latency)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        filled = [word.replace("{url}", url) for word in command]
        epoch, began = time.time(), time.perf_counter()
        process = subprocess.Popen(filled, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = 0
        with urllib.request.urlopen(url.removesuffix("/v1") + "/numbers") as reply:
            numbers = json.load(reply)
    finally:
        server.kill()
        server.wait()
    first = (numbers["first"] or epoch) - epoch
    return Figures(wall, used.ru_utime + used.ru_stime, first, used.ru_maxrss / 1024, numbers["requests"])


_TRIVIAL = """
import pytest

@pytest.fixture
def right(request):
    return request.param

@pytest.mark.parametrize("right", [not number % 7 for number in range(CASES)], indirect=True)
def test_nothing(right):
    if not right:
        pytest.fail("wrong", pytrace=False)
"""


def commands(data: Path, items: int, in_flight: int, folder: str) -> dict[str, list[str]]:
    """What is compared, by name."""
    pytest = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "--report=none"]
    model = [f"--tir-bench={data}", "--model", "bench-vl", "--base-url", "{url}"]
    root = [
        f"--rootdir={HERE.parent}",
        f"--config-file={HERE.parent / 'pyproject.toml'}",
        str(HERE.parent / "tests_bench"),
    ]
    ours = [*pytest, *root, *model]
    trivial = Path(folder, "test_nothing.py")
    trivial.write_text(_TRIVIAL.replace("CASES", str(items)), encoding="utf-8")
    bare = [sys.executable, str(HERE / "bare.py"), "{url}", str(data), str(in_flight)]
    return {
        "bare AsyncOpenAI": bare,
        "bare, ready-made": [*bare, "--ready-made"],
        "pytest alone": [*pytest[:-1], f"--rootdir={folder}", str(trivial)],
        "--concurrency": [*ours, "--concurrency", str(in_flight), f"--run={folder}/c"],
        "-n": [*ours, "-n", str(in_flight), f"--run={folder}/n"],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="a folder that tir_like.py wrote")
    parser.add_argument("--in-flight", type=int, nargs="+", default=[16, 64, 256])
    parser.add_argument("--latency", type=float, default=0.1)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    data = args.data.resolve()
    items = len(json.loads((data / "TIR-Bench.json").read_text(encoding="utf-8")))
    print(f"{items} items, {args.latency} s an answer, median of {args.repeats}")
    print(f"{'in flight':>9}  {'command':18}{'wall':>8}{'ratio':>8}{'CPU/item':>10}{'first':>8}{'memory':>9}")
    for in_flight in args.in_flight:
        ideal = math.ceil(items / in_flight) * args.latency
        runs: dict[str, list[Figures]] = {}
        for _ in range(args.repeats):
            with tempfile.TemporaryDirectory() as folder:
                for name, command in commands(data, items, in_flight, folder).items():
                    runs.setdefault(name, []).append(measured(command, args.latency))
        for name, found in runs.items():
            wall = statistics.median(run.wall_s for run in found)
            cpu = statistics.median(run.cpu_s for run in found)
            first = statistics.median(run.first_s for run in found)
            memory = max(run.memory_mb for run in found)
            wanted = 0 if name == "pytest alone" else items
            assert all(run.requests == wanted for run in found), (name, [run.requests for run in found])
            print(
                f"{in_flight:>9}  {name:18}{wall:>7.2f}s{wall / ideal:>8.2f}{1000 * cpu / items:>8.2f}ms"
                f"{first:>7.2f}s{memory:>6.0f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()

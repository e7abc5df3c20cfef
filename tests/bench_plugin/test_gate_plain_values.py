"""What crosses from worker to controller, and into files, is plain whatever a result holds."""

import json

from tests.loopback import Answer, Loopback
from tests.tiny import Bench, tir_rows

ODD = """
from dataclasses import replace
from pathlib import Path

import numpy as np

from bench_plugin.judge import Judge

_REAL = Judge.__call__


def odd(self, case, transcript, extraction=None):
    judged = _REAL(self, case, transcript, extraction)
    flags = (Path("/somewhere"), b"ab", ValueError("odd"))
    verdict = replace(judged.verdict, strict=np.float32(0.25), official=float("nan"), flags=flags)
    return replace(judged, verdict=verdict, error=ValueError("boom"))


def pytest_configure(config):
    Judge.__call__ = odd
"""


def test_p63_numbers_paths_bytes_and_exceptions_cross(bench: Bench) -> None:
    """P63: a numpy float32, a Path, NaN, bytes, an exception, and half a character; NaN is null with a flag."""
    bench.pytester.makepyfile(odd=ODD)
    bench.tir(tir_rows(maze=3))
    with Loopback(lambda _: Answer("Answer: A \ud800")) as server:
        result = bench("--model=mine", "--served-name=m", f"--base-url={server.url}", "-p", "odd", "-n", "1")
    assert "INTERNALERROR" not in result.stdout.str()

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    for path in (*bench.run_path.glob("*.json"), *bench.run_path.glob("*.jsonl")):
        text = path.read_text(encoding="utf-8")
        for document in text.splitlines() if path.suffix == ".jsonl" else [text]:
            json.loads(document, parse_constant=refuse)
    summary = bench.summary()
    assert (summary["answered"], summary["accuracy"]["strict"]["value"]) == (3, 0.25)
    assert summary["accuracy"]["official"]["n"] == 0
    assert summary["flags"] == {"/somewhere": 3, "2 bytes": 3, "not_a_number": 3, "odd": 3}
    record = bench.records()["maze-0000"]
    assert (record["verdict"]["official"], record["error"]) == (None, "boom")

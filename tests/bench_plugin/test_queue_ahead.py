"""An xdist worker asks ahead of the case it is on."""

import pytest

from tests.loopback import Answer, Loopback
from tests.tiny import Bench, key, row_number, tir_rows


@pytest.mark.parametrize("dist", ["load", "loadfile"])
def test_a_worker_sees_its_own_queue(bench: Bench, dist: str) -> None:
    """Eight in flight over two processes: more than two are, which needs xdist's own names for the queue."""
    bench.tir(tir_rows(maze=24))
    with Loopback(lambda asked: Answer(f"Answer: {key(row_number(asked.prompt))}", delay_s=0.2)) as server:
        result = bench("--model", "mine", "--base-url", server.url, "-n", "8", "--processes", "2", "--dist", dist)
    result.assert_outcomes(passed=24)
    assert 2 < server.peak <= 8

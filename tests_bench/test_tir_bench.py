"""TIR-Bench: 13 tasks that ask a model to manipulate the image."""

import pytest

from bench_plugin.result import Evaluation


@pytest.mark.tir_bench
def test_tir_bench(evaluation: Evaluation) -> None:
    """The answer passes; a model that could not be asked is an ERROR of the fixture."""
    if not evaluation.passed:
        pytest.fail(evaluation.text, pytrace=False)

"""Benchmarks with evidence (ViEBench, V*): is the answer right, and did the model look at the evidence?"""

import pytest

from bench_plugin.result import Evaluation


@pytest.mark.viebench
def test_viebench(evaluation: Evaluation) -> None:
    """The answer passes; a model that could not be asked is an ERROR of the fixture."""
    if not evaluation.passed:
        pytest.fail(evaluation.text, pytrace=False)

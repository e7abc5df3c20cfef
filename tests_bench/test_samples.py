"""The generated sample set: the benchmark's tasks on fresh pictures, without data or network."""

import pytest

from bench_plugin.result import Evaluation


@pytest.mark.samples
def test_samples(evaluation: Evaluation) -> None:
    """The answer passes; a model that could not be asked is an ERROR of the fixture."""
    if not evaluation.passed:
        pytest.fail(evaluation.text, pytrace=False)

"""Fixtures of the suite's own tests."""

import pytest

from tests.tiny import Bench


@pytest.fixture
def bench(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """The benchmark, run in a process of its own from an empty folder."""
    return Bench(pytester, monkeypatch)

"""Fixtures of the suite's own tests, and what they need of the process they run in."""

import os
import signal

import hypothesis
import pytest

from tests.tiny import Bench

# They start two hundred pytest processes: without cached bytecode each would compile and rewrite the plugin anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A job in the background of a shell ignores Ctrl-C, and so would the runs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples each time: a change is judged by what it changed. `--hypothesis-profile default` draws others.
hypothesis.settings.register_profile("steady", derandomize=True)
hypothesis.settings.load_profile("steady")

# No test takes a tenth of it; one that hangs is to have a name.
LONGEST_S = 150


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bound every test."""
    for item in items:
        item.add_marker(pytest.mark.timeout(LONGEST_S))


@pytest.fixture
def bench(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """The benchmark, run in a process of its own from an empty folder."""
    return Bench(pytester, monkeypatch)

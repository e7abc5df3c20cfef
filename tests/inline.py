"""The benchmark run inside this process: as `tests.tiny.Bench`, without the second that a new process needs.

What belongs to a process (workers, signals, the real exit) is tested with `Bench`.
"""

# pytester forgets modules a run imported; these can't be imported twice.
import numpy as np  # noqa: F401
import openai  # noqa: F401
import pytest
from PIL import Image  # noqa: F401

from tests.tiny import Bench


class Inline(Bench):
    """Runs the benchmark as a user would, in this process, with these plugins beside its own."""

    plugins: tuple[object, ...] = ()

    def __call__(self, *arguments: str, run: str | None = "run", data: bool = True) -> pytest.RunResult:
        """As `Bench.__call__`."""
        return self.pytester.runpytest_inprocess(
            *self.command_line(arguments, run, data),
            plugins=list(self.plugins),
        )

"""The benchmark run inside this process: as `tests.tiny.Bench`, without the second that a new process needs.

What belongs to a process (workers, signals, the real exit) is tested with `Bench`.
"""

# pytester forgets modules a run imported; these can't be imported twice.
import numpy as np  # noqa: F401
import openai  # noqa: F401
import pytest
from PIL import Image  # noqa: F401

from tests.tiny import ROOT, Bench


class Inline(Bench):
    """Runs the benchmark as a user would, in this process, with these plugins beside its own."""

    plugins: tuple[object, ...] = ()

    def __call__(self, *arguments: str, run: str | None = "run", data: bool = True) -> pytest.RunResult:
        """As `Bench.__call__`."""
        where = [f"--tir-bench={self.data}"] if data and self.data.exists() else []
        if not any(argument.startswith("--report") for argument in arguments):
            arguments = ("--report=none", *arguments)
        if run is not None:
            self.run_path = self.path / run
            arguments = (f"--run={self.run_path}", *arguments)
        return self.pytester.runpytest_inprocess(
            str(ROOT / "tests_bench"),
            f"--rootdir={ROOT}",
            f"--config-file={ROOT / 'pyproject.toml'}",
            *where,
            "-p",
            "no:hypothesispytest",
            "-o",
            f"cache_dir={self.path / '.pytest_cache'}",
            *arguments,
            plugins=list(self.plugins),
        )

"""`-n 16` means 16 requests in flight, not 16 processes: a worker costs a second of CPU, a request almost none."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

TESTS_BENCH = Path(__file__).resolve().parent.parent / "tests_bench"
IN_FLIGHT = pytest.StashKey[int]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, int, int]:
    """Lower xdist's number of workers before it starts them, where only benchmark cases are selected."""
    if not hasattr(config, "workerinput") and hasattr(config.option, "numprocesses"):
        _set_processes(config)
    return (yield)


def _set_processes(config: pytest.Config) -> None:
    option = config.option
    wanted = option.numprocesses
    if option.estimate:
        # Nothing is run, so nobody is needed to run it.
        option.numprocesses, option.dist, option.tx = None, "no", []
    elif isinstance(wanted, int) and wanted > 0 and only_benchmarks(config):
        config.stash[IN_FLIGHT] = wanted
        # --dist and --tx say how the workers are to be; the user who gives them has counted them too.
        counted = {"--dist", "--tx"} & _given(config)
        if option.processes is not None or not counted:
            option.numprocesses = min(wanted, option.processes or cores())
    elif wanted is None and option.processes is not None:
        option.numprocesses = option.processes


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _given(config: pytest.Config) -> set[str]:
    return {argument.partition("=")[0] for argument in config.invocation_params.args if isinstance(argument, str)}


def targets(config: pytest.Config) -> list[Path]:
    """The paths pytest was asked to collect, absolute."""
    base = config.invocation_params.dir
    return [(base / argument.partition("::")[0]).resolve() for argument in config.args]


def only_benchmarks(config: pytest.Config) -> bool:
    """Whether everything asked for lies in tests_bench."""
    paths = targets(config)
    return bool(paths) and all(path == TESTS_BENCH or TESTS_BENCH in path.parents for path in paths)


def asks_benchmarks(config: pytest.Config) -> bool:
    """Whether anything asked for is, holds or lies in tests_bench."""
    return any(
        path == TESTS_BENCH or TESTS_BENCH in path.parents or path in TESTS_BENCH.parents for path in targets(config)
    )


def named_suites(config: pytest.Config) -> frozenset[str]:
    """Suites whose test file was named on the command line."""
    return frozenset(path.stem[len("test_") :] for path in targets(config) if path.parent == TESTS_BENCH)

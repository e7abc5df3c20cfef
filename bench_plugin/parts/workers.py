"""Worker processes and the controller: what a worker leaves, and how all of them end when the run is told to."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bench_plugin.gating import state
from bench_plugin.run_folder import PID_FILE
from bench_plugin.session import BenchSession

# A worker gives requests that do not let go two seconds.
_LONGEST_S = 2.5
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def interrupt_once(bench: BenchSession) -> None:
    """In a worker: let the first Ctrl-C or SIGTERM interrupt pytest and no later one, and say which process it is.

    Ctrl-C in a terminal comes from there and from the controller; a second interrupt would break off the writing down.
    A worker on another host, or in a thread beside the main one, can't be reached by a signal, and says nothing.
    """
    if bench.run is None or bench.home is not None or threading.current_thread() is not threading.main_thread():
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in _SIGNALS:
        signal.signal(number, interrupt)
    _pid_file(bench.run, bench.worker_id).write_text(str(os.getpid()), encoding="ascii")


def stop(run: Path, nodes: Sequence[Any]) -> None:  # Any: xdist's WorkerController
    """Have workers stop asking and write down what came; xdist alone would let them ask on for five seconds.

    Args:
        run: The run folder.
        nodes: Those that live. One on another host, or that has asked nothing yet, ends after the case it is on.
    """
    for node in nodes:
        try:
            pid = int(_pid_file(run, node.gateway.id).read_text(encoding="ascii"))
        except (OSError, ValueError):
            node.shutdown()
            continue
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    end = time.monotonic() + _LONGEST_S
    while not all(map(_has_ended, nodes)) and time.monotonic() < end:
        time.sleep(0.02)


def take_output(config: pytest.Config, bench: BenchSession, node: Any) -> None:  # Any: xdist's WorkerController
    """Take what a worker left at its end: answers whose case never ran, and how its requests went."""
    output: Mapping[str, Any] = node.workeroutput if _has_ended(node) else {}
    for record in output.get("gazecheck_records", ()):
        bench.take_record(node.gateway.id, record)
    bench.take_leftovers(output.get("gazecheck_rows", ()))
    state.take_from_worker(config, output.get("gazecheck_end", {}))


def _has_ended(node: Any) -> bool:  # Any: xdist's WorkerController
    # Set by the thread that listens to the worker, also when pytest's own loop no longer runs.
    return getattr(node, "workeroutput", None) is not None


def _pid_file(run: Path, worker_id: str) -> Path:
    return run / PID_FILE.format(worker_id)

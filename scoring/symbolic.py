"""Are two texts the same number to math-verify? Asked of one helper process, so that any thread may ask.

math-verify's time limits are alarms, and alarms only work in a main thread: anywhere else it raises, which the authors'
scorer takes for "not equal".
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

LIMIT_S = 12.0
"""Real time for one comparison. math-verify's own limits are 5 s for reading and 5 s for comparing."""
START_LIMIT_S = 120.0
_HELPER = Path(__file__).with_name("symbolic_helper.py")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What math-verify said.

    Attributes:
        equal: Whether it takes the two texts for the same value.
        timed_out: A limit was reached, its own 5 s or ours of 12 s; `equal` is then mostly False.
        died: The helper ended twice while at it (out of memory, killed from outside); `equal` says nothing.
    """

    equal: bool
    timed_out: bool = False
    died: bool = False


class MathHelper:
    """One reusable child process. Thread-safe; a fork gets a child of its own; it ends with this process.

    Args:
        limit_s: Seconds after which a comparison is given up, and the child is killed and started anew.
    """

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        self._limit_s = limit_s
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._registered = False

    def compare(self, pred: str, gold: str) -> Comparison:
        """Ask the child, starting it when there is none (about 1.5 s).

        Raises:
            RuntimeError: It cannot be started: math-verify or its antlr runtime is missing.
        """
        with self._lock:
            for _ in range(2):  # a child that was killed from outside gets a second chance
                try:
                    reply = self._ask([pred, gold])
                except TimeoutError:
                    self._stop()
                    return Comparison(equal=False, timed_out=True)
                except (ConnectionError, EOFError):
                    self._stop()
                except BaseException:
                    self._stop()  # an interrupted question must not be answered to the next one
                    raise
                else:
                    return Comparison(equal=bool(reply["equal"]), timed_out=bool(reply["timed_out"]))
            return Comparison(equal=False, died=True)

    def close(self) -> None:
        """End the child. The next question starts another."""
        with self._lock:
            self._stop()

    @property
    def pid(self) -> int | None:
        """The child's process id, None when none runs."""
        return self._child.pid if self._child else None

    def _ask(self, texts: list[str]) -> dict[str, object]:
        line = self._line or self._start()
        line.settimeout(self._limit_s)
        return _exchange(line, texts)

    def _start(self) -> socket.socket:
        self._register()
        self._line, theirs = socket.socketpair()
        with theirs:
            end = theirs.fileno()
            self._child = subprocess.Popen(
                [sys.executable, "-I", str(_HELPER)], stdin=end, stdout=end, stderr=subprocess.DEVNULL
            )
        self._line.settimeout(START_LIMIT_S)
        try:
            hello = _exchange(self._line, sys.path)
        except (ConnectionError, EOFError, TimeoutError) as error:
            hello = {"failed": f"it ended while starting ({type(error).__name__})"}
        if "failed" in hello:
            raise RuntimeError(
                f"The helper process of TIR-Bench's number rule does not start: {hello['failed']}. "
                "It needs math-verify and its antlr runtime: pip install 'math-verify[antlr4_13_2]==0.9.0'"
            )
        return self._line

    def _register(self) -> None:
        if not self._registered:
            self._registered = True
            atexit.register(self.close)
            os.register_at_fork(after_in_child=self._forget)

    def _stop(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._child is not None:
            self._child.kill()
            self._child.wait()
        self._line = self._child = None

    def _forget(self) -> None:
        """In a forked process: the child and a lock that a lost thread may hold belong to the other one."""
        self._lock = threading.Lock()
        if self._line is not None:
            self._line.close()
        if self._child is not None:
            self._child.returncode = 0  # not ours to wait for, nor to warn about
        self._line = self._child = None


def _exchange(line: socket.socket, message: list[str]) -> dict[str, object]:
    """Send one line of JSON and read one back. EOFError when the other side is gone."""
    line.sendall(json.dumps(message).encode("ascii") + b"\n")
    received = b""
    while not received.endswith(b"\n"):
        part = line.recv(65536)
        if not part:
            raise EOFError
        received += part
    reply: dict[str, object] = json.loads(received)
    return reply


_SHARED = MathHelper()


def compare(pred: str, gold: str) -> Comparison:
    """`verify(parse(pred), parse(gold))` of math-verify, in this process's one helper.

    Args:
        pred: What the model answered. It goes where math-verify expects the gold, as in the authors' scorer.
        gold: The key.

    Raises:
        RuntimeError: math-verify or its antlr runtime is missing.

    Source: agents-x-project/TIR-Bench, number rule; math-verify 0.9.0.
    """
    return _SHARED.compare(pred, gold)

"""The child process in which math-verify compares two texts. Run as a script by `scoring.symbolic`, never imported.

math-verify bounds itself with SIGALRM, which only works in a main thread; this process has no other. It speaks lines of
JSON on its standard input and output: first the parent's module path, then one `[pred, gold]` at a time.
"""

import contextlib
import json
import logging
import os
import resource
import select
import signal
import sys
import time
from typing import TextIO

MEMORY_BYTES = 2 * 1024**3
"""Address space. The largest comparison measured needs 540 MB; beyond this sympy gets a MemoryError and scores 0."""
CPU_S = 15
"""Processor time for one comparison. A safety net for when nobody is left to kill this process at 12 s."""
PARENT_CHECK_S = 5.0


class TimeoutsNoticed(logging.Handler):
    """math-verify swallows its own timeouts; its log is the only place that tells of them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.noticed = False

    def emit(self, record: logging.LogRecord) -> None:
        self.noticed |= str(record.msg).startswith("Timeout during")


def main() -> None:
    """Serve comparisons until the parent closes the line or is gone."""
    replies = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # whatever a library prints must not get between the replies
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent; the closed line ends this process
    _limit(resource.RLIMIT_AS, MEMORY_BYTES)
    _limit(resource.RLIMIT_CORE, 0)
    parent = os.getppid()
    # At the end of the path, so that no file beside a user's script hides a standard module.
    sys.path.extend(entry for entry in json.loads(sys.stdin.readline()) if entry not in sys.path)
    try:
        from math_verify import parse, verify  # type: ignore[import-untyped]  # it ships no types
    except ImportError as error:
        _send(replies, {"failed": str(error)})
        return
    timeouts = TimeoutsNoticed()
    logging.getLogger("math_verify").addHandler(timeouts)
    parse("$1$")  # compiles its patterns, which must not count as the first answer's time
    _send(replies, {"ready": True})
    while line := _next_line(parent):
        pred, gold = json.loads(line)
        timeouts.noticed = False
        _limit(resource.RLIMIT_CPU, int(time.process_time()) + CPU_S)
        try:
            # The authors pass the prediction as gold and the gold as target; the function is not symmetric.
            equal = bool(verify(parse(pred), parse(gold)))
        except Exception:  # the authors' scorer takes any exception as "not equal"
            equal = False
        _send(replies, {"equal": equal, "timed_out": timeouts.noticed})


def _next_line(parent: int) -> str:
    """The next request, "" when the parent has closed the line or no longer exists."""
    while not select.select([sys.stdin], [], [], PARENT_CHECK_S)[0]:
        # A forked sibling may hold the other end open after the parent was killed.
        if os.getppid() != parent:
            return ""
    return sys.stdin.readline()


def _send(replies: TextIO, message: dict[str, object]) -> None:
    replies.write(json.dumps(message) + "\n")
    replies.flush()


def _limit(what: int, amount: int) -> None:
    """Set a soft limit; some systems (macOS, containers) refuse, and then the parent's 12 s is the only bound."""
    _, hard = resource.getrlimit(what)
    bound = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(what, (bound, hard))


if __name__ == "__main__":
    main()

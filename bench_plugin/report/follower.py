"""Draws the pictures of a run while it goes on: a process of its own that only takes what processors leave over.

Most items are sent as their file's bytes and never decoded by a run, so drawing them there would cost it time. This
process reads the records as they are written, and ends with the run, or when the run is killed.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from bench_plugin.report.pictures import draw
from bench_plugin.report.shelf import Shelf
from bench_plugin.report.wishes import Sources, sources_of, still_wanted, wishes_of

ROOT = Path(__file__).resolve().parents[2]

_FIRST_LOOK_S = 3.0
_LOOK_EVERY_S = 0.5
_STOP_S = 3.0
# The rest is for failures, which come first on the page, and for transcripts.
_SHARE_OF_ALL = 0.6
_SHARE_OF_FAILURES = 0.9
_LEAST_BYTES = 500_000


class Follower:
    """The process, as seen from the run."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def stop(self) -> None:
        """Let it finish the picture it is at, and end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def follow(run: Path, page: Path, assets_max_mb: float) -> Follower | None:
    """Begin to draw the pictures of a run that begins.

    Args:
        run: Its folder, with run.json in it.
        page: Where its page will be written.
        assets_max_mb: Of everything beside the page; None is returned at 0, when nothing is to be drawn.
    """
    if assets_max_mb <= 0:
        return None
    arguments = [sys.executable, "-m", __name__, str(run.resolve()), str(page.resolve()), str(assets_max_mb)]
    # Its own session: Ctrl-C is the run's business, which then ends this one.
    process = subprocess.Popen(
        arguments,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return Follower(process)


def main(run: Path, page: Path, max_bytes: int, stdin: IO[bytes]) -> None:
    """Follow a run until `stdin` is closed."""
    _yield_to_everybody()
    if _closed(stdin, _FIRST_LOOK_S):
        return  # A short run is over before this is worth starting.
    sources = sources_of(json.loads((run / "run.json").read_text(encoding="utf-8")))
    shelf = Shelf(page, max_bytes)
    offsets: dict[Path, int] = {}
    while not _closed(stdin, _LOOK_EVERY_S):
        for record in _new_records(run, offsets):
            draw_record(record, sources, shelf, max_bytes)
            if _closed(stdin, 0):
                return


def draw_record(record: dict[str, Any], sources: Sources, shelf: Shelf, max_bytes: int) -> None:
    """Draw what the page will want of one record, as long as there is room for a picture or two."""
    share = _SHARE_OF_ALL if record["verdict"]["passed_strict"] else _SHARE_OF_FAILURES
    for wish in wishes_of(record, sources):
        room = int(max_bytes * share) - shelf.used
        wanted = still_wanted(wish, shelf, room=room) if room > _LEAST_BYTES else None
        if wanted is not None:
            shelf.put(wish.key, draw(wanted), room=room)


def _new_records(run: Path, offsets: dict[Path, int]) -> Iterator[dict[str, Any]]:
    """The whole lines that were written since the last look."""
    for path in sorted(run.glob("records-*.jsonl")):
        with path.open("rb") as file:
            file.seek(offsets.get(path, 0))
            while (line := file.readline()).endswith(b"\n"):
                offsets[path] = file.tell()
                try:
                    yield json.loads(line)
                except ValueError:
                    continue


def _closed(stdin: IO[bytes], seconds: float) -> bool:
    """Whether the run has ended; waits that long for it."""
    ready, _, _ = select.select([stdin], [], [], seconds)
    return bool(ready) and not stdin.read(1)


def _yield_to_everybody() -> None:
    """Run only when no other process wants to."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(float(sys.argv[3]) * 1e6), sys.stdin.buffer)

"""Every record once more, in the order of the page: its pictures drawn ahead in threads, its details packed."""

import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from bench_plugin.report.details import detail_of
from bench_plugin.report.parcels import Parcels
from bench_plugin.report.pictures import Drawn, draw
from bench_plugin.report.shelf import Kept, Shelf
from bench_plugin.report.wishes import Sources, Wish, still_wanted, wishes_of
from bench_plugin.run_folder import Place

_THREADS = max(1, min(4, os.cpu_count() or 1))
_AHEAD = 3 * _THREADS


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One record, its pictures being drawn."""

    record: dict[str, Any]
    wishes: list[Wish]
    drawing: list[tuple[str, "Future[Drawn]"]]


class Gatherer:
    """Reads the records of a run for the page. What is in memory does not grow with their number.

    Args:
        places: Where the records lie, in the order of the page.
        sources: Where the pictures lie.
        shelf: What was drawn before, and where new views and crops go.
        picture_bytes: How much of the shelf views and crops may take; the rest is for transcripts.
        until: `time.monotonic()` after which no picture is drawn and no record read; None without a limit.
    """

    def __init__(
        self, places: Sequence[Place], sources: Sources, shelf: Shelf, *, picture_bytes: int, until: float | None
    ) -> None:
        self._places = places
        self._sources = sources
        self._shelf = shelf
        self._picture_bytes = picture_bytes
        self._until = until
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="report")
        self.undrawn = 0

    def lines(self, parcels: Parcels) -> Iterator[str]:
        """A line of the page for each item."""
        waiting: deque[_Drawing] = deque()
        unread = deque(self._places)
        try:
            while unread or waiting:
                while unread and len(waiting) < _AHEAD and not self._late():
                    waiting.append(self._begun(unread.popleft().record(), thumbnails=parcels.has_room))
                if not waiting:
                    unread.popleft()
                    yield parcels.skip()
                else:
                    yield self._line(waiting.popleft(), parcels)
        finally:
            self._pool.shutdown(wait=True, cancel_futures=True)
        parcels.end()

    def _begun(self, record: dict[str, Any], *, thumbnails: bool) -> _Drawing:
        wishes = wishes_of(record, self._sources)
        drawing = []
        for wish in wishes:
            wanted = still_wanted(wish, self._shelf, room=self._room(), thumbnail=thumbnails)
            if wanted is not None:
                drawing.append((wish.key, self._pool.submit(draw, wanted)))
        return _Drawing(record, wishes, drawing)

    def _line(self, item: _Drawing, parcels: Parcels) -> str:
        drawn: dict[str, Kept] = {}
        for key, future in item.drawing:
            if self._late() and future.cancel():
                self.undrawn += 1
            else:
                drawn[key] = self._shelf.put(key, future.result(), room=self._room())
        kept = [drawn.get(wish.key) or self._shelf.kept(wish.key) for wish in item.wishes]
        thumbnails = [each.thumbnail if each else None for each in kept]
        return parcels.line(detail_of(item.record, item.wishes, kept), thumbnails)

    def _room(self) -> int:
        return 0 if self._shelf.is_full else max(0, self._picture_bytes - self._shelf.used)

    def _late(self) -> bool:
        return self._until is not None and time.monotonic() > self._until

"""Ask ahead of the case pytest is on: one event loop in a thread, a bounded number of jobs in flight."""

import asyncio
import collections
import contextlib
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bench_plugin.asking import Answered, Asker, Job


@dataclass(frozen=True, slots=True)
class Done:
    """How one job ended: with an answer, or why there is none."""

    key: str
    answered: Answered | None
    error: Exception | None
    seconds: float


class Engine:
    """Runs an asker in a thread of its own. Used from one thread: `submit`, then `next_done`.

    Args:
        make_asker: Builds the asker inside the loop's thread, where its connections will live.
        in_flight: Jobs at once.
    """

    def __init__(self, make_asker: Callable[[], Awaitable[Asker]], *, in_flight: int) -> None:
        self.in_flight = in_flight
        self._make_asker = make_asker
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        self._line: collections.deque[tuple[str, Job]] = collections.deque()
        self._called = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="gazecheck-engine", daemon=True)
        self._asker: asyncio.Future[Asker] | None = None
        self._places = asyncio.Semaphore(in_flight)
        self._running: set[asyncio.Task[None]] = set()

    def submit(self, key: str, job: Job) -> None:
        """Put one job in line. It begins as soon as there is room."""
        if not self._thread.is_alive():
            self._thread.start()
        self._line.append((key, job))
        # One call is enough to wake the loop for all that stands in line: each costs both threads a switch.
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._begin)

    def next_done(self) -> Done:
        """The next job that ended, in the order they end. Waits for it."""
        return self._done.get()

    def finished(self) -> list[Done]:
        """Everything that has ended and was not taken yet. Does not wait."""
        taken = []
        while True:
            try:
                taken.append(self._done.get_nowait())
            except queue.Empty:
                return taken

    def stop(self) -> list[Done]:
        """Stop asking and give connections back. Returns what had ended and was not taken yet."""
        if self._thread.is_alive():
            # Whatever does not let go in time is left behind: the answers that came must be written now.
            with contextlib.suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(timeout=2)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=1)
        return self.finished()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def _begin(self) -> None:
        self._called = False
        while self._line:
            task = self._loop.create_task(self._work(*self._line.popleft()))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _work(self, key: str, job: Job) -> None:
        async with self._places:
            if self._asker is None:
                self._asker = asyncio.ensure_future(self._make_asker())
            started = time.monotonic()
            answered, error = None, None
            try:
                answered = await (await asyncio.shield(self._asker)).answer(job)
            except Exception as exc:
                error = exc
            self._done.put(Done(key, answered, error, time.monotonic() - started))

    async def _close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        if self._asker is not None and self._asker.done() and self._asker.exception() is None:
            await self._asker.result().close()

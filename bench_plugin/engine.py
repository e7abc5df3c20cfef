"""Ask ahead of the case pytest is on: one event loop in a thread, a bounded number of questions in flight."""

import asyncio
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from adapters.base import Adapter, Transcript
from adapters.errors import AskError, EndpointError, RunStopped
from adapters.manner import Manner
from benchmarks.item import Question


@dataclass(frozen=True, slots=True)
class Done:
    """How one question ended: a transcript, or why there is none."""

    key: str
    transcript: Transcript | None
    error: Exception | None
    seconds: float


class Engine:
    """Runs an adapter in a thread of its own. Used from one thread: `submit`, then `next_done`.

    Args:
        make_adapter: Builds the adapter inside the loop's thread, where its connections will live.
        in_flight: Questions asked at once.
        item_s: Deadline of one question over all its turns, retries and waits.
    """

    def __init__(self, make_adapter: Callable[[], Awaitable[Adapter]], *, in_flight: int, item_s: float) -> None:
        self.in_flight = in_flight
        self._make_adapter = make_adapter
        self._item_s = item_s
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="gazecheck-engine", daemon=True)
        self._adapter: asyncio.Future[Adapter] | None = None
        self._places: asyncio.Semaphore | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def submit(self, key: str, question: Question, manner: Manner) -> None:
        """Put one question in line. It is asked as soon as there is room."""
        if not self._thread.is_alive():
            self._thread.start()
        self._loop.call_soon_threadsafe(self._begin, key, question, manner)

    def next_done(self) -> Done:
        """The next question that ended, in the order they end. Waits for it."""
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
            asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(timeout=5)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=5)
        return self.finished()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def _begin(self, key: str, question: Question, manner: Manner) -> None:
        task = self._loop.create_task(self._ask(key, question, manner))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, key: str, question: Question, manner: Manner) -> None:
        if self._adapter is None:
            self._places = asyncio.Semaphore(self.in_flight)
            self._adapter = asyncio.ensure_future(self._make_adapter())
        assert self._places is not None
        async with self._places:
            started = time.monotonic()
            transcript, error = await self._answer(self._adapter, question, manner)
            self._done.put(Done(key, transcript, error, time.monotonic() - started))

    async def _answer(
        self, adapter: asyncio.Future[Adapter], question: Question, manner: Manner
    ) -> tuple[Transcript | None, Exception | None]:
        try:
            async with asyncio.timeout(self._item_s):
                return await (await asyncio.shield(adapter)).ask(question, manner), None
        except (AskError, EndpointError, RunStopped) as exc:
            return None, exc
        except TimeoutError:
            return None, AskError("timeout", f"no answer within {self._item_s:g} s, the limit of one item")
        except OSError as exc:  # a picture that can't be read any more
            return None, AskError("image_unreadable", f"{type(exc).__name__}: {exc}")
        except Exception as exc:
            return None, exc

    async def _close(self) -> None:
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        if self._adapter is not None and self._adapter.done() and self._adapter.exception() is None:
            await self._adapter.result().close()

"""One budget for every process of a run: requests a minute, tokens a minute, and how many at once.

The state is a few numbers in memory that all workers map, guarded by a file lock. A 429 stops everybody until its
pause is over; then one request goes ahead as a probe, and the window opens again step by step (slow start).
"""

import asyncio
import contextlib
import fcntl
import mmap
import struct
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.base import Usage
from adapters.errors import RunStopped
from adapters.profiles import Prices

_FIELDS = (
    "pause_until",
    "window",
    "threshold",
    "next_request",
    "tokens",
    "tokens_at",
    "mean_tokens",
    "limited",
    "limited_in_all",
    "tokens_in_all",
    "usd_in_all",
)
_FORMAT = struct.Struct(f"<{len(_FIELDS)}d")
_SLOTS = 256
_SIZE = _FORMAT.size + 2 * _SLOTS
_FIRST_PAUSE_S = 1.0
_LONGEST_PAUSE_S = 60.0
# The server's minute and ours differ by the time a request takes to arrive, so requests are spaced 2 % wider.
_SPACING = 1.02


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be asked, over all processes; None is no limit.

    Attributes:
        max_rpm, max_tpm: Requests and tokens a minute.
        max_tokens, max_usd: In all; when one is used up nothing more is asked.
        prices: Money for a token, where it is known.
    """

    max_rpm: float | None = None
    max_tpm: float | None = None
    max_tokens: int | None = None
    max_usd: float | None = None
    prices: Prices = field(default_factory=Prices)


NO_LIMITS = Budget()


def cost_usd(usage: Usage, prices: Prices) -> float | None:
    """What a request cost, None where its tokens or their price are unknown."""
    if usage.prompt_tokens is None or prices.input_usd is None or prices.output_usd is None:
        return None
    return (usage.prompt_tokens * prices.input_usd + (usage.completion_tokens or 0) * prices.output_usd) / 1e6


class SharedNumbers:
    """Named floats and per-process counters that several processes see.

    Args:
        path: A file all processes name, made by the first; None keeps the numbers in this process.
    """

    def __init__(self, path: Path | None) -> None:
        self._file: Any = None  # Any: a file object or nothing, closed with the process
        if path is None:
            self._map = mmap.mmap(-1, _SIZE)
        else:
            self._file = path.open("a+b")
            with self._locked():
                if path.stat().st_size < _SIZE:
                    self._file.truncate(_SIZE)
            self._map = mmap.mmap(self._file.fileno(), _SIZE)
        self._slots = memoryview(self._map)[_FORMAT.size :].cast("H")

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        if self._file is None:
            yield
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    @contextlib.contextmanager
    def update(self) -> Iterator[tuple[dict[str, float], memoryview]]:
        """Change the numbers with nobody else in between: (values by name, requests in flight by slot)."""
        with self._locked():
            values = dict(zip(_FIELDS, _FORMAT.unpack_from(self._map), strict=True))
            yield values, self._slots
            _FORMAT.pack_into(self._map, 0, *values.values())


class Pace:
    """When a request may go out.

    Args:
        shared: The numbers, one object a process over one file a run.
        in_flight: Requests at once over all processes, the most the window opens to.
        slot: This process's own counter, 0 to 255.
        budget: What may be asked.
        clock, sleep: For tests.
    """

    def __init__(
        self,
        shared: SharedNumbers,
        *,
        in_flight: int,
        slot: int = 0,
        budget: Budget = NO_LIMITS,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._shared = shared
        self._most = float(in_flight)
        self._slot = slot % _SLOTS
        self._budget = budget
        self._rpm = budget.max_rpm
        self._tpm = budget.max_tpm
        self._clock = clock
        self._sleep = sleep

    async def enter(self) -> None:
        """Wait until one more request may go out.

        Raises:
            RunStopped: The budget is used up.
        """
        while (wait := self._try_enter()) > 0:
            await self._sleep(wait)

    def _try_enter(self) -> float:
        """Take a place and return 0, or say after how many seconds to look again."""
        now = self._clock()
        with self._shared.update() as (values, slots):
            self._check_budget(values)
            if now < values["pause_until"]:
                return max(0.001, values["pause_until"] - now)
            if sum(slots) >= int(self._window(values)):
                return 0.01
            if self._tpm is not None and self._tokens(values, now) <= 0:
                return max(0.01, -values["tokens"] * 60 / self._tpm)
            if self._rpm is not None:
                if now < values["next_request"]:
                    return values["next_request"] - now
                values["next_request"] = now + 60 * _SPACING / self._rpm
            values["tokens"] -= values["mean_tokens"]
            slots[self._slot] += 1
        return 0.0

    def _check_budget(self, values: dict[str, float]) -> None:
        most_usd, most_tokens = self._budget.max_usd, self._budget.max_tokens
        if most_usd is not None and values["usd_in_all"] >= most_usd:
            raise RunStopped(f"--max-cost {most_usd:g}: {values['usd_in_all']:.2f} USD are spent. Go on with --resume.")
        if most_tokens is not None and values["tokens_in_all"] >= most_tokens:
            used = f"{values['tokens_in_all']:,.0f}"
            raise RunStopped(f"--max-tokens-total {most_tokens:,}: {used} tokens are used. Go on with --resume.")

    def _window(self, values: dict[str, float]) -> float:
        return min(values["window"], self._most) if values["window"] else self._most

    def _tokens(self, values: dict[str, float], now: float) -> float:
        """Tokens free to spend: a bucket of one minute that fills evenly."""
        limit = self._tpm or 0.0
        gained = (now - values["tokens_at"]) * limit / 60 if values["tokens_at"] else limit
        values["tokens"] = min(limit, values["tokens"] + gained)
        values["tokens_at"] = now
        return values["tokens"]

    def succeeded(self, usage: Usage) -> None:
        """A request came back with an answer; the window grows, and what it used is counted."""
        tokens = usage.total
        with self._leaving() as values:
            window = self._window(values)
            values["limited"] = 0
            step = 1.0 if window < values["threshold"] else 1.0 / window
            values["window"] = min(self._most, window + step)
            if tokens is not None:
                values["tokens_in_all"] += tokens
                values["usd_in_all"] += cost_usd(usage, self._budget.prices) or 0.0
                values["tokens"] += values["mean_tokens"] - tokens
                mean = values["mean_tokens"]
                values["mean_tokens"] = mean + (tokens - mean) / 10 if mean else float(tokens)

    def limited(self, wait_s: float | None) -> None:
        """A request got a 429: everybody pauses, and one probe goes first afterwards.

        Args:
            wait_s: What the server asked for; without it the pause doubles with each 429 in a row, up to a minute.
        """
        now = self._clock()
        with self._leaving() as values:
            values["limited_in_all"] += 1
            values["tokens"] += values["mean_tokens"]
            if now < values["pause_until"] and wait_s is None:
                return  # one of a volley that was in flight together: one pause is enough
            doubled = _FIRST_PAUSE_S * 2 ** min(values["limited"], 10)
            pause = wait_s if wait_s is not None else min(doubled, _LONGEST_PAUSE_S)
            if now >= values["pause_until"]:
                values["threshold"] = max(1.0, self._window(values) / 2)
                values["limited"] += 1
            values["pause_until"] = max(values["pause_until"], now + pause)
            values["window"] = 1.0

    def failed(self) -> None:
        """A request failed in another way."""
        with self._leaving() as values:
            values["tokens"] += values["mean_tokens"]

    @contextlib.contextmanager
    def _leaving(self) -> Iterator[dict[str, float]]:
        with self._shared.update() as (values, slots):
            slots[self._slot] = max(0, slots[self._slot] - 1)
            yield values


def release_places(path: Path, slot: int) -> None:
    """Forget what a process that died had in flight, or its places would be taken for ever."""
    if path.exists():
        with SharedNumbers(path).update() as (_, slots):
            slots[slot % _SLOTS] = 0

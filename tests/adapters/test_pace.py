"""One budget for all workers, on a clock that the test moves."""

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adapters.base import Usage
from adapters.errors import RunStopped
from adapters.pace import Budget, Pace, SharedNumbers, release_places
from adapters.profiles import Prices


@dataclass
class FakeTime:
    """A clock that jumps to the next sleeper when everybody sleeps."""

    now: float = 1000.0
    sleepers: list[tuple[float, int, asyncio.Future[None]]] = field(default_factory=list)
    count: int = 0

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count += 1
        heapq.heappush(self.sleepers, (self.now + seconds, self.count, future))
        await future

    async def run(self, tasks: list[asyncio.Task[None]]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(5):
                await asyncio.sleep(0)
            if self.sleepers and not all(task.done() for task in tasks):
                at, _, future = heapq.heappop(self.sleepers)
                self.now = max(self.now, at)
                future.set_result(None)


@dataclass
class Server:
    """Answers at once, or with 429; remembers when it was asked."""

    time: FakeTime
    limited: Callable[[list[float], float], float | bool | None]
    asked: list[float] = field(default_factory=list)
    answered: int = 0
    refused: int = 0
    open: int = 0
    at_once: list[int] = field(default_factory=list)


async def ask_all(server: Server, paces: list[Pace], items: int) -> None:
    """Each pace is a worker of 16 items at once; a 429 is tried again for ever."""
    todo = list(range(items))

    async def worker(pace: Pace) -> None:
        while todo:
            todo.pop()
            while True:
                await pace.enter()
                now = server.time.now
                verdict = server.limited(server.asked, now)
                server.asked.append(now)
                server.open += 1
                server.at_once.append(server.open)
                await server.time.sleep(0.1)
                server.open -= 1
                if verdict is False:
                    pace.succeeded(Usage(90, 10))
                    server.answered += 1
                    break
                server.refused += 1
                pace.limited(None if verdict is True else verdict)

    tasks = [asyncio.create_task(worker(pace)) for pace in paces]
    await server.time.run(tasks)
    await asyncio.gather(*tasks)


def workers(time: FakeTime, path: Path, number: int, budget: Budget | None = None) -> list[Pace]:
    """So many processes, each with a map of the same file."""
    limits = budget or Budget()
    return [
        Pace(SharedNumbers(path), in_flight=number, slot=slot, budget=limits, clock=lambda: time.now, sleep=time.sleep)
        for slot in range(number)
    ]


def test_p36_a_pause_of_minutes_is_kept_by_all_workers(tmp_path: Path) -> None:
    """429 with Retry-After 120 for two minutes: everybody waits, and at most one probe goes out when a pause ends."""
    time = FakeTime()
    begin = time.now
    server = Server(time, lambda _, now: 120.0 if now < begin + 120 else False)
    asyncio.run(ask_all(server, workers(time, tmp_path / "pace", 16), 60))
    assert server.answered == 60
    early = [at for at in server.asked if at < begin + 120]
    assert len(early) <= 16, "only what was in flight together before the first 429 came back"
    probe = [at for at in server.asked if begin + 120 <= at < begin + 120.15]
    assert len(probe) == 1


def test_p37_ten_requests_a_minute_are_enough_for_sixty_items(tmp_path: Path) -> None:
    """A limit the client was not told of costs time, not answers."""
    time = FakeTime()
    begin = time.now

    def ten_a_minute(asked: list[float], now: float) -> float | bool:
        window = int((now - begin) // 60)
        used = sum(int((at - begin) // 60) == window for at in asked)
        return False if used < 10 else begin + 60 * (window + 1) - now

    server = Server(time, ten_a_minute)
    asyncio.run(ask_all(server, workers(time, tmp_path / "pace", 16), 60))
    assert server.answered == 60
    assert time.now - begin < 8 * 60


def test_p55_the_limit_holds_for_all_workers_together(tmp_path: Path) -> None:
    """60 a minute over 16 workers is 60 in any minute, not 960."""
    time = FakeTime()
    server = Server(time, lambda *_: False)
    asyncio.run(ask_all(server, workers(time, tmp_path / "pace", 16, Budget(max_rpm=60)), 200))
    assert server.answered == 200
    for start in server.asked:
        assert sum(start <= at < start + 60 for at in server.asked) <= 60


def test_tokens_a_minute_hold_on_average(tmp_path: Path) -> None:
    """1,000 tokens a minute and 100 a request: ten free at once, then ten a minute."""
    time = FakeTime()
    begin = time.now
    server = Server(time, lambda *_: False)
    asyncio.run(ask_all(server, workers(time, tmp_path / "pace", 4, Budget(max_tpm=1000)), 40))
    assert time.now - begin > 2 * 60, "3,000 tokens beyond the first minute's take three minutes"


def test_the_window_opens_again_after_a_429(tmp_path: Path) -> None:
    """After a pause the requests in flight grow step by step up to all that were asked for."""
    time = FakeTime()
    begin = time.now
    server = Server(time, lambda _, now: 1.0 if now < begin + 0.5 else False)
    asyncio.run(ask_all(server, workers(time, tmp_path / "pace", 8), 400))
    assert server.refused, "the test needs a 429"
    after = [open_ for at, open_ in zip(server.asked, server.at_once, strict=True) if at > begin + 0.9]
    assert after[0] == 1, "the probe goes alone"
    assert max(after) == 8


def test_a_dead_worker_gives_its_place_back(tmp_path: Path) -> None:
    """What a killed process had in flight does not block the others."""
    time = FakeTime()
    dead, alive = workers(time, tmp_path / "pace", 2)
    asyncio.run(dead.enter())
    asyncio.run(dead.enter())
    assert alive._try_enter() > 0
    release_places(tmp_path / "pace", 0)
    assert alive._try_enter() == 0


def test_numbers_are_shared_through_the_file(tmp_path: Path) -> None:
    """Two maps of one file see the same pause."""
    first, second = SharedNumbers(tmp_path / "pace"), SharedNumbers(tmp_path / "pace")
    with first.update() as (values, slots):
        values["pause_until"] = 7.0
        slots[3] = 2
    with second.update() as (values, slots):
        assert values["pause_until"] == pytest.approx(7.0)
        assert slots[3] == 2


@pytest.mark.parametrize(
    ("budget", "answers"),
    [
        pytest.param(Budget(max_tokens=1000), 10, id="tokens: 100 a request"),
        pytest.param(Budget(max_usd=0.05, prices=Prices(100.0, 100.0)), 5, id="money: a cent a request"),
    ],
)
def test_a_budget_ends_the_run_for_all_workers(tmp_path: Path, budget: Budget, answers: int) -> None:
    """When it is used up nobody asks any more."""
    time = FakeTime()
    first, second = workers(time, tmp_path / "pace", 2, budget)
    for number in range(answers):
        pace = (first, second)[number % 2]
        assert pace._try_enter() == 0
        pace.succeeded(Usage(90, 10))
    for pace in (first, second):
        with pytest.raises(RunStopped, match="--resume"):
            pace._try_enter()

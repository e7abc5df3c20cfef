"""Benchmark items as pytest cases: which benchmarks run, which items are selected, what each case is called."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from bench_plugin.options import Settings
from bench_plugin.parts.shard import ItemKey
from benchmarks import sources
from benchmarks.errors import BrokenRow, BrokenRowsError, DataError
from benchmarks.item import Item, Question

DEFAULT_SAMPLES_PER_TASK = 8
Left = TypeVar("Left")
SUITES = {"tir_bench": "tir_bench", "viebench": "viebench", "vstar": "viebench"}
"""Benchmark -> the test function that runs it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One pytest case: an item, asked once.

    Attributes:
        item: What is asked, with its gold.
        folder: The data folder, from which the pictures' paths are written.
        repeat: Which answer to the item this is, from 0.
        repeats: How many answers are wanted in all (`--repeat`).
    """

    item: Item
    folder: Path
    repeat: int = 0
    repeats: int = 1

    @property
    def id(self) -> str:
        """The part of the case's name in square brackets: `maze-0012`, with repeats `maze-0012-r3`."""
        return self.item.id if self.repeats == 1 else f"{self.item.id}-r{self.repeat + 1}"

    @property
    def image_paths(self) -> tuple[str, ...]:
        """The pictures' paths as the data set writes them, below its folder."""
        return tuple(image.path.relative_to(self.folder).as_posix() for image in self.item.images)

    def question(self) -> Question:
        """What may leave this process."""
        return replace(self.item.question(), id=self.id)


@dataclass(frozen=True, slots=True)
class Source:
    """The data of one benchmark that runs.

    Attributes:
        suite: The test function that runs it: `tir_bench`, `viebench` or `samples`.
        how: How the folder was found: `option`, `environment`, `cache`, `hub` or `generated`.
        sha256: Of everything that could change an item; equal in every worker.
    """

    suite: str
    folder: Path
    how: str
    sha256: str
    revision: str | None
    items: tuple[Item, ...]
    broken: tuple[BrokenRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What this run can ask: the benchmarks whose data is there, and how to get the others."""

    sources: tuple[Source, ...]
    missing: tuple[str, ...] = ()
    repeats: int = 1

    def cases(self, suite: str) -> Iterator[Case]:
        """Every case of a suite, in the order of the data; the answers to one item stand together."""
        for source in self.sources:
            if source.suite == suite:
                for item in source.items:
                    yield from (Case(item, source.folder, repeat, self.repeats) for repeat in range(self.repeats))

    @property
    def total(self) -> int:
        """Cases before any selection."""
        return sum(len(source.items) for source in self.sources) * self.repeats


def make_plan(settings: Settings, environ: Mapping[str, str], named: frozenset[str]) -> Plan:
    """Find, fetch, generate and check the data. Done once, before pytest collects; workers are told the result.

    Args:
        settings: The command line.
        environ: The environment, for the folders named there.
        named: Suites the user named by their test file; they run, or the run stops.

    Raises:
        DataError: Data is broken, or a named suite has none.
    """
    cache = sources.cache_root(environ)
    found: list[Source] = []
    missing: list[str] = []
    for benchmark, option in _options(settings).items():
        place, problem = _find(benchmark, option, environ, cache)
        if place is not None:
            found.append(_checked(_load(place, settings, cache), settings))
        else:
            missing.append(problem or f"{benchmark}: not found. To get it: {sources.how_to_get(benchmark)}")
    if any(not any(source.suite == suite for source in found) for suite in named - {"samples"}):
        raise DataError("\n".join(missing))
    if not found or "samples" in named or settings.samples_per_task is not None:
        found.append(_load(Place("samples", make_samples(settings, cache), "generated"), settings, cache))
    return Plan(tuple(found), tuple(missing), settings.repeat)


def told(plan: Plan) -> list[dict[str, str]]:
    """The plan as plain values for a worker."""
    return [
        {"suite": source.suite, "folder": str(source.folder), "how": source.how, "sha256": source.sha256}
        for source in plan.sources
    ]


def plan_as_told(given: Sequence[Mapping[str, str]], settings: Settings, environ: Mapping[str, str]) -> Plan:
    """The plan in a worker: the same files, read again.

    Raises:
        DataError: A file changed since the controller checked it.
    """
    cache = sources.cache_root(environ)
    loaded = []
    for place in given:
        # On another host the sample set is generated again: the same name is the same set.
        folder = Path(place["folder"]) if place["folder"] else make_samples(settings, cache)
        source = _load(Place(place["suite"], folder, place["how"]), settings, cache)
        if source.sha256 != place["sha256"]:
            raise DataError(
                f"{source.folder} is not the data that were checked: its hash is {source.sha256[:12]} here and was "
                f"{place['sha256'][:12]}. Did it change while the workers started, or is it another copy on another "
                "host? Start the run again."
            )
        loaded.append(source)
    return Plan(tuple(loaded), repeats=settings.repeat)


def make_samples(settings: Settings, cache: Path) -> Path:
    """Generate the sample set, or find it in the cache."""
    from benchmarks import samples

    per_task = settings.samples_per_task or DEFAULT_SAMPLES_PER_TASK
    return samples.ensure(
        cache, per_task=per_task, seed=settings.sample_seed, difficulty=settings.difficulty, scenes=per_task
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a suite's data lie, and how they were found."""

    suite: str
    folder: Path
    how: str


def _load(place: Place, settings: Settings, cache: Path) -> Source:
    if place.suite == "samples":
        from benchmarks import samples

        # The folder's name says seed, size and generator: the same name is the same set.
        return Source("samples", place.folder, place.how, place.folder.name, None, samples.load(place.folder))
    headers = sources.header_cache(cache, place.folder)
    if place.suite == "tir_bench":
        from benchmarks import tir_bench

        loaded = tir_bench.load(place.folder, header_cache=headers)
    else:
        from benchmarks import viebench

        loaded = viebench.load(place.folder, header_cache=headers, shuffle=settings.shuffle_options or None)
    return Source(place.suite, loaded.folder, place.how, loaded.sha256, loaded.revision, loaded.items, loaded.broken)


def _options(settings: Settings) -> dict[str, str | None]:
    return {"tir_bench": settings.tir_bench, "viebench": settings.viebench, "vstar": settings.vstar}


def _find(
    benchmark: str, option: str | None, environ: Mapping[str, str], cache: Path
) -> tuple[Place | None, str | None]:
    """(where the data lie, why a folder that is there is not used)."""
    suite = SUITES[benchmark]
    if benchmark == "tir_bench" and option == "hub":
        from benchmarks import hub

        return Place(suite, hub.get_tir_bench(cache), "hub"), None
    found = sources.find(benchmark, option, environ, cache)
    if found.folder is None:
        return None, found.problem
    if benchmark == "tir_bench":
        from benchmarks import hub

        hub.unpack_copy(found.folder)
    return Place(suite, found.folder, str(found.how)), None


def _checked(source: Source, settings: Settings) -> Source:
    if source.broken and not settings.skip_broken:
        raise BrokenRowsError(str(source.folder), source.broken)
    return source


def left_out(cases: Sequence[tuple[ItemKey, Left]], *, limit: int | None, sample: int | None, seed: int) -> list[Left]:
    """What `--limit` and `--sample` leave out of a selection, in every process alike.

    Args:
        cases: (item, whatever stands for the case), in order. Several answers to one item (`--repeat`) stay together.
        limit: Keep the first so many items of each task.
        sample: Then keep so many items in all, drawn.
        seed: Of the draw. The controller decides it, so that all workers draw the same.
    """
    kept = list(dict.fromkeys(item for item, _ in cases))
    if limit is not None:
        kept = _first_of_each_task(kept, limit)
    if sample is not None and sample < len(kept):
        kept = random.Random(seed).sample(kept, sample)
    inside = set(kept)
    return [case for item, case in cases if item not in inside]


def _first_of_each_task(items: Iterable[ItemKey], limit: int) -> list[ItemKey]:
    taken: Counter[str] = Counter()
    kept = []
    for item in items:
        taken[item.task] += 1
        if taken[item.task] <= limit:
            kept.append(item)
    return kept

"""Benchmark items as pytest cases: which benchmarks run, which items are selected, what each case is called."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_plugin.options import Settings
from benchmarks import sources
from benchmarks.errors import BrokenRow, BrokenRowsError, DataError
from benchmarks.item import Item

DEFAULT_SAMPLES_PER_TASK = 8
SUITES = {"tir_bench": "tir_bench", "viebench": "viebench", "vstar": "viebench"}
"""Benchmark -> the test function that runs it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One pytest case: an item, and the folder its pictures' paths are written from."""

    item: Item
    folder: Path

    @property
    def id(self) -> str:
        """The part of the case's name in square brackets."""
        return self.item.id

    @property
    def image_paths(self) -> tuple[str, ...]:
        """The pictures' paths as the data set writes them, below its folder."""
        return tuple(image.path.relative_to(self.folder).as_posix() for image in self.item.images)


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

    def cases(self, suite: str) -> tuple[Case, ...]:
        """Every case of a suite, in the order of the data."""
        return tuple(
            Case(item, source.folder) for source in self.sources if source.suite == suite for item in source.items
        )

    @property
    def total(self) -> int:
        """Cases before any selection."""
        return sum(len(source.items) for source in self.sources)


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
        place = _find(benchmark, option, environ, cache)
        if place is not None:
            found.append(_checked(load_source(SUITES[benchmark], *place, cache), settings))
        else:
            missing.append(f"{benchmark}: not found. To get it: {sources.how_to_get(benchmark)}")
    bare = {suite for suite in named - {"samples"} if not any(source.suite == suite for source in found)}
    if bare:
        raise DataError("\n".join(missing))
    if not found or "samples" in named or settings.samples_per_task is not None:
        found.append(load_source("samples", make_samples(settings, cache), "generated", cache))
    return Plan(tuple(found), tuple(missing))


def told(plan: Plan) -> list[dict[str, str]]:
    """The plan as plain values for a worker."""
    return [
        {"suite": source.suite, "folder": str(source.folder), "how": source.how, "sha256": source.sha256}
        for source in plan.sources
    ]


def plan_as_told(places: Sequence[Mapping[str, str]], environ: Mapping[str, str]) -> Plan:
    """The plan in a worker: the same files, read again.

    Raises:
        DataError: A file changed since the controller checked it.
    """
    cache = sources.cache_root(environ)
    loaded = []
    for place in places:
        source = load_source(place["suite"], Path(place["folder"]), place["how"], cache)
        if source.sha256 != place["sha256"]:
            raise DataError(
                f"{source.folder} changed while the workers started: its hash is {source.sha256[:12]} here and was "
                f"{place['sha256'][:12]} when it was checked. Start the run again."
            )
        loaded.append(source)
    return Plan(tuple(loaded))


def load_source(suite: str, folder: Path, how: str, cache: Path) -> Source:
    """Read the items of one benchmark."""
    if suite == "samples":
        from benchmarks import samples

        return Source(suite, folder, how, folder.name, None, samples.load(folder))
    from benchmarks import tir_bench, viebench

    reader = {"tir_bench": tir_bench.load, "viebench": viebench.load}[suite]
    loaded = reader(folder, header_cache=cache / "headers" / f"{suite}.json")
    return Source(suite, folder, how, loaded.sha256, loaded.revision, loaded.items, loaded.broken)


def make_samples(settings: Settings, cache: Path) -> Path:
    """Generate the sample set, or find it in the cache."""
    from benchmarks import samples

    per_task = settings.samples_per_task or DEFAULT_SAMPLES_PER_TASK
    return samples.ensure(
        cache, per_task=per_task, seed=settings.sample_seed, difficulty=settings.difficulty, scenes=per_task
    )


def _options(settings: Settings) -> dict[str, str | None]:
    return {"tir_bench": settings.tir_bench, "viebench": settings.viebench, "vstar": settings.vstar}


def _find(benchmark: str, option: str | None, environ: Mapping[str, str], cache: Path) -> tuple[Path, str] | None:
    if benchmark == "tir_bench" and option == "hub":
        from benchmarks import hub

        return hub.get_tir_bench(cache), "hub"
    place = sources.find(benchmark, option, environ, cache)
    return None if place.folder is None else (place.folder, str(place.how))


def _checked(source: Source, settings: Settings) -> Source:
    if source.broken and not settings.skip_broken:
        raise BrokenRowsError(str(source.folder), source.broken)
    return source


def chosen(
    cases: Sequence[tuple[str, Any]], *, limit: int | None, sample: int | None, seed: int
) -> tuple[list[Any], list[Any]]:
    """Cut a selection down to `--limit` and `--sample`, in every process alike.

    Args:
        cases: (task, whatever stands for the case), in order.
        limit: Keep the first so many of each task.
        sample: Then keep so many in all, drawn.
        seed: Of the draw. The controller decides it, so that all workers draw the same.

    Returns:
        (kept, left out), both in their first order.
    """
    kept: list[int] = list(range(len(cases)))
    if limit is not None:
        kept = _first_of_each(cases, kept, limit)
    if sample is not None and sample < len(kept):
        kept = sorted(random.Random(seed).sample(kept, sample))
    inside = set(kept)
    return [cases[i][1] for i in kept], [case for i, (_, case) in enumerate(cases) if i not in inside]


def _first_of_each(cases: Sequence[tuple[str, Any]], order: Iterable[int], limit: int) -> list[int]:
    taken: dict[str, int] = {}
    kept = []
    for i in order:
        task = cases[i][0]
        taken[task] = taken.get(task, 0) + 1
        if taken[task] <= limit:
            kept.append(i)
    return kept

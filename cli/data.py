"""`gazecheck data`: get a benchmark's data, and look at data before a model is asked."""

import argparse
import os
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks import evidence_facts, hub, sources, tir_bench, viebench
from benchmarks.errors import BrokenRowsError, DataError
from benchmarks.evidence_facts import GroupFacts
from benchmarks.fields import SCENARIOS
from benchmarks.item import Picture
from benchmarks.loaded import Loaded
from cli import make_data, sample_sheet

Commands = argparse._SubParsersAction  # the type argparse gives, and has no public name for


def add_parser(subparsers: "Commands[argparse.ArgumentParser]") -> None:
    """Add `data` and its own commands; each sets `run`, which takes the arguments and returns the exit code."""
    parser = subparsers.add_parser("data", help="get a benchmark's data, or check a folder of it")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_get(commands)
    _add_check(commands)
    make_data.add_parser(commands)
    sample_sheet.add_parser(commands)


def _add_get(commands: "Commands[argparse.ArgumentParser]") -> None:
    get = commands.add_parser("get", help="download and unpack a data set, once")
    get.add_argument("benchmark", choices=("tir-bench",))
    get.set_defaults(run=_get)


def _add_check(commands: "Commands[argparse.ArgumentParser]") -> None:
    check = commands.add_parser("check", help="check every row of a data set and say what it is like")
    check.add_argument("benchmark", choices=tuple(_CHECKS))
    check.add_argument("folder", type=Path, metavar="DIR")
    check.set_defaults(run=_check)


def _get(_args: argparse.Namespace) -> int:
    root = sources.cache_root(os.environ)
    try:
        folder = hub.get_tir_bench(root)
        loaded = tir_bench.load(folder, header_cache=sources.header_cache(root, folder))
    except DataError as exc:
        return _failed(exc)
    print(f"TIR-Bench {loaded.revision} is in {folder}: {len(loaded.items):,} items")
    return _tell_broken(loaded)


def _check(args: argparse.Namespace) -> int:
    try:
        return _CHECKS[args.benchmark](args.folder)
    except DataError as exc:
        return _failed(exc)


def _check_tir_bench(folder: Path) -> int:
    loaded = tir_bench.load(folder, header_cache=None)
    counts = Counter(item.task for item in loaded.items)
    _print_head(loaded, "tir_bench")
    rows = [(task, str(counts[task]), str(published)) for task, published in tir_bench.TASKS.items()]
    total = ("all", str(counts.total()), str(sum(tir_bench.TASKS.values())))
    _print_table(("task", "items", "published"), [*rows, total])
    _print_pictures(loaded)
    _warn(
        f"{task} has {counts[task]} items; the published data set has {published}"
        for task, published in tir_bench.TASKS.items()
        if counts[task] != published
    )
    return _tell_broken(loaded)


def _check_evidence(folder: Path) -> int:
    # As the files have it: shuffled, the balance of letters would say nothing of the data.
    loaded = viebench.load(folder, header_cache=None, shuffle=False)
    groups = evidence_facts.group_facts(loaded.items)
    benchmark = loaded.items[0].benchmark if loaded.items else "viebench"
    _print_head(loaded, benchmark)
    _print_table(
        ("split", "items", *SCENARIOS, "evidence mean", "median", "max"), [_group_row(group) for group in groups]
    )
    for group in groups:
        letters = "  ".join(f"{letter} {share:.0%}" for letter, share in group.letters.items())
        print(f"gold letters, {group.name}: {letters or '-'}")
    _print_pictures(loaded)
    if benchmark == "viebench":
        _warn(evidence_facts.differences(groups))
    return _tell_broken(loaded)


def _group_row(group: GroupFacts) -> Sequence[str]:
    shares = group.shares
    figures = (statistics.fmean(shares), statistics.median(shares), max(shares)) if shares else ()
    return (
        group.name,
        str(group.items),
        *(str(group.scenarios.get(scenario, 0)) for scenario in SCENARIOS),
        *([f"{figure:.2%}" for figure in figures] or ["-"] * 3),
    )


def _print_head(loaded: Loaded, benchmark: str) -> None:
    print(f"{loaded.folder}: {len(loaded.items):,} items of {benchmark}, {len(loaded.broken):,} broken rows")
    print(f"sha256 {loaded.sha256}")


def _print_pictures(loaded: Loaded) -> None:
    pictures = sorted((picture for item in loaded.items for picture in item.images), key=_pixels)
    if not pictures:
        return
    kinds = ", ".join(f"{count} {mime}" for mime, count in Counter(one.mime for one in pictures).most_common())
    print(f"pictures: {kinds}")
    for name, picture in (
        ("smallest", pictures[0]),
        ("median", pictures[len(pictures) // 2]),
        ("largest", pictures[-1]),
    ):
        width, height = picture.upright_size
        print(f"  {name}: {width} × {height} ({_pixels(picture) / 1e6:.3f} megapixels)")
    turned = sum(picture.orientation != 1 for picture in pictures)
    if turned:
        print(f"  {turned} turned by their EXIF orientation; boxes are in the upright frame")


def _pixels(picture: Picture) -> int:
    return picture.width_px * picture.height_px


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print("  ".join(cells).rstrip())


def _warn(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(f"warning: {sentence}")


def _tell_broken(loaded: Loaded) -> int:
    if not loaded.broken:
        return 0
    return _failed(BrokenRowsError(str(loaded.folder), loaded.broken))


def _failed(exc: DataError) -> int:
    print(f"error: {exc}", file=sys.stderr)
    return 1


_CHECKS: dict[str, Callable[[Path], int]] = {
    "tir-bench": _check_tir_bench,
    "viebench": _check_evidence,
    "vstar": _check_evidence,
}

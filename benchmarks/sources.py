"""Where a benchmark's data lie: an option, an environment variable, or the cache folder."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks import hub
from benchmarks.errors import DataError
from benchmarks.preparation import gap

VARIABLES: Mapping[str, str] = {
    "tir_bench": "GAZECHECK_TIR_BENCH",
    "viebench": "GAZECHECK_VIEBENCH",
    "vstar": "GAZECHECK_VSTAR",
}
CACHE_VARIABLE = "GAZECHECK_CACHE"

_FOLDERS: Mapping[str, str] = {"tir_bench": hub.FOLDER, "viebench": "viebench", "vstar": "vstar"}
_HOW_TO_GET: Mapping[str, str] = {
    "tir_bench": "gazecheck data get tir-bench, or --tir-bench DIR for a copy of yours",
    "viebench": "--viebench DIR (no public release was found; docs/data.md says which layouts are read)",
    "vstar": "--vstar DIR for a copy of craigwu/vstar_bench",
}


@dataclass(frozen=True, slots=True)
class Found:
    """Where a benchmark's data were looked for.

    Attributes:
        folder: The data set's folder, None where there is none.
        how: What named it.
        problem: Why a folder of the cache is not used, with the command that mends it.
    """

    folder: Path | None
    how: Literal["option", "environment", "cache"] | None
    problem: str | None = None


def find(benchmark: str, option: str | None, environ: Mapping[str, str], cache_root: Path) -> Found:
    """Look for a benchmark's data.

    Args:
        benchmark: `tir_bench`, `viebench` or `vstar`.
        option: What the command line says, None without.
        environ: The environment; an empty variable counts as unset.
        cache_root: See `cache_root`.

    Raises:
        DataError: The option or the variable names something that is no folder.
    """
    if option:
        return Found(_folder(option, f"--{benchmark.replace('_', '-')}"), "option")
    variable = VARIABLES[benchmark]
    if environ.get(variable):
        return Found(_folder(environ[variable], variable), "environment")
    folder = cache_root / _FOLDERS[benchmark]
    if not folder.is_dir():
        return Found(None, None)
    reason = gap(folder, hub.REVISION) if benchmark == "tir_bench" else None
    if reason is not None:
        return Found(None, None, f"{folder} {reason}: gazecheck data get tir-bench mends it")
    return Found(folder, "cache")


def how_to_get(benchmark: str) -> str:
    """How to come by a benchmark's data, in one line."""
    return f"{_HOW_TO_GET[benchmark]}, or {VARIABLES[benchmark]}=DIR"


def cache_root(environ: Mapping[str, str]) -> Path:
    """Where prepared data and remembered headers lie: `GAZECHECK_CACHE`, else gazecheck's part of the user's cache."""
    if environ.get(CACHE_VARIABLE):
        return Path(environ[CACHE_VARIABLE]).expanduser().absolute()
    # The XDG rules: a relative value is to be ignored.
    shared = Path(environ.get("XDG_CACHE_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".cache") / "gazecheck"


def header_cache(cache_root: Path, folder: Path) -> Path:
    """The file that remembers the picture headers of one data set's folder."""
    name = hashlib.sha256(str(folder.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return cache_root / "headers" / f"{name}.json"


def _folder(value: str, source: str) -> Path:
    folder = Path(value).expanduser().absolute()
    if not folder.is_dir():
        raise DataError(f"{source} names {folder}, which is no folder. Is the path complete?")
    return folder

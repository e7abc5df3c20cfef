"""Where a benchmark's data are looked for."""

from pathlib import Path

import pytest

from benchmarks import hub, sources
from benchmarks.errors import DataError
from benchmarks.preparation import Mark, write_mark


def prepared(folder: Path, revision: str = hub.REVISION, size: int = 2) -> Path:
    folder.mkdir(parents=True)
    (folder / "TIR-Bench.json").write_text("[]")
    write_mark(folder, Mark(revision, {"TIR-Bench.json": size}))
    return folder


def test_the_option_comes_first_then_the_variable_then_the_cache(tmp_path: Path) -> None:
    """Each wins over those after it."""
    option, variable = tmp_path / "option", tmp_path / "variable"
    option.mkdir()
    variable.mkdir()
    cached = prepared(tmp_path / "cache" / "tir-bench")
    environ = {"GAZECHECK_TIR_BENCH": str(variable)}
    cache = tmp_path / "cache"
    assert sources.find("tir_bench", str(option), environ, cache) == sources.Found(option, "option")
    assert sources.find("tir_bench", None, environ, cache) == sources.Found(variable, "environment")
    assert sources.find("tir_bench", None, {}, cache) == sources.Found(cached, "cache")
    assert sources.find("tir_bench", None, {"GAZECHECK_TIR_BENCH": ""}, cache).how == "cache"


@pytest.mark.parametrize(
    ("benchmark", "variable", "folder"),
    [("viebench", "GAZECHECK_VIEBENCH", "viebench"), ("vstar", "GAZECHECK_VSTAR", "vstar")],
)
def test_the_other_benchmarks_have_their_own_names(tmp_path: Path, benchmark: str, variable: str, folder: str) -> None:
    """A folder of the cache is found by its name."""
    (tmp_path / folder).mkdir()
    assert sources.find(benchmark, None, {variable: str(tmp_path)}, tmp_path).how == "environment"
    assert sources.find(benchmark, None, {}, tmp_path) == sources.Found(tmp_path / folder, "cache")


def test_nothing_found_is_no_error(tmp_path: Path) -> None:
    """Then the sample set runs."""
    assert sources.find("vstar", None, {}, tmp_path) == sources.Found(None, None)


@pytest.mark.parametrize(
    ("revision", "size", "reason"),
    [(hub.REVISION, 3, "lacks 1 of 1 files"), ("0" * 40, 2, f"holds revision {'0' * 40}, not {hub.REVISION}")],
)
def test_p48_a_damaged_folder_of_the_cache_is_not_used(tmp_path: Path, revision: str, size: int, reason: str) -> None:
    """The reason and the command that mends it are handed on."""
    folder = prepared(tmp_path / "tir-bench", revision, size)
    found = sources.find("tir_bench", None, {}, tmp_path)
    assert found == sources.Found(None, None, f"{folder} {reason}: gazecheck data get tir-bench mends it")


def test_p48_a_folder_without_a_mark_is_not_used(tmp_path: Path) -> None:
    """Whatever is in it."""
    (tmp_path / "tir-bench").mkdir()
    found = sources.find("tir_bench", None, {}, tmp_path)
    assert found.folder is None
    assert found.problem == f"{tmp_path}/tir-bench is not finished: gazecheck data get tir-bench mends it"


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_name_that_is_no_folder_is_an_error(tmp_path: Path, how: str) -> None:
    """Somebody who names a folder wants that one, not the next best."""
    wrong = str(tmp_path / "none")
    option, environ = (wrong, {}) if how == "option" else (None, {"GAZECHECK_TIR_BENCH": wrong})
    name = "--tir-bench" if how == "option" else "GAZECHECK_TIR_BENCH"
    with pytest.raises(DataError, match=f"{name} names {wrong}, which is no folder"):
        sources.find("tir_bench", option, environ, tmp_path)


def test_every_benchmark_says_how_to_get_it() -> None:
    """Command, option and variable."""
    assert sources.how_to_get("tir_bench") == (
        "gazecheck data get tir-bench, or --tir-bench DIR for a copy of yours, or GAZECHECK_TIR_BENCH=DIR"
    )
    assert all(sources.VARIABLES[name] in sources.how_to_get(name) for name in sources.VARIABLES)


@pytest.mark.parametrize(
    ("environ", "root"),
    [
        ({"GAZECHECK_CACHE": "/data/gaze", "XDG_CACHE_HOME": "/xdg"}, "/data/gaze"),
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/gazecheck"),
        ({"XDG_CACHE_HOME": "relative"}, "HOME/.cache/gazecheck"),
        ({"GAZECHECK_CACHE": "", "XDG_CACHE_HOME": ""}, "HOME/.cache/gazecheck"),
        ({"GAZECHECK_CACHE": "~/gaze"}, "HOME/gaze"),
    ],
)
def test_the_cache_is_the_users_own(environ: dict[str, str], root: str) -> None:
    """Our variable, then the desktop's, then the usual place; a relative XDG value is to be ignored."""
    assert sources.cache_root(environ) == Path(root.replace("HOME", str(Path.home())))


def test_each_folder_has_its_own_header_cache(tmp_path: Path) -> None:
    """Two data sets with the same paths inside don't meet."""
    one, other = (sources.header_cache(tmp_path, tmp_path / name) for name in ("a", "b"))
    assert one != other
    assert one.parent == tmp_path / "headers"

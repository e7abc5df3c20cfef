"""The folders are the architecture: who may import whom."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"adapters", "bench_plugin", "benchmarks", "cli", "scoring", "tests_bench", "tests"}
MAY_IMPORT = {
    "scoring": set(),
    "benchmarks": set(),
    "adapters": {"benchmarks"},
    "bench_plugin": {"adapters", "scoring", "benchmarks"},
    "cli": {"adapters", "scoring", "benchmarks", "bench_plugin"},
    "tests_bench": {"bench_plugin"},
}
MAY_IMPORT_PYTEST = {"bench_plugin", "tests_bench"}
HEAVY = {"openai", "math_verify", "sympy", "numpy", "PIL", "scipy", "huggingface_hub", "matplotlib", "pandas"}


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, at any depth, by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def sources() -> Iterator[tuple[str, Path]]:
    """(folder, file) of everything of ours that is not a test."""
    for folder in MAY_IMPORT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield folder, path


def test_arrows_point_one_way() -> None:
    """A folder imports only those below it, so a scoring rule can be read without knowing how a model is asked."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder, path in sources()
        for name in imports(path)
        if (top := name.partition(".")[0]) in OURS and top not in MAY_IMPORT[folder] | {folder}
    ]
    assert wrong == []


def test_only_the_plugin_imports_pytest() -> None:
    """Scores and adapters can be used without pytest."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder, path in sources()
        for name in imports(path)
        if name.partition(".")[0] in {"pytest", "_pytest", "xdist", "pluggy"} and folder not in MAY_IMPORT_PYTEST
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", ["bench_plugin", "adapters", "benchmarks", "scoring"])
def test_no_folder_is_empty(folder: str) -> None:
    """The checks above look at real files."""
    assert list((ROOT / folder).rglob("*.py"))

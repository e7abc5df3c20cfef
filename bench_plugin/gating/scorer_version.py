"""Which rules a score was made by: two runs scored by the same version have comparable scores."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PACKAGES = ("antlr4-python3-runtime", "latex2sympy2_extended", "math-verify", "numpy", "sympy")
# A verdict and its row are made of a transcript by these, and by nothing else.
_FOLDERS = ("scoring", "adapters/protocols")
_FILES = ("bench_plugin/judge.py", "bench_plugin/rows.py")


@cache
def scorer_version() -> str:
    """Twelve hexadecimal digits over the rules' source and the packages they stand on."""
    whole = hashlib.sha256()
    for name in _PACKAGES:
        whole.update(f"{name} {metadata.version(name)}\n".encode())
    for path in _sources():
        whole.update(f"{path.relative_to(_ROOT).as_posix()}\n".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]


def _sources() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted((_ROOT / folder).rglob("*.py"))
    yield from (_ROOT / name for name in _FILES)

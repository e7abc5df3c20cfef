"""Where a gate is written: the file `--gate` names, or `[tool.gazecheck.gates]` of pyproject.toml."""

import tomllib
from pathlib import Path
from typing import Any

from scoring.gates import Gate, GateError, parse_gate

NO_GATE = "none"
"""`--gate none` leaves the gate of pyproject.toml out."""


class GateFileError(Exception):
    """A gate can't be used: the file, what is wrong with it, the next command."""


def read_gate(given: str | None, root: Path) -> Gate | None:
    """The gate a run is held against, None without one.

    Args:
        given: What `--gate` says: a TOML file, `none`, or None when the option was not used.
        root: The folder of pyproject.toml.

    Raises:
        GateFileError: There is no such file, it is not TOML, or its rules can't be read; all of them are named.
    """
    if given == NO_GATE:
        return None
    if given is not None:
        path = Path(given)
        return _parsed(_document(path, f"--gate {given}"), str(path))
    pyproject = root / "pyproject.toml"
    if not pyproject.is_file():
        return None
    table = _document(pyproject, str(pyproject)).get("tool", {}).get("gazecheck", {}).get("gates")
    return None if table is None else _parsed(table, f"{pyproject}, [tool.gazecheck.gates]")


def _document(path: Path, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as exc:
        raise GateFileError(
            f"{name} can't be read: {exc.strerror}. A gate is a TOML file of rules; docs/gates.md shows one."
        ) from exc
    except ValueError as exc:  # not TOML, or not UTF-8
        raise GateFileError(f"{name} is not TOML: {exc}. docs/gates.md shows a gate.") from exc


def _parsed(table: Any, name: str) -> Gate:  # Any: what TOML holds
    if not isinstance(table, dict):
        raise GateFileError(f"{name} is {table!r}; a gate is a table of rules. docs/gates.md shows one.")
    try:
        return parse_gate(table)
    except GateError as exc:
        raise GateFileError(f"{name}: {exc}") from exc

"""The two ways in from outside the checkout: the `gazecheck` command, and a word with pytest before it looks for us.

This is the one top-level name that is ours alone. An installed package may be called `adapters` or `cli` too; pytest's
`pythonpath` setting puts ours first in a test run, and `main` does the same for the command.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parent
_CONFIG_OPTIONS = ("-c", "--config-file", "--rootdir")


def main() -> int:
    """Run the command line and return its exit code."""
    sys.path.insert(0, str(ROOT))
    from cli.main import main as command

    return command(sys.argv[1:])


def pytest_addoption(pluginmanager: "pytest.PytestPluginManager") -> None:
    """Start pytest again with its configuration named, where a path after one of our options led it astray.

    pytest looks for its configuration before it knows our options, and takes the folder in `--tir-bench /data/tir` for
    one to collect. Outside of this checkout it then finds no configuration at all.
    """
    config = pluginmanager.get_plugin("pytestconfig")
    if config is None or config.inipath is not None:
        return
    here = config.invocation_params.dir
    arguments = [str(argument) for argument in config.invocation_params.args]
    named = any(argument.partition("=")[0] in _CONFIG_OPTIONS for argument in arguments)
    if named or (here != ROOT and ROOT not in here.parents) or sys.argv[1:] != arguments:
        return
    started = sys.orig_argv[: len(sys.orig_argv) - len(arguments)]
    settings = [f"--config-file={ROOT / 'pyproject.toml'}", f"--rootdir={ROOT}"]
    os.execv(sys.executable, [sys.executable, *started[1:], *settings, *arguments])


if __name__ == "__main__":
    raise SystemExit(main())

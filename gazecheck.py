"""Start the `gazecheck` command with this checkout first on the path.

An installed package may be called `adapters` or `cli` too; pytest's `pythonpath` setting puts ours first in a test
run, and this module, whose name is ours alone, does the same for the command.
"""

import sys
from pathlib import Path


def main() -> int:
    """Run the command line and return its exit code."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from cli.main import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())

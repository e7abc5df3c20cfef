"""The `gazecheck` command: one module a subcommand, found here."""

import argparse
import importlib
import sys
from collections.abc import Sequence

SUBCOMMANDS = ("data", "export", "rescore", "report", "check_extraction", "compare", "gate", "merge")


def main(arguments: Sequence[str]) -> int:
    """Run a subcommand and return its exit code: 0 done, 1 the answer is no, 2 a wrong call."""
    parser = argparse.ArgumentParser(
        prog="gazecheck", description="Data, runs and scores of the Gazecheck suite. The benchmark itself is `pytest`."
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in SUBCOMMANDS:
        importlib.import_module(f"cli.{name}").add_parser(subparsers)
    args = parser.parse_args(arguments)
    try:
        return int(args.run(args))
    except BrokenPipeError:  # `gazecheck … | head`
        sys.stderr.close()
        return 0

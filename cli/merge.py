"""`gazecheck merge RUN… --into DIR`: unite the shards, or the parts, of a run."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from bench_plugin.parts.merge import merge
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import RunError
from bench_plugin.tables import totals_line


def add_parser(subparsers: Any) -> None:  # Any: argparse's class of this has no public name
    """Add `merge`; it sets `run`, which takes the arguments and returns the exit code."""
    parser = subparsers.add_parser("merge", help="unite shards or parts of a run into one run folder")
    parser.add_argument("folders", type=Path, nargs="+", metavar="RUN", help="run folders")
    parser.add_argument("--into", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Merge and print the totals; 1 when the runs don't belong together."""
    try:
        merged = merge(args.folders, args.into, Redactor(os.environ))
    except (RunError, OSError) as exc:
        print(f"error: {exc}", file=sys.stderr)
        return 1
    for note in merged.notes:
        print(f"warning: {note}", file=sys.stderr)
    print(f"{args.into}: {len(args.folders)} runs, {totals_line(merged.summary)}")
    return 0

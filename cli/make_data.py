"""`gazecheck data make`: write generated items as a data set."""

import argparse
import sys
from pathlib import Path

from benchmarks.errors import DataError
from benchmarks.samples import write_evidence_layout, write_tir_folder

Commands = argparse._SubParsersAction  # the type argparse gives, and has no public name for


def add_parser(subparsers: "Commands[argparse.ArgumentParser]") -> None:
    """Add `make`; it sets `run`, which takes the arguments and returns the exit code."""
    make = subparsers.add_parser("make", help="write generated items as a TIR-Bench folder or in the evidence layout")
    make.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    make.add_argument("--format", choices=("tir-bench", "evidence"), default="tir-bench", help="default tir-bench")
    make.add_argument("--seed", type=int, default=0, metavar="S", help="same seed, same items (default 0)")
    make.add_argument(
        "--per-task", type=int, default=8, metavar="N", help="items of each task, or scenes of each split (default 8)"
    )
    make.add_argument("--difficulty", choices=("easy", "medium", "hard"), default="medium", help="default medium")
    make.set_defaults(run=_make)


def _make(args: argparse.Namespace) -> int:
    try:
        if args.format == "evidence":
            count = write_evidence_layout(
                args.folder, per_split=args.per_task, seed=args.seed, difficulty=args.difficulty
            )
            use = f"pytest --viebench {args.folder}"
        else:
            count = write_tir_folder(args.folder, per_task=args.per_task, seed=args.seed, difficulty=args.difficulty)
            use = f"pytest --tir-bench {args.folder}"
    except DataError as exc:
        print(f"error: {exc}", file=sys.stderr)
        return 1
    print(f"{count:,} items are in {args.folder}; run them with: {use}")
    return 0

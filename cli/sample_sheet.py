"""`gazecheck data sheet`: one picture of every task at every difficulty."""

import argparse
import sys
from pathlib import Path

Commands = argparse._SubParsersAction  # the type argparse gives, and has no public name for


def add_parser(subparsers: "Commands[argparse.ArgumentParser]") -> None:
    """Add `sheet`; it sets `run`, which takes the arguments and returns the exit code."""
    sheet = subparsers.add_parser("sheet", help="write a contact sheet of the generated items")
    sheet.add_argument("file", type=Path, metavar="FILE", help="a .jpg or .png")
    sheet.add_argument("--seed", type=int, default=0, metavar="S", help="of the items shown (default 0)")
    sheet.add_argument("--columns", type=int, default=2, metavar="N", help="items of each difficulty (default 2)")
    sheet.add_argument("--task", action="append", metavar="TASK", help="show this task only; may be given again")
    sheet.set_defaults(run=_sheet)


def _sheet(args: argparse.Namespace) -> int:
    from benchmarks.samples import TASKS
    from benchmarks.samples.sheet import contact_sheet

    tasks = tuple(args.task or TASKS)
    unknown = [task for task in tasks if task not in TASKS]
    if unknown or args.columns < 1 or args.file.suffix.lower() not in (".jpg", ".jpeg", ".png"):
        print(
            f"error: unknown tasks {unknown}, {args.columns} columns, file {args.file}. Tasks are {', '.join(TASKS)}; "
            "there is at least one column, and the file ends in .jpg or .png.",
            file=sys.stderr,
        )
        return 2
    picture = contact_sheet(tasks, seed=args.seed, columns=args.columns)
    args.file.parent.mkdir(parents=True, exist_ok=True)
    picture.save(args.file, quality=82)
    print(f"{args.file}: {len(tasks)} tasks, {args.columns} items at each of three difficulties, seed {args.seed}")
    return 0

"""`gazecheck compare A B [C …]`: what changed between runs, item by item, and how sure that is."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench_plugin.gating.comparable import check_comparable, other_settings
from bench_plugin.gating.results import comparison_lines
from bench_plugin.gating.scored_run import ScoredRun, scored_run
from bench_plugin.outputs.comparison_page import comparison_page
from bench_plugin.outputs.comparison_tables import comparison_document
from bench_plugin.outputs.step_summary import MOST_BYTES
from bench_plugin.plain import plain
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import RunError
from scoring.comparison import Comparison, compare

SCHEMA = 1


def add_parser(subparsers: Any) -> None:  # Any: argparse's class of this has no public name
    """Add `compare`; it sets `run`, which takes the arguments and returns the exit code."""
    parser = subparsers.add_parser("compare", help="compare runs with the first of them, case by case")
    parser.add_argument("before", type=Path, metavar="A", help="the run to compare with")
    parser.add_argument("after", type=Path, nargs="+", metavar="B", help="runs that are compared with it")
    parser.add_argument("--scoring", choices=("strict", "official"), default="strict", help="which score decides")
    parser.add_argument("--all", action="store_true", help="show every measure, not only the main ones")
    parser.add_argument("--anyway", action="store_true", help="compare runs that were asked otherwise, with a warning")
    parser.add_argument("--format", choices=tuple(_FORMATS), default="table", help="default table")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it; standard output without")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare; exit code 0, or 1 when the runs can't be compared."""
    try:
        before = scored_run(args.before)
        found = [_compared(before, scored_run(path), args) for path in args.after]
    except RunError as exc:
        print(f"error: {exc}", file=sys.stderr)
        return 1
    for one in found:
        for warning in one.warnings:
            print(f"warning: {warning}", file=sys.stderr)
    text = Redactor(os.environ)(_FORMATS[args.format](found, args.all))
    if args.output is None:
        sys.stdout.write(text)
        return 0
    try:
        args.output.write_text(text, encoding="utf-8")
    except OSError as exc:
        print(f"error: {args.output} can't be written: {exc.strerror}.", file=sys.stderr)
        return 1
    return 0


class _Compared:
    """Two runs and what was found."""

    def __init__(self, before: ScoredRun, after: ScoredRun, comparison: Comparison, warnings: list[str]) -> None:
        self.before = before
        self.after = after
        self.comparison = comparison
        self.warnings = warnings
        self.settings = other_settings(before.about, after.about)


def _compared(before: ScoredRun, after: ScoredRun, args: argparse.Namespace) -> _Compared:
    warnings = check_comparable(before, after, anyway=args.anyway)
    return _Compared(before, after, compare(before.items, after.items, args.scoring), warnings)


def _table(found: Sequence[_Compared], every_measure: bool) -> str:
    return "".join(f"{line}\n" for one in found for line in _lines(one, every_measure))


def _lines(one: _Compared, every_measure: bool) -> Iterator[str]:
    yield f"{one.before.path} ({one.before.about['model']}) -> {one.after.path} ({one.after.about['model']})"
    yield from (f"  {line}" for line in one.settings)
    yield from comparison_lines(one.comparison, every_measure=every_measure)
    yield ""


def _markdown(found: Sequence[_Compared], every_measure: bool) -> str:
    # All of them together may go onto one page of a CI job.
    most = MOST_BYTES // len(found)
    return "".join(
        comparison_page(
            one.comparison, one.before, one.after, warnings=one.warnings, most_bytes=most, every_measure=every_measure
        )
        for one in found
    )


def _json(found: Sequence[_Compared], _every_measure: bool) -> str:
    documents = [
        comparison_document(one.comparison, one.before, one.after, warnings=one.warnings, settings=one.settings)
        for one in found
    ]
    return json.dumps(plain({"schema": SCHEMA, "comparisons": documents}), ensure_ascii=False, indent=1) + "\n"


_FORMATS = {"table": _table, "markdown": _markdown, "json": _json}

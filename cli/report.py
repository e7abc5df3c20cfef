"""`gazecheck report` and `gazecheck open`: the page of a run, built again from its folder, and shown."""

import argparse
import sys
import webbrowser
from pathlib import Path

from bench_plugin.report import DEFAULT_ASSETS_MAX_MB, DEFAULT_MAX_MB, PAGE_NAME
from bench_plugin.run_folder import RunError, open_run

Commands = argparse._SubParsersAction  # the type argparse gives, and has no public name for


def add_parser(subparsers: "Commands[argparse.ArgumentParser]") -> None:
    """Add `report` and `open`; each sets `run`, which takes the arguments and returns the exit code."""
    report = subparsers.add_parser("report", help="write the page of a run again, from its folder")
    report.add_argument("folder", type=Path, metavar="RUN", help="a run folder (runs/<model>/<time>)")
    report.add_argument("--output", type=Path, metavar="FILE", help=f"where to write it (default RUN/{PAGE_NAME})")
    report.add_argument("--baseline", type=Path, metavar="RUN", help="compare with this run, scored with today's rules")
    report.add_argument(
        "--max-mb", type=float, default=DEFAULT_MAX_MB, metavar="MB", help="of the page (default %(default)g)"
    )
    report.add_argument(
        "--assets-max-mb",
        type=float,
        default=DEFAULT_ASSETS_MAX_MB,
        metavar="MB",
        help="of pictures and transcripts beside it (default %(default)g)",
    )
    report.set_defaults(run=write)
    opener = subparsers.add_parser("open", help="show the page of a run in the browser")
    opener.add_argument("folder", type=Path, metavar="RUN", help="a run folder (runs/<model>/<time>)")
    opener.set_defaults(run=show)


def write(args: argparse.Namespace) -> int:
    """Write the page; say where it is and what is not on it."""
    from bench_plugin.baseline import other_run
    from bench_plugin.gating.scored_run import scored_run
    from bench_plugin.report.build import write_report

    try:
        baseline = None if args.baseline is None else other_run(scored_run(args.baseline))
        written = write_report(
            open_run(args.folder),
            page=args.output,
            baseline=baseline,
            max_mb=args.max_mb,
            assets_max_mb=args.assets_max_mb,
        )
    except RunError as exc:
        return _failed(str(exc))
    except OSError as exc:
        return _failed(f"{exc.filename or args.output or args.folder} can't be written: {exc.strerror}.")
    for note in written.notes:
        print(note, file=sys.stderr)
    print(written.path)
    return 0


def show(args: argparse.Namespace) -> int:
    """Open the page, written first where there is none."""
    from bench_plugin.report.build import write_report

    page: Path = args.folder / PAGE_NAME
    try:
        if not page.exists():
            write_report(open_run(args.folder))
    except (RunError, OSError) as exc:
        return _failed(str(exc))
    print(page)
    if not webbrowser.open(page.resolve().as_uri()):
        return _failed(f"no browser could be started; open {page.resolve()} yourself")
    return 0


def _failed(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return 1

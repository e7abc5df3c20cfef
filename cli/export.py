"""`gazecheck export`: a run's answers in the format of somebody else's program."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import RunError, open_run, write_json

Commands = argparse._SubParsersAction  # the type argparse gives, and has no public name for
Record = Mapping[str, Any]

_ERRORS = ("model_error", "judge_error")
_SILENT = ("unparsed", "refused", "truncated")
_OUR_FAULT = "official_helper_died"
_SHOWN = 20


def add_parser(subparsers: "Commands[argparse.ArgumentParser]") -> None:
    """Add `export`; it sets `run`, which takes the arguments and returns the exit code."""
    parser = subparsers.add_parser("export", help="write a run's answers in another program's format")
    parser.add_argument("folder", type=Path, metavar="RUN", help="a run folder (runs/<model>/<time>)")
    parser.add_argument("--format", choices=("tir-bench",), required=True, help="the TIR-Bench authors' response file")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it; standard output without")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file; what could not go into it is told on standard error."""
    try:
        records = list(open_run(args.folder).records())
    except RunError as exc:
        return _failed(str(exc))
    rows, left_out = response_file(records)
    for why, cases in left_out.items():
        more = ", …" if len(cases) > _SHOWN else ""
        print(f"left out, {why}: {len(cases):,} ({', '.join(cases[:_SHOWN])}{more})", file=sys.stderr)
    if not rows:
        return _failed(f"{args.folder} holds no answer with an official TIR-Bench score; there is nothing to write.")
    if args.output is None:
        print(json.dumps(rows, ensure_ascii=True, indent=1))
        return 0
    try:
        write_json(args.output, rows, Redactor({}))
    except OSError as exc:
        return _failed(f"{args.output} can't be written: {exc.strerror}.")
    print(f"{len(rows):,} answers in {args.output}", file=sys.stderr)
    return 0


def response_file(records: Iterable[Record]) -> tuple[dict[str, dict[str, Any]], dict[str, list[str]]]:
    """The authors' response file, and the cases that have no place in it.

    Args:
        records: A run's records, in any order.

    Returns:
        (key -> row, in the order of the items' ids; reason -> cases left out). A row has the answer that was scored,
        so that the authors' scorer gives the official score of the record.
    """
    left_out: dict[str, list[str]] = {}
    kept: dict[tuple[int, str], Record] = {}
    found = sorted(records, key=lambda record: record.get("repeat") or 0)
    chosen = _benchmark(found)
    for record in found:
        key = _order(record["item_id"])
        why = _unfit(record, chosen) or ("a later repeat of the same item" if key in kept else None)
        if why is None:
            kept[key] = record
        else:
            left_out.setdefault(why, []).append(f"{record['suite']}/{record['case']}")
    return {str(number): _row(kept[key]) for number, key in enumerate(sorted(kept))}, left_out


def _benchmark(records: Iterable[Record]) -> str | None:
    """The benchmark to write: one file holds one data set's ids."""
    scored = Counter(record["benchmark"] for record in records if record["verdict"]["official"] is not None)
    return "tir_bench" if "tir_bench" in scored else next(iter(scored), None)


def _unfit(record: Record, benchmark: str | None) -> str | None:
    outcome = record["verdict"]["outcome"]
    if outcome in _ERRORS:
        return f"{outcome}: there is no answer to score (run again with --resume, then export)"
    if record["verdict"]["official"] is None:
        return "the benchmark has no official scorer"
    if record["benchmark"] != benchmark:
        return f"of another benchmark than {benchmark}"
    stops = [flag for flag in record["verdict"]["flags"] if flag.startswith("official_") and flag != _OUR_FAULT]
    return f"the authors' program would stop at it ({stops[0].removeprefix('official_')})" if stops else None


def _row(record: Record) -> dict[str, Any]:
    paths = [image["path"] for image in record["images"]]
    number, text = _order(record["item_id"])
    name = text if number < 0 else number
    return {
        "id": name,
        "task": record["task"],
        "image_1": paths[0] if paths else "",
        "image_2": paths[1] if len(paths) > 1 else None,
        "prompt": record["prompt"],
        "answer": record["expected"],
        "meta_data": record["meta_data"],
        "question_id": name,
        "model_response": record["transcript"]["final_text"],
        "extracted_answer": _extracted(record["verdict"]),
    }


def _extracted(verdict: Mapping[str, Any]) -> str:
    """The answer that was scored: an outcome without an answer counts as an empty one, whatever was read on the way."""
    extraction = verdict["extraction"]
    if verdict["outcome"] in _SILENT or extraction is None:
        return ""
    return str(extraction["answer"] or "")


def _order(item_id: str) -> tuple[int, str]:
    """Whole numbers by their value, then any other id by its text."""
    plain = item_id.isascii() and item_id.isdecimal() and len(item_id) < 16 and (item_id == "0" or item_id[0] != "0")
    return (int(item_id), "") if plain else (-1, item_id)


def _failed(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return 1

"""`gazecheck rescore RUN`: score the transcripts of a run with today's rules, and show what changed."""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters import transcripts
from adapters.profiles import profile_from
from bench_plugin.judge import Judge
from bench_plugin.plain import plain
from bench_plugin.records import case_from
from bench_plugin.run_folder import RunError, StoredRun, open_run


@dataclass(frozen=True, slots=True)
class Change:
    """One case whose outcome, answer or score is another one today."""

    case: str
    before: str
    after: str
    rules: str


def add_parser(subparsers: Any) -> None:  # Any: argparse's class of this has no public name
    """Declare the subcommand."""
    parser = subparsers.add_parser("rescore", help="score a run again with today's rules, offline")
    parser.add_argument("path", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument("--diff", action="store_true", help="list every case that changed, with the rules that read it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print how many cases changed, by rule. Exit code 1 when any did, 2 when there is no such run."""
    try:
        stored = open_run(args.path)
    except RunError as exc:
        print(exc, file=sys.stderr)
        return 2
    scored, changed = _changes(stored)
    print(f"{args.path}: {scored} transcripts scored again, {len(changed)} changed")
    for rules, count in Counter(change.rules for change in changed).most_common():
        print(f"  {count:5}  {rules}")
    if args.diff:
        for change in changed:
            print(f"{change.case}: {change.before} -> {change.after}  ({change.rules})")
    return 1 if changed else 0


def _changes(stored: StoredRun) -> tuple[int, list[Change]]:
    judge = Judge(profile_from(stored.about["profile"]))
    folders = {source["suite"]: Path(source["folder"]) for source in stored.about["data"]}
    scored, changed = 0, []
    for record in stored.records():
        before = record["verdict"]
        old_rule = (before["extraction"] or {}).get("rule")
        if record["transcript"] is None or old_rule == "llm":
            continue  # nothing was said, or a model read it: its reading is no rule of ours
        scored += 1
        case = case_from(record, folders.get(record["suite"], stored.path))
        after = plain(judge(case, transcripts.from_plain(record["transcript"])).verdict)
        if _told(before) != _told(after):
            rules = f"{old_rule} -> {(after['extraction'] or {}).get('rule')}"
            changed.append(Change(f"{record['suite']}/{record['case']}", _told(before), _told(after), rules))
    return scored, changed


def _told(verdict: Mapping[str, Any]) -> str:
    """Outcome, answer and both scores, as they are compared and shown."""
    answer = (verdict["extraction"] or {}).get("answer")
    scores = (f"{name} {'-' if verdict[name] is None else round(verdict[name], 4)}" for name in ("strict", "official"))
    return f"{verdict['outcome']} {answer!r} ({', '.join(scores)})"

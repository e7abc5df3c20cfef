"""`gazecheck gate RUN`: hold a finished run against a gate, with the exit codes of a gated `pytest`."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from bench_plugin.gating.comparable import check_comparable
from bench_plugin.gating.decision import Ended, decide, trouble_of
from bench_plugin.gating.gate_file import GateFileError, read_gate
from bench_plugin.gating.results import decision_lines, gate_document, write_results
from bench_plugin.gating.scored_run import ScoredRun, scored_run
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import RunError, write_json
from scoring.gate_check import check_gate
from scoring.gates import Gate, GateError

_ROOT = Path(__file__).resolve().parents[1]
_WRONG_CALL = 2


def add_parser(subparsers: Any) -> None:  # Any: argparse's class of this has no public name
    """Add `gate`; it sets `run`, which takes the arguments and returns the exit code."""
    parser = subparsers.add_parser("gate", help="hold a finished or merged run against a gate")
    parser.add_argument("folder", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument("--gate", metavar="FILE", help="default: [tool.gazecheck.gates] of the suite's pyproject.toml")
    parser.add_argument("--baseline", type=Path, metavar="RUN", help="the run to compare with")
    parser.add_argument("--anyway", action="store_true", help="compare with a baseline that was asked otherwise")
    parser.add_argument("--summary-md", type=Path, metavar="FILE", help="write the result as Markdown")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Decide, write the result into summary.json, print. 2 when the gate or a run can't be used."""
    try:
        gate = _gate(args.gate)
        decided = scored_run(args.folder)
        _check_whole(decided)
        baseline = None if args.baseline is None else scored_run(args.baseline)
        check_gate(gate, decided.items)
        warnings = [] if baseline is None else check_comparable(baseline, decided, anyway=args.anyway)
    except (GateFileError, GateError, RunError) as exc:
        print(f"error: {exc}", file=sys.stderr)
        return _WRONG_CALL
    ended = Ended(trouble=_trouble(decided))
    decision = decide(gate, decided.summary, decided, baseline, ended=ended, warnings=warnings)
    summary, redact = {**decided.summary, "gate": gate_document(decision)}, Redactor(os.environ)
    write_json(decided.path / "summary.json", summary, redact)
    problems = write_results(decided, summary, decision, baseline, redact=redact, summary_md=args.summary_md)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    for line in decision_lines(decision):
        print(line)
    return decision.exit_code


def _gate(given: str | None) -> Gate:
    gate = read_gate(given, _ROOT)
    if gate is None:
        raise GateFileError("no gate: name one with --gate FILE. docs/gates.md shows one.")
    return gate


def _check_whole(decided: ScoredRun) -> None:
    """A gate decides on a whole selection, as in `pytest`."""
    selection = decided.about["selection"]
    if selection["last_failed"] or selection["stepwise"]:
        raise RunError(
            f"{decided.path} was made with --lf or --sw: a run of what failed before says nothing of the model."
        )
    if selection["shard"]:
        raise RunError(
            f"{decided.path} is shard {selection['shard']}: unite all of them first (gazecheck merge RUN… --into DIR)."
        )


def _trouble(decided: ScoredRun) -> str | None:
    """Why the run did not go through: what it said itself, or that cases are missing after all."""
    told: str | None = decided.about.get("trouble")
    return told or trouble_of(len(decided.items), len(decided.unasked), None, ())

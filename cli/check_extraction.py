"""`gazecheck check-extraction`: how often the rules read the labelled replies rightly, and every one they do not."""

import argparse
import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.extraction import extract
from scoring.verdict import Extraction

Commands = argparse._SubParsersAction  # the type argparse gives, and has no public name for

REPLIES = Path(__file__).resolve().parent.parent / "tests" / "data" / "replies"
TARGET_SHARE = 0.97
_SHOWN_CHARS = 160


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """A reply with the answer a person reads in it.

    Attributes:
        split: `test` rows are looked at by nobody who writes rules; `dev` rows are what rules are written from.
        expected: The canonical answer; None for a trap, a reply in which there is none.
        why: What the row is there for.
    """

    id: str
    split: str
    task: str
    style: str
    prompt: str
    response: str
    meta_data: Mapping[str, Any] | None
    expected: str | None
    why: str

    @property
    def is_trap(self) -> bool:
        """Whether the extractor must abstain."""
        return self.expected is None


@dataclass(frozen=True, slots=True)
class Checked:
    """A labelled reply and what the rules made of it."""

    reply: LabelledReply
    extraction: Extraction

    @property
    def is_right(self) -> bool:
        """Whether the answer is the expected one, or absent as expected."""
        return self.extraction.answer == self.reply.expected


def add_parser(subparsers: "Commands[argparse.ArgumentParser]") -> None:
    """Add `check-extraction`; it sets `run`, which takes the arguments and returns the exit code."""
    parser = subparsers.add_parser(
        "check-extraction", help="how often the extraction rules read the labelled replies rightly"
    )
    parser.add_argument("--split", choices=("dev", "test"), help="only one of the two sets; both without")
    parser.add_argument("--folder", type=Path, default=REPLIES, metavar="DIR", help="where the labelled replies lie")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the figures and every failure; 1 when a set misses the target or a trap is answered, 2 without replies."""
    try:
        replies = load_replies(args.folder)
    except (OSError, ValueError) as exc:
        print(f"error: no labelled replies in {args.folder}: {exc}. They are part of a checkout, below tests/data.")
        return 2
    missed = False
    for split in (args.split,) if args.split else ("dev", "test"):
        checked = [check(reply) for reply in replies if reply.split == split]
        _print_split(split, checked)
        missed |= not meets_target(checked)
    return int(missed)


def load_replies(folder: Path) -> list[LabelledReply]:
    """All labelled replies of a folder: `*.jsonl` and `*.jsonl.gz`, one row a line.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A row has other fields than `LabelledReply`.
    """
    files = sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")])
    if not files:
        raise FileNotFoundError("no *.jsonl or *.jsonl.gz file")
    return [reply for file in files for reply in _rows(file)]


def check(reply: LabelledReply) -> Checked:
    """Extract the answer of a labelled reply."""
    return Checked(reply, extract(reply.task, reply.prompt, reply.response, reply.meta_data))


def meets_target(checked: Sequence[Checked]) -> bool:
    """Whether at least 97 % of the answers are right and no trap is answered."""
    answers = [one.is_right for one in checked if not one.reply.is_trap]
    trapped = any(not one.is_right for one in checked if one.reply.is_trap)
    return not trapped and sum(answers) >= TARGET_SHARE * len(answers)


def _rows(file: Path) -> list[LabelledReply]:
    data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    rows = []
    for number, line in enumerate(data.decode("utf-8").splitlines(), 1):
        try:
            rows.append(LabelledReply(**json.loads(line)))
        except (TypeError, ValueError) as exc:
            raise ValueError(f"{file.name}, line {number}: {exc}") from exc
    return rows


def _print_split(split: str, checked: Sequence[Checked]) -> None:
    answers = [one for one in checked if not one.reply.is_trap]
    traps = [one for one in checked if one.reply.is_trap]
    answered = sum(not one.is_right for one in traps)
    print(f"{split}: {_figure(answers)} answers right, {answered} of {len(traps)} traps answered")
    _print_table("style", answers, lambda one: one.reply.style)
    _print_table("task", answers, lambda one: one.reply.task)
    for one in checked:
        if not one.is_right:
            print(_failure(one))


def _print_table(name: str, checked: Sequence[Checked], key: Callable[[Checked], str]) -> None:
    groups: dict[str, list[Checked]] = {}
    for one in checked:
        groups.setdefault(key(one), []).append(one)
    for group in sorted(groups):
        print(f"  {name:<5}  {group:<16}  {_figure(groups[group])}")


def _figure(checked: Iterable[Checked]) -> str:
    right = [one.is_right for one in checked]
    share = f"{sum(right) / len(right):.1%}" if right else "–"
    return f"{sum(right)}/{len(right)} ({share})"


def _failure(one: Checked) -> str:
    said = json.dumps(one.reply.response[-_SHOWN_CHARS:], ensure_ascii=False)
    found = one.extraction
    why = f", {found.reason}" if found.reason else ""
    return (
        f"  FAILED {one.reply.id}: expected {one.reply.expected}, got {found.answer} ({found.rule}{why})\n    … {said}"
    )

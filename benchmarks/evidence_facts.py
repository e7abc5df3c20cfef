"""What a data set with evidence is like, beside what the ViEBench paper says of its own."""

import itertools
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.fields import SCENARIOS, SPLITS
from benchmarks.item import Corners, Item
from benchmarks.shuffle import letter_balance

PAPER_ITEMS_A_SPLIT = 100
PAPER_SCENARIOS: Mapping[str, int] = dict(zip(SCENARIOS, (32, 32, 19, 17), strict=True))
"""Scenario -> percent of all items. Source: arXiv 2601.11633."""
PAPER_EVIDENCE_SHARE = 0.007
"""The gold evidence takes less than this share of the picture on average."""


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """One split (or one task, where a data set has no splits).

    Attributes:
        scenarios: Scenario -> items; items without one are under None.
        shares: Of each item with evidence, the share (0 to 1) of its first picture that the gold boxes cover.
        letters: Gold letter -> share of the items that have one.
    """

    name: str
    items: int
    scenarios: Mapping[str | None, int]
    shares: tuple[float, ...]
    letters: Mapping[str, float]


def group_facts(items: Sequence[Item]) -> tuple[GroupFacts, ...]:
    """The facts of each split, in alphabetical order."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.split or item.task, []).append(item)
    return tuple(_group(name, groups[name]) for name in sorted(groups))


def differences(groups: Sequence[GroupFacts]) -> tuple[str, ...]:
    """Where a data set is not like the paper's ViEBench, a sentence each."""
    counts = {split: sum(group.items for group in groups if group.name == split) for split in SPLITS}
    found = [
        f"{split} has {count} items; the paper has {PAPER_ITEMS_A_SPLIT}"
        for split, count in counts.items()
        if count != PAPER_ITEMS_A_SPLIT
    ]
    scenarios = sum((Counter(group.scenarios) for group in groups), Counter[str | None]())
    for scenario, percent in PAPER_SCENARIOS.items():
        share = 100 * scenarios[scenario] / max(1, scenarios.total())
        if round(share) != percent:
            found.append(f"{scenario} is {share:.0f} % of the items; in the paper {percent} %")
    shares = [share for group in groups for share in group.shares]
    if shares and statistics.fmean(shares) >= PAPER_EVIDENCE_SHARE:
        found.append(
            f"the evidence takes {statistics.fmean(shares):.2%} of the picture on average; in the paper under "
            f"{PAPER_EVIDENCE_SHARE:.1%}"
        )
    return tuple(found)


def covered_area(boxes: Sequence[Corners]) -> float:
    """Area of the union of boxes, in square pixels: what two boxes share counts once."""
    columns = sorted({edge for box in boxes for edge in (box[0], box[2])})
    area = 0.0
    for left, right in itertools.pairwise(columns):
        spans = sorted((box[1], box[3]) for box in boxes if box[0] <= left and right <= box[2])
        reached = float("-inf")
        for top, bottom in spans:
            area += (right - left) * max(0.0, bottom - max(top, reached))
            reached = max(reached, bottom)
    return area


def _group(name: str, items: Sequence[Item]) -> GroupFacts:
    shares = []
    for item in items:
        width, height = item.images[0].upright_size
        if item.evidence:
            shares.append(covered_area(item.evidence) / (width * height))
    return GroupFacts(
        name=name,
        items=len(items),
        scenarios=Counter(item.scenario for item in items),
        shares=tuple(shares),
        letters=letter_balance(item.answer for item in items if item.scorer == "choice"),
    )

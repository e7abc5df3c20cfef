"""Several answers to each item: how often one of k is right (pass@k), and how often all k are (pass^k)."""

from collections import defaultdict
from collections.abc import Sequence
from math import comb, sqrt
from typing import Any

from scoring.scored_item import ScoredItem, Scoring


def pass_at(k: int, n: int, right: int) -> float:
    """Chance that k of n answers, drawn without putting back, hold a right one.

    Source: the unbiased estimator of arXiv 2107.03374.
    """
    return 1.0 - comb(n - right, k) / comb(n, k)


def pass_hat(k: int, n: int, right: int) -> float:
    """Chance that k of n answers, drawn without putting back, are all right (pass^k)."""
    return comb(right, k) / comb(n, k)


def repeat_figures(items: Sequence[ScoredItem], scoring: Scoring) -> dict[str, Any] | None:
    """Figures over items that were asked several times; None when none was.

    Only answers count that could be scored, and only items with as many of them as the most repeated item has: an item
    with an error among its answers is left out, and `items` says how many are in.

    Returns:
        `items`, `answers` (an item), `pass_at` and `pass_hat` (k -> mean over items), `spread` (mean over items of the
        standard deviation of the scores of one item's answers).
    """
    answers: dict[str, list[ScoredItem]] = defaultdict(list)
    for item in items:
        if item.passed(scoring) is not None:
            answers[item.name].append(item)
    n = max((item.repeat for item in items), default=0) + 1
    full = [group for group in answers.values() if len(group) == n]
    if n < 2 or not full:
        return None
    rights = [sum(bool(item.passed(scoring)) for item in group) for group in full]
    return {
        "items": len(full),
        "answers": n,
        "pass_at": {str(k): sum(pass_at(k, n, right) for right in rights) / len(full) for k in range(1, n + 1)},
        "pass_hat": {str(k): sum(pass_hat(k, n, right) for right in rights) / len(full) for k in range(1, n + 1)},
        "spread": sum(_deviation(group, scoring) for group in full) / len(full),
    }


def _deviation(group: Sequence[ScoredItem], scoring: Scoring) -> float:
    scores = [item.score(scoring) or 0.0 for item in group]
    mean = sum(scores) / len(scores)
    return sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))

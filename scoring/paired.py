"""Paired tests: two runs over the same items differ by what changed, not by how hard the items are.

A difference is `after - before`; a drop is the same with the other sign. Items that share an image change sides
together, as do the answers of one item asked several times.

The exact binomial sum is written out: scipy's `binomtest` gives the same to the last digit, and importing `scipy.stats`
takes longer than comparing two runs.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import NormalDist
from typing import Literal

from scoring.intervals import MIN_N, Column, Interval, bootstrap_means, percentile_interval
from scoring.sign_flips import flip_signs

Test = Literal["mcnemar", "score", "permutation"]

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class PValue:
    """A p-value and the test it comes from."""

    value: float
    test: Test


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure in two runs over the same items.

    Attributes:
        before, after: The measure in each run; None where no item is in its denominator.
        value: `after - before`.
        n: Items with a part in the measure in either run.
        interval: Of the difference, from a paired bootstrap over clusters; None under 5 of them.
        p: Two-sided, against no difference. None without a value.
        fixed, broken: For right or wrong, how many items went up and down; None for fractions.
    """

    before: float | None
    after: float | None
    value: float | None
    n: int
    interval: Interval | None
    p: PValue | None
    fixed: int | None
    broken: int | None


def differences(before: Sequence[Column], after: Sequence[Column], clusters: Sequence[Hashable]) -> list[Difference]:
    """The difference of each measure between two runs.

    Right-or-wrong measures of independent items get the exact McNemar test. Fractions, clusters, and measures whose
    denominator changes between the runs (items with a zoom) get a sign-flip permutation test over clusters.

    Args:
        before, after: One column a measure, the same items in the same order; None outside the denominator.
        clusters: One key an item.
    """
    columns = [(tuple(old), tuple(new)) for old, new in zip(before, after, strict=True)]
    # Where every answer is right or wrong, accuracy and pass rate are the same numbers: they are tested once.
    distinct = list(dict.fromkeys(columns))
    found = dict(zip(distinct, _differences(distinct, clusters), strict=True))
    return [found[pair] for pair in columns]


def drop_p_value(before: Column, after: Column, clusters: Sequence[Hashable], tolerance: float = 0.0) -> PValue | None:
    """How likely so large a drop is if the true one is at most `tolerance`: one-sided.

    A small value says that the drop is larger than tolerated. Right-or-wrong measures of independent items get the
    exact McNemar test at zero tolerance and Tango's score test above; all others the permutation test.

    Returns:
        None where one run has no item in the measure's denominator.
    """
    sample = Sample.of(before, after, clusters)
    if sample.value is None:
        return None
    if sample.counts is None:
        return PValue(flip_signs(sample.parts(tolerance), "less"), "permutation")
    fixed, broken = sample.counts
    if tolerance == 0:
        return PValue(mcnemar(broken, fixed, "greater"), "mcnemar")
    return PValue(tango(broken, fixed, sample.n, tolerance), "score")


def mcnemar(one_way: int, other_way: int, alternative: Literal["two-sided", "greater"] = "two-sided") -> float:
    """Exact McNemar test: are the discordant pairs split like coin flips?

    Args:
        one_way, other_way: Pairs that changed each way. Pairs that did not change say nothing.
        alternative: `greater` asks whether `one_way` is too many.

    Source: the binomial test at one half; as scipy's `binomtest(one_way, one_way + other_way, alternative=…)`.
    """
    n = one_way + other_way
    if alternative == "greater":
        return _upper_tail(one_way, n)
    return min(1.0, 2 * _upper_tail(max(one_way, other_way), n))


def tango(broken: int, fixed: int, n: int, tolerance: float) -> float:
    """One-sided score test that the share of broken items exceeds that of fixed ones by more than `tolerance`.

    The variance is taken where the drop is exactly `tolerance`, so the test keeps its level in small samples too.

    Source: Tango 1998, Statistics in Medicine 17, equation for the restricted estimate; at zero tolerance it is
    McNemar's test without a correction.
    """
    a, b = 2 * n, 2 * (n - broken) * tolerance - (broken + fixed) * (1 - tolerance)
    share_fixed = (sqrt(b * b + 4 * a * fixed * tolerance * (1 - tolerance)) - b) / (2 * a)
    variance = (2 * share_fixed + tolerance - tolerance**2) / n
    excess = (broken - fixed) / n - tolerance
    if variance <= 0:
        return 1.0 if excess <= 0 else 0.0
    return 1 - NormalDist().cdf(excess / sqrt(variance))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: p-values that stay comparable with 0.05 when several rules are tested together.

    Source: Holm 1979; as statsmodels' `multipletests(method="holm")`.
    """
    corrected, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


@dataclass(frozen=True, slots=True)
class Sample:
    """One measure's pairs, summed by cluster.

    Attributes:
        before, after: The means; None where the denominator is empty.
        n: Items with a part in either run.
        counts: (fixed, broken) where the pairs are right or wrong and independent, else None.
        sums: For each cluster: sum and number before, sum and number after.
        same_items: Whether every item is in the denominator of both runs or of neither.
    """

    before: float | None
    after: float | None
    n: int
    counts: tuple[int, int] | None
    sums: tuple[tuple[float, int, float, int], ...]
    same_items: bool

    @classmethod
    def of(cls, before: Column, after: Column, clusters: Sequence[Hashable]) -> "Sample":
        """Sum up two columns."""
        pairs = [
            (old, new, key)
            for old, new, key in zip(before, after, clusters, strict=True)
            if old is not None or new is not None
        ]
        sums: dict[Hashable, list[float]] = {}
        for old, new, key in pairs:
            row = sums.setdefault(key, [0.0, 0, 0.0, 0])
            row[0] += old or 0.0
            row[1] += old is not None
            row[2] += new or 0.0
            row[3] += new is not None
        same_items = all(old is not None and new is not None for old, new, _ in pairs)
        return cls(
            before=_mean([old for old, _, _ in pairs if old is not None]),
            after=_mean([new for _, new, _ in pairs if new is not None]),
            n=len(pairs),
            counts=_counts(pairs) if same_items and len(sums) == len(pairs) else None,
            sums=tuple((row[0], int(row[1]), row[2], int(row[3])) for row in sums.values()),
            same_items=same_items,
        )

    @property
    def value(self) -> float | None:
        """`after - before`."""
        return None if self.before is None or self.after is None else self.after - self.before

    def parts(self, tolerance: float) -> list[float]:
        """Each cluster's part in `after - before + tolerance`; their sum has its sign."""
        if self.same_items:
            # Without the last digits: equal sums that were added up in another order are no change.
            return [round(after - before + tolerance * size, _DIGITS) for before, size, after, _ in self.sums]
        # A ratio of sums is linearised: a cluster's part is its influence on the difference, plus an equal share of it.
        old, new = self.before or 0.0, self.after or 0.0
        n_old, n_new = sum(row[1] for row in self.sums), sum(row[3] for row in self.sums)
        shift = (new - old + tolerance) / len(self.sums)
        return [(after - new * k) / n_new - (before - old * j) / n_old + shift for before, j, after, k in self.sums]


def _differences(pairs: Sequence[tuple[Column, Column]], clusters: Sequence[Hashable]) -> list[Difference]:
    samples = [Sample.of(before, after, clusters) for before, after in pairs]
    found: list[Interval | None] = [None] * len(samples)
    # Draws of a plain difference have few kinds of rows and are quick one by one; ratios are drawn together.
    ratios = [index for index, sample in enumerate(samples) if not sample.same_items and len(sample.sums) >= MIN_N]
    for index, sample in enumerate(samples):
        if sample.same_items and len(sample.sums) >= MIN_N:
            found[index] = percentile_interval(bootstrap_means([_change(*pairs[index])], clusters)[:, 0])
    if ratios:
        means = bootstrap_means([pairs[index][side] for side in (0, 1) for index in ratios], clusters)
        for place, index in enumerate(ratios):
            found[index] = percentile_interval(means[:, len(ratios) + place] - means[:, place])
    return [_difference(sample, interval) for sample, interval in zip(samples, found, strict=True)]


def _difference(sample: Sample, interval: Interval | None) -> Difference:
    p = None
    if sample.value is not None:
        p = (
            PValue(flip_signs(sample.parts(0.0)), "permutation")
            if sample.counts is None
            else PValue(mcnemar(*sample.counts), "mcnemar")
        )
    return Difference(
        before=sample.before,
        after=sample.after,
        value=sample.value,
        n=sample.n,
        interval=interval,
        p=p,
        fixed=None if sample.counts is None else sample.counts[0],
        broken=None if sample.counts is None else sample.counts[1],
    )


def _counts(pairs: Sequence[tuple[float | None, float | None, Hashable]]) -> tuple[int, int] | None:
    if any(old not in (0, 1) or new not in (0, 1) for old, new, _ in pairs):
        return None
    return sum(old == 0 and new == 1 for old, new, _ in pairs), sum(old == 1 and new == 0 for old, new, _ in pairs)


def _change(before: Column, after: Column) -> Column:
    """Each item's difference, without the last digits in which equal fractions differ."""
    return [
        None if old is None or new is None else round(new - old, _DIGITS)
        for old, new in zip(before, after, strict=True)
    ]


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _upper_tail(least: int, n: int) -> float:
    """P(X >= least) of n fair coins, exact."""
    term, total = comb(n, least), 0
    for k in range(least, n + 1):
        total += term
        term = term * (n - k) // (k + 1)
    return total / (1 << n)

"""How sure a figure is: Wilson for shares, a bootstrap over items for means of fractions.

Items that share an image, and the answers of one item asked several times, are not independent. They carry the same
cluster key and are drawn (or discounted) together. Shares are 0 to 1, every interval is at 95 %.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_N = 5
"""With fewer items (or clusters) an interval says nothing: it is a dash."""

DRAWS = 10_000
SEED = 20_260_114

_Z = NormalDist().inv_cdf(0.975)
_TAILS = (0.025, 0.975)
# One binomial number costs as much as about six drawn indices, so a value that occurs less often is drawn by index.
_COMMON = 6
# Draws are made a few megabytes at a time, whatever the number of items.
_CELLS = 1_000_000

Column = Sequence[float | None]
"""One measure over the items of a scope, in their order; None where an item is outside the measure's denominator."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval and how it was made."""

    low: float
    high: float
    method: Literal["wilson", "bootstrap", "newcombe"]


def wilson(successes: float, n: float) -> Interval | None:
    """Wilson's score interval of a share.

    Args:
        successes: How many of the `n` hold; a fraction when `n` is an effective number.
        n: How many independent observations there are.

    Returns:
        None under `MIN_N` observations.

    Raises:
        ValueError: `successes` lies outside 0 to `n`.

    Source: Wilson 1927; without a continuity correction, as statsmodels' `proportion_confint(method="wilson")`.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is no share: successes lie between 0 and n; are the two swapped?")
    if n < MIN_N:
        return None
    share, z2 = successes / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return Interval(low, high, "wilson")


def newcombe(first: float, of_first: Interval, second: float, of_second: Interval) -> Interval:
    """Interval of `first - second`, two means of different items, from the interval of each.

    Source: Newcombe 1998, method 10; as statsmodels' `confint_proportions_2indep(method="newcomb")`.
    """
    down = sqrt((first - of_first.low) ** 2 + (of_second.high - second) ** 2)
    up = sqrt((of_first.high - first) ** 2 + (second - of_second.low) ** 2)
    return Interval(first - second - down, first - second + up, "newcombe")


def mean_intervals(
    columns: Sequence[Column],
    clusters: Sequence[Hashable],
    *,
    amounts: Collection[int] = (),
    draws: int = DRAWS,
    seed: int = SEED,
) -> list[Interval | None]:
    """The interval of each column's mean.

    Columns of zeros and ones get Wilson's interval, with the number of items divided by the design effect where
    clusters hold several. All others are bootstrapped together, from the same draws, so a scope pays once.

    Args:
        columns: Measures over the same items.
        clusters: One key an item; equal keys are drawn together.
        amounts: Indices of columns that are no shares even when all their values happen to be 0 or 1 (calls).
        draws, seed: Of the bootstrap.

    Returns:
        One interval a column; None where fewer than `MIN_N` clusters are in the denominator.

    Raises:
        ValueError: A column's length is not that of `clusters`.
    """
    found: list[Interval | None] = [None] * len(columns)
    fractions: list[int] = []
    alone = len(set(clusters)) == len(clusters)
    for index, column in enumerate(columns):
        if len(column) != len(clusters):
            raise ValueError(f"column {index} has {len(column)} values for {len(clusters)} items: one value an item")
        values = [value for value in column if value is not None]
        if index not in amounts and all(value in (0, 1) for value in values):
            found[index] = wilson(sum(values), len(values)) if alone else _clustered_wilson(column, clusters)
        elif len({key for key, value in zip(clusters, column, strict=True) if value is not None}) >= MIN_N:
            fractions.append(index)
    if fractions:
        means = bootstrap_means([columns[index] for index in fractions], clusters, draws=draws, seed=seed)
        for place, index in enumerate(fractions):
            found[index] = percentile_interval(means[:, place])
    return found


def bootstrap_means(
    columns: Sequence[Column], clusters: Sequence[Hashable], *, draws: int = DRAWS, seed: int = SEED
) -> "NDArray[np.float64]":
    """Means of resampled items: whole clusters are drawn with replacement, as many as there are.

    Returns:
        Shape (draws, columns). NaN where a draw holds no item of a column's denominator.
    """
    import numpy as np

    rows = _cluster_rows(columns, clusters)
    kinds, back, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    common = counts >= _COMMON
    rest = rows[~common[back.reshape(-1)]]
    rng = np.random.default_rng(seed)
    # A draw of n rows is a multinomial number of each common row, and for the remainder as many picks among the rest.
    chances = np.append(counts[common], len(rest)) / len(rows)
    totals, step = np.empty((draws, rows.shape[1])), max(1, _CELLS // (len(rows) + 1))
    for start in range(0, draws, step):
        drawn = rng.multinomial(len(rows), chances, size=min(step, draws - start))
        part = totals[start : start + step]
        part[:] = drawn[:, :-1] @ kinds[common]
        if len(rest):
            part += _rest_totals(rng, rest, drawn[:, -1])
    width = len(columns)
    with np.errstate(invalid="ignore"):
        means: NDArray[np.float64] = totals[:, :width] / totals[:, width:]
    return means


def percentile_interval(means: "NDArray[np.float64]") -> Interval | None:
    """The middle 95 % of bootstrap means; draws that are NaN are left out."""
    import numpy as np

    known = means[~np.isnan(means)]
    if not len(known):
        return None
    low, high = np.quantile(known, _TAILS)
    return Interval(float(low), float(high), "bootstrap")


def _cluster_rows(columns: Sequence[Column], clusters: Sequence[Hashable]) -> "NDArray[np.float64]":
    """One row a cluster: the sum of each column, then how many items are in its denominator."""
    import numpy as np

    places: dict[Hashable, int] = {}
    index = np.array([places.setdefault(key, len(places)) for key in clusters], dtype=np.intp)
    table = np.array([[np.nan if value is None else value for value in column] for column in columns], dtype=np.float64)
    inside = ~np.isnan(table)
    rows = np.zeros((len(places), 2 * len(columns)))
    np.add.at(rows, index, np.concatenate([np.where(inside, table, 0.0), inside]).T)
    return rows


def _rest_totals(
    rng: "np.random.Generator", rest: "NDArray[np.float64]", picks: "NDArray[np.int64]"
) -> "NDArray[np.float64]":
    """Sums of `picks[i]` rows drawn from `rest`, for each draw i."""
    import numpy as np

    bins, most = len(rest) + 1, int(picks.max())
    chosen = rng.integers(0, len(rest), (len(picks), most))
    # Picks beyond the wanted number fall into a last bin that is thrown away.
    chosen[np.arange(most) >= picks[:, None]] = len(rest)
    chosen += np.arange(len(picks))[:, None] * bins
    times = np.bincount(chosen.reshape(-1), minlength=len(picks) * bins).reshape(-1, bins)[:, :-1]
    totals: NDArray[np.float64] = times @ rest
    return totals


def _clustered_wilson(column: Column, clusters: Sequence[Hashable]) -> Interval | None:
    """Wilson's interval with n divided by the design effect, the linearised variance over the binomial one.

    K equal answers of each item then give exactly the interval of one answer, and independent ones that of K n.
    """
    sums: defaultdict[Hashable, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for key, value in zip(clusters, column, strict=True):
        if value is not None:
            sums[key][0] += value
            sums[key][1] += 1
    if len(sums) < MIN_N:
        return None
    n = sum(size for _, size in sums.values())
    share = sum(total for total, _ in sums.values()) / n
    # Without any variation nothing can be told of the design effect: the careful value is one answer a cluster.
    effective = float(len(sums))
    if 0 < share < 1:
        spread = sum((total - share * size) ** 2 for total, size in sums.values())
        effective = min(n, n * n * share * (1 - share) / spread) if spread else n
    return wilson(share * effective, effective)

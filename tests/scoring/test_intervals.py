"""Intervals against reference values, and the corners where a formula would say something silly."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.intervals import Interval, bootstrap_means, mean_intervals, newcombe, percentile_interval, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (0, 5, 0.0, 0.43448246478317487),
        (5, 5, 0.5655175352168252, 1.0),
        (1, 5, 0.036224108632430196, 0.6244653702374748),
        (6, 16, 0.1848123255886363, 0.6135895945449727),
        (41, 100, 0.3186731302113651, 0.5079856994658921),
        (560, 1215, 0.43304409614385747, 0.48901303498465004),
        (1215, 1215, 0.9968482703038252, 1.0),
    ],
)
def test_wilson_agrees_with_statsmodels(successes: int, n: int, low: float, high: float) -> None:
    """Values of statsmodels 0.15.0, `proportion_confint(..., method="wilson")`; scipy 1.17.1 gives the same."""
    found = wilson(successes, n)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)
    assert found.method == "wilson"


@pytest.mark.parametrize("n", [0, 1, 4])
def test_under_five_items_there_is_no_interval(n: int) -> None:
    """A dash, not an interval from 0 to 1 that looks like knowledge."""
    assert wilson(n, n) is None
    assert mean_intervals([[0.5] * n], range(n)) == [None]


def test_wilson_refuses_what_is_no_share() -> None:
    """Successes and n in the wrong order are found out."""
    with pytest.raises(ValueError, match=r"10 of 5 is no share.*swapped"):
        wilson(10, 5)


@given(st.integers(5, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_and_stays_a_share(case: tuple[int, int]) -> None:
    """0 <= low <= share <= high <= 1 whatever the counts, and the mirror image has the mirrored interval."""
    successes, n = case
    found, mirrored = wilson(successes, n), wilson(n - successes, n)
    assert found is not None
    assert mirrored is not None
    assert 0 <= found.low <= successes / n <= found.high <= 1
    assert found.low == pytest.approx(1 - mirrored.high, abs=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((66, 95), (53, 95), -0.0006034609426406601, 0.26728255353886377),
        ((79, 100), (60, 100), 0.062437815453733, 0.30947519171687843),
        ((5, 5), (0, 5), 0.38554900569034356, 1.0),
    ],
)
def test_newcombe_agrees_with_statsmodels(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    """Values of statsmodels 0.15.0, `confint_proportions_2indep(..., method="newcomb", compare="diff")`.

    Its upper end is cut at 1 in the last row, as ours is by construction.
    """
    one, two = wilson(*first), wilson(*second)
    assert one is not None
    assert two is not None
    found = newcombe(first[0] / first[1], one, second[0] / second[1], two)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


def test_fractions_are_bootstrapped() -> None:
    """scipy 1.17.1's percentile bootstrap with 1,000,000 resamples gives 0.325 to 0.755 for these ten."""
    values = [0, 0.25, 0.5, 0.5, 1, 1, 0.75, 0.1, 0.9, 0.4]
    (found,) = mean_intervals([values], range(10))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.325, 0.755), abs=0.012)
    assert found.method == "bootstrap"


def test_the_same_values_give_the_same_interval() -> None:
    """The draws are seeded: a report made twice from one run reads the same."""
    values = [i % 7 / 6 for i in range(60)]
    assert mean_intervals([values], range(60)) == mean_intervals([values], range(60))


def test_equal_fractions_leave_nothing_to_draw() -> None:
    """Sixty times one half: every draw has the mean one half."""
    assert mean_intervals([[0.5] * 60], range(60)) == [Interval(0.5, 0.5, "bootstrap")]


def test_common_and_rare_values_are_drawn_alike() -> None:
    """900 zeros and ones go through counts, 300 distinct fractions through indices; the spread is that of the mean."""
    rare = [i / 300 for i in range(300)]
    values = [0.0, 1.0] * 450 + rare
    means = bootstrap_means([values], range(1200))[:, 0]
    assert means.mean() == pytest.approx(np.mean(values), abs=0.001)
    assert means.std() == pytest.approx(np.std(values) / 1200**0.5, rel=0.04)


def test_items_outside_the_denominator_do_not_count() -> None:
    """None is no zero: the mean of the ten known values, however many items are outside."""
    known: list[float | None] = [0.2, 0.4, 0.6, 0.8, 0.5, 0.3, 0.7, 0.1, 0.9, 0.55]
    (alone,) = mean_intervals([known], range(10))
    (mixed,) = mean_intervals([known + [None] * 40], range(50))
    assert alone is not None
    assert mixed is not None
    assert (mixed.low, mixed.high) == pytest.approx((alone.low, alone.high), abs=0.03)


def test_clusters_are_drawn_whole() -> None:
    """Ten images with twenty equal items each know as much as ten items, not as two hundred."""
    ten = [0.1, 0.9, 0.3, 0.8, 0.2, 0.7, 0.35, 0.65, 0.05, 0.95]
    (few,) = mean_intervals([ten], range(10))
    (many,) = mean_intervals([[v for v in ten for _ in range(20)]], [i for i in range(10) for _ in range(20)])
    assert few is not None
    assert many is not None
    assert (many.low, many.high) == pytest.approx((few.low, few.high), abs=0.01)


def test_repeated_equal_answers_do_not_narrow_a_share() -> None:
    """Asked five times with five equal answers, ten items are ten: exactly the interval of 6 of 10."""
    answers = [1.0] * 6 + [0.0] * 4
    (found,) = mean_intervals([[v for v in answers for _ in range(5)]], [i for i in range(10) for _ in range(5)])
    once = wilson(6, 10)
    assert found is not None
    assert once is not None
    assert (found.low, found.high) == pytest.approx((once.low, once.high), abs=1e-12)


def test_all_right_in_every_repeat_is_as_sure_as_all_right_once() -> None:
    """Without variation the careful reading counts items, not answers."""
    (found,) = mean_intervals([[1.0] * 50], [i for i in range(10) for _ in range(5)])
    assert found == wilson(10, 10)


def test_under_five_clusters_there_is_no_interval() -> None:
    """Forty items on four images are four draws."""
    clusters = [i % 4 for i in range(40)]
    assert mean_intervals([[i / 40 for i in range(40)], [float(i % 2) for i in range(40)]], clusters) == [None, None]


def test_a_column_of_the_wrong_length_is_refused() -> None:
    """A silent zip would drop items."""
    with pytest.raises(ValueError, match="column 0 has 2 values for 3 items"):
        mean_intervals([[1.0, 0.0]], range(3))


def test_draws_without_an_item_are_left_out() -> None:
    """One known item among many: some draws miss it; with none known there is no interval."""
    means = bootstrap_means([[0.5] + [None] * 19], range(20))[:, 0]
    assert np.isnan(means).any()
    assert percentile_interval(means) == Interval(0.5, 0.5, "bootstrap")
    assert percentile_interval(np.array([np.nan])) is None


def test_shares_need_no_numpy() -> None:
    """Right-or-wrong figures cost no import at the end of a run."""
    code = (
        "import sys; from scoring.intervals import mean_intervals;"
        "mean_intervals([[1, 0, 1, 1, 0, 1], [1] * 6], range(6)); mean_intervals([[1] * 12], [0, 1, 2, 3, 4, 5] * 2);"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_amount_is_no_share() -> None:
    """One call on every item is a mean of 1 that could have been 2: no interval that ends at 1 by construction."""
    calls = [1.0] * 20
    assert mean_intervals([calls, calls], range(20), amounts=[1]) == [wilson(20, 20), Interval(1.0, 1.0, "bootstrap")]

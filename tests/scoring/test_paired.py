"""Paired tests against reference values, their level where nothing changed, and their corner cases."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.intervals import Column
from scoring.paired import differences, drop_p_value, holm, mcnemar, tango
from scoring.sign_flips import flip_signs


@pytest.mark.parametrize(
    ("one_way", "other_way", "two_sided", "greater"),
    [
        (12, 30, 0.007915897334896727, 0.9985563760128571),
        (30, 12, 0.007915897334896727, 0.003957948667448363),
        (4, 0, 0.125, 0.0625),
        (5, 5, 1.0, 0.623046875),
        (1, 0, 1.0, 0.5),
        (120, 121, 1.0, 0.5512370041523784),
        (700, 600, 0.0060157938610449395, 0.0030078969305224698),
    ],
)
def test_mcnemar_agrees_with_scipy(one_way: int, other_way: int, two_sided: float, greater: float) -> None:
    """Values of scipy 1.17.1, `binomtest(one_way, one_way + other_way, alternative=...)`."""
    assert mcnemar(one_way, other_way) == pytest.approx(two_sided, rel=1e-9)
    assert mcnemar(one_way, other_way, "greater") == pytest.approx(greater, rel=1e-9)


def test_without_a_changed_pair_nothing_is_shown() -> None:
    """No discordant pair, and no difference but zeros: p is 1, not an error."""
    assert mcnemar(0, 0) == mcnemar(0, 0, "greater") == 1.0
    assert flip_signs([]) == flip_signs([0.0, 0.0, 0.0]) == 1.0


@pytest.mark.parametrize(
    ("parts", "two_sided", "less"),
    [
        pytest.param([0.5, -0.25, 0.1, 0.3, 0.3, -0.1, 0.8], 0.140625, 0.9453125, id="mixed"),
        pytest.param([1, 1, 1, 1, 1], 0.0625, 1.0, id="all equal"),
        pytest.param([0.2, -0.2, 0.4, -0.4], 1.0, 0.625, id="ties that cancel"),
        pytest.param([-0.3], 1.0, 0.5, id="one item"),
    ],
)
def test_few_sign_flips_are_counted_exactly(parts: list[float], two_sided: float, less: float) -> None:
    """Values of scipy 1.17.1, `permutation_test(permutation_type="samples", n_resamples=inf)`; the last by hand."""
    assert flip_signs(parts) == two_sided
    assert flip_signs(parts, "less") == less


def test_many_sign_flips_are_drawn() -> None:
    """scipy 1.17.1 with 400,000 resamples of these forty differences: 0.2728 and 0.1364."""
    parts = [
        0.56, -0.82, 0.08, -0.22, -0.19, -0.11, -0.66, -0.12, -0.31, 0.95, 0.02, -0.16, -0.13, -0.25, -0.37, -0.17,
        0.09, -0.12, 0.24, -0.11, -0.04, 0.41, 0.11, -0.2, -0.1, 0.11, 0.53, -0.13, -0.12, 0.25, -0.32, -0.14, 0.21,
        0.12, -0.02, 0.15, -0.9, 0.26, -0.34, -0.55,
    ]  # fmt: skip
    assert flip_signs(parts) == pytest.approx(0.2728, abs=0.012)
    assert flip_signs(parts, "less") == pytest.approx(0.1364, abs=0.009)
    assert flip_signs(parts) == flip_signs(parts)


def test_flipping_whole_numbers_is_mcnemar() -> None:
    """Common sizes are drawn as binomial numbers: 60 broken and 40 fixed give McNemar's 0.0569."""
    assert flip_signs([-1.0] * 60 + [1.0] * 40) == pytest.approx(mcnemar(60, 40), abs=0.006)


@pytest.mark.parametrize(
    ("broken", "fixed", "n", "tolerance", "p"),
    [
        (4, 0, 100, 0.02, 0.08071473),
        (30, 12, 220, 0.05, 0.13381256),
        (10, 2, 50, 0.1, 0.17574316),
        (3, 3, 40, 0.05, 0.78501799),
        (0, 0, 40, 0.05, 0.92660345),
        (40, 0, 40, 0.5, 0.00013036),
    ],
)
def test_tangos_score_test(broken: int, fixed: int, n: int, tolerance: float, p: float) -> None:
    """Checked against scipy 1.17.1: the restricted likelihood maximised by `minimize_scalar`, then `norm.sf`."""
    assert tango(broken, fixed, n, tolerance) == pytest.approx(p, abs=1e-7)


def test_without_variance_the_score_test_only_compares() -> None:
    """Nothing changed and nothing tolerated: no drop is shown."""
    assert tango(0, 0, 30, 0.0) == 1.0


@pytest.mark.parametrize(
    ("raw", "corrected"),
    [
        ([0.01, 0.04, 0.03, 0.005, 0.5], [0.04, 0.09, 0.09, 0.025, 0.5]),
        ([0.9, 0.8], [1.0, 1.0]),
        ([0.03], [0.03]),
        ([], []),
    ],
)
def test_holm_agrees_with_statsmodels(raw: list[float], corrected: list[float]) -> None:
    """Values of statsmodels 0.15.0, `multipletests(method="holm")`."""
    assert holm(raw) == pytest.approx(corrected)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_never_lowers_a_p_value_nor_changes_the_order(raw: list[float]) -> None:
    """And stays a probability."""
    corrected = holm(raw)
    assert all(p <= q <= 1 for p, q in zip(raw, corrected, strict=True))
    ranked = sorted(zip(raw, corrected, strict=True))
    assert [q for _, q in ranked] == sorted(q for _, q in ranked)


def turned(n: int, fixed: int, broken: int) -> tuple[list[float], list[float]]:
    """Before and after of n items, of which some were fixed and some broken."""
    before = [0.0] * fixed + [1.0] * (n - fixed)
    after = [1.0] * fixed + [0.0] * broken + [1.0] * (n - fixed - broken)
    return before, after


def test_p68_two_runs_of_220_items() -> None:
    """P68: 30 fixed, 12 broken: exact McNemar 0.0079, and a paired bootstrap round a rise of 18 of 220."""
    before, after = turned(220, 30, 12)
    (found,) = differences([before], [after], range(220))
    assert found.p is not None
    assert (found.p.test, found.p.value) == ("mcnemar", pytest.approx(0.007915897334896727))
    assert (found.fixed, found.broken, found.n) == (30, 12, 220)
    assert found.value == pytest.approx(18 / 220)
    assert found.interval is not None
    # The standard error of the paired difference is sqrt(42 - 18**2 / 220) / 220 = 0.0289.
    assert (found.interval.low, found.interval.high) == pytest.approx((0.0251, 0.1385), abs=0.006)


def test_p68_items_of_one_image_count_as_one() -> None:
    """P68: the same 42 changes on 22 images of ten items, all changes of an image alike, show much less."""
    before, after = turned(220, 30, 12)
    (found,) = differences([before], [after], [i // 10 for i in range(220)])
    assert found.p is not None
    assert found.p.test == "permutation"
    assert found.p.value > 0.3
    assert found.fixed is None


def test_equal_runs() -> None:
    """No change at all: difference 0, p 1."""
    values = [float(i % 2) for i in range(40)]
    (found,) = differences([values], [values], range(40))
    assert (found.value, found.p and found.p.value, found.fixed, found.broken) == (0.0, 1.0, 0, 0)


def test_the_last_digits_of_a_sum_are_no_change() -> None:
    """0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in floats; six images with those three scores did not change."""
    before, after = [0.1, 0.2, 0.3] * 6, [0.3, 0.2, 0.1] * 6
    (found,) = differences([before], [after], [i // 3 for i in range(18)])
    assert found.p is not None
    assert found.p.value == 1.0


def test_fractions_get_the_permutation_test() -> None:
    """Twenty jigsaws, each better by 0.1: all flips but one in a million are less far from zero."""
    before = [i / 40 for i in range(20)]
    after = [value + 0.1 for value in before]
    (found,) = differences([before], [after], range(20))
    assert found.p is not None
    assert found.p.test == "permutation"
    assert found.p.value < 0.001
    assert found.value == pytest.approx(0.1)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((0.1, 0.1))


def test_no_items_and_few_items() -> None:
    """Nothing to compare is a dash; four items have a p-value and no interval."""
    (nothing,) = differences([[]], [[]], [])
    assert (nothing.value, nothing.p, nothing.interval, nothing.n) == (None, None, None, 0)
    (few,) = differences([[1.0] * 4], [[0.0] * 4], range(4))
    assert few.interval is None
    assert few.p is not None
    assert few.p.value == 0.125


def test_a_denominator_that_changes() -> None:
    """Grounded among zoomed: 10 of 20 zoomed items before; after, 10 more are zoomed and grounded: 20 of 30."""
    before: Column = [1.0] * 10 + [0.0] * 10 + [None] * 20
    after: Column = [1.0] * 10 + [0.0] * 10 + [1.0] * 10 + [None] * 10
    (found,) = differences([before], [after], range(40))
    assert found.value == pytest.approx(20 / 30 - 0.5)
    assert found.n == 30
    assert found.p is not None
    assert found.p.test == "permutation"
    assert found.p.value < 0.03
    assert found.interval is not None
    assert 0 < found.interval.low < found.value < found.interval.high


def test_a_measure_that_one_run_does_not_have_is_a_dash() -> None:
    """No zoom in the first run: no difference and no test."""
    before: Column = [None] * 10
    after: Column = [1.0] * 10
    (found,) = differences([before], [after], range(10))
    assert (found.before, found.after, found.value, found.p) == (None, 1.0, None, None)
    assert drop_p_value(before, after, range(10)) is None


def test_p42_four_flips_of_a_hundred_are_within_noise() -> None:
    """P42: four broken answers at temperature 0 are no drop of more than 2 points: p is 0.08."""
    before, after = turned(100, 0, 4)
    found = drop_p_value(before, after, range(100), 0.02)
    assert found is not None
    assert (found.test, found.value) == ("score", pytest.approx(0.0807, abs=1e-4))
    twelve = drop_p_value(*turned(100, 0, 12), range(100), 0.02)
    assert twelve is not None
    assert twelve.value < 0.001


def test_the_drop_test_is_one_sided() -> None:
    """A rise is never a drop, at any tolerance, by any of the tests."""
    before, after = turned(100, 30, 5)
    halves = [value / 2 for value in before], [value / 2 for value in after]
    for old, new in ((before, after), halves):
        for tolerance in (0.0, 0.05):
            found = drop_p_value(old, new, range(100), tolerance)
            assert found is not None
            assert found.value > 0.99


def test_a_tolerated_drop_of_fractions_is_no_drop() -> None:
    """Every item lower by 0.04: shown at zero tolerance, not at 0.05."""
    before = [0.5 + i / 100 for i in range(40)]
    after = [value - 0.04 for value in before]
    strict, lenient = (drop_p_value(before, after, range(40), tolerance) for tolerance in (0.0, 0.05))
    assert strict is not None
    assert lenient is not None
    assert strict.value < 0.001
    assert lenient.value > 0.99


@pytest.mark.parametrize("kind", ["fractions", "clusters", "ratios"])
def test_the_permutation_test_keeps_its_level(kind: str) -> None:
    """250 pairs of runs without a true difference: about 5 % have a p-value under 0.05, at most 8 %."""
    draw = random.Random(11)
    low = 0
    for _ in range(250):
        clusters = [i // 3 for i in range(60)] if kind == "clusters" else list(range(60))
        before: list[float | None] = []
        after: list[float | None] = []
        hardness = [draw.random() for _ in range(60)]
        for key in clusters:
            for run in (before, after):
                score = float(draw.random() < hardness[key])
                run.append(score * draw.random() if kind == "fractions" else score)
        if kind == "ratios":
            before = [value if draw.random() < 0.7 else None for value in before]
            after = [value if draw.random() < 0.7 else None for value in after]
        found = drop_p_value(before, after, clusters)
        assert found is not None
        assert found.test == "permutation"
        low += found.value < 0.05
    assert low <= 20

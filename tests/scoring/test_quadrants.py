"""The two decisions behind every quadrant."""

import pytest

from scoring.quadrants import LABELS, QUADRANTS, is_grounded, quadrant


@pytest.mark.parametrize(("ioa", "grounded"), [(0.5, False), (0.5000001, True), (0.0, False), (1.0, True)])
def test_half_is_not_grounded(ioa: float, grounded: bool) -> None:
    """The threshold is strict."""
    assert is_grounded(ioa) is grounded


def test_quadrants_and_their_labels() -> None:
    """Grounding first, then the answer; ASCII signs."""
    pairs = [(True, True), (True, False), (False, True), (False, False)]
    assert [quadrant(*pair) for pair in pairs] == list(QUADRANTS)
    assert [LABELS[quadrant(*pair)] for pair in pairs] == ["G+A+", "G+A-", "G-A+", "G-A-"]

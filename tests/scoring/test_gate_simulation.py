"""The gate's two error rates, on fewer pairs than `bench/gate_simulation.py` draws."""

import pytest

from bench.gate_simulation import drops_found, false_alarms


def test_an_unchanged_model_seldom_fails_a_gate_of_14_rules() -> None:
    """120 pairs of runs, fixed seed: at most 6 %."""
    assert false_alarms(120, seed=3) <= 0.06


@pytest.mark.parametrize(("discordant", "least", "most"), [(0.2, 0.95, 1.0), (0.4, 0.8, 0.92)])
def test_five_points_are_found(discordant: float, least: float, most: float) -> None:
    """300 pairs of 1,215 items. The normal approximation of the one-sided test's power: 0.99 and 0.87."""
    assert least <= drops_found(300, seed=3, discordant=discordant) <= most

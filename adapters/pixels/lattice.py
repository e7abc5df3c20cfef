"""Regular spacing in a picture: the period and offset of the lines or rows that repeat."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.rasters import Grey

Profile = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Comb:
    """Positions offset, offset + period, … along one axis, in pixels."""

    period: float
    offset: float

    def edges(self, length: int) -> NDArray[np.intp]:
        """The borders of all cells of a picture that long; a rest of half a period or more is a cell."""
        first = self.offset % self.period
        if first > self.period / 2:
            first -= self.period
        found = np.arange(first, length + self.period / 2, self.period)
        return np.asarray(np.clip(np.rint(found), 0, length), np.intp)


def step_profiles(grey: Grey) -> tuple[Profile, Profile]:
    """How much brightness changes between neighbouring columns, and between rows.

    Value i is the change from column (row) i - 1 to i, so that it names the first pixel after a border.
    """
    across = np.abs(np.diff(grey, axis=1)).mean(0, dtype=np.float64)
    down = np.abs(np.diff(grey, axis=0)).mean(1, dtype=np.float64)
    return np.concatenate([[0.0], across]), np.concatenate([[0.0], down])


def comb_of(profile: Profile, least: int, most: int) -> Comb | None:
    """The spacing at which a profile has its peaks; None when there is no such spacing.

    Args:
        profile: One value a pixel; only how much it stands out from its surroundings counts.
        least, most: Bounds of the period in pixels.
    """
    # The root, because a few long borders must not outweigh that all places of the comb have one.
    profile = np.sqrt(profile)
    scores: list[tuple[float, float, float]] = []
    for period in np.arange(least, min(most, len(profile) // 3) + 0.25, 0.5):
        offset, score = _best_offset(profile, float(period))
        scores.append((score, float(period), offset))
    best = max(scores, default=(0.0, 0.0, 0.0))[0]
    if best <= 0:
        return None
    # A multiple of the period scores as well, a part of it hits empty places: the smallest good one is the period.
    good = [entry for entry in scores if entry[0] >= 0.65 * best]
    first = good[0][1]
    _, period, offset = max(entry for entry in good if entry[1] <= first + 1.5)
    return Comb(period, offset)


def _best_offset(profile: Profile, period: float) -> tuple[float, float]:
    """The offset at which the comb collects most, and how far its mean is above that of the rest."""
    count = int((len(profile) - 1) / period)
    steps = np.rint(np.arange(int(period))[:, None] + np.arange(count)[None] * period).astype(np.intp)
    steps = np.minimum(steps, len(profile) - 1)
    means = profile[steps].mean(1)
    at = int(means.argmax())
    return float(at), float(means[at] - profile.mean())

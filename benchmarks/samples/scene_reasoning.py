"""scene-reasoning: a detail to find and read, and a step to think on top."""

import random

from benchmarks.samples import scene_daily, scene_industrial, scene_retail, scene_urban
from benchmarks.samples.sample import Difficulty, Sample
from benchmarks.samples.scenes import scene_sample

SCENARIOS = {
    "urban": (scene_urban.build, scene_urban.REASONING),
    "daily_life": (scene_daily.build, scene_daily.REASONING),
    "industrial": (scene_industrial.build, scene_industrial.REASONING),
    "retail": (scene_retail.build, scene_retail.REASONING),
}
# As in the paper, urban and daily life are about twice as frequent as the others.
KINDS = ("urban", "daily_life", "industrial", "retail", "urban", "daily_life")


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """A question about a scene of one of four scenarios."""
    scenario = kind or rng.choice(KINDS)
    build, asks = SCENARIOS[scenario]
    return scene_sample(rng, difficulty, split="reasoning", scenario=scenario, build=build, asks=asks)

"""What the floor can expect: closed forms against guesses that were really made, read and scored."""

import math
import random
from pathlib import Path

import pytest

from adapters.base import Transcript
from adapters.profiles import Profile
from adapters.random_guess import guess
from bench_plugin.cases import Case
from bench_plugin.chance import expected_score
from bench_plugin.judge import Judge
from benchmarks.item import Item
from benchmarks.samples import TASKS
from benchmarks.samples.make import write_set
from benchmarks.samples.recipe import Recipe
from tests.benchmarks.test_samples import load

GUESSES = 40


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> list[Item]:
    """Ten items of each task."""
    folder = tmp_path_factory.mktemp("set") / "set"
    write_set(Recipe(10, 11, "easy", 10), folder)
    return list(load(folder))


@pytest.mark.parametrize("task", TASKS)
def test_guesses_score_what_is_expected_of_them(items: list[Item], task: str) -> None:
    """Through the suite's own extraction and strict score, within four standard errors."""
    judge = Judge(Profile("random", adapter="random"))
    rng = random.Random(5)
    scores, expected = [], []
    for item in (item for item in items if item.task == task):
        case = Case(item, Path("/"))
        for _ in range(GUESSES):
            verdict = judge(case, Transcript(final_text=guess(item.prompt, rng), finish_reason="stop")).verdict
            assert verdict.strict is not None
            scores.append(verdict.strict)
            expected.append(expected_score(item))
    mean = math.fsum(expected) / len(expected)
    spread = math.sqrt(max(mean * (1 - mean), 1 / len(scores)) / len(scores))
    assert math.fsum(scores) / len(scores) == pytest.approx(mean, abs=4 * spread)


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("rotation_game", 1 / 6),
        ("maze", 1 / 6),
        ("refcoco", 1 / 6),
        ("color", 1 / 4),
        ("ocr", 0.0),
        ("scene-perception", 1 / 4),
        ("scene-reasoning", 1 / 4),
    ],
)
def test_tasks_of_one_form_have_one_chance(items: list[Item], task: str, expected: float) -> None:
    """One of so many options; no number is a word."""
    assert {expected_score(item) for item in items if item.task == task} == {expected}

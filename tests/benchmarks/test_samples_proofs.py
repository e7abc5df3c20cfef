"""The gold of generated items is true: every proof, on a few seeds of every task at every difficulty."""

import pytest

from benchmarks.samples import TASKS
from benchmarks.samples.recipe import Recipe
from benchmarks.samples.sample import DIFFICULTIES, Difficulty
from tests.benchmarks.samples_figure_proofs import FIGURE_PROOFS
from tests.benchmarks.samples_proofs import PROOFS

ALL_PROOFS = {**PROOFS, **FIGURE_PROOFS}
SEED = 20
ITEMS = 9
"""Of each task and difficulty, 27 in all: each kind of question at least once. bench/samples_proof.py does 200."""
FEWER = {"scene-perception": 2, "scene-reasoning": 1, "rotation_game": 3, "word_search": 2, "jigsaw": 4}
"""Where a proof takes long."""


def test_every_task_has_a_proof() -> None:
    """No task is taken on trust."""
    assert set(ALL_PROOFS) == set(TASKS)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("task", TASKS)
def test_gold_is_true(task: str, difficulty: Difficulty) -> None:
    """See the docstring of the task's proof for what is shown."""
    recipe = Recipe(per_task=ITEMS, seed=SEED, difficulty=difficulty, scenes=ITEMS)
    for index in range(FEWER.get(task, ITEMS)):
        ALL_PROOFS[task](recipe, index)

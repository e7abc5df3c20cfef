"""The tasks of the sample set and where their generators live."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.samples.sample import Task

TIR_TASKS: tuple[str, ...] = (
    "rotation_game", "maze", "spot_difference", "jigsaw", "color", "word_search", "instrument", "refcoco", "math",
    "visual_search", "ocr", "symbolic", "contrast",
)  # fmt: skip
"""In the benchmark's spelling; each has a module of its own."""

SCENE_TASKS: tuple[str, ...] = ("scene-perception", "scene-reasoning")
"""Evidence scenes, by split."""

TASKS: tuple[str, ...] = TIR_TASKS + SCENE_TASKS

# A module called `math` would read like Python's own.
_MODULES = {"math": "maths", "scene-perception": "scene_perception", "scene-reasoning": "scene_reasoning"}


def task_module(task: str) -> "Task":
    """The module of a task; it and the imaging library are imported now.

    Raises:
        ValueError: There is no such task.
    """
    if task not in TASKS:
        raise ValueError(f"no sample task {task!r}; there are {', '.join(TASKS)}")
    module: Task = importlib.import_module(f"benchmarks.samples.{_MODULES.get(task, task)}")
    return module

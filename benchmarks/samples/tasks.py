"""The tasks of the sample set and where their generators live."""

import importlib

from benchmarks.samples.sample import Generate

TIR_TASKS: tuple[str, ...] = ("rotation_game", "maze", "spot_difference", "jigsaw", "color", "word_search")
"""In the benchmark's spelling; each has a module of its own."""

SCENE_TASKS: tuple[str, ...] = ()
"""Evidence scenes, by split."""

TASKS: tuple[str, ...] = TIR_TASKS + SCENE_TASKS

_MODULES: dict[str, tuple[str, str]] = {}


def generator(task: str) -> Generate:
    """The generator of a task; its module, and the imaging library with it, is imported now.

    Raises:
        ValueError: There is no such task.
    """
    if task not in TASKS:
        raise ValueError(f"no sample task {task!r}; there are {', '.join(TASKS)}")
    module, name = _MODULES.get(task, (task, "generate"))
    found: Generate = getattr(importlib.import_module(f"benchmarks.samples.{module}"), name)
    return found

"""xdist's schedulers of files, scopes and groups, that go on after a worker died.

xdist 3.8 asks the case that killed a worker again, and kills the next; hands out finished units as new work; gives the
worker that takes a dead one's place a single unit, where a worker runs a case only once it knows the next, so that it
may wait for ever (pytest-xdist#784); and gives work to one that has not collected, which ends the session with a
KeyError.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling, LoadGroupScheduling, LoadScopeScheduling


class _GoesOn(LoadScopeScheduling):
    """By scope, and what the other two have in common; the names are xdist's own."""

    def schedule(self) -> None:
        replaced = self.collection is not None
        super().schedule()
        if replaced:
            # The first round gave each free worker one unit; with a second there is always a next case, or the end.
            for node in self.nodes:
                self._reschedule(node)

    def remove_node(self, node: Any) -> str | None:  # Any: xdist's WorkerController
        left = {scope: unit for scope, unit in self.assigned_work.pop(node).items() if not all(unit.values())}
        if not left:
            return None
        unit = next(iter(left.values()))
        crashed = next(nodeid for nodeid, done in unit.items() if not done)
        unit[crashed] = True
        self.workqueue.update({scope: unit for scope, unit in left.items() if not all(unit.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return crashed

    def _reschedule(self, node: Any) -> None:  # Any: xdist's WorkerController
        if node in self.registered_collections:
            super()._reschedule(node)


class _Files(_GoesOn, LoadFileScheduling):
    pass


class _Groups(_GoesOn, LoadGroupScheduling):
    pass


_SCHEDULERS = {"loadscope": _GoesOn, "loadfile": _Files, "loadgroup": _Groups}


def scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:  # Any: xdist's log producer
    """The scheduler for `--dist`, None where xdist's own will do."""
    kind = _SCHEDULERS.get(config.getoption("dist"))
    return None if kind is None else kind(config, log)

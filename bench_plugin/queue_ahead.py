"""Which cases pytest will come to next."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bench_plugin.cases import Case

_POSITIONS = pytest.StashKey[dict[str, int]]()


def upcoming(node: pytest.Item) -> Iterator[tuple[str, Case]]:
    """(suite, case) of this item and of those that follow it, nearest first.

    Alone that is the order of the session. In an xdist worker it is the worker's own queue; where that can't be seen,
    or where items can be stolen from it after they were asked, only this item.
    """
    session = node.session
    if not hasattr(node.config, "workerinput"):
        nodes: Iterator[pytest.Item] = _from(session, _position(node))
    elif node.config.getoption("dist") == "worksteal":
        nodes = iter([node])
    else:
        nodes = _queued(node)
    for item in nodes:
        callspec = getattr(item, "callspec", None)
        case = None if callspec is None else callspec.params.get("evaluation")
        if isinstance(case, Case):
            yield item.originalname.removeprefix("test_"), case  # type: ignore[attr-defined]  # a pytest.Function


def _position(node: pytest.Item) -> int:
    stash = node.session.stash
    if _POSITIONS not in stash:
        stash[_POSITIONS] = {item.nodeid: i for i, item in enumerate(node.session.items)}
    return stash[_POSITIONS][node.nodeid]


def _from(session: pytest.Session, start: int) -> Iterator[pytest.Item]:
    items: Sequence[pytest.Item] = session.items
    return (items[i] for i in range(start, len(items)))


def _queued(node: pytest.Item) -> Iterator[pytest.Item]:
    yield node
    interactor = _interactor(node.config)
    torun = getattr(interactor, "torun", None)
    if torun is None:
        return
    # xdist's own names; tests/bench_plugin/test_queue_ahead.py fails when they change.
    following = getattr(interactor, "nextitem_index", None)
    with torun.lock() as queue:
        indices = [following, *queue]
    yield from (node.session.items[i] for i in indices if isinstance(i, int))


def _interactor(config: pytest.Config) -> Any:  # Any: xdist does not export the class
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            return plugin
    return None

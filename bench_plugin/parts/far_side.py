"""What runs on another host before the suite is there: find a data set, or take it. Imports nothing of ours.

execnet sends this file's source, and runs it with `channel`. Each message is an order: `("find", variables, folder,
name)` is answered with (folder, whether the data are there), `("take", folder)` is followed by (path, bytes) pairs,
each answered when it is written, and None; the last answer says that the folder is whole.
"""

import os
import shutil
from pathlib import Path
from typing import Any


def find(variables: list[str], folder: str, name: str) -> tuple[str, bool]:
    """(folder, whether it is there): named by the environment, sent before, or at the same path as with the sender."""
    sent = _cache() / "sent" / name
    for place in (*(os.environ.get(variable) for variable in variables), sent, folder):
        if place and Path(place).is_dir():
            return str(place), True
    return str(sent), False


def take(channel: Any, folder: str) -> None:  # Any: execnet's Channel
    """Write what comes into a folder that appears only when it is whole."""
    part = Path(f"{folder}.part-{os.getpid()}")
    shutil.rmtree(part, ignore_errors=True)
    for name, data in iter(channel.receive, None):
        path = part / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        channel.send(name)
    try:
        part.rename(folder)
    except OSError:
        # Another worker of this host was quicker.
        shutil.rmtree(part, ignore_errors=True)
        if not Path(folder).is_dir():
            raise
    channel.send(folder)


def _cache() -> Path:
    """Where the suite keeps prepared data, by the rules of `benchmarks.sources.cache_root`."""
    if os.environ.get("GAZECHECK_CACHE"):
        return Path(os.environ["GAZECHECK_CACHE"]).expanduser().absolute()
    shared = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".cache") / "gazecheck"


def _serve(channel: Any) -> None:  # Any: execnet's Channel
    for order, *rest in iter(channel.receive, None):
        if order == "find":
            channel.send(find(*rest))
        else:
            take(channel, *rest)


if __name__ == "__channelexec__":
    _serve(channel)  # type: ignore[name-defined]  # noqa: F821  put there by execnet

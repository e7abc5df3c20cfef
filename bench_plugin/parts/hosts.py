"""Workers on other hosts, started by xdist (`--tx ssh=…`, `--tx socket=…`): their data, and their share of the limits.

The suite's code goes there by xdist's own `--rsyncdir`. Nothing of it can be imported before: what runs there first is
in `far_side`, and stands by itself.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench_plugin.cases import Source
from bench_plugin.parts import far_side
from bench_plugin.parts.home import HomeRecords
from bench_plugin.processes import TESTS_BENCH
from bench_plugin.run_folder import JUDGE_PACE_FILE, PACE_FILE
from bench_plugin.session import BenchSession
from benchmarks.sources import VARIABLES

_ARCHIVES = frozenset({".zip", ".tar", ".gz", ".tgz", ".7z"})
# Files on their way before the other side has said that they are written: bounds the memory it needs.
_AHEAD = 8


def worker_count(specs: Iterable[str]) -> int:
    """How many workers `--tx` asks for; `4*ssh=host` are four."""
    return sum(int(times) if times.isdecimal() else 1 for times in (spec.partition("*")[0] for spec in specs))


def check_arguments(config: pytest.Config) -> None:
    """Refuse a command line that xdist could not hand on to another host: it would stop with an internal error.

    Raises:
        pytest.UsageError: An argument is a path that is not below what `--rsyncdir` sends.
    """
    elsewhere = _on_other_hosts(config)
    roots = [Path(root).resolve() for root in config.option.rsyncdir]
    if not elsewhere:
        return
    paths = [Path(str(argument).partition("::")[0]) for argument in config.invocation_params.args]
    stray = [str(path) for path in paths if path.exists() and not any(path.is_relative_to(root) for root in roots)]
    if stray:
        raise pytest.UsageError(
            f"{stray[0]} is a path of this host, and goes to the workers of {elsewhere[-1]} as it is. Write the "
            f"suite's folder absolute and send it (--rsyncdir={TESTS_BENCH.parent}), and values of options behind an "
            "equals sign (--tir-bench=DIR)."
        )


@contextmanager
def reached(config: pytest.Config) -> Iterator[None]:
    """While xdist starts its workers.

    Raises:
        pytest.UsageError: A host of `--tx` can't be reached; xdist would stop with an internal error.
    """
    import execnet

    try:
        yield
    except (execnet.HostNotFound, OSError) as exc:
        elsewhere = _on_other_hosts(config)
        if not elsewhere:
            raise
        raise pytest.UsageError(
            f"no worker could be started at {' or '.join(elsewhere)} ({type(exc).__name__}: {exc}). Does `ssh HOST` "
            "work without a question, or does socketserver.py run at that port? docs/ci.md has both."
        ) from exc


def for_host(node: Any, bench: BenchSession) -> dict[str, Any]:  # Any: xdist's WorkerController
    """What a worker is told of its host: its share of the limits, and on another host than ours where the data lie.

    Args:
        node: The worker, before it starts.
        bench: The session of the controller.

    Raises:
        pytest.UsageError: The run goes by earlier records, which are on this host.
    """
    hosts = Counter(_host(spec) for spec in node.nodemanager.specs)
    host = _host(node.gateway.spec)
    told: dict[str, Any] = {"workers": hosts[host], "share": hosts[host] / hosts.total()}
    if not host:
        return told
    given = [name for name in ("resume", "replay", "responses") if getattr(bench.settings, name) is not None]
    if given:
        raise pytest.UsageError(
            f"--{given[0]} with a worker on {host}: the earlier answers are on this host. Leave --tx out; to ask the "
            "rest on other hosts, run it as a run of its own and unite both with gazecheck merge."
        )
    return told | {"home": True, "plan": [_there(node, source) for source in bench.plan.sources]}


def leave(bench: BenchSession, home: HomeRecords) -> list[str]:
    """The records that have not gone home when a worker on another host ends; nothing of the run stays there."""
    assert bench.run is not None
    for name in (PACE_FILE, JUDGE_PACE_FILE):
        # The folder stays: a worker that begins later makes the file again.
        (bench.run / name).unlink(missing_ok=True)
    return home.rest()


def _on_other_hosts(config: pytest.Config) -> list[str]:
    """What `--tx` says of workers that are not on this host, as it was typed."""
    import execnet  # comes with xdist

    return [spec for spec in config.option.tx if _host(execnet.XSpec(spec.rpartition("*")[2]))]


def _host(spec: Any) -> str:  # Any: execnet's XSpec
    """The other host a worker runs on, "" for this one."""
    if spec.popen and not spec.via:
        return ""
    return str(spec.ssh or spec.vagrant_ssh or spec.via or str(spec.socket).rpartition(":")[0])


def _there(node: Any, source: Source) -> dict[str, str]:  # Any: xdist's WorkerController
    """Where the data of a suite lie on a worker's host; sent there where they are not. Samples are generated there."""
    told = {"suite": source.suite, "folder": "", "how": source.how, "sha256": source.sha256}
    if source.suite == "samples":
        return told
    variables = [name for suite, name in VARIABLES.items() if suite == source.suite or source.suite == "viebench"]
    channel = node.gateway.remote_exec(far_side)
    channel.send(("find", [*variables], str(source.folder), source.sha256[:16]))
    folder, found = channel.receive()
    if not found:
        _send(node, channel, source, folder)
    channel.send(None)
    channel.waitclose()
    return told | {"folder": folder}


def _send(node: Any, channel: Any, source: Source, folder: str) -> None:  # Any: xdist's and execnet's classes
    files = sorted(_files(source.folder))
    size_mb = sum(path.stat().st_size for path in files) / 1e6
    _say(node, f"sending {source.suite} to {_host(node.gateway.spec)}: {len(files):,} files, {size_mb:,.1f} MB, once")
    channel.send(("take", folder))
    waiting = 0
    for path in files:
        channel.send((path.relative_to(source.folder).as_posix(), path.read_bytes()))
        waiting += 1
        while waiting > _AHEAD:
            channel.receive()
            waiting -= 1
    channel.send(None)
    for _ in range(waiting + 1):
        channel.receive()


def _files(folder: Path) -> Iterator[Path]:
    """Every file of a data set but hidden ones and archives of it, links followed."""
    seen: set[Path] = set()
    pending = [folder]
    while pending:
        here = pending.pop()
        if here.resolve() in seen:
            continue
        seen.add(here.resolve())
        for path in here.iterdir():
            if path.name.startswith("."):
                continue
            if path.is_dir():
                pending.append(path)
            elif path.is_file() and path.suffix.lower() not in _ARCHIVES:
                yield path


def _say(node: Any, line: str) -> None:  # Any: xdist's WorkerController
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(line)

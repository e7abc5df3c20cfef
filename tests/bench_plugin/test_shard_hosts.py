"""Workers on other hosts: real execnet socket servers on loopback, each with a disk that has nothing of ours on it.

Where the system lets a process have mounts of its own, an empty file system lies over the controller's folder for the
servers, so they see neither its data nor its run. Elsewhere they see both, and nothing but the sending is untested.
"""

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from execnet.script import socketserver

from bench_plugin.parts.hosts import worker_count
from tests.loopback import Answer, Asked, Loopback
from tests.tiny import ROOT, Bench, key, row_number, tir_rows, write_tir

CODE = ("--rsyncignore=tests", "--rsyncignore=docs", "--dist=load")
UNSHARE = ("unshare", "--user", "--map-root-user", "--mount")


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}")


@pytest.fixture(scope="module")
def apart() -> bool:
    """Whether a process may have mounts of its own here."""
    if shutil.which("unshare") is None:
        return False
    return (
        subprocess.run([*UNSHARE, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False).returncode
        == 0
    )


@contextmanager
def host(folder: Path, hidden: Path | None, **environ: str) -> Iterator[str]:
    """A socket server with a home and a cache of its own; yields what to give to `--tx`."""
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, socketserver.__file__, f"127.0.0.1:{port}"]
    if hidden is not None:
        command = [
            *UNSHARE,
            "sh",
            "-c",
            f"mount -t tmpfs none {shlex.quote(str(hidden))} && exec {shlex.join(command)}",
        ]
    known = {name: value for name, value in os.environ.items() if not name.startswith(("GAZECHECK", "PYTEST"))}
    mine = {"HOME": str(folder), "TMPDIR": str(folder), "GAZECHECK_CACHE": str(folder / "cache")}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, env=known | mine | environ, stdout=log, stderr=log)
    try:
        _wait_for(port)
        yield f"socket=127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def run(bench: Bench, *arguments: str, name: str = "run") -> pytest.RunResult:
    """As `Bench.__call__`, without naming folders of this host that the workers would look for."""
    bench.run_path = bench.path / name
    quiet = ("-p", "no:hypothesispytest", "-p", "no:cacheprovider", "--report=none")
    here = (f"--tir-bench={bench.data}", f"--rsyncdir={ROOT}", *CODE)
    tests = str(ROOT / "tests_bench")
    return bench.pytester.runpytest_subprocess(tests, f"--run={bench.run_path}", *quiet, *here, *arguments)


def _wait_for(port: int) -> None:
    # Not by connecting: the server takes the first connection for a worker's.
    wanted = f"{port:04X}"
    until = time.monotonic() + 20
    while time.monotonic() < until:
        lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        if any(line.split()[1].endswith(f":{wanted}") and line.split()[3] == "0A" for line in lines):
            return
        time.sleep(0.05)
    raise AssertionError("the socket server did not start")


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the servers' ports are looked up in /proc")
def test_workers_on_two_other_hosts(bench: Bench, tmp_path_factory: pytest.TempPathFactory, apart: bool) -> None:
    """One host has the data, the other gets them, once; every record comes home into one run folder."""
    rows = bench.tir(tir_rows(maze=9, rotation_game=9))
    hosts = tmp_path_factory.mktemp("hosts")
    copy = write_tir(hosts / "copy", rows)
    hidden = bench.path if apart else None
    with (
        Loopback(right) as server,
        host(hosts / "one", hidden, GAZECHECK_TIR_BENCH=str(copy)) as one,
        host(hosts / "two", hidden) as two,
    ):
        where = ("--model=mine", f"--base-url={server.url}", "--served-name=m")
        result = run(bench, *where, "--tx", one, "--tx", two, "--concurrency=6")
        result.assert_outcomes(passed=18)
        second = run(bench, *where, "--tx", two, name="second")
        second.assert_outcomes(passed=18)
        assert server.peak <= 6
    bench.run_path = bench.path / "run"
    records = bench.records()
    assert len(records) == 18
    assert records["maze-0003"]["transcript"]["final_text"] == "Answer: D"
    assert {path.name for path in bench.run_path.glob("records-*")} == {"records-gw0.jsonl", "records-gw1.jsonl"}
    assert bench.summary()["answered"] == 18
    assert bench.about()["trouble"] is None
    assert not (hosts / "one" / "cache" / "sent").exists()
    if apart:
        assert "sending tir_bench to 127.0.0.1: 19 files" in result.stdout.str()
        assert "sending" not in second.stdout.str()
        (sent,) = (hosts / "two" / "cache" / "sent").iterdir()
        assert len(list(sent.rglob("*.png"))) == 18


def test_earlier_answers_are_on_this_host(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> None:
    """--responses, --resume or --replay with other hosts is refused, with what to do instead."""
    bench.tir(tir_rows(maze=2))
    (bench.path / "answers.jsonl").write_text('{"id": 0, "response": "A"}', encoding="utf-8")
    with host(tmp_path_factory.mktemp("hosts") / "one", None) as one:
        result = run(bench, "--responses=answers.jsonl", "--tx", one)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--responses with a worker on 127.0.0.1: the earlier answers are on this host" in result.stderr.str()


def test_a_path_that_means_nothing_elsewhere_is_one_message(bench: Bench) -> None:
    """xdist hands the command line on as it is: a folder behind a space would be looked for there."""
    bench.tir(tir_rows(maze=2))
    elsewhere = (f"--rsyncdir={ROOT}", "--dist=load", "--tx", "socket=127.0.0.1:9")
    result = bench("--model=random", "--tir-bench", str(bench.data), *elsewhere, data=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"{bench.data} is a path of this host" in result.stderr.str()


def test_a_host_that_is_not_there_is_one_message(bench: Bench) -> None:
    """What was tried, what came of it, what to check; not an internal error."""
    bench.tir(tir_rows(maze=2))
    result = bench("--model=random", f"--rsyncdir={ROOT}", "--dist=load", "--tx", "socket=127.0.0.1:9")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = result.stderr.str() + result.stdout.str()
    assert "no worker could be started at socket=127.0.0.1:9 (ConnectionRefusedError" in said
    assert "INTERNALERROR" not in said
    assert not bench.run_path.exists()


@pytest.mark.parametrize(
    ("specs", "count"),
    [([], 0), (["popen"], 1), (["4*ssh=host//python=python3.13", "socket=a:1"], 5), (["popen"] * 3, 3)],
)
def test_workers_are_counted(specs: list[str], count: int) -> None:
    """`4*` is four."""
    assert worker_count(specs) == count

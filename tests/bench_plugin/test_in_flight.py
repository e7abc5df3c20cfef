"""What `-n`, `--concurrency` and `--processes` mean: requests in flight, and processes to keep them there."""

from dataclasses import replace

import pytest

from bench_plugin.processes import cores
from tests.loopback import Answer, Asked, Loopback, Script
from tests.tiny import ROOT, Bench, key, row_number, tir_rows

MINE = ("--model", "mine", "--served-name", "m")


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}")


def crowded(server: Loopback, count: int) -> Script:
    """Right answers, none of which comes before so many requests were there at once, and then a little later."""
    return lambda asked: replace(right(asked), until=lambda: server.peak >= count, delay_s=0.05)


def writers(bench: Bench) -> list[str]:
    """The processes that wrote records."""
    return sorted(path.stem.removeprefix("records-") for path in bench.run_path.glob("records-*.jsonl"))


@pytest.mark.parametrize(
    ("options", "peak", "processes"),
    [
        pytest.param(("--concurrency", "5"), 5, ["main"], id="one process"),
        pytest.param(("-n", "0", "--concurrency", "5"), 5, ["main"], id="xdist told to start none"),
        pytest.param(("-n", "5", "--processes", "1"), 5, ["gw0"], id="one worker"),
        pytest.param(("-n", "7", "--processes", "3"), 7, ["gw0", "gw1", "gw2"], id="not to be divided by three"),
        pytest.param(("--concurrency", "2", "--processes", "3"), 2, ["gw0", "gw1", "gw2"], id="fewer than workers"),
    ],
)
def test_so_many_requests_are_in_flight(
    bench: Bench, options: tuple[str, ...], peak: int, processes: list[str]
) -> None:
    """As many as were asked for, never more, over the processes that were asked for."""
    bench.tir(tir_rows(maze=84))
    with Loopback(right) as server:
        server.script = crowded(server, peak)
        result = bench(*MINE, "--base-url", server.url, *options)
    result.assert_outcomes(passed=84)
    assert server.peak == peak
    assert writers(bench) == processes


def test_n_starts_no_more_processes_than_the_machine_has_cores(bench: Bench) -> None:
    """One line says how the wish was met, and how to change that."""
    bench.tir(tir_rows(maze=64))
    with Loopback(right) as server:
        server.script = crowded(server, 16)
        result = bench(*MINE, "--base-url", server.url, "-n", "16")
    result.assert_outcomes(passed=64)
    count = min(16, cores())
    result.stdout.fnmatch_lines([f"*16 in flight over {count} worker processes (--processes sets the number)*"])
    assert len(writers(bench)) == count
    assert server.peak == 16


@pytest.mark.parametrize(
    "options", [("-n", "3", "--dist", "worksteal"), ("--tx", "3*popen", "--dist", "load")], ids=["--dist", "--tx"]
)
def test_who_counts_the_workers_gets_them(bench: Bench, options: tuple[str, ...]) -> None:
    """`--dist` and `--tx` keep what they mean in xdist."""
    bench.tir(tir_rows(maze=12))
    with Loopback(right) as server:
        server.script = crowded(server, 3)
        bench(*MINE, "--base-url", server.url, *options).assert_outcomes(passed=12)
    assert writers(bench) == ["gw0", "gw1", "gw2"]


def test_n_auto_is_xdists_own(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many workers as xdist would start."""
    bench.tir(tir_rows(maze=12))
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "3")
    with Loopback(right) as server:
        server.script = crowded(server, 3)
        bench(*MINE, "--base-url", server.url, "-n", "auto").assert_outcomes(passed=12)
    assert writers(bench) == ["gw0", "gw1", "gw2"]


def test_n_means_workers_where_other_tests_are_selected(pytester: pytest.Pytester) -> None:
    """`pytest tests -n 3` is xdist's, whatever the number of cores."""
    path = pytester.makepyfile("def test_one(): pass")
    root = (f"--rootdir={ROOT}", f"--config-file={ROOT / 'pyproject.toml'}")
    result = pytester.runpytest_subprocess(str(path), *root, "-p", "no:cacheprovider", "-v", "-n", "3")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*3 workers*"])


def test_time_over(bench: Bench) -> None:
    """--max-minutes ends a run whose server would go on for ever; no item is an error, only the rest comes later."""
    bench.tir(tir_rows(maze=12))
    with Loopback(lambda asked: Answer(fault="hang") if row_number(asked.prompt) > 3 else right(asked)) as server:
        where = (*MINE, "--base-url", server.url)
        result = bench(*where, "--concurrency", "2", "--max-minutes", "0.1")
        assert result.ret == pytest.ExitCode.INTERRUPTED
        result.stdout.fnmatch_lines(["*--max-minutes: the time is over. Go on with --resume.*"])
        summary, answered = bench.summary(), set(bench.records())
        assert (summary["answered"], summary["errors"]["count"]) == (len(answered), 0)
        assert summary["unasked"] == 12 - len(answered)
        assert answered <= {f"maze-{number:04}" for number in range(4)}
        server.script, before = right, len(server.asked)
        bench(*where, "--resume", str(bench.run_path), run=None).assert_outcomes(passed=12)
        asked_later = {f"maze-{row_number(asked.prompt):04}" for asked in server.asked[before:]}
    assert asked_later == set(bench.records()) - answered


def test_workers_send_numbers_home_and_no_transcript(bench: Bench) -> None:
    """What the model said stays with the worker: the controller of a long run keeps a row a case."""
    bench.tir(tir_rows(maze=6))
    (bench.path / "seen.py").write_text(
        "class Seen:\n"
        "    def pytest_runtest_logreport(self, report):\n"
        "        assert 'thinking aloud' not in repr(vars(report)), 'a transcript reached the controller'\n"
        "        if report.when == 'call':\n"
        "            assert report.gazecheck['passed_strict'] is True\n"
        "            print('a row came home')\n"
        "def pytest_configure(config):\n"
        "    if not hasattr(config, 'workerinput'):\n"
        "        config.pluginmanager.register(Seen())\n",
        encoding="utf-8",
    )
    thought = "thinking aloud " * 50
    with Loopback(lambda asked: Answer(f"{thought}\nAnswer: {key(row_number(asked.prompt))}")) as server:
        result = bench(*MINE, "--base-url", server.url, "-n", "2", "-p", "seen", "-s")
    result.assert_outcomes(passed=6)
    assert result.stdout.str().count("a row came home") == 6
    assert all("thinking aloud" in record["transcript"]["final_text"] for record in bench.records().values())

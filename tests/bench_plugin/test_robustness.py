"""What happens to long runs: faults of the server, dead processes, signals, limits, secrets."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.loopback import Answer, Asked, Loopback
from tests.tiny import ROOT, Bench, key, row_number, tir_rows

MINE = ("--model", "mine", "--served-name", "m")
WORKERS = ("-n", "2")


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}")


def command(bench: Bench, *arguments: str) -> list[str]:
    """The command line of a run in a process that the test can kill."""
    settings = ["-p", "no:hypothesispytest", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
    where = [str(ROOT / "tests_bench"), f"--config-file={ROOT / 'pyproject.toml'}", f"--tir-bench={bench.data}"]
    return [sys.executable, "-m", "pytest", *where, *settings, *arguments]


def wait_for(condition: object, seconds: float = 60.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def test_a_storm_of_429_costs_time_and_no_answer(bench: Bench) -> None:
    """A server that takes two at once, eight asked for over two workers: one shared window, all answered."""
    bench.tir(tir_rows(maze=16))
    with Loopback(right) as server:

        def script(asked: Asked) -> Answer:
            if server.in_flight > 2:
                return Answer(status=429, error="slow down", headers={"retry-after-ms": "60"})
            return Answer(right(asked).text, delay_s=0.02)

        server.script = script
        result = bench(*MINE, "--base-url", server.url, "-n", "8", "--processes", "2")
    result.assert_outcomes(passed=16)
    result.stdout.fnmatch_lines(["*8 in flight over 2 worker processes*"])


def test_each_fault_ends_its_own_item_only(bench: Bench) -> None:
    """Silence, resets, half a body, 500 for ever, an endless 429: each an ERROR with its reason; the others answer."""
    bench.tir(tir_rows(maze=7))
    faults = {
        0: Answer(fault="hang"),
        1: Answer(fault="reset"),
        2: Answer(fault="half"),
        3: Answer(status=500, error="oops"),
        4: Answer(raw=b"no json"),
    }
    with Loopback(lambda asked: faults.get(row_number(asked.prompt)) or right(asked)) as server:
        limits = ("--set", "limits.request_s=0.5", "--set", "limits.retries=1")
        result = bench(*MINE, "--base-url", server.url, *limits, "--concurrency", "7")
    result.assert_outcomes(passed=2, errors=5)
    records = bench.records()
    reasons = [records[f"maze-{number:04d}"]["verdict"]["reason"] for number in faults]
    assert reasons == ["timeout", "connection", "bad_reply", "server_error", "bad_reply"]
    summary = bench.summary()
    assert (summary["planned"], summary["answered"], summary["errors"]["count"]) == (7, 2, 5)


def test_p38_a_permanent_429_is_an_error_with_its_id(bench: Bench) -> None:
    """Four items, one never let through: planned 4, answered 3, error 1, and which one."""
    bench.tir(tir_rows(maze=4))
    no = Answer(status=429, error="no", headers={"retry-after-ms": "10"})
    with Loopback(lambda asked: no if row_number(asked.prompt) == 2 else right(asked)) as server:
        result = bench(*MINE, "--base-url", server.url, "--set", "limits.item_s=1.5")
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(["*planned 4, answered 3, errors 1*"])
    assert bench.records()["maze-0002"]["verdict"]["reason"] == "timeout"


def test_p46_a_killed_run_goes_on_where_it_was(bench: Bench) -> None:
    """kill -9 of a worker, then of the controller, a torn last line: resume asks for the rest; figures as unbroken."""
    bench.tir(tir_rows(maze=40))
    with Loopback(lambda asked: Answer(right(asked).text, delay_s=0.05)) as server:
        arguments = (*MINE, "--base-url", server.url, *WORKERS, f"--run={bench.path / 'r'}")
        process = subprocess.Popen(command(bench, *arguments), stdout=subprocess.DEVNULL, start_new_session=True)
        wait_for(lambda: len(server.asked) > 8)
        workers = _children(process.pid)
        os.kill(workers[0], signal.SIGKILL)
        wait_for(lambda: len(server.asked) > 16)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        stored = sorted((bench.path / "r").glob("records-gw*.jsonl"))
        with stored[0].open("ab") as file:
            file.write(b'{"suite":"tir_bench","case":"maze-00')
        bench.run_path = bench.path / "r"
        whole = sum(_is_whole(line) for path in stored for line in path.read_bytes().splitlines())
        before = len(server.asked)
        result = bench(*MINE, "--base-url", server.url, "--resume", str(bench.path / "r"), run=None)
    result.assert_outcomes(passed=40)
    assert len(server.asked) - before == 40 - whole
    result.stdout.fnmatch_lines(["*half-written*"])
    summary = bench.summary()
    assert (summary["planned"], summary["answered"], summary["errors"]["count"]) == (40, 40, 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_kills_at_any_instant_leave_the_figures_of_an_unbroken_run(bench: Bench, seed: int) -> None:
    """kill -9 of a worker or of everything at drawn moments from start to end; the last resume has every answer."""
    bench.tir(tir_rows(maze=50, color=30))
    rng = random.Random(seed)
    moments = [rng.uniform(0.0, 3.5) for _ in range(4)]

    def script(asked: Asked) -> Answer:
        number = row_number(asked.prompt)
        return Answer(f"Answer: {key(number if number % 3 else number + 1)}", delay_s=0.05)

    folder = bench.path / "r"
    with Loopback(script) as server:
        where = (*MINE, "--base-url", server.url)
        bench(*where, run="unbroken")
        unbroken = bench.summary()
        for moment in moments:
            # A run that died before it had a folder is begun anew.
            going_on = ("--resume", str(folder)) if (folder / "run.json").exists() else (f"--run={folder}",)
            arguments = command(bench, *where, "-n", "4", "--processes", "2", "--report=none", *going_on)
            process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, start_new_session=True)
            time.sleep(moment)
            workers = _children(process.pid)
            if workers and rng.random() < 0.5:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(rng.choice(workers), signal.SIGKILL)
                time.sleep(rng.uniform(0.0, 0.6))
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        going_on = ("--resume", str(folder)) if (folder / "run.json").exists() else (f"--run={folder}",)
        bench(*where, *WORKERS, *going_on, run=None)
        bench.run_path = folder
    after = bench.summary()
    for figures in ("planned", "answered", "errors", "unasked", "accuracy", "outcomes", "extraction"):
        assert after[figures] == unbroken[figures], figures
    assert after["tir_bench"]["color"]["accuracy"] == unbroken["tir_bench"]["color"]["accuracy"]


@pytest.mark.parametrize("mode", [(), WORKERS], ids=["alone", "two workers"])
def test_what_a_killed_part_had_in_flight_takes_no_place(bench: Bench, mode: tuple[str, ...]) -> None:
    """The numbers that its processes shared are still there, with as many requests in flight as are allowed."""
    from adapters.pace import SharedNumbers

    bench.tir(tir_rows(maze=4))
    with Loopback(lambda _: Answer(status=400, error="no")) as server:
        bench(*MINE, "--base-url", server.url, *mode, run="r").assert_outcomes(errors=4)
        with SharedNumbers(bench.run_path / ".pace").update() as (values, slots):
            slots[0] = slots[1] = slots[7] = 9
            values["pause_until"] = time.time() + 3_600
        server.script = right
        bench(*MINE, "--base-url", server.url, *mode, "--resume", str(bench.run_path), run=None).assert_outcomes(
            passed=4
        )


def _children(pid: int) -> list[int]:
    # ps ends with 1 where there is none.
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in listed.stdout.split()]


def _is_whole(line: bytes) -> bool:
    try:
        return json.loads(line)["verdict"]["outcome"] != "model_error"
    except ValueError:
        return False


def test_p53_a_worker_that_dies_costs_one_item(bench: Bench) -> None:
    """The item is an ERROR in table and records, the session ends, totals add up."""
    bench.tir(tir_rows(maze=12))
    bench.pytester.makepyfile(
        crash="""
        import os
        def pytest_runtest_call(item):
            if "maze-0005" in item.name and "PYTEST_XDIST_WORKER" in os.environ:
                os._exit(1)
        """
    )
    with Loopback(right) as server:
        result = bench(*MINE, "--base-url", server.url, *WORKERS, "-p", "crash", "--junitxml=j.xml")
    assert result.ret == 1
    summary = bench.summary()
    assert summary["planned"] == summary["answered"] + summary["errors"]["count"] == 12
    assert summary["errors"]["count"] == 1
    assert bench.records()["maze-0005"]["verdict"]["outcome"] in ("correct", "model_error")
    names = [case.get("name") for case in ET.parse(bench.path / "j.xml").getroot().iter("testcase")]
    assert any("maze-0005" in str(name) for name in names)


def test_p54_workers_that_all_die_end_the_run(bench: Bench) -> None:
    """A bug that kills every worker at its start: it stops after a few, names the cause, and leaves a summary."""
    bench.tir(tir_rows(maze=2))
    bench.pytester.makepyfile(
        crash="""
        import os
        def pytest_sessionstart(session):
            if hasattr(session.config, "workerinput"):
                os._exit(3)
        """
    )
    result = bench("--model", "random", *WORKERS, "-p", "crash")
    assert result.ret != 0
    assert "crashed workers reached" in result.stdout.str()
    summary = bench.summary()
    assert (summary["planned"], summary["answered"]) == (2, 0)


@pytest.mark.parametrize("mode", [(), WORKERS], ids=["alone", "two workers"])
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_keeps_the_answers_that_came(bench: Bench, stop: signal.Signals, mode: tuple[str, ...]) -> None:
    """Asking stops, in workers too; records, summary and table are there within five seconds."""
    bench.tir(tir_rows(maze=30))
    with Loopback(lambda asked: Answer(right(asked).text, delay_s=0.3)) as server:
        arguments = (*MINE, "--base-url", server.url, "--concurrency", "2", f"--run={bench.path / 'r'}", *mode)
        process = subprocess.Popen(command(bench, *arguments), stdout=subprocess.PIPE, text=True)
        wait_for(lambda: len(server.asked) > 4)
        process.send_signal(stop)
        began = time.monotonic()
        out, _ = process.communicate(timeout=60)
        # Five seconds are promised; a busy machine gets more.
        assert time.monotonic() - began < 30
    bench.run_path = bench.path / "r"
    summary = bench.summary()
    assert len(server.asked) <= 10
    assert 2 <= summary["answered"] <= 8
    assert summary["unasked"] == 30 - summary["answered"]
    assert "planned 30" in out
    assert len(bench.records()) == summary["answered"]


def test_ctrl_c_between_a_record_and_its_count_loses_nothing(bench: Bench) -> None:
    """An answer that was written down as Ctrl-C came is in the summary too."""
    bench.tir(tir_rows(maze=8))
    bench.pytester.makepyfile(
        ctrl_c="""
        import bench_plugin.evaluation as evaluation
        real, calls = evaluation.row_of, []
        def row_of(*arguments):
            calls.append(1)
            if len(calls) == 3:
                raise KeyboardInterrupt
            return real(*arguments)
        evaluation.row_of = row_of
        """
    )
    with Loopback(right) as server:
        result = bench(*MINE, "--base-url", server.url, "--concurrency", "1", "-p", "ctrl_c")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    summary = bench.summary()
    assert summary["answered"] == len(bench.records()) >= 3
    assert summary["answered"] + summary["unasked"] == 8


def test_limits_stop_a_run_that_resume_goes_on_with(bench: Bench) -> None:
    """--max-tokens-total: after 1,050 tokens nothing more is asked; no item becomes an error; the rest comes later."""
    bench.tir(tir_rows(maze=20))
    with Loopback(right) as server:
        where = (*MINE, "--base-url", server.url)
        result = bench(*where, "--concurrency", "1", "--max-tokens-total", "1000", run="r")
        assert result.ret == pytest.ExitCode.INTERRUPTED
        result.stdout.fnmatch_lines(["*--max-tokens-total 1,000: 1,050 tokens are used*"])
        summary = bench.summary()
        assert (summary["answered"], summary["errors"]["count"], summary["unasked"]) == (10, 0, 10)
        bench(*where, "--resume", str(bench.path / "r"), run=None).assert_outcomes(passed=20)
        assert len(server.asked) == 20
    assert bench.summary()["tokens"]["total"] == 2100


def test_p41_money(bench: Bench) -> None:
    """--estimate asks nothing; --max-cost needs prices, then stops at the cap."""
    bench.tir(tir_rows(maze=20))
    with Loopback(right) as server:
        where = (*MINE, "--base-url", server.url, "--concurrency", "1")
        prices = ("--set", "prices.input_usd=1000", "--set", "prices.output_usd=0")
        result = bench(*where, *prices, "--estimate")
        result.stdout.fnmatch_lines(["estimate for 20 cases*", "*US dollars*to*"])
        assert server.asked == []
        result = bench(*where, "--max-cost", "1")
        assert "prices.input_usd" in result.stderr.str()
        bench(*where, *prices, "--max-cost", "0.95", run="capped")
        assert len(server.asked) == 10
    assert bench.summary()["cost"]["usd"] == pytest.approx(1.0)


def test_p70_no_secret_reaches_a_file_or_the_screen(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Key, password and token: not in records, summaries, JUnit, HTML or the terminal, whatever the server echoes."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-123456")
    bench.tir(tir_rows(maze=3))

    def echo(asked: Asked) -> Answer:
        told = f"bad request; headers {dict(asked.headers)}"
        return Answer(status=400, error=told) if row_number(asked.prompt) else Answer(f"B {asked.headers}")

    with Loopback(echo) as server:
        url = server.url.replace("http://", "http://user:pw123456@") + "?token=abcdef99"
        arguments = (*MINE, "--base-url", url, "--showlocals", "--junitxml=j.xml", "--html=p.html")
        result = bench(*arguments, "--self-contained-html", "-v")
        assert len(server.asked) == 3
    said = result.stdout.str() + result.stderr.str()
    # What the user typed stands in the line that the test harness prints; everything else is the suite's.
    said = "\n".join(line for line in said.splitlines() if not line.startswith("running:"))
    written = [
        path.read_text(errors="replace")
        for path in bench.path.rglob("*")
        if path.suffix in (".json", ".jsonl", ".xml", ".html")
    ]
    for text in (said, *written):
        for secret in ("sk-test-123456", "pw123456", "abcdef99", "dXNlcjpwdzEyMzQ1Ng=="):
            assert secret not in text
    assert written


def test_p64_a_wrong_answer_is_not_rolled_again(bench: Bench) -> None:
    """A rerun plugin gets the answer of this run: one request an item, and the process ends."""
    bench.tir(tir_rows(maze=4))
    with Loopback(lambda _: Answer("Answer: A")) as server:
        result = bench(*MINE, "--base-url", server.url, *WORKERS, "--reruns", "2")
        assert len(server.asked) == 4
    assert result.parseoutcomes()["failed"] == 3
    assert bench.summary()["accuracy"]["strict"]["value"] == pytest.approx(0.25)


def test_p43_p44_p45_the_cache(bench: Bench) -> None:
    """Hits only for equal settings; empty and truncated replies are asked again; an unwritable folder stops the run."""
    bench.tir(tir_rows(maze=3))
    cache = ("--cache", str(bench.path / "answers"))

    def script(asked: Asked) -> Answer:
        number = row_number(asked.prompt)
        return (Answer("Answer: A"), Answer(""), Answer("Answer: C", finish_reason="length"))[number]

    with Loopback(script) as server:
        where = (*MINE, "--base-url", server.url, *cache)

        def asked_by(*arguments: str, run: str) -> int:
            before = len(server.asked)
            bench(*where, *arguments, run=run)
            return len(server.asked) - before

        assert asked_by(run="a") == 3
        assert asked_by(run="b") == 2, "the whole answer is reused, the empty and the cut one are not"
        assert asked_by("--served-name", "other", run="c") == 3
        assert asked_by("--set", "sampling.max_tokens=9", run="d") == 3
        assert asked_by("--set", "images.resize=true", "--set", "images.max_pixels=64", run="e") == 3
        assert asked_by("--protocol", "tools", run="f") == 3
        blocked = bench.path / "file"
        blocked.write_text("")
        result = bench(*MINE, "--base-url", server.url, "--cache", str(blocked / "x"), run="g")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert "can't be written" in result.stderr.str()
        result = bench(*where, "--set", "sampling.temperature=0.7", run="h")
        result.stdout.fnmatch_lines(["*temperature 0.7*earlier draw*"])


def test_p47_many_writers_and_a_reader(bench: Bench) -> None:
    """Four processes, instant answers, somebody reading all the time: no half line, no lost or doubled id."""
    from bench_plugin.run_folder import StoredRun

    bench.tir(tir_rows(maze=200))
    with Loopback(right) as server:
        arguments = (*MINE, "--base-url", server.url, "-n", "4", "--processes", "4", f"--run={bench.path / 'r'}", "-q")
        process = subprocess.Popen(command(bench, *arguments), stdout=subprocess.DEVNULL)
        run = StoredRun(bench.path / "r", {})
        while process.poll() is None:
            assert run.torn() == 0
            time.sleep(0.05)
    bench.run_path = bench.path / "r"
    lines = [line for path in bench.run_path.glob("records-*.jsonl") for line in path.read_text().splitlines()]
    cases = [json.loads(line)["case"] for line in lines]
    assert len(cases) == len(set(cases)) == 200


def test_repeats_are_cases_of_their_own(bench: Bench) -> None:
    """--repeat 3: three answers an item, mean and pass@k over items."""
    bench.tir(tir_rows(maze=2))
    seen: dict[int, int] = {}

    def script(asked: Asked) -> Answer:
        number = row_number(asked.prompt)
        seen[number] = seen.get(number, 0) + 1
        return Answer(f"Answer: {key(number if seen[number] > number else number + 1)}")

    with Loopback(script) as server:
        result = bench(*MINE, "--base-url", server.url, "--repeat", "3", "-v")
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["*maze-0001-r3*PASSED*"])
    repeats = bench.summary()["tir_bench"]["repeats"]["strict"]
    assert repeats["pass_at"] == {"1": pytest.approx(5 / 6), "2": 1.0, "3": 1.0}
    assert repeats["pass_hat"] == {"1": pytest.approx(5 / 6), "2": pytest.approx(2 / 3), "3": 0.5}


@pytest.mark.parametrize("options", [("--limit", "2"), ("--sample", "2", "--seed", "1")], ids=["--limit", "--sample"])
def test_a_selection_counts_items_and_keeps_their_answers_together(bench: Bench, options: tuple[str, ...]) -> None:
    """Two of five items, three answers to each; a third of an item would have no pass@3."""
    bench.tir(tir_rows(maze=5))
    with Loopback(right) as server:
        bench(*MINE, "--base-url", server.url, "--repeat", "3", *options).assert_outcomes(passed=6)
        asked = Counter(row_number(request.prompt) for request in server.asked)
    assert sorted(asked.values()) == [3, 3]
    assert bench.summary()["tir_bench"]["repeats"]["strict"]["pass_at"]["3"] == 1.0


def test_p57_p58_odd_ids_make_plain_cases(bench: Bench) -> None:
    """An id in another script, and one of 40,000 characters: short ASCII names, the task still selects, ids kept."""
    rows = tir_rows(rotation_game=2, maze=1)
    rows[0]["id"], rows[1]["id"] = "旋转-第3题", "x" * 40_000
    bench.tir(rows)
    for row in rows[:2]:
        assert (bench.data / row["image_1"]).exists()
    result = bench("--model", "random", "-k", "rotation")
    assert result.parseoutcomes().get("deselected") == 1
    assert {record["item_id"] for record in bench.records().values()} == {rows[0]["id"], rows[1]["id"]}
    assert all(case.isascii() and len(case) < 40 for case in bench.records())


def test_the_progress_line_comes_to_a_log(bench: Bench) -> None:
    """In a log there is a plain line now and then, with what a person wants to know."""
    bench.tir(tir_rows(maze=8))
    bench.pytester.makepyfile(often="import bench_plugin.progress\nbench_plugin.progress.EVERY_S = 0.3\n")
    with Loopback(lambda asked: Answer(right(asked).text, delay_s=0.4)) as server:
        result = bench(*MINE, "--base-url", server.url, "--concurrency", "2", "-p", "often")
    result.stdout.fnmatch_lines(["[[]gazecheck] */8, accuracy *, */s, * in flight, 0 x 429, * tokens, time left *"])
    assert Path(bench.run_path / "summary.json").exists()


@pytest.mark.parametrize("dist", ["load", "worksteal", "loadscope", "loadfile", "loadgroup"])
def test_p52_every_way_to_distribute_survives_a_dead_worker(bench: Bench, dist: str) -> None:
    """The session ends, the crash costs one item, nothing is asked for twice into the figures."""
    bench.tir(tir_rows(maze=8))
    bench.pytester.makepyfile(
        crash="""
        import os
        def pytest_runtest_call(item):
            if "maze-0003" in item.name and "PYTEST_XDIST_WORKER" in os.environ:
                os._exit(1)
        """
    )
    bench("--model", "random", *WORKERS, "--dist", dist, "-p", "crash")
    summary = bench.summary()
    assert summary["planned"] == summary["answered"] + summary["errors"]["count"] + summary["unasked"] == 8
    assert summary["errors"]["count"] == 1
    assert summary["unasked"] == 0

"""The main job: TIR-Bench items as pytest cases over a real endpoint."""

import base64
import hashlib
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.loopback import Answer, Asked, Loopback
from tests.tiny import OPTIONS, ROOT, Bench, key, row_number, tir_rows

MODES = [pytest.param((), id="alone"), pytest.param(("-n", "2"), id="two workers")]


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}")


def wrong_on(*numbers: int):
    """Right but for these rows."""

    def script(asked: Asked) -> Answer:
        number = row_number(asked.prompt)
        return Answer(f"Answer: {key(number + (number in numbers))}")

    return script


@pytest.mark.parametrize("mode", MODES)
def test_a_wrong_answer_is_a_failure_a_person_can_read(bench: Bench, mode: tuple[str, ...]) -> None:
    """Six items, one wrong: FAILED with question, key, answer and score; exit code 1; the last line says why."""
    bench.tir()
    with Loopback(wrong_on(4)) as server:
        result = bench("--model", "mine", "--base-url", server.url, "--served-name", "loopback-vl", *mode)
    result.assert_outcomes(passed=5, failed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*maze-0004: wrong*",
            "*question   Question 4 of maze: which turn puts the picture upright?*",
            "*expected   A*",
            "*extracted  B*",
            "*score      strict 0, official 0*",
            "*reply      Answer: B*",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert result.stdout.lines[-1].startswith("exit code 1")
    assert len(server.asked) == 6


@pytest.mark.parametrize("mode", MODES)
def test_a_model_that_could_not_be_asked_is_an_error(bench: Bench, mode: tuple[str, ...]) -> None:
    """One item of six overflows the context: an ERROR, outside the mean, counted apart."""
    bench.tir()
    overflow = Answer(status=400, error="This model's maximum context length is 10 tokens.")
    with Loopback(lambda asked: overflow if row_number(asked.prompt) == 2 else right(asked)) as server:
        result = bench("--model", "mine", "--base-url", server.url, "--served-name", "loopback-vl", *mode)
    result.assert_outcomes(passed=5, errors=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["*rotation_game-0002: model_error (context_overflow)*", "*planned 6, answered 5, errors 1*"]
    )
    summary = bench.summary()
    assert (summary["accuracy"]["strict"]["value"], summary["accuracy"]["strict"]["n"]) == (1.0, 5)
    assert bench.records()["rotation_game-0002"]["verdict"]["strict"] is None


def test_p50_a_row_an_item_says_what_became_of_it(bench: Bench) -> None:
    """Outcome, extracted value, rule, overlap, tokens, money, latency and picture, in one stable line an item."""
    rows = tir_rows(spot_difference=2)
    for row in rows:
        row |= {"prompt": f"Question {row['id']}: n is 3 and m is 3. List different_patches.", "answer": [1, 2, 3]}
    bench.tir(rows)
    prices = ("--set", "prices.input_usd=10", "--set", "prices.output_usd=100")
    with Loopback(lambda _: Answer('{"different_patches": [1, 2]}', delay_s=0.01)) as server:
        bench("--model", "mine", "--base-url", server.url, "--served-name", "m", *prices)
    assert set(bench.records()) == {"spot_difference-0000", "spot_difference-0001"}
    for record in bench.records().values():
        verdict, transcript = record["verdict"], record["transcript"]
        assert (verdict["outcome"], verdict["strict"]) == ("partial", pytest.approx(2 / 3))
        assert verdict["extraction"]["answer"] == "[1, 2]"
        assert verdict["extraction"]["rule"]
        assert (transcript["usage"]["prompt_tokens"], transcript["usage"]["completion_tokens"]) == (100, 5)
        assert record["usd"] == pytest.approx(0.0015)
        assert transcript["latency_s"] >= 0.01
        picture = bench.data / record["images"][0]["path"]
        assert transcript["sent"][0]["sha256"] == hashlib.sha256(picture.read_bytes()).hexdigest()


@pytest.mark.parametrize("mode", MODES)
def test_the_run_folder_tells_the_whole_run(bench: Bench, mode: tuple[str, ...]) -> None:
    """run.json: what was asked of whom; a record an item; summary.json with denominators and intervals."""
    bench.tir()
    with Loopback(wrong_on(0)) as server:
        bench("--model", "mine", "--base-url", server.url, "--served-name", "loopback-vl", *mode)
    about = bench.about()
    assert about["profile"]["served_name"] == "loopback-vl"
    assert about["selection"]["selected"] == about["selection"]["of"] == 6
    assert about["data"][0]["suite"] == "tir_bench"
    records = bench.records()
    assert len(records) == 6
    first = records["rotation_game-0000"]
    assert first["prompt"].endswith(OPTIONS)
    assert first["transcript"]["final_text"] == "Answer: B"
    assert first["transcript"]["sent"][0]["reencoded"] is None
    assert first["images"][0]["path"] == "data/rotation_game/0.png"
    scope = bench.summary()["tir_bench"]["rotation_game"]
    assert (scope["planned"], scope["answered"], scope["pass_rate"]["strict"]["count"]) == (3, 3, 2)


def test_the_files_bytes_go_out_unchanged_and_nothing_tells_the_answer(bench: Bench) -> None:
    """The picture on the wire is the file; neither the key nor a file name is in any request."""
    rows = bench.tir(tir_rows(maze=2))
    for row in rows:
        row["answer"] = "C"
        row["meta_data"] = {"secret_key": "gold-is-C"}
    bench.tir(rows)
    with Loopback(lambda _: Answer("C")) as server:
        bench("--model", "mine", "--base-url", server.url, "--served-name", "loopback-vl")
    files = {(bench.data / row["image_1"]).read_bytes() for row in rows}
    sent = {base64.b64decode(url.partition("base64,")[2]) for asked in server.asked for url in asked.image_urls}
    assert sent == files
    for asked in server.asked:
        assert asked.image_urls[0].startswith("data:image/png;base64,")
        for telling in (b"gold-is", b"secret_key", b"data/maze", b".png", b"answer"):
            assert telling not in asked.raw.lower()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("options", "asked_of"),
    [
        pytest.param(("-k", "rotation"), {0, 1, 2}, id="-k a task"),
        pytest.param(("-k", "maze or jigsaw"), {3, 4, 5}, id="-k two tasks"),
        pytest.param(("--limit", "1"), {0, 3}, id="--limit: the first of each task"),
        pytest.param(("-k", "maze", "--limit", "2"), {3, 4}, id="-k then --limit"),
        pytest.param(("-m", "tir_bench"), {0, 1, 2, 3, 4, 5}, id="-m the benchmark"),
    ],
)
def test_selection(bench: Bench, mode: tuple[str, ...], options: tuple[str, ...], asked_of: set[int]) -> None:
    """pytest's own options choose, and only what they choose is asked."""
    bench.tir()
    with Loopback(right) as server:
        result = bench("--model", "mine", "--base-url", server.url, "--served-name", "m", *options, *mode)
    assert {row_number(asked.prompt) for asked in server.asked} == asked_of
    result.stdout.fnmatch_lines([f"{len(asked_of)} of 6 selected: planned {len(asked_of)}, answered {len(asked_of)}*"])
    assert bench.about()["selection"]["selected"] == len(asked_of)


@pytest.mark.parametrize("mode", MODES)
def test_cases_are_known_whatever_pytest_calls_their_folder(bench: Bench, mode: tuple[str, ...]) -> None:
    """With another --rootdir, as on another host, node ids begin at the file."""
    bench.tir()
    with Loopback(wrong_on(4)) as server:
        where = ("--model", "mine", "--base-url", server.url, "--served-name", "m")
        result = bench(*where, *mode, f"--rootdir={ROOT / 'tests_bench'}")
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["6 of 6 selected: planned 6*"])
    assert len(bench.about()["selection"]["cases"]) == 6


def test_a_test_beside_the_benchmark_keeps_its_traceback(bench: Bench) -> None:
    """Frames are left out where none is shown, and nowhere else."""
    bench.tir()
    beside = bench.pytester.makepyfile(
        test_beside="""
        import pytest

        def outer():
            inner()

        def inner():
            pytest.fail("deep down")

        def test_beside():
            outer()
        """
    )
    with Loopback(wrong_on(4)) as server:
        where = ("--model", "mine", "--base-url", server.url, "--served-name", "m")
        result = bench(*where, str(beside))
    result.assert_outcomes(passed=5, failed=2)
    result.stdout.fnmatch_lines(["*outer()", "*inner()", "*Failed: deep down"])
    assert result.stdout.str().count("pytest.fail(evaluation.text") == 0


def test_p51_a_sample_is_drawn_once_for_all_workers(bench: Bench) -> None:
    """Without a seed the controller draws one; it is written down, and drawing with it again gives the same items."""
    bench.tir(tir_rows(rotation_game=15, maze=15))
    with Loopback(right) as server:
        result = bench("--model", "mine", "--base-url", server.url, "--served-name", "m", "--sample", "7", "-n", "2")
        result.assert_outcomes(passed=7)
        drawn = {row_number(asked.prompt) for asked in server.asked}
        seed = bench.about()["selection"]["seed"]
        again = ("--sample", "7", "--seed", str(seed))
        bench("--model", "mine", "--base-url", server.url, "--served-name", "m", *again, run="again")
        second = {row_number(asked.prompt) for asked in server.asked[7:]}
    assert len(drawn) == 7
    assert second == drawn


def test_lf_and_x_work(bench: Bench) -> None:
    """--lf asks only what failed; -x stops at the first failure and says how many were not asked."""
    bench.tir()
    where = ("--model", "mine", "--served-name", "m")
    with Loopback(wrong_on(1)) as server:
        bench(*where, "--base-url", server.url)
        before = len(server.asked)
        bench(*where, "--base-url", server.url, "--lf", run="again")
        assert {row_number(asked.prompt) for asked in server.asked[before:]} == {1}
        assert bench.about()["selection"]["last_failed"] is True
        result = bench(*where, "--base-url", server.url, "-x", "--concurrency", "1", run="stopped")
    result.assert_outcomes(passed=1, failed=1)
    summary = bench.summary()
    assert summary["planned"] == 6
    assert summary["answered"] + summary["unasked"] == 6


def test_junit_and_html_carry_the_score(bench: Bench) -> None:
    """JUnit has the score as a property, pytest-html our columns and the table on top."""
    bench.tir()
    with Loopback(wrong_on(4)) as server:
        where = ("--model", "mine", "--base-url", server.url, "--served-name", "m")
        bench(*where, "--junitxml=junit.xml", "--html=page.html", "--self-contained-html")
    cases = ET.parse(bench.path / "junit.xml").getroot().iter("testcase")
    scores = {
        case.get("name"): {p.get("name"): p.get("value") for p in case.iter("property")}["score"] for case in cases
    }
    assert scores["test_tir_bench[maze-0004]"] == "0.0"
    assert scores["test_tir_bench[maze-0003]"] == "1.0"
    page = (bench.path / "page.html").read_text(encoding="utf-8")
    assert "TIR-Bench: accuracy" in page
    assert "Extracted" in page


def test_collecting_asks_nothing_and_makes_no_run(bench: Bench) -> None:
    """`--co` lists the cases."""
    bench.tir()
    result = bench("--co", "-q", "--model", "qwen3-vl")
    assert "tests_bench/test_tir_bench.py::test_tir_bench[rotation_game-0001]" in result.stdout.str()
    assert not bench.run_path.exists()


def test_broken_rows_stop_the_run_and_all_are_named(bench: Bench) -> None:
    """Two broken rows: one message with both; --skip-broken goes on and lists them."""
    rows = bench.tir()
    rows[1]["answer"] = ["x"]
    del rows[4]["prompt"]
    (bench.data / "TIR-Bench.json").write_text(json.dumps(rows), encoding="utf-8")
    result = bench("--model", "random")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    text = result.stdout.str() + result.stderr.str()
    assert "2 broken rows" in text
    assert "--skip-broken" in text
    result = bench("--model", "random", "--skip-broken")
    assert bench.summary()["planned"] == 4
    assert len(bench.about()["data"][0]["skipped"]) == 2
    result.stdout.fnmatch_lines(["*2 broken rows left out*"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(("--model", "qwen3-vll"), "Did you mean qwen3-vl", id="unknown name"),
        pytest.param(("--model", "random", "--set", "sampling.heat=1"), "no field is called heat", id="unknown field"),
        pytest.param(("--tir-bench", "nowhere"), "nowhere", id="no such folder"),
        pytest.param(("--protocol", "qwen"), "no protocol is called 'qwen'", id="unknown protocol"),
        pytest.param(("--system-prompt", "nowhere.txt"), "no such file", id="no such prompt"),
        pytest.param(("--extractor", "llm"), "--extractor-model", id="no extraction model"),
    ],
)
def test_a_wrong_call_is_one_message(bench: Bench, options: tuple[str, ...], said: str) -> None:
    """What was seen, the rule, the next command; nothing is collected."""
    result = bench(*options, data=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str() + result.stdout.str()
    assert "Traceback" not in result.stderr.str()


def test_the_served_name_is_the_only_entry_or_the_run_stops(bench: Bench) -> None:
    """The built-in qwen3-vl names no size: one model is taken, of several a list is shown."""
    bench.tir(tir_rows(maze=1))
    with Loopback(lambda _: Answer("A"), models=("Qwen/Qwen3-VL-8B",)) as server:
        bench("--model", "qwen3-vl", "--base-url", server.url).assert_outcomes(passed=1)
        assert server.asked[0].body["model"] == "Qwen/Qwen3-VL-8B"
    with Loopback(lambda _: Answer("A"), models=("one", "two")) as server:
        result = bench("--model", "qwen3-vl", "--base-url", server.url, run="other")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert "one, two" in result.stderr.str() + result.stdout.str()
        assert server.asked == []


@pytest.mark.parametrize("mode", MODES)
def test_a_bad_key_stops_the_run_with_one_message(bench: Bench, mode: tuple[str, ...]) -> None:
    """401: the first request ends the run; the message says what to change."""
    bench.tir(tir_rows(rotation_game=20, maze=20))
    with Loopback(lambda _: Answer(status=401, error="bad key")) as server:
        where = ("--model", "mine", "--base-url", server.url, "--served-name", "m", "--concurrency", "2")
        result = bench(*where, *mode)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert len(server.asked) <= 8
    assert "Check the key" in result.stdout.str()
    assert bench.summary()["answered"] == 0


def test_our_adapters_is_imported_where_an_installed_package_has_that_name(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There is a package called adapters on the index; ours comes first, in pytest and in the command."""
    foreign = tmp_path / "site"
    for name in ("adapters", "scoring", "cli", "benchmarks"):
        (foreign / name).mkdir(parents=True)
        (foreign / name / "__init__.py").write_text("raise ImportError('the foreign package')")
    monkeypatch.setenv("PYTHONPATH", str(foreign))
    bench.tir(tir_rows(maze=1))
    bench("--model", "random", "-n", "2")
    assert bench.summary()["answered"] == 1


def test_a_run_ends_in_a_page_that_pytest_html_links_to(bench: Bench) -> None:
    """report.html in the run folder; its sections on top of pytest-html's page, and each case a link to its item."""
    bench.tir(tir_rows(maze=2))
    result = bench("--model", "random", "--html=page.html", "--self-contained-html", "--report-max-mb=20")
    page = (bench.run_path / "report.html").read_text(encoding="utf-8")
    assert "Content-Security-Policy" in page
    assert "maze" in page
    result.stdout.fnmatch_lines([f"report: {bench.run_path}/report.html"])
    linked = (bench.path / "page.html").read_text(encoding="utf-8")
    assert "run/report.html#item=tir_bench" in linked
    assert "Accuracy by task" in linked

"""A gated run from the command line: what stops it before it asks, and what it ends with."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.inline import Inline
from tests.loopback import Answer, Asked, Loopback
from tests.tiny import Bench, key, row_number, tir_rows

MINE = ("--model=mine", "--served-name=m", "--set=limits.retries=0")
ERROR = Answer(status=500, error="out of memory")
Script = Callable[[Asked], Answer]


@pytest.fixture
def inline(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Inline:
    """The benchmark in this process, with 20 mazes and 20 rotations."""
    inline = Inline(pytester, monkeypatch)
    inline.tir(tir_rows(maze=20, rotation_game=20))
    return inline


def right_but(*numbers: int) -> Script:
    """Right but for these rows."""
    return lambda asked: Answer(f"Answer: {key(row_number(asked.prompt) + (row_number(asked.prompt) in numbers))}")


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return right_but()(asked)


def dies_half_way(asked: Asked) -> Answer:
    """Nobody is there after 20 of the 40 answers."""
    return right(asked) if asked.index < 20 else Answer(fault="reset")


def errors_on_a_tenth(asked: Asked) -> Answer:
    """Four of forty items can't be asked."""
    return ERROR if row_number(asked.prompt) % 10 == 3 else right(asked)


def two_builds(asked: Asked) -> Answer:
    """The server was replaced in the middle."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}", fingerprint=f"build-{asked.index // 20}")


def gate(folder: Path, rules: str) -> str:
    """The option for a gate of these rules."""
    (folder / "gates.toml").write_text(f"[rules]\n{rules}\n", encoding="utf-8")
    return f"--gate={folder / 'gates.toml'}"


SIXTY = "tir_bench.accuracy.strict.min = 0.6"
ENDINGS = [
    pytest.param(right_but(1, 2), 0, "the gate passed", id="0: wrong answers alone fail nothing"),
    pytest.param(right_but(*range(20)), 1, "the gate failed, or a test beside", id="1: half are wrong"),
    pytest.param(errors_on_a_tenth, 10, "under the minimum coverage of 95 %", id="10: a tenth can't be asked"),
    pytest.param(two_builds, 10, "the server's build changed", id="10: two builds answered"),
    pytest.param(dies_half_way, 11, "failed in a row (connection)", id="11: the endpoint dies half-way"),
    pytest.param(lambda _: Answer(status=401), 11, "40 cases were not asked", id="11: the key is bad"),
]


@pytest.mark.parametrize(("script", "code", "said"), ENDINGS)
def test_exit_codes(inline: Inline, script: Script, code: int, said: str) -> None:
    """The process ends as the gate decides; the output says why in its last lines."""
    with Loopback(script) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, SIXTY))
    assert result.ret == code
    assert said in result.stdout.str()
    assert result.stdout.lines[-1].startswith(f"exit code {code}: ")
    assert inline.summary()["gate"]["exit_code"] == code


@pytest.mark.parametrize(("script", "code", "said"), [ENDINGS[0], ENDINGS[2], ENDINGS[4]])
def test_exit_codes_with_workers(bench: Bench, script: Script, code: int, said: str) -> None:
    """The same under xdist, where the controller decides on what the workers tell it."""
    bench.tir(tir_rows(maze=20, rotation_game=20))
    workers = "2" if code == 11 else "1"
    with Loopback(script) as server:
        result = bench(*MINE, f"--base-url={server.url}", gate(bench.path, SIXTY), "-n", workers)
    assert result.ret == code
    assert said in result.stdout.str()


def test_p67_thresholds_for_all_for_a_group_and_for_repeats(inline: Inline) -> None:
    """P67: every broken rule is named with value, n and interval; wrong items read FAILED and fail nothing."""
    inline.tir(tir_rows(maze=6, color=6))
    rules = (
        "tir_bench.accuracy.strict.min = 0.60\ntir_bench.maze.accuracy.strict.min = 0.30\n[items.smoke]\n"
        'cases = ["maze-0000", "color-0006"]\nat_least = 4\nof = 5'
    )
    asked_of: dict[int, int] = {}

    def script(asked: Asked) -> Answer:
        number = row_number(asked.prompt)
        asked_of[number] = asked_of.get(number, 0) + 1
        fails = {0: asked_of[number] > 3, 1: False}.get(number, number < 6)
        return Answer(f"Answer: {key(number + fails)}")

    with Loopback(script) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, rules), "--repeat=5", "--junitxml=j.xml")
    assert result.ret == 1
    result.assert_outcomes(failed=22, passed=38)
    result.stdout.fnmatch_lines(
        [
            "tir_bench.accuracy.strict min 0.6 *0.633*60*passed",
            "tir_bench.maze.accuracy.strict min 0.3 *0.267*30*failed",
            "failed: tir_bench.maze.accuracy.strict min 0.3",
            "*is 0.267 (n 30, 95 % 0.0?? to 0.???), under the minimum 0.3",
            "failed: items.smoke at_least 4 of 5",
            "*1 of 2 cases pass in fewer than 4 of 5 answers: tir_bench/maze-0000",
        ]
    )
    assert (inline.path / "j.xml").read_text(encoding="utf-8").count("<failure") == 22


def test_p42_four_flips_of_a_hundred_are_noise(inline: Inline) -> None:
    """P42: 4 of 100 answers are another one, "drop > 2 points": within noise, with interval and the flipped items."""
    inline.tir(tir_rows(maze=100))
    rule = gate(inline.path, "tir_bench.accuracy.strict.max_drop = 0.02")
    with Loopback(right_but(*range(20))) as server:
        inline(*MINE, f"--base-url={server.url}", run="a")
    with Loopback(right_but(*range(24))) as server:
        where = (f"--baseline={inline.path / 'a'}", "--summary-md=page.md")
        result = inline(*MINE, f"--base-url={server.url}", rule, *where, run="b")
    assert result.ret == 0
    assert "within noise of a tolerated drop of 0.02, p 0.0807" in result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            "maze *80.0 *76.0 *-4.0 *-8.0 to -1.0 *0.125 *0.125 *100 *0 *4",
            "broken (4): tir_bench/maze-0020, tir_bench/maze-0021, tir_bench/maze-0022, tir_bench/maze-0023",
        ]
    )
    page = (inline.path / "page.md").read_text(encoding="utf-8")
    assert "| `tir_bench/maze-0020` | correct | wrong | -1.00 | `A` | `B` |" in page


def test_a_drop_that_is_shown_fails(inline: Inline) -> None:
    """14 of 40 broken, none fixed: more than a tolerated drop of 10 points."""
    with Loopback(right) as server:
        inline(*MINE, f"--base-url={server.url}", run="a")
    rule = gate(inline.path, "tir_bench.accuracy.strict.max_drop = 0.10")
    with Loopback(right_but(*range(14))) as server:
        result = inline(*MINE, f"--base-url={server.url}", rule, f"--baseline={inline.path / 'a'}", run="b")
        assert result.ret == 1
        assert "a drop of more than 0.1 is shown" in result.stdout.str()
        undecided = inline(*MINE, f"--base-url={server.url}", rule, run="c")
    assert undecided.ret == 10
    assert "gate: no --baseline, so 1 rules stay undecided" in undecided.stdout.str()


def test_the_first_release_has_no_baseline(inline: Inline) -> None:
    """baseline = "optional": passed, and said so."""
    rule = gate(inline.path, 'tir_bench.accuracy.strict = { max_drop = 0.02, baseline = "optional" }')
    with Loopback(right) as server:
        result = inline(*MINE, f"--base-url={server.url}", rule)
    assert result.ret == 0
    assert "stay undecided" not in result.stdout.str()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("tir_bench.acuracy.strict.min = 0.6", "no such figure in this selection; nearest: tir_bench.accuracy.strict"),
        ("tir_bench.jigsaw.accuracy.strict.min = 0.6", "tir_bench.jigsaw.accuracy.strict: no such figure"),
        ("tir_bench.accuracy.strict.minimum = 0.6", "unknown key 'minimum'; nearest: min"),
        ("tir_bench.accuracy.strict.min = 60", "no share is above 1; 0.6 is 60 %"),
        ('[items.smoke]\ncases = ["maze-0099"]\nno_new_failures = true', "no case 'maze-0099'"),
        ('[items.x]\ncases = ["maze-0001"]\nat_least = 4\nof = 5', "ask each item 5 times"),
        ("cost.usd.max = 20", "cost.usd max 20: the profile mine has no prices"),
        ("tir_bench.accuracy.strict.min == 0.6", "is not TOML"),
    ],
)
def test_a_gate_that_can_not_be_kept_stops_before_any_request(inline: Inline, rules: str, said: str) -> None:
    """pytest's own code for a wrong call, the nearest names, and not one request."""
    with Loopback(right) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, rules), "-k", "maze")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str() + result.stdout.str()
    assert server.asked == []
    assert not inline.run_path.exists()


def test_with_workers_a_scope_that_is_not_selected_stops_before_any_request(bench: Bench) -> None:
    """-k left the scope of a rule out: the workers have collected, and none of them asks."""
    bench.tir(tir_rows(maze=4, rotation_game=4))
    with Loopback(right) as server:
        rule = gate(bench.path, "tir_bench.maze.accuracy.strict.min = 0.6")
        result = bench(*MINE, f"--base-url={server.url}", rule, "-n", "1", "-k", "rotation")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "tir_bench.maze.accuracy.strict: no such figure in this selection" in result.stderr.str()
    assert server.asked == []


@pytest.mark.parametrize("again", ["--lf", "--sw"])
def test_what_failed_before_is_no_run_to_gate(inline: Inline, again: str) -> None:
    """--lf and --sw pick what was wrong: refused before any request."""
    with Loopback(right) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, SIXTY), again)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"{again} with a gate" in result.stderr.str() + result.stdout.str()
    assert server.asked == []


def test_pytest_keeps_its_own_codes(inline: Inline) -> None:
    """Nothing selected is 5, without a gate wrong answers are 1, and a gate file that is not there is 4."""
    with Loopback(right_but(1)) as server:
        where = (*MINE, f"--base-url={server.url}")
        errors = gate(inline.path, "errors.share.max = 0.5")
        assert inline(*where, "--gate=nowhere.toml", run="a").ret == pytest.ExitCode.USAGE_ERROR
        assert inline(*where, errors, "-k", "nothing_of_this_name", run="b").ret in (4, 5)
        assert inline(*where, "--gate=none", "-k", "maze", run="c").ret == pytest.ExitCode.TESTS_FAILED


def test_a_baseline_that_was_asked_otherwise_stops_before_any_request(inline: Inline) -> None:
    """Another data set under the same names; --anyway compares, with the difference as a warning."""
    with Loopback(right) as server:
        where = (*MINE, f"--base-url={server.url}", f"--baseline={inline.path / 'a'}")
        inline(*MINE, f"--base-url={server.url}", run="a")
        before = len(server.asked)
        inline.tir(tir_rows(maze=19, rotation_game=20))
        result = inline(*where, run="b")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert "data of tir_bench" in result.stderr.str() + result.stdout.str()
        assert len(server.asked) == before
        result = inline(*where, "--anyway", "-k", "maze", run="c")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["warning: data of tir_bench*", "only before (21): tir_bench/*"])


class Interrupt:
    """Presses Ctrl-C after the fifth case."""

    def __init__(self) -> None:
        self.cases = 0

    def pytest_runtest_teardown(self) -> None:
        """As the terminal would."""
        self.cases += 1
        if self.cases == 5:
            raise KeyboardInterrupt


def test_an_interrupted_run_is_not_judged(inline: Inline) -> None:
    """Ctrl-C in the middle: 11, and run.json says what is missing."""
    with Loopback(right) as server:
        inline.plugins = (Interrupt(),)
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, SIXTY), "--concurrency=1")
    assert result.ret == 11
    assert inline.about()["trouble"].endswith("of 40 cases were not asked: interrupted")


def test_more_errors_than_answers_stop_the_run(inline: Inline) -> None:
    """From the 31st answer on every second request and more fails: the run stops and asks no further."""
    inline.tir(tir_rows(maze=200))
    with Loopback(lambda asked: right(asked) if asked.index < 30 or asked.index % 5 == 0 else ERROR) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, "tir_bench.accuracy.strict.min = 0.6"))
    assert result.ret == 11
    assert "more errors (26) than answers (24) in the last 50 requests" in result.stdout.str()
    assert 62 <= len(server.asked) < 100


def test_a_failing_test_beside_the_benchmark_is_no_wrong_answer(inline: Inline) -> None:
    """The gate decides on the benchmark alone: another test that fails is 1."""
    other = inline.path / "test_other.py"
    other.write_text("def test_other():\n    assert False\n", encoding="utf-8")
    with Loopback(right) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, SIXTY), str(other))
    assert result.ret == 1
    result.assert_outcomes(passed=40, failed=1)


def test_the_step_summary_of_github_gets_the_page(inline: Inline, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind what the step wrote before, and the same in the file that was asked for; a badge lies in the run."""
    page = inline.path / "step.md"
    page.write_text("before\n", encoding="utf-8")
    for name, value in {
        "GITHUB_STEP_SUMMARY": str(page),
        "GITHUB_SERVER_URL": "https://forge.example",
        "GITHUB_REPOSITORY": "a/b",
        "GITHUB_RUN_ID": "7",
    }.items():
        monkeypatch.setenv(name, value)
    with Loopback(right_but(*range(12))) as server:
        result = inline(*MINE, f"--base-url={server.url}", gate(inline.path, SIXTY), "--summary-md=own.md")
    assert result.ret == 0
    own = (inline.path / "own.md").read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8") == f"before\n{own}"
    assert own.startswith("## Gazecheck, `mine`: gate passed\n")
    assert "[the artefact of this CI run](https://forge.example/a/b/actions/runs/7#artifacts)" in own
    assert "| `tir_bench.accuracy.strict min 0.6` | 0.700 | 40 | 0.546 to 0.819 | passed |" in own
    badge = json.loads((inline.run_path / "badge.json").read_text(encoding="utf-8"))
    assert badge == {"schemaVersion": 1, "label": "accuracy", "message": "70.0 %", "color": "brightgreen"}
    assert os.environ["GITHUB_RUN_ID"] == "7"


DIES = """
import os


def pytest_sessionstart(session):
    if hasattr(session.config, "workerinput"):
        os._exit(9)
"""


def test_workers_that_die_one_after_the_other_are_no_verdict(bench: Bench) -> None:
    """A fault that kills every worker: the run stops, nothing was asked, 11 and not pytest's internal error."""
    bench.pytester.makepyfile(dies=DIES)
    bench.tir(tir_rows(maze=4))
    rule = gate(bench.path, "errors.share.max = 0.5")
    result = bench("--model=random", "-p", "dies", "-n", "1", "--max-worker-restart=1", rule)
    assert result.ret == 11
    assert bench.about()["trouble"] == "4 of 4 cases were not asked: 2 worker processes died"

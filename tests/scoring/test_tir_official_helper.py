"""The helper process of the number rule: one per process, bounded, and gone with its parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scoring import symbolic
from scoring.symbolic import Comparison, MathHelper

ROOT = Path(__file__).parents[2]
needs_proc = pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="reads /proc")


@pytest.fixture
def helper() -> Iterator[MathHelper]:
    helper = MathHelper()
    yield helper
    helper.close()


def runs(pid: int) -> bool:
    """Whether the process exists and is not merely waiting to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> bool:
    deadline = time.monotonic() + 30
    while runs(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not runs(pid)


def test_one_child_answers_every_thread(helper: MathHelper) -> None:
    """Questions from eight threads get each its own answer, from the same process."""
    questions = [(f"{n}.0", str(n + n % 2)) for n in range(40)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda pair: helper.compare(*pair), questions))
        pids = set(pool.map(lambda _: helper.pid, questions))
    assert [answer.equal for answer in answers] == [n % 2 == 0 for n in range(40)]
    assert len(pids) == 1


def test_text_crosses_the_line_unchanged(helper: MathHelper) -> None:
    """Line breaks, other scripts, half a surrogate pair and a megabyte arrive and do not upset the next question."""
    assert helper.compare("first 7\nthen\r 12", "12").equal
    assert helper.compare("第 12 个", "12").equal
    assert not helper.compare("\ud83d 13", "12").equal
    assert helper.compare("x" * 1_000_000 + " 12", "12").equal
    assert not helper.compare("7", "12").equal


def test_a_killed_child_is_replaced_and_asked_again(helper: MathHelper) -> None:
    """Somebody else's kill costs nothing."""
    helper.compare("12.0", "12")
    first = helper.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert helper.compare("12.0", "12") == Comparison(equal=True)
    assert helper.pid != first


def test_a_child_over_our_limit_is_killed_and_the_next_answer_is_right() -> None:
    """Where the library's own alarm does not come, ours does."""
    helper = MathHelper(limit_s=2.5)
    helper.compare("12.0", "12")
    first = helper.pid
    assert first is not None
    assert helper.compare("9^9^9^9", "12") == Comparison(equal=False, timed_out=True)
    assert helper.pid is None
    assert not runs(first)
    assert helper.compare("12.0", "12").equal
    helper.close()


def test_a_child_that_always_ends_is_reported(
    helper: MathHelper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deaths over one question are no verdict on it."""
    script = tmp_path / "dying.py"
    script.write_text(
        "import sys\nsys.stdin.readline()\nprint('{\"ready\": true}', flush=True)\nsys.stdin.readline()\n"
    )
    monkeypatch.setattr(symbolic, "_HELPER", script)
    assert helper.compare("12.0", "12") == Comparison(equal=False, died=True)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ('print(\'{"failed": "No module named antlr4"}\')', "No module named antlr4"),
        ("raise SystemExit(3)", "ended while starting"),
    ],
)
def test_without_math_verify_the_error_says_what_to_install(
    helper: MathHelper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    """A missing library stops the run; it must not look like wrong answers."""
    path = tmp_path / "helper.py"
    path.write_text(f"import sys\nsys.stdin.readline()\n{script}\n")
    monkeypatch.setattr(symbolic, "_HELPER", path)
    with pytest.raises(RuntimeError, match=rf"{words}.*pip install 'math-verify\[antlr4_13_2\]==0\.9\.0'"):
        helper.compare("12.0", "12")
    assert helper.pid is None


def test_a_forked_process_gets_a_child_of_its_own() -> None:
    """Parent and fork both go on scoring, with different children."""
    program = """
import os, sys
from scoring import symbolic
def ask():
    assert symbolic.compare("12.0", "12").equal
    return symbolic._SHARED.pid
mine = ask()
fork = os.fork()
if not fork:
    os._exit(0 if ask() != mine else 1)
assert os.waitpid(fork, 0)[1] == 0
assert ask() == mine
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=ROOT, check=True, timeout=60)


@needs_proc
@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_the_child_ends_with_its_parent(end: str) -> None:
    """After a normal end and after SIGKILL no process is left behind."""
    program = f"""
import os, signal, sys
from scoring import symbolic
symbolic.compare("12.0", "12")
print(symbolic._SHARED.pid, flush=True)
{end}
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=60, check=False
    )
    assert wait_until_gone(int(done.stdout))


@needs_proc
def test_the_child_has_a_bounded_address_space(helper: MathHelper) -> None:
    """2 GiB: four times what the largest comparison measured needs."""
    helper.compare("12.0", "12")
    limits = Path(f"/proc/{helper.pid}/limits").read_text().splitlines()
    soft = next(line for line in limits if line.startswith("Max address space")).split()[3]
    assert int(soft) <= 2 * 1024**3

"""The live line in a real pseudo-terminal."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from tests.loopback import Answer, Loopback
from tests.tiny import Bench, key, row_number, tir_rows


def seen_in_a_terminal(bench: Bench, lines: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything a run writes to a terminal of so many lines."""
    bench.tir(tir_rows(maze=8))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("CI", raising=False)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 100, 0, 0))
    with Loopback(lambda asked: Answer(f"Answer: {key(row_number(asked.prompt))}", delay_s=0.4)) as server:
        asked = ("--model", "mine", "--base-url", server.url, "--concurrency", "2")
        command = [sys.executable, "-m", "pytest", *bench.command_line(asked, "run", data=True)]
        with subprocess.Popen(command, stdout=theirs, stderr=theirs, cwd=bench.path):
            os.close(theirs)
            written = b""
            # A terminal whose last writer is gone gives an error.
            while True:
                try:
                    written += os.read(ours, 65_536)
                except OSError:
                    break
    os.close(ours)
    return written.decode("utf-8", "replace")


def test_one_live_line_below_what_pytest_writes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in the last line, outside of what scrolls, says what a person wants to know, and is gone at the end."""
    text = seen_in_a_terminal(bench, 30, monkeypatch)
    assert "\x1b[1;29r" in text
    lines = re.findall(r"\x1b7\x1b\[30;1H\x1b\[2K([^\x1b]*)\x1b8", text)
    assert any(
        re.match(r"[2-8]/8, accuracy 100\.0 %, \S+/s, \d in flight, 0 x 429, \d+ tokens", line) for line in lines
    )
    assert text.rindex("\x1b[r\x1b[30;1H\x1b[2K") > text.rindex("in flight, 0 x 429")
    assert "8 passed" in text


def test_a_terminal_without_a_size_gets_plain_lines(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing moves the cursor where there is no last line."""
    text = seen_in_a_terminal(bench, 0, monkeypatch)
    assert "\x1b7" not in text
    assert "8 passed" in text

"""Going on with a run: which one, and what its parts add up to."""

import json
from pathlib import Path

import pytest

from tests.loopback import Answer, Asked, Loopback
from tests.tiny import Bench, key, row_number, tir_rows

MINE = ("--model", "mine", "--served-name", "m")


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}", delay_s=0.05)


def runs(bench: Bench) -> list[Path]:
    """The run folders below `runs`, the oldest first."""
    return sorted(bench.path.glob("runs/*/*"), key=lambda path: path.stat().st_mtime)


def test_latest_is_the_newest_run_with_these_settings(bench: Bench) -> None:
    """A newer one that was asked otherwise, and newer folders that hold no run, are passed over."""
    bench.tir(tir_rows(maze=4))
    down = {1}
    with Loopback(lambda asked: Answer(status=400) if row_number(asked.prompt) in down else right(asked)) as server:
        where = (*MINE, "--base-url", server.url)
        bench(*where, run=None)
        bench(*where, "--set", "sampling.temperature=0.5", run=None)
        wanted, _ = runs(bench)
        for name, content in (("empty", None), ("torn", '{"schema": 1, "mod'), ("newer", '{"schema": 99}')):
            folder = wanted.parent / name
            folder.mkdir()
            if content is not None:
                (folder / "run.json").write_text(content, encoding="utf-8")
        down.clear()
        before = len(server.asked)
        result = bench(*where, "--resume", "latest", run=None)
        assert [row_number(asked.prompt) for asked in server.asked[before:]] == [1]
    result.assert_outcomes(passed=4)
    bench.run_path = wanted
    assert len(bench.about()["parts"]) == 2
    assert bench.summary()["answered"] == 4


def test_latest_without_a_run_is_one_message(bench: Bench) -> None:
    """Nothing is begun in its place."""
    bench.tir()
    result = bench(*MINE, "--base-url", "http://127.0.0.1:9/v1", "--resume", "latest", run=None)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--resume latest: none of the 0 runs under * has these settings. Name one.*"])
    assert runs(bench) == []


def test_the_parts_of_a_run_add_up(bench: Bench) -> None:
    """Tokens, money and time are those of all parts; another build of the server in a later part is told."""
    bench.tir(tir_rows(maze=6))
    down, build = {3, 5}, ["b1"]

    def script(asked: Asked) -> Answer:
        if row_number(asked.prompt) in down:
            return Answer(status=400)
        return Answer(right(asked).text, fingerprint=build[0], delay_s=0.05)

    with Loopback(script) as server:
        prices = ("--set", "prices.input_usd=10", "--set", "prices.output_usd=100")
        where = (*MINE, "--base-url", server.url, *prices)
        bench(*where)
        first = bench.summary()
        assert first["tokens"]["total"] == 4 * 105
        down.clear()
        build[0] = "b2"
        result = bench(*where, "--resume", str(bench.run_path), run=None)
    result.stdout.fnmatch_lines(["the server changed during the run: loopback-vl b1, loopback-vl b2"])
    whole, parts = bench.summary(), bench.about()["parts"]
    assert whole["tokens"]["total"] == 6 * 105
    assert whole["cost"]["usd"] == pytest.approx(6 * (100 * 10 + 5 * 100) / 1e6)
    assert whole["duration_s"] == pytest.approx(sum(part["duration_s"] for part in parts), abs=0.11)
    assert whole["duration_s"] > first["duration_s"] > 0


def test_a_folder_without_run_json_holds_no_run(bench: Bench) -> None:
    """What a run leaves that is killed between making its folder and saying what it is: it can be begun there again."""
    bench.tir(tir_rows(maze=2))
    folder = bench.path / "run"
    folder.mkdir()
    (folder / ".run.json-abc").write_text('{"schema"', encoding="utf-8")
    with Loopback(right) as server:
        where = (*MINE, "--base-url", server.url)
        result = bench(*where, "--resume", str(folder), run=None)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert "is no run folder" in result.stderr.str()
        bench(*where).assert_outcomes(passed=2)
        again = bench(*where)
        assert "a run lies there already" in again.stderr.str()
    assert json.loads((folder / "run.json").read_text(encoding="utf-8"))["selection"]["selected"] == 2


@pytest.mark.parametrize(
    ("options", "said", "count"),
    [
        (("-k", "rotation_game"), {"keyword": "rotation_game"}, 3),
        (("-m", "tir_bench"), {"markers": "tir_bench"}, 6),
        (("--limit", "1"), {"limit": 1}, 2),
        (("--sample", "2", "--seed", "5"), {"sample": 2, "seed": 5}, 2),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_selection_makes_a_run_of_its_own(
    bench: Bench, options: tuple[str, ...], said: dict[str, object], count: int
) -> None:
    """What was left out is written down with how it was chosen."""
    bench.tir()
    with Loopback(right) as server:
        where = (*MINE, "--base-url", server.url)
        bench(*where, *options, run="part")
        selection = bench.about()["selection"]
        assert {name: selection[name] for name in said} == said
        assert (selection["selected"], selection["of"], len(selection["cases"])) == (count, 6, count)

"""Scoring without asking: an earlier run again, answers from elsewhere, a run that goes on, answers a model reads."""

import json
from pathlib import Path

import pytest

from tests.loopback import Answer, Asked, Loopback
from tests.tiny import Bench, key, row_number, tir_rows

MODES = [pytest.param((), id="alone"), pytest.param(("-n", "2"), id="two workers")]
MINE = ("--model", "mine", "--served-name", "m")


def answer(asked: Asked) -> Answer:
    """Right, but for row 1."""
    number = row_number(asked.prompt)
    return Answer(f"Answer: {key(number + (number == 1))}")


@pytest.mark.parametrize("mode", MODES)
def test_a_run_is_scored_again_without_a_request(bench: Bench, mode: tuple[str, ...]) -> None:
    """--replay: the same cases, the same figures, no request, no data needed."""
    bench.tir()
    with Loopback(answer) as server:
        bench(*MINE, "--base-url", server.url, run="first")
        first = bench.summary()
        asked = len(server.asked)
        result = bench("--replay", str(bench.path / "first"), *mode, run="second", data=False)
        assert len(server.asked) == asked
    result.assert_outcomes(passed=5, failed=1)
    second = bench.summary()
    assert second["accuracy"] == first["accuracy"]
    assert second["tir_bench"] == first["tir_bench"]


@pytest.mark.parametrize("mode", MODES)
def test_p49_answers_made_elsewhere(bench: Bench, mode: tuple[str, ...]) -> None:
    """JSONL of {id, response} with two unknown ids and a duplicate: scored offline, everything listed."""
    bench.tir()
    rows = [{"id": number, "response": f"The answer is {key(number)}."} for number in (0, 1, 2, 3)]
    rows += [{"id": 77, "response": "A"}, {"id": 78, "response": "B"}, {"id": 1, "response": "D"}]
    path = bench.path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    result = bench("--responses", str(path), *mode)
    result.assert_outcomes(passed=4, errors=2)
    text = result.stdout.str()
    for told in ("2 unknown", "1 duplicate", "2 missing"):
        assert told in text, text
    summary = bench.summary()
    assert (summary["planned"], summary["answered"], summary["errors"]["count"]) == (6, 4, 2)


@pytest.mark.parametrize("mode", MODES)
def test_resume_asks_only_for_what_is_missing_or_failed(bench: Bench, mode: tuple[str, ...]) -> None:
    """Two of six items failed: --resume asks these two, and the figures are those of an unbroken run."""
    bench.tir()
    broken = {2, 4}
    down = Answer(status=400, error="no")
    with Loopback(lambda asked: down if row_number(asked.prompt) in broken else answer(asked)) as server:
        where = (*MINE, "--base-url", server.url)
        bench(*where, *mode, run="r")
        assert bench.summary()["errors"]["count"] == 2
        broken.clear()
        before = len(server.asked)
        result = bench(*where, *mode, "--resume", str(bench.path / "r"), run=None)
        assert sorted(row_number(asked.prompt) for asked in server.asked[before:]) == [2, 4]
    result.assert_outcomes(passed=5, failed=1)
    bench.run_path = bench.path / "r"
    summary = bench.summary()
    assert (summary["planned"], summary["answered"], summary["errors"]["count"]) == (6, 6, 0)
    assert summary["accuracy"]["strict"]["value"] == pytest.approx(5 / 6)
    assert summary["tokens"]["prompt"] == 600
    assert len(bench.about()["parts"]) == 2


def test_resume_refuses_other_settings_and_says_which(bench: Bench) -> None:
    """Another temperature gives other answers: not the same run."""
    bench.tir()
    with Loopback(answer) as server:
        where = (*MINE, "--base-url", server.url)
        bench(*where, run="r")
        result = bench(*where, "--resume", str(bench.path / "r"), "--set", "sampling.temperature=0.5", run=None)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert "model.sampling" in result.stderr.str()
        result = bench(*where, "--resume", str(bench.path / "r"), "-k", "maze", run=None)
        assert "leave -k out" in result.stderr.str()


def test_p19_a_lost_judge_is_no_wrong_answer(bench: Bench) -> None:
    """Ten right answers, the extraction model fails on three: 7 of 7, coverage 70 %; later only these are read."""
    bench.tir(tir_rows(maze=10))
    lost = {2, 5, 7}

    def judge(asked: Asked) -> Answer:
        number = int(asked.prompt.rsplit("Question: Question ", 1)[1].split()[0])
        return Answer(status=400, error="down") if number in lost else Answer(f"Extracted answer: {key(number)}")

    with Loopback(lambda a: Answer(f"I think {key(row_number(a.prompt))}, yes")) as server, Loopback(judge) as reader:
        where = (*MINE, "--base-url", server.url, "--extractor", "llm", "--extractor-model", "judge")
        where = (*where, "--extractor-base-url", reader.url)
        result = bench(*where, run="r")
        result.assert_outcomes(passed=7, errors=3)
        summary = bench.summary()
        assert summary["errors"]["judge"] == 3
        assert (summary["accuracy"]["strict"]["value"], summary["accuracy"]["strict"]["n"]) == (1.0, 7)
        assert summary["coverage"]["value"] == pytest.approx(0.7)
        for asked in reader.asked:
            assert asked.image_urls == []
        lost.clear()
        asked_model, asked_judge = len(server.asked), len(reader.asked)
        result = bench(*where, "--resume", str(bench.path / "r"), run=None)
        result.assert_outcomes(passed=10)
        assert len(server.asked) == asked_model
        assert len(reader.asked) == asked_judge + 3


def test_p20_hybrid_asks_the_model_only_where_the_rules_abstain(bench: Bench) -> None:
    """Plain statements cost nothing; the report counts who extracted what, an audit how often they differ."""
    bench.tir(tir_rows(maze=6))
    with (
        Loopback(lambda a: Answer("hard to tell" if row_number(a.prompt) == 3 else "Answer: A")) as server,
        Loopback(lambda _: Answer("Extracted answer: D")) as reader,
    ):
        where = (*MINE, "--base-url", server.url, "--extractor-model", "judge", "--extractor-base-url", reader.url)
        bench(*where, "--extractor", "hybrid", run="h")
        assert len(reader.asked) == 1
        bench(*where, "--extractor-audit", "4", run="audit")
        assert bench.summary()["extraction_audit"] == {"audited": 4, "disagreed": 4}


def test_export_and_back(bench: Bench) -> None:
    """Our records in the authors' format load again and score the same."""
    from cli.main import main

    bench.tir()
    with Loopback(answer) as server:
        bench(*MINE, "--base-url", server.url, run="r")
    first = bench.summary()
    path = bench.path / "theirs.json"
    assert main(["export", "--format", "tir-bench", str(bench.path / "r"), "--output", str(path)]) == 0
    bench("--responses", str(path), run="back")
    assert bench.summary()["accuracy"] == first["accuracy"]


def test_rescore_says_what_changed(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    """A record whose stored outcome is not today's is listed with the rules."""
    from cli.main import main

    bench.tir()
    with Loopback(answer) as server:
        bench(*MINE, "--base-url", server.url, run="r")
    assert main(["rescore", str(bench.path / "r"), "--diff"]) == 0
    path = Path(bench.path / "r" / "records-main.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines()
    changed = json.loads(lines[0])
    changed["verdict"]["extraction"]["answer"], changed["verdict"]["extraction"]["rule"] = "D", "old rule"
    path.write_text("\n".join([json.dumps(changed), *lines[1:]]), encoding="utf-8")
    capsys.readouterr()
    assert main(["rescore", str(bench.path / "r"), "--diff"]) == 1
    out = capsys.readouterr().out
    assert "old rule -> " in out
    assert f"tir_bench/{changed['case']}" in out

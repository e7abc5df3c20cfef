"""`gazecheck compare`: paired, honest about what could not be compared, and from the transcripts."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from scoring.paired import mcnemar
from tests.runs import item, items, write_run

RIGHT, WRONG = "Answer: C", "Answer: A"


def replies(right: set[int], n: int) -> dict[int, str | None]:
    """Right for these places, wrong for the others."""
    return {place: RIGHT if place in right else WRONG for place in range(n)}


def compared(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    """The first comparison, as JSON."""
    assert main(["compare", *map(str, arguments), "--format", "json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)["comparisons"][0]
    return document


def measure(document: dict[str, Any], scope: str, name: str = "accuracy.strict") -> dict[str, Any]:
    """One line of the comparison."""
    (found,) = [one for one in document["measures"] if (one["scope"], one["measure"]) == (scope, name)]
    return dict(found)


def test_p68_two_runs_of_220_items(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """P68: 30 fixed and 12 broken of 220: exact McNemar 0.0079, a paired interval, ids in one run only are listed."""
    asked = items(maze=110, color=110)
    old = set(range(100))
    new = old - set(range(12)) | set(range(100, 130))
    before = write_run(tmp_path / "a", [*asked, item("maze", 900)], {**replies(old, 220), 220: RIGHT})
    after = write_run(tmp_path / "b", [*asked, item("maze", 901)], {**replies(new, 220), 220: RIGHT})
    document = compared(capsys, before, after)
    whole = measure(document, "tir_bench")
    assert (whole["n"], whole["fixed"], whole["broken"], whole["test"]) == (220, 30, 12, "mcnemar")
    assert whole["p"] == pytest.approx(mcnemar(30, 12)) == pytest.approx(0.00791, abs=1e-4)
    assert whole["difference"] == pytest.approx(18 / 220)
    # Paired: sqrt(42 - 18²/220) / 220 a standard error. Two unpaired samples would give 0.092 to each side.
    assert whole["high"] - whole["low"] == pytest.approx(2 * 1.96 * (42 - 18**2 / 220) ** 0.5 / 220, rel=0.05)
    assert (len(document["fixed"]), len(document["broken"])) == (30, 12)
    assert (document["only_before"], document["only_after"]) == (["tir_bench/maze-0900"], ["tir_bench/maze-0901"])
    maze, color = (measure(document, f"tir_bench.{task}") for task in ("maze", "color"))
    assert (maze["fixed"], maze["broken"], color["fixed"], color["broken"]) == (10, 12, 20, 0)
    # Two tasks: the smaller p-value is doubled, the larger stays.
    assert color["p_holm"] == pytest.approx(2 * color["p"])
    assert maze["p_holm"] == maze["p"]


def test_p68_several_items_of_one_image_are_one_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """P68: the same 42 changes, ten questions an image: changes come in blocks, so they say less."""
    asked = items(maze=220)
    old = set(range(100))
    new = old - set(range(12)) | set(range(100, 130))
    images = {place: f"{place // 10:064}" for place in range(220)}
    before = write_run(tmp_path / "a", asked, replies(old, 220), images=images)
    after = write_run(tmp_path / "b", asked, replies(new, 220), images=images)
    whole = measure(compared(capsys, before, after), "tir_bench")
    assert whole["test"] == "permutation"
    # Five images changed, by -10, -2, 10, 10 and 10 items: 20 of the 32 ways to flip their signs sum up to 18 or more.
    assert whole["p"] == pytest.approx(20 / 32)


@pytest.mark.parametrize("scores", [True, False], ids=["with scores.jsonl", "without"])
def test_what_is_compared_comes_from_the_transcripts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scores: bool
) -> None:
    """A verdict that was edited in the records is not believed; the transcript beside it is."""
    asked = items(maze=10)
    before = write_run(tmp_path / "a", asked, replies({0, 1, 2}, 10), scores=scores)
    after = write_run(tmp_path / "b", asked, replies({0, 1, 2}, 10), scores=scores)
    path = after / "records-main.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records:
        record["verdict"] |= {"outcome": "correct", "strict": 1.0, "passed_strict": True}
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    document = compared(capsys, before, after)
    assert measure(document, "tir_bench")["after"] == pytest.approx(0.3)
    assert document["changed"] == []


def test_scores_of_a_finished_run_are_used_and_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With scores.jsonl no answer is read a second time; other rules than today's make the file worthless."""
    asked = items(maze=20)
    before = write_run(tmp_path / "a", asked, replies(set(range(9)), 20), scores=True)
    after = write_run(tmp_path / "b", asked, {**replies(set(range(4)), 20), 19: None}, scores=True)
    slow = [path / "scores.jsonl" for path in (before, after)]
    first = compared(capsys, before, after)
    with monkeypatch.context() as patch:
        patch.setattr("bench_plugin.gating.scored_run.Judge.__call__", None)
        assert compared(capsys, before, after) == first
    slow[0].write_text(slow[0].read_text(encoding="utf-8").replace('"scorer": "', '"scorer": "x'), encoding="utf-8")
    slow[1].unlink()
    assert compared(capsys, before, after) == first
    assert first["unanswered"] == ["tir_bench/maze-0019"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"data": [{"suite": "tir_bench", "folder": "/data/tir", "sha256": "1" * 64}]}, "data of tir_bench"),
        ({"manners": {"tir_bench": {"protocol": "qwen3-vl"}}}, "tir_bench, protocol: none and qwen3-vl"),
        ({"extractor": {"kind": "llm", "model": "judge"}}, "who reads the answers"),
        ({"data": [{"suite": "viebench", "folder": "/data/vie", "sha256": "0" * 64}]}, "no benchmark in common"),
    ],
    ids=["data", "protocol", "extractor", "benchmark"],
)
def test_runs_that_were_asked_otherwise_need_anyway(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], said: str
) -> None:
    """Refused with what differs; with --anyway compared, with the same as a warning."""
    asked = items(maze=6)
    before = write_run(tmp_path / "a", asked, replies({0}, 6))
    after = write_run(tmp_path / "b", asked, replies({0, 1}, 6), **change)
    assert main(["compare", str(before), str(after)]) == 1
    assert said in capsys.readouterr().err
    document = compared(capsys, before, after, "--anyway")
    assert said in document["warnings"][0]
    assert document["fixed"] == ["tir_bench/maze-0001"]


def test_another_model_elsewhere_is_what_a_comparison_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another profile, and the same data in another folder: compared without a word of warning."""
    asked = items(maze=6)
    before = write_run(tmp_path / "a", asked, replies({0}, 6))
    profile = {**json.loads((before / "run.json").read_text(encoding="utf-8"))["profile"], "served_name": "two"}
    data = [{"suite": "tir_bench", "folder": "/elsewhere", "sha256": "0" * 64}]
    after = write_run(tmp_path / "b", asked, replies({0}, 6), model="two", profile=profile, data=data)
    document = compared(capsys, before, after)
    assert (document["warnings"], document["settings"]) == ([], ["model.served_name: None and 'two'"])


def test_a_question_that_changed_under_its_name_is_no_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Shuffled options, an edited key: same data set by its hash, but not the same question."""
    before = write_run(tmp_path / "a", [item("maze", 0), item("maze", 1)], replies({0}, 2))
    after = write_run(tmp_path / "b", [item("maze", 0), item("maze", 1, gold="D")], replies({0}, 2))
    assert main(["compare", str(before), str(after)]) == 1
    assert "1 cases ask something else under the same name: tir_bench/maze-0001" in capsys.readouterr().err


def test_without_transcripts_the_rules_must_be_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Transcripts taken out: the stored scores count, if today's rules made them; else only with --anyway."""
    asked = items(maze=6)
    before = write_run(tmp_path / "a", asked, replies({0}, 6))
    after = write_run(tmp_path / "b", asked, replies({0, 1}, 6))
    path = before / "records-main.jsonl"
    records = [json.loads(line) | {"transcript": None} for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    assert measure(compared(capsys, before, after), "tir_bench")["before"] == pytest.approx(1 / 6)
    about = json.loads((before / "run.json").read_text(encoding="utf-8"))
    about["parts"][0]["versions"]["scorer"] = "older"
    (before / "run.json").write_text(json.dumps(about), encoding="utf-8")
    assert main(["compare", str(before), str(after)]) == 1
    assert "6 cases have no transcript and were scored by other rules" in capsys.readouterr().err
    assert measure(compared(capsys, before, after, "--anyway"), "tir_bench")["before"] == pytest.approx(1 / 6)


def test_table_and_markdown_for_three_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each later run is compared with the first; names of a data set are no markup."""
    asked = [item("maze", number) for number in range(9)]
    runs = [write_run(tmp_path / name, asked, replies(set(range(n)), 9)) for name, n in (("a", 3), ("b", 6), ("c", 1))]
    assert main(["compare", *map(str, runs)]) == 0
    text = capsys.readouterr().out
    assert "33.3   66.7       +33.3" in text
    assert "33.3   11.1       -22.2" in text
    assert "fixed (3): tir_bench/maze-0003, tir_bench/maze-0004, tir_bench/maze-0005" in text
    output = tmp_path / "page.md"
    assert main(["compare", *map(str, runs), "--format", "markdown", "--output", str(output)]) == 0
    page = output.read_text(encoding="utf-8")
    assert "Broken (2): `tir_bench/maze-0001`, `tir_bench/maze-0002`" in page
    assert "| `maze` | 33.3 | 66.7 | +33.3 |" in page


def test_a_folder_that_is_no_run_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was seen and what a run folder is."""
    assert main(["compare", str(tmp_path), str(tmp_path)]) == 1
    assert "is no run folder" in capsys.readouterr().err


def test_what_takes_long_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a run, and only of one whose answers have to be scored again."""
    monkeypatch.setattr("bench_plugin.gating.scored_run._SILENT_S", -1.0)
    asked = items(maze=6)
    before = write_run(tmp_path / "a", asked, replies({1, 2}, 6))
    after = write_run(tmp_path / "b", asked, replies({1, 2}, 6), scores=True)
    capsys.readouterr()
    assert main(["compare", str(before), str(after)]) == 0
    assert capsys.readouterr().err == f"{before}: scoring its answers again, by today's rules …\n"

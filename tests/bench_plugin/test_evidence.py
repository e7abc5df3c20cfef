"""Benchmarks with evidence in real pytest runs: a scripted agent zooms, quadrants come out."""

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.loopback import Answer, Asked, Loopback
from tests.tiny import Bench

MODES = [pytest.param((), id="alone"), pytest.param(("-n", "2"), id="two workers")]
MINE = ("--model", "mine", "--served-name", "m", "--set", "protocol=qwen3-vl", "--set", "coordinates=thousand")
GOLD = [200, 100, 600, 500]
LOOK = {"right": [100, 100, 300, 500], "elsewhere": [600, 600, 900, 900]}


def layout(folder: Path, rows: list[dict[str, object]]) -> Path:
    """An evidence folder of one picture, 2000 × 1000."""
    (folder / "images").mkdir(parents=True)
    Image.new("RGB", (2000, 1000), (90, 90, 90)).save(folder / "images" / "secret_C.png")
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def row(number: int, **changes: object) -> dict[str, object]:
    """A question of the layout; the key is C, the gold box GOLD."""
    return {
        "id": number,
        "image": "images/secret_C.png",
        "question": f"Question {number}: which price is on the label?",
        "options": ["one", "two", "three", "four"],
        "answer": "C",
        "evidence": [GOLD],
        "split": "perception" if number < 4 else "reasoning",
        "scenario": "retail" if number % 2 else "urban",
        **changes,
    }


def number_of(asked: Asked) -> int:
    """Which question is asked."""
    return int(asked.prompt.partition("Question ")[2].partition(":")[0])


def agent(looks: dict[int, str | None], answers: dict[int, str]):
    """Zooms as the item's entry says, then answers."""

    def script(asked: Asked) -> Answer:
        number = number_of(asked)
        where = looks[number]
        if asked.turn == 1 and where is not None:
            call = {"name": "image_zoom_in_tool", "arguments": {"bbox_2d": LOOK[where], "label": "x", "img_idx": 0}}
            return Answer(f"<tool_call>\n{json.dumps(call)}\n</tool_call>")
        return Answer(f"Answer: {answers[number]}")

    return script


@pytest.mark.parametrize("mode", MODES)
def test_the_four_quadrants_come_out(bench: Bench, mode: tuple[str, ...]) -> None:
    """Right and looked, right by luck, saw it in vain, neither; one item without a zoom. Gold never goes out."""
    folder = layout(bench.path / "vie", [row(number) for number in range(8)])
    looks = {0: "right", 1: "elsewhere", 2: "right", 3: None, 4: "right", 5: "elsewhere", 6: "elsewhere", 7: None}
    answers = {0: "C", 1: "C", 2: "A", 3: "C", 4: "C", 5: "A", 6: "C", 7: "A"}
    with Loopback(agent(looks, answers)) as server:
        result = bench(*MINE, "--base-url", server.url, "--viebench", str(folder), *mode, data=False)
        for asked in server.asked:
            for telling in (b"secret_C", b"evidence", b"[200, 100, 600, 500]", b"retail", b"urban"):
                assert telling not in asked.raw
    result.assert_outcomes(passed=5, failed=3)
    perception = bench.summary()["viebench"]["perception"]
    counts = {key: figure["count"] for key, figure in perception["zoomed"].items() if key.startswith(("gr", "ungr"))}
    assert counts["grounded_correct"] == 1
    assert counts["ungrounded_correct"] == 1
    assert counts["grounded_wrong"] == 1
    assert perception["zoomed"]["tool_ratio"]["value"] == 0.75
    assert perception["all"]["ungrounded_correct"]["count"] == 2
    result.stdout.fnmatch_lines(
        ["*ViEBench, perception: of 3 items with a zoom*", "*A+*A-*", "G+*33.3 % (1)*33.3 % (1)*"]
    )
    call = bench.records()["perception-0000"]["transcript"]["calls"][0]
    assert call["requested"] == [200.0, 100.0, 600.0, 500.0]
    manners = bench.about()["manners"]
    assert manners["viebench with evidence"]["protocol"] == "qwen3-vl"
    assert manners["viebench with evidence"]["deviations"]


@pytest.mark.parametrize(
    ("selection", "numbers"),
    [
        pytest.param(("-k", "perception"), {0, 1, 2, 3}, id="split"),
        pytest.param(("-k", "reasoning and retail"), {5, 7}, id="split and scenario"),
        pytest.param(("-m", "viebench"), set(range(8)), id="marker"),
    ],
)
def test_selection_by_split_and_scenario(bench: Bench, selection: tuple[str, ...], numbers: set[int]) -> None:
    """-k finds what a report groups by."""
    folder = layout(bench.path / "vie", [row(number) for number in range(8)])
    bench("--model", "random", "--viebench", str(folder), *selection, data=False)
    assert {int(record["item_id"]) for record in bench.records().values()} == numbers


def test_p21_a_wrong_convention_is_said_out_loud(bench: Bench) -> None:
    """0-1000 read as pixels: the score stays what it is, the run says which reading would fit."""
    rows = [row(number, evidence=[[200 + 9 * number, 100, 600, 500]]) for number in range(6)]
    folder = layout(bench.path / "vie", rows)
    looks: dict[int, str | None] = dict.fromkeys(range(6), "right")
    with Loopback(agent(looks, dict.fromkeys(range(6), "C"))) as server:
        where = ("--model", "mine", "--served-name", "m", "--base-url", server.url, "--viebench", str(folder))
        pixels = ("--set", "protocol=claude", "--set", "coordinates=pixels")
        bench(*where, *MINE[4:], data=False, run="right")
        assert bench.summary()["notes"] == []

        def boxes(asked: Asked) -> Answer:
            return Answer(json.dumps({"box": LOOK["right"]})) if asked.turn == 1 else Answer("Answer: C")

        server.script = boxes
        result = bench(*where, *pixels, data=False, run="wrong")
    (note,) = bench.summary()["notes"]
    assert "0-1000" in note
    assert note in result.stdout.str()


def test_p28_the_right_option_is_not_always_the_first(bench: Bench) -> None:
    """A V* folder lists the right option first; shuffled, always saying A is near a quarter right."""
    folder = bench.path / "vstar" / "direct_attributes"
    folder.mkdir(parents=True)
    for number in range(40):
        Image.new("RGB", (100, 80), (number, 0, 0)).save(folder / f"{number}.jpg")
        options = ["red", "blue", "green", "white"]
        note = {"question": f"Which colour is thing {number}?", "options": options, "bbox": [[10, 20, 4, 2]]}
        (folder / f"{number}.json").write_text(json.dumps({**note, "target_object": ["thing"]}))
    with Loopback(lambda _: Answer("Answer: A")) as server:
        where = ("--model", "mine", "--served-name", "m", "--base-url", server.url)
        result = bench(*where, "--viebench", str(bench.path / "vstar"), "-m", "vstar", "-n", "2", data=False)
    figure = bench.summary()["vstar"]["accuracy"]["strict"]
    assert figure["n"] == 40
    assert 0.1 <= figure["value"] <= 0.4
    result.stdout.fnmatch_lines(["V[*]Bench: letters answered / right: A 100.0 % / *"])


def test_an_answer_that_is_a_box(bench: Bench) -> None:
    """answer_box: read by the profile's convention, scored by IoU, passed above one half; no box is unparsed."""
    rows = [row(number, answer_box=GOLD, evidence=[]) for number in range(3)]
    for each in rows:
        del each["answer"], each["options"]
    folder = layout(bench.path / "vie", rows)
    said = {0: '{"bbox_2d": [100, 100, 300, 500]}', 1: '{"bbox_2d": [600, 600, 900, 900]}', 2: "I can't find it."}
    with Loopback(lambda asked: Answer(said[number_of(asked)])) as server:
        result = bench(*MINE, "--base-url", server.url, "--viebench", str(folder), "--tools", "none", data=False)
    result.assert_outcomes(passed=1, failed=2)
    records = bench.records()
    scores = [records[f"perception-{number:04d}"]["verdict"]["strict"] for number in range(3)]
    assert scores == [pytest.approx(1.0), 0.0, 0.0]
    assert records["perception-0002"]["verdict"]["outcome"] == "unparsed"


def test_a_gold_box_without_area_stops_the_run(bench: Bench) -> None:
    """Refused before anything is asked, with the numbers."""
    folder = layout(bench.path / "vie", [row(0, evidence=[[7, 9, 7, 9]])])
    result = bench("--model", "random", "--viebench", str(folder), data=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "area" in result.stderr.str()

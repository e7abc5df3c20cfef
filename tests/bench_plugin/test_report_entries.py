"""What the sections know of each record, and what the details show of it."""

import dataclasses
import json
from pathlib import Path

import pytest

from adapters.base import Message, SentImage, ToolCall, Transcript, Usage
from adapters.profiles import Prices, Profile
from bench_plugin.cases import Case
from bench_plugin.judge import Judge
from bench_plugin.plain import plain
from bench_plugin.records import Judged, judged_from, make_record
from bench_plugin.report.details import MAX_TEXT, detail_of, reply_parts
from bench_plugin.report.entries import CROP, entry_of, unasked_items
from bench_plugin.report.shelf import Kept
from bench_plugin.report.wishes import sources_of, wishes_of
from bench_plugin.rows import row_of, scored_item
from benchmarks.item import Item, Picture
from scoring.outcomes import error_verdict

GOLD = (100.0, 100.0, 200.0, 200.0)
OPTIONS = "\nA. red\nB. green\nC. blue\nD. none"


def case_of(folder: Path, **changes: object) -> Case:
    """An evidence item on a picture of 1000 x 800."""
    settings: dict[str, object] = {
        "benchmark": "viebench",
        "task": "perception",
        "id": "perception-0007",
        "source_id": "shelf 7",
        "prompt": f"Which colour?{OPTIONS}",
        "images": (Picture("image_1", "image/png", 1000, 800, folder / "a/b.png"),),
        "answer": "B",
        "scorer": "choice",
        "evidence": (GOLD,),
        "split": "perception",
    }
    return Case(Item(**(settings | changes)), folder)  # type: ignore[arg-type]  # test data


def talk() -> Transcript:
    """Two zooms that worked, one that failed between them, one beside the answer."""
    calls = (
        ToolCall("zoom", 1, requested=(95, 95, 210, 210), shown=(90, 90, 220, 220)),
        ToolCall("zoom", 2, error="no box", error_code="invalid_box"),
        ToolCall("zoom", 3, shown=(0, 0, 4000, 300), source="observation_1"),
        ToolCall("zoom", 4, shown=(5, 5, 50, 50), observed=False),
    )
    return Transcript(
        final_text="It is B.",
        messages=(Message("user", "Which?", ("image_1",)), Message("assistant", "It is B.")),
        calls=calls,
        sent=(SentImage("image_1", 1000, 800, 9, "f" * 64, "image/png", reencoded="CMYK converted to RGB"),),
        served_model="vl",
        fingerprint="fp_1",
        attempts=6,
        flags=("turn_limit",),
    )


def record_of(case: Case, judged: Judged) -> dict[str, object]:
    """The record as it comes back from its file."""
    stored: dict[str, object] = json.loads(json.dumps(plain(make_record(case, "viebench", judged))))
    return stored


def test_what_was_judged_comes_back_from_its_record(tmp_path: Path) -> None:
    """The row that is made of it counts the same: the reading model's tokens, an audit's finding and the money too."""
    case = case_of(tmp_path)
    judged = dataclasses.replace(
        Judge(Profile("m", prices=Prices(1.0, 2.0)))(
            case, dataclasses.replace(talk(), usage=Usage(1_000_000, 500_000))
        ),
        disagreed=True,
        judge_usage=Usage(7, 3),
        seconds=1.25,
    )
    back = judged_from(record_of(case, judged))
    assert row_of("viebench", case, back) == row_of("viebench", case, judged)
    assert (back.usd, back.seconds) == (2.0, 1.25)


def test_an_entry_scores_as_the_row_of_the_run_did(tmp_path: Path) -> None:
    """Nothing of a scored item is lost on the way through its record."""
    case = case_of(tmp_path)
    judged = Judge(Profile("m"))(case, talk())
    entry = entry_of(record_of(case, judged))
    assert entry.item == scored_item(case, judged)
    assert (entry.key, entry.label, entry.expected, entry.extracted) == (
        "viebench/perception-0007",
        "shelf 7",
        "B",
        "B",
    )
    assert entry.quadrant("strict") == "grounded_correct"
    assert entry.quadrant("official") == "grounded_correct"
    assert entry.operations == (CROP,)
    assert (entry.attempts, entry.server, entry.reencoded) == (6, "vl fp_1", "CMYK converted to RGB")
    assert entry.talk_flags == ("turn_limit",)


def test_an_error_has_an_entry_too(tmp_path: Path) -> None:
    """Outside of every score, with nothing that only a conversation tells."""
    case = case_of(tmp_path)
    judged = Judged(None, error_verdict("model_error", "timeout"), error="no answer within 600 s")
    entry = entry_of(record_of(case, judged))
    assert entry.item.is_error
    assert entry.passed("strict") is None
    assert entry.quadrant("strict") is None
    assert entry.attempts is None


@pytest.mark.parametrize(
    ("prompt", "answer", "chance"),
    [
        pytest.param(f"Which?{OPTIONS}", "C", 1 / 4, id="one of four options"),
        pytest.param(f"Select all that apply.{OPTIONS}", "AC", 1 / 16, id="a set of four options"),
        pytest.param("How many?", 7, 1 / 20, id="a free number"),
        pytest.param("Which word?", "nutmeg", 0.0, id="a word"),
        pytest.param(f"Which number?{OPTIONS}", 12, 1 / 4, id="the value of an option"),
    ],
)
def test_chance_is_what_a_blind_guess_gets(tmp_path: Path, prompt: str, answer: object, chance: float) -> None:
    """By the options the prompt offers, as the random baseline reads them."""
    case = case_of(tmp_path, prompt=prompt, answer=answer)
    assert entry_of(record_of(case, Judge(Profile("m"))(case, talk()))).chance == chance


def test_a_case_without_a_record_has_a_place_by_its_name() -> None:
    """A run that was killed has no summary; its tasks are read off the names of the cases it selected."""
    about = {"selection": {"cases": ["tir_bench/rotation_game-0003", "samples/scene-perception-0001-r2"]}}
    assert [(item.benchmark, item.task, item.outcome) for item in unasked_items(about, [])] == [
        ("tir_bench", "rotation_game", None),
        ("samples", "scene-perception", None),
    ]


@pytest.mark.parametrize(
    ("text", "span", "parts"),
    [
        pytest.param("so C it is", (3, 4), ["so ", "C", " it is"], id="plain"),
        pytest.param("🦊🦊 C 🦊", (3, 4), ["🦊🦊 ", "C", " 🦊"], id="characters that are two in a browser"),
        pytest.param("no span", None, ["no span", "", ""], id="another extractor"),
        pytest.param("", None, ["", "", ""], id="empty"),
    ],
)
def test_the_reply_is_cut_where_the_extractor_read(text: str, span: tuple[int, int] | None, parts: list[str]) -> None:
    """Python's positions mean nothing to a page, so it gets the three parts."""
    assert reply_parts(text, span) == parts


def test_an_endless_reply_is_cut_around_the_answer() -> None:
    """What was read stays, with what stands nearest to it."""
    before, used, after = reply_parts("x" * 3_000_000 + "C" + "y" * 3_000_000, (3_000_000, 3_000_001))
    assert used == "C"
    assert len(before) + len(after) < MAX_TEXT + 200
    assert before.endswith("xxx")
    assert after.startswith("yyy")


def test_crops_have_the_names_the_conversation_calls_them_by(tmp_path: Path) -> None:
    """The second crop that worked is observation_2; failed and unseen ones have no name."""
    case = case_of(tmp_path)
    record = record_of(case, Judge(Profile("m"))(case, talk()))
    wishes = wishes_of(record, {"viebench": (tmp_path, "hash")})
    assert wishes[0].crops == ((90, 90, 220, 220), (0, 0, 1000, 300), (5, 5, 50, 50))
    kept = Kept("f" * 64, "dGh1bWI=", "view.jpg", {(90, 90, 220, 220): "crop.jpg"})
    detail = detail_of(record, wishes, [kept])
    assert [(call["name"], call["region"], call["crop"]) for call in detail["calls"]] == [
        ("observation_1", (90, 90, 220, 220), "assets/crop.jpg"),
        (None, None, None),
        ("observation_2", (0, 0, 1000, 300), None),
        (None, (5, 5, 50, 50), None),
    ]
    assert detail["pictures"][0]["view"] == "assets/view.jpg"
    assert detail["pictures"][0]["folder"] == f"{tmp_path}/"
    assert detail["gold"] == [list(GOLD)]


def test_details_are_bounded_whatever_was_said(tmp_path: Path) -> None:
    """Ten thousand messages, and one of five megabytes: 120 of them, cut, and it is said how many are not there."""
    case = case_of(tmp_path)
    long = tuple(Message("user", "y" * 5_000_000 if number == 0 else "z") for number in range(10_000))
    record = record_of(case, Judge(Profile("m"))(case, dataclasses.replace(talk(), messages=long)))
    detail = detail_of(record, wishes_of(record, {}), [None])
    assert len(detail["messages"]) == 120
    assert detail["messages_cut"] == 9_880
    assert len(detail["messages"][0]["text"]) < MAX_TEXT + 100


@pytest.mark.parametrize("path", ["../../etc/passwd.png", "/etc/secret.png", "a/../../b.png", "a\\b.png", "a\0.png"])
def test_a_record_made_elsewhere_opens_no_file_outside_of_the_data(tmp_path: Path, path: str) -> None:
    """A path that leaves the data set's folder is shown as text and never read."""
    case = case_of(tmp_path)
    record = record_of(case, Judge(Profile("m"))(case, talk()))
    record["images"][0]["path"] = path  # type: ignore[index]  # plain values
    assert wishes_of(record, {"viebench": (tmp_path, "hash")})[0].path is None


def test_pictures_of_another_data_set_have_other_keys() -> None:
    """The same path in another revision of the data is another picture."""
    about = {"data": [{"suite": "tir_bench", "folder": "/data", "sha256": "one"}]}
    record = {"suite": "tir_bench", "images": [{"path": "a.png", "size_px": [4, 4]}], "transcript": None}
    first = wishes_of(record, sources_of(about))[0]
    about["data"][0]["sha256"] = "two"
    assert wishes_of(record, sources_of(about))[0].key != first.key

"""Published turns of every agent: read as meant, and read as the agent's own loop reads them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from adapters.protocols import ParsedCall, ParsedTurn, View, parse_turn

ROWS = [
    json.loads(line)
    for line in gzip.decompress(
        Path(__file__).parents[1].joinpath("data/protocol_parse.jsonl.gz").read_bytes()
    ).splitlines()
]
# These need a Python tool: their boxes are in code.
CODE_PROTOCOLS = {"thyme", "deepeyes_v2", "pyvision"}
COMMAND_LINE_NAMES = {"mini_o3": "mini-o3", "pixel_reasoner": "pixel-reasoner", "qwen3vl": "qwen3-vl"}
READABLE = [row for row in ROWS if row["protocol"] not in CODE_PROTOCOLS]


def turn_of(row: dict[str, Any], **settings: Any) -> ParsedTurn:
    """The row's turn, read."""
    context = [View(each["source"], tuple(each["box_original_px"])) for each in row.get("context", ())]
    return parse_turn(
        COMMAND_LINE_NAMES.get(row["protocol"], row["protocol"]),
        row["output"],
        image_size=tuple(row["image_size"]),
        original_size=tuple(row["original_size"]),
        context=context,
        **settings,
    )


def by_id(name: str) -> dict[str, Any]:
    """One row."""
    return next(row for row in ROWS if row["id"] == name)


def test_the_copy_is_complete() -> None:
    """25 rows, of which 22 are of protocols without code."""
    assert len(ROWS) == 25
    assert len(READABLE) == 22


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in READABLE if "expected" in row])
def test_a_turn_gives_its_boxes_in_original_pixels(row: dict[str, Any]) -> None:
    """Tool, source, requested and shown box, answer: each as the row says, to a thousandth of a pixel."""
    turn = turn_of(row)
    expected = row["expected"]
    assert turn.error is None
    assert turn.answer == expected["answer"]
    assert [(call.tool, call.source) for call in turn.calls] == [(c["tool"], c["source"]) for c in expected["calls"]]
    for call, wanted in zip(turn.calls, expected["calls"], strict=True):
        assert call.requested == pytest.approx(wanted["box_original_px"], abs=1e-3)
        assert call.shown == pytest.approx(wanted.get("shown_original_px", wanted["box_original_px"]), abs=1e-3)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in READABLE if "expected_error" in row])
def test_a_bad_call_has_its_kind_and_words_and_no_crop(row: dict[str, Any]) -> None:
    """Nothing is guessed: no numbers completed, no corners swapped, no source replaced."""
    turn = turn_of(row)
    assert turn.error == row["expected_error"]
    assert turn.calls[0].shown is None
    assert turn.calls[0].message
    assert turn.step == "reply"


def official(name: str) -> tuple[ParsedTurn, ParsedCall | None]:
    """The row as the published loop reads it."""
    turn = turn_of(by_id(name), reading="official", finish_reason="stop")
    return turn, turn.calls[0] if turn.calls else None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("deepeyes-01-scaled", (478, 336, 956, 672), id="deepeyes: raw numbers, no rescale"),
        pytest.param("deepeyes-03-python-literal", (12.5, 40, 260, 300), id="deepeyes: Python literals pass"),
        pytest.param("deepeyes-05-two-calls", (0, 0, 200, 200), id="deepeyes: the first call only"),
        pytest.param("mini_o3-01-stop-stripped", (1000, 300, 2000, 1200), id="mini-o3: the stop string put back"),
        pytest.param("mini_o3-02-crop-of-crop", (1100, 480, 1600, 930), id="mini-o3: a crop of a crop"),
        pytest.param("pixel_reasoner-01-padding", (600, 300, 1200, 600), id="pixel-reasoner: the margin"),
        pytest.param(
            "pixel_reasoner-02-edge-one", (0, 0, 201.006036, 100.992063), id="pixel-reasoner: 1.0 means pixels"
        ),
        pytest.param("pixel_reasoner-03-crop-of-padded-crop", (690, 420, 1110, 600), id="pixel-reasoner: padded base"),
        pytest.param("qwen3vl-01-call-in-think", (240, 270, 720, 540), id="qwen3-vl: thoughts are skipped"),
        pytest.param("qwen3vl-02-tiny-box", (935, 526, 994, 559), id="qwen3-vl: 32 pixels at least"),
    ],
)
def test_official_reading_crops_where_the_published_loop_does(name: str, shown: tuple[float, ...]) -> None:
    """The `official` column of the rows, as boxes."""
    turn, call = official(name)
    assert turn.step == "reply"
    assert len(turn.calls) == 1
    assert call is not None
    assert call.shown == pytest.approx(shown, abs=1e-3)


@pytest.mark.parametrize(
    "name",
    ["deepeyes-02-bbox-string", "deepeyes-04-key-bbox-trailing", "deepeyes-06-truncated", "deepeyes-09-swapped"],
)
def test_official_deepeyes_gives_the_sample_up_on_a_bad_call(name: str) -> None:
    """The published script meets an exception and keeps the last text."""
    turn, call = official(name)
    assert turn.step == "abort"
    assert call is not None
    assert call.shown is None


def test_official_deepeyes_fills_with_black_what_lies_outside() -> None:
    """The record keeps the part inside the picture; what is cut reaches over the edge."""
    _, call = official("deepeyes-08-unclosed-out-of-range")
    assert call is not None
    assert call.cut == (900, 700, 1200, 950)
    assert call.shown == (900, 700, 1008, 812)


def test_official_deepeyes_takes_the_answer_over_a_call() -> None:
    """The crop beside the answer is never seen."""
    turn, _ = official("deepeyes-07-call-and-answer")
    assert (turn.step, turn.answer) == ("final", "B")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("mini_o3-03-pixel-values", "invalid_box"),
        ("mini_o3-04-unknown-source", "unknown_source"),
        ("qwen3vl-03-crop-of-crop-no-label", "malformed_call"),
    ],
)
def test_official_reading_tells_the_model_where_the_published_loop_does(name: str, error: str) -> None:
    """These loops send the error back and go on."""
    turn, _ = official(name)
    assert turn.error == error
    assert turn.step == "reply"


def test_official_pixel_reasoner_takes_text_after_a_call_for_the_end() -> None:
    """A turn that does not end with the close tag is final."""
    turn, call = official("pixel_reasoner-04-text-after-call")
    assert turn.step == "final"
    assert call is None

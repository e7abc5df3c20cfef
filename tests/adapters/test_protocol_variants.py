"""Malformed turns an agent may write: what the lenient reading and the published loop each make of them.

One picture of 1000 x 800, sent as it is, unless a row says otherwise.
"""

from typing import Any

import pytest

from adapters.protocols import ParsedTurn, View, parse_turn

SIZE = (1000, 800)


def hermes(arguments: str, name: str = "image_zoom_in_tool", close: str = "</tool_call>") -> str:
    """A call in `<tool_call>` tags with its arguments as given."""
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n{close}'


def crop_call(arguments: str, close: str = "</tool_call>") -> str:
    """The same for Pixel-Reasoner's tool."""
    return hermes(arguments, "crop_image_normalized", close)


def read(protocol: str, text: str, reading: str = "lenient", **settings: Any) -> ParsedTurn:
    """One turn about the picture."""
    settings.setdefault("context", ())
    return parse_turn(protocol, text, image_size=SIZE, original_size=SIZE, reading=reading, **settings)  # type: ignore[arg-type]


def outcome(turn: ParsedTurn) -> object:
    """The shown boxes, or the first error, or that there was no call."""
    if turn.error is not None:
        return turn.error
    return [tuple(round(edge, 3) for edge in call.shown or ()) for call in turn.calls]


BOX = [(100, 80, 300, 240)]
DEEPEYES = [
    pytest.param(hermes('{"bbox_2d": "[100, 80, 300, 240]"}'), BOX, "invalid_box", id="box as a string"),
    pytest.param(hermes('{"bbox": [100, 80, 300, 240]}'), BOX, "invalid_box", id="key bbox"),
    pytest.param(hermes('{"box": [[100, 80, 300, 240]]}'), BOX, "invalid_box", id="nested box"),
    pytest.param(hermes("{'bbox_2d': (100, 80, 300, 240,), 'label': None}"), BOX, BOX, id="Python literal"),
    pytest.param(hermes('{"bbox_2d": [100, 80, 300, 240], "label": null}'), BOX, "malformed_call", id="null in Python"),
    pytest.param(
        hermes('{"bbox_2d": [100, 80, 300, 240]}', close="so</tool_call>"), BOX, "malformed_call", id="text in the tag"
    ),
    pytest.param(hermes('{"bbox_2d": [100, 80, 300, 240]}') + " looking", BOX, BOX, id="text after the tag"),
    pytest.param(hermes('{"bbox_2d": [100, 80, 300, 240]}', close=""), BOX, BOX, id="no close tag"),
    pytest.param(hermes('{"bbox_2d": [100, 80, 3')[:-20], "truncated_call", "malformed_call", id="cut off"),
    pytest.param(
        "<think>" + hermes('{"bbox_2d": [1, 2, 30, 40]}') + "</think>no", [], [(1, 2, 30, 40)], id="in a thought"
    ),
    pytest.param(hermes('{"bbox_2d": [300, 80, 100, 240]}'), "invalid_box", "invalid_box", id="swapped"),
    pytest.param(hermes('{"bbox_2d": [1200, 80, 1300, 240]}'), "invalid_box", [()], id="outside: black in the script"),
    pytest.param(hermes('{"bbox_2d": [100, 80, 300, 240]}', name="zoom"), "unknown_tool", BOX, id="another name"),
    pytest.param(hermes('{"bbox_2d": [0, 0, 900000, 900000]}'), [(0, 0, 1000, 800)], "invalid_box", id="a bomb"),
    pytest.param(
        '<tool_call>```json\n{"name": "image_zoom_in_tool",\n'
        '"arguments": {"bbox_2d": [100, 80, 300, 240]}}\n```</tool_call>',
        BOX,
        "malformed_call",
        id="a fence",
    ),
    pytest.param('<tool_call>{"bbox_2d": [100, 80, 300, 240]}</tool_call>', BOX, "invalid_box", id="arguments alone"),
    pytest.param("<tool_call>zoom please</tool_call>", "malformed_call", "malformed_call", id="words"),
]


@pytest.mark.parametrize(("text", "lenient", "official"), DEEPEYES)
def test_deepeyes(text: str, lenient: object, official: object) -> None:
    """Official is `eval/eval_vstar.py`; what it can't read ends the sample there."""
    assert outcome(read("deepeyes", text)) == lenient
    turn = read("deepeyes", text, "official")
    assert outcome(turn) == official
    assert turn.step == ("abort" if turn.error else "reply")


def test_deepeyes_asks_again_after_a_turn_without_call_and_answer() -> None:
    """The published loop forgets the turn; as meant, it is the answer."""
    assert read("deepeyes", "It is B.").step == "final"
    assert read("deepeyes", "It is B.", "official").step == "repeat"


def test_deepeyes_takes_the_first_answer_officially_and_the_last_leniently() -> None:
    """Only when both tags are there: an unclosed one is no answer to the script."""
    text = "<answer>A</answer> no: <answer>B</answer>"
    assert read("deepeyes", text).answer == "B"
    assert read("deepeyes", text, "official").answer == "A"
    assert read("deepeyes", "<answer>C", "official").step == "repeat"


TH = [(100, 80, 300, 240)]
QWEN = [
    pytest.param(hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x", "img_idx": 0}'), TH, TH, id="as declared"),
    pytest.param(hermes("{'bbox_2d': [100, 100, 300, 300,], 'label': 'x', 'img_idx': 0}"), TH, TH, id="JSON5"),
    pytest.param(
        hermes('{"bbox_2d": (100, 100, 300, 300), "label": "x", "img_idx": 0}'), TH, "malformed_call", id="tuple"
    ),
    pytest.param(
        hermes('{"bbox_2d": "[100, 100, 300, 300]", "label": "x", "img_idx": 0}'), TH, "malformed_call", id="string"
    ),
    pytest.param(hermes('{"bbox_2d": [100, 100, 300, 300], "img_idx": 0}'), TH, "malformed_call", id="no label"),
    pytest.param(hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x"}'), TH, "malformed_call", id="no index"),
    pytest.param(
        hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x", "img_idx": 0.0}'), TH, "unknown_source", id="0.0"
    ),
    pytest.param(
        hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x", "img_idx": -1}'), "unknown_source", TH, id="-1 wraps"
    ),
    pytest.param(
        hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x", "img_idx": 4}'),
        "unknown_source",
        "unknown_source",
        id="no such picture",
    ),
    pytest.param(
        hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x", "img_idx": 0}', close=""), TH, TH, id="no close tag"
    ),
    pytest.param(
        hermes('{"bbox_2d": [100, 100, 300, 300], "label": "x", "img_idx": 0}', close="so</tool_call>"),
        TH,
        "malformed_call",
        id="text in the tag",
    ),
    pytest.param(hermes('{"bbox_2d": [100, 100, 30')[:-18], "truncated_call", "malformed_call", id="cut off"),
    pytest.param(
        hermes('{"bbox_2d": [300, 100, 100, 300], "label": "x", "img_idx": 0}'),
        "invalid_box",
        "invalid_box",
        id="swapped",
    ),
    pytest.param(
        hermes('{"bbox_2d": [900, 900, 1200, 1300], "label": "x", "img_idx": 0}'),
        [(900, 720, 1000, 800)],
        [(900, 720, 1000, 800)],
        id="over the edge",
    ),
    pytest.param(
        hermes('{"bbox_2d": [1, 1, 2, 2], "label": "x", "img_idx": 0}', name="image_search"),
        "unknown_tool",
        "unknown_tool",
        id="another tool",
    ),
]


@pytest.mark.parametrize(("text", "lenient", "official"), QWEN)
def test_qwen3_vl(text: str, lenient: object, official: object) -> None:
    """Official is Qwen-Agent: every error goes back as text and the run goes on."""
    assert outcome(read("qwen3-vl", text)) == lenient
    turn = read("qwen3-vl", text, "official")
    assert outcome(turn) == official
    assert turn.step == "reply"


def test_qwen3_vl_runs_every_call_of_a_turn() -> None:
    """In order, in both readings."""
    text = hermes('{"bbox_2d": [0, 0, 100, 100], "label": "a", "img_idx": 0}') * 2
    assert len(read("qwen3-vl", text).calls) == len(read("qwen3-vl", text, "official").calls) == 2


def test_qwen3_vl_grows_a_box_in_the_pixels_of_the_picture_it_is_cut_from() -> None:
    """A crop of 100 x 80 shown at 640 x 512: 40 x 40 of its pixels need not grow, though 6.25 originals are less."""
    crop = View("observation_1", (0.0, 0.0, 100.0, 80.0), size=(640, 512))
    text = hermes('{"bbox_2d": [0, 0, 62.5, 78.125], "label": "x", "img_idx": 1}')
    (call,) = read("qwen3-vl", text, context=[crop]).calls
    assert call.shown == pytest.approx((0, 0, 6.25, 6.25))


def test_qwen3_vl_keeps_a_box_small_that_would_end_on_exactly_32_pixels() -> None:
    """At the corner the growth is cut to 32 x 16: Qwen-Agent then keeps the tiny box."""
    (call,) = read("qwen3-vl", hermes('{"bbox_2d": [0, 0, 10, 12.5], "label": "x", "img_idx": 0}')).calls
    assert call.shown == (0, 0, 10, 10)


GROUND = [(100, 80, 300, 240)]
MINI = [
    pytest.param(
        '<grounding>{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "source": "original_image"}</grounding>',
        GROUND,
        GROUND,
        id="as declared",
    ),
    pytest.param(
        '<grounding> {"bbox_2d": [0.1, 0.1, 0.3, 0.3], "source": "original_image"}</grounding>',
        GROUND,
        [],
        id="a space",
    ),
    pytest.param(
        '<grounding>{"source": "original_image", "bbox_2d": [0.1, 0.1, 0.3, 0.3]}</grounding>',
        GROUND,
        [],
        id="another order",
    ),
    pytest.param(
        '<grounding>{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "label": "x", "source": "original_image"}</grounding>',
        GROUND,
        [],
        id="an extra key",
    ),
    pytest.param('<grounding>{"bbox_2d": [0.1, 0.1, 0.3, 0.3]}</grounding>', GROUND, [], id="no source"),
    pytest.param(
        '<grounding>{"bbox_2d": (0.1, 0.1, 0.3, 0.3), "source": "original_image"}</grounding>',
        GROUND,
        GROUND,
        id="a tuple",
    ),
    pytest.param(
        '<grounding>{"bbox_2d": "[0.1, 0.1, 0.3, 0.3]", "source": "original_image"}</grounding>',
        GROUND,
        "invalid_box",
        id="a string",
    ),
    pytest.param(
        '<grounding>{"bbox_2d": [0.3, 0.1, 0.1, 0.3], "source": "original_image"}</grounding>',
        "invalid_box",
        "invalid_box",
        id="swapped",
    ),
    pytest.param(
        '<grounding>{"bbox_2d": [0.9, 0.9, 1.2, 1.2], "source": "original_image"}</grounding>',
        [(900, 720, 1000, 800)],
        [(900, 720, 999, 799)],
        id="over the edge",
    ),
    pytest.param('<grounding>{"bbox_2d": [0.1, 0.1, 0.3', "truncated_call", [], id="cut off"),
    pytest.param(
        '<grounding>{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "source": "observation_0"}</grounding>',
        GROUND,
        GROUND,
        id="observation 0",
    ),
]


@pytest.mark.parametrize(("text", "lenient", "official"), MINI)
def test_mini_o3(text: str, lenient: object, official: object) -> None:
    """Official is one strict pattern; a text that does not fit it is no call, and without an answer the run is void."""
    assert outcome(read("mini-o3", text)) == lenient
    turn = read("mini-o3", text, "official")
    assert outcome(turn) == official
    assert turn.step == ("reply" if turn.calls else "void")


def test_mini_o3_runs_a_call_beside_an_answer_officially() -> None:
    """As meant, the answer ends the conversation and the crop is never seen."""
    text = '<grounding>{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "source": "original_image"}</grounding><answer>B</answer>'
    assert (read("mini-o3", text).step, read("mini-o3", text).answer) == ("final", "B")
    assert read("mini-o3", text, "official").step == "reply"


def test_mini_o3_runs_the_last_block_alone_officially() -> None:
    """As meant, both."""
    one, two = (f'<grounding>{{"bbox_2d": [0, 0, 0.{n}, 0.5], "source": "original_image"}}</grounding>' for n in (1, 2))
    assert len(read("mini-o3", one + two).calls) == 2
    assert outcome(read("mini-o3", one + two, "official")) == [(0, 0, 200, 400)]


def test_mini_o3_wants_the_answer_at_the_very_end_officially() -> None:
    """Anything after the close tag makes it void."""
    assert read("mini-o3", "<answer>B</answer>", "official").answer == "B"
    assert read("mini-o3", "<answer>B</answer> I think.", "official").step == "void"


PADDED = [(0, 0, 400, 320)]
PIXEL_REASONER = [
    pytest.param(crop_call('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 1}'), PADDED, PADDED, id="as declared"),
    pytest.param(
        crop_call('{"bbox_2d": "[0.1, 0.1, 0.3, 0.3]", "target_image": 1}'), PADDED, "invalid_box", id="a string"
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 1}', close=""), PADDED, [], id="no close tag"
    ),
    pytest.param(
        crop_call("{'bbox_2d': [0.1, 0.1, 0.3, 0.3], 'target_image': 1}"), PADDED, "malformed_call", id="Python"
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 1.0}'), PADDED, "unknown_source", id="1.0"
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 0}'), "unknown_source", PADDED, id="0 is the last"
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 3}'), "unknown_source", "unknown_source", id="3"
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.55, 0.1, 0.45, 0.3], "target_image": 1}'),
        "invalid_box",
        [(450, 0, 550, 320)],
        id="swapped within the margin",
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.9, 0.1, 0.3, 0.3], "target_image": 1}'), "invalid_box", "invalid_box", id="swapped"
    ),
    pytest.param(crop_call('{"bbox_2d": [100, 80, 300, 240], "target_image": 1}'), "invalid_box", PADDED, id="pixels"),
    pytest.param(
        hermes('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 1}', "crop_image"),
        PADDED,
        "unknown_tool",
        id="the guidelines' name",
    ),
    pytest.param(
        crop_call('{"bbox_2d": [0.1, 0.1, 0.3, 0.3], "target_image": 1}') * 2, PADDED * 2, PADDED, id="two calls"
    ),
    pytest.param(crop_call('{"bbox_2d": [0.1, 0.1, 0.3', close="")[:-2], "truncated_call", [], id="cut off"),
]


@pytest.mark.parametrize(("text", "lenient", "official"), PIXEL_REASONER)
def test_pixel_reasoner(text: str, lenient: object, official: object) -> None:
    """Official runs one call, the last, of a turn that ends with it."""
    assert outcome(read("pixel-reasoner", text)) == lenient
    turn = read("pixel-reasoner", text, "official")
    assert outcome(turn) == official
    assert turn.step == ("reply" if turn.calls else "final")


@pytest.mark.parametrize("reading", ["lenient", "official"])
def test_pixel_reasoner_refuses_a_crop_of_28_pixels_counted_in_the_picture_it_saw(reading: str) -> None:
    """A crop of 100 x 100 original pixels shown at 100 x 100: with its margins, 0.08 of it are 28 pixels."""
    crop = View("observation_1", (0.0, 0.0, 100.0, 100.0), size=(100, 100))
    small = crop_call('{"bbox_2d": [0.4, 0.1, 0.48, 0.9], "target_image": 2}')
    large = crop_call('{"bbox_2d": [0.4, 0.1, 0.50, 0.9], "target_image": 2}')
    assert outcome(read("pixel-reasoner", small, reading, context=[crop])) == "invalid_box"
    assert outcome(read("pixel-reasoner", large, reading, context=[crop])) == [(30, 0, 60, 100)]


def test_pixel_reasoner_answers_in_a_box_or_in_tags() -> None:
    """The scorer falls back."""
    assert read("pixel-reasoner", r"so \boxed{B}").answer == "B"
    assert read("pixel-reasoner", "<answer>C</answer>").answer == "C"


@pytest.mark.parametrize(
    ("protocol", "text", "expected"),
    [
        pytest.param("gemini", '{"box_2d": [100, 100, 300, 300], "label": "x"}', BOX, id="gemini: one object"),
        pytest.param(
            "gemini",
            'Here: [{"box_2d": [100, 100, 300, 300]}, {"box_2d": [0, 0, 500, 500]}]',
            [*BOX, (0, 0, 500, 400)],
            id="gemini: two",
        ),
        pytest.param(
            "gemini",
            '[{"box_2d": [100, 100, 300, 300], "picture": "observation_2"}]',
            "unknown_source",
            id="gemini: no such picture",
        ),
        pytest.param("gemini", '```json\n[{"box_2d": [100, 100,', "truncated_call", id="gemini: cut off"),
        pytest.param("gemini", "I see [a sign] there.", [], id="gemini: brackets in prose"),
        pytest.param("claude", '{"box": [100, 80, 300, 240]}', BOX, id="claude: one object"),
        pytest.param(
            "claude",
            'It {is} here:\n{"box": {"x1": 100, "y1": 80, "x2": 300, "y2": 240}}',
            BOX,
            id="claude: named sides",
        ),
        pytest.param("claude", '<answer>{"box": [1, 2, 3, 4]}</answer>', [], id="claude: a box as an answer"),
        pytest.param("claude", '{"box": [100, 80, 300]}', "invalid_box", id="claude: three numbers"),
    ],
)
def test_boxes_in_the_text(protocol: str, text: str, expected: object) -> None:
    """Protocols of our own: both readings are one."""
    assert outcome(read(protocol, text)) == expected
    assert outcome(read(protocol, text, "official")) == expected


@pytest.mark.parametrize(
    "protocol", ["none", "tools", "qwen3-vl", "deepeyes", "mini-o3", "pixel-reasoner", "gemini", "claude"]
)
@pytest.mark.parametrize("reading", ["lenient", "official"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "<tool_call>",
        "<grounding>",
        "</think>",
        '<tool_call>{"name": 1, "arguments": 2}</tool_call>',
        "[" * 9_000,
        "<tool_call>{" * 4_000,
        "[[[[[[[[" + "1," * 9_000,
    ],
)
def test_no_text_breaks_a_protocol(protocol: str, reading: str, text: str) -> None:
    """Whatever a model writes is read into a turn of bounded size."""
    turn = read(protocol, text, reading)
    assert len(turn.calls) <= 32

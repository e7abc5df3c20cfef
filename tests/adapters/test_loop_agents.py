"""Every published agent over real HTTP, several turns each, malformed turns among them.

The picture is 2000 x 1000 upright, and stored turned on its side. A red patch lies at (1150, 280, 1350, 420); the last
crop of every agent lies inside it, and the server must have received red pixels.
"""

import asyncio
import functools
import json
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

from adapters.base import Transcript
from adapters.loop import converse
from adapters.manner import Manner
from adapters.openai_chat import OpenAIChat
from adapters.pace import Pace, SharedNumbers
from adapters.profiles import Profile
from adapters.protocols import Convention, View, protocol_named
from benchmarks.item import Item
from benchmarks.samples.cache import ensure, load
from tests.adapters.pictures import decoded, saved
from tests.adapters.writing import written
from tests.loopback import Answer, Asked, Loopback, Script

GOLD_ANSWER = "gold-answer-crimson"
GOLD_BOX = (1201.25, 301.5, 1298.75, 398.5)
TELLING = "sign_says_crimson"


@pytest.fixture(scope="module")
def item(tmp_path_factory: pytest.TempPathFactory) -> Item:
    """An item whose gold, file name, task and meta all tell the answer."""
    scene = Image.new("RGB", (2000, 1000), (240, 240, 240))
    scene.paste((220, 0, 0), (1150, 280, 1350, 420))
    folder = tmp_path_factory.mktemp(TELLING)
    picture = saved(folder, scene.transpose(Image.Transpose.ROTATE_90), "JPEG", orientation=6, name=TELLING, quality=95)
    return Item(
        benchmark="viebench",
        task="perception",
        id="perception-0001",
        source_id=TELLING,
        prompt="Which colour is the patch?\nA. blue\nB. red",
        images=(picture,),
        answer=GOLD_ANSWER,
        scorer="choice",
        evidence=(GOLD_BOX,),
        scenario=TELLING,
        meta={"hint": TELLING},
    )


def hermes(arguments: str, name: str = "image_zoom_in_tool") -> str:
    """A call in `<tool_call>` tags."""
    return f'<think>closer</think>\n<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


def native(*calls: dict[str, Any] | str) -> Answer:
    """A turn of native tool calls, the last of which carries a field no schema knows."""
    listed = [
        {
            "id": f"call_{at}",
            "type": "function",
            "function": {"name": "zoom", "arguments": call if isinstance(call, str) else json.dumps(call)},
            "extra_content": {"google": {"thought_signature": f"signature-{at}"}},
        }
        for at, call in enumerate(calls)
    ]
    return Answer(None, finish_reason="tool_calls", message={"tool_calls": listed})


def sides(x_min: float, y_min: float, x_max: float, y_max: float, **more: str) -> dict[str, Any]:
    """Arguments of the native zoom."""
    return {"x_min": x_min, "y_min": y_min, "x_max": x_max, "y_max": y_max, **more}


FINAL = "<answer>B</answer>"
# Protocol, profile fields, turns, and for each call its source and shown box (or the kind of its error).
AGENTS: dict[str, tuple[dict[str, Any], list[str | Answer], list[tuple[str, Any]]]] = {
    "deepeyes": (
        {"coordinates": "pixels"},
        [
            hermes('{"bbox_2d": "[994, 252, 1491, 504]", "label": "patch"}'),
            hermes('{"bbox_2d": [1491, 504, 994, 252]}'),
            "<tool_call>{'name': 'image_zoom_in_tool', 'arguments': {'bbox': (1242.5, 352.8, 1267.35, 378,)}} see",
            Answer('<tool_call>{"name": "image_zoom_in_tool", "arguments": {"bbox_2d": [1', finish_reason="length"),
            hermes('{"bbox_2d": [1242.5, 352.8, 1267.35, 378]}'),
            FINAL,
        ],
        [
            ("original", (1000, 250, 1500, 500)),
            ("original", "invalid_box"),
            ("original", (1250, 350, 1275, 375)),
            ("original", "truncated_call"),
            ("original", (1250, 350, 1275, 375)),
        ],
    ),
    "qwen3-vl": (
        {"coordinates": "thousand"},
        [
            "<think>or <tool_call>{}</tool_call></think>"
            + hermes('{"bbox_2d": [500, 250, 750, 500], "label": "patch"}'),
            hermes("{'bbox_2d': [[0, 0, 500, 500]], 'img_idx': 7, 'label': None,}"),
            hermes('{"bbox_2d": [450, 300, 550, 500], "label": "x", "img_idx": 1}')
            + hermes('{"bbox_2d": [620, 340, 640, 380], "label": "y", "img_idx": 0}'),
            "It is red.\n" + FINAL,
        ],
        [
            ("original", (1000, 250, 1500, 500)),
            ("original", "unknown_source"),
            ("observation_1", (1225, 325, 1275, 375)),
            ("original", (1240, 340, 1280, 380)),
        ],
    ),
    "mini-o3": (
        {"coordinates": "fraction"},
        [
            '<think>closer</think><grounding>{"bbox_2d": [0.5, 0.25, 0.75, 0.5], "source": "original_image"}',
            '<grounding>{"bbox_2d": [1000, 250, 1500, 500], "source": "original_image"}',
            '<grounding>{"source": "observation_4", "bbox_2d": [0.1, 0.1, 0.2, 0.2]}',
            '<grounding>{"bbox_2d": [0.5, 0.4, 0.55, 0.5], "source": "observation_1"}',
            FINAL,
        ],
        [
            ("original", (1000, 250, 1500, 500)),
            ("original", "invalid_box"),
            ("original", "unknown_source"),
            ("observation_1", (1250, 350, 1275, 375)),
        ],
    ),
    "pixel-reasoner": (
        {"coordinates": "fraction"},
        [
            hermes('{"bbox_2d": [0.6, 0.3, 0.65, 0.4], "target_image": 1}', "crop_image_normalized"),
            hermes('{"bbox_2d": [0.6, 0.3, 0.65, 0.4], "target_image": 0}', "crop_image"),
            # The first crop showed (1000, 200, 1500, 500): a margin of a tenth of the picture on each side.
            hermes('{"bbox_2d": [0.5, 0.45, 0.5002, 0.5502], "target_image": 2}', "crop_image_normalized"),
            r"So \boxed{B}",
        ],
        [
            ("original", (1000, 200, 1500, 500)),
            ("original", "unknown_source"),
            ("observation_1", (1200, 305, 1300.1, 395.06)),
        ],
    ),
    "gemini": (
        {"coordinates": "thousand", "box_order": "yxyx"},
        [
            '```json\n[{"box_2d": [250, 500, 500, 750], "label": "patch"}]\n```',
            '[{"box_2d": [0.1, 0.1, 0.4, 0.4]}]',
            '[{"box_2d": [300, 450, 500, 550], "picture": "observation_1"}]',
            FINAL,
        ],
        [
            ("original", (1000, 250, 1500, 500)),
            ("original", "invalid_box"),
            ("observation_1", (1225, 325, 1275, 375)),
        ],
    ),
    "claude": (
        {"coordinates": "pixels"},
        [
            # Sent as 1516 x 758.
            '{"box": [758, 189.5, 1137, 379]}',
            '{"box": [758, 189.5, 1137]}',
            '{"box": {"x1": 932.34, "y1": 250.14, "x2": 962.66, "y2": 280.46}}',
            '<answer>{"box": [1, 2, 3, 4]} B</answer>',
        ],
        [
            ("original", (1000, 250, 1500, 500)),
            ("original", "invalid_box"),
            ("original", (1230, 330, 1270, 370)),
        ],
    ),
    "tools": (
        {"coordinates": "fraction"},
        [
            native(sides(0.5, 0.25, 0.75, 0.5), sides(0.75, 0.25, 0.5, 0.5)),
            native('{"x_min": 0.5, "y_min'),
            native(sides(0.45, 0.3, 0.55, 0.5, picture="observation_1")),
            FINAL,
        ],
        [
            ("original", (1000, 250, 1500, 500)),
            ("original", "invalid_box"),
            ("original", "truncated_call"),
            ("observation_1", (1225, 325, 1275, 375)),
        ],
    ),
    "none": ({}, [FINAL], []),
}


Played = Callable[[str], tuple[Transcript, list[Asked]]]


@pytest.fixture(scope="module")
def played(item: Item) -> Played:
    """An agent's conversation by its protocol, and what the server saw. Each is played once."""
    return functools.cache(functools.partial(play, item))


def play(item: Item, protocol: str) -> tuple[Transcript, list[Asked]]:
    """One conversation over HTTP."""
    _, turns, _ = AGENTS[protocol]

    def script(asked: Asked) -> Answer:
        turn = turns[asked.turn - 1]
        return turn if isinstance(turn, Answer) else Answer(turn)

    return conversation(item, protocol, script)


def conversation(item: Item, protocol: str, script: Script) -> tuple[Transcript, list[Asked]]:
    """One question to a scripted server."""

    async def run(url: str) -> Transcript:
        fields = AGENTS[protocol][0]
        profile = Profile("agent", base_url=url, served_name="loopback-vl", protocol=protocol, **fields)
        client = OpenAIChat(profile, None, Pace(SharedNumbers(None), in_flight=2))
        try:
            return await converse(item.question(), client, profile, Manner(protocol, upright=True))
        finally:
            await client.close()

    with Loopback(script) as server:
        return asyncio.run(run(server.url)), server.asked


@pytest.mark.parametrize("protocol", sorted(AGENTS))
def test_an_agent_plays_to_its_answer_with_every_box_in_original_pixels(played: Played, protocol: str) -> None:
    """Good calls have the exact shown box; bad ones their kind, and the conversation goes on."""
    transcript, asked = played(protocol)
    _, turns, expected = AGENTS[protocol]
    assert len(asked) == len(turns)
    assert transcript.final_text == turns[-1]
    assert [call.source for call in transcript.calls] == [source for source, _ in expected]
    for call, (_, outcome) in zip(transcript.calls, expected, strict=True):
        if isinstance(outcome, str):
            assert (call.error_code, call.shown) == (outcome, None)
        else:
            assert call.error is None
            assert call.shown == pytest.approx(outcome, abs=0.01)
    assert transcript.flags == ()
    assert transcript.usage.prompt_tokens == 100 * len(turns)


@pytest.mark.parametrize("protocol", sorted(AGENTS.keys() - {"none"}))
def test_the_crops_arrive_as_the_pixels_of_their_boxes(played: Played, protocol: str) -> None:
    """The last crop shows the patch and nothing else; each picture of the record is the one that arrived."""
    transcript, asked = played(protocol)
    arrived = [url.partition(",") for url in asked[-1].image_urls]
    assert len(arrived) == len(transcript.sent)
    for (head, _, data), sent in zip(arrived, transcript.sent, strict=True):
        assert head == f"data:{sent.mime};base64"
        assert decoded(data.encode()).size == (sent.width_px, sent.height_px)
    last = np.asarray(decoded(arrived[-1][2].encode()).convert("RGB"), int)
    assert np.abs(last - (220, 0, 0)).max() < 12


@pytest.mark.parametrize("protocol", sorted(AGENTS))
def test_no_gold_and_no_telling_name_is_in_any_request(played: Played, item: Item, protocol: str) -> None:
    """Neither in the JSON nor in the bytes of a picture. What the model wrote itself holds none of them either."""
    _, asked = played(protocol)
    secrets = [GOLD_ANSWER, TELLING, *map(str, GOLD_BOX), str(item.images[0].path), item.benchmark, item.task]
    for request in asked:
        pictures = b"".join(b64decode(url.partition(",")[2]) for url in request.image_urls)
        head = json.dumps(dict(request.headers)).encode()
        for secret in secrets:
            assert secret.encode() not in request.raw + pictures + head, secret


def test_native_calls_come_back_with_fields_no_schema_knows(played: Played) -> None:
    """A thought signature that is lost makes the next request fail."""
    _, asked = played("tools")
    assistants = [message for message in asked[-1].messages if message["role"] == "assistant"]
    signatures = [
        call["extra_content"]["google"]["thought_signature"] for each in assistants for call in each["tool_calls"]
    ]
    assert signatures == ["signature-0", "signature-1", "signature-0", "signature-0"]
    asked_ids = [call["id"] for each in assistants for call in each["tool_calls"]]
    answered = [message["tool_call_id"] for message in asked[-1].messages if message["role"] == "tool"]
    assert answered == asked_ids
    assert all(isinstance(message["content"], str) for message in asked[-1].messages if message["role"] == "tool")


def test_text_protocols_send_no_tools_field(played: Played) -> None:
    """A server's tool parser would take the calls out of the text."""
    for protocol in ("deepeyes", "qwen3-vl", "mini-o3", "pixel-reasoner"):
        _, asked = played(protocol)
        assert all("tools" not in request.body for request in asked)
    _, asked = played("mini-o3")
    assert asked[0].body["stop"] == ["</grounding>"]


ZOOMING = sorted(AGENTS.keys() - {"none"})


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Item, ...]:
    """One evidence scene of each split, 3000 pixels and more."""
    return load(ensure(tmp_path_factory.mktemp("samples"), per_task=0, seed=11, difficulty="medium", scenes=1))


@pytest.mark.parametrize("protocol", ZOOMING)
def test_an_evidence_scene_is_seen_where_the_model_points(scenes: tuple[Item, ...], protocol: str) -> None:
    """Each gold box, written as the protocol writes boxes, comes back exactly, and its crop contains it."""
    assert len(scenes) == 2
    for scene in scenes:
        width, height = scene.images[0].upright_size
        rule = protocol_named(protocol).first_picture("lenient")
        sent = None if rule is None else rule.size.fitted((width, height))
        view = View("original", (0.0, 0.0, float(width), float(height)), size=sent)
        turns = [written(protocol, view, box, 0, Convention("fraction")) for box in scene.evidence]

        def script(asked: Asked, turns: list[tuple[str, list[dict[str, object]]]] = turns) -> Answer:
            if asked.turn > len(turns):
                return Answer(FINAL)
            text, calls = turns[asked.turn - 1]
            return Answer(text or None, message={"tool_calls": calls} if calls else {})

        transcript, _ = conversation(scene, protocol, script)
        assert [call.error for call in transcript.calls] == [None] * len(scene.evidence)
        for call, gold in zip(transcript.calls, scene.evidence, strict=True):
            assert call.requested == pytest.approx(gold, abs=0.01)
            assert call.shown is not None
            assert all(call.shown[edge] <= gold[edge] + 0.01 for edge in (0, 1))
            assert all(call.shown[edge] >= gold[edge] - 0.01 for edge in (2, 3))
        assert len(transcript.sent) == 1 + len(scene.evidence)
        assert transcript.flags == ()

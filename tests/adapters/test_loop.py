"""Conversations of several turns: what is said, what is kept, where they end."""

import asyncio
import json
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from adapters.base import Usage
from adapters.errors import AskError
from adapters.manner import Manner
from adapters.profiles import ImagePolicy, Limits, Profile, ProfileError
from adapters.protocols import PROTOCOL_NAMES
from adapters.wire import ImagePart, Reply
from benchmarks.item import Picture
from tests.adapters.pictures import decoded, gradient, saved
from tests.adapters.scripted import ScriptedClient, talk, text_of

DEEPEYES = Manner("deepeyes")


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Picture:
    """840 x 560 pixels: multiples of 28, so DeepEyes gets the file itself."""
    return saved(tmp_path_factory.mktemp("pictures"), gradient(840, 560), "JPEG", quality=95)


def zoom(box: list[float]) -> str:
    """A turn of DeepEyes that looks closer."""
    call = {"name": "image_zoom_in_tool", "arguments": {"bbox_2d": box}}
    return f"<think>small</think><tool_call>{json.dumps(call)}</tool_call>"


def test_none_is_one_turn_pictures_first_then_the_prompt_no_system_message(picture: Picture) -> None:
    """Whatever the reply says, it is final; the file's bytes go out unchanged."""
    client = ScriptedClient(zoom([0, 0, 9, 9]))
    transcript = talk(picture, client, Manner())
    ((messages, fields),) = client.asked
    (message,) = messages
    assert message.role == "user"
    assert text_of(message) == "#What is on the sign?\nA. a cat\nB. a dog"
    part = message.parts[0]
    assert isinstance(part, ImagePart)
    assert part.mime == "image/jpeg"
    assert b64decode(part.base64) == picture.path.read_bytes()
    assert fields == {}
    assert transcript.calls == ()
    assert transcript.final_text == zoom([0, 0, 9, 9])
    assert transcript.messages[0].images == ("image_1",)


def test_a_crop_goes_back_and_its_box_is_recorded(picture: Picture) -> None:
    """Two turns: a zoom, an answer. The crop holds the pixels of the box."""
    client = ScriptedClient(zoom([280, 280, 420, 420]), "<answer>B</answer>")
    transcript = talk(picture, client, DEEPEYES)
    (call,) = transcript.calls
    assert (call.tool, call.turn, call.source, call.observed) == ("image_zoom_in_tool", 1, "original", True)
    assert call.written == call.requested == call.shown == (280, 280, 420, 420)
    crop = next(part for part in client.last[-1].parts if isinstance(part, ImagePart))
    want = np.asarray(gradient(840, 560).crop((280, 280, 420, 420)), int)
    assert np.abs(np.asarray(decoded(crop.base64), int) - want).mean() < 3
    assert [image.name for image in transcript.sent] == ["image_1", "observation_1"]
    assert [message.role for message in transcript.messages] == ["system", "user", "assistant", "user", "assistant"]
    assert transcript.messages[3].images == ("observation_1",)
    assert transcript.final_text == "<answer>B</answer>"
    assert transcript.flags == ()


def test_tokens_attempts_and_waits_add_up_over_the_turns(picture: Picture) -> None:
    """What one reply does not say adds nothing."""
    client = ScriptedClient(
        Reply(zoom([0, 0, 99, 99]), usage=Usage(100, 10, 4), latency_s=1.5, attempts=3),
        Reply(
            "<answer>B</answer>",
            "done",
            "stop",
            usage=Usage(200, None),
            latency_s=0.5,
            served_model="m",
            fingerprint="f",
        ),
    )
    transcript = talk(picture, client, DEEPEYES)
    assert transcript.usage == Usage(300, 10, 4)
    assert (transcript.attempts, transcript.latency_s) == (4, 2.0)
    assert (transcript.finish_reason, transcript.served_model, transcript.fingerprint) == ("stop", "m", "f")
    assert transcript.messages[-1].reasoning == "done"


def test_attempts_of_earlier_turns_count_when_a_later_one_fails(picture: Picture) -> None:
    """They were made and may have been paid."""
    client = ScriptedClient(Reply(zoom([0, 0, 99, 99]), attempts=2), AskError("server_error", "HTTP 500", attempts=7))
    with pytest.raises(AskError) as caught:
        talk(picture, client, DEEPEYES)
    assert caught.value.attempts == 9


def test_p23_pixels_of_the_picture_that_was_sent(tmp_path: Path) -> None:
    """4000 x 3000 sent as 2000 x 1500: the crop is of the original at twice the numbers; both boxes are kept."""
    large = saved(tmp_path, Image.new("L", (4000, 3000), 255))
    profile = Profile("scripted", coordinates="pixels", images=ImagePolicy(resize=True, max_side=2000))
    arguments = {"x_min": 1000, "y_min": 750, "x_max": 1500, "y_max": 1000}
    call = {"id": "c1", "type": "function", "function": {"name": "zoom", "arguments": json.dumps(arguments)}}
    client = ScriptedClient(Reply(None, finish_reason="tool_calls", tool_calls=(call,)), "B")
    transcript = talk(large, client, Manner("tools"), profile)
    assert transcript.calls[0].written == (1000, 750, 1500, 1000)
    assert transcript.calls[0].shown == (2000, 1500, 3000, 2000)
    assert transcript.sent[0].reencoded == "resized from 4000 x 3000 to 2000 x 1500"
    assert "image_1 is 2000 x 1500 pixels" in text_of(client.last[0])


def test_p24_a_mismatch_is_flagged_in_the_transcript(picture: Picture) -> None:
    """With both sizes beside the call; the model is told and goes on."""
    client = ScriptedClient(zoom([700, 900, 776, 995]), "<answer>B</answer>")
    transcript = talk(picture, client, DEEPEYES)
    assert transcript.flags == ("coordinate_mismatch",)
    (call,) = transcript.calls
    assert call.error_code == "invalid_box"
    assert call.note is not None
    assert "840 x 560 picture that was sent (840 x 560 in the original)" in call.note
    assert "lies outside of the picture" in text_of(client.last[-1])


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        pytest.param(zoom([900, 400, 300, 700]), "invalid_box", id="swapped corners"),
        pytest.param('<tool_call>  {"name": image_zoom_in_tool}</tool_call>', "malformed_call", id="no JSON"),
        pytest.param(
            '<tool_call>{"name": "run_python", "arguments": {}}</tool_call>', "unknown_tool", id="no such tool"
        ),
    ],
)
def test_p27_a_bad_call_is_answered_in_words_and_the_conversation_goes_on(
    picture: Picture, bad: str, code: str
) -> None:
    """The item is scored; the failed call is in the record."""
    client = ScriptedClient(bad, zoom([0, 0, 99, 99]), "<answer>B</answer>")
    transcript = talk(picture, client, DEEPEYES)
    failed, good = transcript.calls
    assert failed.error_code == code
    assert failed.shown is None
    assert failed.error is not None
    assert failed.error in text_of(client.asked[1][0][-1])
    assert "Error: " in text_of(client.asked[1][0][-1])
    assert good.shown == (0, 0, 99, 99)
    assert transcript.final_text == "<answer>B</answer>"
    # Failed calls are not counted: the first crop that works is observation 1.
    assert transcript.sent[-1].name == "observation_1"


def noisy(folder: Path) -> Picture:
    """560 x 280 pixels that no PNG can squeeze."""
    noise = np.random.default_rng(2).integers(0, 256, (280, 560, 3), dtype=np.uint8)
    return saved(folder, Image.fromarray(noise))


def test_p34_a_picture_over_the_limit_is_an_error_before_any_request(tmp_path: Path) -> None:
    """Nothing is sent, so nothing is tried again."""
    client = ScriptedClient("<answer>B</answer>")
    with pytest.raises(AskError, match="image_1 has 47") as caught:
        talk(noisy(tmp_path), client, DEEPEYES, Profile("scripted", limits=Limits(max_image_bytes=100_000)))
    assert (caught.value.reason, caught.value.attempts) == ("image_too_large", 0)
    assert client.asked == []


def test_p34_boxes_follow_the_scale_of_a_picture_that_was_shrunk(tmp_path: Path) -> None:
    """The right half of what was sent is the right half of the original."""
    limits, images = Limits(max_image_bytes=100_000), ImagePolicy(downscale=True)
    shrunk = ScriptedClient("<answer>B</answer>")
    sent = talk(noisy(tmp_path), shrunk, DEEPEYES, Profile("scripted", limits=limits, images=images)).sent[0]
    assert sent.width_px < 560
    client = ScriptedClient(zoom([sent.width_px / 2, 0, sent.width_px, sent.height_px]), "<answer>B</answer>")
    transcript = talk(noisy(tmp_path), client, DEEPEYES, Profile("scripted", limits=limits, images=images))
    assert transcript.calls[0].shown == pytest.approx((280, 0, 560, 280))
    assert transcript.sent[1].size_bytes <= 100_000


def test_p35_more_crops_than_the_limit_are_refused_in_words(tmp_path: Path) -> None:
    """30 crops are asked for, 4 pictures may be in one conversation: three crops, then words, and a flag."""
    large = saved(tmp_path, Image.new("L", (3000, 3000), 255))
    client = ScriptedClient(*[zoom([0, 0, 2996, 2996])] * 30, "<answer>B</answer>")
    profile = Profile("scripted", limits=Limits(max_images=4, max_turns=40))
    transcript = talk(large, client, DEEPEYES, profile)
    assert len(transcript.sent) == 4
    assert transcript.flags == ("image_limit",)
    assert [call.error_code for call in transcript.calls] == [None] * 3 + ["image_limit"] * 27
    assert all(call.shown is None for call in transcript.calls[3:])
    assert "the limit is 4" in text_of(client.last[-1])
    assert transcript.final_text == "<answer>B</answer>"


def test_p35_crops_beyond_the_byte_limit_are_refused_in_words(tmp_path: Path) -> None:
    """A request of 1,100,000 bytes holds the picture and one crop of noise."""
    client = ScriptedClient(zoom([0, 0, 280, 280]), zoom([280, 0, 560, 280]), "<answer>B</answer>")
    profile = Profile("scripted", limits=Limits(max_request_bytes=1_100_000))
    transcript = talk(noisy(tmp_path), client, DEEPEYES, profile)
    assert [call.error_code for call in transcript.calls] == [None, "byte_limit"]
    assert transcript.flags == ("byte_limit",)
    assert "the conversation is full" in text_of(client.last[-1])


def test_a_crop_too_large_for_the_limit_of_one_picture_is_refused_in_words(tmp_path: Path) -> None:
    """The question's picture fits because it is small on disk; a crop of it would not."""
    with Image.open(noisy(tmp_path).path) as noise:
        picture = saved(tmp_path, noise, "JPEG", quality=5)
    client = ScriptedClient(zoom([0, 0, 560, 280]), "<answer>B</answer>")
    profile = Profile("scripted", limits=Limits(max_image_bytes=picture.path.stat().st_size + 10))
    transcript = talk(picture, client, DEEPEYES, profile)
    assert transcript.calls[0].error_code == "byte_limit"
    assert "Ask for a smaller region" in text_of(client.last[-1])


@pytest.mark.parametrize("protocol", ["deepeyes", "qwen3-vl", "tools"])
def test_p72_a_call_cut_off_every_turn_ends_after_two_corrections(picture: Picture, protocol: str) -> None:
    """`{"bbox": [10, 20, 3` with `finish_reason: length`, every turn: three requests, tokens counted, no crop."""
    cut_off = '{"bbox": [10, 20, 3'
    native = ({"id": "c", "type": "function", "function": {"name": "zoom", "arguments": cut_off}},)
    reply = Reply(
        None if protocol == "tools" else '<tool_call>{"name": "image_zoom_in_tool", "arguments": ' + cut_off,
        finish_reason="length",
        tool_calls=native if protocol == "tools" else (),
        usage=Usage(100, 50),
    )
    client = ScriptedClient(reply)
    transcript = talk(picture, client, Manner(protocol))
    assert len(client.asked) == 3
    assert transcript.flags == ("truncated_call",)
    assert transcript.finish_reason == "length"
    assert transcript.usage == Usage(300, 150)
    assert {call.error_code for call in transcript.calls} == {"truncated_call"}
    assert len(transcript.sent) == 1
    assert "cut off before its end" in text_of(client.last[-1])


def test_p72_a_whole_call_in_between_starts_the_count_again(picture: Picture) -> None:
    """Only calls cut off one after the other are hopeless."""
    cut_off = Reply('<tool_call>{"name": "image_zoom_in_tool", "arguments": {"bbox_2d": [1', finish_reason="length")
    client = ScriptedClient(cut_off, cut_off, zoom([0, 0, 99, 99]), cut_off, cut_off, "<answer>B</answer>")
    transcript = talk(picture, client, DEEPEYES)
    assert transcript.final_text == "<answer>B</answer>"
    assert transcript.flags == ()


def test_a_call_beside_an_answer_is_recorded_as_unobserved(picture: Picture) -> None:
    """The model never sees that crop: it is not made."""
    client = ScriptedClient(zoom([0, 0, 99, 99]) + "<answer>B</answer>")
    transcript = talk(picture, client, DEEPEYES)
    (call,) = transcript.calls
    assert call.shown == (0, 0, 99, 99)
    assert not call.observed
    assert len(transcript.sent) == 1


def test_a_model_that_never_answers_meets_the_turn_limit(picture: Picture) -> None:
    """11 turns of DeepEyes; the last look is announced, the call after it stays unanswered."""
    client = ScriptedClient(zoom([0, 0, 99, 99]))
    transcript = talk(picture, client, DEEPEYES)
    assert len(client.asked) == 11
    assert transcript.flags == ("turn_limit",)
    assert [call.observed for call in transcript.calls] == [True] * 10 + [False]
    assert text_of(client.last[-1]).endswith("This was the last look: give the answer now.")
    assert "last look" not in text_of(client.asked[-2][0][-1])


def test_the_profile_may_set_another_turn_limit(picture: Picture) -> None:
    """Fewer turns than the protocol's own."""
    client = ScriptedClient(zoom([0, 0, 99, 99]))
    talk(picture, client, DEEPEYES, Profile("scripted", limits=Limits(max_turns=3)))
    assert len(client.asked) == 3


def test_a_system_prompt_of_the_user_replaces_the_declaration(picture: Picture) -> None:
    """For the authors' own wording; with `none` it is the only system message there is."""
    for protocol in ("deepeyes", "none"):
        client = ScriptedClient("<answer>B</answer>")
        talk(picture, client, Manner(protocol, system_prompt="Their words."))
        assert [message.role for message in client.last] == ["system", "user"]
        assert text_of(client.last[0]) == "Their words."


def test_a_picture_is_encoded_once_for_all_turns(picture: Picture) -> None:
    """Every request holds the same bytes object."""
    client = ScriptedClient(zoom([0, 0, 99, 99]), zoom([0, 0, 50, 50]), "<answer>B</answer>")
    talk(picture, client, DEEPEYES)
    firsts = [messages[1].parts[0] for messages, _ in client.asked]
    assert len(firsts) == 3
    assert all(part is firsts[0] for part in firsts)


def test_deepeyes_crops_a_picture_where_the_model_pointed(tmp_path: Path) -> None:
    """2000 x 1500 is sent as 1988 x 1512, which the boxes refer to. The published script sends the file."""
    uneven = saved(tmp_path, Image.new("L", (2000, 1500), 255), "JPEG")
    turns = (zoom([497, 378, 994, 756]), "<answer>B</answer>")
    transcript = talk(uneven, ScriptedClient(*turns), DEEPEYES)
    assert (transcript.sent[0].width_px, transcript.sent[0].height_px) == (1988, 1512)
    assert transcript.calls[0].shown == pytest.approx((500, 375, 1000, 750))
    official = talk(uneven, ScriptedClient(*turns), Manner("deepeyes", "official"))
    assert official.sent[0].reencoded is None
    assert official.calls[0].shown == (497, 378, 994, 756)


def test_evidence_pictures_are_upright_also_without_a_protocol(tmp_path: Path) -> None:
    """Stored 400 x 150, orientation 6: sent as 150 x 400."""
    turned = saved(tmp_path, gradient(400, 150), "JPEG", orientation=6)
    assert talk(turned, ScriptedClient("B"), Manner(upright=True)).sent[0].width_px == 150
    plain = talk(turned, ScriptedClient("B"), Manner()).sent[0]
    assert (plain.width_px, plain.reencoded) == (400, None)


def test_names_a_model_can_see_are_neutral(picture: Picture) -> None:
    """The file is called telling_name.jpg."""
    client = ScriptedClient(zoom([0, 0, 99, 99]), "<answer>B</answer>")
    transcript = talk(picture, client, DEEPEYES)
    assert "telling" in picture.path.name
    assert "telling" not in repr(client.asked)
    assert "telling" not in repr(transcript)


def test_deepeyes_official_gives_up_on_a_bad_call_and_keeps_the_text(picture: Picture) -> None:
    """No second request."""
    client = ScriptedClient(zoom([300, 400, 200, 500]))
    transcript = talk(picture, client, Manner("deepeyes", "official"))
    assert len(client.asked) == 1
    assert transcript.flags == ("aborted",)
    assert transcript.final_text == zoom([300, 400, 200, 500])


def test_deepeyes_official_repeats_the_request_after_an_empty_turn(picture: Picture) -> None:
    """The turn is not in the next request, but in the record; 11 requests end it."""
    client = ScriptedClient("Let me see.", "<answer>B</answer>")
    transcript = talk(picture, client, Manner("deepeyes", "official"))
    assert client.asked[0] == client.asked[1]
    assert [message.text for message in transcript.messages[-2:]] == ["Let me see.", "<answer>B</answer>"]
    assert transcript.flags == ("repeated",)
    endless = ScriptedClient("Let me see.")
    assert talk(picture, endless, Manner("deepeyes", "official")).flags == ("repeated", "turn_limit")
    assert len(endless.asked) == 11


GROUND = '<grounding>{"bbox_2d": [0.1, 0.1, 0.5, 0.5], "source": "original_image"}'


def test_mini_o3_official_is_void_at_the_limit(picture: Picture) -> None:
    """12 rounds without an answer count as none; as meant, the last text stays."""
    client = ScriptedClient(GROUND)
    transcript = talk(picture, client, Manner("mini-o3", "official"))
    assert len(client.asked) == 12
    assert transcript.final_text == ""
    assert transcript.flags == ("turn_limit",)
    assert talk(picture, ScriptedClient(GROUND), Manner("mini-o3")).final_text == GROUND + "</grounding>"


def test_mini_o3_official_ends_at_its_token_budget(picture: Picture) -> None:
    """30,768 tokens over all turns."""
    client = ScriptedClient(Reply(GROUND, finish_reason="stop", usage=Usage(10, 16_000)))
    transcript = talk(picture, client, Manner("mini-o3", "official"))
    assert len(client.asked) == 2
    assert transcript.flags == ("token_limit",)


@pytest.mark.parametrize(("reading", "label"), [("official", "observation_2"), ("lenient", "observation_1")])
def test_mini_o3_names_observations_by_the_turn_officially(picture: Picture, reading: str, label: str) -> None:
    """After a failed call the published label is one ahead of the lookup: following it finds no source."""
    bad = '<grounding>{"bbox_2d": [0.5, 0.1, 0.1, 0.5], "source": "original_image"}'
    follow = f'<grounding>{{"bbox_2d": [0.1, 0.1, 0.5, 0.5], "source": "{label}"}}'
    client = ScriptedClient(bad, GROUND, follow, "<answer>B</answer>")
    transcript = talk(picture, client, Manner("mini-o3", reading))  # type: ignore[arg-type]  # one of the two readings
    assert label in text_of(client.asked[2][0][-1])
    assert transcript.calls[2].error_code == ("unknown_source" if reading == "official" else None)


def test_hidden_thought_goes_back_into_the_text_of_agents_trained_so(picture: Picture) -> None:
    """A reasoning parser took it out of the content; the published loops keep it."""
    client = ScriptedClient(Reply(GROUND + "</grounding>", "small", "stop"), "<answer>B</answer>")
    talk(picture, client, Manner("mini-o3"))
    assert text_of(client.last[2]) == "<think>small</think>\n" + GROUND + "</grounding>"


def native(name: str, arguments: object, call_id: str = "c1", **more: object) -> dict[str, object]:
    """A tool call as a server writes it."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": text}, **more}


FRACTIONS = Profile("scripted", coordinates="fraction")
LEFT = {"x_min": 0, "y_min": 0, "x_max": 0.5, "y_max": 1}


def test_tools_answer_every_call_in_text_then_show_the_crops_in_one_user_message(picture: Picture) -> None:
    """Raw calls are echoed, unknown fields with them: some servers refuse the next request otherwise."""
    signed = native("zoom", LEFT, extra_content={"google": {"thought_signature": "s"}})
    calls = (signed, native("zoom", {**LEFT, "x_max": -1}, "c2"), native("zoom", {**LEFT, "picture": "image_1"}, "c3"))
    client = ScriptedClient(Reply(None, finish_reason="tool_calls", tool_calls=calls), "B")
    transcript = talk(picture, client, Manner("tools"), FRACTIONS)
    system, user, assistant, *tools, crops = client.last
    assert [message.role for message in (system, user, assistant, *tools, crops)] == [
        "system",
        "user",
        "assistant",
        "tool",
        "tool",
        "tool",
        "user",
    ]
    assert assistant.fields["tool_calls"] == list(calls)
    assert assistant.fields["content"] is None
    assert [message.fields["tool_call_id"] for message in tools] == ["c1", "c2", "c3"]
    assert all(isinstance(part, str) for message in tools for part in message.parts)
    assert text_of(tools[1]).startswith("Error: ")
    assert text_of(crops) == "observation_1:#observation_2:#"
    assert [call.shown for call in transcript.calls] == [(0, 0, 420, 560), None, (0, 0, 420, 560)]
    (declared,) = client.asked[0][1]["tools"]
    assert declared["function"]["parameters"]["required"] == ["x_min", "y_min", "x_max", "y_max"]
    assert "from 0 to 1" in json.dumps(declared)


def test_tools_take_the_scale_of_the_profile(picture: Picture) -> None:
    """0 to 1000, also y first where the model writes a list after all."""
    calls = (
        native("zoom", {"x_min": 0, "y_min": 0, "x_max": 500, "y_max": 1000}),
        native("zoom", {"box_2d": [0, 500, 1000, 1000]}, "c2"),
    )
    profile = Profile("scripted", coordinates="thousand", box_order="yxyx")
    client = ScriptedClient(Reply(None, finish_reason="tool_calls", tool_calls=calls), "B")
    transcript = talk(picture, client, Manner("tools"), profile)
    assert [call.shown for call in transcript.calls] == [(0, 0, 420, 560), (420, 0, 840, 560)]
    assert "0 to 1000" in json.dumps(client.asked[0][1]["tools"])


def test_tools_zoom_into_a_crop(picture: Picture) -> None:
    """The right half of the left half."""
    first = Reply(None, tool_calls=(native("zoom", LEFT),))
    second = Reply("", tool_calls=(native("zoom", {**LEFT, "x_min": 0.5, "x_max": 1, "picture": "observation_1"}),))
    transcript = talk(picture, ScriptedClient(first, second, "B"), Manner("tools"), FRACTIONS)
    assert transcript.calls[1].source == "observation_1"
    assert transcript.calls[1].shown == (210, 0, 420, 560)


def test_tools_echo_arguments_that_are_no_json_as_an_empty_object(picture: Picture) -> None:
    """Chat templates parse them again."""
    client = ScriptedClient(Reply(None, tool_calls=(native("zoom", '{"x_min": 0'),)), "B")
    talk(picture, client, Manner("tools"), FRACTIONS)
    (echoed,) = client.last[2].fields["tool_calls"]
    assert echoed["function"]["arguments"] == "{}"
    assert echoed["id"] == "c1"


def test_tools_read_a_call_a_servers_parser_left_in_the_text(picture: Picture) -> None:
    """It has no id, so a user message answers it."""
    text = '<tool_call>{"name": "zoom", "arguments": {"x_min": 0, "y_min": 0, "x_max": 0.5, "y_max": 1}}</tool_call>'
    client = ScriptedClient(text, "B")
    transcript = talk(picture, client, Manner("tools"), FRACTIONS)
    assert [message.role for message in client.last] == ["system", "user", "assistant", "user"]
    assert transcript.calls[0].shown == (0, 0, 420, 560)


def test_more_native_calls_than_can_be_looked_at_are_dropped_and_said(picture: Picture) -> None:
    """32 are answered; the echo holds the same 32."""
    calls = tuple(native("zoom", {}, f"c{n}") for n in range(40))
    client = ScriptedClient(Reply(None, tool_calls=calls), "B")
    transcript = talk(picture, client, Manner("tools"), FRACTIONS)
    assert transcript.flags == ("calls_dropped",)
    assert len(client.last[2].fields["tool_calls"]) == len(transcript.calls) == 32


def test_several_pictures_are_pointed_at_by_name(tmp_path: Path) -> None:
    """image_2 is the second; its crop is recorded with its number."""
    pictures = [saved(tmp_path, gradient(100, 100), name=name) for name in ("one", "two")]
    client = ScriptedClient(Reply(None, tool_calls=(native("zoom", {**LEFT, "picture": "image_2"}),)), "B")
    transcript = talk(pictures, client, Manner("tools"), FRACTIONS)
    assert transcript.calls[0].image == 1
    assert [image.name for image in transcript.sent] == ["image_1", "image_2", "observation_1"]


def test_a_filtered_or_refused_reply_is_final(picture: Picture) -> None:
    """The server's own words are kept."""
    client = ScriptedClient(Reply(None, finish_reason="content_filter", refusal="I can't help with that."))
    transcript = talk(picture, client, DEEPEYES)
    assert (transcript.final_text, transcript.refusal, len(client.asked)) == ("", "I can't help with that.", 1)


def test_a_profile_with_an_unknown_scale_is_told_so(picture: Picture) -> None:
    """Where the protocol leaves the scale open."""
    with pytest.raises(ProfileError, match="'percent' is none of fraction, thousand, pixels"):
        talk(picture, ScriptedClient("B"), Manner("tools"), Profile("scripted", coordinates="percent"))


def test_an_unknown_protocol_is_told_the_known_ones(picture: Picture) -> None:
    """With hyphens, as on the command line."""
    with pytest.raises(ValueError, match=r"'mini_o3'.*none, tools, qwen3-vl, deepeyes, mini-o3, pixel-reasoner"):
        talk(picture, ScriptedClient("B"), Manner("mini_o3"))


@pytest.mark.parametrize("protocol", [name for name in PROTOCOL_NAMES if name != "none"])
def test_the_event_loop_goes_on_while_pictures_are_cut(tmp_path: Path, protocol: str) -> None:
    """Decoding happens in threads: another task gets its turn before a large picture is ready.

    Without a protocol nothing is decoded, and a small file is not worth the way to a thread.
    """
    large = saved(tmp_path, Image.new("L", (2000, 2000), 255), "JPEG")
    order: list[str] = []

    async def run() -> None:
        from adapters.loop import converse
        from benchmarks.item import Question

        async def ask() -> None:
            await converse(Question("x", "?", (large,)), ScriptedClient("B"), Profile("scripted"), Manner(protocol))
            order.append("asked")

        async def tick() -> None:
            await asyncio.sleep(0)
            order.append("tick")

        await asyncio.gather(ask(), tick())

    asyncio.run(run())
    assert order == ["tick", "asked"]

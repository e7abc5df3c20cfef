"""What protocols say: declarations, replies, and where a run differs from what was published."""

import json
from pathlib import Path

import pytest

from adapters.profiles import ImagePolicy, Limits, Profile, Sampling
from adapters.protocols import PROTOCOL_NAMES, ParsedCall, View, deviations, protocol_named
from adapters.protocols.base import Convention, Draft, Result, Scene, Slot

WHOLE = View("original", (0.0, 0.0, 2000.0, 1000.0), size=(2000, 1000))
SCENE = Scene((WHOLE,), turn=1)
SHOWN = Result(ParsedCall("zoom", shown=(0.0, 0.0, 9.0, 9.0)), name="observation_1", size=(336, 224))
FAILED = Result(ParsedCall("zoom", error="invalid_box", message="No area."), words="No area.")


def spoken(draft: Draft) -> str:
    """The text of a message, `#` in the place of each picture."""
    return "".join("#" if isinstance(part, Slot) else part for part in draft.parts)


TOKENS = {
    "deepeyes": '<tools> </tools> <tool_call> image_zoom_in_tool "bbox_2d" "label"',
    "qwen3-vl": '<tools> <tool_call> image_zoom_in_tool "bbox_2d" "label" "img_idx" 1000',
    "pixel-reasoner": '<tools> <tool_call> crop_image_normalized "bbox_2d" "target_image" 1.0',
    "mini-o3": '<think> <grounding>{"bbox_2d": "original_image"}</grounding> observation_i <answer>',
    "gemini": '"box_2d" [y_min, x_min, y_max, x_max] 1000 observation_1 <answer>',
    "claude": '"box" [x_min, y_min, x_max, y_max] pixels observation_1 <answer>',
    "tools": "zoom image_1 observation_1",
}


@pytest.mark.parametrize("protocol", TOKENS)
def test_a_declaration_holds_the_literal_tokens_of_its_protocol(protocol: str) -> None:
    """The wording is ours, the tokens are the ones the agent was trained with."""
    text = protocol_named(protocol).system(SCENE)
    assert text is not None
    assert [token for token in TOKENS[protocol].split() if token not in text] == []


def test_none_declares_nothing() -> None:
    """No system message, no fields, the prompt as it is."""
    none = protocol_named("none")
    assert none.system(SCENE) is None
    assert not none.zooms
    assert none.opening("Which?", ("image_1",), SCENE).parts == (Slot("image_1"), "Which?")


@pytest.mark.parametrize(
    ("protocol", "shown", "failed"),
    [
        pytest.param("deepeyes", "<tool_response>\n#", "<tool_response>\nError: No area.", id="deepeyes"),
        pytest.param("qwen3-vl", "<tool_response>\n#\n</tool_response>", "<tool_response>\nNo area.\n", id="qwen3-vl"),
        pytest.param("mini-o3", "Action 0 gave observation_1:\n#", "No area. Adjust", id="mini-o3"),
        pytest.param("pixel-reasoner", "The crop, 336x224:\n#", "Execution error:\nNo area.", id="pixel-reasoner"),
        pytest.param("gemini", "observation_1:#", "Error: No area.", id="gemini"),
        pytest.param("claude", "observation_1:#", "Error: No area.", id="claude"),
        pytest.param("tools", "observation_1:#", "Error: No area.", id="tools"),
    ],
)
def test_crops_and_errors_go_back_in_the_users_role(protocol: str, shown: str, failed: str) -> None:
    """Text and picture in the form the agent was trained with."""
    for result, start in ((SHOWN, shown), (FAILED, failed)):
        draft = protocol_named(protocol).reply([result], SCENE)[-1]
        assert draft.role == "user"
        assert spoken(draft).startswith(start)


def test_deepeyes_repeats_its_reminder_inside_the_response() -> None:
    """And in the question."""
    deepeyes = protocol_named("deepeyes")
    reminder = spoken(deepeyes.opening("Which?", ("image_1",), SCENE)).removeprefix("#Which?\n")
    assert "<answer>" in reminder
    (draft,) = deepeyes.reply([SHOWN, FAILED], SCENE)
    assert spoken(draft).count(reminder) == 1
    assert spoken(draft).endswith(reminder + "\n</tool_response>")
    assert spoken(draft).count("<tool_response>") == 2


@pytest.mark.parametrize(
    ("space", "scale"),
    [("fraction", "from 0 to 1."), ("thousand", "from 0 to 1000"), ("pixels", "in pixels of the picture's width")],
)
def test_the_native_tool_names_the_sides_and_the_scale(space: str, scale: str) -> None:
    """Named fields leave no doubt about x first or y first."""
    scene = Scene((WHOLE,), Convention(space))  # type: ignore[arg-type]  # one of the three scales
    (declared,) = protocol_named("tools").fields(scene)["tools"]
    properties = declared["function"]["parameters"]["properties"]
    assert list(properties) == ["x_min", "y_min", "x_max", "y_max", "picture"]
    assert scale in properties["x_min"]["description"]
    assert json.dumps(declared)


def test_pixels_come_with_the_size_of_the_picture() -> None:
    """Only where boxes are pixels."""
    tools = protocol_named("tools")
    assert "image_1 is 2000 x 1000 pixels." in (tools.system(Scene((WHOLE,), Convention("pixels"))) or "")
    assert "2000" not in (tools.system(Scene((WHOLE,), Convention("fraction"))) or "")


MINI_O3 = Profile("m", protocol="mini-o3", sampling=Sampling(temperature=1.0, top_p=1.0, max_tokens=8192))


def test_published_settings_leave_only_wording_and_reading() -> None:
    """The list a run prints beside its numbers."""
    found = deviations("mini-o3", MINI_O3)
    assert found[0] == "system prompt: our own wording with the published tokens"
    assert not [line for line in found if line.startswith(("sampling", "limits", "images"))]
    assert all(line.startswith("reading lenient: ") for line in found[1:])


def test_each_setting_that_differs_is_named_with_both_values() -> None:
    """What was used, what was published."""
    profile = Profile(
        "m",
        sampling=Sampling(temperature=0.0, max_tokens=None),
        limits=Limits(max_turns=3, max_images=5),
        images=ImagePolicy(resize=True, max_side=512),
    )
    found = deviations("mini-o3", profile, own_prompt=True)
    assert "system prompt: the user's file (--system-prompt)" in found
    assert "sampling.temperature: 0, published 1" in found
    assert "sampling.top_p: left to the server, published 1" in found
    assert "sampling.max_tokens: left to the server, published 8192" in found
    assert "limits.max_turns: 3, published 12" in found
    assert "limits.max_images: 5, published 12" in found
    assert "images: resized by the profile's rule, not by the protocol's" in found


def test_the_official_reading_lists_less() -> None:
    """What even it does otherwise stays named."""
    lenient, official = (deviations("deepeyes", MINI_O3, reading=reading) for reading in ("lenient", "official"))
    assert len(official) < len(lenient)
    assert "reading official: the payload is read as a literal, never evaluated" in official


def test_sampling_in_extra_and_omit_counts() -> None:
    """They are what goes into the request."""
    profile = Profile(
        "m", sampling=Sampling(temperature=1.0, max_tokens=8192, omit=("temperature",), extra={"top_p": 1.0})
    )
    found = deviations("mini-o3", profile)
    assert "sampling.temperature: left to the server, published 1" in found
    assert not [line for line in found if line.startswith("sampling.top_p")]


@pytest.mark.parametrize("protocol", ["none", "tools", "gemini", "claude"])
def test_protocols_of_our_own_differ_from_nothing(protocol: str) -> None:
    """Nothing is published for them."""
    assert deviations(protocol, MINI_O3) == ()


@pytest.mark.parametrize("name", PROTOCOL_NAMES)
def test_every_protocol_says_in_the_guide_what_it_does(name: str) -> None:
    """docs/protocols.md has a section for each, and every deviation of the published ones word for word."""
    guide = Path(__file__).parents[2].joinpath("docs/protocols.md").read_text(encoding="utf-8")
    assert f"\n### `{name}`\n" in guide
    published = protocol_named(name).published
    lines = () if published is None else (*published.always, *published.lenient, *published.official)
    assert [line for line in lines if line not in " ".join(guide.split())] == []

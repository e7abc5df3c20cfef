"""`deepeyes`: DeepEyes (V1), Hermes calls in pixels of the first picture.

Facts: Visual-Agent/DeepEyes, `eval/eval_vstar.py`. A crop of a crop can't be expressed: every call means picture 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adapters.image_sizes import SizeRule
from adapters.manner import Reading
from adapters.protocols.base import (
    Convention,
    Draft,
    Output,
    ParsedCall,
    ParsedTurn,
    PictureRule,
    Published,
    Result,
    Scene,
    Slot,
    ToolProtocol,
    settled,
)
from adapters.protocols.coordinates import box_argument, clamped, failed, is_empty, listed_numbers, located, pixel_edges
from adapters.protocols.hermes import NUMBERS, declaration, function, lenient_calls, tool_responses
from adapters.protocols.literals import LiteralError, python_value
from adapters.protocols.tags import answer

TOOL = "image_zoom_in_tool"
CONVENTION = Convention("pixels")
REMINDER = (
    f"\nThink inside <think>...</think>. Call {TOOL} inside <tool_call>...</tool_call> if you need to look closer. "
    "Otherwise give the answer inside <answer>...</answer>."
)
_SIZE = SizeRule(factor=28, min_pixels=3_136, max_pixels=12_845_056)
# Pillow refuses a larger crop, which ends the published loop.
_LARGEST_CROP = 178_956_970


def system(_scene: Scene) -> str:
    """The declaration."""
    declared = function(
        TOOL,
        "Show the part of the picture inside a box, larger.",
        {
            "bbox_2d": {**NUMBERS, "description": "The box as [x1, y1, x2, y2] in pixels, from the top left corner."},
            "label": {"type": "string", "description": "What is in the box (optional)."},
        },
        ["bbox_2d"],
    )
    return declaration(declared, {"bbox_2d": [10, 20, 100, 200], "label": "the lamp on the table"})


def opening(prompt: str, names: Sequence[str], _scene: Scene) -> Draft:
    """Pictures, question, reminder of the form."""
    return Draft("user", (*(Slot(name) for name in names), prompt + "\n" + REMINDER))


def parse(output: Output, scene: Scene) -> ParsedTurn:
    """Read one turn."""
    if scene.reading == "official":
        return _official(output.text, scene)
    return settled(
        lenient_calls(output.text, (TOOL,), lambda tool, args: _placed(tool, args, scene)), answer(output.text)
    )


def reply(results: Sequence[Result], _scene: Scene) -> tuple[Draft, ...]:
    """The crops in the user's role, each in a `<tool_response>`, the reminder in the last."""
    told = [replace(result, words=f"Error: {result.words}" if result.words else None) for result in results]
    return tool_responses(told, (REMINDER,))


def first_picture(reading: Reading) -> PictureRule | None:
    """Lenient: the size the model's processor would make, so that its pixels are pixels of what was sent."""
    return PictureRule(_SIZE) if reading == "lenient" else None


def crop(_reading: Reading) -> PictureRule:
    """Crops go through the same rule."""
    return PictureRule(_SIZE)


def _placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    return located(tool, box_argument(arguments), scene.views[0], CONVENTION)


def _official(text: str, scene: Scene) -> ParsedTurn:
    """The published script: the first call, evaluated as Python, cut at the raw numbers from the original file."""
    done = "</answer>" in text
    found = text.split("<answer>")[1].split("</answer>")[0].strip() if done and "<answer>" in text else None
    if "<tool_call>" not in text:
        return ParsedTurn(answer=found, step="final" if done else "repeat")
    call = _official_call(text.split("<tool_call>")[1].split("</tool_call>")[0], scene)
    if call.error is not None:
        return ParsedTurn((call,), found, "abort")
    return ParsedTurn((call,), found, "final" if done else "reply")


def _official_call(payload: str, scene: Scene) -> ParsedCall:
    call = ParsedCall(TOOL)
    try:
        value = python_value(payload)
    except LiteralError as exc:
        return failed(call, "malformed_call", str(exc)[:200])
    arguments = value.get("arguments") if isinstance(value, dict) else None
    box = arguments.get("bbox_2d") if isinstance(arguments, dict) else None
    numbers = listed_numbers(box)
    if numbers is None:
        return failed(call, "invalid_box", "bbox_2d is not four numbers")
    x0, y0, x1, y1 = pixel_edges(numbers)
    call = replace(call, written=numbers)
    if x1 <= x0 or y1 <= y0 or (x1 - x0) * (y1 - y0) > _LARGEST_CROP:
        return failed(call, "invalid_box", "the image library refuses this crop")
    inside = clamped(numbers, scene.views[0].region)
    if is_empty(pixel_edges(inside)):
        return replace(call, cut=numbers, note="the crop lies outside of the picture and is black")
    outside = inside != numbers
    note = "the crop reaches outside of the picture and is black there" if outside else None
    return replace(call, requested=inside, shown=inside, cut=numbers if outside else None, note=note)


PROTOCOL = ToolProtocol(
    "deepeyes",
    parse,
    reply,
    convention=CONVENTION,
    system=system,
    opening=opening,
    first_picture=first_picture,
    crop=crop,
    max_turns=11,
    stop=("<|im_end|>",),
    keeps_thought=True,
    published=Published(
        source="Visual-Agent/DeepEyes eval/eval_vstar.py",
        sampling={"temperature": 0.0, "max_tokens": 10_240},
        max_turns=11,
        always=("pictures are labelled with their true type, not always image/jpeg",),
        lenient=(
            "the first picture is resized to multiples of 28 before it is sent, and boxes are scaled back",
            "boxes are clamped to the picture instead of filled with black",
            "every call of a turn runs, not only the first",
            "a bad call is answered in words instead of ending the sample",
            "a turn without call and answer is final instead of being asked again",
            "calls inside a thought are ignored",
            "the last turn is announced",
        ),
        official=("the payload is read as a literal, never evaluated",),
    ),
)

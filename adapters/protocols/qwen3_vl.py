"""`qwen3-vl`: Qwen3-VL with the zoom tool of Qwen-Agent, Hermes calls on a scale of 0 to 1000.

Facts: QwenLM/Qwen-Agent, `qwen_agent/tools/image_zoom_in_qwen3vl.py` and `qwen_agent/llm/fncall_prompts/
nous_fncall_prompt.py`; QwenLM/Qwen3-VL, `cookbooks/think_with_images.ipynb`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adapters.image_sizes import SizeRule
from adapters.manner import Reading
from adapters.protocols.base import (
    MAX_CALLS,
    Convention,
    Draft,
    Output,
    ParsedCall,
    ParsedTurn,
    PictureRule,
    Published,
    Result,
    Scene,
    ToolProtocol,
    View,
)
from adapters.protocols.calls import attempted, known_tool
from adapters.protocols.coordinates import (
    CallError,
    box_argument,
    failed,
    is_empty,
    listed_numbers,
    located,
    on_original,
    visible,
)
from adapters.protocols.hermes import NUMBERS, declaration, function, lenient_calls, tool_responses
from adapters.protocols.literals import LiteralError, json5_value
from adapters.protocols.sources import only_view, view_at, whole_number
from adapters.protocols.tags import Block, blocks, without_thoughts
from benchmarks.item import Corners

TOOL = "image_zoom_in_tool"
CONVENTION = Convention("thousand")
_SMALLEST_SIDE = 32
_CROP = SizeRule(factor=32, min_pixels=262_144, max_pixels=12_845_056)
# Qwen-Agent's client encodes every picture it sends again.
_CLIENT_SHORT_SIDE = 1080


def system(_scene: Scene) -> str:
    """The declaration."""
    declared = function(
        TOOL,
        "Show the part of a picture inside a box, larger.",
        {
            "bbox_2d": {
                **NUMBERS,
                "description": "The box as [x1, y1, x2, y2], each from 0 to 1000 over the picture's width or height.",
            },
            "label": {"type": "string", "description": "What is in the box."},
            "img_idx": {"type": "number", "description": "Which picture: 0 is the first, crops count on."},
        },
        ["bbox_2d", "label", "img_idx"],
    )
    return declaration(declared, {"bbox_2d": [120, 300, 260, 480], "label": "road sign", "img_idx": 0})


def parse(output: Output, scene: Scene) -> ParsedTurn:
    """Read one turn. Text without a call is the answer; there is no answer tag."""
    if scene.reading == "official":
        calls = _official_calls(output.text.rpartition("</think>")[2], scene)
    else:
        calls = lenient_calls(output.text, (TOOL,), lambda tool, args: _placed(tool, args, scene))
    if calls:
        return ParsedTurn(calls, step="reply")
    return ParsedTurn(answer=without_thoughts(output.text).strip() or None)


def reply(results: Sequence[Result], _scene: Scene) -> tuple[Draft, ...]:
    """All results of the turn in one user message."""
    return tool_responses(results)


def first_picture(reading: Reading) -> PictureRule | None:
    """Official: as Qwen-Agent's client encodes it."""
    return PictureRule(SizeRule(max_short_side=_CLIENT_SHORT_SIDE), jpeg=True) if reading == "official" else None


def crop(reading: Reading) -> PictureRule:
    """The tool's own size, and in the official reading what the client makes of it."""
    if reading == "official":
        return PictureRule(replace(_CROP, max_short_side=_CLIENT_SHORT_SIDE), jpeg=True)
    return PictureRule(_CROP)


def grown(box: Corners, view: View) -> Corners:
    """A side under 32 pixels makes the box grow around its centre, in the pixels of the picture it is cut from.

    The larger box is kept only when both its sides end above 32, so one that lands on exactly 32 stays small.
    """
    width, height = view.region_size if view.source == "original" else view.seen_size
    left, top = view.region[:2]
    unit_x, unit_y = view.region_size[0] / width, view.region_size[1] / height
    x0, y0, x1, y1 = (
        (box[0] - left) / unit_x,
        (box[1] - top) / unit_y,
        (box[2] - left) / unit_x,
        (box[3] - top) / unit_y,
    )
    smallest = min(x1 - x0, y1 - y0)
    if smallest >= _SMALLEST_SIDE:
        return box
    scale = _SMALLEST_SIDE / smallest if smallest else math.inf
    halves = ((x1 - x0) * scale * 0.5, (y1 - y0) * scale * 0.5)
    if not all(map(math.isfinite, halves)):
        return box  # a side of 1e-309: no pixel is in it, however large it is made
    half_x, half_y = map(math.ceil, halves)
    centre_x, centre_y = (x0 + x1) / 2, (y0 + y1) / 2
    larger = (
        max(0.0, math.floor(centre_x - half_x)),
        max(0.0, math.floor(centre_y - half_y)),
        min(width, math.ceil(centre_x + half_x)),
        min(height, math.ceil(centre_y + half_y)),
    )
    if larger[2] - larger[0] <= _SMALLEST_SIDE or larger[3] - larger[1] <= _SMALLEST_SIDE:
        return box
    return (
        left + larger[0] * unit_x,
        top + larger[1] * unit_y,
        left + larger[2] * unit_x,
        top + larger[3] * unit_y,
    )


def _placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    written = arguments.get("img_idx")
    index = whole_number(written)
    view = only_view(scene) if written is None else view_at(scene, -1 if index is None else index, written)
    return located(tool, box_argument(arguments), view, CONVENTION, grown)


def _official_calls(text: str, scene: Scene) -> tuple[ParsedCall, ...]:
    """As Qwen-Agent: every block outside of the thought, JSON5, else name and arguments cut out by string search."""
    calls = []
    for block in blocks(text, "tool_call")[:MAX_CALLS]:
        if not block.body.strip():
            continue
        name, arguments = _official_payload(block)
        if block.closed or name:
            calls.append(attempted(name or TOOL, lambda tool, args: _official_placed(tool, args, scene), arguments))
    return tuple(calls)


def _official_payload(block: Block) -> tuple[str, Mapping[str, Any]]:
    text = block.body.strip() if block.closed else block.body
    if block.closed:
        try:
            value = json5_value(text)
            return str(value["name"]), value["arguments"]
        except (LiteralError, KeyError, TypeError):
            pass
    name = text.partition('"name": "')[2].partition('", "')[0]
    try:
        # The last character is taken for the brace that closes the call.
        return name, json5_value(text.partition('"arguments": ')[2].strip()[:-1])
    except LiteralError:
        return name, {}


def _official_placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    known_tool(tool, (TOOL,))
    box, index = (arguments.get(key) if isinstance(arguments, Mapping) else None for key in ("bbox_2d", "img_idx"))
    numbers = listed_numbers(box)
    if numbers is None or not isinstance(index, int | float) or not isinstance(arguments.get("label"), str):
        raise CallError("malformed_call", "Error: the arguments do not fit the declared parameters.")
    # Python's own indexing: a negative index counts from the end, a float is refused.
    if not isinstance(index, int) or not -len(scene.views) <= index < len(scene.views):
        raise CallError("unknown_source", f"Error: there is no image with index {index}.")
    return _official_located(tool, numbers, scene.views[index])


def _official_located(tool: str, numbers: Corners, view: View) -> ParsedCall:
    """Clamp first, then grow; what is still reversed then is refused by the image library."""
    left, top, right, bottom = view.region
    x0, y0, x1, y1 = on_original(numbers, view, CONVENTION.space)
    limited = (max(left, x0), max(top, y0), min(right, x1), min(bottom, y1))
    call = ParsedCall(tool, view.source, view.image, written=numbers)
    if limited[0] == limited[2] or limited[1] == limited[3]:
        return failed(call, "invalid_box", "Tool Execution Error: the box has no area.")
    shown = grown(limited, view)
    if is_empty(shown):
        return failed(call, "invalid_box", "Tool Execution Error: the box is reversed.")
    requested = limited if not is_empty(limited) else None
    return visible(replace(call, requested=requested, shown=shown), aspect=math.inf)


PROTOCOL = ToolProtocol(
    "qwen3-vl",
    parse,
    reply,
    convention=CONVENTION,
    system=system,
    first_picture=first_picture,
    crop=crop,
    max_turns=20,
    published=Published(
        source="QwenLM/Qwen-Agent image_zoom_in_tool; QwenLM/Qwen3-VL README (Instruct sampling)",
        sampling={
            "temperature": 0.7,
            "top_p": 0.8,
            "top_k": 20,
            "repetition_penalty": 1.0,
            "presence_penalty": 1.5,
            "max_tokens": 32_768,
        },
        max_turns=20,
        always=("every crop is cut from the original file, not from the resized crop before it",),
        lenient=(
            "pictures go out as they are (crops as PNG) instead of as JPEG with the short side at most 1080",
            "a call without label or with an index written as 0.0 runs",
            "Python literals, text after the object and aliases of bbox_2d are read",
            "a truncated call is answered at most twice",
            "the last turn is announced",
        ),
    ),
)

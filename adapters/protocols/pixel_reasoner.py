"""`pixel-reasoner`: Pixel-Reasoner, Hermes calls in fractions of a numbered picture, shown with a margin of 0.1.

Facts: TIGER-AI-Lab/Pixel-Reasoner, `curiosity_driven_rl/openrlhf/trainer/ppo_utils/experience_maker.py`. The parent of
a later crop is the crop that was shown, margin included.
"""

from collections.abc import Mapping, Sequence
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
    Space,
    ToolProtocol,
    View,
    settled,
)
from adapters.protocols.calls import attempted, known_tool
from adapters.protocols.coordinates import (
    CallError,
    box_argument,
    clamped,
    failed,
    is_empty,
    listed_numbers,
    located,
    on_original,
    visible,
)
from adapters.protocols.hermes import NUMBERS, declaration, function, lenient_calls
from adapters.protocols.literals import LiteralError, json_value
from adapters.protocols.sources import only_view, view_at, whole_number
from adapters.protocols.tags import answer, blocks, boxed
from benchmarks.item import Corners

TOOL = "crop_image_normalized"
# The published guidelines name the first of these, older code the second.
_ALSO_CALLED = ("crop_image", "zoom_in")
CONVENTION = Convention("fraction")
MARGIN = 0.1
_SMALLEST_SIDE = 28
_GUIDELINES = (
    f"\nThink step by step. When a detail is too small, look closer with {TOOL} and end the turn with the call; use "
    r"what you see. Give the final answer inside \boxed{}."
)


def system(_scene: Scene) -> str:
    """The declaration."""
    declared = function(
        TOOL,
        "Show the part of a picture inside a box, larger.",
        {
            "bbox_2d": {
                **NUMBERS,
                "description": "The box as [x1, y1, x2, y2], fractions of the width and height from 0.0 to 1.0.",
            },
            "target_image": {"type": "number", "description": "Which picture: 1 is the first, crops count on."},
        },
        ["bbox_2d", "target_image"],
    )
    return declaration(declared, {"bbox_2d": [0.1, 0.25, 0.3, 0.4], "target_image": 1})


def opening(prompt: str, names: Sequence[str], _scene: Scene) -> Draft:
    """Pictures, question, guidelines."""
    return Draft("user", (*(Slot(name) for name in names), prompt + "\n" + _GUIDELINES))


def parse(output: Output, scene: Scene) -> ParsedTurn:
    """Read one turn."""
    found = boxed(output.text) or answer(output.text)
    if scene.reading == "official":
        call = _official(output.text, scene)
        return ParsedTurn(answer=found) if call is None else ParsedTurn((call,), step="reply")
    tools = (TOOL, *_ALSO_CALLED)
    return settled(lenient_calls(output.text, tools, lambda tool, args: _placed(tool, args, scene)), found)


def reply(results: Sequence[Result], _scene: Scene) -> tuple[Draft, ...]:
    """The size of each crop and the crop; an error under its own heading."""
    parts: list[str | Slot] = []
    for result in results:
        if result.name is None or result.size is None:
            parts.append(f"Execution error:\n{result.words}\n")
        else:
            parts += [f"The crop, {result.size[0]}x{result.size[1]}:\n", Slot(result.name)]
    return (Draft("user", tuple(parts)),)


def first_picture(_reading: Reading) -> PictureRule:
    """The documented MIN_PIXELS and MAX_PIXELS, which the authors call crucial."""
    return PictureRule(SizeRule(factor=28, min_pixels=401_408, max_pixels=4_014_080))


def crop(_reading: Reading) -> PictureRule:
    """The bounds of crops."""
    return PictureRule(SizeRule(factor=28, min_pixels=200_704, max_pixels=4_014_080))


def padded(box: Corners, view: View) -> Corners:
    """The box with a margin of a tenth of the picture on each side, inside the picture."""
    x, y = (MARGIN * side for side in view.region_size)
    return clamped((box[0] - x, box[1] - y, box[2] + x, box[3] + y), view.region)


def _placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    written = arguments.get("target_image")
    index = whole_number(written)
    view = only_view(scene) if written is None else view_at(scene, -1 if index is None else index - 1, written)
    return _large_enough(located(tool, box_argument(arguments), view, CONVENTION, padded), view)


def _large_enough(call: ParsedCall, view: View) -> ParsedCall:
    """The tool refuses crops of 28 pixels or less, counted in the picture the model saw."""
    if call.shown is None:
        return call
    width, height = (
        round((call.shown[side + 2] - call.shown[side]) * view.seen_size[side] / view.region_size[side])
        for side in (0, 1)
    )
    if width > _SMALLEST_SIDE and height > _SMALLEST_SIDE:
        return call
    return failed(call, "invalid_box", f"The crop is too small: {width}x{height}. Both sides must be above 28 pixels.")


def _official(text: str, scene: Scene) -> ParsedCall | None:
    """The last block, and only when the turn ends with its close tag."""
    found = blocks(text, "tool_call")
    if not found or not text.rstrip().endswith("</tool_call>"):
        return None
    try:
        value = json_value(found[-1].body)
        arguments, name = value["arguments"], value["name"]
    except (LiteralError, KeyError, TypeError) as exc:
        return ParsedCall(TOOL, error="malformed_call", message=str(exc)[:200])
    return attempted(str(name), lambda tool, args: _official_placed(tool, args, scene), arguments)


def _official_placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    known_tool(tool, (TOOL,))
    box, number = (arguments.get(key) if isinstance(arguments, dict) else None for key in ("bbox_2d", "target_image"))
    if not isinstance(number, int) or not -len(scene.views) <= number - 1 < len(scene.views):
        raise CallError("unknown_source", f"target_image is {number!r}; there are {len(scene.views)} pictures.")
    numbers = listed_numbers(box)
    if numbers is None:
        raise CallError("invalid_box", "bbox_2d is not a list of four numbers.")
    return _official_located(tool, numbers, scene.views[number - 1])


def _official_located(tool: str, numbers: Corners, view: View) -> ParsedCall:
    """Fractions only while all four are below 1, else pixels of the resized picture; margin first, then the check."""
    space: Space = "fraction" if max(numbers) < 1 else "pixels"
    box = on_original(numbers, view, space)
    shown = padded(box, view)
    requested = clamped(box, view.region)
    call = ParsedCall(
        tool,
        view.source,
        view.image,
        written=numbers,
        requested=None if is_empty(requested) else requested,
        shown=shown,
        note="read as pixels: a value is 1 or more" if space == "pixels" else None,
    )
    return visible(_large_enough(call, view))


PROTOCOL = ToolProtocol(
    "pixel-reasoner",
    parse,
    reply,
    convention=CONVENTION,
    system=system,
    opening=opening,
    first_picture=first_picture,
    crop=crop,
    max_turns=5,
    max_images=16,
    stop=("<|im_end|>", "<|eot_id|>", "<|endoftext|>"),
    keeps_thought=True,
    published=Published(
        source="TIGER-AI-Lab/Pixel-Reasoner eval_vlm_new.sh and README.md",
        sampling={"temperature": 0.0, "top_p": 1.0, "max_tokens": 2_048},
        max_turns=5,
        max_images=16,
        response_tokens=12_088,
        always=(
            "the function for video frames is not declared",
            "every crop is cut from the original file, not from the resized crop before it",
        ),
        lenient=(
            "values of exactly 1 are fractions, not pixels; pixel values are an error",
            "swapped corners are an error, also where the margin would turn them around",
            "every call of a turn runs, also with text after it, not only a last one that ends the turn",
            "target_image 0 is an error, not the last picture",
            "a call beside an answer is not run",
            "calls inside a thought are ignored",
            "the last turn is announced",
        ),
    ),
)

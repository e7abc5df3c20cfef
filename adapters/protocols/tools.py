"""`tools`: native tool calls, a zoom of our own with named sides, crops in a user message after the tool messages.

For any endpoint with function calling. Named sides leave no doubt about the order of the numbers. The scale is the
profile's: fractions or 0 to 1000 where a vendor resizes pictures without saying so. `tool` messages are text alone, as
the API wants, and every call is answered before anything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adapters.image_sizes import SizeRule
from adapters.manner import Reading
from adapters.protocols.base import (
    MAX_CALLS,
    Draft,
    Output,
    ParsedCall,
    ParsedTurn,
    PictureRule,
    Result,
    Scene,
    Slot,
    Space,
    ToolProtocol,
    settled,
)
from adapters.protocols.calls import arguments_of, known_tool
from adapters.protocols.coordinates import CallError, box_argument, located
from adapters.protocols.hermes import function, lenient_calls
from adapters.protocols.literals import LiteralError, json_value
from adapters.protocols.sources import named_view
from adapters.protocols.tags import answer

TOOL = "zoom"
_SCALES: Mapping[Space, str] = {
    "fraction": "as a fraction of the picture's {side}, from 0 to 1",
    "thousand": "on a scale from 0 to 1000 over the picture's {side}",
    "pixels": "in pixels of the picture's {side}",
}
_SIDES = (
    ("x_min", "Left side", "width"),
    ("y_min", "Upper side", "height"),
    ("x_max", "Right side", "width"),
    ("y_max", "Lower side", "height"),
)


def system(scene: Scene) -> str:
    """How pictures are called, and their sizes where boxes are pixels."""
    originals = [view.seen_size for view in scene.views[: scene.originals]]
    sizes = "".join(f" image_{at} is {w:.0f} x {h:.0f} pixels." for at, (w, h) in enumerate(originals, 1))
    return (
        f"You can look closer at a picture with the function {TOOL} as often as you need. The pictures of the question "
        "are called image_1, image_2, … in the order you see them; what the function shows is called observation_1, "
        "observation_2, … and can be looked into again. When you are sure, answer without calling it."
    ) + (sizes if scene.convention.space == "pixels" else "")


def fields(scene: Scene) -> Mapping[str, Any]:
    """The `tools` field."""
    scale = _SCALES[scene.convention.space]
    properties: dict[str, Any] = {
        name: {"type": "number", "description": f"{meaning} of the region, {scale.format(side=side)}."}
        for name, meaning, side in _SIDES
    }
    properties["picture"] = {"type": "string", "description": "image_1, observation_2, …; without it, image_1."}
    required = [name for name, _, _ in _SIDES]
    return {"tools": [function(TOOL, "Show a region of a picture, larger.", properties, required)]}


def parse(output: Output, scene: Scene) -> ParsedTurn:
    """Read one turn: native calls, or the text of some where a server's own parser gave up on one of them."""
    if not output.tool_calls:
        calls = lenient_calls(output.text, (TOOL,), lambda tool, args: placed(tool, args, scene))
    else:
        calls = tuple(_native(call, at, scene) for at, call in enumerate(output.tool_calls[:MAX_CALLS]))
    return settled(calls, answer(output.text))


def reply(results: Sequence[Result], _scene: Scene) -> tuple[Draft, ...]:
    """A tool message for every call, then the crops in one user message."""
    told = [
        Draft("tool", (_told(result),), {"tool_call_id": result.call.call_id})
        for result in results
        if result.call.call_id is not None
    ]
    parts: list[str | Slot] = []
    for result in results:
        if result.name is not None:
            parts += [f"{result.name}:", Slot(result.name)]
        elif result.call.call_id is None:
            parts.append(_told(result))
    return (*told, Draft("user", tuple(parts))) if parts else tuple(told)


def echo(output: Output) -> Draft:
    """The assistant's turn with its calls as the server wrote them: some servers want unknown fields back.

    Arguments that are no JSON become `{}`, because templates parse them again and would break.
    """
    if not output.tool_calls:
        return Draft("assistant", (output.text,))
    calls = [_echoed(call, at) for at, call in enumerate(output.tool_calls[:MAX_CALLS])]
    text = {} if output.text else {"content": None}
    return Draft("assistant", (output.text,) if output.text else (), {**text, "tool_calls": calls})


def crop(_reading: Reading) -> PictureRule:
    """Large enough to read, small enough for every vendor."""
    return PictureRule(SizeRule(min_pixels=262_144, max_pixels=2_000_000, max_side=2_000))


def placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    """A call with its boxes; without a picture's name it means the first."""
    view = named_view(scene, arguments.get("picture") or "image_1")
    return located(tool, box_argument(arguments, scene.convention.order), view, scene.convention)


def _native(call: Mapping[str, Any], at: int, scene: Scene) -> ParsedCall:
    called = call.get("function")
    called = called if isinstance(called, Mapping) else {}
    name = str(called.get("name"))[:60]
    try:
        parsed = placed(known_tool(name, (TOOL,)), arguments_of(called.get("arguments")), scene)
    except CallError as exc:
        parsed = ParsedCall(name, error=exc.code, message=str(exc))
    return replace(parsed, call_id=_call_id(call, at))


def _call_id(call: Mapping[str, Any], at: int) -> str:
    found = call.get("id")
    return found if isinstance(found, str) and found else f"call_{at + 1}"


def _echoed(call: Mapping[str, Any], at: int) -> dict[str, Any]:
    called = call.get("function")
    called = dict(called) if isinstance(called, Mapping) else {"name": TOOL}
    arguments = called.get("arguments")
    try:
        json_value(arguments if isinstance(arguments, str) else "")
    except LiteralError:
        called["arguments"] = "{}"
    return {"type": "function", **call, "id": _call_id(call, at), "function": called}


def _told(result: Result) -> str:
    if result.name is None:
        return f"Error: {result.words}"
    return f"{result.name} follows as a picture in the next message."


PROTOCOL = ToolProtocol(
    "tools",
    parse,
    reply,
    system=system,
    fields=fields,
    echo=echo,
    crop=crop,
)

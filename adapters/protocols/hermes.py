"""Tool calls as JSON inside `<tool_call>` tags, the form of Qwen's templates and of what was trained on them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.protocols.base import MAX_CALLS, Draft, ParsedCall, Result, Slot
from adapters.protocols.calls import Place, arguments_of, attempted, block_object, known_tool
from adapters.protocols.coordinates import CallError
from adapters.protocols.tags import Block, blocks, without_thoughts

NUMBERS = {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}


def function(name: str, description: str, properties: Mapping[str, Any], required: Sequence[str]) -> dict[str, Any]:
    """A function as the `tools` field and the text declarations write it."""
    parameters = {"type": "object", "properties": dict(properties), "required": list(required)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def declaration(declared: Mapping[str, Any], example: Mapping[str, Any]) -> str:
    """The system text that declares one function and shows a call of it."""
    call = {"name": declared["function"]["name"], "arguments": dict(example)}
    return (
        "You can look closer at a picture by calling a function. Its signature stands between <tools></tools>:\n"
        f"<tools>\n{json.dumps(declared)}\n</tools>\n\n"
        "A call is one JSON object with the function's name and arguments between <tool_call></tool_call>:\n"
        f"<tool_call>\n{json.dumps(call)}\n</tool_call>"
    )


def lenient_calls(text: str, tools: Sequence[str], place: Place) -> tuple[ParsedCall, ...]:
    """Every call outside of the thoughts, in order, read as meant.

    Args:
        text: The assistant's text.
        tools: Names that are taken for the tool, its own first.
        place: Maps a call's arguments.
    """
    found = blocks(without_thoughts(text), "tool_call")[:MAX_CALLS]
    return tuple(_call(block, tools, place) for block in found)


def tool_responses(results: Sequence[Result], tail: Sequence[str] = ()) -> tuple[Draft, ...]:
    """One user message with a `<tool_response>` for each call.

    Args:
        results: What came of the calls, in order.
        tail: Text parts that stand before the last closing tag.
    """
    parts: list[str | Slot] = []
    for result in results:
        if parts:
            parts.append("\n")
        parts += ["<tool_response>\n", Slot(result.name) if result.name else result.words or ""]
        parts += [*(tail if result is results[-1] else ()), "\n</tool_response>"]
    return (Draft("user", tuple(parts)),)


def _call(block: Block, tools: Sequence[str], place: Place) -> ParsedCall:
    tool = tools[0]
    try:
        value = block_object(block)
        tool = known_tool(value.get("name", tool), tools)
        arguments = arguments_of(value.get("arguments", value.get("parameters", value)))
    except CallError as exc:
        return ParsedCall(tool, error=exc.code, message=str(exc))
    return attempted(tool, place, arguments)

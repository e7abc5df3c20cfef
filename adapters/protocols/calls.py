"""From the text of a call to a call: the steps every protocol with JSON in tags shares."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adapters.protocols.base import ParsedCall
from adapters.protocols.coordinates import CallError
from adapters.protocols.literals import LiteralError, first_value
from adapters.protocols.tags import Block, unfenced

Place = Callable[[str, Mapping[str, Any]], ParsedCall]
"""(tool name, arguments) to a call with its boxes; raises CallError."""


def attempted(tool: str, place: Place, arguments: Mapping[str, Any]) -> ParsedCall:
    """The call, or why it gives no crop."""
    try:
        return place(tool, arguments)
    except CallError as exc:
        return ParsedCall(tool, error=exc.code, message=str(exc))


def block_call(block: Block, tool: str, place: Place) -> ParsedCall:
    """The call of a block that holds its arguments alone."""
    try:
        arguments = block_object(block)
    except CallError as exc:
        return ParsedCall(tool, error=exc.code, message=str(exc))
    return attempted(tool, place, arguments)


def block_object(block: Block) -> Mapping[str, Any]:
    """The first complete object of a block; what follows it does not matter, nor does a missing close tag.

    Raises:
        CallError: There is none.
    """
    try:
        value = first_value(unfenced(block.body))[0]
    except LiteralError as exc:
        raise _unreadable(exc, cut_off=exc.truncated and not block.closed) from exc
    if not isinstance(value, Mapping):
        raise CallError("malformed_call", "The call is no JSON object.")
    return value


def known_tool(name: object, tools: Sequence[str]) -> str:
    """The name, when it is one of the tool's.

    Raises:
        CallError: Another tool is called.
    """
    if isinstance(name, str) and name in tools:
        return name
    raise CallError("unknown_tool", f"There is no tool {str(name)[:60]!r}; the one there is is called {tools[0]}.")


def arguments_of(value: object) -> Mapping[str, Any]:
    """A call's arguments: an object, or the text of one.

    Raises:
        CallError: They are neither.
    """
    if isinstance(value, str):
        try:
            value = first_value(unfenced(value))[0]
        except LiteralError as exc:
            raise _unreadable(exc, cut_off=exc.truncated) from exc
    if not isinstance(value, Mapping):
        raise CallError("malformed_call", "The arguments of the call are no JSON object.")
    return value


def _unreadable(exc: LiteralError, *, cut_off: bool) -> CallError:
    """Why a call's text can't be read, in words for the model. Missing numbers are never guessed."""
    if cut_off:
        return CallError("truncated_call", "The call was cut off before its end. Write it again, shorter and complete.")
    return CallError("malformed_call", f"The call is no valid JSON: {str(exc)[:120]}. Write it again.")

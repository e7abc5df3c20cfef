"""The baseline as whoever answers a chat: messages in, a reply or calls of the zoom tool out.

It keeps nothing between turns and sees nothing but the messages. In the first turn of a question about a detail it asks
for close views by the `tools` protocol; when they come back as pictures it reads them.
"""

import asyncio
import base64
import binascii
import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adapters.pixels.puzzle import Puzzle
from adapters.wire import ChatMessage, ImagePart, Reply

if TYPE_CHECKING:
    from adapters.pixels.rasters import Picture
    from adapters.pixels.scene import Place, View

_SIDES = ("x_min", "y_min", "x_max", "y_max")
_PROMPT_CHARS = 10_000
_WHOLE_PX = 2000
_CLOSE_PX = 900
_LOOKED = "I looked for what the question names, zoomed in on it and read it."
_NOT_READ = "I looked for what the question names and zoomed in, but could not read it, so this is a guess."


class PixelsModel:
    """Classical image work as a chat model; implements `adapters.wire.ChatClient`.

    Args:
        seed: For guesses, where nothing else helps.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    async def complete(self, messages: Sequence[ChatMessage], fields: Mapping[str, Any] | None = None) -> Reply:
        """Answer the conversation so far. Takes the CPU for up to a second, in a thread; never raises."""
        started = time.monotonic()
        text, calls = await asyncio.to_thread(self._turn, tuple(messages), fields or {})
        return Reply(
            text=text,
            tool_calls=calls,
            finish_reason="tool_calls" if calls else "stop",
            latency_s=time.monotonic() - started,
            served_model="pixels",
        )

    async def close(self) -> None:
        """Nothing to give back."""

    def _turn(
        self, messages: Sequence[ChatMessage], fields: Mapping[str, Any]
    ) -> tuple[str, tuple[Mapping[str, Any], ...]]:
        asked = [at for at, message in enumerate(messages) if message.role == "user"]
        question = messages[asked[0]] if asked else ChatMessage("user", ("",))
        prompt = _text(question)[:_PROMPT_CHARS]
        tool = _zoom_tool(fields)
        looked = [message for message in messages if message.role == "assistant" and message.fields.get("tool_calls")]
        if looked:
            return self._read(prompt, looked[-1], [messages[at] for at in asked[1:]]), ()
        if tool is not None:
            calls = _looks(prompt, question, tool)
            if calls:
                return "", calls
        from adapters.pixels.tasks import solved

        return solved(Puzzle(prompt, _pictures(question, _WHOLE_PX)), self._seed), ()

    def _read(self, prompt: str, looked: ChatMessage, shown: Sequence[ChatMessage]) -> str:
        """The answer from the close views."""
        from adapters.pixels.scene import answer
        from adapters.pixels.tasks import guessed

        views = _views(looked, shown)
        try:
            letter = answer(prompt, views)
        except (ValueError, IndexError, ArithmeticError):
            letter = None
        if letter is None:
            return f"{_NOT_READ}\n{guessed(prompt, self._seed).splitlines()[-1]}"
        return f"{_LOOKED}\nAnswer: {letter}"


def _text(message: ChatMessage) -> str:
    return "\n".join(part for part in message.parts if isinstance(part, str))


def _pictures(message: ChatMessage, longest: int) -> "tuple[Picture, ...]":
    """The pictures of a message that can be read; `longest` as for `rasters.read_picture`."""
    from adapters.pixels.rasters import read_picture

    found = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            try:
                picture = read_picture(base64.b64decode(part.base64), longest)
            except binascii.Error:
                continue
            if picture is not None:
                found.append(picture)
    return tuple(found)


def _zoom_tool(fields: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The function among those offered that takes a box."""
    tools = fields.get("tools")
    for tool in tools if isinstance(tools, list) else ():
        called = tool.get("function") if isinstance(tool, Mapping) else None
        if isinstance(called, Mapping) and all(side in json.dumps(called.get("parameters")) for side in _SIDES):
            return called
    return None


def _looks(prompt: str, question: ChatMessage, tool: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Calls of the zoom tool for the places the question speaks of; none when there is nothing to look for."""
    from adapters.pixels.scene import enough_px, places, question_of

    pictures = _pictures(question, enough_px(question_of(prompt)))
    if not pictures:
        return ()
    try:
        found = places(question_of(prompt), pictures[0])
    except (ValueError, IndexError, ArithmeticError):
        return ()
    height, width = pictures[0].shape[:2]
    units = _units(tool, width, height)
    return tuple(_call(at, place, str(tool.get("name")), units) for at, place in enumerate(found))


def _units(tool: Mapping[str, Any], width: int, height: int) -> tuple[float, float]:
    """What the right and the lower edge of the picture are in the numbers the tool wants, by its description."""
    told = json.dumps(tool.get("parameters"))
    if "1000" in told:
        return 1000.0, 1000.0
    return (1.0, 1.0) if "fraction" in told else (float(width), float(height))


def _call(at: int, place: "Place", name: str, units: tuple[float, float]) -> Mapping[str, Any]:
    """One native call. Its id says which of the question's things it is meant for."""
    numbers = [round(share * units[side % 2], 4) for side, share in enumerate(place.box)]
    arguments = json.dumps(dict(zip(_SIDES, numbers, strict=True)))
    return {
        "id": f"look_{at}_for_{place.sight}",
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def _views(looked: ChatMessage, shown: Sequence[ChatMessage]) -> "list[View]":
    """The close views in order, each with the thing its call was meant for."""
    from adapters.pixels.scene import View

    sights = [_sight_of(call) for call in looked.fields["tool_calls"]]
    pictures = [picture for message in shown for picture in _pictures(message, _CLOSE_PX)]
    # A call that failed has no picture; then the order no longer tells which is which, so all are for the first thing.
    if len(pictures) != len(sights):
        sights = [0] * len(pictures)
    return [View(sight, picture) for sight, picture in zip(sights, pictures, strict=True)]


def _sight_of(call: Mapping[str, Any]) -> int:
    number = str(call.get("id")).rpartition("_")[2]
    return int(number) if number.isdecimal() and len(number) < 3 else 0

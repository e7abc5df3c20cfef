"""A chat client that plays a script, for conversations without a server."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.base import Transcript, Usage
from adapters.loop import converse
from adapters.manner import Manner
from adapters.profiles import Profile
from adapters.wire import ChatMessage, ImagePart, Reply
from benchmarks.item import Picture, Question


class ScriptedClient:
    """Gives one reply after the other, the last one for ever, and keeps what it was asked."""

    def __init__(self, *replies: Reply | str | Exception) -> None:
        self._replies = list(replies)
        self.asked: list[tuple[tuple[ChatMessage, ...], Mapping[str, Any]]] = []

    async def complete(self, messages: Sequence[ChatMessage], fields: Mapping[str, Any] | None = None) -> Reply:
        """Ask once."""
        self.asked.append((tuple(messages), dict(fields or {})))
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, str):
            return Reply(reply, finish_reason="stop", usage=Usage(100, 10), latency_s=0.5)
        return reply

    @property
    def last(self) -> tuple[ChatMessage, ...]:
        """The messages of the last request."""
        return self.asked[-1][0]


def talk(
    picture: Picture | Sequence[Picture], client: ScriptedClient, manner: Manner, profile: Profile | None = None
) -> Transcript:
    """One conversation about one question."""
    pictures = (picture,) if isinstance(picture, Picture) else tuple(picture)
    question = Question("perception-0001", "What is on the sign?\nA. a cat\nB. a dog", pictures)
    return asyncio.run(converse(question, client, profile or Profile("scripted"), manner))


def text_of(message: ChatMessage) -> str:
    """The text of a message, `#` in the place of each picture."""
    return "".join("#" if isinstance(part, ImagePart) else part for part in message.parts)

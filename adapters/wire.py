"""Chat messages on their way to a server, and the replies that come back.

A picture is base64-encoded once an item. The request body is put together from bytes, so a megabyte of base64 never
goes through a JSON encoder however many turns it is sent again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from adapters.base import Usage


@dataclass(frozen=True, slots=True)
class ImagePart:
    """A picture inside a message: its type, and its bytes as base64 (ASCII, so they need no JSON escape)."""

    mime: str
    base64: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a request: parts in order, plus fields the API wants beside them (`tool_call_id`, …)."""

    role: str
    parts: tuple[str | ImagePart, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of the server.

    Attributes:
        text: The assistant's content; None when the server sent null.
        reasoning: What it sent as hidden thought (`reasoning_content`, `reasoning`), None without.
        tool_calls: Native tool calls as the server wrote them, raw JSON objects (unknown fields kept: some servers
            want them echoed).
        stop_reason: Which stop string ended the text, where the server says so.
        latency_s: From the first attempt to the reply.
    """

    text: str | None
    reasoning: str | None = None
    finish_reason: str | None = None
    refusal: str | None = None
    tool_calls: tuple[Mapping[str, Any], ...] = ()
    stop_reason: str | None = None
    usage: Usage = field(default_factory=Usage)
    latency_s: float = 0.0
    attempts: int = 1
    served_model: str | None = None
    fingerprint: str | None = None


class ChatClient(Protocol):
    """Whoever can put one request to a chat model. Retries, limits and errors are its business."""

    async def complete(self, messages: Sequence[ChatMessage], fields: Mapping[str, Any] = ...) -> Reply:
        """Ask once.

        Args:
            messages: The conversation so far.
            fields: More request fields (`tools`, `stop`, …), over those of the profile.

        Raises:
            adapters.errors.AskError: This item could not be asked.
            adapters.errors.EndpointError: No item can be.
        """
        ...


def request_body(messages: Sequence[ChatMessage], fields: Mapping[str, Any]) -> bytes:
    """The JSON body of a chat completion request.

    A message with one text part and no picture is sent as a plain string, which every server takes.
    """
    head = json.dumps(dict(fields), ensure_ascii=False).encode("utf-8", "replace")
    return b"".join([head[:-1], b',"messages":[', b",".join(_message(message) for message in messages), b"]}"])


def _message(message: ChatMessage) -> bytes:
    head = _json({"role": message.role, **message.fields})
    if not message.parts:
        return head
    if all(isinstance(part, str) for part in message.parts) and len(message.parts) == 1:
        content = _json(message.parts[0])
    else:
        content = b"[" + b",".join(_part(part) for part in message.parts) + b"]"
    return b"".join([head[:-1], b',"content":', content, b"}"])


def _part(part: str | ImagePart) -> bytes:
    if isinstance(part, str):
        return _json({"type": "text", "text": part})
    mime = part.mime.encode("ascii")
    return b"".join([b'{"type":"image_url","image_url":{"url":"data:', mime, b";base64,", part.base64, b'"}}'])


def _json(value: object) -> bytes:
    # A lone surrogate in a data set's text can't be UTF-8; "?" is what the server would make of it anyway.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")

"""Chat messages on their way to a server, and the replies that come back.

A picture is base64-encoded once an item. The request body is put together around it, so a megabyte of base64 never goes
through a JSON encoder, and is never copied, however many turns it is sent again.
"""

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from adapters.base import Usage

_CHUNK_BYTES = 1 << 17


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


class Body:
    """The JSON of a request, in pieces.

    A picture stays the one object it is, however many requests it is in at once and however often they are tried again.
    """

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = tuple(pieces)

    def __len__(self) -> int:
        return sum(map(len, self._pieces))

    def __bytes__(self) -> bytes:
        return b"".join(self._pieces)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        # What a socket does not take at once is copied, so a picture is handed over in parts.
        for piece in self._pieces:
            for start in range(0, len(piece), _CHUNK_BYTES):
                yield piece[start : start + _CHUNK_BYTES]


def request_body(messages: Sequence[ChatMessage], fields: Mapping[str, Any]) -> Body:
    """The JSON body of a chat completion request.

    A message with one text part and no picture is sent as a plain string, which every server takes.
    """
    head = json.dumps(dict(fields), ensure_ascii=False).encode("utf-8", "replace")
    pieces = [head[:-1] + b',"messages":[']
    for at, message in enumerate(messages):
        _add(pieces, b"," if at else b"")
        for piece in _message(message):
            _add(pieces, piece)
    _add(pieces, b"]}")
    return Body(pieces)


def _add(pieces: list[bytes], piece: bytes) -> None:
    """Append a piece; what is short goes onto the one before."""
    if len(piece) + len(pieces[-1]) <= _CHUNK_BYTES:
        pieces[-1] += piece
    else:
        pieces.append(piece)


def _message(message: ChatMessage) -> Iterator[bytes]:
    head = _json({"role": message.role, **message.fields})
    if not message.parts:
        yield head
        return
    yield head[:-1] + b',"content":'
    if all(isinstance(part, str) for part in message.parts) and len(message.parts) == 1:
        yield _json(message.parts[0]) + b"}"
        return
    for at, part in enumerate(message.parts):
        yield b"," if at else b"["
        yield from _part(part)
    yield b"]}"


def _part(part: str | ImagePart) -> Iterator[bytes]:
    if isinstance(part, str):
        yield _json({"type": "text", "text": part})
        return
    mime = part.mime.encode("ascii")
    yield b'{"type":"image_url","image_url":{"url":"data:' + mime + b";base64,"
    yield part.base64
    yield b'"}}'


def _json(value: object) -> bytes:
    # A lone surrogate in a data set's text can't be UTF-8; "?" is what the server would make of it anyway.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")

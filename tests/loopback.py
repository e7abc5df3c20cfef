"""A small OpenAI-compatible server on 127.0.0.1 for tests: scripted request by request, and able to misbehave.

with Loopback(lambda asked: Answer("C")) as server:
    ...  # --base-url server.url
assert server.asked[0].prompt.startswith("Which")
"""

import asyncio
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

_LONGEST_UNTIL_S = 20.0

Fault = Literal["hang", "reset", "half", "trickle"]


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    raw: bytes = field(repr=False)
    at: float
    index: int

    @property
    def body(self) -> dict[str, Any]:
        """The body as JSON."""
        return json.loads(self.raw)  # type: ignore[no-any-return]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation."""
        return self.body["messages"]  # type: ignore[no-any-return]

    @property
    def turn(self) -> int:
        """Which assistant turn is asked for, from 1."""
        return 1 + sum(message["role"] == "assistant" for message in self.messages)

    @property
    def prompt(self) -> str:
        """All text of the first user message."""
        first = next(message for message in self.messages if message["role"] == "user")
        return texts(first)

    @property
    def last(self) -> str:
        """All text of the last message."""
        return texts(self.messages[-1])

    @property
    def image_urls(self) -> list[str]:
        """Every data URL of the conversation, in order."""
        return [
            part["image_url"]["url"]
            for message in self.messages
            if isinstance(message.get("content"), list)
            for part in message["content"]
            if part["type"] == "image_url"
        ]


def texts(message: Mapping[str, Any]) -> str:
    """The text parts of a message, joined."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")


@dataclass(frozen=True)
class Answer:
    """One reply: a chat completion by default, anything else by `status`, `raw` or `fault`.

    It comes `delay_s` after `until` is true, or has been waited for so long that it will never be.
    """

    text: str | None = "A"
    finish_reason: str = "stop"
    message: Mapping[str, Any] = field(default_factory=dict)
    usage: Mapping[str, Any] = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 5})
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str | Mapping[str, Any] | None = None
    raw: bytes | None = None
    delay_s: float = 0.0
    until: Callable[[], bool] = lambda: True
    fault: Fault | None = None
    fingerprint: str | None = None
    model: str | None = None

    def encoded(self, model: str) -> bytes:
        """The body as bytes."""
        if self.raw is not None:
            return self.raw
        if self.error is not None:
            error = {"message": self.error} if isinstance(self.error, str) else dict(self.error)
            return json.dumps({"error": error}).encode()
        choice = {
            "index": 0,
            "finish_reason": self.finish_reason,
            "message": {"role": "assistant", "content": self.text, **self.message},
        }
        return json.dumps(
            {
                "id": "chatcmpl-loopback",
                "object": "chat.completion",
                "created": 1,
                "model": self.model or model,
                "choices": [choice],
                "usage": dict(self.usage),
                "system_fingerprint": self.fingerprint,
            }
        ).encode()


Script = Callable[[Asked], Answer]


class Loopback:
    """The server. Runs in a thread of its own from `with` to the end of the block."""

    def __init__(self, script: Script, models: tuple[str, ...] = ("loopback-vl",), host: str = "127.0.0.1") -> None:
        self.script = script
        self.models = models
        self.host = host
        self.asked: list[Asked] = []
        self.listed: list[Asked] = []
        """Requests for the list of models."""
        self.in_flight = 0
        self.peak = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()

    @property
    def url(self) -> str:
        """The base URL to give to `--base-url`."""
        return f"http://{self.host}:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10), "the loopback server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, self.host, 0, limit=2**26))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        waiting = asyncio.all_tasks(self._loop)
        for task in waiting:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        if method == "GET" and path.partition("?")[0].endswith("/models"):
            self.listed.append(Asked(path=path, headers=headers, raw=raw, at=time.monotonic(), index=len(self.listed)))
            listed = [{"id": name, "object": "model", "created": 1, "owned_by": "loopback"} for name in self.models]
            await self._send(writer, 200, {}, json.dumps({"object": "list", "data": listed}).encode())
            return True
        asked = Asked(path=path, headers=headers, raw=raw, at=time.monotonic(), index=len(self.asked))
        self.asked.append(asked)
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            return await self._answer(writer, self.script(asked))
        finally:
            self.in_flight -= 1

    async def _answer(self, writer: asyncio.StreamWriter, answer: Answer) -> bool:
        given_up = time.monotonic() + _LONGEST_UNTIL_S
        while not answer.until() and time.monotonic() < given_up:
            await asyncio.sleep(0.01)
        await asyncio.sleep(answer.delay_s)
        data = answer.encoded(self.models[0])
        if answer.fault == "hang":
            await asyncio.sleep(3600)
        if answer.fault == "reset":
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            writer.transport.abort()
            return False
        if answer.fault == "half":
            data = data[: len(data) // 2]
        if answer.fault == "trickle":
            await self._trickle(writer, data)
            return False
        await self._send(writer, answer.status, answer.headers, data)
        return True

    async def _send(self, writer: asyncio.StreamWriter, status: int, headers: Mapping[str, str], data: bytes) -> None:
        lines = [f"HTTP/1.1 {status} X", "content-type: application/json", f"content-length: {len(data)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + data)
        await writer.drain()

    async def _trickle(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(data))
        for byte in data:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.2)

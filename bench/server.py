"""A chat endpoint on 127.0.0.1 that answers everything after a fixed time, and costs next to nothing itself.

python bench/server.py --latency 0.1
"""

import argparse
import asyncio
import json
import time

_REPLY = json.dumps(
    {
        "id": "chatcmpl-bench",
        "object": "chat.completion",
        "created": 1,
        "model": "bench-vl",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "The answer is B."}}
        ],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 6},
    }
).encode()
_MODELS = json.dumps({"object": "list", "data": [{"id": "bench-vl", "object": "model"}]}).encode()


class Numbers:
    """What the server saw."""

    def __init__(self) -> None:
        self.requests = self.open = self.peak = self.bytes = 0
        self.first: float | None = None

    def plain(self) -> dict[str, float | None]:
        """As JSON can hold it."""
        return {"requests": self.requests, "peak": self.peak, "bytes": self.bytes, "first": self.first}


class Connection(asyncio.Protocol):
    """One connection: bodies are counted, never kept or parsed."""

    def __init__(self, numbers: Numbers, latency: float) -> None:
        self._numbers = numbers
        self._latency = latency
        self._head = b""
        self._left = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  the protocol's signature
        """Nobody is there any more."""
        self._transport = None

    def data_received(self, data: bytes) -> None:
        """Find the end of each request."""
        self._numbers.bytes += len(data)
        if self._left:
            self._left -= len(data)
            if self._left <= 0:
                self._left = 0
                self._asked()
            return
        self._head += data
        head, end, body = self._head.partition(b"\r\n\r\n")
        if not end:
            return
        self._head = b""
        if head.startswith(b"GET"):
            path = head.split(b" ", 2)[1]
            self._send(_MODELS if path.endswith(b"/models") else json.dumps(self._numbers.plain()).encode())
            return
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        self._left = int(length.partition(b":")[2]) - len(body)
        if self._left <= 0:
            self._left = 0
            self._asked()

    def _asked(self) -> None:
        numbers = self._numbers
        numbers.first = numbers.first or time.time()
        numbers.requests += 1
        numbers.open += 1
        numbers.peak = max(numbers.peak, numbers.open)
        asyncio.get_running_loop().call_later(self._latency, self._answer)

    def _answer(self) -> None:
        self._numbers.open -= 1
        self._send(_REPLY)

    def _send(self, body: bytes) -> None:
        if self._transport is not None:
            head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
            self._transport.write(head + body)


async def serve(latency: float) -> None:
    """Serve until the process ends; the first line printed is the base URL."""
    numbers = Numbers()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(numbers, latency), "127.0.0.1", 0, backlog=1024)
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.1, help="seconds before each answer (default 0.1)")
    asyncio.run(serve(parser.parse_args().latency))

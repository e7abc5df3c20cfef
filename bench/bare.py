"""The floor to compare with: the same requests from one bare `AsyncOpenAI` script, without a test framework.

    python bench/bare.py URL DIR IN_FLIGHT [--ready-made]

With `--ready-made` it is the least that requests through the SDK can cost: bodies of bytes, which never go through its
JSON encoder, over its aiohttp transport.
"""

import argparse
import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from openai import AsyncOpenAI, DefaultAioHttpClient

FIELDS: dict[str, Any] = {"model": "bench-vl", "temperature": 0, "max_tokens": 8192}


async def main(url: str, folder: Path, in_flight: int, *, ready_made: bool) -> None:
    """Ask every row."""
    left = iter(json.loads((folder / "TIR-Bench.json").read_text(encoding="utf-8")))
    right = 0
    http = DefaultAioHttpClient() if ready_made else None
    async with AsyncOpenAI(base_url=url, api_key="none", http_client=http) as client:
        ask = _ready_made(client, folder) if ready_made else _created(client, folder)

        async def worker() -> None:
            nonlocal right
            for row in left:
                right += str(row["answer"]) in await ask(row)

        await asyncio.gather(*(worker() for _ in range(in_flight)))
    print(right)


Ask = Callable[[dict[str, Any]], Awaitable[str]]


def _created(client: AsyncOpenAI, folder: Path) -> Ask:
    async def ask(row: dict[str, Any]) -> str:
        reply = await client.chat.completions.create(messages=[_message(row, folder)], **FIELDS)
        return reply.choices[0].message.content or ""

    return ask


def _ready_made(client: AsyncOpenAI, folder: Path) -> Ask:
    head = json.dumps(FIELDS).encode()[:-1] + b',"messages":[{"role":"user","content":['

    async def ask(row: dict[str, Any]) -> str:
        pictures = b"".join(
            b'{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,' + encoded + b'"}},'
            for encoded in _encoded(row, folder)
        )
        text = json.dumps({"type": "text", "text": row["prompt"]}).encode()
        headers = {"Content-Type": "application/json"}
        body = b"".join([head, pictures, text, b"]}]}"])
        reply: Any = await client.post("/chat/completions", content=body, cast_to=object, options={"headers": headers})
        return str(reply["choices"][0]["message"]["content"])

    return ask


def _encoded(row: dict[str, Any], folder: Path) -> list[bytes]:
    names = [row[field] for field in ("image_1", "image_2") if row[field]]
    return [base64.b64encode((folder / name).read_bytes()) for name in names]


def _message(row: dict[str, Any], folder: Path) -> Any:  # Any: the SDK's union of message types
    pictures = [encoded.decode() for encoded in _encoded(row, folder)]
    parts: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{picture}"}} for picture in pictures
    ]
    return {"role": "user", "content": [*parts, {"type": "text", "text": row["prompt"]}]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("in_flight", type=int)
    parser.add_argument("--ready-made", action="store_true", help="bodies of bytes, as the suite sends them")
    args = parser.parse_args()
    asyncio.run(main(args.url, args.folder, args.in_flight, ready_made=args.ready_made))

"""The floor to compare with: the same requests from one bare `AsyncOpenAI` script, without a test framework.

python bench/bare.py URL DIR IN_FLIGHT
"""

import asyncio
import base64
import json
import sys
from pathlib import Path
from typing import Any

from openai import AsyncOpenAI


async def main(url: str, folder: Path, in_flight: int) -> None:
    """Ask every row."""
    left = iter(json.loads((folder / "TIR-Bench.json").read_text(encoding="utf-8")))
    right = 0
    async with AsyncOpenAI(base_url=url, api_key="none") as client:

        async def worker() -> None:
            nonlocal right
            for row in left:
                reply = await client.chat.completions.create(
                    model="bench-vl", temperature=0, max_tokens=8192, messages=[_message(row, folder)]
                )
                right += str(row["answer"]) in (reply.choices[0].message.content or "")

        await asyncio.gather(*(worker() for _ in range(in_flight)))
    print(right)


def _message(row: dict[str, Any], folder: Path) -> Any:  # Any: the SDK's union of message types
    names = [row[field] for field in ("image_1", "image_2") if row[field]]
    pictures = [base64.b64encode((folder / name).read_bytes()).decode() for name in names]
    parts: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{picture}"}} for picture in pictures
    ]
    return {"role": "user", "content": [*parts, {"type": "text", "text": row["prompt"]}]}


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))

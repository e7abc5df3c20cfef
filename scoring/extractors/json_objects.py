"""JSON objects in a reply: where they lie and which of their values is the answer."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_TRIES = 40
"""Opening braces at which a parse is tried, the last ones of the text; more are no answer but data."""


class JsonNumber(str):
    """A number of a JSON text, digits as written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object at [start, end) of a text. Its numbers are `JsonNumber`."""

    start: int
    end: int
    value: dict[str, Any]


_DECODER = json.JSONDecoder(strict=False, parse_int=JsonNumber, parse_float=JsonNumber)
_OPENING = re.compile(r"\{(?=\s*[\"}])")

ANSWER_KEYS = (
    "final_answer",
    "answer",
    "correct_answer",
    "correct_option",
    "selected_option",
    "selected_options",
    "selected_answer",
    "selected",
    "choice",
    "option",
    "prediction",
    "letter",
    "最终答案",
    "答案",
    "选项",
    "result",
    "output",
    "response",
)
_NOT_AN_ANSWER = re.compile(
    r"confiden|prob|score|reason|thought|thinking|explan|analysis|reject|wrong|incorrect|exclud|alternativ|runner|index|\bid\b|options|choices"
    r"|question|note|rotation_of|bbox|width|height|理由|解释|分析|置信",
    re.IGNORECASE,
)


def json_objects(text: str) -> list[JsonObject]:
    """The outermost JSON objects of a text, in order."""
    if "{" not in text:
        return []
    found: list[JsonObject] = []
    for opening in [match.start() for match in _OPENING.finditer(text)][-MAX_TRIES:]:
        if found and opening < found[-1].end:
            continue
        try:
            value, end = _DECODER.raw_decode(text, opening)
        except (ValueError, RecursionError):
            continue
        found.append(JsonObject(opening, end, value))
    return found


def is_tool_call(value: dict[str, Any]) -> bool:
    """Whether an object asks for a tool instead of answering."""
    keys = {key.casefold() for key in value}
    return "arguments" in keys or {"name", "parameters"} <= keys or "tool" in keys or "tool_calls" in keys


def answer_value(value: dict[str, Any]) -> Any:
    """The value under the most telling answer key, searched one level deep too; None without such a key."""
    plain = {_plain_key(key): inner for key, inner in value.items()}
    for key in ANSWER_KEYS:
        if key in plain:
            inner = plain[key]
            deeper = answer_value(inner) if isinstance(inner, dict) else None
            return inner if deeper is None else deeper
    nested = [inner for inner in value.values() if isinstance(inner, dict)]
    return answer_value(nested[0]) if len(nested) == 1 and len(value) == 1 else None


def other_values(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries beside the answer that may say the same or contradict it."""
    for key, inner in value.items():
        if _plain_key(key) not in ANSWER_KEYS and not _NOT_AN_ANSWER.search(key):
            yield key, inner


def _plain_key(key: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key[:60]).casefold().strip().replace(" ", "_").replace("-", "_")

"""JSON objects in a reply: where they lie and which of their values is the answer."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_TRIES = 40
"""Opening braces at which a parse is tried, the last ones of the text; more are no answer but data."""
MAX_DEPTH = 8
"""Objects nested deeper are data too, and recursion stays bounded."""


class JsonNumber(str):
    """A number of a JSON text, digits as written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object at [start, end) of a text.

    Its keys are plain (`Final Answer` and `finalAnswer` are `final_answer`), its numbers `JsonNumber`.
    """

    start: int
    end: int
    value: dict[str, Any]


_OPENING = re.compile(r"\{(?=\s*[\"}])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

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
"""Keys of an answer of any kind, the more telling first."""
_NO_ANSWER_KEY = re.compile(
    r"confiden|prob|score|reason|thought|thinking|explan|analysis|reject|wrong|incorrect|exclud|alternativ|runner|index"
    r"|\bid\b|options|choices|question|note|rotation_of|bbox|width|height|理由|解释|分析|置信",
    re.IGNORECASE,
)


def json_objects(text: str) -> list[JsonObject]:
    """The outermost JSON objects of a text, in order."""
    found: list[JsonObject] = []
    for opening in [match.start() for match in _OPENING.finditer(text)][-MAX_TRIES:]:
        if found and opening < found[-1].end:
            continue
        try:
            value, end = _DECODER.raw_decode(text, opening)
        except (ValueError, RecursionError):
            continue
        if _depth_within(value, MAX_DEPTH):
            found.append(JsonObject(opening, end, value))
    return found


def is_tool_call(value: dict[str, Any]) -> bool:
    """Whether an object asks for a tool instead of answering."""
    return not {"arguments", "tool", "tool_calls"}.isdisjoint(value) or value.keys() >= {"name", "parameters"}


def answer_value(value: dict[str, Any]) -> Any:
    """The value under the most telling answer key, searched in nested objects too; None without such a key."""
    for key in ANSWER_KEYS:
        if key in value:
            inner = value[key]
            deeper = answer_value(inner) if isinstance(inner, dict) else None
            return inner if deeper is None else deeper
    nested = [inner for inner in value.values() if isinstance(inner, dict)]
    return answer_value(nested[0]) if len(nested) == len(value) == 1 else None


def other_values(value: dict[str, Any]) -> Iterator[Any]:
    """What stands beside the answer and may say the same or contradict it."""
    for key, inner in value.items():
        if key not in ANSWER_KEYS and not _NO_ANSWER_KEY.search(key):
            yield inner


def _plain_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {
        _CAMEL.sub("_", key[:60]).casefold().strip().replace(" ", "_").replace("-", "_"): value for key, value in pairs
    }


_DECODER = json.JSONDecoder(object_pairs_hook=_plain_keys, strict=False, parse_int=JsonNumber, parse_float=JsonNumber)


def _depth_within(value: Any, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_depth_within(one, depth - 1) for one in inner)

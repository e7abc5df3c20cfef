"""Boxes written as JSON into the text, for models whose vendors document a form of their own.

`gemini` and `claude` are this with two conventions. They are protocols of our own: a turn with a box and no answer asks
for a crop, and the answer stands in `<answer>` tags.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.protocols.base import (
    MAX_CALLS,
    Convention,
    Draft,
    Output,
    ParsedCall,
    ParsedTurn,
    Result,
    Scene,
    Slot,
    settled,
)
from adapters.protocols.calls import attempted
from adapters.protocols.coordinates import ALIASES, box_argument, located
from adapters.protocols.literals import LiteralError, first_value
from adapters.protocols.sources import named_view
from adapters.protocols.tags import answer, without_answers, without_thoughts

TOOL = "box"
_MAX_ATTEMPTS = 100


def objects_with_box(text: str) -> tuple[tuple[Mapping[str, Any], ...], bool]:
    """Every JSON object of the text that holds a box, in order, and whether the text breaks off inside one."""
    found: list[Mapping[str, Any]] = []
    at = _next_mark(text, 0)
    for _ in range(_MAX_ATTEMPTS):
        if at < 0:
            break
        try:
            value, end = first_value(text, at)
        except LiteralError as exc:
            if exc.truncated:
                return tuple(found), any(f'"{alias}"' in text[at:] for alias in ALIASES)
            end = at + 1
        else:
            candidates = value if isinstance(value, list) else [value]
            found += [each for each in candidates if isinstance(each, Mapping) and not each.keys().isdisjoint(ALIASES)]
        at = _next_mark(text, end)
    return tuple(found), False


def parse(output: Output, scene: Scene, convention: Convention) -> ParsedTurn:
    """Read one turn: boxes outside of thoughts and answers are calls."""
    found, cut_off = objects_with_box(without_answers(without_thoughts(output.text)))
    calls = [
        attempted(TOOL, lambda tool, args: _placed(tool, args, scene, convention), each) for each in found[:MAX_CALLS]
    ]
    if cut_off:
        words = "The box was cut off before its end. Write it again, shorter and complete."
        calls.append(ParsedCall(TOOL, error="truncated_call", message=words))
    return settled(calls, answer(output.text))


def reply(results: Sequence[Result], _scene: Scene) -> tuple[Draft, ...]:
    """The crops by name in one user message; errors in words."""
    parts: list[str | Slot] = []
    for result in results:
        parts += [f"{result.name}:", Slot(result.name)] if result.name else [f"Error: {result.words}"]
    parts.append("Look closer again, or give the answer inside <answer></answer>.")
    return (Draft("user", tuple(parts)),)


def declaration(example: str, meaning: str) -> str:
    """The system text.

    Args:
        example: A call, as JSON.
        meaning: What its numbers are.
    """
    return (
        "You can look closer at a picture before you answer. To do so, reply with a box as JSON and nothing else:\n"
        f"```json\n{example}\n```\n"
        f"{meaning} The pictures of the question are called image_1, image_2, … in the order you see them; what you "
        "are shown is called observation_1, observation_2, … and can be looked into again: name it in a field "
        '"picture", without which image_1 is meant. When you are sure, give the answer inside <answer></answer>.'
    )


def _placed(tool: str, arguments: Mapping[str, Any], scene: Scene, convention: Convention) -> ParsedCall:
    view = named_view(scene, arguments.get("picture") or "image_1")
    return located(tool, box_argument(arguments, convention.order), view, convention)


def _next_mark(text: str, start: int) -> int:
    marks = [at for at in (text.find("{", start), text.find("[", start)) if at >= 0]
    return min(marks, default=-1)

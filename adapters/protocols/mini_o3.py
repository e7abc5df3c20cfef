"""`mini-o3`: Mini-o3, `<grounding>` blocks in fractions of a named picture.

Facts: Mini-o3/Mini-o3, `verl/trainer/constants.py`, `verl/workers/rollout/vllm_rollout/{function_tools.py,
vllm_async_engine.py}`. `observation_i` is an index: `observation_0` is the original.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adapters.image_sizes import MAX_ASPECT, Resample, SizeRule
from adapters.manner import Reading
from adapters.protocols.base import (
    MAX_CALLS,
    Convention,
    Draft,
    Output,
    ParsedCall,
    ParsedTurn,
    PictureRule,
    Published,
    Result,
    Scene,
    Slot,
    ToolProtocol,
    View,
    settled,
)
from adapters.protocols.calls import attempted, block_call
from adapters.protocols.coordinates import CallError, box_argument, failed, listed_numbers, located
from adapters.protocols.literals import LiteralError, python_value
from adapters.protocols.sources import view_at, whole_number
from adapters.protocols.tags import answer, blocks, without_thoughts
from benchmarks.item import Corners

TOOL = "grounding"
CONVENTION = Convention("fraction")
_SOURCE = re.compile(r"observation_(\d{1,6})")
_STRICT = re.compile(
    r"""\{"bbox_2d": (\[[^][{}]{0,400}\]|\([^(){}]{0,400}\)|"[^"{}]{0,400}"), ?"source": ?["']([^"'{}]{1,60})["']\}"""
)


def system(_scene: Scene) -> str:
    """The declaration."""
    return (
        "Answer the question about the picture. Think inside <think> and </think> first. When something is too small "
        "to see, look closer: write one line\n"
        '<grounding>{"bbox_2d": [x0, y0, x1, y1], "source": "original_image"}</grounding>\n'
        "with x0, y0 (top left) and x1, y1 (bottom right) as fractions of the width and height, from 0 to 1. The "
        "source is original_image, or observation_i for a crop you were shown before. You may look closer several "
        "times. When you are sure, give the answer inside <answer> and </answer>."
    )


def parse(output: Output, scene: Scene) -> ParsedTurn:
    """Read one turn."""
    if scene.reading == "official":
        return _official(output.text, scene)
    found = blocks(without_thoughts(output.text), TOOL)[:MAX_CALLS]
    calls = [block_call(block, TOOL, lambda tool, args: _placed(tool, args, scene)) for block in found]
    return settled(calls, answer(output.text))


def reply(results: Sequence[Result], scene: Scene) -> tuple[Draft, ...]:
    """Action, observation, picture, go on; an error is told and may be corrected."""
    parts: list[str | Slot] = []
    for result in results:
        if result.name is None:
            parts.append(f"{result.words} Adjust the call, or answer.\n")
            continue
        # The published loop names the observation by the turn, but looks it up by the count of crops.
        label = f"observation_{scene.turn}" if scene.reading == "official" else result.name
        parts += [f"Action {scene.turn - 1} gave {label}:\n", Slot(result.name), "\n"]
    parts.append("Go on thinking inside <think> and </think>. Look closer again, or give the answer.")
    return (Draft("user", tuple(parts)),)


def first_picture(_reading: Reading) -> PictureRule:
    """40,000 to 2,000,000 pixels."""
    return PictureRule(_bounds("lanczos"))


def crop(_reading: Reading) -> PictureRule:
    """The same bounds, by nearest neighbour. The parent of a later crop stays at full detail."""
    return PictureRule(_bounds("nearest"))


def _bounds(resample: Resample) -> SizeRule:
    return SizeRule(min_pixels=40_000, max_pixels=2_000_000, min_side=28, truncate=True, resample=resample)


def _view(scene: Scene, written: object) -> View:
    """The view a source names; without one, the original."""
    if written in (None, "original_image", "original"):
        return scene.views[0]
    found = _SOURCE.fullmatch(written.strip()) if isinstance(written, str) else None
    index = int(found[1]) if found else whole_number(written)
    if index is None or index == 0:
        return view_at(scene, 0 if index == 0 else -1, written)
    return view_at(scene, scene.originals + index - 1, written)


def _placed(tool: str, arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    return located(tool, box_argument(arguments), _view(scene, arguments.get("source")), CONVENTION)


def _official(text: str, scene: Scene) -> ParsedTurn:
    """One strict pattern, the last block wins, a call beside an answer runs; without both the run is void."""
    closed = [block.body for block in blocks(text, TOOL) if block.closed]
    found = _STRICT.fullmatch(closed[-1]) if closed else None
    marked = answer(text) if text.rstrip().endswith("</answer>") else None
    if found is None:
        return ParsedTurn(answer=marked, step="void" if marked is None else "final")
    box, source = found.groups()
    call = attempted(TOOL, lambda _tool, args: _official_placed(args, scene), {"bbox_2d": box, "source": source})
    return ParsedTurn((call,), None, "reply")


def _official_placed(arguments: Mapping[str, Any], scene: Scene) -> ParsedCall:
    source = arguments["source"]
    if source != "original_image" and _SOURCE.fullmatch(source) is None:
        raise CallError("unknown_source", f"There is no source {source!r}.")
    view = _view(scene, source)
    try:
        numbers = listed_numbers(python_value(arguments["bbox_2d"]))
    except LiteralError:
        numbers = None
    if numbers is None:
        raise CallError("invalid_box", "bbox_2d is not a list of four numbers.")
    return _truncated(numbers, view)


def _truncated(numbers: Corners, view: View) -> ParsedCall:
    """Whole pixels of the un-resized parent, at most width - 1 and height - 1."""
    width, height = map(round, view.region_size)
    x0, x1 = (min(max(int(number * width), 0), width - 1) for number in numbers[0::2])
    y0, y1 = (min(max(int(number * height), 0), height - 1) for number in numbers[1::2])
    call = ParsedCall(TOOL, view.source, view.image, written=numbers)
    if x1 <= x0 or y1 <= y0:
        side = "width" if x1 <= x0 else "height"
        return failed(call, "invalid_box", f"The box is not valid in its {side}.")
    if max(x1 - x0, y1 - y0) >= MAX_ASPECT * min(x1 - x0, y1 - y0):
        return failed(call, "invalid_box", "The box is too long for its width.")
    left, top = view.region[:2]
    box = (left + x0, top + y0, left + x1, top + y1)
    return replace(call, requested=box, shown=box)


PROTOCOL = ToolProtocol(
    "mini-o3",
    parse,
    reply,
    convention=CONVENTION,
    system=system,
    first_picture=first_picture,
    crop=crop,
    max_turns=12,
    max_images=12,
    stop=("</grounding>",),
    keeps_thought=True,
    void_at_limit=True,
    published=Published(
        source="Mini-o3/Mini-o3 ppo_trainer.yaml and docs/mini_o3_demo.md (the paper's numbers are Avg@32)",
        sampling={"temperature": 1.0, "top_p": 1.0, "max_tokens": 8_192},
        max_turns=12,
        max_images=12,
        response_tokens=30_768,
        lenient=(
            "any JSON form of the block is read, also without its close tag",
            "several blocks of a turn all run, not only the last",
            "a call beside an answer is not run",
            "observations are named by the count of crops, as the lookup counts them, not by the turn",
            "boxes keep their fractions and reach the last pixel row and column",
            "a text without answer tags is final instead of void",
            "calls inside a thought are ignored",
            "the last turn is announced",
        ),
    ),
)

"""Which solver a question is for: by its wording, and where that says nothing, by whether its picture is dark."""

import importlib
import random
import re
from dataclasses import dataclass

from adapters.pixels.puzzle import Puzzle, Solver
from adapters.random_guess import guess

_DARK = 90.0
"""A picture without any brighter part needs stretching first."""


@dataclass(frozen=True, slots=True)
class Route:
    """A task: what its questions say, the module that solves it, and what the answer says was done."""

    name: str
    cue: str
    did: str


ROUTES = (
    Route("maze", r"\bmaze\b|迷宫", "I walked the moves of every option through the blocks of the picture."),
    Route("jigsaw", r"\bjigsaw\b|\bshuffled\b|\bpuzzle\b|拼图", "I joined the pieces whose edges carry on."),
    Route(
        "spot_difference",
        r"different_patches|\bdifferences?\b|\bnot the same\b|\bdiffer\b|不同之处",
        "I laid the two pictures over each other and looked at what is left.",
    ),
    Route(
        "rotation",
        r"\bclockwise\b|\bupright\b|\brotat|顺时针|旋转",
        "I turned the picture by every option and compared its lines and its light.",
    ),
    Route(
        "color",
        r"\b(?:hex|hsv|rgb)\b|\bshare of the colou?r\b|\bcolou?r\b.*\b(?:share|percent|proportion)",
        "I counted pixels by their colour.",
    ),
    Route(
        "refcoco",
        r"\b(?:share|proportion|percentage|part|area) of the (?:picture|image)\b|\btakes? up\b|\boccup",
        "I measured the outline of the object.",
    ),
    Route(
        "word_search",
        r"\bin which row\b|\brow and (?:which )?column\b|\bhow (?:often|many times) does the (?:letter|number|char)"
        r"|几个.{1,8}字|第几行",
        "I compared all characters with each other and looked at the odd ones.",
    ),
    Route(
        "instrument",
        r"\b(?:gauge|stopwatch|thermometer|caliper|cylinder|ruler|scale|dial|meter|reading of)\b|\bhow long is\b"
        r"|仪表|读数",
        "I read the numerals as a scale and looked where the pointer stands.",
    ),
    Route(
        "symbolic",
        r"\b(?:nested|parallel|tangled)\b|\blines? .*\blongest\b"
        r"|\bhow many (?:stars|triangles|squares|rectangles|pentagons|hexagons|circles)\b",
        "I measured the drawn lines and outlines.",
    ),
    Route(
        "math_figures",
        r"\bin the figure\b|\bthe chart\b|\bmirror image\b|\bangle\b|如图",
        "I measured the figure.",
    ),
    Route(
        "ocr",
        r"\bwords?\b|\bread\b.{0,20}\btext\b|单词|文字",
        "I cut the print into letters and compared their shapes.",
    ),
)
DARK = Route("contrast", "", "I stretched the dark picture and looked at what stands in it.")
SEARCH = Route("visual_search", "", "I looked for what the question names and read what stands there.")
OTHER = "None of what I can do fits this question or its picture, so this is no more than a guess."


def solved(puzzle: Puzzle, seed: int) -> str:
    """The reply to a question: what was done, then the answer; a guess among what is possible where nothing helps."""
    route = route_of(puzzle)
    found = _attempt(route, puzzle) if puzzle.pictures else None
    if found is None:
        return guessed(puzzle.prompt, seed)
    return f"{route.did}\nAnswer: {found}"


def guessed(prompt: str, seed: int) -> str:
    """A reply by chance, the same for the same prompt and seed."""
    return f"{OTHER}\nAnswer: {guess(prompt, random.Random(f'{seed}/{prompt}'))}"


def route_of(puzzle: Puzzle) -> Route:
    """The task of a question."""
    worded = next((route for route in ROUTES if re.search(route.cue, puzzle.prompt, re.IGNORECASE)), None)
    return worded or (DARK if puzzle.pictures and _is_dark(puzzle) else SEARCH)


def _is_dark(puzzle: Puzzle) -> bool:
    import numpy as np

    from adapters.pixels.rasters import luminance, shrunk

    return float(np.quantile(luminance(shrunk(puzzle.pictures[0], 256)), 0.998)) < _DARK


def _attempt(route: Route, puzzle: Puzzle) -> str | None:
    solve: Solver = importlib.import_module(f"adapters.pixels.{route.name}").solve
    try:
        return solve(puzzle)
    except (ValueError, IndexError, ArithmeticError):
        # A picture unlike any a solver was made for: it can't tell, which is what None says.
        return None

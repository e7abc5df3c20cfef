"""The visual_search task: a line of a price board, a number on a house, a bus or a van."""

import difflib
import re

from adapters.pixels.closeups import closest, of_form, prints
from adapters.pixels.glyphs import DIGITS, LETTERS, Line, read_lines
from adapters.pixels.puzzle import Puzzle, option_texts
from adapters.pixels.rasters import Picture, luminance
from adapters.pixels.sights import Box, boxes_of, sights_named

_PRICED = re.compile(r"\b(?:price of|ask for|cost of|costs? (?:the|a)) ([A-Z][A-Za-z ]{2,30}?)(?=[?.]| cost)")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d\d)?")
_PRINT_PX = 60
_PLACED = r"\d{2,4}"


def solve(puzzle: Puzzle) -> str | None:
    """The number that is asked for, or the option whose text is seen."""
    picture, question = puzzle.pictures[0], puzzle.prompt.split("?")[0] + "?"
    if priced := _PRICED.search(puzzle.prompt):
        return _price(picture, priced[1])
    options = option_texts(puzzle.prompt)
    if options and any(character.isdigit() for text in options.values() for character in text):
        found = closest(prints(picture, DIGITS + "-"), options)
        return found[0] if found else None
    if options or not re.search(r"\bnumber\b", question):
        return None
    return _number_at(picture, question)


def _price(picture: Picture, name: str) -> str | None:
    """The number in the line of a name."""
    lines = read_lines(luminance(picture), LETTERS + DIGITS + ".", tallest=_PRINT_PX, fewest=2)
    named = max(lines, key=lambda line: _alike(line, name), default=None)
    if named is None or _alike(named, name) < 0.6:
        return None
    return _number_beside(picture, named)


def _alike(line: Line, name: str) -> float:
    texts = (line.text.upper().replace(" ", ""), name.upper().replace(" ", ""))
    return difflib.SequenceMatcher(None, *texts).ratio()


def _number_beside(picture: Picture, named: Line) -> str | None:
    """The nearest number to the right of a line, the picture read as digits alone."""
    lines = read_lines(luminance(picture), DIGITS + ".", tallest=_PRINT_PX)
    level = [
        (line.left, text)
        for line in lines
        if line.likeness > 0.5
        and line.left >= named.right
        and abs(line.y - named.y) < 0.5 * (named.bottom - named.top)
        and _NUMBER.fullmatch(text := line.text.replace(" ", ""))
    ]
    return min(level)[1] if level else None


def _number_at(picture: Picture, question: str) -> str | None:
    """The number in the first place the question may mean that shows one."""
    for sight in sights_named(question)[:1]:
        for box in boxes_of(picture, sight):
            found = of_form(prints(_cut(picture, box), DIGITS), _PLACED)
            if found is not None:
                return found.text
    return None


def _cut(picture: Picture, box: Box) -> Picture:
    height, width = picture.shape[:2]
    left, right = int(box[0] * width), max(int(box[0] * width) + 1, round(box[2] * width))
    top, bottom = int(box[1] * height), max(int(box[1] * height) + 1, round(box[3] * height))
    return picture[top:bottom, left:right]

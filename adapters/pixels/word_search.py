"""The word_search task: characters in rows and columns, most of them alike; the few others are the ones asked for."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adapters.pixels.puzzle import Puzzle
from adapters.pixels.rasters import Grey, Mask, box_mean, ink_mask, luminance, resized

_PLACE = re.compile(r"\brow\b.{0,40}\bcolumn\b|行.{0,12}列", re.IGNORECASE | re.DOTALL)
_MOST_CELLS = 5_000
_SHIFTS = range(-1, 2)
_LARGEST_PX = 40
_WORKING_PX = 32


@dataclass(frozen=True, slots=True)
class Sheet:
    """Characters cut out, centred, blurred a little and scaled to length 1; shape (rows, columns, side, side)."""

    glyphs: NDArray[np.float32]


def solve(puzzle: Puzzle) -> str | None:
    """The place of the odd character as [row, column], or how often it occurs."""
    sheet = read_sheet(luminance(puzzle.pictures[0]))
    if sheet is None:
        return None
    apart = strangeness(sheet)
    if _PLACE.search(puzzle.prompt):
        row, column = np.unravel_index(int(apart.argmax()), apart.shape)
        return f"[{row + 1}, {column + 1}]"
    return str(int((apart > _gap(apart.ravel())).sum()))


def read_sheet(grey: Grey) -> Sheet | None:
    """The characters of a picture; None when it has no rows and columns of them."""
    mask = ink_mask(grey)
    rows, columns = _bands(np.any(mask, axis=1)), _bands(np.any(mask, axis=0))
    if not (rows and columns and 4 <= len(rows) * len(columns) <= _MOST_CELLS):
        return None
    side = max(end - start for start, end in [*rows, *columns]) + 4
    if side > _LARGEST_PX:
        # Many large characters hold no more than many small ones, and cost more.
        scale = _WORKING_PX / side
        return read_sheet(resized(grey, max(4, int(grey.shape[1] * scale)), max(4, int(grey.shape[0] * scale))))
    flat = box_mean(np.where(mask, np.abs(grey - np.median(grey)), 0).astype(np.float32), 1)
    glyphs = np.stack([np.stack([_centred(flat, mask, row, column, side) for column in columns]) for row in rows])
    return Sheet(glyphs)


def _bands(is_inked: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Stretches with ink; a gap much narrower than the usual one parts strokes of one character, not two."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], is_inked, [False]]).astype(np.int8)))
    bands = [(int(start), int(end)) for start, end in zip(steps[::2], steps[1::2], strict=False)]
    if len(bands) < 3:
        return bands
    pitch = float(np.median(np.diff([start for start, _ in bands])))
    joined = [bands[0]]
    for start, end in bands[1:]:
        if end - joined[-1][0] < 0.75 * pitch:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _centred(flat: Grey, mask: Mask, row: tuple[int, int], column: tuple[int, int], side: int) -> Grey:
    """One character with its centre of gravity in the middle of a square."""
    cell = flat[row[0] : row[1], column[0] : column[1]]
    square = np.zeros((side, side), np.float32)
    inked = np.argwhere(mask[row[0] : row[1], column[0] : column[1]])
    if len(inked) == 0:
        return square
    (top, left), (bottom, right) = inked.min(0), inked.max(0) + 1
    bit = cell[top:bottom, left:right]
    y, x = (side - bit.shape[0]) // 2, (side - bit.shape[1]) // 2
    square[y : y + bit.shape[0], x : x + bit.shape[1]] = bit
    return square / (float(np.linalg.norm(square)) or 1.0)


def strangeness(sheet: Sheet) -> NDArray[np.float64]:
    """How little each character looks like the usual one, at its best shift; shape (rows, columns), 0 is alike."""
    usual = np.median(sheet.glyphs, axis=(0, 1))
    for _ in range(2):
        likeness = _likeness(sheet.glyphs, usual)
        alike = sheet.glyphs[likeness >= np.quantile(likeness, 0.3)]
        usual = alike.mean(0)
    return 1 - _likeness(sheet.glyphs, usual)


def _likeness(glyphs: NDArray[np.float32], usual: Grey) -> NDArray[np.float64]:
    usual = usual / (float(np.linalg.norm(usual)) or 1.0)
    shifted = [np.roll(usual, (down, over), (0, 1)) for down in _SHIFTS for over in _SHIFTS]
    likeness = np.einsum("rcij,sij->rcs", glyphs, np.stack(shifted), optimize=True).max(-1)
    return np.asarray(likeness, np.float64)


def _gap(values: NDArray[np.float64]) -> float:
    """The middle of the widest gap, as a ratio, among the larger values: strangers lie beyond it."""
    ordered = np.sort(values)[len(values) // 2 :]
    steps = np.log(ordered[1:] + 0.01) - np.log(ordered[:-1] + 0.01)
    at = int(steps.argmax())
    return float((ordered[at] + ordered[at + 1]) / 2)

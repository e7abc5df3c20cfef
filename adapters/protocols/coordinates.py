"""From the numbers a model writes to a box in original pixels, with the rules that are the same for every protocol.

Floats are kept. A box is clamped to the view it was drawn on; one that is empty then, or written with its corners
swapped, is an error and never reordered. A crop of a crop composes with the region the parent really showed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adapters.image_sizes import MAX_ASPECT
from adapters.protocols.base import Convention, ErrorCode, ParsedCall, Space, View
from adapters.protocols.literals import LiteralError, first_value
from benchmarks.item import Corners

ALIASES = ("bbox_2d", "bbox", "box", "bbox2d", "box_2d")
NAMED = (
    ("x_min", "y_min", "x_max", "y_max"),
    ("xmin", "ymin", "xmax", "ymax"),
    ("x1", "y1", "x2", "y2"),
    ("x0", "y0", "x1", "y1"),
    ("left", "top", "right", "bottom"),
)

# The sizes of client and server may differ by rounding to multiples of 32. More than this share of a side outside of
# the picture means that the model counts in another picture than the one that was sent.
TOLERANCE = 0.02
# A number beyond twice the end of a relative scale was not written on that scale.
_WRONG_SCALE = 2.0
_HUGE = 1e9

Grow = Callable[[Corners, View], Corners]
"""Requested box to shown box, in original pixels."""


class CallError(Exception):
    """A call that gives no crop: the kind of fault, and the words the model is told."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def numbers_of(value: object, order: str = "xyxy") -> Corners | None:
    """Four finite numbers as (x0, y0, x1, y1): a list, a list in a list, a string of one, or named sides.

    Args:
        value: What stood where a box belongs.
        order: How a list writes it; named sides need none.
    """
    if isinstance(value, Mapping):
        return _named(value)
    if isinstance(value, str):
        try:
            value = first_value(value.strip())[0]
        except LiteralError:
            return None
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    numbers = listed_numbers(value)
    if numbers is None or order == "xyxy":
        return numbers
    first, second, third, fourth = numbers
    return second, first, fourth, third


def listed_numbers(value: object) -> Corners | None:
    """Four finite numbers of a flat list or tuple, as the published loops want them."""
    if not isinstance(value, list | tuple) or len(value) != 4 or not all(_is_number(each) for each in value):
        return None
    first, second, third, fourth = map(float, value)
    return first, second, third, fourth


def box_argument(arguments: Mapping[str, Any], order: str = "xyxy") -> Corners | None:
    """The box among a call's arguments, under any of the names models use."""
    for alias in ALIASES:
        if alias in arguments:
            return numbers_of(arguments[alias], order)
    return _named(arguments)


def on_original(numbers: Corners, view: View, space: Space) -> Corners:
    """The box in original pixels, not clamped.

    Args:
        numbers: (x0, y0, x1, y1) in `space`, of the view.
        view: The picture they refer to.
        space: `fraction` (0-1), `thousand` (0-1000) or `pixels` of the view as the model sees it.
    """
    width, height = view.region_size
    unit_x, unit_y = {"fraction": (1.0, 1.0), "thousand": (1000.0, 1000.0), "pixels": view.seen_size}[space]
    left, top = view.region[:2]
    x0, y0, x1, y1 = numbers
    return (
        left + x0 / unit_x * width,
        top + y0 / unit_y * height,
        left + x1 / unit_x * width,
        top + y1 / unit_y * height,
    )


def clamped(box: Corners, bounds: Corners) -> Corners:
    """The part of a box inside `bounds`; empty or reversed when there is none."""
    left, top, right, bottom = bounds
    x0, y0, x1, y1 = box
    return (
        min(max(x0, left), right),
        min(max(y0, top), bottom),
        min(max(x1, left), right),
        min(max(y1, top), bottom),
    )


def is_empty(box: Corners) -> bool:
    """Whether a box has no area, or its corners are swapped."""
    return box[2] <= box[0] or box[3] <= box[1]


def reaches_outside(box: Corners, bounds: Corners) -> bool:
    """Whether a box lies outside of `bounds` by more than rounding explains: its numbers mean another picture."""
    slack_x = TOLERANCE * (bounds[2] - bounds[0])
    slack_y = TOLERANCE * (bounds[3] - bounds[1])
    return (
        box[0] < bounds[0] - slack_x
        or box[1] < bounds[1] - slack_y
        or box[2] > bounds[2] + slack_x
        or box[3] > bounds[3] + slack_y
    )


def pixel_edges(box: Corners) -> tuple[int, int, int, int]:
    """The whole pixels a crop takes: each edge to the nearest, ties to even, as Pillow does."""
    x0, y0, x1, y1 = map(round, box)
    return x0, y0, x1, y1


def located(
    tool: str, numbers: Corners | None, view: View, convention: Convention, grow: Grow | None = None
) -> ParsedCall:
    """A call with its boxes: mapped, clamped, grown, checked.

    Args:
        tool: The name the model called.
        numbers: The box as written, x first; None when there was none.
        view: The picture it points at.
        convention: What the numbers mean.
        grow: From the requested to the shown box, None where they are the same.
    """
    call = ParsedCall(tool, view.source, view.image, written=numbers)
    if numbers is None:
        return failed(call, "invalid_box", f"The call has no box that can be read. {_form(convention)}")
    if is_empty(numbers):
        message = f"The box {shown_numbers(numbers)} has no area: x_min must be left of x_max, and y_min above y_max."
        return failed(call, "invalid_box", message)
    if _is_wrong_scale(numbers, convention.space):
        return failed(call, "invalid_box", f"The box {shown_numbers(numbers)} is off the scale. {_form(convention)}")
    return _placed(call, numbers, on_original(numbers, view, convention.space), view, grow)


def visible(call: ParsedCall, aspect: float = MAX_ASPECT) -> ParsedCall:
    """The call, unless the region it would show has no whole pixel or is too long for its width.

    Args:
        call: With its shown box.
        aspect: Longer side over shorter side, at most.
    """
    if call.shown is None:
        return call
    x0, y0, x1, y1 = pixel_edges(call.shown)
    shorter, longer = sorted((x1 - x0, y1 - y0))
    if shorter >= 1 and longer <= aspect * shorter:
        return call
    box = shown_numbers(call.written or call.shown)
    return failed(call, "invalid_box", f"The box {box} is too thin to show: ask for a larger region.")


def failed(call: ParsedCall, code: ErrorCode, message: str) -> ParsedCall:
    """The call as one that gives no crop."""
    return replace(call, error=code, message=message, shown=None, cut=None)


def mismatch_note(numbers: Corners, view: View) -> str:
    """Both sizes, for a box that reaches outside of what was sent."""
    seen, own = view.seen_size, view.region_size
    return (
        f"the box {shown_numbers(numbers)} reaches outside of the {seen[0]:.0f} x {seen[1]:.0f} picture that was sent "
        f"({own[0]:.0f} x {own[1]:.0f} in the original): the model counts in another size"
    )


def shown_numbers(numbers: Sequence[float]) -> str:
    """Numbers for a message, short."""
    return "[" + ", ".join(f"{number:.6g}" for number in numbers) + "]"


def _placed(call: ParsedCall, numbers: Corners, box: Corners, view: View, grow: Grow | None) -> ParsedCall:
    mismatch = reaches_outside(box, view.region)
    note = mismatch_note(numbers, view) if mismatch else None
    requested = clamped(box, view.region)
    call = replace(call, requested=requested, mismatch=mismatch, note=note)
    if is_empty(requested):
        message = f"The box {shown_numbers(numbers)} lies outside of the picture."
        return failed(call, "invalid_box", message)
    return visible(replace(call, shown=requested if grow is None else grow(requested, view)))


def _is_number(value: object) -> bool:
    # NaN and infinity fail the comparison.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _HUGE


def _named(arguments: Mapping[str, Any]) -> Corners | None:
    for names in NAMED:
        if all(name in arguments for name in names):
            return numbers_of([_number(arguments[name]) for name in names])
    return None


def _number(value: object) -> object:
    """A number written as a string is meant as a number."""
    if not isinstance(value, str):
        return value
    try:
        return float(value)
    except ValueError:
        return value


def _is_wrong_scale(numbers: Corners, space: Space) -> bool:
    if space == "fraction":
        return max(map(abs, numbers)) > _WRONG_SCALE
    # Fractions on a scale of 0 to 1000 would be a box of less than a thousandth of the picture.
    return space == "thousand" and (max(map(abs, numbers)) > 1000 * _WRONG_SCALE or max(numbers) <= 1)


def _form(convention: Convention) -> str:
    """How a box is to be written, for the words a model is told."""
    sides = "[y_min, x_min, y_max, x_max]" if convention.order == "yxyx" else "[x_min, y_min, x_max, y_max]"
    scale = {
        "fraction": "as fractions of the width and height, from 0 to 1",
        "thousand": "on a scale from 0 to 1000 over the width and the height",
        "pixels": "in pixels of the picture",
    }[convention.space]
    return f"Give {sides} {scale}."

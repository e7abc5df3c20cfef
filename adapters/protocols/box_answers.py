"""Reading a box from a final text, by the convention of the model's profile and no other."""

import re

from adapters.image_sizes import Size
from adapters.protocols.base import Convention, View
from adapters.protocols.coordinates import box_argument, numbers_of, on_original
from adapters.protocols.json_boxes import objects_with_box
from adapters.protocols.tags import answer, boxed, without_thoughts
from benchmarks.item import Corners

_LONGEST = 50_000
_NUMBER = r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})"
_GAP = r"\s{0,20},\s{0,20}"
_PAIR = r"\s{0,20}[\])]\s{0,20}(?:,|;|-|–|to|and)?\s{0,20}[\[(]\s{0,20}"
# (x0, y0, x1, y1) in one pair of brackets, or (x0, y0), (x1, y1) in two.
_LISTED = re.compile(
    rf"[\[(]\s{{0,20}}({_NUMBER}){_GAP}({_NUMBER})(?:{_GAP}|{_PAIR})"
    rf"({_NUMBER}){_GAP}({_NUMBER})\s{{0,20}}[\])]"
)
_BETWEEN = r"[\s,;\"']{0,20}"
_NAMED = re.compile(
    _BETWEEN.join(
        rf"{side}[\"']?\s{{0,20}}[=:]\s{{0,20}}({_NUMBER})"
        for side in (r"\bx_?(?:1|0|min)", r"\by_?(?:1|0|min)", r"\bx_?(?:2|1|max)", r"\by_?(?:2|1|max)")
    ),
    re.IGNORECASE,
)


def answer_numbers(text: str, order: str = "xyxy") -> Corners | None:
    """The four numbers of the last box in a text, as (x0, y0, x1, y1); None when it holds none.

    What stands in `<answer>` or `\\boxed{}` counts before the rest, JSON before plain lists, thoughts never.

    Args:
        text: The final text of a transcript.
        order: How a list writes a box; named sides need none.
    """
    text = text[-_LONGEST:]
    outside = without_thoughts(text)
    for part in (answer(outside), boxed(outside), outside):
        if part is not None and (found := _last_box(part, order)) is not None:
            return found
    return None


def answer_box(text: str, *, convention: Convention, image_size: Size, original_size: Size) -> Corners | None:
    """The box a final text gives, in original pixels; None when it gives none, never a box of zeros.

    Not clamped and not mended: one without area stays without area, and scores 0.

    Args:
        text: The final text of a transcript.
        convention: How the profile says this model writes boxes.
        image_size: (width, height) of the picture as it was sent.
        original_size: (width, height) of the original picture, upright.
    """
    numbers = answer_numbers(text, convention.order)
    if numbers is None:
        return None
    view = View("original", (0.0, 0.0, float(original_size[0]), float(original_size[1])), size=image_size)
    return on_original(numbers, view, convention.space)


def _last_box(text: str, order: str) -> Corners | None:
    objects, _ = objects_with_box(text)
    for candidate in reversed(objects):
        if (numbers := box_argument(candidate, order)) is not None:
            return numbers
    found = [(match.start(), match.groups(), order) for match in _LISTED.finditer(text)]
    found += [(match.start(), match.groups(), "xyxy") for match in _NAMED.finditer(text)]
    if not found:
        return None
    _, groups, written = max(found)
    return numbers_of([float(number) for number in groups], written)

"""Reading a close view: a line of print of an expected form, the time on a clock, the value on a gauge."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.pixels.dial import Hand, dials_in, hands_of, numerals_of, scale_of
from adapters.pixels.glyphs import DIGITS, Line, read_lines
from adapters.pixels.rasters import Picture, luminance, shrunk

_WORKING_PX = 720
_PRINT_SHARES = (0.25, 0.07)
"""Print is looked for at these heights of a capital, as shares of the view's shorter side."""

_MINUTES = 720


@dataclass(frozen=True, slots=True)
class Read:
    """What a close view says, and how sure that is, 0 to 1."""

    text: str
    sureness: float


def prints(picture: Picture, alphabet: str) -> list[Line]:
    """Everything that may be print in a view, of any size."""
    grey = luminance(shrunk(picture, _WORKING_PX))
    side = min(grey.shape)
    sizes = sorted({max(12, int(share * side)) for share in _PRINT_SHARES}, reverse=True)
    return [
        line for size in sizes for line in read_lines(grey, alphabet, tallest=size, fewest=2) if line.likeness > 0.45
    ]


def of_form(lines: Sequence[Line], form: str) -> Read | None:
    """The likeliest line that has a form.

    Args:
        form: A pattern the whole line, without spaces, has to match.
    """
    found = [Read(text, line.likeness) for line in lines if re.fullmatch(form, text := line.text.replace(" ", ""))]
    return max(found, key=lambda read: read.sureness, default=None)


def closest(lines: Sequence[Line], options: dict[str, str]) -> tuple[str, float] | None:
    """The option that some line comes closest to, and how close, 0 to 1."""
    best = None
    for letter, text in options.items():
        wanted = _folded(text)
        for line in lines:
            near = difflib.SequenceMatcher(None, _folded(line.text), wanted).ratio() * (0.4 + 0.6 * line.likeness)
            if best is None or near > best[1]:
                best = (letter, near)
    return best


def _folded(text: str) -> str:
    """Letters and digits that look alike in print made the same, spaces and points left out."""
    return re.sub(r"[^A-Z0-9]", "", text.upper()).translate(str.maketrans("OQIL", "0011"))


def clock_hands(picture: Picture) -> list[Hand] | None:
    """The hands of the largest clock in a view, longest first."""
    view = shrunk(picture, _WORKING_PX)
    dials = dials_in(view, 0.25)
    if not dials:
        return None
    hands = hands_of(view, max(dials, key=lambda dial: dial.radius))
    return hands or None


def clock_misfit(hands: Sequence[Hand], minutes: int) -> float:
    """How far, in degrees, a clock's hands are from a time.

    Args:
        hands: At least one, longest first.
        minutes: The time as minutes after twelve.
    """
    minute, hour = minutes % 60 * 6.0, minutes % _MINUTES * 0.5
    pairs = [(first, second) for first in hands[:3] for second in hands[:3]]
    return min(
        _apart(first.angle_deg, minute)
        + _apart(second.angle_deg, hour)
        # The minute hand is the longer one; both may lie over each other.
        + (25.0 if first.length < second.length else 0.0)
        for first, second in pairs
    )


def _apart(angle: float, other: float) -> float:
    return abs((angle - other + 180) % 360 - 180)


def gauge_value(picture: Picture) -> float | None:
    """The reading of the largest gauge in a view; None when its numerals can't be read."""
    view = shrunk(picture, _WORKING_PX)
    for dial in sorted(dials_in(view, 0.06), key=lambda dial: -dial.radius)[:3]:
        top, left = int(dial.y - 1.2 * dial.radius), int(dial.x - 1.2 * dial.radius)
        side = int(2.4 * dial.radius)
        face = view[max(0, top) : top + side, max(0, left) : left + side]
        found = dials_in(face, 0.5)
        if not found:
            continue
        hands, read = hands_of(face, found[0]), scale_of(numerals_of(face, found[0]))
        if hands and read is not None:
            scale, seam = read
            return scale.at((hands[0].angle_deg - seam + 3) % 360 - 3)
    return None


DATE = r"\d\d?\.\d\d?\.?"
PRICE = r"\d{1,3}\.\d\d"
WHOLE = r"\d{2,4}"
HOURS = r"\d{1,2}:\d\d-\d{1,2}:\d\d"
POWER = r"(\d{1,3}\.\d)k?W?"
ALPHABETS = {DATE: DIGITS + ".", PRICE: DIGITS + ".", WHOLE: DIGITS, HOURS: DIGITS + ":-", POWER: DIGITS + ".kW"}

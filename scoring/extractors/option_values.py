"""Options that are numbers with a unit, recognised by their value: `40`, `40 km/h` and `40.0` are one."""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import islice, pairwise

_NO_JOIN = r"(?!or\b|to\b|and\b)"
NUMERIC = re.compile(
    r"[≈~$€£¥]?\s?([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*"
    rf"({_NO_JOIN}[%°℃]?\s?{_NO_JOIN}[^\W\d]{{0,14}}(?:[/. ]{_NO_JOIN}[^\W\d]{{1,10}})?[²³]?)"
)
"""A text that is a number with a unit, as a whole."""
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.,:/#])(?:(?<![-)\]%°])[-+])?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w]*[:/]\d)")
_BETWEEN = re.compile(r"\s?(?:[%°]|degrees)?\s?(?:[-–—~]|\bto\b|\bor\b|\band\b|至|到|或)\s?", re.IGNORECASE)
_OTHER_WAY = r"(?:counter-?\s?clockwise|anti-?\s?clockwise|\bccw\b|逆时针)"
_OTHER_WAY_BEFORE = re.compile(rf"{_OTHER_WAY}(?:方向)?(?:旋转|转)?(?: by)?(?: about)?\s?$", re.IGNORECASE)
_OTHER_WAY_AFTER = re.compile(rf"[^.;,\n]{{0,12}}{_OTHER_WAY}", re.IGNORECASE)
_MAX_NUMBERS = 400
_MAX_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Mention:
    """An option named by its text or its value at [start, end) of a text; letter None is a value no option has."""

    letter: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OptionValues:
    """The numbers of the options.

    Attributes:
        letters: Value -> letter; None where two options have one value.
        clockwise: Whether turns clockwise are asked for, so that a turn the other way names no option.
    """

    letters: dict[Decimal, str | None]
    clockwise: bool

    def mentions(self, text: str) -> list[Mention]:
        """All numbers of a text with the option of that value; the ends of a range name none."""
        found = [
            Mention(self._letter(number, text), *number.span())
            for number in islice(_NUMBER.finditer(text), _MAX_NUMBERS)
        ]
        ends = {
            end for low, high in pairwise(found) if _BETWEEN.fullmatch(text, low.end, high.start) for end in (low, high)
        }
        return [Mention(None, one.start, one.end) if one in ends else one for one in found]

    def nearest(self, text: str) -> str | None:
        """The letter of the option closest to the first number of a text."""
        number = _NUMBER.search(text)
        value = decimal_value(number[0]) if number else None
        if value is None or not self.letters:
            return None
        return self.letters[min(self.letters, key=lambda known: abs(known - value))]

    def _letter(self, number: re.Match[str], text: str) -> str | None:
        before = text[max(0, number.start() - 24) : number.start()]
        if self.clockwise and (_OTHER_WAY_AFTER.match(text, number.end()) or _OTHER_WAY_BEFORE.search(before)):
            return None
        value = decimal_value(number[0])
        return None if value is None else self.letters.get(value)


def decimal_value(text: str) -> Decimal | None:
    """A number as written, thousands separators allowed."""
    try:
        value = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return value if value.is_finite() and len(text) <= _MAX_DIGITS else None

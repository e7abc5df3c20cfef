"""The options of one prompt, ready to be recognised in a reply: by letter, by text, by value."""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from scoring.extractors.latex import latex_edits
from scoring.extractors.text import apply_edits, plain_characters
from scoring.options import Option, is_multi_select, parse_options

_NUMERIC = re.compile(r"[≈~$€£¥]?\s?([-+]?\d[\d,]*(?:\.\d+)?)\s*((?:[%°℃]|[^\W\d]|[/²³. ]){0,14})")
_NONE_TEXT = re.compile(
    r"none(?: of (?:the |these|them|those).*)?|none|no (?:answer|solution|correct answer|valid \w+)|not (?:listed|given|here)|neither|以上都不\w*|都不\w*|无",
    re.IGNORECASE,
)
_NONE_SAID = r"none of (?:the|these|those)(?: above| given| listed| other)*(?: options| choices| answers| values| statements)?(?! \w+ing)|no (?:correct |valid )?answer"
_NUMBER_IN_TEXT = re.compile(r"(?<![\w.,:/#-])[-+]?\d[\d,]*(?:\.\d+)?(?![\w]*[:/]\d)")
_OTHER_WAY = re.compile(r"[^.;,\n]{0,12}(?:counter-?\s?clockwise|anti-?\s?clockwise|\bccw\b|逆时针)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """An option named by its text or its value at [start, end) of a text; letter None is a value no option has."""

    letter: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OptionBook:
    """The options of a prompt.

    Attributes:
        options: In order; empty when the prompt offers none.
        letters: Their letters, as one string.
        multi: Whether several letters may be the answer.
        numeric: Whether every option (apart from "none of the above") is a number with a unit.
    """

    options: tuple[Option, ...]
    letters: str
    multi: bool
    numeric: bool
    clockwise: bool
    _keys: dict[str, str]
    _values: dict[Decimal, str | None]
    _pattern: re.Pattern[str] | None
    _numbered: re.Pattern[str] | None

    def mentions(self, text: str) -> list[Mention]:
        """Where a text names options by what they say, left to right; the longest reading wins."""
        found = []
        if self._pattern is not None:
            for match in self._pattern.finditer(text):
                found.append(Mention(self._letter_of(match[0]), match.start(), match.end()))
        if self._numbered is not None:
            found = self._from_lists(text) or found
        if self.numeric:
            taken = [(mention.start, mention.end) for mention in found]
            found += [
                m for m in self._numbers(text) if not any(m.start < end and start < m.end for start, end in taken)
            ]
        return sorted(found, key=lambda mention: mention.start)

    def text_of(self, letter: str) -> str:
        """What an option says."""
        return next((option.text for option in self.options if option.letter == letter), "")

    def exact(self, text: str) -> str | None:
        """The letter of the option that says exactly this (case, articles and outer punctuation aside)."""
        key = option_key(text)
        if not key:
            return None
        if key in self._keys:
            return self._keys[key]
        if self.numeric:
            numbers = self._numbers(text)
            match = _NUMERIC.fullmatch(key)
            if match and len(numbers) == 1:
                return numbers[0].letter
        return None

    def _from_lists(self, text: str) -> list[Mention]:
        """ "Shapes 2 and 4" where the options are called shape 1, shape 2, …"""
        assert self._numbered is not None
        return [
            Mention(self._keys.get(f"{listed[1].casefold()} {number[0]}"), listed.start(), listed.end())
            for listed in self._numbered.finditer(text)
            for number in re.finditer(r"\d+", listed[2])
        ]

    def _letter_of(self, said: str) -> str | None:
        letter = self._keys.get(option_key(said))
        if letter is None:
            return next((letter for key, letter in self._keys.items() if _NONE_TEXT.fullmatch(key)), None)
        return letter

    def _numbers(self, text: str) -> list[Mention]:
        return [
            Mention(self._valued(match, text), match.start(), match.end()) for match in _NUMBER_IN_TEXT.finditer(text)
        ]

    def _valued(self, match: re.Match[str], text: str) -> str | None:
        if self.clockwise and _OTHER_WAY.match(text, match.end()):
            return None
        value = decimal_value(match[0])
        return None if value is None else self._values.get(value)

    def nearest(self, text: str) -> str | None:
        """The letter of the numeric option closest to the first number of a text."""
        number = _NUMBER_IN_TEXT.search(text)
        value = decimal_value(number[0]) if number else None
        if value is None or not self._values:
            return None
        return self._values[min(self._values, key=lambda known: abs(known - value))]


def decimal_value(text: str) -> Decimal | None:
    """A number as written, thousands separators allowed."""
    try:
        value = Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return value if value.is_finite() and len(text) <= 40 else None


def option_key(text: str) -> str:
    """An option's text for comparison: plain characters, no LaTeX, no case, no article, no outer punctuation."""
    plain = plain_characters(text)
    plain, _ = apply_edits(plain, latex_edits(plain))
    plain = " ".join(re.sub(r"[*`]", "", plain).casefold().split()).strip(" .;:!?\"'。，；！：、")
    plain = re.sub(r"^(?:an?|the) (?=\S)", "", plain)
    plain = re.sub(r"(?<=[\[(]) | (?=[\])])|(?<=,) (?=[\d])", "", plain)
    # `16 km` and `16km`, `12 %` and `12%` are one text.
    plain = re.sub(r"(?<=\d) (?=[^\W\d]|[%°℃])", "", plain)
    return plain[1:-1] if len(plain) > 2 and plain[0] + plain[-1] in ("()", "{}") else plain


@lru_cache(maxsize=4096)
def option_book(prompt: str) -> OptionBook:
    """The options of a prompt, compiled once."""
    options = parse_options(prompt)
    keys: dict[str, str] = {}
    for option in options:
        keys.setdefault(option_key(option.text), option.letter)
    keys.pop("", None)
    telling = [key for key in keys if not _NONE_TEXT.fullmatch(key)]
    numbers = {key: match for key in telling if (match := _NUMERIC.fullmatch(key))}
    numeric = bool(numbers) and len(numbers) == len(telling)
    values: dict[Decimal, str | None] = {}
    for key, match in numbers.items():
        value = decimal_value(match[1])
        if numeric and value is not None:
            values[value] = None if value in values else keys[key]
    series = {match[1] for key in telling if (match := re.fullmatch(r"([^\W\d]+) \d+", key))}
    numbered = len(series) == 1 and all(re.fullmatch(r"[^\W\d]+ \d+", key) for key in telling)
    return OptionBook(
        options=options,
        letters="".join(option.letter for option in options),
        multi=bool(options) and is_multi_select(prompt),
        numeric=numeric,
        clockwise=bool(
            re.search(r"(?<!counter)(?<!counter-)(?<!anti)(?<!anti-)clockwise|顺时针", prompt, re.IGNORECASE)
        ),
        _keys=keys,
        _values=values,
        _pattern=_texts_pattern([key for key in keys if not (numeric and key in numbers)]),
        _numbered=_series_pattern(series.pop()) if numbered else None,
    )


def _texts_pattern(keys: list[str]) -> re.Pattern[str] | None:
    """One pattern for all option texts, longest first, with the spaces of a reply left free."""
    parts = [_loose(key) for key in sorted(keys, key=len, reverse=True) if len(key) <= 300]
    if any(_NONE_TEXT.fullmatch(key) for key in keys):
        parts.append(_NONE_SAID)
    if not parts:
        return None
    return re.compile(
        r"(?<![A-Za-z0-9#])(?<!\d[-.,:])(?:" + "|".join(parts) + r")(?![A-Za-z0-9])(?![-.,:]\d)", re.IGNORECASE
    )


def _series_pattern(noun: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b({re.escape(noun)})s\s((?:\d{{1,3}}(?:,\s?(?:and\s)?|\sand\s|\s?&\s?)){{1,20}}\d{{1,3}})\b", re.IGNORECASE
    )


def _loose(key: str) -> str:
    escaped = re.escape(key).replace(r"\ ", " ")
    escaped = re.sub(r"(\\\[|,|\\\()(?=\d|\\-)", r"\1\\s{0,2}", escaped)
    return re.sub(r" +", r"\\s{1,3}", escaped)

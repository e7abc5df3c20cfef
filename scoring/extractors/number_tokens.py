"""The numbers of a text: digits with separators, signs, fractions, percent and powers of ten; number words; 十二."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from scoring.extractors.alternatives import word_list

_VULGAR = dict(zip("½¼¾⅓⅔⅛⅜⅝⅞⅕", ["1/2", "1/4", "3/4", "1/3", "2/3", "1/8", "3/8", "5/8", "7/8", "1/5"], strict=True))
_VULGAR_CLASS = f"[{''.join(_VULGAR)}]"
_DIGITS = (
    r"(?:\d{1,3}(?:[,'’]\d{3})+(?!\d)(?:\.\d+)?"  # 1,280.5
    r"|\d{1,3}(?: \d{3})+(?![\d,.]\d|\d)"  # 1 280
    r"|\d+,\d{1,2}(?![\d,])|0,\d+"  # 2,39 and 0,125
    r"|\d+(?:\.\d+)?|\.\d+)"
)
_TOKEN = re.compile(
    r"(?P<sign>(?<![\w.)])[-+]\s?(?=[\d.])|\b(?:minus|negative)\s|负|零下\s?)?"
    rf"(?<![A-Za-z_\d.])(?P<number>{_DIGITS})"
    rf"(?:(?:\s?(?P<mixed>{_VULGAR_CLASS}))|\s(?P<whole_over>\d{{1,4}})/(?P<whole_under>\d{{1,4}})(?!\d)"
    r"|\s?/\s?(?P<under>\d{1,9})(?![\d.]))?"
    r"(?:[eE](?P<exponent>[-+]?\d{1,3})(?!\w)|\s?[×x*]\s?10\^?\{?(?P<power>-?\d{1,2})\}?)?"
    r"(?!(?:st|nd|rd|th)\b)(?P<percent>\s?(?:%|percent\b|per cent\b))?"
    r"(?P<scale>\s?(?:million|billion|thousand|万|亿)\b)?"
    rf"|(?<!\w)(?P<vulgar>{_VULGAR_CLASS})",
    re.IGNORECASE,
)
MAX_TOKENS = 200
"""Numbers read of one text; more are data, not an answer."""
MAX_DIGITS = 40
"""A longer run of digits is no quantity."""
MAX_DENOMINATOR = 999_999_999
_PLACES = 12
_NEAR_CHARS = 200
_SCALES = {"million": 10**6, "billion": 10**9, "thousand": 10**3, "万": 10**4, "亿": 10**8}

_SMALL = word_list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_UNITS = {word: value for value, word in enumerate(_SMALL)}
_ROUND = word_list("twenty thirty forty fifty sixty seventy eighty ninety")
_TENS = {word: 10 * tens for tens, word in enumerate(_ROUND, 2)}
_NO_COUNT_AFTER = r"(?!\s+(?:of|hundred|thousand|quarters?|thirds?|half|halves|fourths?|fifths?)\b)"
_WORD = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_ROUND)})(?:[- ](?P<ones>{'|'.join(_SMALL[1:10])}))?"
    rf"|(?P<unit>{'|'.join(_SMALL)}))\b{_NO_COUNT_AFTER}",
    re.IGNORECASE,
)
_HAN = {char: n for n, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_HAN_NUMBER = re.compile(
    r"(?<![第每同唯单统])(?P<han>[一二两三四五六七八九十百]{1,5})"
    r"(?=[个处次步只条瓶把种张辆棵本座块米度位头匹根件朵颗道扇盏面到至或]|毫升|元|公里|分之|[。.!]?\s*$)"
)
"""A Chinese numeral with a measure word behind it, or at the end."""


@dataclass(frozen=True, slots=True)
class NumberToken:
    """A number at [start, end) of a text, as plain decimal text or as a fraction `a/b`."""

    text: str
    start: int
    end: int
    percent: bool = False
    fraction: bool = False


def number_tokens(text: str) -> list[NumberToken]:
    """The numbers of a text written with digits, in order. List marks, ordinals and parts of words are none."""
    return list(islice(_tokens(text), MAX_TOKENS))


def _tokens(text: str) -> Iterator[NumberToken]:
    for match in _TOKEN.finditer(text):
        if _is_list_mark(text, match):
            continue
        value = _canonical(match)
        if value is not None:
            yield NumberToken(value, match.start(), match.end(), bool(match["percent"]), bool(match["under"]))


def _is_list_mark(text: str, match: re.Match[str]) -> bool:
    """`3.` or `3)` at the start of a line with words after it, or with nothing (a list broken off)."""
    line = text.rfind("\n", 0, match.start()) + 1
    at_start = not text[line : match.start()].strip(" \t-*•")
    marked = re.match(r"[.)](?:[ \t]+\S|[ \t]*(?:\n|$))", text[match.end() :][:8])
    near = text[max(0, line - _NEAR_CHARS) : line] + text[match.end() + 1 : match.end() + _NEAR_CHARS]
    alone = not near.strip()
    return bool(at_start and marked and not match["sign"] and not alone and "." not in match["number"])


def _canonical(match: re.Match[str]) -> str | None:
    if match["vulgar"]:
        return plain_fraction(Fraction(_VULGAR[match["vulgar"]]))
    sign = "-" if match["sign"] and not match["sign"].startswith("+") else ""
    digits = _plain_digits(match["number"])
    if len(digits) > MAX_DIGITS:
        return None
    special = (
        match["mixed"] or match["whole_over"] or match["under"] or match["exponent"] or match["power"] or match["scale"]
    )
    if not special:
        return sign + digits
    value = _special_value(match, Fraction(digits))
    text = None if value is None else plain_fraction(-value if sign else value)
    return text if text is not None and len(text) <= MAX_DIGITS else None


def _special_value(match: re.Match[str], value: Fraction) -> Fraction | None:
    if match["mixed"]:
        value += Fraction(_VULGAR[match["mixed"]])
    elif match["whole_over"]:
        if not int(match["whole_under"]):
            return None
        value += Fraction(int(match["whole_over"]), int(match["whole_under"]))
    elif match["under"]:
        if not int(match["under"]):
            return None
        value /= int(match["under"])
    if match["exponent"] or match["power"]:
        value *= Fraction(10) ** max(-60, min(60, int(match["exponent"] or match["power"])))
    return value * _SCALES[match["scale"].strip().casefold()] if match["scale"] else value


def _plain_digits(number: str) -> str:
    if re.fullmatch(r"\d{1,3}(?:[,'’ ]\d{3})+(?:\.\d+)?", number) and not number.startswith("0,"):
        return re.sub(r"[,'’ ]", "", number)
    number = number.replace(",", ".")
    return "0" + number if number.startswith(".") else number


def plain_fraction(value: Fraction) -> str:
    """A fraction as decimal text where it ends within twelve places, else as `a/b`; rounded where b is very long."""
    if 10**_PLACES % value.denominator and value.denominator <= MAX_DENOMINATOR:
        return f"{value.numerator}/{value.denominator}"
    whole, places = divmod(round(abs(value) * 10**_PLACES), 10**_PLACES)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{places:0{_PLACES}}".rstrip("0").rstrip(".")


def word_tokens(text: str) -> list[NumberToken]:
    """The number words of a text (English up to ninety-nine, Chinese counts), in order."""
    found = [
        NumberToken(
            str(_word_value(match)), match.start(), match.end(), bool(re.match(r" per ?cent", text[match.end() :]))
        )
        for match in _WORD.finditer(text)
    ]
    plain = text.replace("一共", "  ").replace("一样", "  ").replace("一起", "  ")
    for match in _HAN_NUMBER.finditer(plain):
        value = han_value(match["han"])
        if value is not None:
            found.append(NumberToken(str(value), match.start(), match.end()))
    return sorted(found, key=lambda token: token.start)


def _word_value(match: re.Match[str]) -> int:
    if match["unit"]:
        return _UNITS[match["unit"].casefold()]
    return _TENS[match["tens"].casefold()] + (_UNITS[match["ones"].casefold()] if match["ones"] else 0)


def han_value(han: str) -> int | None:
    """The value of a Chinese numeral up to 999; None for digits in a row (三四, three or four)."""
    hundreds, _, rest = han.rpartition("百")
    tens, ten, ones = rest.rpartition("十")
    parts = [hundreds, tens, ones]
    if any(len(part) > 1 for part in parts):
        return None
    value = _HAN.get(hundreds, 1) * 100 if "百" in han else 0
    if ten:
        value += (_HAN.get(tens, 1) if tens else 1) * 10
    return value + (_HAN.get(ones, 0) if ones else 0)

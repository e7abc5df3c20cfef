"""One number out of a short text, exactly, or none. No evaluation: an expression is not a number."""

import re
from dataclasses import dataclass
from fractions import Fraction

from scoring.answer_text import read_math

LIMIT_CHARS = 300
"""A longer text is not a number. It also bounds the arithmetic."""
TOLERANCE = Fraction(1, 2 * 10**6)
"""Between a key with a fractional part and an answer: half of the sixth decimal. A whole key has to be met exactly."""

_RUN = r"(?:\.\d+|\d+(?:[.,'_ ]\d+)*)"
_FOUND = re.compile(
    rf"(?<![A-Za-z0-9_^.,\\])(?:(?P<whole>\d+)\ +(?=\d+\s*/\s*\d))?(?P<over>{_RUN})(?:\s*/\s*(?P<under>{_RUN}))?"
    r"(?P<power>(?:\s*×\s*10\s*\^?\s*|[eE])(?P<exponent>[-+]?\d{1,3})(?![\d.]))?"
)
_DECIMAL = re.compile(r"\d*\.?\d+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?:([ '_])\d{3})(?:\1\d{3})*(?:\.\d+)?")
_CONTINENTAL = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}")
_DECIMAL_COMMA = re.compile(r"\d+,\d+")

_UNIT_EXPONENT = re.compile(r"(?<=[A-Za-z])\^?\d(?!\d)")
_PER_UNIT = re.compile(r"(?<=[A-Za-z°])/(?=[A-Za-z])")
_CHANGED = re.compile(r"[\d^√∛/*×÷<>≤≥≠±∞π+\\]")
"""Signs beside the number that make another value of it, and further numbers."""
_DENIED = re.compile(r"\b(?:not|never|neither|nor|or|between|than)\b|n't\b|不是|并非|没有|或")
_SCALED = re.compile(r"!|\s?(?:hundred|thousand|million|billion|dozen|[百千万亿])", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|per\s?cent|pct)", re.IGNORECASE)
_SIGN = re.compile(r"([-+])(\s*)$")
_MEANINGLESS = str.maketrans("", "", "[](){}")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as written: `5 %` has the value 5 and `percent` set.

    Attributes:
        bare: Nothing but signs and a unit stands beside it; no words come first.
    """

    value: Fraction
    percent: bool = False
    bare: bool = True


def read_quantity(text: str) -> Quantity | None:
    """The one number of a text.

    Read: signs (any minus, `- 12`), thousands (`1,280`, `1 280`), decimal point or comma, fractions and mixed numbers
    (`3½`, `\\frac{1}{2}`), powers of ten (`1.2e3`, `1.2×10^3`), percent, and units or words around it (`12°`, `$12`,
    `12 km/h`, `12个`).

    Returns:
        None for no number, several numbers, expressions (`2*6`, `√144`, `7-8`), bounds (`<12`), denials (`not 12`),
        number words (`3 million`) and texts over 300 characters.
    """
    if len(text) > LIMIT_CHARS:
        return None
    plain = read_math(text).translate(_MEANINGLESS).strip()
    found = _FOUND.search(plain)
    # In [1,2] the comma separates two numbers, whatever it does elsewhere.
    if found is None or ("[" in text and "," in found[0]):
        return None
    before, after = plain[: found.start()], plain[found.end() :]
    sign, before = _split_sign(before)
    if sign is None or _says_more(before, after):
        return None
    value = _value(found)
    if value is None:
        return None
    percent = bool(_PERCENT.match(after)) or before.endswith("百分之")
    return Quantity(sign * value, percent, bare=not any(char.isalpha() for char in before))


def same_quantity(pred: Quantity, gold: Quantity) -> bool:
    """Whether an answer has the key's value.

    A percent sign has one reading. Where only the answer has one it is a unit (`45%` answers 45), or a share when the
    key lies between 0 and 1 (`50%` answers 0.5). Where only the key has one, the answer may leave it out (`5` for `5%`)
    or give the same value (`0.05`).
    """
    value, key = pred.value, gold.value
    if pred.percent and not gold.percent and 0 < abs(key) < 1:
        value /= 100
    if gold.percent and not pred.percent and _near(value * 100, key):
        return True
    return _near(value, key)


def _near(value: Fraction, key: Fraction) -> bool:
    return value == key if key.denominator == 1 else abs(value - key) <= TOLERANCE


def _split_sign(before: str) -> tuple[int | None, str]:
    """(+1 or -1, the text before the sign); None for the sign when it joins two things, as in `COVID-19`."""
    found = _SIGN.search(before)
    if found is None:
        return 1, before
    rest = before[: found.start()]
    last = rest.rstrip()[-1:]
    if found[2] and last and last not in "=:,":
        return 1, rest  # a dash between words and the number
    if not found[2] and rest[-1:].isascii() and rest[-1:].isalnum():
        return None, rest
    return (-1 if found[1] == "-" else 1), rest


def _says_more(before: str, after: str) -> bool:
    around = f"{before} {after}".casefold()
    beside = _PER_UNIT.sub("", _UNIT_EXPONENT.sub("", around))
    return bool(_SCALED.match(after) or _CHANGED.search(beside) or _DENIED.search(around))


def _value(found: re.Match[str]) -> Fraction | None:
    over = _plain(found["over"])
    under = _plain(found["under"]) if found["under"] else Fraction(1)
    if over is None or not under:
        return None
    value = over / under + int(found["whole"] or 0)
    return value * Fraction(10) ** int(found["exponent"]) if found["exponent"] else value


def _plain(run: str) -> Fraction | None:
    if _DECIMAL.fullmatch(run):
        return Fraction(run)
    if _THOUSANDS.fullmatch(run):
        return Fraction(re.sub(r"[,'_ ]", "", run))
    if _CONTINENTAL.fullmatch(run):
        return Fraction(run.replace(".", "").replace(",", "."))
    if _DECIMAL_COMMA.fullmatch(run):
        return Fraction(run.replace(",", "."))
    return None

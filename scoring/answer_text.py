"""An extracted answer as a person reads it: one spelling for each sign, no markup around it."""

import re
import unicodedata

from scoring.extractors.latex import latex_edits
from scoring.extractors.text import BOX_CLOSE, BOX_OPEN, apply_edits

_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
_VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅟↉"
# NFKC alone would glue these to a digit before them: 3½ would become 31⁄2, 12² would become 122.
_APART = str.maketrans(
    {char: f"^{digit}" for char, digit in _SUPERSCRIPTS.items()}
    | {char: " " + unicodedata.normalize("NFKC", char).replace("⁄", "/") for char in _VULGAR}
)
_ONE_SIGN = str.maketrans(
    dict.fromkeys("−‐‒–", "-") | {"⁄": "/", "∕": "/", "’": "'"} | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad")
)

# Emphasis only where a pair stands around something: the asterisks of 2*3 and 2**3 are multiplications.
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~]{1,500})(?<=\S)\1(?![\w*])")
_PAIRED_STARS = re.compile(r"\*{1,3}(?=\S)([^*\n]{1,500})(?<=\S)\*{1,3}")
_FENCE = re.compile(r"```[a-z]*\n?|`+|</?answer>")
_MARKER = re.compile(
    r"(?:(?:(?:the )?(?:(?:extracted|final|correct) )?(?:answer|choice|option)(?![a-z])(?: is)?"
    r"|(?:最终)?答案[是为]?|选项?) ?[:=]? ?){1,3}(?=\S)",
    re.IGNORECASE,
)

_BARE_FRACTION = re.compile(r"\\([dt]?frac)\s?(\d)\s?(\d)")
_BOX_MARKS = str.maketrans("", "", BOX_OPEN + BOX_CLOSE)
_CHUNK = 1000


def nfkc(text: str) -> str:
    """Unicode's NFKC, bounded: a run of combining marks takes the library quadratic time, and one sign can become 18.

    It is done in pieces of 1,000 characters, each of which may grow fourfold.
    """
    if text.isascii():
        return text
    pieces = (unicodedata.normalize("NFKC", text[i : i + _CHUNK]) for i in range(0, len(text), _CHUNK))
    return "".join(piece[: 4 * _CHUNK] for piece in pieces)


def read(text: str) -> str:
    """The text in one spelling: NFKC, one minus sign, ASCII digits, nothing invisible, no emphasis, no code marks."""
    text = nfkc(text.translate(_APART)).translate(_ONE_SIGN)
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)
    text = _FENCE.sub("", text)
    return _EMPHASIS.sub(r"\2", text).strip()


def read_math(text: str) -> str:
    r"""`read`, with simple LaTeX spelled plainly: `\frac{1}{2}` as 1/2, `\boxed{\text{12 cm}}` as 12 cm.

    What changes a value stays visible (`√`, `π`, unknown commands), so that nobody takes what is left for a number.
    """
    text = _BARE_FRACTION.sub(r"\\\1{\2}{\3}", read(text))
    plain, _ = apply_edits(text, latex_edits(text))
    return plain.translate(_BOX_MARKS).strip()


def without_marker(text: str) -> str:
    """What follows a leading `Answer:`, `Extracted answer:`, `The answer is`, `Option`, `答案是`, in any case."""
    text = " ".join(text.split())
    found = _MARKER.match(text)
    return text[found.end() :] if found else text


def folded(text: str) -> str:
    """For comparing words: `read`, case-folded, single spaces, no quotes or punctuation at either end."""
    plain = nfkc(_PAIRED_STARS.sub(r"\1", read(text)).casefold())
    return " ".join(plain.split()).strip(" \t\"'“”‘’`.,:;!?。，：；！？「」『』《》()[]")

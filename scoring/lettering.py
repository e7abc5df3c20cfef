"""Letters of options out of an extracted answer: one, several, or the text of one instead."""

import re
from collections.abc import Sequence

from scoring.answer_text import folded, read_math, without_marker
from scoring.options import Option

Letters = frozenset[str]

_ONE = re.compile(r"[(\[{<\"']{0,2}\s?([A-Za-z])\s?[)\]}>\"']{0,2}[.:,;]?")
_WITH_TEXT = re.compile(r"[(\[]?\s?([A-Z])(\s?[)\].:]+\s*|\s)(\S.*)", re.DOTALL)
_TOGETHER = re.compile(r"[A-Z]{2,26}|[a-z]{2,26}")
_SPLIT = re.compile(r"[\s,、;/&+()\[\]\"']+|\band\b|和")
_LIMIT_CHARS = 2000


def read_letters(text: str, options: Sequence[Option] = ()) -> Letters | None:
    """The options an answer names, upper case.

    Read: `C`, `c`, `(C)`, `C.`, `Answer: C`, `A, C and D`, `ACD`, a letter with its own option's text, and the whole
    text of exactly one option.

    Returns:
        None when it names none, or when the letter and the text beside it are those of different options.
    """
    if len(text) > _LIMIT_CHARS:
        return None
    plain = without_marker(read_math(text))
    if one := _ONE.fullmatch(plain):
        return frozenset(one[1].upper())
    said = folded(plain)
    named = [option.letter for option in options if option.text and folded(option.text) == said]
    if len(named) == 1:
        return frozenset(named)
    return _several(plain) or _with_text(plain, options)


def _several(plain: str) -> Letters | None:
    if _TOGETHER.fullmatch(plain) and len(set(plain)) == len(plain):
        return frozenset(plain.upper())
    parts = [part for part in _SPLIT.split(plain.rstrip(".")) if part]
    if len(parts) == len(set(parts)) > 1 and all(
        len(part) == 1 and part.isascii() and part.isalpha() for part in parts
    ):
        return frozenset("".join(parts).upper())
    return None


def _with_text(plain: str, options: Sequence[Option]) -> Letters | None:
    found = _WITH_TEXT.fullmatch(plain)
    if found is None:
        return None
    letter, mark, rest = found.groups()
    says = {option.letter for option in options if option.text and folded(option.text) == folded(rest)}
    if says:
        return frozenset(letter) if letter in says else None
    # "A man" is not A; "A. The man" is, unless another option is named after it.
    names_other = any(option.letter != letter and re.search(rf"\b{option.letter}\b", rest) for option in options)
    return frozenset(letter) if mark.strip() and not names_other else None

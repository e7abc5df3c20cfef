"""The options of one prompt, ready to be recognised in a reply: by letter, by text, by value."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from scoring.extractors.option_texts import NONE_TEXT, OptionTexts, option_key, option_texts
from scoring.extractors.option_values import NUMERIC, Mention, OptionValues, decimal_value
from scoring.options import Option, is_multi_select, parse_options

_CLOCKWISE = re.compile(r"(?<!counter)(?<!counter-)(?<!anti)(?<!anti-)clockwise|顺时针", re.IGNORECASE)
_OWN_MARK = re.compile(
    r"(?<![A-Za-z0-9])[(\[]?(?P<letter>[A-Z])[)\].:、|*\s–=-]{1,6}(?:[Aa]n?\s|[Tt]he\s)?[#\[({\"']{0,2}$"
)
_BETWEEN = re.compile(r"(?:[\s|*•·,;.)\]}%°\"'–-]|\d[.)]|\b[Oo]ption\b){0,60}")
_UNIT = re.compile(r"[ ]?(?:[a-z][A-Za-z]{0,9}(?:/[a-z]{1,4})?|[\u4e00-\u9fff]{1,4})")
_MAX_MENTIONS = 60
"""Options named in one text, the last ones: who names more goes through data."""
_MARK_CHARS = 16


@dataclass(frozen=True, slots=True)
class OptionBook:
    """The options of a prompt.

    Attributes:
        options: In order; empty when the prompt offers none.
        letters: Their letters, as one string.
        multi: Whether several letters may be the answer.
        numeric: Whether every option (apart from "none of the above") is a number with a unit.
        texts, values: What they say, and what they measure where `numeric`.
    """

    options: tuple[Option, ...]
    letters: str
    multi: bool
    numeric: bool
    texts: OptionTexts
    values: OptionValues

    def mentions(self, text: str) -> list[Mention]:
        """Where a text names options by what they say or measure, left to right."""
        found = self.texts.mentions(text)
        if self.numeric:
            numbers = self.values.mentions(text)
            found += [one for one in numbers if not any(one.start < m.end and m.start < one.end for m in found)]
        return sorted(found, key=lambda mention: mention.start)[-_MAX_MENTIONS:]

    def exact(self, text: str) -> str | None:
        """The letter of the option that says exactly this (case, articles and outer punctuation aside)."""
        key = option_key(text)
        if not key or key in self.texts.letters:
            return self.texts.letters.get(key)
        if self.numeric and NUMERIC.fullmatch(key):
            numbers = self.values.mentions(text)
            return numbers[0].letter if len(numbers) == 1 else None
        return None

    def copied_lists(self, text: str) -> list[tuple[int, int]]:
        """Where a text only copies the list of options, as (start, end): letters with their own texts in a row.

        Two in a row are a copy; where several may be right, only nearly all of them.
        """
        runs: list[list[tuple[int, int]]] = []
        for mention in self.mentions(text):
            mark = _OWN_MARK.search(text, max(0, mention.start - _MARK_CHARS), mention.start)
            if mark is None or mark["letter"] != mention.letter:
                continue
            unit = _UNIT.match(text, mention.end) if self.numeric else None
            place = (mark.start(), unit.end() if unit else mention.end)
            if runs and _BETWEEN.fullmatch(text, runs[-1][-1][1], mark.start()):
                runs[-1].append(place)
            else:
                runs.append([place])
        least = max(2, len(self.options) - 1) if self.multi else 2
        return [(run[0][0], run[-1][1]) for run in runs if len(run) >= least]


@lru_cache(maxsize=4096)
def option_book(prompt: str) -> OptionBook:
    """The options of a prompt, prepared once."""
    options = parse_options(prompt)
    keys = _keys(options)
    numbers = {key: match for key in keys if not NONE_TEXT.fullmatch(key) and (match := NUMERIC.fullmatch(key))}
    numeric = bool(numbers) and all(key in numbers or NONE_TEXT.fullmatch(key) for key in keys)
    return OptionBook(
        options=options,
        letters="".join(option.letter for option in options),
        multi=bool(options) and is_multi_select(prompt),
        numeric=numeric,
        texts=option_texts({key: letter for key, letter in keys.items() if not (numeric and key in numbers)}),
        values=_values({key: match[1] for key, match in numbers.items()} if numeric else {}, keys, prompt),
    )


def _keys(options: tuple[Option, ...]) -> dict[str, str]:
    """Normalised text -> letter; a text that two options share names neither."""
    keys = [option_key(option.text) for option in options]
    return {key: option.letter for key, option in zip(keys, options, strict=True) if key and keys.count(key) == 1}


def _values(numbers: dict[str, str], keys: dict[str, str], prompt: str) -> OptionValues:
    letters: dict[Decimal, str | None] = {}
    for key, number in numbers.items():
        value = decimal_value(number)
        if value is not None:
            letters[value] = None if value in letters else keys[key]
    return OptionValues(letters, bool(_CLOCKWISE.search(prompt)))

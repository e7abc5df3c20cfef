"""Options recognised by what they say. Plain string search: a pattern per prompt would cost milliseconds to compile."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.extractors.latex import latex_edits
from scoring.extractors.option_values import Mention
from scoring.extractors.text import apply_edits, plain_characters

NONE_TEXT = re.compile(
    r"none(?: of (?:the |these|them|those).*)?|no (?:answer|solution|correct answer|valid \w+)|not (?:listed"
    r"|given|here)|neither|以上都不\w*|都不\w*|无",
    re.IGNORECASE,
)
"""The texts of options such as "None of the above"."""
_NONE_SAID = re.compile(
    r"\bnone of (?:the|these|those)(?: above| given| listed| other)*(?: options| choices| answers| values| "
    r"statements)?\b(?! \w+ing)"
    r"|\bno (?:correct |valid )?answer\b",
    re.IGNORECASE,
)
_NONE_OF_OTHERS = re.compile(r" of (?!(?:the|these|those|them)\b)", re.IGNORECASE)
_MAX_KEY_CHARS = 300


@dataclass(frozen=True, slots=True)
class OptionTexts:
    """What the options say, normalised, longest first, with their letters.

    Attributes:
        letters: Normalised text -> letter.
        spellings: (spelling in lower case, letter), longest first.
        none_letter: The letter of "None of the above", if there is one.
        series: The common noun of options called shape 1, shape 2, …
    """

    letters: dict[str, str]
    spellings: tuple[tuple[str, str], ...]
    none_letter: str | None
    series: str | None

    def mentions(self, text: str) -> list[Mention]:
        """Where a text names options, left to right; of overlapping ones the longest."""
        if self.series is not None and (listed := list(self._from_lists(text))):
            return listed
        low = _lower(text)
        found: list[Mention] = []
        taken = bytearray(len(low))
        for spelling, letter in self.spellings:
            for start in _places(spelling, low):
                end = start + len(spelling)
                if not any(taken[start:end]):
                    taken[start:end] = b"\x01" * (end - start)
                    found.append(Mention(letter, start, end))
        if self.none_letter is not None and not any(one.letter == self.none_letter for one in found):
            found += [Mention(self.none_letter, *said.span()) for said in _NONE_SAID.finditer(text)]
        return sorted(found, key=lambda mention: mention.start)

    def _from_lists(self, text: str) -> Iterator[Mention]:
        """ "Shapes 2 and 4" where the options are called shape 1, shape 2, …"""
        for listed in _SERIES.finditer(text):
            if listed[1].casefold() == self.series:
                for number in re.finditer(r"\d+", listed[2]):
                    yield Mention(self.letters.get(f"{self.series} {number[0]}"), listed.start(), listed.end())


_SERIES = re.compile(r"\b([^\W\d]{2,20})s\s((?:\d{1,3}(?:,\s?(?:and\s)?|\sand\s|\s?&\s?)){1,20}\d{1,3})\b")


def option_texts(texts: dict[str, str]) -> OptionTexts:
    """The texts of a prompt's options (normalised text -> letter), ready to be found."""
    usable = {key: letter for key, letter in texts.items() if len(key) <= _MAX_KEY_CHARS}
    telling = [key for key in usable if not NONE_TEXT.fullmatch(key)]
    nouns = {match[1] for key in telling if (match := re.fullmatch(r"([^\W\d]+) \d+", key))}
    numbered = len(nouns) == 1 and all(re.fullmatch(r"[^\W\d]+ \d+", key) for key in telling)
    spellings = [(spelling, letter) for key, letter in usable.items() for spelling in _spellings(key)]
    return OptionTexts(
        letters=usable,
        spellings=tuple(sorted(spellings, key=lambda pair: -len(pair[0]))),
        none_letter=next((letter for key, letter in usable.items() if NONE_TEXT.fullmatch(key)), None),
        series=nouns.pop() if numbered else None,
    )


def option_key(text: str) -> str:
    """An option's text for comparison: plain characters, no LaTeX, no case, no article, no outer punctuation."""
    plain = plain_characters(text)
    plain, _ = apply_edits(plain, latex_edits(plain))
    plain = " ".join(_MARKS.sub("", plain).casefold().split()).strip(" .;:!?\"'。，；！：、")
    # `16 km` and `16km`, `[3, 6]` and `[3,6]`, `#A0B1C2` and `A0B1C2` are one text.
    plain = _LOOSE.sub("", plain)
    enclosed = len(plain) > 2 and plain[0] + plain[-1] in ("()", "{}", "[]")
    return plain[1:-1] if enclosed else plain


_MARKS = re.compile(r"[*`]")
_LOOSE = re.compile(
    r"^(?:an?|the) (?=[^\W\d])|^#(?=[0-9a-f]{6}$)|(?<=[\[(]) | (?=[\])])|(?<=,) (?=\d)|(?<=\d) (?=[^\W\d]|[%°℃])"
)


def _spellings(key: str) -> set[str]:
    low = key.lower()
    return {low, re.sub(r",(?=[\d-])", ", ", low), re.sub(r"(?<=\d)(?=[^\W\d]|[%°℃])", " ", low)}


def _lower(text: str) -> str:
    """Lower case with every space plain, only where that keeps positions (İ grows when lowered)."""
    low = text.lower()
    return (low if len(low) == len(text) else text).replace("\n", " ")


def _places(spelling: str, low: str) -> Iterator[int]:
    """Where a spelling stands by itself: no letter, digit or joining sign on either side."""
    start = low.find(spelling)
    while start >= 0:
        end = start + len(spelling)
        if not _joins_before(low, start) and not _joins_after(low, end) and _is_meant(spelling, low, end):
            yield start
        start = low.find(spelling, end)


def _joins_before(low: str, start: int) -> bool:
    before = low[max(0, start - 2) : start]
    return before[-1:].isascii() and (
        before[-1:].isalnum() or (len(before) == 2 and before[0].isdigit() and before[1] in "-.,:")
    )


def _joins_after(low: str, end: int) -> bool:
    after = low[end : end + 2]
    return after[:1].isascii() and (
        after[:1].isalnum() or (len(after) == 2 and after[0] in "-.,:" and after[1].isdigit())
    )


def _is_meant(spelling: str, low: str, end: int) -> bool:
    """ "None of A and B" speaks of A and B, not of an option "none"."""
    return spelling != "none" or not _NONE_OF_OTHERS.match(low, end)

"""Sentences of a reply: where they lie, and whether what stands in one is asked, supposed, denied or broken off."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from scoring.extractors.alternatives import any_of
from scoring.extractors.cues import (
    BELIEVED_ONCE,
    CONDITIONAL,
    DENIES_WHAT_FOLLOWS,
    LOOKED_AT,
    NEGATION,
    SET_AGAINST,
    SETS_OTHERS_ASIDE,
)

_BREAK = re.compile(r"(?<=[.!?])[\"')\]]?\s+|(?<=[。！？；;])\s*|\s*\n\s*")
_JUST_A_MARK = re.compile(r"\W*(?:[A-Za-z]|\d{1,3}|(?:[Aa]nswer|[Oo]ption)[:\s]*[A-Z])\.\W*")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|approx|ca|No|vs|Fig|resp)\.$")
_CLAUSE_START = re.compile(r"[,;:，。；、]|\s[-–—]\s|\b(?:but|while|whereas|and so|so)\b|但是?|而是")
_CLAUSE_BREAK = re.compile(r"\.\s|[,;:()，。；、]|\s[-–—]\s|\b(?:but|while|whereas|and so|so)\b|但是?|而是")
_QUESTION = re.compile(r"[?？][\"')\]\s]*$|[吗呢么](?:[。\s]*)$")
_OPEN_WORDS = (
    "the|an?|and|or|of|to|is|are|was|has|have|had|with|then|at|in|on|for|from|which|that|but|so|because|than|not"
    "|be|by|as|into"
    "|near|its|his|her|their|I|we|it|second|third|plus|behind|shows|hits|reads|says"
)
_OPEN_END = any_of(
    rf"(?:[,:;(\[{{+×=&/-]|\b(?:{_OPEN_WORDS})|(?<=[\u4e00-\u9fff])[和的是在则即与及]|所以|那么|因此)\s*\Z",
    r"\b(?:and|but)\s(?:behind|above|below|under|beside)\s\w+\s*\Z",
    r"\b(?:and|but|while|then|plus)\s(?:in |on |at |behind )?(?:the|his|her|its|an?)\s[a-z]+(?: [a-z]+)?\s*\Z",
    flags=re.NOFLAG,
)
"""The end of a text that stops in the middle of a sentence."""
_AROUND_CHARS = 400
"""How much of a sentence is looked at on either side; longer ones are no sentences."""
_PREDICATE_CHARS = 24
"""How far behind a letter a denial may stand to be about it: "B is definitely wrong"."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """Where the sentences of a text lie, as sorted (start, end)."""

    text: str
    spans: tuple[tuple[int, int], ...]

    def around(self, position: int) -> tuple[int, int]:
        """The sentence that holds a position."""
        index = bisect_right(self.spans, (position, len(self.text) + 1)) - 1
        start, end = self.spans[max(index, 0)] if self.spans else (0, len(self.text))
        return max(start, position - _AROUND_CHARS), min(end, position + _AROUND_CHARS)

    def is_broken_off(self) -> bool:
        """Whether the text stops in the middle of a sentence, so that what it said last may not be its answer."""
        if len(self.text.split(None, 4)) < 4:
            return False
        if _OPEN_END.search(self.text[-80:]):
            return True
        if len(self.spans) < 2:
            return False
        (_, before), (start, end) = self.spans[-2:]
        last = self.text[start:end]
        runs_on = "\n" not in self.text[before:start]
        return runs_on and bool(re.fullmatch(r"[A-Z][a-z]+(?: [a-z]+)+", last))

    def is_hedged(self, position: int) -> bool:
        """Whether the sentence asks or supposes rather than says."""
        start, end = self.around(position)
        sentence = self.text[start:end]
        return bool(_QUESTION.search(sentence) or CONDITIONAL.search(sentence))

    def is_negated(self, start: int, end: int) -> bool:
        """Whether a thing named at [start, end) is denied, set aside or only looked at in its own clause."""
        before, clause = self._before(start)
        if any(cue.search(before, clause) for cue in (NEGATION, LOOKED_AT, BELIEVED_ONCE)) or SET_AGAINST.search(
            before
        ):
            return True
        return self._is_denied_after(end)

    def is_phrase_denied(self, lead: int, end: int | None = None) -> bool:
        """Whether a turn of phrase that starts at `lead` ("I choose B") is denied as a whole, or right after `end`."""
        before, clause = self._before(lead)
        if DENIES_WHAT_FOLLOWS.search(before) or BELIEVED_ONCE.search(before, clause):
            return True
        return end is not None and self._is_denied_after(end)

    def _before(self, position: int) -> tuple[str, int]:
        """The sentence up to a position, and where the clause of the position starts in it."""
        first, _ = self.around(position)
        before = self.text[first:position]
        return before, max((cut.end() for cut in _CLAUSE_START.finditer(before)), default=0)

    def _is_denied_after(self, end: int) -> bool:
        _, last = self.around(max(end - 1, 0))
        after = self.text[end : min(last, end + _PREDICATE_CHARS)]
        # "B (wrong)" denies B, "C, not A" does not deny C.
        cut = _CLAUSE_BREAK.search(after, 1 if after.lstrip()[:1] == "(" else 0)
        clause = after[: cut.start()] if cut else after
        return bool(NEGATION.search(clause)) and not SETS_OTHERS_ASIDE.match(clause)


def split_sentences(text: str) -> Sentences:
    """The sentences of a text. A lone list mark (`A.`, `3.`) belongs to what follows it."""
    spans: list[tuple[int, int]] = []
    start = 0
    for cut in _BREAK.finditer(text):
        newline = "\n" in cut[0]
        mark = _JUST_A_MARK.fullmatch(text, start, cut.start()) or _ABBREVIATION.search(
            text, max(start, cut.start() - 8), cut.start()
        )
        if not newline and mark:
            continue
        if text[start : cut.start()].strip():
            spans.append((start, cut.start()))
        start = cut.end()
    if text[start:].strip():
        spans.append((start, len(text)))
    return Sentences(text, tuple(spans))

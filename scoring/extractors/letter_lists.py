"""Several letters in a row: "A, C and D", "A/C", "A or C", "A C D"."""

import re
from dataclasses import dataclass

from scoring.extractors.agreement import END

_JOIN = re.compile(
    r"\s{0,2}(?P<word>,?\s?(?:and|or|oder|und|ou|et|или|и|y|o|e)\b|[,/&+、;]\s?(?:and\b|or\b)?|和|与|及|或者?|还是|と"
    r"|,?\s?(?:or )?(?:maybe|possibly|perhaps)\b)\s{0,2}"
    rf"(?:option |the |选项|选)?[(\[\"']{{0,2}}(?P<letter>[A-Za-z])[)\]\"']{{0,2}}{END}",
    re.IGNORECASE,
)
_HEDGED = re.compile(r"or\b|oder|ou|или|/|或|还是|maybe|possibly|perhaps", re.IGNORECASE)
_SPACED = re.compile(r"(?:\s+[A-Z]){1,25}\s*[.!]?\s*$")
_PREDICATE = re.compile(r"\s(?:is|was|cannot|can't|isn't|does|doesn't|would|has|looks|seems)\b")
_ARTICLE_FOLLOWED = re.compile(r"\s+(?!(?:and|or|und|et|y)\b)[a-z]")
_ASIDE = re.compile(r"\s?\([^()\n]{1,80}\)(?=\s?(?:,|and\b|&|和|、))")


@dataclass(frozen=True, slots=True)
class LetterList:
    """The letters, where they end, and whether an "or" stands between them."""

    letters: str
    end: int
    is_hedged: bool


def joined_letters(first: str, end: int, text: str) -> LetterList:
    """All letters that a first one, which ends at `end`, is joined to."""
    if spaced := _SPACED.match(text, end):
        return LetterList(first + "".join(re.findall(r"[A-Z]", spaced[0])), spaced.end(), False)
    letters, is_hedged = first, False
    while (join := _JOIN.match(text, _past_aside(text, end))) and not _starts_a_sentence(join, text):
        letters += join["letter"].upper()
        is_hedged = is_hedged or bool(_HEDGED.search(join["word"]))
        end = join.end()
    return LetterList(letters, end, is_hedged)


def _past_aside(text: str, end: int) -> int:
    """The end of a short aside in brackets that another letter follows: "B (two arrows) and C (…)"."""
    aside = _ASIDE.match(text, end)
    return aside.end() if aside else end


def _starts_a_sentence(join: re.Match[str], text: str) -> bool:
    """Whether a joined letter is an article, a pronoun, or the subject of what comes next: "C, A is wrong"."""
    letter = join["letter"]
    if letter in "aioeyu" or (letter in "AI" and _ARTICLE_FOLLOWED.match(text, join.end())):
        return True
    return join["word"].strip() in (";", ",") and bool(_PREDICATE.match(text, join.end()))

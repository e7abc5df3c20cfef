"""Does a reply read the word that stands in the picture? The strict rule of ocr."""

import re
from pathlib import PurePosixPath

from scoring.answer_text import folded
from scoring.extractors.text import apply_edits
from scoring.extractors.visible import hidden_parts

LIMIT_CHARS = 50_000
"""Of a longer reply only the end is read."""
_SPECIAL_IMAGES = {"60.jpg": "mobi", "62.jpg": "aires"}

_SPACELESS = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u3040-\u30ff\u0e00-\u0e7f]")
"""Scripts written without spaces between words: every place is a word's edge."""
_DENIAL = re.compile(
    r"(?:\b(?:not|never|isn't|wasn't|doesn't|instead of|rather than|unlike)"
    r"(?: (?:the|a|word|text|be|is|read|reads|say|says|spell|spells|really|actually|called|written)){0,3}"
    r"|不是|并非|而非|不叫|不读)\s?[\"'“‘「《(]*$"
)
_BEFORE_CHARS = 60


def gold_word(gold: str, image: str | None) -> str:
    """The word to look for: the authors correct the key of two pictures, here by the exact name of the file."""
    name = PurePosixPath((image or "").replace("\\", "/")).name
    return _SPECIAL_IMAGES.get(name, gold)


def reads_word(response: str, word: str) -> bool:
    """Whether the reply has the word as a whole word, outside its reasoning, and does not deny it there and then.

    Compared after NFKC and case folding, without Markdown emphasis and with single spaces. A denial counts only
    directly before the word (`it is not Harbor`, `不是Harbor`); one further occurrence without it is enough.
    """
    response = response[-LIMIT_CHARS:]
    visible, _ = apply_edits(response, hidden_parts(response))
    text, wanted = folded(visible), folded(word)
    if not wanted:
        return False
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if _is_whole(text, start, end) and not _DENIAL.search(text[max(0, start - _BEFORE_CHARS) : start]):
            return True
        start = text.find(wanted, start + 1)
    return False


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (_joins(text[start - 1 : start], text[start]) or _joins(text[end : end + 1], text[end - 1]))


def _joins(neighbour: str, edge: str) -> bool:
    """Whether a character beside the word makes it part of a longer one."""
    if not neighbour or _SPACELESS.match(neighbour) or _SPACELESS.match(edge):
        return False
    return (neighbour.isalnum() or neighbour == "_") and edge.isalnum()

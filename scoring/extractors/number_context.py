"""Which numbers of a text are beside the question: repeated from it, of a scale, of steps, of other things counted."""

import re

from scoring.extractors.alternatives import any_of, word_list
from scoring.extractors.form import Form
from scoring.extractors.subjects import has_another_subject

_REFERENCE = any_of(
    r"\b(?:step|fig(?:ure)?\.?|image|picture|photo|version|page|table|question|part|option|row|line|column|group"
    r"|gamma)"
    r"\s#?\d{1,3}(?:\.\d)?\b",
    r"\bin (?:19|20)\d\d\b",
)
_SCALE_TALK = any_of(
    r"\b(?:scale|range|dial)\b[^.]{0,20}\b(?:goes|runs|ends|starts|has|is marked|from|reaches)\b|\beach\b"
    r"|\bmax(?:imum)?\b",
    r"\bthe (?:first|second|third|other) \w+ (?:is|shows|reads|has)\b|\bexample\b",
    "量程|分度值|最大",
)
_LIST_MARK = re.compile(r"(?:^|(?<=\s))(\d{1,2})[.)](?=\s|$)")
_NUMBERED_IN_QUESTION = re.compile(r"(\b[A-Za-z]{3,20} |[\u4e00-\u9fff]{2,3})(\d{1,6})(?!\d)")
_FIRST_DIGIT = re.compile(r"(?<!\d)[$€£¥]?\d")
_INEXACT = re.compile(r"(?<![\d.])\d+(?:\.\d*[1-9]\d*(?!\d)|(?:\.\d+)?\s?(?:%|percent))", re.IGNORECASE)
_NUMBER = r"(?:\d+(?:[.,]\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_COUNT = re.compile(rf"\b({_NUMBER})(?=\s(?:(?P<size>(?:x|by|×)\s\d)|([A-Za-z]+)(?:\s([A-Za-z]+))?))", re.IGNORECASE)
_AN_ARTICLE = re.compile(r"one|two", re.IGNORECASE)

_NO_THINGS = frozenset(
    word_list(
        "degrees percent times yen euros dollars cents pounds bars litres liters meters metres centimeters "
        "centimetres millimeters "
        "millimetres inches feet hours minutes seconds days years points units items objects things ones places "
        "spots volts amps "
        "watts grams kilograms celsius is was has as this its plus across"
    )
)
"""Words behind a number, with an s, that do not count other things."""
_SAME_THING = {"step": ("move",), "difference": ("change", "discrepancie", "thing"), "shape": ("figure",)}
_MAX_SENTENCE_CHARS = 600
_SUBJECT_CHARS = 80


def blank(found: re.Match[str]) -> str:
    """Spaces of the same length, so that positions stay."""
    return " " * len(found[0])


def without_repeats(text: str, form: Form) -> str:
    """The text without step and figure numbers, and without what only repeats the question ("the digit 7")."""
    for before, number in _NUMBERED_IN_QUESTION.findall(form.prompt)[:8]:
        word = before.strip()
        if word.casefold() in text.casefold():
            repeated = rf"{re.escape(word)}s?\s?(?:is\s|[:为是]\s?)?[\"']?{number}(?!\d)[\"']?"
            text = re.sub(repeated, blank, text, flags=re.IGNORECASE)
    return _REFERENCE.sub(blank, text)


def without_list_marks(text: str) -> str:
    """The text without the numbers that count its items off in one line: "1. hat 2. shoe"."""
    if [int(mark[1]) for mark in _LIST_MARK.finditer(text)][:2] != [1, 2]:
        return text
    return _LIST_MARK.sub(blank, text)


def without_side_numbers(sentence: str, form: Form) -> str:
    """A sentence without the numbers that do not answer.

    Those of a scale, of things not asked for, and shares where a count is asked.
    """
    if len(sentence) > _MAX_SENTENCE_CHARS or _SCALE_TALK.search(sentence) or _is_of_another_thing(sentence, form):
        return ""
    if form.counts:
        sentence = _INEXACT.sub(blank, sentence)
    asked = asked_nouns(form)
    others = [count for count in _COUNT.finditer(sentence) if _counts_others(count, asked, form)]
    if others and asked:
        return ""
    for count in others:
        start, end = count.span(1)
        sentence = sentence[:start] + " " * (end - start) + sentence[end:]
    return sentence


def asked_nouns(form: Form) -> set[str]:
    """The things that "how many …" asks for, in lower case without a plural s."""
    nouns = {noun.casefold().rstrip("s") for noun in form.counted}
    return nouns.union(*(_SAME_THING.get(noun, ()) for noun in nouns))


def _is_of_another_thing(sentence: str, form: Form) -> bool:
    starts = [number.start() for number in _FIRST_DIGIT.finditer(sentence)]
    return any(has_another_subject(sentence[max(0, start - _SUBJECT_CHARS) : start], form) for start in starts)


def _counts_others(count: re.Match[str], asked: set[str], form: Form) -> bool:
    """Whether a number counts things the question does not ask for: "3 rows" of bottles, "two cards" of a product."""
    if count["size"]:
        return True
    words = [word.casefold() for word in (count[3], count[4]) if word]
    if any(word.rstrip("s") in asked for word in words) or form.asks_how_often or not form.prompt.isascii():
        return False
    if any(_is_plural(word) for word in words):
        return True
    # "one card": the word is an article more than a count.
    return not asked and bool(_AN_ARTICLE.fullmatch(count[1])) and words[0] not in _NO_THINGS


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in _NO_THINGS

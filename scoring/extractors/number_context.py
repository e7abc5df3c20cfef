"""Which numbers of a text are beside the question: repeated from it, of a scale, of steps, of other things counted."""

import re

from scoring.extractors.form import Form
from scoring.extractors.subjects import has_another_subject

_REFERENCE = re.compile(
    r"\b(?:step|fig(?:ure)?\.?|image|picture|photo|version|page|table|question|part|option|row|line|column|group|gamma)\s#?\d{1,3}(?:\.\d)?\b"
    r"|\bin (?:19|20)\d\d\b",
    re.IGNORECASE,
)
_SCALE_TALK = re.compile(
    r"\b(?:scale|range|dial)\b[^.]{0,20}\b(?:goes|runs|ends|starts|has|is marked|from|reaches)\b|\beach\b|\bmaximum\b|\bmax\b"
    r"|\bthe (?:first|second|third|other) \w+ (?:is|shows|reads|has)\b|\bexample\b|量程|分度值|最大",
    re.IGNORECASE,
)
_MAX_SENTENCE_CHARS = 600
_LIST_MARK = re.compile(r"(?:^|(?<=\s))(\d{1,2})[.)](?=\s|$)")
_AFTER_NUMBER = re.compile(r"\s(?:([A-Za-z]+)(?:\s([A-Za-z]+))?)?")
_UNITS = frozenset(
    "degrees percent times yen euros dollars cents pounds bars litres liters meters metres centimeters centimetres millimeters millimetres"
    " inches feet hours minutes seconds days years points units items objects things ones places spots volts amps watts grams kilograms"
    " celsius is was has as this its plus across".split()
)
_SAME_THING = {"step": ("move",), "difference": ("change", "discrepancie", "thing"), "shape": ("figure",)}
_NUMBER = r"(?:\d+(?:[.,]\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_COUNT = re.compile(rf"\b{_NUMBER}(?=\s[A-Za-z])", re.IGNORECASE)
_WORD_ONE = re.compile(r"\b(?:one|two)\b", re.IGNORECASE)
_INEXACT = re.compile(r"(?<![\d.])\d+(?:\.\d*[1-9]\d*(?!\d)|(?:\.\d+)?\s?(?:%|percent))", re.IGNORECASE)


def blank(found: re.Match[str]) -> str:
    """Spaces of the same length, so that positions stay."""
    return " " * len(found[0])


def without_repeats(text: str, form: Form) -> str:
    """The text without step and figure numbers, and without what only repeats the question ("the digit 7")."""
    for before, number in re.findall(r"(\b[A-Za-z]{3,20} |[\u4e00-\u9fff]{2,3})(\d{1,6})(?!\d)", form.prompt)[:8]:
        if before.strip().casefold() in text.casefold():
            text = re.sub(
                rf"{re.escape(before.strip())}s?\s?(?:is\s|[:为是]\s?)?[\"']?{number}(?!\d)[\"']?",
                blank,
                text,
                flags=re.IGNORECASE,
            )
    return _REFERENCE.sub(blank, text)


def without_list_marks(text: str) -> str:
    """The text without the numbers that count its items off in one line: "1. hat 2. shoe"."""
    marks = list(_LIST_MARK.finditer(text))
    if [int(mark[1]) for mark in marks[:2]] != [1, 2]:
        return text
    return _LIST_MARK.sub(blank, text)


def without_side_numbers(sentence: str, form: Form) -> str:
    """A sentence without the numbers that do not answer: of a scale, of things not asked for, shares where a count is asked."""
    if _SCALE_TALK.search(sentence):
        return ""
    if len(sentence) > _MAX_SENTENCE_CHARS:
        return ""
    numbers = re.finditer(r"(?<!\d)[$€£¥]?\d", sentence)
    if any(has_another_subject(sentence[max(0, number.start() - 80) : number.start()], form) for number in numbers):
        return ""
    asked = asked_nouns(form)
    if asked or form.asks_how_often:
        sentence = _INEXACT.sub(blank, sentence)
    others = [count for count in _COUNT.finditer(sentence) if _counts_other(count, sentence, asked, form)]
    if others and asked:
        return ""
    for count in others:
        sentence = sentence[: count.start()] + blank(count) + sentence[count.end() :]
    return sentence


def asked_nouns(form: Form) -> set[str]:
    """The things that "how many …" asks for, in lower case without a plural s."""
    nouns = {noun.casefold().rstrip("s") for noun in form.counted}
    return nouns.union(*(_SAME_THING.get(noun, ()) for noun in nouns))


def _counts_other(count: re.Match[str], sentence: str, asked: set[str], form: Form) -> bool:
    """Whether a number counts things the question does not ask for: "3 rows" of bottles, "two cards" of a product."""
    following = _AFTER_NUMBER.match(sentence, count.end())
    if re.match(r"\s(?:x|by|×)\s\d", sentence[count.end() :]):
        return True
    words = [word.casefold() for word in following.groups() if word] if following else []
    if any(word.rstrip("s") in asked for word in words) or form.asks_how_often or not form.prompt.isascii():
        return False
    if any(_is_plural(word) for word in words):
        return True
    # "one card": the word is an article more than a count.
    return bool(words and not asked and _WORD_ONE.fullmatch(count[0]) and words[0] not in _UNITS)


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in _UNITS

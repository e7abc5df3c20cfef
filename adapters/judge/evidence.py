"""Whether an answer stands in the response it is said to come from.

A helper model that solves the question instead of reading the response gives itself away: its value occurs nowhere in
there. Only letters and single numbers can be checked; words and lists are taken as they are.
"""

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal

_LETTERS = re.compile(r"\(?([A-Z](?:(?:\s*[,;&、]\s*|\s+and\s+|\s*)[A-Z]){0,25})\)?(?:[.):：、]\s.*)?", re.DOTALL)
# Paths of a maze are option texts of several hundred letters.
_LONGEST_CHOICE = 2_000
_RUN = re.compile(r"(?<![A-Za-z])[A-Z]{1,12}(?![A-Za-z])")
_SMALL = re.compile(r"(?:\(|\boption\s+|\banswer(?: is)?:?\s+|^\s*)([a-z])(?=\W|$)", re.IGNORECASE)
_ORDINAL = re.compile(
    r"\b(first|second|third|fourth|fifth|sixth|last|1st|2nd|3rd|4th|5th|6th)\s+(?:option|choice|answer|one|statement)s?\b"
    r"|第([一二三四五六])",
    re.IGNORECASE,
)
_ORDINALS = ("first 1st 一", "second 2nd 二", "third 3rd 三", "fourth 4th 四", "fifth 5th 五", "sixth 6th 六")
# Options that a response repeats in words of its own.
_PARAPHRASED = re.compile(r"\s*(?:none|no|neither|nothing|all|both|cannot|can't|not)\b|以上|都|没有|无", re.IGNORECASE)

_NUMBER = re.compile(r"\d[\d,.]{0,40}")
_ONE_NUMBER = re.compile(r"[^\d]{0,16}\d[\d,.]{0,40}(?:\s*/\s*\d[\d,.]{0,40})?[^\d]{0,24}")
_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORD = re.compile(
    rf"\b(?:({'|'.join(_TENS)})(?:[\s-]({'|'.join(_WORDS[1:10])}))?|({'|'.join(_WORDS)})|(half|quarter|dozen|once|twice))\b",
    re.IGNORECASE,
)
_ODD_WORDS = {"half": "0.5", "quarter": "0.25", "dozen": "12", "once": "1", "twice": "2"}
_HAN = "零一二三四五六七八九"
_HAN_NUMBER = re.compile(r"[一二三四五六七八九]?十[一二三四五六七八九]?|[零一二两三四五六七八九]")


def is_option(answer: str, options: Mapping[str, str]) -> bool:
    """Whether an answer names one of the options, by letter or by text.

    Args:
        answer: As it was extracted.
        options: Letter -> text, as the prompt offers them.
    """
    letters = _letters(answer)
    if letters and letters <= options.keys():
        return True
    if len(answer) > _LONGEST_CHOICE:
        return False
    return any(
        _holds(answer, text) or _holds(text, answer) or _numbers_are_in(text, answer) for text in options.values()
    )


def may_come_from(response: str, answer: str, options: Mapping[str, str]) -> bool:
    """Whether an answer can have been read from a response; True where that can't be checked.

    Args:
        response: The model's text.
        answer: As it was extracted.
        options: Letter -> text, as the prompt offers them; empty where it offers none.
    """
    text = unicodedata.normalize("NFKC", response)
    letters = _letters(answer)
    if letters and letters <= options.keys():
        return all(_is_named(text, letter, options) for letter in letters)
    return not _ONE_NUMBER.fullmatch(answer) or _numbers_are_in(answer, text)


def _letters(answer: str) -> set[str]:
    """The option letters an answer consists of, empty when it is something else."""
    if len(answer) > _LONGEST_CHOICE:
        return set()
    found = _LETTERS.fullmatch(answer.strip())
    if found is None:
        return {answer.strip().upper()} if re.fullmatch(r"\s*[a-z]\s*", answer) else set()
    letters = [char for char in found[1].replace("and", "") if char.isalpha()]
    return set(letters) if len(set(letters)) == len(letters) else set()


def _is_named(response: str, letter: str, options: Mapping[str, str]) -> bool:
    if any(letter in run and len(set(run)) == len(run) for run in _RUN.findall(response)):
        return True
    if letter in {small.upper() for small in _SMALL.findall(response)}:
        return True
    if letter in _by_ordinal(response, list(options)):
        return True
    text = options.get(letter, "")
    return bool(text) and (bool(_PARAPHRASED.match(text)) or _holds(response, text) or _numbers_are_in(text, response))


def _by_ordinal(response: str, letters: list[str]) -> set[str]:
    """Letters that "the second option" and its like stand for."""
    found = set()
    for match in _ORDINAL.finditer(response):
        word = (match[1] or match[2]).casefold()
        place = next((place for place, words in enumerate(_ORDINALS) if word in words.split()), len(letters) - 1)
        found |= set(letters[place : place + 1])
    return found


def _holds(response: str, text: str) -> bool:
    """Whether a text stands in a longer one, as whole words and numbers."""
    plain = _plain(text)
    return bool(plain) and re.search(rf"(?<![\w.]){re.escape(plain)}(?!\w|[.,]\d)", _plain(response)) is not None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("*", "").split()).strip(" .。,;:\"'()")


def _numbers_are_in(text: str, response: str) -> bool:
    """Whether a text has numbers, and each of them is in the response, as digits or as a word."""
    wanted = [_readings(token) for token in _NUMBER.findall(unicodedata.normalize("NFKC", text))]
    if not wanted:
        return False
    said = _numbers(response)
    return all(readings & said for readings in wanted)


def _numbers(response: str) -> set[Decimal]:
    said = {reading for token in _NUMBER.findall(response) for reading in _readings(token)}
    for tens, unit, small, odd in _NUMBER_WORD.findall(response):
        if odd:
            said.add(Decimal(_ODD_WORDS[odd.casefold()]))
        elif small:
            said.add(Decimal(_WORDS.index(small.casefold())))
        else:
            said.add(Decimal((2 + _TENS.index(tens.casefold())) * 10 + (_WORDS.index(unit.casefold()) if unit else 0)))
    said |= {Decimal(_han(found)) for found in _HAN_NUMBER.findall(response)}
    # A share may be written as a percentage and the other way round.
    return said | {number / 100 for number in said} | {number * 100 for number in said}


def _readings(token: str) -> set[Decimal]:
    """What a run of digits, commas and points can mean: 1,234 is a thousand or, with a decimal comma, one and a bit."""
    token = token.rstrip(",.")
    spellings = {token.replace(",", ""), token.replace(".", "").replace(",", ".")}
    return {Decimal(spelling) for spelling in spellings if re.fullmatch(r"\d+(?:\.\d+)?", spelling)}


def _han(text: str) -> int:
    """九 -> 9, 十二 -> 12, 三十 -> 30."""
    if "十" not in text:
        return 2 if text == "两" else _HAN.index(text)
    tens, _, unit = text.partition("十")
    return (_HAN.index(tens) if tens else 1) * 10 + (_HAN.index(unit) if unit else 0)

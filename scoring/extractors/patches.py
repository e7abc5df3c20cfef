"""Reading a list of patch numbers: JSON, brackets, "patches 3, 7 and 12", labelled bullets. Other numbers stay out."""

import re
from collections.abc import Iterator

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import INABILITY
from scoring.extractors.form import Form
from scoring.extractors.sentences import Sentences

_ITEM = r"(?:patch(?:es)?|tiles?|blocks?|cells?|图块|块|区域|第)?\s?#?\d{1,4}(?![\d.]\d)\s?(?:号|块)?"
_SEPARATOR = r"\s{0,2}(?:[,;、，&]\s{0,2}(?:and\s)?|\band\b|和|与|及)\s{0,2}"
_LIST = re.compile(rf"{_ITEM}(?:{_SEPARATOR}{_ITEM})*", re.IGNORECASE)
_BRACKETED = re.compile(
    r"[\[{(]\s{0,4}((?:[\"']?\d{1,4}[\"']?(?:\s{0,4},\s{0,4}[\"']?\d{1,4}[\"']?){0,400}\s{0,4},?)?)\s{0,4}[\]})]"
)
_NAMED = re.compile(
    rf"(?:(?<![A-Za-z])(?:patch(?:es)?|tiles?)\b|图块|编号)(?: that (?:are )?differ\w*)?\s?(?:numbers?|are|is|是|为)?\s?:?\s?(?={_ITEM})",
    re.IGNORECASE,
)
_LABELLED_LINE = re.compile(
    r"^[ \t*•-]{0,6}(?:\d{1,3}[.)]\s{1,3})?(?:patch|tile|图块|第)\s?#?(\d{1,4})(?![\d.]\d)(?!\d)(?![ ]?块?[ ]?(?:[、,和~–-]|or\b|to\b|或|到)[ ]?(?:patch |第)?\d)[ \t]?块?[ \t]?(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_AFTER_DIFFER = re.compile(r"(?:不同|差异|变化)[^\n。\d]{0,20}(?=\d)")
_THEN_DIFFER = re.compile(
    r"\s?(?:号|块|个)?(?:图块|区域)?\s?(?:have|has|are|is|有|存在)?\s?(?:different\b(?! (?:patch|tile))|differ\b|changed\b|不同|差异|不一样|变化)"
)
_ALTERNATIVE_NEXT = re.compile(r"\s?(?:or|to|[-–~]|或|到)\s?\d")
_ALTERNATIVE_END = re.compile(r"\d?\s?(?:\bor|\bto|[-–~]|或|到)\s?$")
_SPACED = re.compile(r"\d{1,4}(?:[ ]+\d{1,4})+[ .]*")
_STACKED = re.compile(r"\s*(?:[ ]*[-*•]?[ ]*(?:patch )?\d{1,4}[ ]*(?:\n|$)){2,}", re.IGNORECASE)
_MAX_NAMED = 80
_DENIED = re.compile(r"\bnot\s?$|不是\s?$", re.IGNORECASE)
_SAME = re.compile(
    r"\b(?:same|identical|equal|no (?:visible )?(?:difference|change)|unchanged|matches|match)\b|相同|一样|没有(?:变化|不同|差异)",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"\?|\b(?:need|maybe|perhaps|unclear|closer|I)\b", re.IGNORECASE)
_DIFFER = re.compile(r"\bdiffer\w*|\bchange[ds]?\b|\bstand out\b|不同|不一样|差异|变化", re.IGNORECASE)
_EXAMPLE = re.compile(r"(?:e\.g\.|example|such as|例如|比如)[^\n]{0,20}$", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_LEAD = re.compile(
    r"(?:[\s\"'`:*=]|\b(?:the|are|is|patch|patches|number|numbers|tiles?|following)\b|different_patches|图块|编号|是|为){0,12}",
    re.IGNORECASE,
)


def read_patches(text: str, form: Form) -> Reading | None:
    """The list that a declared text starts with; a bracketed one anywhere in its line goes first."""
    line = text.lstrip("\n").split("\n", 1)[0]
    shift = len(text) - len(text.lstrip("\n"))
    for source, offset in ((line, shift), (text, 0)):
        if bracketed := _BRACKETED.search(source):
            return Reading(_canonical(bracketed[1]), offset + bracketed.start(), offset + bracketed.end())
    if stacked := _STACKED.match(text):
        return Reading(_canonical(stacked[0]), stacked.start(), stacked.end())
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    listed = _LIST.match(line, start)
    if spaced := _SPACED.fullmatch(line, start):
        return Reading(_canonical(spaced[0]), shift + start, shift + spaced.end())
    if listed is None or re.match(r"\s?(?:[-–~]\s?\d|patches\b|differences\b|or\b|个|处|to\b)", line[listed.end() :]):
        return None
    return Reading(_canonical(listed[0]), shift + start, shift + listed.end())


def patch_candidates(text: str, form: Form, sentences: Sentences, _bold: object) -> list[Candidate]:
    """The last list in brackets, else the patches named as different, else the bullets with a patch each."""
    if sentences.spans and INABILITY.search(text, *sentences.spans[-1]):
        return []
    for rule, find in (("bracketed list", _bracketed), ("named patches", _named), ("patch on each line", _labelled)):
        found = [
            reading
            for reading in find(text)
            if not sentences.is_hedged(reading.start)
            and not _DENIED.search(text[max(0, reading.start - 12) : reading.start])
        ]
        if found:
            return [Candidate(one.answer, one.start, one.end, rule, declared=False) for one in found]
    whole = read_patches(text, form)
    if whole is not None and re.fullmatch(r"[\s.,;:、。\d和andpatches*•-]*", text, re.IGNORECASE):
        return [Candidate(whole.answer, whole.start, whole.end, "bare list", declared=False)]
    return []


def _bracketed(text: str) -> Iterator[Reading]:
    for match in _BRACKETED.finditer(text):
        in_brackets = match[0][0] != "("
        if in_brackets and not _EXAMPLE.search(text[max(0, match.start() - 40) : match.start()]):
            yield Reading(_canonical(match[1]), match.start(), match.end())


def _named(text: str) -> Iterator[Reading]:
    """ "Patches 3, 7 and 12 differ": the sentence must say that they do, not that they are the same."""
    told = [match.end() for pattern in (_NAMED, _AFTER_DIFFER) for match in pattern.finditer(text)]
    told += [match.start() for match in _LIST.finditer(text) if _THEN_DIFFER.match(text, match.end())]
    last = 0
    for start in sorted(told)[-_MAX_NAMED:]:
        listed = _LIST.match(text, start) if start >= last else None
        end = text.find("\n", start)
        sentence = text[text.rfind("\n", 0, start) + 1 : len(text) if end < 0 else end]
        if listed and _ALTERNATIVE_END.search(text[max(0, start - 6) : start]):
            listed = None
        if listed and _ALTERNATIVE_NEXT.match(text, listed.end()):
            listed = None
        if listed and _DIFFER.search(sentence) and not _SAME.search(sentence):
            last = listed.end()
            yield Reading(_canonical(listed[0]), start, listed.end())


def _labelled(text: str) -> Iterator[Reading]:
    lines = list(_LABELLED_LINE.finditer(text))
    different = [line for line in lines if not _SAME.search(line["rest"])]
    sure = different and not any(_UNSURE.search(line["rest"]) for line in different)
    told = len(different) < len(lines) or bool(_DIFFER.search(text)) or all(line["rest"].strip() for line in lines)
    if sure and told:
        yield Reading(_canonical(" ".join(line[1] for line in different)), different[0].start(), different[-1].end())


def _canonical(listed: str) -> str:
    return "[" + ", ".join(str(int(number)) for number in _NUMBER.findall(listed)) + "]"

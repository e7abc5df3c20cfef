"""Reading a list of patch numbers: JSON, brackets, "patches 3, 7 and 12", labelled bullets. Other numbers stay out."""

import re
from collections.abc import Iterator

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form
from scoring.extractors.sentences import INABILITY, Sentences

_ITEM = r"(?:patch(?:es)?|tiles?|blocks?|cells?|图块|块|区域|第)?\s?#?\d{1,4}(?![\d.]\d)\s?(?:号|块)?"
_SEPARATOR = r"\s{0,2}(?:[,;、，&]\s{0,2}(?:and\s)?|\band\b|和|与|及)\s{0,2}"
_LIST = re.compile(rf"{_ITEM}(?:{_SEPARATOR}{_ITEM})*", re.IGNORECASE)
_BRACKETED = re.compile(
    r"[\[{(]\s{0,4}((?:[\"']?\d{1,4}[\"']?(?:\s{0,4},\s{0,4}[\"']?\d{1,4}[\"']?){0,400}\s{0,4},?)?)\s{0,4}[\]})]"
)
_NAMED = re.compile(
    rf"(?:\b(?:patch(?:es)?|tiles?)\b|图块|编号)\s?(?:numbers?|are|is|是|为)?\s?:?\s?(?={_ITEM})", re.IGNORECASE
)
_LABELLED_LINE = re.compile(
    r"^[ \t*•-]{0,6}(?:\d{1,3}[.)]\s{1,3})?(?:patch|tile|图块|第)\s?#?(\d{1,4})(?![\d.]\d)[ \t]?块?[ \t]?(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
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
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    listed = _LIST.match(line, start)
    if listed is None or re.match(r"\s?(?:[-–~]\s?\d|patches\b|differences\b|or\b|个|处|to\b)", line[listed.end() :]):
        return None
    return Reading(_canonical(listed[0]), shift + start, shift + listed.end())


def patch_candidates(text: str, form: Form, sentences: Sentences, _bold: object) -> list[Candidate]:
    """The last list in brackets, else the patches named as different, else the bullets with a patch each."""
    if sentences.spans and INABILITY.search(text, *sentences.spans[-1]):
        return []
    for rule, find in (("bracketed list", _bracketed), ("named patches", _named), ("patch on each line", _labelled)):
        found = [reading for reading in find(text) if not sentences.is_hedged(reading.start)]
        if found:
            last = found[-1]
            return [Candidate(last.answer, last.start, last.end, rule, declared=False)]
    whole = read_patches(text, form) if len(sentences.spans) == 1 else None
    if whole is not None and re.fullmatch(r"[\s.,;、。\d和andpatches]*", text, re.IGNORECASE):
        return [Candidate(whole.answer, whole.start, whole.end, "bare list", declared=False)]
    return []


def _bracketed(text: str) -> Iterator[Reading]:
    for match in _BRACKETED.finditer(text):
        in_brackets = match[0][0] != "("
        if in_brackets and not _EXAMPLE.search(text[max(0, match.start() - 40) : match.start()]):
            yield Reading(_canonical(match[1]), match.start(), match.end())


def _named(text: str) -> Iterator[Reading]:
    """ "Patches 3, 7 and 12 differ": the sentence must say that they do, not that they are the same."""
    for match in [*_NAMED.finditer(text), *re.finditer(r"(?:不同|差异|变化)[^\n。\d]{0,20}(?=\d)", text)]:
        listed = _LIST.match(text, match.end())
        end = text.find("\n", match.end())
        sentence = text[text.rfind("\n", 0, match.start()) + 1 : len(text) if end < 0 else end]
        if listed and _DIFFER.search(sentence) and not _SAME.search(sentence):
            yield Reading(_canonical(listed[0]), match.end(), listed.end())


def _labelled(text: str) -> Iterator[Reading]:
    lines = list(_LABELLED_LINE.finditer(text))
    different = [line for line in lines if not _SAME.search(line["rest"])]
    sure = different and not any(_UNSURE.search(line["rest"]) for line in different)
    told = len(different) < len(lines) or bool(_DIFFER.search(text)) or all(line["rest"].strip() for line in lines)
    if sure and told:
        yield Reading(_canonical(" ".join(line[1] for line in different)), different[0].start(), different[-1].end())


def _canonical(listed: str) -> str:
    return "[" + ", ".join(str(int(number)) for number in _NUMBER.findall(listed)) + "]"

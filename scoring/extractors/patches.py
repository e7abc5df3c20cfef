"""Reading a list of patch numbers: brackets, "patches 3, 7 and 12", labelled bullets. Other numbers stay out."""

import re
from collections.abc import Callable, Iterator

from scoring.extractors.agreement import first_line
from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import INABILITY
from scoring.extractors.form import Form
from scoring.extractors.reply import Reply

_ITEM = r"(?:patch(?:es)?|tiles?|blocks?|cells?|图块|块|区域|第)?\s?#?\d{1,4}(?![\d.]\d)\s?(?:号|块)?"
_SEPARATOR = r"\s{0,2}(?:[,;、&]\s{0,2}(?:and\s)?|\band\b|和|与|及)\s{0,2}"
_LIST = re.compile(rf"{_ITEM}(?:{_SEPARATOR}{_ITEM})*", re.IGNORECASE)
_QUOTED = r"[\"']?\d{1,4}[\"']?"
_BRACKETED = re.compile(
    rf"[\[{{(]\s{{0,4}}((?:{_QUOTED}(?:\s{{0,4}},\s{{0,4}}{_QUOTED}){{0,400}}\s{{0,4}},?)?)\s{{0,4}}[\]}})]"
)
_SPACED = re.compile(r"\d{1,4}(?:[ ]+\d{1,4})+[ .]*")
_STACKED = re.compile(r"\s*(?:[ ]*[-*•]?[ ]*(?:patch )?\d{1,4}[ ]*(?:\n|$)){2,}", re.IGNORECASE)
_BARE = re.compile(r"[\s.,;:、。\d和andpatches*•-]*", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:[\s\"'`:*=]|\b(?:the|are|is|patch|patches|number|numbers|tiles?|following)\b|different_patches|图块"
    r"|编号|是|为){0,12}",
    re.IGNORECASE,
)
_NO_LIST_AFTER = re.compile(r"\s?(?:[-–~]\s?\d|patches\b|differences\b|or\b|个|处|to\b)")

_NAMED = any_of(
    r"(?:(?<![A-Za-z])(?:patch(?:es)?|tiles?)\b|图块|编号)(?: that (?:are )?differ\w*)?"
    rf"\s?(?:numbers?|are|is|是|为)?\s?:?\s?(?={_ITEM})",
    r"(?:不同|差异|变化)[^\n。\d]{0,20}(?=\d)",
)
_THEN_DIFFER = re.compile(
    r"\s?(?:号|块|个)?(?:图块|区域)?\s?(?:have|has|are|is|有|存在)?"
    r"\s?(?:different\b(?! (?:patch|tile))|differ\b|changed\b|不同|差异|不一样|变化)"
)
_ALTERNATIVE_BEFORE = re.compile(r"(?:\bor|\bto|[-–~]|或|到)\s?$")
_ALTERNATIVE_AFTER = re.compile(r"\s?(?:or|to|[-–~]|或|到)\s?\d")
_DIFFER = any_of(r"\bdiffer\w*|\bchange[ds]?\b|\bstand out\b|不同|不一样|差异|变化")
_SAME = any_of(
    r"\b(?:same|identical|equal|no (?:visible )?(?:difference|change)|unchanged|matches|match)\b",
    "相同|一样|没有(?:变化|不同|差异)",
)

_LABELLED_LINE = re.compile(
    r"^[ \t*•-]{0,6}(?:\d{1,3}[.)]\s{1,3})?(?:patch|tile|图块|第)\s?#?(\d{1,4})(?!\d)(?!\.\d)"
    r"(?![ ]?块?[ ]?(?:[、,和~–-]|or\b|to\b|或|到)[ ]?(?:patch |第)?\d)[ \t]?块?[ \t]?(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_UNSURE = re.compile(r"\?|\b(?:need|maybe|perhaps|unclear|closer|I)\b", re.IGNORECASE)
_DENIED = any_of(r"\bnot\s?$|不是\s?$")
_EXAMPLE = any_of(r"(?:e\.g\.|example|such as|例如|比如)[^\n]{0,20}$")
_MAX_NAMED = 80


def read_patches(text: str) -> Reading | None:
    """The list that a declared text starts with; a bracketed one in its line, or anywhere in it, goes first."""
    line = first_line(text)
    shift = len(text) - len(text.lstrip("\n"))
    bracketed = _BRACKETED.search(text, shift, shift + len(line)) or _BRACKETED.search(text)
    if bracketed:
        return Reading(_canonical(bracketed[1]), *bracketed.span())
    if stacked := _STACKED.match(text):
        return Reading(_canonical(stacked[0]), *stacked.span())
    lead = _LEAD.match(line)
    start = lead.end() if lead else 0
    listed = _SPACED.fullmatch(line, start) or _LIST.match(line, start)
    if listed is None or _NO_LIST_AFTER.match(line, listed.end()):
        return None
    return Reading(_canonical(listed[0]), shift + start, shift + listed.end())


def patch_candidates(reply: Reply, _: Form) -> list[Candidate]:
    """The lists in brackets, else the patches named as different, else the bullets with a patch each."""
    text, sentences = reply.text, reply.sentences
    if not sentences.spans or INABILITY.search(text, *sentences.spans[-1]):
        return []
    for rule, find in _FINDERS:
        found = [one for one in find(text) if not _DENIED.search(text[max(0, one.start - 12) : one.start])]
        found = [one for one in found if not sentences.is_hedged(one.start)]
        if found:
            return [Candidate.said(one, rule) for one in found]
    return []


def _bracketed(text: str) -> Iterator[Reading]:
    for match in _BRACKETED.finditer(text):
        example = _EXAMPLE.search(text[max(0, match.start() - 40) : match.start()])
        if match[0][0] != "(" and not example:
            yield Reading(_canonical(match[1]), *match.span())


def _named(text: str) -> Iterator[Reading]:
    """The patches that a line says differ, not those it says are the same."""
    told = [match.end() for match in _NAMED.finditer(text)]
    told += [match.start() for match in _LIST.finditer(text) if _THEN_DIFFER.match(text, match.end())]
    last = 0
    for start in sorted(told)[-_MAX_NAMED:]:
        listed = _LIST.match(text, start) if start >= last else None
        if listed and _says_differ(listed, text):
            last = listed.end()
            yield Reading(_canonical(listed[0]), *listed.span())


def _says_differ(listed: re.Match[str], text: str) -> bool:
    start, end = listed.span()
    if _ALTERNATIVE_BEFORE.search(text[max(0, start - 6) : start]) or _ALTERNATIVE_AFTER.match(text, end):
        return False
    stop = text.find("\n", start)
    line = text[text.rfind("\n", 0, start) + 1 : len(text) if stop < 0 else stop]
    return bool(_DIFFER.search(line)) and not _SAME.search(line)


def _labelled(text: str) -> Iterator[Reading]:
    """A patch on each line, without those that are said to be the same."""
    lines = list(_LABELLED_LINE.finditer(text))
    different = [line for line in lines if not _SAME.search(line["rest"])]
    if not different or any(_UNSURE.search(line["rest"]) for line in different):
        return
    if len(different) < len(lines) or _DIFFER.search(text) or all(line["rest"].strip() for line in lines):
        yield Reading(_canonical(" ".join(line[1] for line in different)), different[0].start(), different[-1].end())


def _bare(text: str) -> Iterator[Reading]:
    """A text that is a list and nothing else."""
    reading = read_patches(text) if _BARE.fullmatch(text) else None
    if reading is not None:
        yield reading


_FINDERS: tuple[tuple[str, Callable[[str], Iterator[Reading]]], ...] = (
    ("bracketed list", _bracketed),
    ("named patches", _named),
    ("patch on each line", _labelled),
    ("bare list", _bare),
)


def _canonical(listed: str) -> str:
    return "[" + ", ".join(str(int(number)) for number in re.findall(r"\d+", listed)) + "]"

"""Reading the order of a jigsaw: exactly n² numbers, in a line, in rows, nested, in a table, with labels between."""

import re
from collections.abc import Iterator
from math import isqrt

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form
from scoring.extractors.sentences import Sentences

_LABEL = re.compile(
    r"\b(?:and )?(?:the )?(?:(?:row|line)\s?\"?(?:\d{1,2}|one|two|three|four|five|six)|(?:first|second|third|fourth|fifth|sixth|top|middle|bottom|last|\d(?:st|nd|rd|th)) row)"
    r"(?: \([a-z ]{1,12}\))?[\"']?\s{0,2}(?:is\b|has\b|contains\b|holds\b|[:=.|)→-]{1,2}|(?=\d))\s?"
    r"|第\s?[\d一二三四五六七八九十]{1,2}\s?行[\"']?\s{0,2}(?:[:=.|)→为是-]{1,2}|(?=\d))\s?",
    re.IGNORECASE,
)
_RULE_LINE = re.compile(r"^[ |:+-]*-{2,}[ |:+-]*$", re.MULTILINE)
_ROW_MARK = re.compile(r"^[ ]*(\d{1,2})[.):][ ]+(?=\d)", re.MULTILINE)
_RUN = re.compile(
    r"(?<![A-Za-z\d.])\d{1,4}(?:(?:[\s,;、，|&\[\](){}→>–—\"'-]|\band\b|和){1,60}\d{1,4}(?![\d.]\d|[A-Za-z])){2,}"
)
_EXAMPLE = re.compile(r"\bexamples?\b[^\n]{0,20}$|例如|比如", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|isn't|wasn't|than|never)\s?$|不是\s?$", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_THEN = re.compile(
    r"\b(?:so|therefore|thus|hence|final\w*|swap\w*|correct\w*|instead|fix\w*|after|actually|result\w*|gives?|now|better|updated?|revised)\b|最终|所以|因此|改|应该|正确",
    re.IGNORECASE,
)


def read_sequence(text: str, form: Form) -> Reading | None:
    """The first run of exactly n² numbers of a declared text; a wrong length where there is only another list."""
    runs = _runs(text, form)
    fitting = [run for run in runs if run.reason is None and _fits(run, form)]
    if fitting:
        return fitting[0]
    return Reading(None, runs[0].start, runs[0].end, "wrong_length") if runs else None


def sequence_candidates(text: str, form: Form, sentences: Sentences, _bold: object) -> list[Candidate]:
    """Runs of n² numbers said anywhere. A later one wins only where the words between say so."""
    fitting = [
        run
        for run in _runs(text, form)
        if run.reason is None
        and _fits(run, form)
        and not _DENIED.search(text[max(0, run.start - 12) : run.start])
        and not _EXAMPLE.search(text[max(0, run.start - 40) : run.start])
        and not sentences.is_hedged(run.end)
        and not sentences.is_hedged(run.start)
    ]
    if not fitting:
        lists = _runs(text, form)
        return [
            Candidate(None, run.start, run.end, "number sequence", "wrong_length", declared=False) for run in lists[-1:]
        ]
    last = fitting[-1]
    rivals = [run for run in fitting if run.answer != last.answer]
    replaced = not rivals or bool(_THEN.search(text, rivals[-1].end, last.start))
    if not replaced:
        return [Candidate(None, rivals[-1].start, last.end, "number sequence", "conflict", declared=False)]
    return [Candidate(last.answer, last.start, last.end, "number sequence", declared=False)]


def sequence_of(numbers: list[int]) -> str:
    """The canonical text of a sequence."""
    return ", ".join(map(str, numbers))


def _runs(text: str, form: Form) -> list[Reading]:
    """Runs of numbers; within paragraphs if one of those fits, else across them (rows set apart by blank lines)."""
    blank = _RULE_LINE.sub(lambda line: " " * len(line[0]), text)
    blank = _LABEL.sub(lambda label: " " * len(label[0]), blank)
    marks = list(_ROW_MARK.finditer(blank))
    if form.side is not None and [int(mark[1]) for mark in marks] == list(range(1, form.side + 1)):
        blank = _ROW_MARK.sub(lambda mark: " " * len(mark[0]), blank)
    inside = list(_runs_in(blank.replace("\n\n", "\n\x00")))
    return inside if any(_fits(run, form) for run in inside) else list(_runs_in(blank))


def _runs_in(blank: str) -> Iterator[Reading]:
    for run in _RUN.finditer(blank):
        numbers = [int(number) for number in _NUMBER.findall(run[0])]
        dots = re.match(r"[\s,]{0,3}(?:…|\.\.)", blank[run.end() :])
        yield Reading(sequence_of(numbers), run.start(), run.end(), "incomplete" if dots else None)


def _fits(run: Reading, form: Form) -> bool:
    length = (run.answer or "").count(",") + 1
    if form.side is not None:
        return length == form.side**2
    return length >= 4 and isqrt(length) ** 2 == length

"""Reading the order of a jigsaw: exactly n² numbers, in a line, in rows, nested, in a table, with labels between."""

import re
from collections.abc import Iterator
from math import isqrt

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form
from scoring.extractors.sentences import Sentences

_LABEL = re.compile(
    r"(?:\b(?:row|line)\s?\"?(?:\d{1,2}|one|two|three|four|five|six)|\b(?:first|second|third|fourth|fifth|sixth|top|middle|bottom|\d(?:st|nd|rd|th)) row"
    r"|第\s?[\d一二三四五六七八九十]{1,2}\s?行)\s{0,2}[\"']?\s{0,2}[:=.|)-]{1,2}\s?",
    re.IGNORECASE,
)
_RULE_LINE = re.compile(r"^[ |:+-]*-{2,}[ |:+-]*$", re.MULTILINE)
_RUN = re.compile(
    r"(?<![A-Za-z\d.])\d{1,4}(?:(?:[\s,;、，|&\[\](){}→>–—\"'-]|\band\b|和){1,12}\d{1,4}(?![\d.]\d|[A-Za-z])){2,}"
)
_NUMBER = re.compile(r"\d+")
_THEN = re.compile(
    r"\b(?:so|therefore|thus|hence|final\w*|swap\w*|correct\w*|instead|fix\w*|after|actually|result\w*|gives?|now|better|updated?|revised)\b|最终|所以|因此|改|应该|正确",
    re.IGNORECASE,
)


def read_sequence(text: str, form: Form) -> Reading | None:
    """The first run of exactly n² numbers of a declared text; a wrong length where there is only another list."""
    runs = list(_runs(text))
    fitting = [run for run in runs if run.reason is None and _fits(run, form)]
    if fitting:
        return fitting[0]
    return Reading(None, runs[0].start, runs[0].end, "wrong_length") if runs else None


def sequence_candidates(text: str, form: Form, sentences: Sentences, _bold: object) -> list[Candidate]:
    """Runs of n² numbers said anywhere. A later one wins only where the words between say so."""
    fitting = [run for run in _runs(text) if run.reason is None and _fits(run, form)]
    if not fitting:
        lists = list(_runs(text))
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


def _runs(text: str) -> Iterator[Reading]:
    blank = _RULE_LINE.sub(lambda line: " " * len(line[0]), text)
    blank = _LABEL.sub(lambda label: " " * len(label[0]), blank)
    for run in _RUN.finditer(blank):
        numbers = [int(number) for number in _NUMBER.findall(run[0])]
        dots = re.match(r"[\s,]{0,3}(?:…|\.\.)", blank[run.end() :])
        yield Reading(sequence_of(numbers), run.start(), run.end(), "incomplete" if dots else None)


def _fits(run: Reading, form: Form) -> bool:
    length = (run.answer or "").count(",") + 1
    if form.side is not None:
        return length == form.side**2
    return length >= 4 and isqrt(length) ** 2 == length

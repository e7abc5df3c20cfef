"""Reading the order of a jigsaw: exactly n² numbers, in a line, in rows, nested, in a table, with labels between."""

import re
from collections.abc import Iterator
from math import isqrt

from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form
from scoring.extractors.number_context import blank
from scoring.extractors.reply import Reply

_LABEL = any_of(
    r"\b(?:and )?(?:the )?(?:(?:row|line)\s?\"?(?:\d{1,2}|one|two|three|four|five|six)"
    r"|(?:first|second|third|fourth|fifth|sixth|top|middle|bottom|last|\d(?:st|nd|rd|th)) row)"
    r"(?: \([a-z ]{1,12}\))?[\"']?\s{0,2}(?:is\b|has\b|contains\b|holds\b|[:=.|)→-]{1,2}|(?=\d))\s?",
    r"第\s?[\d一二三四五六七八九十]{1,2}\s?行[\"']?\s{0,2}(?:[:=.|)→为是-]{1,2}|(?=\d))\s?",
)
_RULE_LINE = re.compile(r"^[ |:+-]*-{2,}[ |:+-]*$", re.MULTILINE)
_ROW_MARK = re.compile(r"^[ ]*(\d{1,2})[.):][ ]+(?=\d)", re.MULTILINE)
_BETWEEN = r"(?:[\s,;、|&\[\](){}→>–—\"'-]|\band\b|和){1,60}"
_RUN = re.compile(rf"(?<![A-Za-z\d.])\d{{1,4}}(?:{_BETWEEN}\d{{1,4}}(?![\d.]\d|[A-Za-z])){{2,}}")
_LINE_END = re.compile(r"(?<![,;、\s])[ ]?\n(?!\n)")
_PARAGRAPH_END = re.compile(r"\n\n")
_DOTS = re.compile(r"[\s,]{0,3}(?:…|\.\.)")
_EXAMPLE = any_of(r"\bexamples?\b[^\n]{0,20}$|例如|比如")
_DENIED = any_of(r"\b(?:not|isn't|wasn't|than|never)\s?$|不是\s?$")
_THEN = any_of(
    r"\b(?:so|therefore|thus|hence|final\w*|swap\w*|correct\w*|instead|fix\w*|after|actually|result\w*|gives?"
    r"|now|better|updated?|revised)\b",
    "最终|所以|因此|改|应该|正确",
)
"""Between two orders: the second replaces the first."""


def read_sequence(text: str, form: Form) -> Reading | None:
    """The first run of exactly n² numbers of a declared text; a wrong length where there is only another list."""
    runs = _runs(text, form)
    fitting = next((run for run in runs if _fits(run, form)), None)
    if fitting is not None or not runs:
        return fitting
    return Reading(None, runs[0].start, runs[0].end, "wrong_length")


def sequence_candidates(reply: Reply, form: Form) -> list[Candidate]:
    """Runs of n² numbers said anywhere. A later one wins only where the words between say so."""
    runs = _runs(reply.text, form)
    fitting = [run for run in runs if _fits(run, form) and _is_said(run, reply)]
    if not fitting:
        wrong = [Reading(None, run.start, run.end, "wrong_length") for run in runs[-1:]]
        return [Candidate.said(run, "number sequence") for run in wrong]
    last = fitting[-1]
    rivals = [run for run in fitting if run.answer != last.answer]
    if rivals and not _THEN.search(reply.text, rivals[-1].end, last.start):
        last = Reading(None, rivals[-1].start, last.end, "conflict")
    return [Candidate.said(last, "number sequence")]


def _is_said(run: Reading, reply: Reply) -> bool:
    before = reply.text[max(0, run.start - 40) : run.start]
    if _DENIED.search(before) or _EXAMPLE.search(before):
        return False
    return not reply.sentences.is_hedged(run.start) and not reply.sentences.is_hedged(run.end)


def _runs(text: str, form: Form) -> list[Reading]:
    """Runs of numbers: within lines if one of those fits, else across lines, else across blank lines too."""
    plain = _LABEL.sub(blank, _RULE_LINE.sub(blank, text))
    if form.side is not None and [int(mark[1]) for mark in _ROW_MARK.finditer(plain)] == [*range(1, form.side + 1)]:
        plain = _ROW_MARK.sub(blank, plain)
    runs: list[Reading] = []
    for apart in (_LINE_END, _PARAGRAPH_END, None):
        runs = list(_runs_in(apart.sub(_wall, plain) if apart else plain))
        if any(_fits(run, form) for run in runs):
            break
    return runs


def _wall(end: re.Match[str]) -> str:
    """What no run goes across, of the same length."""
    return "\x00" * len(end[0])


def _runs_in(plain: str) -> Iterator[Reading]:
    for run in _RUN.finditer(plain):
        numbers = ", ".join(str(int(number)) for number in re.findall(r"\d+", run[0]))
        yield Reading(numbers, *run.span(), "incomplete" if _DOTS.match(plain, run.end()) else None)


def _fits(run: Reading, form: Form) -> bool:
    length = (run.answer or "").count(",") + 1
    if run.reason is not None:
        return False
    if form.side is not None:
        return length == form.side**2
    return length >= 4 and isqrt(length) ** 2 == length

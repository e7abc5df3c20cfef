"""A number out of prose when nothing declares it: totals, conclusions, equations, counted nouns, the only number."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import CONDITIONAL, INABILITY, NEGATION
from scoring.extractors.form import Form
from scoring.extractors.number_context import asked_nouns, without_list_marks, without_repeats
from scoring.extractors.number_tokens import NumberToken, number_tokens, word_tokens
from scoring.extractors.numbers import a_range, read_number, read_said_number, settled
from scoring.extractors.reply import Reply
from scoring.extractors.subjects import speaks_of_question

_TOTAL = any_of(
    r"\b(?:in total|total|altogether|in all|overall|sum)\b", r"一共|总共|合计|总计|共有|共计|(?<=[图里中])共"
)
_SO = "so|thus|therefore|hence|consequently|(?:which|this|that) (?:gives|makes)|(?:i|we) (?:get|obtain|find|arrive at)"
_CONCLUSION = any_of(rf"(?:^|[\s,])(?:{_SO})\b", r"所以|因此|因而|故|即(?=\d)")
_EQUATION = re.compile(r"[\d)][^=\n]{0,40}[-+×÷*/·x−]\s{0,2}[\d(√][^=\n]{0,80}=\s{0,3}(?=[-+]?[\d.])")
_COUNTS_UP = any_of(
    r"\bthere (?:are|is|appear|seem)|\bi (?:can )?(?:count|see|find)|\btotal|\bfinal",
    r"\b(?:so|thus|hence|makes?|gives?|all|takes?|needs?)\b",
)
_ASIDE_START = any_of(
    r"^\W*note that\b",
    r"^\W*(?:note|explanation|reason(?:ing)?|remark|ps|p\.s\.|details?)\b\s?:",
    r"^\W*(?:注|其中|解析|说明|备注)",
)
_LONE_MARK = re.compile(r"(?:(?<=\n)|(?<=\s))\d{1,2}[.)]\s*")
_MAX_SENTENCES = 80
_STEP_CHARS = 2_000

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Prose:
    """The sentences that may answer, of a text without list marks, and its bold parts."""

    text: str
    spans: tuple[Span, ...]
    bold: tuple[Span, ...]
    form: Form


def number_candidates(reply: Reply, form: Form) -> list[Candidate]:
    """The number that the most telling finder reads."""
    text = without_list_marks(reply.text)
    spans = _speaking(text, reply.sentences.spans)[-_MAX_SENTENCES:]
    prose = Prose(text, spans, reply.source.bold, form)
    for rule, find in _FINDERS if spans else ():
        reading = find(prose)
        if reading is not None:
            return [Candidate.said(reading, rule)]
    return []


def _speaking(text: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The sentences that may answer: no asides, no questions; none at all when the reply could not find out."""
    aside = next(
        (number for number, span in enumerate(spans) if number and _ASIDE_START.search(text[slice(*span)])), None
    )
    spans = tuple(span for span in spans[:aside] if not _LONE_MARK.fullmatch(text, *span))
    if not spans or INABILITY.search(text, *spans[-1]):
        return ()
    asked = [span for span in spans if text[slice(*span)].rstrip().endswith(("?", "？"))]
    # "About 10? Maybe 12.": who asks about one number of two has not decided.
    if len(spans) <= 3 and any(number_tokens(text[slice(*span)]) for span in asked):
        return ()
    return tuple(span for span in spans if span not in asked and not CONDITIONAL.search(text, *span))


def _total(prose: Prose) -> Reading | None:
    for start, end in prose.spans[::-1]:
        sentence = prose.text[start:end]
        cue = _TOTAL.search(sentence)
        for offset in (cue.end(), 0) if cue else ():
            reading = read_number(sentence[offset:], prose.form)
            if reading is not None and reading.reason != "conflict":
                return reading.moved(start + offset)
    return None


def _conclusion(prose: Prose) -> Reading | None:
    for start, end in prose.spans[::-1]:
        cues = list(_CONCLUSION.finditer(prose.text, start, end))
        # A "so" within a sentence was only a step where numbers follow.
        if not cues or (cues[-1].start() > start and number_tokens(prose.text[end : end + _STEP_CHARS])):
            continue
        begin = cues[-1].end()
        reading = read_number(prose.text[begin:end], prose.form)
        if reading is not None and not NEGATION.search(prose.text, begin, begin + reading.start):
            return reading.moved(begin)
    return None


def _equation(prose: Prose) -> Reading | None:
    _, end = prose.spans[-1]
    found = list(_EQUATION.finditer(prose.text, *prose.spans[-1]))
    reading = read_number(prose.text[found[-1].end() : end], prose.form) if found else None
    return reading.moved(found[-1].end()) if reading is not None else None


def _counted_noun(prose: Prose) -> Reading | None:
    """A number right before the noun that the question counts, in the last sentence that has one."""
    nouns = asked_nouns(prose.form) | ({"time"} if prose.form.asks_how_often else set())
    if not nouns:
        return None
    noun = re.compile(rf"\s(?:\w+ )?(?:{'|'.join(map(re.escape, sorted(nouns)))})s?\b", re.IGNORECASE)
    counts = [(start, _counts(prose.text[start:end], noun, prose.form)) for start, end in prose.spans]
    telling = [(start, found) for start, found in counts if found]
    if not telling:
        return None
    (start, last), earlier = telling[-1], telling[:-1]
    end = next(stop for begin, stop in prose.spans if begin == start)
    reading = _of_counts(last, prose.text[start:end], prose.form)
    if reading is None:
        return None
    rivals = {token.text for _, found in earlier for token in found} - {last[0].text}
    if rivals and not _COUNTS_UP.search(prose.text, start, end):
        reading = Reading(None, reading.start, reading.end, "conflict")
    return reading.moved(start)


def _counts(sentence: str, noun: re.Pattern[str], form: Form) -> list[NumberToken]:
    sentence = without_repeats(sentence, form)
    return [token for token in number_tokens(sentence) or word_tokens(sentence) if noun.match(sentence, token.end)]


def _of_counts(counts: list[NumberToken], sentence: str, form: Form) -> Reading | None:
    sentence = without_repeats(sentence, form)
    tokens = number_tokens(sentence) or word_tokens(sentence)
    if ranged := a_range(tokens, sentence):
        return ranged
    same = len({token.text for token in counts}) == 1
    return settled(counts[0], sentence, form) if same and len(tokens) <= 3 else None


def _bold_number(prose: Prose) -> Reading | None:
    first, last = prose.spans[0][0], prose.spans[-1][1]
    inside = [(start, end) for start, end in prose.bold if first <= start < last]
    read = [(start, read_number(prose.text[start:end], prose.form)) for start, end in inside]
    found = [reading.moved(start) for start, reading in read if reading is not None]
    return found[-1] if len({reading.answer for reading in found}) == 1 else None


def _only_number(prose: Prose) -> Reading | None:
    """The number that every sentence with numbers agrees on; else the one of the last or the first telling sentence."""
    read = [(span, read_said_number(prose.text[slice(*span)], prose.form)) for span in prose.spans]
    found = [(span, reading.moved(span[0])) for span, reading in read if reading is not None]
    answers = {reading.answer for _, reading in found}
    if len(answers) > 1 and all(len(prose.text[slice(*span)].split()) <= 2 for span in prose.spans):
        return Reading(None, found[0][1].start, found[-1][1].end, "conflict")
    for span, reading in found[-1:] if len(answers) == 1 else [*found[-1:], *found[:1]]:
        if reading.answer is None and len(prose.spans) == 1:
            return reading
        if reading.answer is not None and speaks_of_question(prose.text[slice(*span)], prose.form):
            return reading
    return None


_FINDERS: tuple[tuple[str, Callable[[Prose], Reading | None]], ...] = (
    ("total", _total),
    ("conclusion", _conclusion),
    ("equation", _equation),
    ("counted noun", _counted_noun),
    ("bold number", _bold_number),
    ("only number", _only_number),
)
"""The more telling first."""

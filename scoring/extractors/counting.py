"""A number out of prose when nothing declares it: totals, conclusions, equations, counted nouns, the only number."""

import re
from collections.abc import Callable, Iterator

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import CONDITIONAL, INABILITY, NEGATION
from scoring.extractors.form import Form
from scoring.extractors.number_context import asked_nouns, without_list_marks, without_repeats
from scoring.extractors.number_tokens import NumberToken, number_tokens, word_tokens
from scoring.extractors.numbers import a_range, read_number, read_said_number, settled
from scoring.extractors.sentences import Sentences

_TOTAL = re.compile(
    r"\b(?:in total|total|altogether|in all|overall|sum)\b|一共|总共|合计|总计|共有|共计|(?<=[图里中])共", re.IGNORECASE
)
_CONCLUSION = re.compile(
    r"(?:^|[\s,])(?:(?:i|we) (?:get|obtain|find|arrive at)|so|thus|therefore|hence|consequently|which (?:gives|makes)|this (?:gives|makes)|that (?:gives|makes))\b|所以|因此|因而|故|即(?=\d)",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"[\d)][^=\n]{0,40}[-+×÷*/·x−]\s{0,2}[\d(√][^=\n]{0,80}=\s{0,3}(?=[-+]?[\d.])")
_COUNT_VERB = re.compile(
    r"(?:\b(?:there (?:are|is)|i (?:can )?(?:only )?(?:count|see|find|counted|found)|we (?:count|get|see)|gives?|makes?|yields?|points? (?:to|at)|stands? at|lies at|is|are|reads?|shows?|equals?|amounts? to|comes? to)\b|[是为]|等于|共有)\s*(?:about |approximately |roughly |exactly |only )?",
    re.IGNORECASE,
)
_ASIDE_START = re.compile(
    r"^\W*note that\b|^\W*(?:note|explanation|reason(?:ing)?|remark|ps|p\.s\.|details?)\b\s?:|^\W*(?:注|其中|解析|说明|备注)",
    re.IGNORECASE,
)
_BROKEN_OFF = re.compile(r"(?:(?<=\n)|(?<=\s))\d{1,2}[.)]\s*")
_OCCURS = re.compile(
    r"\btimes\b|\boccur|\bappear|\bcount|\bthere (?:are|is)\b|\btotal\b|\bfound\b|\bfind\b|\bsee\b|出现|[是有]"
)
_TOTALLING = re.compile(
    r"\bthere (?:are|is|appear|seem)|\bso\b|\bthus\b|\bhence\b|\bmakes?\b|\bgives?\b|\btotal|\ball\b|\bfinal|\btakes?\b|\bneeds?\b|\bi (?:can )?(?:count|see|find)",
    re.IGNORECASE,
)
_MAX_SENTENCES = 80
_STOP = frozenset(
    "what which does give the and one two are many often how with that this from into there answer integer decimal number".split()
)

Finder = Callable[[str, Form, Sentences], Iterator[Candidate]]


def number_candidates(
    text: str, form: Form, sentences: Sentences, bold: tuple[tuple[int, int], ...]
) -> list[Candidate]:
    """The candidates of the most telling finder that has any."""
    text = without_list_marks(text)
    spans = _speaking(text, sentences)[-_MAX_SENTENCES:]
    if not spans:
        return []
    for rule, find in _FINDERS:
        found = [
            Candidate(reading.answer, reading.start, reading.end, rule, reading.reason, declared=False)
            for reading in find(text, form, spans, bold)
        ]
        if found:
            return found
    return []


Spans = list[tuple[int, int]]


def _speaking(text: str, sentences: Sentences) -> Spans:
    """The sentences that may answer: no asides, no questions; none at all when the reply could not find out."""
    spans: Spans = []
    for start, end in sentences.spans:
        if spans and _ASIDE_START.search(text[start:end]):
            break
        if not _BROKEN_OFF.fullmatch(text, start, end):
            spans.append((start, end))
    if any(INABILITY.search(text, start, end) for start, end in spans[-1:]):
        return []
    asked = [(start, end) for start, end in spans if text[start:end].rstrip().endswith(("?", "？"))]
    # "About 10? Maybe 12.": who asks about one number of two has not decided.
    if len(spans) <= 3 and any(number_tokens(text[start:end]) for start, end in asked):
        return []
    return [span for span in spans if span not in asked and not CONDITIONAL.search(text, *span)]


def _totals(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    for start, end in spans[::-1]:
        sentence = text[start:end]
        if not (cue := _TOTAL.search(sentence)):
            continue
        for offset, part in ((cue.end(), sentence[cue.end() :]), (0, sentence)):
            reading = read_number(part, form)
            if reading is not None and reading.reason != "conflict":
                yield _moved(reading, start + offset)
                return


def _conclusions(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    for start, end in spans[::-1]:
        cues = list(_CONCLUSION.finditer(text, start, end))
        if not cues or (cues[-1].start() > start and _number_after(text, end)):
            continue
        reading = read_number(text[cues[-1].end() : end], form)
        if reading is not None and not NEGATION.search(text, cues[-1].end(), cues[-1].end() + reading.start):
            yield _moved(reading, cues[-1].end())
            return


def _number_after(text: str, start: int) -> bool:
    """Whether numbers follow: then a "so" within a sentence was only a step."""
    return bool(number_tokens(text[start : start + 2_000]))


def _equations(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    start, end = spans[-1]
    found = list(_EQUATION.finditer(text, start, end))
    if found:
        reading = read_number(text[found[-1].start() : end], form)
        if reading is not None:
            yield _moved(reading, found[-1].start())


def _counted_nouns(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    """A number right before the noun that the question counts; the last sentence that has one."""
    nouns = asked_nouns(form) | ({"time"} if form.asks_how_often else set())
    if not nouns:
        return
    noun_after = re.compile(rf"\s(?:\w+ )?(?:{'|'.join(map(re.escape, nouns))})s?\b", re.IGNORECASE)
    for start, end in spans[::-1]:
        sentence = without_repeats(text[start:end], form)
        tokens = number_tokens(sentence) or word_tokens(sentence)
        named = _named_tokens(text[start:end], noun_after, form)
        if named and (ranged := a_range(tokens, sentence)):
            yield _moved(ranged, start)
        elif len({token.text for token in named}) == 1 and len(tokens) <= 3:
            reading = settled(named[0], sentence, 0, form)
            rivals = {token.text for s, e in spans if e < start for token in _named_tokens(text[s:e], noun_after, form)}
            decided = rivals <= {named[0].text} or _TOTALLING.search(sentence)
            yield _moved(reading if decided else Reading(None, reading.start, reading.end, "conflict"), start)
        if named:
            return


def _named_tokens(sentence: str, noun_after: re.Pattern[str], form: Form) -> list[NumberToken]:
    sentence = without_repeats(sentence, form)
    tokens = number_tokens(sentence) or word_tokens(sentence)
    return [token for token in tokens if noun_after.match(sentence, token.end)]


def _bold_number(text: str, form: Form, spans: Spans, bold: tuple[tuple[int, int], ...]) -> Iterator[Reading]:
    inside = [(start, end) for start, end in bold if spans[0][0] <= start < spans[-1][1]]
    readings = [(start, read_number(text[start:end], form)) for start, end in inside]
    numbers = [(start, reading) for start, reading in readings if reading is not None]
    if len({reading.answer for _, reading in numbers}) == 1:
        yield _moved(numbers[-1][1], numbers[-1][0])


def _only_number(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    """The number that every sentence with numbers agrees on; else the one of the last or the first telling sentence."""
    readings = [(start, read_said_number(text[start:end], form)) for start, end in spans]
    found = [(start, reading) for start, reading in readings if reading is not None]
    if not found:
        return
    same = len({reading.answer for _, reading in found}) == 1
    if not same and all(len(text[start:end].split()) <= 2 for start, end in spans):
        yield Reading(None, found[0][0], found[-1][0] + found[-1][1].end, "conflict")
        return
    places = found[-1:] if same else [found[-1], found[0]]
    for start, reading in places:
        if (reading.answer is None and len(spans) == 1) or (reading.answer and _speaks_of(form, text, start, spans)):
            yield _moved(reading, start)
            return


def _speaks_of(form: Form, text: str, start: int, spans: Spans) -> bool:
    """Whether a sentence is little more than a number, uses a word of the question, or states a reading or a count."""
    end = next(stop for begin, stop in spans if begin == start)
    sentence = text[start:end].casefold()
    if re.search(r"=\s?[^\s=]{1,12}\s*$", sentence):
        return True
    if form.asks_how_often and len(sentence.split()) > 3:
        return bool(_OCCURS.search(sentence))
    if len(sentence.split()) <= 4 and sum(ord(char) > 0x2E80 for char in sentence) <= 16:
        return True
    words = {word for word in re.findall(r"[a-z]{4,}", form.prompt.casefold()) if word not in _STOP}
    return any(word[:6] in sentence for word in words) or bool(_COUNT_VERB.search(sentence))


def _moved(reading: Reading, by: int) -> Reading:
    return Reading(reading.answer, reading.start + by, reading.end + by, reading.reason, reading.flags)


_FINDERS = (
    ("total", _totals),
    ("conclusion", _conclusions),
    ("equation", _equations),
    ("counted noun", _counted_nouns),
    ("bold number", _bold_number),
    ("only number", _only_number),
)

"""A number out of prose when nothing declares it: totals, conclusions, equations, counted nouns, the only number."""

import re
from collections.abc import Callable, Iterator

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.form import Form
from scoring.extractors.numbers import a_range, masked_question, number_tokens, read_number, settled, word_tokens
from scoring.extractors.sentences import CONDITIONAL, INABILITY, NEGATION, Sentences

_TOTAL = re.compile(
    r"\b(?:in total|total|altogether|in all|overall|sum)\b|一共|总共|合计|总计|共有|共计|(?<=[图里中])共", re.IGNORECASE
)
_CONCLUSION = re.compile(
    r"(?:^|[\s,])(?:so|thus|therefore|hence|consequently|which (?:gives|makes)|this (?:gives|makes)|that (?:gives|makes))\b|所以|因此|因而|故|即(?=\d)",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"[\d)]\s{0,2}[-+×÷*/·x−]\s{0,2}[\d(√][^=\n]{0,80}=\s{0,3}(?=[-+]?[\d.])")
_COUNT_VERB = re.compile(
    r"(?:\b(?:there (?:are|is)|i (?:can )?(?:only )?(?:count|see|find|counted|found)|we (?:count|get|see)|gives?|makes?|yields?|is|are|reads?|shows?|equals?|amounts? to|comes? to)\b|[是为]|等于|共有)\s*(?:about |approximately |roughly |exactly |only )?",
    re.IGNORECASE,
)
_ASIDE_START = re.compile(
    r"^\W*(?:note|explanation|reason(?:ing)?|remark|ps|p\.s\.|details?)\b\s?:|^\W*(?:注|其中|解析|说明|备注)",
    re.IGNORECASE,
)
_STOP = frozenset(
    ["what", "which", "does", "give", "the", "and", "one", "two", "are", "many", "often", "how", "with", "that", "this", "from", "into", "there", "answer", "integer", "decimal", "number"]
)

Finder = Callable[[str, Form, Sentences], Iterator[Candidate]]


def number_candidates(
    text: str, form: Form, sentences: Sentences, bold: tuple[tuple[int, int], ...]
) -> list[Candidate]:
    """The candidates of the most telling finder that has any."""
    spans = _speaking(text, sentences)
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
        spans.append((start, end))
    if any(INABILITY.search(text, start, end) for start, end in spans[-1:]):
        return []
    return [
        (start, end)
        for start, end in spans
        if not text[start:end].rstrip().endswith(("?", "？")) and not CONDITIONAL.search(text, start, end)
    ]


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
    return bool(number_tokens(text[start:]))


def _equations(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    start, end = spans[-1]
    found = list(_EQUATION.finditer(text, start, end))
    if found:
        reading = read_number(text[found[-1].start() : end], form)
        if reading is not None:
            yield _moved(reading, found[-1].start())


def _counted_nouns(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    """ "13 bottles" where the question asks how many bottles; the last sentence that says so."""
    nouns = {
        noun.casefold() for noun in re.findall(r"\bhow many (?:\w+ ){0,2}?(\w{3,20})\b", form.prompt, re.IGNORECASE)
    }
    if re.search(r"\bhow often\b", form.prompt, re.IGNORECASE):
        nouns.add("times")
    if not nouns:
        return
    for start, end in spans[::-1]:
        sentence = masked_question(text[start:end], form)
        tokens = number_tokens(sentence) or word_tokens(sentence)
        named = [
            token
            for token in tokens
            if re.match(rf"\s(?:\w+ )?(?:{'|'.join(map(re.escape, nouns))})s?\b", sentence[token.end :], re.IGNORECASE)
        ]
        if named and (ranged := a_range(tokens, sentence)):
            yield _moved(ranged, start)
        elif len({token.text for token in named}) == 1 and len(tokens) <= 3:
            yield _moved(settled(named[0], sentence, 0, form), start)
        if named:
            return


def _bold_number(text: str, form: Form, spans: Spans, bold: tuple[tuple[int, int], ...]) -> Iterator[Reading]:
    inside = [(start, end) for start, end in bold if spans[0][0] <= start < spans[-1][1]]
    readings = [(start, read_number(text[start:end], form)) for start, end in inside]
    numbers = [(start, reading) for start, reading in readings if reading is not None]
    if len({reading.answer for _, reading in numbers}) == 1:
        yield _moved(numbers[-1][1], numbers[-1][0])


def _only_number(text: str, form: Form, spans: Spans, bold: object) -> Iterator[Reading]:
    """The number that every sentence with numbers agrees on; else the one of the last or the first telling sentence."""
    readings = [(start, read_number(text[start:end], form)) for start, end in spans]
    found = [(start, reading) for start, reading in readings if reading is not None]
    if not found:
        return
    if len({reading.answer for _, reading in found}) == 1:
        if found[-1][1].answer is not None or len(spans) == 1:
            yield _moved(found[-1][1], found[-1][0])
        return
    telling = [
        (start, reading)
        for start, reading in found
        if reading.answer is not None and _speaks_of(form, text, start, spans)
    ]
    for place in (found[-1], found[0]):
        if place in telling:
            yield _moved(place[1], place[0])
            return


def _speaks_of(form: Form, text: str, start: int, spans: Spans) -> bool:
    """Whether a sentence uses a word of the question, or a verb that states a reading or a count."""
    end = next(stop for begin, stop in spans if begin == start)
    words = {word for word in re.findall(r"[a-z]{4,}", form.prompt.casefold()) if word not in _STOP}
    sentence = text[start:end].casefold()
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

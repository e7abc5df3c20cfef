"""From a cleaned reply to candidates: each declared place read in the wanted form, then what is said in passing."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from scoring.extractors.candidates import Candidate, Reading, Region
from scoring.extractors.choice import read_choice
from scoring.extractors.choice_lines import lone_lines, lone_sentence, verdict_lines
from scoring.extractors.choice_phrases import phrase_regions
from scoring.extractors.choice_texts import named_texts
from scoring.extractors.counting import number_candidates
from scoring.extractors.declared import declared_regions
from scoring.extractors.form import Form, Kind
from scoring.extractors.json_values import json_candidate
from scoring.extractors.numbers import read_number
from scoring.extractors.pairs import pair_candidates, read_pair
from scoring.extractors.patches import patch_candidates, read_patches
from scoring.extractors.reply import Reply
from scoring.extractors.sequences import read_sequence, sequence_candidates
from scoring.extractors.subjects import is_of_another_thing
from scoring.extractors.words import read_words, word_candidates

MAX_REGIONS = 60
"""Declared places that are read, the last ones: a reply with more repeats itself."""
_ONE_LINE_CHARS = 600

_READERS: dict[Kind, Callable[[str, Form], Reading | None]] = {
    "number": read_number,
    "pair": read_pair,
    "patches": read_patches,
    "sequence": read_sequence,
    "word": read_words,
}
_IN_PASSING: dict[Kind, Callable[..., list[Candidate]]] = {
    "number": number_candidates,
    "pair": pair_candidates,
    "patches": patch_candidates,
    "sequence": sequence_candidates,
    "word": word_candidates,
}


def candidates(reply: Reply, form: Form) -> list[Candidate]:
    """All candidates of a reply in order of position: the declared ones, and what was said in passing."""
    if form.kind == "choice" and (copied := form.book.copied_lists(reply.text)):
        reply = reply.without(copied)
    declared = [*_declared(reply, form), *_from_json(reply, form)]
    if not declared and reply.sentences.is_broken_off():
        return []
    if form.kind == "choice":
        said = [*_phrases(reply, form), *lone_lines(reply.text, form.book)]
        said = said or lone_sentence(reply.text, form.book, reply.sentences) or _named(reply, form)
    else:
        said = [] if declared else _IN_PASSING[form.kind](reply.text, form, reply.sentences, reply.source.bold)
    return sorted([*declared, *said], key=lambda candidate: (candidate.start, candidate.end))


def _declared(reply: Reply, form: Form) -> Iterator[Candidate]:
    text, sentences = reply.text, reply.sentences
    for region in declared_regions(text)[-MAX_REGIONS:]:
        reading = _read(region, text, form)
        if reading is None or sentences.is_hedged(region.start):
            continue
        candidate = _placed(reading, region)
        if not region.whole and sentences.is_phrase_denied(region.lead):
            continue
        yield candidate


def _read(region: Region, text: str, form: Form) -> Reading | None:
    stop = region.stop
    # Rows of a jigsaw and bullets of patches go on after the label's own line.
    if form.kind in ("sequence", "patches", "pair") and not region.whole:
        stop = min(len(text), region.start + 4_000)
    stop = min(stop, region.start + (4_000 if form.kind in ("sequence", "patches") else _ONE_LINE_CHARS))
    part = text[region.start : stop]
    if form.kind == "choice":
        return read_choice(part, form.book, region.whole, region.letters_only)
    return _READERS[form.kind](part, form)


def _placed(reading: Reading, region: Region) -> Candidate:
    return Candidate(
        reading.answer,
        region.start + reading.start,
        region.start + reading.end,
        region.rule,
        reading.reason,
        reading.flags,
        region.declared,
    )


def _from_json(reply: Reply, form: Form) -> Iterator[Candidate]:
    def read(value: str) -> Reading | None:
        return _read(Region(0, len(value), "json", 0, whole=True), value, form)

    for place, found in reply.objects:
        candidate: Any = json_candidate(found, place, form, read)
        if candidate is not None and not _EXAMPLE.search(reply.text[max(0, place - 40) : place]):
            yield candidate


def _phrases(reply: Reply, form: Form) -> Iterator[Candidate]:
    for region in phrase_regions(reply.text)[-MAX_REGIONS:]:
        reading = _read(region, reply.text, form)
        if reading is not None:
            candidate = _placed(reading, region)
            # After "C is the only one" a "never" belongs to what C is.
            end = None if region.rule == "called right" else candidate.end
            hedged = reply.sentences.is_hedged(candidate.start)
            if not hedged and not reply.sentences.is_phrase_denied(region.lead, end):
                yield candidate


_EXAMPLE = re.compile(r"(?:\be\.g\.|\bexample\b|\bfor instance\b|例如|比如)[^\n]{0,20}$", re.IGNORECASE)
_UNKNOWN_PREDICATE = re.compile(
    r"\s+(?!(?:because|since|as|for|with|but|due|by|here|please|it|this|the|and|or)\b)[^\W\d_]{2,}"
)
"""A letter and then a word that is neither its option's text nor a reason: it may deny, in any language."""


def _other_marks(text: str, reading: Reading) -> bool:
    """Whether options are gone through in one line: "Option A: blocked. Option B: blocked."."""
    return reading.end - reading.start == 1 and bool(_OPTION_MARK.search(text, reading.end))


_OPTION_MARK = re.compile(r"\b(?:[Oo]ption |[Cc]hoice )[A-Z]\b|(?<![A-Za-z0-9])\(?[A-Z](?:\)|:)\s")


def _is_brief(text: str) -> bool:
    """Whether a reply is a few words, counted in characters where a script has no spaces."""
    return len(text.split()) <= 3 and sum(ord(char) > 0x2E80 for char in text) <= 8


def _named(reply: Reply, form: Form) -> list[Candidate]:
    text, book = reply.text, form.book
    stripped = text.strip()
    if len(reply.sentences.spans) == 1 and len(stripped) < 160:
        start = text.find(stripped)
        reading = read_choice(stripped, book, whole=_is_brief(stripped))
        if reading is not None and _other_marks(stripped, reading):
            return []
        if reading is not None and _UNKNOWN_PREDICATE.match(stripped, reading.end) and reading.end - reading.start == 1:
            return []
        if (
            reading is not None
            and not is_of_another_thing(text, start + reading.start, start + reading.end, start, form)
            and not reply.sentences.is_hedged(start)
            and not reply.sentences.is_negated(start + reading.start, start + reading.end)
        ):
            return [_placed(reading, Region(start, start + len(stripped), "entire reply", start, declared=False))]
    return verdict_lines(text, book) or named_texts(text, form, reply.sentences, reply.source.bold)

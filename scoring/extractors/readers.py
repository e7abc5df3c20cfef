"""From a cleaned reply to candidates: each declared place read in the wanted form, then what is said in passing."""

import re
from collections.abc import Callable, Iterator, Mapping

from scoring.extractors.candidates import Candidate, Reading, Region
from scoring.extractors.choice import read_choice
from scoring.extractors.choice_lines import lone_lines, lone_sentence, verdict_lines
from scoring.extractors.choice_phrases import CALLED_RIGHT, phrase_regions
from scoring.extractors.choice_texts import named_texts, one_sentence
from scoring.extractors.counting import number_candidates
from scoring.extractors.cues import CORRECTION
from scoring.extractors.declared import declared_regions
from scoring.extractors.form import Form, Kind
from scoring.extractors.json_values import json_candidate
from scoring.extractors.numbers import read_number
from scoring.extractors.pairs import pair_candidates, read_pair
from scoring.extractors.patches import patch_candidates, read_patches
from scoring.extractors.reply import Reply
from scoring.extractors.sequences import read_sequence, sequence_candidates
from scoring.extractors.words import read_words, word_candidates

MAX_REGIONS = 60
"""Declared places that are read, the last ones: a reply with more repeats itself."""
_LINE_CHARS, _BLOCK_CHARS = 600, 4_000

_EXAMPLE = re.compile(r"(?:\be\.g\.|\bexample\b|\bfor instance\b|例如|比如)[^\n]{0,20}$", re.IGNORECASE)

_READERS: Mapping[Kind, Callable[[str, Form], Reading | None]] = {
    "number": read_number,
    "pair": read_pair,
    "patches": lambda text, _: read_patches(text),
    "sequence": read_sequence,
    "word": lambda text, _: read_words(text),
}
_BLOCK_KINDS: frozenset[Kind] = frozenset({"sequence", "patches", "pair"})
"""Answers that may go on after the label's own line: rows of a jigsaw, bullets of patches, a row and a column."""

Finder = Callable[[Reply, Form], list[Candidate]]


def candidates(reply: Reply, form: Form) -> list[Candidate]:
    """All candidates of a reply in order of position: the declared ones, and what was said in passing."""
    if form.kind == "choice" and (copied := form.book.copied_lists(reply.text)):
        reply = reply.without(copied)
    declared = [*_declared(reply, form), *_from_json(reply, form)]
    if not declared and reply.sentences.is_broken_off():
        return []
    finders = _IN_PASSING[form.kind] if not declared or _may_correct(declared, reply, form) else ()
    said: list[Candidate] = next(filter(None, (find(reply, form) for find in finders)), [])
    return sorted([*declared, *said], key=lambda candidate: (candidate.start, candidate.end))


def _may_correct(declared: list[Candidate], reply: Reply, form: Form) -> bool:
    """Whether words after the last declared answer may replace it. Only a letter can be told from prose then."""
    end = max(candidate.end for candidate in declared)
    return form.kind == "choice" and bool(CORRECTION.search(reply.text, end))


def _phrases_and_lines(reply: Reply, form: Form) -> list[Candidate]:
    return [*_phrases(reply, form), *lone_lines(reply, form)]


_IN_PASSING: Mapping[Kind, tuple[Finder, ...]] = {
    "choice": (_phrases_and_lines, lone_sentence, one_sentence, verdict_lines, named_texts),
    "number": (number_candidates,),
    "pair": (pair_candidates,),
    "patches": (patch_candidates,),
    "sequence": (sequence_candidates,),
    "word": (word_candidates,),
}
"""For each kind of answer the finders of what nothing declares, the more certain first."""


def _declared(reply: Reply, form: Form) -> Iterator[Candidate]:
    for region in declared_regions(reply.text)[-MAX_REGIONS:]:
        denied = not region.whole and reply.sentences.is_phrase_denied(region.lead)
        if not denied and not reply.sentences.is_hedged(region.start) and (reading := _read(region, reply.text, form)):
            yield Candidate.placed(reading, region)


def _phrases(reply: Reply, form: Form) -> Iterator[Candidate]:
    for region in phrase_regions(reply.text)[-MAX_REGIONS:]:
        reading = _read(region, reply.text, form)
        if reading is None:
            continue
        candidate = Candidate.placed(reading, region)
        # After "C is the only one" a "never" belongs to what C is.
        end = None if region.rule == CALLED_RIGHT else candidate.end
        hedged = reply.sentences.is_hedged(candidate.start)
        if not hedged and not reply.sentences.is_phrase_denied(region.lead, end):
            yield candidate


def _from_json(reply: Reply, form: Form) -> Iterator[Candidate]:
    def read(value: str) -> Reading | None:
        return _read(Region(0, len(value), "json", 0, whole=True), value, form)

    for place, found in reply.objects:
        candidate = json_candidate(found, place, form, read)
        if candidate is not None and not _EXAMPLE.search(reply.text[max(0, place - 40) : place]):
            yield candidate


def _read(region: Region, text: str, form: Form) -> Reading | None:
    in_block = form.kind in _BLOCK_KINDS
    stop = len(text) if in_block and not region.whole else region.stop
    part = text[region.start : min(stop, region.start + (_BLOCK_CHARS if in_block else _LINE_CHARS))]
    if form.kind == "choice":
        return read_choice(part, form.book, region.whole, region.letters_only)
    return _READERS[form.kind](part, form)

"""From a cleaned reply to candidates: each declared place read in the wanted form, then what is said in passing."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.extractors.candidates import Candidate, Reading, Region
from scoring.extractors.choice import read_choice
from scoring.extractors.choice_phrases import is_denied, lone_lines, named_texts, phrase_regions, verdict_lines
from scoring.extractors.counting import number_candidates
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
    declared = [*_declared(reply, form), *_from_json(reply, form)]
    if form.kind == "choice":
        said = [*_phrases(reply, form), *lone_lines(reply.text, form.book)] or _named(reply, form)
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
        if not region.whole and form.kind != "word" and sentences.is_negated(region.start, region.start):
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
        return _read(Region(0, len(value), "json", whole=True), value, form)

    for place, found in reply.objects:
        candidate: Any = json_candidate(found, place, form, read)
        if candidate is not None:
            yield candidate


def _phrases(reply: Reply, form: Form) -> Iterator[Candidate]:
    for region in phrase_regions(reply.text)[-MAX_REGIONS:]:
        reading = _read(region, reply.text, form)
        if reading is not None:
            candidate = _placed(reading, region)
            if not is_denied(candidate, reply.sentences):
                yield candidate


def _is_brief(text: str) -> bool:
    """Whether a reply is a few words, counted in characters where a script has no spaces."""
    return len(text.split()) <= 3 and sum(ord(char) > 0x2E80 for char in text) <= 8


def _named(reply: Reply, form: Form) -> list[Candidate]:
    text, book = reply.text, form.book
    stripped = text.strip()
    if "\n" not in stripped and len(stripped) < 120:
        start = text.find(stripped)
        reading = read_choice(stripped, book, whole=_is_brief(stripped))
        if (
            reading is not None
            and not reply.sentences.is_hedged(start)
            and not reply.sentences.is_negated(start + reading.start, start + reading.end)
        ):
            return [_placed(reading, Region(start, start + len(stripped), "entire reply", declared=False))]
    return verdict_lines(text, book) or named_texts(text, book, reply.sentences, reply.source.bold)

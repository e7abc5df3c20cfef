"""Options named by their text or value where no letter is given."""

import re
from collections.abc import Iterator

from scoring.extractors.agreement import STATED
from scoring.extractors.candidates import Candidate
from scoring.extractors.cues import INABILITY, NO_BEFORE
from scoring.extractors.form import Form
from scoring.extractors.option_book import OptionBook
from scoring.extractors.sentences import Sentences
from scoring.extractors.subjects import is_of_another_thing
from scoring.verdict import Reason

_MAY_BE = re.compile(r"\b(?:may|might|could|perhaps|possibly)\b|可能|也许", re.IGNORECASE)


def named_texts(text: str, form: Form, sentences: Sentences, bold: tuple[tuple[int, int], ...]) -> list[Candidate]:
    """Options named by text or value: a bold one, else all those of a short reply or of the last sentence."""
    book = form.book
    first_bold = [mention for start, end in bold[:1] for mention in _exactly(text, start, end, book)]
    if first_bold and len({letter for s, e in bold for letter, _, _ in _exactly(text, s, e, book)}) == 1:
        letter, start, end = first_bold[0]
        if not sentences.is_negated(start, end) and not sentences.is_hedged(start):
            return [Candidate(letter, start, end, "option text", declared=False)]
    spans = sentences.spans if len(sentences.spans) <= 3 else sentences.spans[-1:]
    found = list(_mentioned(text, form, sentences, spans))
    if found and _MAY_BE.search(text) and _supposed(text, form, sentences, spans) - {one.answer for one in found}:
        return [Candidate(None, found[0].start, found[-1].end, "option text", "conflict", declared=False)]
    return _stated(found, text) if book.numeric and len({one.answer for one in found}) > 1 else found


def _supposed(text: str, form: Form, sentences: Sentences, spans: tuple[tuple[int, int], ...]) -> set[str | None]:
    """The options that a supposition names: "it may be 10:10; if mirrored, 2:50"."""
    hedged = [span for span in spans if sentences.is_hedged(span[0])]
    return {mention.letter for start, end in hedged for mention in form.book.mentions(text[start:end])}


def _stated(found: list[Candidate], text: str) -> list[Candidate]:
    """Of several values the one that a reading verb gives ("has passed 40 and is pointing at 55"), if it stands alone."""
    stated = [
        one
        for number, one in enumerate(found)
        if STATED.search(text[max(0, one.start - 20) : one.start]) and not _enumerated(number, found)
    ]
    return stated if len({one.answer for one in stated}) == 1 and stated[-1] == found[-1] else found


def _enumerated(number: int, found: list[Candidate]) -> bool:
    """Whether another value stands right before or behind: "marks at 25, 40 and 55"."""
    near = found[max(0, number - 1) : number] + found[number + 1 : number + 2]
    return any(max(one.start - found[number].end, found[number].start - one.end) < 7 for one in near)


def _exactly(text: str, start: int, end: int, book: OptionBook) -> Iterator[tuple[str, int, int]]:
    letter = book.exact(text[start:end])
    if letter is not None:
        yield letter, start, end


def _mentioned(text: str, form: Form, sentences: Sentences, spans: tuple[tuple[int, int], ...]) -> Iterator[Candidate]:
    for start, end in spans:
        if sentences.is_hedged(start) or INABILITY.search(text, start, end):
            continue
        for mention in form.book.mentions(text[start:end]):
            first, last = start + mention.start, start + mention.end
            if sentences.is_negated(first, last) or NO_BEFORE.search(text[max(0, first - 30) : first]):
                continue
            if is_of_another_thing(text, first, last, start, form):
                continue
            reason: Reason | None = None if mention.letter else "not_an_option"
            yield Candidate(mention.letter, first, last, "option text", reason, declared=False)

"""Options named by their text or value where no letter is given."""

import re
from collections.abc import Iterator

from scoring.extractors.agreement import STATED
from scoring.extractors.candidates import Candidate, Region
from scoring.extractors.choice import read_choice
from scoring.extractors.cues import INABILITY, NO_BEFORE
from scoring.extractors.form import Form
from scoring.extractors.reply import Reply
from scoring.extractors.subjects import is_of_another_thing
from scoring.verdict import Reason

_MAY_BE = re.compile(r"\b(?:may|might|could|perhaps|possibly)\b|可能|也许", re.IGNORECASE)
_OPTION_MARK = re.compile(r"\b(?:[Oo]ption |[Cc]hoice )[A-Z]\b|(?<![A-Za-z0-9])\(?[A-Z](?:\)|:)\s")
_UNKNOWN_PREDICATE = re.compile(
    r"\s+(?!(?:because|since|as|for|with|but|due|by|here|please|it|this|the|and|or)\b)[^\W\d_]{2,}"
)
"""A letter and then a word that is neither its option's text nor a reason: it may deny, in any language."""
_MAX_ONE_SENTENCE_CHARS = 160
_SHORT_REPLY_SENTENCES = 3

Span = tuple[int, int]


def one_sentence(reply: Reply, form: Form) -> list[Candidate]:
    """A reply of one short sentence, read as if it were declared, unless it denies or goes through several options."""
    text = reply.text.strip()
    if len(reply.sentences.spans) != 1 or len(text) > _MAX_ONE_SENTENCE_CHARS:
        return []
    start = reply.text.find(text)
    reading = read_choice(text, form.book, whole=_is_brief(text))
    if reading is None:
        return []
    first, last = start + reading.start, start + reading.end
    is_letter = reading.answer is not None and last - first == 1
    if is_letter and (_OPTION_MARK.search(text, reading.end) or _UNKNOWN_PREDICATE.match(text, reading.end)):
        return []
    if is_of_another_thing(reply.text, first, last, start, form) or reply.sentences.is_hedged(start):
        return []
    if reply.sentences.is_negated(first, last):
        return []
    region = Region(start, start + len(text), "entire reply", start, declared=False)
    return [Candidate.placed(reading, region)]


def named_texts(reply: Reply, form: Form) -> list[Candidate]:
    """Options named by text or value: a bold one, else all those of a short reply or of the last sentence."""
    if bold := _bold_text(reply, form):
        return [bold]
    spans = reply.sentences.spans
    spans = spans if len(spans) <= _SHORT_REPLY_SENTENCES else spans[-1:]
    found = list(_mentioned(reply, form, spans))
    if found and _MAY_BE.search(reply.text) and _supposed(reply, form, spans) - {one.answer for one in found}:
        return [Candidate(None, found[0].start, found[-1].end, "option text", "conflict", declared=False)]
    several = len({one.answer for one in found}) > 1
    return _stated(found, reply.text) if form.book.numeric and several else found


def _is_brief(text: str) -> bool:
    """Whether a reply is a few words, counted in characters where a script has no spaces."""
    return len(text.split()) <= 3 and sum(ord(char) > 0x2E80 for char in text) <= 8


def _bold_text(reply: Reply, form: Form) -> Candidate | None:
    """The first bold part, if it is an option's text and no other bold part is that of another option."""
    exact = [form.book.exact(reply.text[start:end]) for start, end in reply.source.bold]
    if not exact or exact[0] is None or len({letter for letter in exact if letter}) > 1:
        return None
    start, end = reply.source.bold[0]
    if reply.sentences.is_negated(start, end) or reply.sentences.is_hedged(start):
        return None
    return Candidate(exact[0], start, end, "option text", declared=False)


def _mentioned(reply: Reply, form: Form, spans: tuple[Span, ...]) -> Iterator[Candidate]:
    text, sentences = reply.text, reply.sentences
    for start, end in spans:
        if sentences.is_hedged(start) or INABILITY.search(text, start, end):
            continue
        for mention in form.book.mentions(text[start:end]):
            first, last = start + mention.start, start + mention.end
            absent = NO_BEFORE.search(text[max(0, first - 30) : first])
            if absent or sentences.is_negated(first, last) or is_of_another_thing(text, first, last, start, form):
                continue
            reason: Reason | None = None if mention.letter else "not_an_option"
            yield Candidate(mention.letter, first, last, "option text", reason, declared=False)


def _supposed(reply: Reply, form: Form, spans: tuple[Span, ...]) -> set[str | None]:
    """The options that a supposition names: "it may be 10:10; if mirrored, 2:50"."""
    hedged = [span for span in spans if reply.sentences.is_hedged(span[0])]
    return {mention.letter for start, end in hedged for mention in form.book.mentions(reply.text[start:end])}


def _stated(found: list[Candidate], text: str) -> list[Candidate]:
    """Of several values the one that a reading verb gives ("has passed 40 and is pointing at 55")."""
    stated = [
        one
        for number, one in enumerate(found)
        if STATED.search(text[max(0, one.start - 20) : one.start]) and not _is_enumerated(number, found)
    ]
    return stated if len({one.answer for one in stated}) == 1 and stated[-1] == found[-1] else found


def _is_enumerated(number: int, found: list[Candidate]) -> bool:
    """Whether another value stands right before or behind: "marks at 25, 40 and 55"."""
    near = found[max(0, number - 1) : number] + found[number + 1 : number + 2]
    return any(max(one.start - found[number].end, found[number].start - one.end) < 7 for one in near)

"""From candidates to one answer, or to none with the reason."""

import re
from collections.abc import Sequence

from scoring.extractors.agreement import contradicted_before
from scoring.extractors.candidates import Candidate
from scoring.extractors.cues import CORRECTION, REFUSAL, RETRACTION
from scoring.extractors.form import Form
from scoring.extractors.reply import Reply
from scoring.verdict import Extraction, Reason

_JOINED = re.compile(
    r"[\s.,\ue000-\ue003*]*(?:or|and|oder|ou|o|/|或者?|和|还是|vs\.?)[\s\ue000-\ue003*]*", re.IGNORECASE
)
_BY_TEXT = frozenset({"option text", "json"})


def resolve(found: Sequence[Candidate], reply: Reply, form: Form) -> Extraction:
    """Decide.

    The last declared answer wins. What was said in passing only counts when nothing is declared, or after a correction
    ("Wait, …"). Two that stand side by side, two texts, or a declared one taken back give none.
    """
    pool = _pool(found, reply)
    if not pool:
        return _nothing(reply)
    last = pool[-1]
    if last.answer is None:
        return _none(last, found, reply, last.reason or "no_answer")
    if _has_rival(last, pool, reply):
        return _none(last, found, reply, "conflict")
    if _is_contradicted(last, reply, form):
        return _none(last, found, reply, "conflict", "letter_value_conflict")
    if last.declared and RETRACTION.search(reply.text, last.end):
        return _none(last, found, reply, "retracted")
    changed = last.declared and any(one.declared and one.answer not in (None, last.answer) for one in pool[:-1])
    flags = (*last.flags, "answer_changed") if changed else last.flags
    rejected = tuple(answer for answer in _answers(found) if answer != last.answer)
    return Extraction(last.answer, last.rule, reply.source.span(last.start, last.end), rejected=rejected, flags=flags)


def _pool(found: Sequence[Candidate], reply: Reply) -> list[Candidate]:
    """The candidates that may decide, in order."""
    declared = [one for one in found if one.declared]
    if not declared:
        return list(found)
    end = declared[-1].end
    return declared + [one for one in found if one.start >= end and CORRECTION.search(reply.text, end, one.start)]


def _has_rival(last: Candidate, pool: Sequence[Candidate], reply: Reply) -> bool:
    """Whether another answer stands beside the last one, so that both are alive."""
    if not last.declared and any(one.reason == "conflict" and one.end >= last.start for one in pool[:-1]):
        return True
    rivals = [one for one in pool[:-1] if one.answer not in (None, last.answer)]
    if not rivals:
        return False
    before = rivals[-1]
    if _JOINED.fullmatch(reply.text, before.end, last.start):
        return True
    if last.declared or before.declared:
        return False
    same_sentence = reply.sentences.around(before.start) == reply.sentences.around(last.start)
    return last.rule == "option text" or same_sentence


def _is_contradicted(last: Candidate, reply: Reply, form: Form) -> bool:
    if form.kind != "choice" or last.answer is None or len(last.answer) > 1 or last.rule in _BY_TEXT:
        return False
    return contradicted_before(last.answer, last.start, reply.text, reply.sentences, form.book)


def _answers(found: Sequence[Candidate]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.answer for one in found if one.answer))


def _none(last: Candidate, found: Sequence[Candidate], reply: Reply, reason: Reason, *flags: str) -> Extraction:
    span = reply.source.span(last.start, last.end)
    return Extraction(None, last.rule, span, "unparsed", reason, _answers(found), (*last.flags, *flags))


def _nothing(reply: Reply) -> Extraction:
    if REFUSAL.search(reply.text):
        return Extraction(None, "refusal", outcome="refused", reason="refused")
    return Extraction(None, "no rule", outcome="unparsed", reason="no_answer")

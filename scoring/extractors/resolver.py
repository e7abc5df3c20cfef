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


def resolve(found: Sequence[Candidate], reply: Reply, form: Form) -> Extraction:
    """Decide.

    The last declared answer wins. What was said in passing only counts when nothing is declared, or after a correction
    ("Wait, …"). Two that stand side by side, two texts, or a declared one taken back give none.
    """
    pool = _pool(found, reply)
    if not pool:
        return _nothing(found, reply)
    last = pool[-1]
    if last.answer is None:
        return _none(last, found, reply)
    if _has_rival(last, pool, reply, form):
        return _none(last, found, reply, "conflict")
    if len(last.answer) == 1 and form.kind == "choice" and last.rule not in ("option text", "json"):
        if contradicted_before(last.answer, last.start, reply.text, reply.sentences, form.book):
            return _none(last, found, reply, "conflict", "letter_value_conflict")
    if last.declared and _taken_back(last, reply):
        return _none(last, found, reply, "retracted")
    others = tuple(dict.fromkeys(one.answer for one in found if one.answer and one.answer != last.answer))
    changed = last.declared and any(one.declared and one.answer and one.answer != last.answer for one in pool[:-1])
    flags = (*last.flags, *(("answer_changed",) if changed else ()))
    return Extraction(last.answer, last.rule, reply.source.span(last.start, last.end), rejected=others, flags=flags)


def _pool(found: Sequence[Candidate], reply: Reply) -> list[Candidate]:
    declared = [one for one in found if one.declared]
    if not declared:
        return list(found)
    end = declared[-1].end
    corrected = [one for one in found if one.start >= end and CORRECTION.search(reply.text, end, one.start)]
    return [*declared, *corrected]


def _has_rival(last: Candidate, pool: Sequence[Candidate], reply: Reply, form: Form) -> bool:
    if not last.declared and any(one.reason == "conflict" and one.end >= last.start for one in pool[:-1]):
        return True
    rivals = [one for one in pool[:-1] if one.answer != last.answer and one.answer]
    if not rivals:
        return False
    before = rivals[-1]
    if _JOINED.fullmatch(reply.text, before.end, last.start):
        return True
    if last.declared or before.declared:
        return False
    named = last.rule == "option text"
    same_sentence = reply.sentences.around(before.start) == reply.sentences.around(last.start)
    return named or same_sentence


def _taken_back(last: Candidate, reply: Reply) -> bool:
    return bool(RETRACTION.search(reply.text, last.end))


def _none(
    last: Candidate, found: Sequence[Candidate], reply: Reply, reason: Reason | None = None, *flags: str
) -> Extraction:
    others = tuple(dict.fromkeys(one.answer for one in found if one.answer))
    return Extraction(
        None,
        last.rule,
        reply.source.span(last.start, last.end),
        outcome="unparsed",
        reason=reason or last.reason or "no_answer",
        rejected=others,
        flags=(*last.flags, *flags),
    )


def _nothing(found: Sequence[Candidate], reply: Reply) -> Extraction:
    if REFUSAL.search(reply.text):
        return Extraction(None, "refusal", outcome="refused", reason="refused")
    return Extraction(None, "no rule", outcome="unparsed", reason="no_answer")

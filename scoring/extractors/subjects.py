"""Whether a sentence speaks of the thing the question asks about."""

import re

from scoring.extractors.alternatives import any_of, word_list
from scoring.extractors.form import Form

_WORD = re.compile(r"[a-z]{3,}")
_LONG_WORD = re.compile(r"[a-z]{4,}")
_ASKS_COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
_NOUN_AFTER = re.compile(r"\s(?:and\s\w+\s)?([a-z]{3,})")
_SUBJECT = re.compile(
    r"\b([a-z]+)\s(?:is|are|was|costs?|seems to be|appears to be|looks)"
    r"\s(?:about |approximately |roughly |around |priced at |\$|€|¥|£)*$"
)
_RESULT = re.compile(r"=\s?[^\s=]{1,12}\s*$")
_OCCURS = any_of(
    r"\btimes\b|\boccur|\bappear|\bcount|\bthere (?:are|is)\b|\btotal\b|\bfound\b|\bfind\b|\bsee\b|出现|[是有]"
)
_STATES = any_of(
    r"\b(?:there (?:are|is)|i (?:can )?(?:only )?(?:count|see|find|counted|found)|we (?:count|get|see)|gives?"
    r"|makes?|yields?)\b",
    r"\b(?:points? (?:to|at)|stands? at|lies at|is|are|reads?|shows?|equals?|amounts? to|comes? to)\b",
    "[是为]|等于|共有",
)
_GENERAL = frozenset(
    word_list(
        "answer price value reading result total count number product sum temperature speed area percentage share "
        "fraction amount "
        "cost angle length distance height width volume pressure time weight measurement thermometer gauge needle "
        "pointer dial "
        "meter display level liquid column mercury this that there which what who one ones colour color item thing "
        "object option "
        "choice person he she they it and"
    )
)
"""Subjects that may stand for what the question asks about."""
_FUNCTION = frozenset(
    word_list(
        "and with which that because since but while when where who for from not are was has have can covers takes "
        "seems appears "
        "looks the this there then than around near next into onto over under behind above below"
    )
)
_COMMON = frozenset(
    word_list("what which does give many often with that this from into there answer integer decimal number")
)
_BRIEF_WORDS, _BRIEF_WIDE_CHARS = 4, 16


def is_of_another_thing(text: str, start: int, end: int, sentence_start: int, form: Form) -> bool:
    """Whether a colour is that of a thing the question does not name: "a pink umbrella", "the helmet is red"."""
    if not _ASKS_COLOUR.search(form.prompt):
        return False
    noun = _NOUN_AFTER.match(text, end)
    if noun and noun[1] not in _FUNCTION and noun[1] not in _asked_words(form):
        return True
    return has_another_subject(text[sentence_start:start], form)


def has_another_subject(before: str, form: Form) -> bool:
    """Whether the text right before a value makes it that of something the question does not ask about."""
    subject = _SUBJECT.search(before.casefold())
    return bool(subject and subject[1] not in _GENERAL and subject[1] not in _asked_words(form))


def speaks_of_question(sentence: str, form: Form) -> bool:
    """Whether a sentence is little more than a number, uses a word of the question, or states a reading or a count."""
    sentence = sentence.casefold()
    if _RESULT.search(sentence):
        return True
    words = len(sentence.split())
    if form.asks_how_often and words >= _BRIEF_WORDS:
        return bool(_OCCURS.search(sentence))
    if words <= _BRIEF_WORDS and sum(ord(char) > 0x2E80 for char in sentence) <= _BRIEF_WIDE_CHARS:
        return True
    asked = {word for word in _LONG_WORD.findall(form.prompt.casefold()) if word not in _COMMON}
    # Six letters, so that "bottle" finds "bottles" and "occur" finds "occurs".
    return any(word[:6] in sentence for word in asked) or bool(_STATES.search(sentence))


def _asked_words(form: Form) -> set[str]:
    return set(_WORD.findall(form.prompt.casefold()))

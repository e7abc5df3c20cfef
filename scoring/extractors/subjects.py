"""Whether a sentence speaks of the thing the question asks about."""

import re

from scoring.extractors.form import Form

_WORD = re.compile(r"[a-z]{3,}")
_ASKS_COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
_NOUN_AFTER = re.compile(r"\s(?:and\s\w+\s)?([a-z]{3,})")
_SUBJECT = re.compile(
    r"\b([a-z]+)\s(?:is|are|was|costs?|seems to be|appears to be|looks)\s(?:about |approximately |roughly |around |priced at |\$|€|¥|£)*$"
)
_GENERAL = frozenset(
    "answer price value reading result total count number product sum temperature speed area percentage share fraction amount cost angle"
    " length distance height width volume pressure time weight measurement thermometer gauge needle pointer dial meter display level liquid"
    " column mercury this that there which what who one ones colour color item thing object option choice person he she they it and".split()
)
_FUNCTION = frozenset(
    "and with which that because since but while when where who for from not are was has have can covers takes seems appears looks the this"
    " there then than around near next into onto over under behind above below".split()
)


def is_of_another_thing(text: str, start: int, end: int, sentence_start: int, form: Form) -> bool:
    """Whether a colour is said to be that of a thing the question does not name: "a pink umbrella", "the helmet is red"."""
    if not _ASKS_COLOUR.search(form.prompt):
        return False
    known = asked_words(form)
    noun = _NOUN_AFTER.match(text, end)
    if noun and noun[1] not in _FUNCTION and noun[1] not in known:
        return True
    return has_another_subject(text[sentence_start:start], form)


def has_another_subject(before: str, form: Form) -> bool:
    """Whether the text right before a value makes it that of something the question does not ask about."""
    subject = _SUBJECT.search(before.casefold())
    return bool(subject and subject[1] not in _GENERAL and subject[1] not in asked_words(form))


def asked_words(form: Form) -> set[str]:
    """The words of the question, options included, in lower case."""
    return set(_WORD.findall(form.prompt.casefold()))

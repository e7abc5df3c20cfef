"""Reading a word or a few: quoted, declared, in bold, after "says" and "reads", or alone."""

import re

from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import INABILITY, REFUSAL
from scoring.extractors.form import Form
from scoring.extractors.reply import Reply

_QUOTED = re.compile(r"\"([^\"\n]{1,120})\"|(?<!\w)'([^'\n]{1,120})'(?!\w)|《([^》\n]{1,60})》")
_SAYS = any_of(
    r"\b(?:says|say|reads|read|spells|states|shows|displays|labell?ed|spelled|called|named|titled)\s*:?\s+"
    r"(?:the (?:single )?words?\s+|out\s+|as\s+)?(?=\S)",
    r"\b(?:word|text|inscription|name|writing)(?: (?:on|in|above) the [\w ]{1,30}?| written| shown)*"
    r"\s+(?:is|says|reads)\b(?!n't)\s*:?\s*(?=\S)",
    r"\bI (?:can )?read (?:the word )?(?=\S)",
    r"(?:写着|写的是|文字是|文字为|内容是|内容为|读作|招牌是|是)\s?:?\s?(?:\w{0,4}单词)?(?=\S)",
)
_SAYS_EARLY_CHARS = 25
_TAIL = any_of(
    r"[.。!！?？;；,，]?\s*(?:$|\n)|[.。]\s",
    r"\s(?:on|in|above|at|with|which|and it|painted|written)\s(?:the|a|large|small|big|red|white|black)\b",
    flags=re.NOFLAG,
)
_INNER_STOP = re.compile(r"[.。?？]\s|：|:\s")
_OUTER = " \t\n\"'`*.。,，:;；!“”‘’《》()[]\ue000\ue001\ue002\ue003"
_PRIVATE = re.compile("[\ue000-\ue00f]")

_PROSE = any_of(
    r"\b(?:it|it's|the|this|that|there|i|i'm|i'd|i'll|is|are|was|says|reads|either|or|please|because|image"
    r"|picture|sorry|word)\b",
    r"\b(?:let me|let's|we|you|zoom|need to)\b",
    "[是的]|无法|抱歉|看不",
)
_NOTHING = any_of(
    r"(?:illegible|unreadable|unknown|unclear|none|n/?a|null|nothing|no (?:text|answer|word)|something|anything"
    r"|blurr(?:y|ed))$",
    r"(?:hidden|the same|not (?:visible|legible|sure|clear)|i don'?t know|blank|empty|\?+|\W*)$",
)
_ABSENT = any_of(
    r"^\W*no (?:\w+ )?(?:label|sign|text|word|writing)s?\b|\bnot found\b|\b(?:illegible|unreadable)\b|\?\W*$",
    r"不清|模糊|^\W*(?:没有|不知道)|中没有",
)
_UNDECIDED = any_of(r"^(?:either|not|neither|maybe|too|probably)\b", r"\w (?:or|/) \w")
_MAX_WORDS, _MAX_CHARS = 8, 120


def read_words(text: str) -> Reading | None:
    """The words of a declared text: what is quoted in it, else its line without outer punctuation."""
    line = text.strip("\n").split("\n", 1)[0]
    shift = text.find(line) if line else 0
    if _QUOTED.search(line):
        return _quoted(text, shift, shift + len(line))
    says = next((found for found in _SAYS.finditer(line) if found.start() < _SAYS_EARLY_CHARS), None)
    start = says.end() if says and _PROSE.search(line[: says.end()]) else 0
    return _words(line[start:], shift + start)


def word_candidates(reply: Reply, _: Form) -> list[Candidate]:
    """A short reply that is nothing but words, one bold part, or what the last sentence says is written there."""
    if REFUSAL.search(reply.text) or _ABSENT.search(reply.text):
        return []
    for rule, find in (("entire reply", _bare), ("bold words", _bold), ("said to be written", _said_last)):
        reading = find(reply)
        if reading is not None:
            return [Candidate.said(reading, rule)]
    return []


def _bare(reply: Reply) -> Reading | None:
    words = reply.text.strip(_OUTER)
    if any(mark in words for mark in '\n"') or _INNER_STOP.search(words) or not _is_plain(words):
        return None
    return _words(words, reply.text.find(words))


def _bold(reply: Reply) -> Reading | None:
    text = reply.text
    short = [(start, end) for start, end in reply.source.bold if _is_plain(text[start:end])]
    short = [(start, end) for start, end in short if not text[start:end].rstrip().endswith(":")]
    if len({text[start:end] for start, end in short}) != 1:
        return None
    start, end = short[0]
    return _words(text[start:end], start)


def _said_last(reply: Reply) -> Reading | None:
    """What the last sentence that says so says is written there."""
    for start, end in reply.sentences.spans[::-1]:
        if INABILITY.search(reply.text, start, end) or reply.sentences.is_hedged(start):
            continue
        reading = _said(reply, start, end)
        if reading is not None:
            return reading
    return None


def _said(reply: Reply, start: int, end: int) -> Reading | None:
    text, spans = reply.text, reply.sentences.spans
    says = list(_SAYS.finditer(text, start, end))
    if _QUOTED.search(text, start, end) and (says or len(spans) == 1):
        begin = says[-1].end() if says and _QUOTED.search(text, says[-1].end(), end) else start
        return _quoted(text, begin, end)
    if not says:
        return None
    begin = says[-1].end()
    # "The label says:" with the words on the next line.
    stop = next((last for first, last in spans if first >= begin), end) if begin >= end - 1 else end
    tail = _TAIL.search(text, begin, stop)
    return _words(text[begin : tail.start() if tail else stop], begin)


def _is_plain(words: str) -> bool:
    """Whether a text is a few words as they stand on signs, not a sentence about them."""
    if len(words) > _MAX_CHARS or len(words.split()) > _MAX_WORDS:
        return False
    return words.isupper() or not _PROSE.search(words)


def _quoted(text: str, start: int, end: int) -> Reading | None:
    """The one quoted part of [start, end)."""
    quoted = list(_QUOTED.finditer(text, start, end))
    if len(quoted) != 1:
        return Reading(None, start, end, "conflict")
    group = next(number for number in (1, 2, 3) if quoted[0][number] is not None)
    return _words(quoted[0][group], quoted[0].start(group))


def _words(text: str, start: int) -> Reading | None:
    words = text.strip(_OUTER)
    if _UNDECIDED.search(words):
        return Reading(None, start, start + len(text), "conflict")
    if not words or len(words) > _MAX_CHARS or _NOTHING.match(words):
        return None
    begin = start + text.find(words)
    return Reading(" ".join(_PRIVATE.sub(" ", words).split()), begin, begin + len(words))

"""Reading a word or a few: quoted, declared, in bold, after "says" and "reads", or alone."""

import re

from scoring.extractors.candidates import Candidate, Reading
from scoring.extractors.cues import INABILITY, REFUSAL
from scoring.extractors.form import Form
from scoring.extractors.sentences import Sentences

_QUOTED = re.compile(r"\"([^\"\n]{1,120})\"|(?<![\w])'([^'\n]{1,120})'(?!\w)|《([^》\n]{1,60})》")
_SAYS = re.compile(
    r"\b(?:says|say|reads|read|spells|states|shows|displays|labell?ed|spelled|called|named|titled)\s*:?\s+(?:the (?:single )?words?\s+|out\s+|as\s+)?(?=\S)"
    r"|\b(?:word|text|inscription|name|writing)(?: (?:on|in|above) the [\w ]{1,30}?| written| shown)*\s+(?:is|says|reads)\b(?!n't)\s*:?\s*(?=\S)"
    r"|\bI (?:can )?read (?:the word )?(?=\S)"
    r"|(?:写着|写的是|文字是|文字为|内容是|内容为|读作|招牌是|是)\s?:?\s?(?:\w{0,4}单词)?(?=\S)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[.。!！?？;；,，]?\s*(?:$|\n)|[.。]\s|\s(?:on|in|above|at|with|which|and it|painted|written)\s(?:the|a|large|small|big|red|white|black)\b"
)
_OUTER = " \t\n\"'`*.。,，:;；!“”‘’《》()[]\ue000\ue001\ue002\ue003"
_PROSE = re.compile(
    r"\b(?:it|it's|the|this|that|there|i|i'm|is|are|was|says|reads|either|or|please|because|image|picture|sorry|word|let me|let's|we|you|zoom|need to|i'd|i'll)\b|[是的]|无法|抱歉|看不",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:illegible|unreadable|unknown|unclear|none|n/?a|null|nothing|no (?:text|answer|word)|something|anything|blurr(?:y|ed)|hidden|the same|not (?:visible|legible|sure|clear)|i don'?t know|blank|empty|\?+|\W*)",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"^\W*no (?:\w+ )?(?:label|sign|text|word|writing)s?\b|\bnot found\b|\?\W*$|不清|\b(?:illegible|unreadable)\b|模糊|^\W*(?:没有|不知道)|中没有",
    re.IGNORECASE,
)
_PRIVATE = re.compile("[\ue000-\ue00f]")
_MAX_WORDS = 8
_MAX_CHARS = 120


def read_words(text: str, form: Form) -> Reading | None:
    """The words of a declared text: what is quoted in it, else its line without outer punctuation."""
    line = text.strip("\n").split("\n", 1)[0]
    shift = text.find(line) if line else 0
    quoted = [match for match in _QUOTED.finditer(line)]
    if len(quoted) == 1:
        group = next(number for number in (1, 2, 3) if quoted[0][number] is not None)
        return _words(quoted[0][group], shift + quoted[0].start(group))
    if len(quoted) > 1:
        return Reading(None, shift, shift + len(line), "conflict")
    says = _SAYS.match(line) or next((m for m in _SAYS.finditer(line) if m.start() < 25), None)
    start = says.end() if says and _PROSE.search(line[: says.end()]) else 0
    return _words(line[start:], shift + start)


def word_candidates(text: str, form: Form, sentences: Sentences, bold: tuple[tuple[int, int], ...]) -> list[Candidate]:
    """A short reply that is nothing but words, one bold part, or what the last sentence says is written there."""
    if REFUSAL.search(text) or _ABSENT.search(text):
        return []
    if bare := _bare(text):
        return [Candidate(bare.answer, bare.start, bare.end, "entire reply", declared=False)]
    shorts = [
        (start, end) for start, end in bold if _plain(text[start:end]) and not text[start:end].rstrip().endswith(":")
    ]
    if len({text[start:end] for start, end in shorts}) == 1:
        reading = _words(text[shorts[0][0] : shorts[0][1]], shorts[0][0])
        return [Candidate(reading.answer, reading.start, reading.end, "bold words", declared=False)] if reading else []
    for start, end in sentences.spans[::-1]:
        if INABILITY.search(text, start, end) or sentences.is_hedged(start):
            continue
        said = _said(text, start, end, sentences)
        if said is not None:
            return [Candidate(said.answer, said.start, said.end, "said to be written", said.reason, declared=False)]
    return []


def _bare(text: str) -> Reading | None:
    stripped = text.strip(_OUTER)
    start = text.find(stripped)
    if any(mark in stripped for mark in '\n"') or _INNER_STOP.search(stripped) or not _plain(stripped):
        return None
    return _words(stripped, start)


_INNER_STOP = re.compile(r"[.。?？]\s|：|:\s")


def _plain(words: str) -> bool:
    """Whether a text is a few words as they stand on signs, not a sentence about them."""
    return (
        len(words) <= _MAX_CHARS
        and len(words.split()) <= _MAX_WORDS
        and not (_PROSE.search(words) and not words.isupper())
    )


def _said(text: str, start: int, end: int, sentences: Sentences) -> Reading | None:
    found = list(_SAYS.finditer(text, start, end))
    if not found:
        quoted = list(_QUOTED.finditer(text, start, end))
        return read_moved(text, start, end) if len(quoted) == 1 and len(sentences.spans) == 1 else None
    begin = found[-1].end()
    if _QUOTED.search(text, found[0].start(), end):
        return read_moved(text, begin, end) if _QUOTED.search(text, begin, end) else read_moved(text, start, end)
    # "The label says:" with the words on the next line.
    stop = next((s_end for s_start, s_end in sentences.spans if s_start >= begin), end) if begin >= end - 1 else end
    tail = _TAIL.search(text, begin, stop)
    return _words(text[begin : tail.start() if tail else stop], begin)


def read_moved(text: str, start: int, end: int) -> Reading | None:
    """The one quoted part of [start, end)."""
    quoted = list(_QUOTED.finditer(text, start, end))
    if len(quoted) != 1:
        return Reading(None, start, end, "conflict")
    group = next(number for number in (1, 2, 3) if quoted[0][number] is not None)
    return _words(quoted[0][group], quoted[0].start(group))


def _words(text: str, start: int) -> Reading | None:
    stripped = text.strip(_OUTER)
    if re.match(r"(?:either|not|neither|maybe|too|probably)\b", stripped, re.IGNORECASE) or re.search(
        r"\w (?:or|/) \w", stripped
    ):
        return Reading(None, start, start + len(text), "conflict")
    if not stripped or len(stripped) > _MAX_CHARS or _NOTHING.fullmatch(stripped):
        return None
    begin = start + text.find(stripped)
    return Reading(" ".join(_PRIVATE.sub(" ", stripped).split()), begin, begin + len(stripped))

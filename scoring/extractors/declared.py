"""Where a reply declares its answer: answer tags, boxes, and labels such as "Final answer:" in many languages."""

import re
from collections.abc import Iterator

from scoring.extractors.alternatives import any_of
from scoring.extractors.candidates import Region
from scoring.extractors.text import BOX_CLOSE, BOX_OPEN, TAG_CLOSE, TAG_OPEN

_BOX = re.compile(f"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]{{0,4000}}){BOX_CLOSE}")
_TAG = re.compile(f"{TAG_OPEN}([^{TAG_OPEN}{TAG_CLOSE}]{{0,8000}})(?:{TAG_CLOSE}|\\Z)")

_IS = (
    r"(?:\s{0,3}(?:(?:is|are|was)\b(?!\s+not\b)|(?:must|should|would|will|has to|seems to) be\b"
    r"|[\"']?\s?[:=]|>{1,3}|[-=]>|→|≈|[-–—](?=\s)))+"
)
_QUALIFIER = "final|correct|right|best|true|overall|predicted|my|extracted"
_THING = (
    "answers?|options?|choices?|letters?|statements?|shapes?|match|order|sequence|arrangement|result|count|value|reading"
    "|selections?|rotation|angle|ones?|total|number|position|location|word|text|path|string|time|colou?r"
)
_ANSWER = (
    rf"(?:(?:{_QUALIFIER})\s+(?:{_THING})"
    r"|(?:closest|nearest|matching|only (?:valid|correct))\s+(?:option|choice|answer|match|value)"
    r"|final_?answer|correct_?answer|answers?|ans)"
)
_AFTER_ANSWER = r"(?:\s+(?:choice|option|letter|here|therefore|then|thus|to (?:the|this) (?:question|problem)))?"

_LABEL = any_of(
    rf"\b(?:final\s+)?{_ANSWER}{_AFTER_ANSWER}\s{{0,2}}(?:\([^()\n]{{1,30}}\)\s?)?{_IS}",
    r"^[ ]*\W{0,4}(?:final |the |my |short )?(?:answers?|result|conclusion|choice)\W{0,3}$",
    r"\b(?:the|my|our|final)\s(?:result|solution|conclusion|outcome|verdict|pick|choice)\s(?:is|was|would be|:)\s",
    r"\b(?:solution|conclusion|result|choice|selection|prediction|verdict|choose|select|option chosen)\s?[:=]",
    r"\b(?:respuesta|r[ée]ponse|antwort|risposta|resposta|ответ|lösung|odpowiedź|cevap|jawaban|svar|antwoord)\b"
    r"(?:\s+(?:correcta|correcte|juste|finale?|richtige|correta|corretta|esatta|yang benar))?"
    r"\s{0,2}(?:(?:es|est|ist|lautet|é|adalah|är|is)\b|è|:|=|—|-)+",
    r"(?:答え|正解|解答|回答)(?:は|:)+|(?:정답|답)(?:은|는|:)+",
    r"(?:最终|最後|最后|正确|正確|本题|标准)?的?(?:答案|选项|結果|结果|结论)(?:应该|应当|应)?"
    r"\s{0,2}(?:有|选|是(?!不)|为|為|即|:|=|\]|\s)+",
    r"^[ #]*(?:最终|正确)?答案[ ]*$|^\s*答\s?:",
    flags=re.IGNORECASE | re.MULTILINE,
)
_FINAL = any_of("final", "最终|最后|最後")


def declared_regions(text: str) -> list[Region]:
    """All places that declare an answer, in order of position."""
    found = [*_enclosed(text, _TAG, "answer tag"), *_enclosed(text, _BOX, "boxed"), *_labelled(text)]
    return sorted(found, key=lambda region: (region.start, region.whole))


def _enclosed(text: str, pattern: re.Pattern[str], rule: str) -> Iterator[Region]:
    for match in pattern.finditer(text):
        yield Region(*match.span(1), rule, match.start(1), whole=True)


def _labelled(text: str) -> Iterator[Region]:
    for match in _LABEL.finditer(text):
        start, stop = _line_after(text, match.end())
        if start < stop:
            yield Region(start, stop, "final answer" if _FINAL.search(match[0]) else "answer label", match.start())


def _line_after(text: str, start: int) -> tuple[int, int]:
    """The rest of the line, or the next line that holds something."""
    while start < len(text) and (text[start].isspace() or text[start] in "*:\"'"):
        start += 1
    stop = text.find("\n", start)
    return start, len(text) if stop < 0 else stop

"""Where a reply declares its answer: answer tags, boxes, and labels such as "Final answer:" in many languages."""

import re
from collections.abc import Iterator

from scoring.extractors.candidates import Region
from scoring.extractors.text import BOX_CLOSE, BOX_OPEN, TAG_CLOSE, TAG_OPEN

_BOX = re.compile(f"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]{{0,4000}}){BOX_CLOSE}")
_TAG = re.compile(f"{TAG_OPEN}([^{TAG_OPEN}{TAG_CLOSE}]{{0,8000}})(?:{TAG_CLOSE}|\\Z)")

_COPULA = (
    r"(?:\s{0,3}(?:is\b(?!\s+not\b)|are\b(?!\s+not\b)|was\b(?!\s+not\b)|must be\b|should be\b|would be\b|will be\b|has to be\b|seems to be\b"
    r"|[\"']?\s?[:=]|>{1,3}|[-=]>|→|≈|[-–—](?=\s)))+"
)
_NOUN = (
    r"(?:final|correct|right|best|true|overall|predicted|my|extracted)\s+(?:answers?|options?|choices?|letters?|statements?|shapes?|match|order|sequence"
    r"|arrangement|result|count|value|reading|selections?|rotation|angle|ones?|total|number|position|location|word|text|path|string|time|colou?r)"
    r"|(?:closest|nearest|matching|only valid|only correct)\s+(?:option|choice|answer|match|value)"
    r"|final_?answer|correct_?answer|answers?|ans"
)
_LABEL = re.compile(
    rf"\b(?P<final>final\s+)?(?:{_NOUN})(?:\s+(?:choice|option|letter|here|therefore|then|thus|to (?:the|this) (?:question|problem)))?"
    rf"\s{{0,2}}(?:\([^()\n]{{1,30}}\)\s?)?(?P<copula>{_COPULA})"
    r"|^[ ]*\W{0,4}(?:final |the |my |short )?(?:answers?|result|conclusion|choice)\W{0,3}$"
    r"|\b(?:the|my|our|final)\s(?:result|solution|conclusion|outcome|verdict|pick|choice)\s(?:is|was|would be|:)\s"
    r"|\b(?:solution|conclusion|result|choice|selection|prediction|verdict|choose|select|option chosen)\s?[:=]"
    r"|\b(?:respuesta|r[ée]ponse|antwort|risposta|resposta|ответ|lösung|odpowiedź|cevap|jawaban|svar|antwoord)\b"
    r"(?:\s+(?:correcta|correcte|juste|finale?|richtige|correta|corretta|esatta|yang benar))?\s{0,2}(?:es\b|est\b|ist\b|lautet\b|è|é\b|:|=|—|-|adalah\b|är\b|is\b)+"
    r"|(?:答え|正解|解答|回答)(?:は|:)+|(?:정답|답)(?:은|는|:)+"
    r"|(?:最终|最後|最后|正确|正確|本题|标准)?的?(?:答案|选项|結果|结果|结论)(?:应该|应当|应)?\s{0,2}(?:有|选|是(?!不)|为|為|即|:|=|\]|\s)+"
    r"|^[ #]*(?:最终|正确)?答案[ ]*$|^\s*答\s?:",
    re.IGNORECASE | re.MULTILINE,
)


def declared_regions(text: str) -> list[Region]:
    """All places that declare an answer, in order of position."""
    found = [*_tags(text), *_boxes(text), *_labels(text)]
    return sorted(found, key=lambda region: (region.start, region.whole))


def _tags(text: str) -> Iterator[Region]:
    if TAG_OPEN in text:
        for match in _TAG.finditer(text):
            yield Region(match.start(1), match.end(1), "answer tag", match.start(1), whole=True)


def _boxes(text: str) -> Iterator[Region]:
    if BOX_OPEN in text:
        for match in _BOX.finditer(text):
            yield Region(match.start(1), match.end(1), "boxed", match.start(1), whole=True)


def _labels(text: str) -> Iterator[Region]:
    for match in _LABEL.finditer(text):
        start, stop = _line_after(text, match.end())
        if start < stop:
            yield Region(start, stop, _rule(match[0]), match.start())


def _rule(label: str) -> str:
    plain = label.casefold()
    return "final answer" if "final" in plain or "最终" in plain or "最后" in plain else "answer label"


def _line_after(text: str, start: int) -> tuple[int, int]:
    """The rest of the line, or the next line that holds something."""
    while start < len(text) and (text[start].isspace() or text[start] in "*:\"'"):
        start += 1
    stop = text.find("\n", start)
    return start, len(text) if stop < 0 else stop

"""Options named in prose when nothing declares an answer: turns of phrase, letters alone on a line, verdicts, texts."""

import re
from collections.abc import Iterator

from scoring.extractors.candidates import Candidate, Region
from scoring.extractors.option_book import OptionBook
from scoring.extractors.sentences import INABILITY, Sentences
from scoring.verdict import Reason

_L = r"(?:(?:option|choice|answer|letter|shape|选项)\s{0,2})?(?=[(\[\"']{0,2}[A-Z](?![A-Za-z0-9_'’]))"
_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rule, re.compile(pattern))
    for rule, pattern in (
        (
            "chosen",
            rf"\b(?i:choose|pick|select|chose|picked|selected|go(?:ing)? with|went with|opt(?:ing)? for|I(?:'d| would) say|guess|settle on|vote for|choosing|picking|selecting)"
            rf"\s+(?:for\s+)?(?:the\s+)?{_L}",
        ),
        (
            "conclusion",
            rf"\b(?i:so|thus|therefore|hence|consequently|accordingly)\b[\s,:]*(?i:(?:the\s+)?(?:it(?:'s| is| must be)|this is|that(?:'s| is)|that leaves|only)\s+)?{_L}",
        ),
        (
            "must be",
            rf"\b(?i:must be|has to be|have to be|should be|can only be|matches|match is|corresponds to|matching|closest to|best fits|fits best|agrees with|points to"
            rf"|leads to|leaves(?: only)?|leaving(?: only)?|making it|which is|that is|that's|it is|it's|this is|namely|i\.e\.,?)\s+(?:clearly |probably |likely |definitely |therefore )?{_L}",
        ),
        ("arrow", rf"(?:→|⇒|=>|->)\s{{0,3}}{_L}"),
        ("only", rf"\b(?i:only|just)\s+{_L}"),
        (
            "selected in Chinese",
            rf"(?:故|应|因此|所以|因而|应该|可以|只能|我|答案)?(?<![不没别排])选(?:择|擇)?(?!项)(?:的是|了)?\s{{0,2}}:?\s{{0,2}}{_L}",
        ),
        (
            "named in Chinese",
            rf"(?:(?<!不)(?:只有|就是|的是|应为|应是|正确的?是|即为|而是|说明是)|^\s*是)\s{{0,2}}{_L}",
        ),
    )
)
_IS_RIGHT = re.compile(
    r"(?<![A-Za-z0-9])[(\[]?([A-Z])[)\]]?(?:\s?\([^()\n]{1,60}\))?\s+(?:is|was|seems|looks|appears|must be|would be|fits|matches|are)\s+(?:to be\s+|clearly\s+|definitely\s+)?"
    r"(?:the\s+)?(?:correct|right|best|only|answer|closest|nearest|most likely|true|valid|match|one\b|odd|exactly)"
)
_IS_RIGHT_CHINESE = re.compile(r"([A-Z])\s?(?:选项)?\s?(?:是|才是|为|最)?(?:正确|对的|符合|唯一|答案)")
_COLON_LINE = re.compile(r"^[^\n:?]{2,60}:\s{0,2}(?=[(\[]?[A-Z][)\]]?[.!]?\s*$)", re.MULTILINE)
_COLON_LIST = re.compile(r":\s{0,2}(?=[A-Z](?:,? and [A-Z]|, [A-Z]){1,25}\.?\s*$)", re.MULTILINE)

_MARKED_LINE = re.compile(
    r"^[ \t>|*•·+-]{0,8}(?P<number>\d{1,2}[.)]\s)?(?:option |choice |选项 ?)?(?P<open>[(\[]{0,2})(?P<letter>[A-Za-z])(?P<close>[)\]]{0,2})(?P<dot>[.:、,!]?)(?![A-Za-z0-9_'’])(?P<rest>[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_YES = re.compile(
    r"✓|✔|✅|☑|√|\b(?:correct|right|true|yes|works?|valid|reaches|fits|matches|match)\b|正确|符合|^\W*对\W*$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"✗|✘|❌|×|☒|\b(?:incorrect|wrong|false|no|not|invalid|blocked|fails?|hits?|dead|too|n't|out)\b|不|错",
    re.IGNORECASE,
)


def phrase_regions(text: str) -> list[Region]:
    """Places where a turn of phrase wants a letter next ("I choose …", "so …", "故选…")."""
    found = [
        Region(match.end(), _line_end(text, match.end()), rule, declared=False, letters_only=True)
        for rule, pattern in _PHRASES
        for match in pattern.finditer(text)
    ]
    found += [
        Region(match.start(1), match.end(1), "called right", declared=False, letters_only=True)
        for pattern in (_IS_RIGHT, _IS_RIGHT_CHINESE)
        for match in pattern.finditer(text)
    ]
    found += [
        Region(match.end(), _line_end(text, match.end()), "list of letters", declared=False, letters_only=True)
        for match in _COLON_LIST.finditer(text)
    ]
    found += [
        Region(match.end(), _line_end(text, match.end()), "after a colon", declared=False, letters_only=True)
        for match in _COLON_LINE.finditer(text)
    ]
    return sorted(found, key=lambda region: region.start)


def lone_lines(text: str, book: OptionBook) -> list[Candidate]:
    """Lines that hold one letter, alone or with its own option's text. A copied list of options does not count."""
    lines = [match for match in _MARKED_LINE.finditer(text) if match["letter"].upper() in book.letters]
    own = [match for match in lines if _repeats_option(match, book)]
    copied = own if len({match["letter"].upper() for match in own}) > 1 else []
    found = []
    for match in lines:
        alone = not match["rest"].strip(" .!|)]\"'") and not match["number"]
        if (alone and (match["letter"].isupper() or len(text.strip()) < 6)) or (match in own and match not in copied):
            letter = match["letter"].upper()
            found.append(Candidate(letter, match.start("letter"), match.end("close"), "lone letter", declared=False))
    return found


def _repeats_option(match: re.Match[str], book: OptionBook) -> bool:
    rest = match["rest"].strip(" |:.-–—")
    return bool(rest) and book.exact(rest) == match["letter"].upper()


def verdict_lines(text: str, book: OptionBook) -> list[Candidate]:
    """A list or table with a verdict on each option: the ones that pass, if at least two were judged."""
    passed: list[re.Match[str]] = []
    judged = set()
    for match in _MARKED_LINE.finditer(text):
        letter, rest = match["letter"].upper(), match["rest"]
        if letter not in book.letters or match["letter"].islower():
            continue
        yes, no = _YES.search(rest), _NO.search(rest)
        if bool(yes) == bool(no):
            continue
        judged.add(letter)
        if yes:
            passed.append(match)
    letters = sorted({match["letter"] for match in passed})
    if len(judged) < 2 or not letters:
        return []
    start, end = passed[0].start("letter"), passed[-1].end("letter")
    if len(letters) == 1 or book.multi:
        return [Candidate("".join(letters), start, end, "verdict list", declared=False)]
    return [Candidate(None, start, end, "verdict list", "conflict", declared=False)]


def named_texts(
    text: str, book: OptionBook, sentences: Sentences, bold: tuple[tuple[int, int], ...]
) -> list[Candidate]:
    """Options named by text or value: a bold one, else all those of a short reply or of the last sentence."""
    first_bold = [mention for start, end in bold[:1] for mention in _exactly(text, start, end, book)]
    if first_bold and len({letter for s, e in bold for letter, _, _ in _exactly(text, s, e, book)}) == 1:
        letter, start, end = first_bold[0]
        if not sentences.is_negated(start, end) and not sentences.is_hedged(start):
            return [Candidate(letter, start, end, "option text", declared=False)]
    spans = sentences.spans if len(sentences.spans) <= 3 else sentences.spans[-1:]
    return list(_mentioned(text, book, sentences, spans))


def _exactly(text: str, start: int, end: int, book: OptionBook) -> Iterator[tuple[str, int, int]]:
    letter = book.exact(text[start:end])
    if letter is not None:
        yield letter, start, end


def _mentioned(
    text: str, book: OptionBook, sentences: Sentences, spans: tuple[tuple[int, int], ...]
) -> Iterator[Candidate]:
    for start, end in spans:
        if sentences.is_hedged(start) or INABILITY.search(text, start, end):
            continue
        for mention in book.mentions(text[start:end]):
            first, last = start + mention.start, start + mention.end
            if sentences.is_negated(first, last):
                continue
            reason: Reason | None = None if mention.letter else "not_an_option"
            yield Candidate(mention.letter, first, last, "option text", reason, declared=False)


def is_denied(candidate: Candidate, sentences: Sentences) -> bool:
    """Whether the sentence around a candidate asks, supposes or denies."""
    # After "C is the only one" a "never" belongs to what C is.
    end = sentences.around(candidate.start)[1] if candidate.rule == "called right" else candidate.end
    return sentences.is_hedged(candidate.start) or sentences.is_negated(candidate.start, end)


def _line_end(text: str, start: int) -> int:
    stop = text.find("\n", start)
    return len(text) if stop < 0 else stop

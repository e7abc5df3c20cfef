"""Turns of phrase that want a letter next ("I choose …", "so …", "故选…"); they count when nothing is declared."""

import re

from scoring.extractors.candidates import Region

_L = r"(?:(?:option|choice|answer|letter|shape|选项)\s{0,2})?(?=[(\[\"']{0,2}[A-Z](?![A-Za-z0-9_'’]))"
_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rule, re.compile(pattern))
    for rule, pattern in (
        (
            "chosen",
            rf"\b(?i:choose|pick|select|chose|picked|selected|go(?:ing)? with|went with|opt(?:ing)? for|I(?:'d| would) say|guess|settle on|vote for|choosing|picking|selecting|I get|we get|we obtain|I end up with|I arrive at|gives us)"
            rf"\s+(?:for\s+)?(?:the\s+)?{_L}",
        ),
        (
            "conclusion",
            rf"\b(?i:so|thus|therefore|hence|consequently|accordingly|by elimination)\b[\s,:]*(?i:(?:the\s+)?(?:(?:I|we) (?:get|obtain|find|have)|it(?:'s| is| must be)|this is|that(?:'s| is)|that leaves|only)\s+)?{_L}",
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
            rf"(?:故|应|因此|所以|因而|应该|可以|只能|我|答案)?(?<![不没别排])[选選](?:择|擇)?(?!项|項)(?:的是|了)?\s{{0,2}}:?\s{{0,2}}{_L}",
        ),
        (
            "named in Chinese",
            rf"(?:(?<!不)(?:只有|(?<!不是[A-Z])就是|的是|应为|应是|正确的?是|即为|而是|说明是|(?:所以|因此|那么|应该|应当)是|[,，]\s?是)|^\s*是)\s{{0,2}}{_L}",
        ),
    )
)
_IS_RIGHT = re.compile(
    r"(?<![A-Za-z0-9])[(\[]?([A-Z](?:(?:, ?(?:and )?|\s?(?:and|&)\s?)[A-Z](?![A-Za-z0-9])){0,25})[)\]]?(?:\s?\([^()\n]{1,60}\))?\s+(?:is|was|seems|looks|appears|must be|would be|fits|matches|are)\s+(?:to be\s+|clearly\s+|definitely\s+)?"
    r"(?:the\s+)?(?:correct|right|best|only|answer|closest|nearest|most likely|true|valid|match|one\b|odd|exactly)"
)
_IS_RIGHT_CHINESE = re.compile(r"([A-Z])\s?(?:选项)?\s?(?:是|才是|为|最)?(?:正确|对的|符合|唯一|答案)")
_IT_IS = re.compile(r"(?<![A-Za-z0-9])([A-Z]) (?:it is|remains|is left)\b")
_COLON_LINE = re.compile(r"^[^\n:?]{2,60}:\s{0,2}(?=[(\[]?[A-Z][)\]]?[.!]?\s*$)", re.MULTILINE)
_COLON_LIST = re.compile(r":\s{0,2}(?=[A-Z](?:,? and [A-Z]|, [A-Z]){1,25}\.?\s*$)", re.MULTILINE)


def phrase_regions(text: str) -> list[Region]:
    """Places where a turn of phrase wants a letter next ("I choose …", "so …", "故选…")."""
    found = [
        Region(match.end(), _line_end(text, match.end()), rule, match.start(), declared=False, letters_only=True)
        for rule, pattern in _PHRASES
        for match in pattern.finditer(text)
    ]
    found += [
        Region(match.start(1), match.end(1), "called right", match.start(1), declared=False, letters_only=True)
        for pattern in (_IS_RIGHT, _IS_RIGHT_CHINESE, _IT_IS)
        for match in pattern.finditer(text)
    ]
    found += [
        Region(
            match.end(),
            _line_end(text, match.end()),
            "list of letters",
            match.start(),
            declared=False,
            letters_only=True,
        )
        for match in _COLON_LIST.finditer(text)
    ]
    found += [
        Region(
            match.end(), _line_end(text, match.end()), "after a colon", match.start(), declared=False, letters_only=True
        )
        for match in _COLON_LINE.finditer(text)
    ]
    return sorted(found, key=lambda region: region.start)


def _line_end(text: str, start: int) -> int:
    stop = text.find("\n", start)
    return len(text) if stop < 0 else stop

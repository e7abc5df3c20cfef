"""Turns of phrase that want a letter next ("I choose …", "so …", "故选…"); they count when nothing is declared."""

import re
from collections.abc import Iterator

from scoring.extractors.agreement import END
from scoring.extractors.candidates import Region

_LETTER = rf"(?:(?:option|choice|answer|letter|shape|选项)\s{{0,2}})?(?=[(\[\"']{{0,2}}[A-Z]{END})"
_CHOOSE = (
    "choose|pick|select|chose|picked|selected|choosing|picking|selecting|go(?:ing)? with|went with|opt(?:ing)? "
    "for|settle on"
    "|vote for|guess|I(?:'d| would) say|I get|we get|we obtain|I end up with|I arrive at|gives us"
)
_SO = "so|thus|therefore|hence|consequently|accordingly|by elimination"
_THAT_IS = "(?:I|we) (?:get|obtain|find|have)|it(?:'s| is| must be)|this is|that(?:'s| is)|that leaves|only"
_MUST_BE = (
    "must be|has to be|have to be|should be|can only be|matches|match is|corresponds to|matching|closest to|best "
    "fits|fits best"
    "|agrees with|points to|leads to|leaves(?: only)?|leaving(?: only)?|making it|which is|that is|that's|it is"
    "|it's|this is"
    r"|namely|i\.e\.,?"
)
_SURELY = "clearly|probably|likely|definitely|therefore"
_IS_CHINESE = (
    "只有|(?<!不是[A-Z])就是|的是|应为|应是|正确的?是|即为|而是|说明是|(?:所以|因此|那么|应该|应当)是|[,，]\\s?是"
)

_LEADS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("chosen", re.compile(rf"\b(?i:{_CHOOSE})\s+(?:for\s+)?(?:the\s+)?{_LETTER}")),
    ("conclusion", re.compile(rf"\b(?i:{_SO})\b[\s,:]*(?i:(?:the\s+)?(?:{_THAT_IS})\s+)?{_LETTER}")),
    ("must be", re.compile(rf"\b(?i:{_MUST_BE})\s+(?:(?:{_SURELY})\s)?{_LETTER}")),
    ("arrow", re.compile(rf"(?:→|⇒|=>|->)\s{{0,3}}{_LETTER}")),
    ("only", re.compile(rf"\b(?i:only|just)\s+{_LETTER}")),
    ("chosen", re.compile(rf"(?<![不没别排])[选選](?:择|擇)?(?!项|項)(?:的是|了)?\s{{0,2}}:?\s{{0,2}}{_LETTER}")),
    ("named", re.compile(rf"(?:(?<!不)(?:{_IS_CHINESE})|^\s*是)\s{{0,2}}{_LETTER}")),
    ("list of letters", re.compile(r":\s{0,2}(?=[A-Z](?:,? and [A-Z]|, [A-Z]){1,25}\.?\s*$)", re.MULTILINE)),
    ("after a colon", re.compile(r"^[^\n:?]{2,60}:\s{0,2}(?=[(\[]?[A-Z][)\]]?[.!]?\s*$)", re.MULTILINE)),
)
"""Phrases with the letter behind them."""

_LETTERS = r"(?<![A-Za-z0-9])[(\[]?([A-Z](?:(?:, ?(?:and )?|\s?(?:and|&)\s?)[A-Z](?![A-Za-z0-9])){0,25})[)\]]?"
_SEEMS = "is|was|seems|looks|appears|must be|would be|fits|matches|are"
_RIGHT = "correct|right|best|only|answer|closest|nearest|most likely|true|valid|match|one\\b|odd|exactly"
_VERDICTS: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"{_LETTERS}(?:\s?\([^()\n]{{1,60}}\))?\s+(?:{_SEEMS})\s+(?:to be\s+|clearly\s+"
        rf"|definitely\s+)?(?:the\s+)?(?:{_RIGHT})"
    ),
    re.compile(r"([A-Z])\s?(?:选项)?\s?(?:是|才是|为|最)?(?:正确|对的|符合|唯一|答案)"),
    re.compile(r"(?<![A-Za-z0-9])([A-Z]) (?:it is|remains|is left)\b"),
)
"""Phrases with the letter in front: "B is the correct one"."""
CALLED_RIGHT = "called right"


def phrase_regions(text: str) -> list[Region]:
    """Places where a turn of phrase wants a letter, in order."""
    return sorted([*_behind(text), *_in_front(text)], key=lambda region: region.start)


def _behind(text: str) -> Iterator[Region]:
    for rule, pattern in _LEADS:
        for match in pattern.finditer(text):
            stop = text.find("\n", match.end())
            end = len(text) if stop < 0 else stop
            yield Region(match.end(), end, rule, match.start(), declared=False, letters_only=True)


def _in_front(text: str) -> Iterator[Region]:
    for pattern in _VERDICTS:
        for match in pattern.finditer(text):
            yield Region(*match.span(1), CALLED_RIGHT, match.start(1), declared=False, letters_only=True)

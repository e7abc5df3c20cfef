"""How a model zooms: one file a protocol, and what they share."""

from adapters.protocols.answer_box import answer_box, answer_numbers
from adapters.protocols.base import Convention, ParsedCall, ParsedTurn, Reading, View
from adapters.protocols.deviations import deviations
from adapters.protocols.registry import PROTOCOLS, convention_of, parse_turn, protocol_named

__all__ = [
    "PROTOCOLS",
    "Convention",
    "ParsedCall",
    "ParsedTurn",
    "Reading",
    "View",
    "answer_box",
    "answer_numbers",
    "convention_of",
    "deviations",
    "parse_turn",
    "protocol_named",
]

"""How a model zooms: one file a protocol, and what they share.

The names below are imported when they are asked for: most runs never zoom, and every worker starts with this package.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adapters.manner import Reading
    from adapters.protocols.base import Convention, ParsedCall, ParsedTurn, View
    from adapters.protocols.box_answers import answer_box, answer_numbers
    from adapters.protocols.published import deviations
    from adapters.protocols.registry import PROTOCOL_NAMES, convention_of, parse_turn, protocol_named

__all__ = [
    "PROTOCOL_NAMES",
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

_HOMES = {
    "base": ("Convention", "ParsedCall", "ParsedTurn", "Reading", "View"),
    "box_answers": ("answer_box", "answer_numbers"),
    "published": ("deviations",),
    "registry": ("PROTOCOL_NAMES", "convention_of", "parse_turn", "protocol_named"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

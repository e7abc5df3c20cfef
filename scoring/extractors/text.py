"""A reply as the rules read it, with the way back to the characters the model wrote.

Every step (hiding a reasoning block, unwrapping LaTeX, dropping Markdown marks) is a layer of edits that can be
followed backwards, so the span of an answer always points into the original reply.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

BOX_OPEN, BOX_CLOSE = "\ue000", "\ue001"
TAG_OPEN, TAG_CLOSE = "\ue002", "\ue003"
JSON_HERE = "\ue004"
"""Private-use characters that stand for a box, an answer tag and a JSON object; those of a reply become spaces."""

Edit = tuple[int, int, str]
"""Characters [start, end) are replaced by the text."""


def _plain_table() -> dict[int, str]:
    table = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    table |= dict.fromkeys(range(57344, 57360), " ")
    table |= dict.fromkeys(map(ord, "\u3000\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\r\t"), " ")
    table |= dict.fromkeys(map(ord, "\u2212\u2010\u2011\ufe63\u2043"), "-")
    table |= dict.fromkeys(map(ord, "“”„«»「」『』〝〞＂"), '"')
    table |= dict.fromkeys(map(ord, "‘’‚′＇"), "'")
    table |= {ord("【"): "[", ord("】"): "]", ord("〔"): "[", ord("〕"): "]", ord("∕"): "/", ord("．"): "."}
    # Circled and mathematical letters: models copy them from prompts and from LaTeX renderings.
    table |= {0x24B6 + i: chr(65 + i) for i in range(26)}
    for start in (0x1D400, 0x1D468, 0x1D5A0, 0x1D5D4, 0x1D670):
        table |= {start + i: chr(65 + i) for i in range(26)}
    for start in (0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6):
        table |= {start + i: chr(48 + i) for i in range(10)}
    return table


_PLAIN = _plain_table()


def plain_characters(text: str) -> str:
    """Full-width, quote, dash and space variants as ASCII, one character for one, so that positions stay."""
    return text if text.isascii() and "\r" not in text and "\t" not in text else text.translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class Layer:
    """One set of edits: where each piece of the new text starts, where it came from, whether it replaced that."""

    starts: list[int]
    origins: list[int]
    ends: list[int]
    replaced: list[bool]

    def origin(self, position: int) -> int:
        """Position in the old text of a character of the new one."""
        piece = bisect_right(self.starts, position) - 1
        if piece < 0:
            return 0
        return min(self.origins[piece] + position - self.starts[piece], self.ends[piece])

    def origin_end(self, position: int) -> int:
        """Like `origin`, for the last character of a span: all of what was replaced belongs to it."""
        piece = max(bisect_right(self.starts, position) - 1, 0)
        return self.ends[piece] if self.replaced and self.replaced[piece] else self.origin(position)

    def forward(self, position: int) -> int:
        """Position in the new text of a character of the old one (of what follows, if it is gone)."""
        piece = bisect_right(self.origins, position) - 1
        if piece < 0:
            return 0
        return self.starts[piece] + min(position, self.ends[piece] + 1) - self.origins[piece]


@dataclass(frozen=True, slots=True)
class ReplyText:
    """Text the rules read.

    Attributes:
        text: The cleaned characters.
        layers: The edits that led here, first to last.
        bold: Parts that were set in bold, as (start, end) in `text`.
    """

    text: str
    layers: tuple[Layer, ...] = ()
    bold: tuple[tuple[int, int], ...] = field(default=())

    def edited(self, edits: Iterable[Edit]) -> "ReplyText":
        """The text after the edits (sorted, not overlapping)."""
        new, layer = apply_edits(self.text, edits)
        return self if layer is None else ReplyText(new, (*self.layers, layer))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where [start, end) of `text` lies in the original reply."""
        first, last = start, max(start, end - 1)
        for layer in reversed(self.layers):
            first, last = layer.origin(first), layer.origin_end(last)
        return first, last + 1


def apply_edits(text: str, edits: Iterable[Edit]) -> tuple[str, Layer | None]:
    """The edited text and its layer; None when there was nothing to edit."""
    edits = list(edits)
    if not edits:
        return text, None
    pieces: list[str] = []
    layer = Layer([], [], [], [])
    cursor = length = 0

    def add(piece: str, origin: int, origin_end: int, replaced: bool) -> None:
        nonlocal length
        if piece:
            pieces.append(piece)
            layer.starts.append(length)
            layer.origins.append(origin)
            layer.ends.append(origin_end)
            layer.replaced.append(replaced)
            length += len(piece)

    for start, end, new in edits:
        add(text[cursor:start], cursor, start - 1, False)
        add(new, start, max(start, end - 1), True)
        cursor = end
    add(text[cursor:], cursor, len(text) - 1, False)
    return "".join(pieces), layer

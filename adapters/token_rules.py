"""How many tokens a request may take, before it is made. Rough on purpose: each figure is a range.

Pictures are counted by the rule of the model's family; where the family is unknown, the range is that of all rules.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

Size = tuple[int, int]
TokenRange = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Tokens of one item, each as (least, most)."""

    prompt: TokenRange
    completion: TokenRange


def _patches(side: int, most: int) -> Callable[[Size], int]:
    def tokens(size: Size) -> int:
        return min(most, max(4, math.ceil(size[0] / side) * math.ceil(size[1] / side)))

    return tokens


def _tiles(size: Size) -> int:
    """Fitted into 2048 × 2048, then the short side to 768, then 170 tokens for each tile of 512 and 85 more."""
    scale = min(1.0, 2048 / max(size))
    width, height = size[0] * scale, size[1] * scale
    scale = min(1.0, 768 / max(1.0, min(width, height)))
    return 85 + 170 * math.ceil(width * scale / 512) * math.ceil(height * scale / 512)


def _area(size: Size) -> int:
    """An area of 750 pixels a token, at most 1,600."""
    return min(1600, max(1, size[0] * size[1] // 750))


def _crops(size: Size) -> int:
    """258 tokens for each tile of 768."""
    return 258 * max(1, math.ceil(size[0] / 768) * math.ceil(size[1] / 768))


RULES: Mapping[str, Callable[[Size], int]] = {
    "patch28": _patches(28, 16384),
    "patch32": _patches(32, 16384),
    "tiles512": _tiles,
    "area750": _area,
    "tiles768": _crops,
}
"""The counting rules by the name a profile's `image_tokens` gives."""

_SHORT_ANSWER = 20
_SHORTEST_CALL = 30


def image_tokens(size: Size, rule: str | None) -> TokenRange:
    """Tokens of one picture, (width, height) in pixels; equal bounds where the family's rule is known."""
    rules = [RULES[rule]] if rule else list(RULES.values())
    counts = [count(size) for count in rules]
    return min(counts), max(counts)


def text_tokens(text: str) -> TokenRange:
    """Tokens of a text: four characters each at the least, two at the most, and one to two for a Chinese character."""
    wide = sum(ord(char) > 0x2E80 for char in text)
    narrow = len(text) - wide
    return narrow // 4 + wide // 2, math.ceil(narrow / 2) + wide * 2


def estimate(prompt: str, sizes: Iterable[Size], *, rule: str | None, max_tokens: int | None, turns: int) -> Estimate:
    """What one item may take.

    Args:
        prompt: The question.
        sizes: Of its pictures.
        rule: A name of `RULES`, None where the family is unknown.
        max_tokens: Most tokens of one reply; None counts 8,192.
        turns: Most assistant turns. Each sends everything before it again, with one more picture.
    """
    pictures = [image_tokens(size, rule) for size in sizes]
    text = text_tokens(prompt)
    least = text[0] + sum(low for low, _ in pictures)
    most = text[1] + sum(high for _, high in pictures)
    crop = max((high for _, high in pictures), default=0)
    longest = max_tokens or 8192
    again = turns * (turns - 1) // 2
    return Estimate(
        prompt=(least, most * turns + again * (crop + longest if turns > 1 else 0)),
        completion=(_SHORT_ANSWER + (_SHORTEST_CALL if turns > 1 else 0), longest * turns),
    )

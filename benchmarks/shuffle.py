"""Shuffle options, so that a key which always stands at the same letter gives nothing away."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from benchmarks.item import Item
from benchmarks.prompts import LETTERS, choice_prompt

# These speak of their place among the others, or of other options' letters.
_ABOUT_OTHERS = re.compile(
    r"(?i:\b(?:all|none|both|neither|either|any) of (?:the (?:above|others?|options|choices|answers)|these)\b)"
    r"|(?i:\bthe above\b)|\b[Oo]ptions? [A-Z]\b|\b[A-Z] (?:and|or|nor|&) [A-Z]\b|以上"
)


def shuffled(item: Item, seed: int) -> Item:
    """The same question with its options in another order; the prompt and the gold letter follow.

    The order depends on the seed and the item's id alone, so it is the same in every process and on every machine.

    Args:
        item: A choice whose options are known (`meta["question"]`, `meta["options"]`). Any other comes back as it is,
            and so does one with an option that speaks of the others ("None of the above", "Both A and B").
        seed: Another seed, another order.
    """
    options = item.meta.get("options")
    if item.scorer != "choice" or not options or any(_ABOUT_OTHERS.search(option) for option in options):
        return item
    order = sorted(range(len(options)), key=lambda index: _draw(seed, item.id, index))
    texts = tuple(options[index] for index in order)
    return replace(
        item,
        prompt=choice_prompt(item.meta["question"], texts),
        answer=LETTERS[order.index(LETTERS.index(item.answer))],
        meta={**item.meta, "options": texts},
    )


def letter_balance(letters: Iterable[str | None]) -> dict[str, float]:
    """Share of each letter among those given, in alphabetical order; None (no answer) is left out of both sides."""
    counts = Counter(letter for letter in letters if letter is not None)
    return {letter: counts[letter] / counts.total() for letter in sorted(counts)}


def _draw(seed: int, case: str, index: int) -> bytes:
    # A digest, not random.Random: Python promises the same shuffle in another release for none of its methods but one.
    return hashlib.sha256(f"{seed}/{case}/{index}".encode()).digest()

"""Position bias: how often each option letter is answered, and how often it is right."""

from collections import Counter
from collections.abc import Sequence

from scoring.figures import Figure, share_figure
from scoring.scored_item import ScoredItem


def letter_shares(items: Sequence[ScoredItem]) -> dict[str, dict[str, Figure]] | None:
    """Share of each letter among the answers and among the keys, of answered items with lettered options.

    Returns:
        `{"answers": {"A": figure, …}, "keys": {"A": figure, …}}` with the same letters in both: all that are a key or
        an answer. None when no item has a letter for a key.
    """
    if all(item.key_letter is None for item in items):
        return None
    answered = [item for item in items if item.is_answered and item.key_letter]
    keys = Counter(item.key_letter for item in answered if item.key_letter)
    answers = Counter(item.answer_letter for item in answered if item.answer_letter)
    letters = sorted({*keys, *answers})
    return {
        "answers": {letter: share_figure(answers[letter], answers.total(), "letters_answered") for letter in letters},
        "keys": {letter: share_figure(keys[letter], keys.total(), "letters_keyed") for letter in letters},
    }

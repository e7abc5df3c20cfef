"""What the `random` baseline can expect of a case: the strict score of a guess that never looks, on average."""

from math import comb

from adapters.random_guess import LARGEST_NUMBER, SIDES, form_of, most_patches, option_letters, patches_of
from benchmarks.item import Item
from scoring.numerals import read_integers


def expected_score(item: Item) -> float:
    """The mean strict score of a random guess, exactly; 0 where it can't have the form of the answer."""
    if item.scorer == "box":
        return 0.0
    form, key = form_of(item.prompt), str(item.answer).strip()
    if form in ("letter", "letters"):
        return _of_options(len(option_letters(item.prompt)), key, several=form == "letters")
    if form == "number":
        return _of_number(key)
    numbers = read_integers(key)
    if not numbers:
        return 0.0
    if form == "place":
        return _of_number(numbers[0]) * _of_number(numbers[1]) if len(numbers) == 2 else 0.0
    if form == "pieces":
        # One place in n² agrees, where the side of the square was guessed.
        return 1 / len(SIDES) / len(numbers) if len(numbers) in {side * side for side in SIDES} else 0.0
    return _of_patches(len(numbers), patches_of(item.prompt))


def _of_options(options: int, key: str, *, several: bool) -> float:
    if not several:
        return 1 / options
    # Each option is taken or not; where none was, one is.
    every_set = 0.5**options
    return every_set + every_set / options if len(key) == 1 else every_set


def _of_number(key: object) -> float:
    try:
        number = float(str(key))
    except ValueError:
        return 0.0
    return 1 / LARGEST_NUMBER if number in range(1, LARGEST_NUMBER + 1) else 0.0


def _of_patches(wanted: int, patches: int) -> float:
    """The mean overlap (intersection over union) of a list as long as chance will have it."""
    right, most = min(wanted, patches), most_patches(patches)
    total = 0.0
    for count in range(1, most + 1):
        ways = comb(patches, count)
        for hits in range(min(right, count) + 1):
            share = comb(right, hits) * comb(patches - right, count - hits) / ways
            total += share * hits / (wanted + count - hits)
    return total / most

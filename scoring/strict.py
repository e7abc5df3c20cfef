"""TIR-Bench's strict score: the authors' measures with their scorer's mistakes mended.

One rule for each kind of key. docs/scoring.md lists what differs from `scoring.tir_bench`, with an example each.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from scoring.answer_text import folded, read
from scoring.lettering import Letters, read_letters
from scoring.numerals import read_integers, read_pair
from scoring.options import Option, parse_options
from scoring.quantity import Quantity, read_quantity, same_quantity
from scoring.seen_word import gold_word, reads_word

LIMIT_CHARS = 10_000
"""A longer extracted answer is none. With it every comparison takes milliseconds."""

_NOTHING = re.compile(r"[\s*_`~]*")
_LETTER_KEY = re.compile(r"[A-Za-z]|[A-Z](?:(?: ?(?:[,、;/&]|and) ?| )[A-Z])+")
_RUN_OF_LETTERS = re.compile(r"[A-Z]{2,26}")
_BRACKETS = re.compile(r"[\[({]")
_GRID = (
    re.compile(r"\bn (?:is|=) ?(\d{1,3})\b.{0,40}?\bm (?:is|=) ?(\d{1,3})\b", re.DOTALL),
    re.compile(r"\b(\d{1,3}) rows?\b.{0,40}?\b(\d{1,3}) columns?\b", re.DOTALL),
)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a rule may look at."""

    task: str
    prompt: str
    gold: str
    extracted: str
    response: str
    meta: Mapping[str, Any]
    image: str | None


def strict_score(
    task: str,
    prompt: str,
    answer: object,
    extracted: str | None,
    response: str,
    meta_data: Mapping[str, Any] | None = None,
    image_1: str | None = None,
) -> float | None:
    """The score of one answer, mistakes of the official scorer mended.

    Args:
        task: TIR-Bench's name of the task.
        prompt: The complete question; its options say which letters count, and the grid of spot_difference.
        answer: The key as the data set gives it: letter, letters, number, list or word, or text that spells one.
        extracted: The answer read from the reply; None or blank when there is none, which scores 0 whatever the key.
        response: The reply; only ocr looks at it.
        meta_data: `difficulty` n of an n × n jigsaw; `n` rows and `m` columns of spot_difference, where given.
        image_1: File name of the picture; only ocr looks at it.

    Returns:
        0 or 1; a share in between for jigsaw (places that agree) and lists of spot_difference (intersection over
        union).
        None when the key is broken and no answer can be right: missing, blank, or no permutation for a jigsaw.
    """
    if extracted is None or len(extracted) > LIMIT_CHARS or _NOTHING.fullmatch(extracted):
        return 0.0
    if answer is None or isinstance(answer, bool) or not str(answer).strip():
        return None
    meta = meta_data if isinstance(meta_data, Mapping) else {}
    asked = Answered(task, prompt, str(answer).strip(), extracted, response, meta, image_1)
    return _RULES.get(task, _generic)(asked)


def is_graded(task: str, answer: object) -> bool:
    """Whether a score may lie between 0 and 1: jigsaw, and spot_difference with a list for a key."""
    return task == "jigsaw" or (task == "spot_difference" and _is_list(str(answer)))


def pass_mark(task: str, answer: object) -> float:
    """What a score has to exceed (0.5, graded) or to reach (1, elsewhere). See `is_passed`."""
    return 0.5 if is_graded(task, answer) else 1.0


def is_passed(score: float, mark: float) -> bool:
    """Whether a score passes. Strictly greater than a mark below 1: half of a jigsaw is not a solved one."""
    return score > mark if mark < 1 else score == 1


def _generic(asked: Answered) -> float:
    options = parse_options(asked.prompt)
    if wanted := _gold_letters(asked.gold, options):
        return float(read_letters(asked.extracted, options) == wanted)
    if number := _gold_quantity(asked.gold):
        found = read_quantity(asked.extracted)
        return float(found is not None and same_quantity(found, number))
    numbers = read_integers(asked.gold)
    if numbers is not None and read_integers(asked.extracted) == numbers:
        return 1.0
    word = folded(asked.gold)
    return float(folded(asked.extracted) == word if word else asked.extracted.strip() == asked.gold)


def _word_search(asked: Answered) -> float:
    place = read_pair(asked.gold)
    return _generic(asked) if place is None else float(read_pair(asked.extracted) == place)


def _spot_difference(asked: Answered) -> float:
    if not _is_list(asked.gold):
        return _generic(asked)
    wanted = set(read_integers(asked.gold) or ())
    listed = read_integers(asked.extracted)
    if listed is None or not _are_patches(listed, _grid_size(asked), wanted):
        return 0.0
    found = set(listed)
    return len(wanted & found) / len(wanted | found) if wanted | found else 1.0


def _jigsaw(asked: Answered) -> float | None:
    wanted = read_integers(asked.gold)
    pieces = _pieces(asked.meta, wanted or ())
    if not wanted or sorted(wanted) != list(range(1, pieces + 1)):
        return None
    found = read_integers(asked.extracted)
    if found is None or sorted(found) != sorted(wanted):
        return 0.0
    return sum(a == b for a, b in zip(wanted, found, strict=True)) / pieces


def _ocr(asked: Answered) -> float:
    return float(reads_word(asked.response, gold_word(asked.gold, asked.image)))


_RULES: Mapping[str, Callable[[Answered], float | None]] = {
    "word_search": _word_search,
    "spot_difference": _spot_difference,
    "jigsaw": _jigsaw,
    "ocr": _ocr,
}


def _gold_letters(gold: str, options: Sequence[Option]) -> Letters | None:
    """The key's letters; None for a word: several capitals together are letters where the prompt offers them all."""
    plain = read(gold).rstrip(".")
    if _LETTER_KEY.fullmatch(plain):
        return read_letters(plain)
    if not _RUN_OF_LETTERS.fullmatch(plain):
        return None
    offered = {option.letter for option in options}
    are_letters = offered.issuperset(plain) if offered else sorted(plain) == list(plain)
    return read_letters(plain) if are_letters else None


def _gold_quantity(gold: str) -> Quantity | None:
    found = read_quantity(gold)
    return found if found is not None and found.bare else None


def _is_list(gold: str) -> bool:
    """Whether a key is a list of whole numbers; a lone number outside brackets is a count."""
    numbers = read_integers(gold)
    return numbers is not None and (len(numbers) != 1 or bool(_BRACKETS.search(gold)))


def _are_patches(listed: Sequence[int], size: int | None, wanted: Container[int]) -> bool:
    """Whether these can be patches of the picture: no repeats, 1 to the size of the grid. The key is trusted beyond."""
    in_grid = range(1, (max((0, *listed)) if size is None else size) + 1)
    return len(set(listed)) == len(listed) and all(patch in in_grid or patch in wanted for patch in listed)


def _grid_size(asked: Answered) -> int | None:
    """How many patches the pictures are cut into: rows times columns, from the row's data or the prompt."""
    rows, columns = asked.meta.get("n"), asked.meta.get("m")
    if isinstance(rows, int) and isinstance(columns, int) and rows > 0 and columns > 0:
        return rows * columns
    found = next(filter(None, (pattern.search(asked.prompt) for pattern in _GRID)), None)
    return int(found[1]) * int(found[2]) if found else None


def _pieces(meta: Mapping[str, Any], wanted: Sequence[int]) -> int:
    """How many pieces a jigsaw has; the key tells where the row's `difficulty` does not."""
    side = meta.get("difficulty")
    if isinstance(side, int | float) and not isinstance(side, bool) and 1 <= side <= 100:
        return int(side) ** 2
    return isqrt(len(wanted)) ** 2

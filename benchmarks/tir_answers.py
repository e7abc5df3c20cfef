"""Which kind of gold answer each TIR-Bench task can have.

A kind the official rules can't score (a list for a maze, prose for a gauge) is a broken row: it would count as wrong
whatever a model says.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from benchmarks.errors import FieldError, seen

Kind = Literal["letters", "number", "list", "text"]

_LIMIT_CHARS = 10_000
_LETTERS = re.compile(r"[A-Z]{1,26}")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?\s?[%°]?")
_INTEGERS = re.compile(r"\s*[\[(]?\s*(\d{1,6}(?:[\s,，]+\d{1,6})*)?\s*[\])]?\s*")

_CHOICE: tuple[Kind, ...] = ("letters",)
_CHOICE_OR_NUMBER: tuple[Kind, ...] = ("letters", "number")
_LIST_OR_NUMBER: tuple[Kind, ...] = ("list", "number")

KINDS: Mapping[str, tuple[Kind, ...]] = {
    "instrument": _CHOICE_OR_NUMBER,
    "color": _CHOICE,
    "refcoco": _CHOICE_OR_NUMBER,
    "rotation_game": _CHOICE_OR_NUMBER,
    "math": _CHOICE_OR_NUMBER,
    "word_search": _LIST_OR_NUMBER,
    "visual_search": _CHOICE_OR_NUMBER,
    "ocr": ("text", "letters", "number"),
    "symbolic": _CHOICE_OR_NUMBER,
    "spot_difference": _LIST_OR_NUMBER,
    "contrast": _CHOICE_OR_NUMBER,
    "jigsaw": ("list",),
    "maze": _CHOICE,
}

_WORDS: Mapping[tuple[Kind, ...], str] = {
    _CHOICE: "an option's letter (C) or several (ACD)",
    _CHOICE_OR_NUMBER: "a letter (C), several (ACD) or a number",
    _LIST_OR_NUMBER: "a list of whole numbers or one number",
    ("text", "letters", "number"): "the word to be read",
    ("list",): "a list of whole numbers",
}


def check_answer(task: str, answer: object, meta: Mapping[str, Any]) -> None:
    """See whether a gold answer is of a kind its task can have.

    Args:
        task: One of `KINDS`.
        answer: As the row gives it: text, a number or a list; text may spell a number or a list.
        meta: The row's `meta_data`; a jigsaw's `difficulty` n says how many pieces there are, n × n.

    Raises:
        FieldError: It is not.
    """
    kind = _kind(answer)
    if kind not in KINDS[task]:
        raise FieldError("answer", f"is {seen(answer)} ({kind}); {task} has {_WORDS[KINDS[task]]}")
    if task == "word_search" and kind == "list" and len(integers(answer) or ()) != 2:
        raise FieldError("answer", f"is {seen(answer)}; a place in a word search is [row, column]")
    if task == "jigsaw":
        _check_jigsaw(answer, meta)


def integers(answer: object) -> tuple[int, ...] | None:
    """The whole numbers of a flat list (`[3, 6]`, or text `3, 6`, `[3, 6]`, `(3 6)`), None when it is none."""
    if isinstance(answer, list):
        return tuple(answer) if all(type(value) is int for value in answer) else None
    found = _INTEGERS.fullmatch(answer) if isinstance(answer, str) and answer.strip() else None
    return None if found is None else tuple(int(digits) for digits in re.findall(r"\d+", found[1] or ""))


def _kind(answer: object) -> Kind:
    if isinstance(answer, list):
        if integers(answer) is None:
            raise FieldError("answer", f"is {seen(answer)}; the lists of this benchmark hold whole numbers only")
        return "list"
    if isinstance(answer, bool) or not isinstance(answer, str | int | float):
        raise FieldError("answer", f"is {seen(answer)}; a gold answer is text, a number or a list of numbers")
    text = str(answer).strip()
    if not text or len(text) > _LIMIT_CHARS:
        raise FieldError("answer", f"has {len(text)} characters; a gold answer has 1 to {_LIMIT_CHARS:,}")
    if _LETTERS.fullmatch(text) and len(set(text)) == len(text):
        return "letters"
    if _NUMBER.fullmatch(text):
        return "number"
    return "text" if integers(text) is None else "list"


def _check_jigsaw(answer: object, meta: Mapping[str, Any]) -> None:
    side = meta.get("difficulty")
    if isinstance(side, bool) or not isinstance(side, int | float) or not 1 <= side <= 100 or side % 1:
        raise FieldError(
            "meta_data", f"difficulty is {seen(side)}; a jigsaw says there how many pieces a side has (3 for 3 × 3)"
        )
    count = len(integers(answer) or ())
    if count != int(side) ** 2:
        raise FieldError("answer", f"has {count} numbers; a {int(side)} × {int(side)} jigsaw has {int(side) ** 2}")

"""TIR-Bench's official score: bit for bit what the authors' scorer gives, quirks included.

The rules keep what looks like a mistake (an empty answer becomes A, digits are joined over deleted words): this is the
number to print beside the paper. `scoring.strict` is the same measure with the mistakes mended.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from scoring import symbolic

Problem = Literal[
    "no_task",
    "no_answer",
    "no_extracted_answer",
    "extracted_answer_not_text",
    "no_prompt",
    "no_question_id",
    "no_model_response",
    "no_image",
    "lone_surrogate",
    "helper_died",
]
"""Why a row counts 0 without being judged. All but the last are inputs that end the authors' whole run."""

Kind = Literal["letters", "int", "float", "other"]
"""How the authors' scorer sees a key: alphabetic, `int(key)` works, `float(key)` works, none of these."""

# No K, and H twice, as published.
_LETTERS = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "H")
_MARKER = "Extracted answer:"
_JOINING = re.compile(r"[A-Za-z*:\s]+")
_PAIR = re.compile(r"\b(\d+)\s*,\s*(\d+)\b")
_DIGITS = re.compile(r"\d+")
_SEQUENCE = re.compile(r"[\d\s,，]+")
_SPECIAL_IMAGES = (("60.jpg", "mobi"), ("62.jpg", "aires"))

_READABLE_BY_MATH = re.compile(r"[\d\\$\[]")
"""Every pattern of math-verify 0.9.0 needs a digit, or opens with a backslash, a dollar sign or a bracket."""
_PLAIN = re.compile(r"0|-?[1-9][0-9]{0,14}|-?(?:0|[1-9][0-9]{0,8})\.[0-9]{1,4}", re.ASCII)
"""Two texts of this form that are different numbers are different to math-verify too: it rounds to six decimals."""


@dataclass(frozen=True, slots=True)
class OfficialResult:
    """A row's official score and what stood in its way.

    Attributes:
        score: 0 to 1.
        timed_out: math-verify reached a time limit; the score is what the authors' scorer gives then, 0.
        problem: Why there was nothing to score; the score is 0.
    """

    score: float
    timed_out: bool = False
    problem: Problem | None = None


class _NoScoreError(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem: Problem = problem


def official_score(row: Mapping[str, Any]) -> float:
    """The score the authors' scorer stores for a row of the official response file.

    Args:
        row: `task` (or `category`), `prompt`, `answer`, `model_response`, `extracted_answer`, `meta_data` (or
            `metadata`), `image_1`, `question_id`. Other keys are ignored.

    Returns:
        0 or 1; any share in between for jigsaw and lists of spot_difference. 0 where the authors' program would stop
        with an error (see `official_result`).

    Raises:
        RuntimeError: math-verify is missing. Needed only for numbers that the first, plain comparison does not settle.

    Source: agents-x-project/TIR-Bench at f79c756; math-verify 0.9.0, latex2sympy2_extended 1.11.0, sympy 1.14.0.
    """
    return official_result(row).score


def official_result(row: Mapping[str, Any]) -> OfficialResult:
    """`official_score` with what stood in its way. May take 12 s on a hostile number; safe to call in any thread."""
    try:
        if _has_lone_surrogate(row):
            raise _NoScoreError("lone_surrogate")
        task = row["task"] if "task" in row else _required(row, "category", "no_task")
        rule = _RULES.get(task, _generic) if isinstance(task, str) else _generic
        outcome = rule(row)
    except _NoScoreError as stop:
        return OfficialResult(0.0, problem=stop.problem)
    return outcome if isinstance(outcome, OfficialResult) else OfficialResult(float(outcome))


def key_kind(gold: str) -> Kind:
    """How the authors' scorer sees a key. It never strips one: ` 5 ` is an int, ` B ` is `other` and scores 0."""
    if gold.isalpha():
        return "letters"
    if _converted(gold, int) is not None:
        return "int"
    return "float" if _converted(gold, float) is not None else "other"


def _generic(row: Mapping[str, Any]) -> float | OfficialResult:
    gold, extracted = _gold(row), _extracted(row)
    match key_kind(gold):
        case "letters" if len(gold) == 1:
            return _one_letter(gold, extracted, row)
        case "letters":
            return float(sorted(gold) == sorted(extracted))
        case "int":
            return _number(gold, extracted, int)
        case "float":
            return _number(gold, extracted, float)
    _required(row, "question_id", "no_question_id")  # the program prints it and stops without
    return 0.0


def _one_letter(gold: str, extracted: str, row: Mapping[str, Any]) -> float:
    if gold not in _LETTERS:
        return 0.0
    choice = extracted.replace(_MARKER, "").strip()
    if choice not in _LETTERS:
        prompt = _required(row, "prompt", "no_prompt")
        for letter in _LETTERS:
            # The text looked for becomes the letter just found, so that "BA" in a prompt turns A into B.
            if any(_holds(prompt, f"{letter}{mark}{choice}", "no_prompt") for mark in (". ", ".", " ", "")):
                choice = letter
        # The nearest letter by edit distance is the first one that occurs at all, and A when none does.
        choice = next((letter for letter in _LETTERS if letter in choice), "A")
    return float(choice == gold)


def _number(gold: str, extracted: str, convert: Callable[[str], int | float]) -> OfficialResult:
    joined = _JOINING.sub("", extracted.replace(_MARKER, "").strip())
    value = _converted(joined, convert)
    if value is not None and value == convert(gold):
        return OfficialResult(1.0)
    # Once the answer converts, the key is compared in its converted spelling: 1e5 as 100000.0.
    key = gold if value is None else str(convert(gold))
    if not _READABLE_BY_MATH.search(extracted) or _differ_plainly(extracted, key):
        return OfficialResult(0.0)
    said = symbolic.compare(extracted, key)
    return OfficialResult(float(said.equal), said.timed_out, "helper_died" if said.died else None)


def _differ_plainly(extracted: str, key: str) -> bool:
    return all(_PLAIN.fullmatch(text) for text in (extracted, key)) and Decimal(extracted) != Decimal(key)


def _word_search(row: Mapping[str, Any]) -> float | OfficialResult:
    gold, extracted = _gold(row), _extracted(row)
    if key_kind(gold) == "int":
        return _number(gold, extracted, int)
    pairs = [_PAIR.search(text) for text in (gold, extracted)]
    with suppress(ValueError):  # over 4300 digits
        numbers = [tuple(map(int, pair.groups())) for pair in pairs if pair]
        return float(len(numbers) == 2 and numbers[0] == numbers[1])
    return 0.0


def _spot_difference(row: Mapping[str, Any]) -> float | OfficialResult:
    gold, extracted = _gold(row), _extracted(row)
    if key_kind(gold) == "int":
        return _number(gold, extracted, int)
    with suppress(ValueError):
        wanted, found = ({int(digits) for digits in _DIGITS.findall(text)} for text in (gold, extracted))
        return len(wanted & found) / len(wanted | found) if wanted | found else 1.0
    return 0.0


def _jigsaw(row: Mapping[str, Any]) -> float:
    gold, extracted = _gold(row), _extracted(row)
    meta = row["metadata"] if "metadata" in row else row.get("meta_data")
    size = meta.get("difficulty") if isinstance(meta, Mapping) else None
    if not isinstance(size, int | float) or not size:
        return 0.0
    with suppress(ValueError):
        wanted, found = (_sequence(text, size * size) for text in (gold, extracted))
        if wanted and found:
            return sum(a == b for a, b in zip(wanted, found, strict=True)) / len(wanted)
    return 0.0


def _sequence(text: str, length: float) -> list[int]:
    """The first run of numbers that has exactly this length."""
    runs = (_DIGITS.findall(run) for run in _SEQUENCE.findall(text))
    return [int(digits) for digits in next((run for run in runs if len(run) == length), ())]


def _ocr(row: Mapping[str, Any]) -> float:
    _required(row, "extracted_answer", "no_extracted_answer")  # never used, but read
    gold = _gold(row)
    response = _required(row, "model_response", "no_model_response")
    if isinstance(response, list):
        response = response[0] if response else None
    image = _required(row, "image_1", "no_image")
    for part, word in _SPECIAL_IMAGES:
        if _holds(image, part, "no_image"):
            gold = word
    return float(_holds(response, gold, "no_model_response"))


_RULES: Mapping[str, Callable[[Mapping[str, Any]], float | OfficialResult]] = {
    "word_search": _word_search,
    "spot_difference": _spot_difference,
    "jigsaw": _jigsaw,
    "ocr": _ocr,
}


def _gold(row: Mapping[str, Any]) -> str:
    return str(_required(row, "answer", "no_answer"))


def _extracted(row: Mapping[str, Any]) -> str:
    """The extracted answer as the rules see it: every asterisk gone, also the one of 2*3."""
    value = _required(row, "extracted_answer", "no_extracted_answer")
    if not value:
        return ""
    if not isinstance(value, str):
        raise _NoScoreError("extracted_answer_not_text")
    return value.replace("*", "").strip()


def _required(row: Mapping[str, Any], key: str, problem: Problem) -> Any:  # a field of a row may hold any JSON
    if key not in row:
        raise _NoScoreError(problem)
    return row[key]


def _holds(container: Any, text: str, problem: Problem) -> bool:  # Any: the program asks `in` of whatever stands there
    if not isinstance(container, str | list | dict):
        raise _NoScoreError(problem)
    return text in container


def _converted(text: str, convert: Callable[[str], int | float]) -> int | float | None:
    try:
        return convert(text)
    except ValueError:
        return None


def _has_lone_surrogate(row: Mapping[str, Any]) -> bool:
    """Whether the row cannot be written as UTF-8. The authors' program then leaves a torn response file behind."""
    rest: list[Any] = [dict(row)]
    while rest:
        value = rest.pop()
        if isinstance(value, str) and not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                return True
        elif isinstance(value, Mapping):
            rest += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple):
            rest += value
    return False

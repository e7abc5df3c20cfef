"""The wording of questions that come as a question and its options, or that ask for a box."""

import re
import string
from collections.abc import Sequence

from benchmarks.errors import FieldError, seen

LETTERS = string.ascii_uppercase

_BARE_LETTER = re.compile(r"\(?([A-Za-z])\)?[.:：]?")
_LABELLED = re.compile(r"\(?([A-Z])[.):：、]\s*(\S.*)", re.DOTALL)


def choice_prompt(question: str, options: Sequence[str]) -> str:
    """A multiple-choice question as one text: the question, a line for each option, and how to answer."""
    lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False))
    return f"{question.strip()}\n\n{lines}\n\n{ANSWER_WITH_LETTER}"


def box_prompt(question: str) -> str:
    """A question that asks for a place. It names no unit: in which one a model writes boxes is its profile's matter."""
    return f"{question.strip()}\n\nAnswer with one bounding box."


ANSWER_WITH_LETTER = "Answer with the letter of the right option."


def unlabelled(options: Sequence[str]) -> tuple[str, ...]:
    """Option texts without their letters, where every one has its own (`A. red`, `(B) blue`); else as they are."""
    found = [_LABELLED.fullmatch(option.strip()) for option in options]
    letters = "".join(match[1] for match in found if match)
    if letters and letters == LETTERS[: len(options)]:
        return tuple(match[2].strip() for match in found if match)
    return tuple(option.strip() for option in options)


def answer_letter(answer: object, options: Sequence[str]) -> str:
    """The gold letter, whatever way it was written: `B`, `(b)`, `B. blue`, or the text of an option.

    Args:
        options: The options' texts in order, empty where only the prompt has them.

    Raises:
        FieldError: It is none of these, or a letter that no option has.
    """
    text = answer.strip() if isinstance(answer, str) else ""
    same = [index for index, option in enumerate(options) if option.casefold() == text.casefold()]
    if len(same) == 1:
        return LETTERS[same[0]]
    found = _BARE_LETTER.fullmatch(text) or _LABELLED.fullmatch(text)
    letter = found[1].upper() if found else ""
    offered = LETTERS[: len(options)] if options else LETTERS
    if not letter or letter not in offered:
        raise FieldError(
            "answer", f"is {seen(answer)}; it is the letter of the right option, {offered[0]} to {offered[-1]}"
        )
    return letter

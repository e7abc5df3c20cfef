"""The answer in a helper model's reply: one labelled line, one JSON field, or the bare text. Anything else is refused.

Never a word found somewhere in prose: "Yes, that is what it says. Answer: No" must not be yes.
"""

import json
import re
from typing import Any

NOTHING = "none given"
"""How the prompts ask for "there is no answer", in square brackets."""

LONGEST_REPLY = 20_000
_LONGEST_LINE = 2_000
_FEW_WORDS = 4

_LABEL = re.compile(r"\b(?:answer|verdict)\b[ \t]*(?:is)?[ \t]*[*_`]{0,3}[:：=][*_`]{0,3}", re.IGNORECASE)
_FIELDS = ("extracted_answer", "extracted answer", "final_answer", "answer", "verdict", "different_patches")
_SAID = re.compile(r"(?:the|its|my)?\s{0,3}(?:final |extracted |correct |model's )?answer (?:is|was)\s+", re.IGNORECASE)
_NUMBERS = re.compile(r"[\d\s,，;.\-\[\](){}|]+")
_DRESS = "*_`\"'“”"
_FENCE = re.compile(r"```[a-zA-Z]*\n?(.*?)\n?```", re.DOTALL)
_THOUGHT_END = "</think>"


class UnusableReplyError(Exception):
    """A reply that is no answer and does not say that there is none."""


def read_reply(reply: str, question: str, response: str) -> str | None:
    """The answer a reply gives.

    Args:
        reply: What the helper model wrote.
        question, response: What it was shown. A longer bare text has to stand in one of them: an extraction copies.

    Returns:
        The answer without its decoration, None when the reply says that there is none.

    Raises:
        UnusableReplyError: The reply is empty, too long, prose, or gives two different answers.
    """
    if len(reply) > LONGEST_REPLY:
        raise UnusableReplyError(f"it has {len(reply):,} characters; an answer has at most {LONGEST_REPLY:,}")
    text = _undressed(_after_thought(reply))
    if not text:
        raise UnusableReplyError("it is empty")
    found = _from_json(text) if text.startswith("{") else _from_labels(text)
    answer = _bare(text, f"{question}\n{response}") if found is None else found
    return None if _says_nothing(answer, question) else answer


def _after_thought(reply: str) -> str:
    text = reply.strip()
    if _THOUGHT_END in text:
        return text.rpartition(_THOUGHT_END)[2]
    if text.startswith("<think>"):
        raise UnusableReplyError("it is all thought, without a closing </think>")
    return text


def _from_json(text: str) -> str | None:
    """The one answer field of a JSON object; "" for null."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise UnusableReplyError(f"it begins like JSON and is none ({exc})") from exc
    fields = {str(key).casefold(): item for key, item in value.items()} if isinstance(value, dict) else {}
    answers = [_json_text(fields[name]) for name in _FIELDS if name in fields]
    if not answers:
        raise UnusableReplyError(f"it is JSON without a field {_FIELDS[0]}")
    return _only(answers)


def _json_text(value: Any) -> str:  # Any: a JSON value
    if value is None:
        return ""
    return _undressed(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _from_labels(text: str) -> str | None:
    """What stands behind "Extracted answer:" and its like; None when nothing is labelled."""
    marks = list(_LABEL.finditer(text))
    if not marks:
        return None
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    values = [_labelled(text[mark.end() : end], last=end == len(text)) for mark, end in zip(marks, ends, strict=True)]
    given = [value for value in values if value]
    if not given:
        raise UnusableReplyError("nothing stands behind its label")
    return _only(given)


def _labelled(part: str, *, last: bool) -> str:
    """The first line behind a label, or all of them where they are rows of one list."""
    lines = [line for line in part.splitlines() if line.strip()]
    if not last and len(lines) == 1:
        # Between two labels of one line stands the next label's first word: "Answer: B. Final answer: B".
        lines[0] = re.sub(r"(?:^|[\s.;,])\(?(?:extracted|final|correct|the|my)\s*$", "", lines[0], flags=re.IGNORECASE)
    return _undressed(_rows(lines) or (lines[0] if lines else ""))


def _only(answers: list[str]) -> str:
    """The one answer of several places, where they say the same."""
    different = {_undressed(answer).strip(".。").casefold() for answer in answers}
    if len(different) > 1:
        raise UnusableReplyError(f"it gives {len(different)} different answers: {', '.join(sorted(different))[:200]}")
    return answers[0]


def _bare(text: str, source: str) -> str:
    """A reply that is nothing but the answer."""
    lines = [line for line in text.splitlines() if line.strip()]
    rows = _rows(lines)
    if rows:
        return rows
    if len(lines) > 1 or len(text) > _LONGEST_LINE:
        raise UnusableReplyError(f"it is prose without a labelled answer: {text[:200]!r}")
    said = _SAID.match(text)
    text = text[said.end() :] if said else text
    if len(text.split()) > _FEW_WORDS and _plain(text) not in _plain(source):
        raise UnusableReplyError(f"it is a sentence of its own, copied from nowhere: {text[:200]!r}")
    return text


def _rows(lines: list[str]) -> str:
    """Rows of numbers as one line, "" when a line is anything else."""
    rows = [line.strip() for line in lines if _NUMBERS.fullmatch(line) and any(char.isdecimal() for char in line)]
    if len(rows) < len(lines):
        return ""
    # One list over several lines: its rows lose their own brackets and dividers.
    return rows[0] if len(rows) == 1 else ", ".join(row.strip(" \t[](){}|,，;") for row in rows)


def _undressed(text: str) -> str:
    """Without the fence, quotes, emphasis and full stop around it."""
    text = text.strip()
    fenced = _FENCE.fullmatch(text)
    text = (fenced[1] if fenced else text).strip().strip(_DRESS).strip()
    return text.removesuffix(".").removesuffix("。").strip(_DRESS).strip()


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".。")


def _says_nothing(answer: str, question: str) -> bool:
    plain = answer.strip(" []().<>").casefold()
    # "No answer" is an option of every maze.
    return plain in ("", NOTHING) or (plain == "no answer" and plain not in question.casefold())

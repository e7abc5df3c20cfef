"""One answer as a file gives it, and how the values of such files become text."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.errors import seen

MOST_ROWS = 200_000
LONGEST_RESPONSE = 4_000_000
"""Characters of one answer; what stands beyond is left out and said to be. No model writes that much."""


@dataclass(frozen=True, slots=True)
class ResponseRow:
    """One answer made elsewhere.

    Attributes:
        where: Where it stands, for people: `line 7`, `key '12'`, `maze.jsonl line 3`.
        source_id: The item's id as the data set writes it (or our case id), None where the file has none.
        task: The task's name, None where the file does not say it.
        place: The item's place within its task, from 0; None where the file does not say it.
        response: The model's text, "" for an empty reply; None when there is no reply to score.
        extracted: What somebody else's extractor took from it, "" for nothing; None where the file has no such field.
        prompt: The question as it was asked, to check the match; None where the file does not say it.
        reasoning: Thought the maker kept apart from the reply. It never answers.
        finish_reason: Why the model stopped, as the file writes it.
        problems: What is wrong with the row, a sentence each.
    """

    where: str
    source_id: str | None
    task: str | None
    place: int | None
    response: str | None
    extracted: str | None = None
    prompt: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResponseFile:
    """A file or folder of answers.

    Attributes:
        format: `tir-bench`, `jsonl`, `csv`, `json`, `vlmevalkit` or `evalscope`.
        rows: Every row of it, in order; broken ones too, with their problems.
        notes: What a user should know of the file as a whole.
    """

    format: str
    rows: tuple[ResponseRow, ...]
    notes: tuple[str, ...] = ()


def broken(where: str, problem: str) -> ResponseRow:
    """A row that can't be read. It stays in the list, so that nothing disappears."""
    return ResponseRow(where, None, None, None, None, problems=(problem,))


def id_of(value: object) -> str | None:
    """An id as text: `12`, `"12"` and a spreadsheet's `12.0` are the same; None when there is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return text_of(value) if isinstance(value, int | str) else None


def place_of(value: object) -> int | None:
    """A place from 0, also from the text of a table; None when it is none."""
    text = id_of(value)
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else None


def text_of(value: object) -> str | None:
    """Text that says something, without the space around it; None else."""
    text = "" if value is None or is_nan(value) else str(value).strip()
    return text or None


def response_of(value: object) -> tuple[str | None, tuple[str, ...]]:
    """(the reply, what is wrong with it). A list counts by its first element, as in the authors' scorer."""
    if isinstance(value, list):
        value = value[0] if value else None
    if value is None or is_nan(value):
        return None, ("there is no reply",)
    if not isinstance(value, str | int | float):
        return None, (f"the reply is {seen(value)}; a reply is text",)
    text = str(value)
    if len(text) > LONGEST_RESPONSE:
        return text[:LONGEST_RESPONSE], (f"the reply is cut from {len(text):,} to {LONGEST_RESPONSE:,} characters",)
    return text, ()


def task_of(fields: Mapping[str, Any]) -> str | None:
    """The task's name, which files call `task` or `category`."""
    return text_of(fields["task"] if "task" in fields else fields.get("category"))


def is_nan(value: object) -> bool:
    """Whether a value is the hole that tables are written with."""
    return isinstance(value, float) and math.isnan(value)

"""The table of items as the page's script reads it: columns of plain values, words by number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench_plugin.report.entries import Entry
from scoring.measures import total_tokens
from scoring.quadrants import LABELS
from scoring.scored_item import Scoring
from scoring.verdict import Outcome

_FIRST: Mapping[Outcome | None, int] = {
    "wrong": 0,
    "unparsed": 1,
    "truncated": 2,
    "refused": 3,
    "partial": 4,
    "judge_error": 5,
    "model_error": 6,
    "correct": 7,
}


def in_order(entries: Sequence[Entry], scoring: Scoring) -> list[Entry]:
    """Failures first, then errors, then what passed; within each as in the run."""

    def place(entry: Entry) -> tuple[bool, int]:
        return bool(entry.passed(scoring)), _FIRST.get(entry.item.outcome, 7)

    return sorted(entries, key=place)


def table_data(entries: Sequence[Entry], scoring: Scoring, changes: Mapping[str, str]) -> dict[str, Any]:
    """The columns.

    Args:
        entries: In the order of the page.
        scoring: Which score decides.
        changes: What became of each case against the baseline, by its name; empty without one.
    """
    words: dict[str, Callable[[Entry], str | None]] = {
        "benchmark": lambda entry: entry.item.benchmark,
        "task": lambda entry: entry.item.task,
        "split": lambda entry: entry.item.split,
        "scenario": lambda entry: entry.item.scenario,
        "outcome": lambda entry: entry.item.outcome,
        "reason": lambda entry: entry.item.reason,
        "quadrant": lambda entry: (found := entry.quadrant(scoring)) and LABELS[found],
        "rule": lambda entry: entry.item.extraction_rule,
        "change": lambda entry: changes.get(entry.key),
    }
    plain: dict[str, Callable[[Entry], Any]] = {
        "key": lambda entry: entry.key,
        "label": lambda entry: entry.label,
        "passed": lambda entry: entry.passed(scoring),
        "strict": lambda entry: _rounded(entry.item.strict),
        "official": lambda entry: _rounded(entry.item.official),
        "expected": lambda entry: entry.expected,
        "extracted": lambda entry: entry.extracted,
        "calls": lambda entry: entry.item.calls,
        "tokens": lambda entry: total_tokens(entry.item),
        "seconds": lambda entry: _rounded(entry.item.latency_s),
    }
    lists: dict[str, list[str]] = {}
    cells: dict[str, list[Any]] = {name: [value(entry) for entry in entries] for name, value in plain.items()}
    for name, word in words.items():
        lists[name], cells[name] = _by_number([word(entry) for entry in entries])
    return {"scoring": scoring, "lists": lists, "cells": cells}


def _by_number(words: Sequence[str | None]) -> tuple[list[str], list[int]]:
    """(the different words, the number of each row's word); -1 where it has none."""
    numbers: dict[str, int] = {}
    found = [-1 if word is None else numbers.setdefault(word, len(numbers)) for word in words]
    return list(numbers), found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)

"""Which item an answer from elsewhere belongs to. What has no place is listed, never left out in silence."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from benchmarks.errors import SHOWN_ROWS, seen
from benchmarks.item import Item
from benchmarks.responses.rows import ResponseRow

Way = Literal["id", "task and place"]


@dataclass(frozen=True, slots=True)
class Matched:
    """Answers and the items they belong to.

    Attributes:
        answers: Case -> its row, in the order of the file. Every row has a reply.
        ways: How the rows of `answers` found their item: `id`, or `task and place`.
        unknown: Rows that belong to no item; the last of a row's problems says why.
        missing: Cases without a reply, in the order of the items.
        duplicates: Rows for a case that an earlier row answered already; the earlier one counts.
        silent: Rows of known cases that hold no reply, because a request failed or was never made.
    """

    answers: Mapping[str, ResponseRow]
    ways: Mapping[Way, int] = field(default_factory=dict)
    unknown: tuple[ResponseRow, ...] = ()
    missing: tuple[str, ...] = ()
    duplicates: tuple[ResponseRow, ...] = ()
    silent: tuple[ResponseRow, ...] = ()

    def report(self) -> list[str]:
        """What a user has to know, line by line; of each list the first twenty."""
        how = ", ".join(f"{count:,} by {way}" for way, count in self.ways.items())
        lines = [f"{len(self.answers):,} answers matched" + (f": {how}" if how else "")]
        for name, rows in (("unknown", self.unknown), ("duplicate", self.duplicates), ("without a reply", self.silent)):
            lines += _listed(name, [_told(row) for row in rows])
        lines += _listed("missing", self.missing)
        cut = [row for row in self.answers.values() if row.problems]
        return lines + _listed("with a problem", [_told(row) for row in cut])


def match(rows: Iterable[ResponseRow], items: Mapping[str, Item]) -> Matched:
    """Find the item of each row: by the row's own id where it has one, else by task and place.

    An id is the data set's own or our case id. Where a row says what was asked, the question must be the item's (one
    may hold the other: prompts get a sentence put before or behind them), so that another data set's ids do not match
    by chance. Of several rows for one item the first with a reply counts, as in a run's own records.

    Args:
        rows: In the order of the file.
        items: Case -> item, in the order of the data set, whatever the caller calls a case.
    """
    index = _Index(items)
    answers: dict[str, ResponseRow] = {}
    ways: Counter[Way] = Counter()
    unknown, duplicates, silent = [], [], []
    for row in rows:
        case, why = index.find(row)
        if case is None:
            unknown.append(replace(row, problems=(*row.problems, why)))
        elif row.response is None:
            silent.append(row)
        elif case in answers:
            same = "the same" if answers[case].response == row.response else "another"
            problem = f"{case} is answered in {answers[case].where} already, this is {same} answer"
            duplicates.append(replace(row, problems=(*row.problems, problem)))
        else:
            answers[case] = row
            ways["task and place" if row.source_id is None else "id"] += 1
    missing = tuple(case for case in items if case not in answers)
    return Matched(answers, dict(ways), tuple(unknown), missing, tuple(duplicates), tuple(silent))


class _Index:
    """Items by id, and by task and place."""

    def __init__(self, items: Mapping[str, Item]) -> None:
        self._items = items
        self._by_id: dict[str, list[str]] = {}
        self._by_place: dict[tuple[str, int], list[str]] = {}
        places: Counter[tuple[str, str]] = Counter()
        for case, item in items.items():
            for name in {item.source_id, item.id}:
                self._by_id.setdefault(name, []).append(case)
            for task in {item.task, item.label or item.task}:
                place = places[item.benchmark, task]
                places[item.benchmark, task] += 1
                self._by_place.setdefault((task, place), []).append(case)

    def find(self, row: ResponseRow) -> tuple[str | None, str]:
        """(the case, "") or (None, why there is none)."""
        if row.source_id is not None:
            cases, name = self._by_id.get(row.source_id, []), f"id {seen(row.source_id)}"
        elif row.task is not None and row.place is not None:
            cases, name = self._by_place.get((row.task, row.place), []), f"{seen(row.task)}, place {row.place}"
        else:
            return None, "there is neither an id nor a task and a place"
        if not cases:
            return None, f"no item has {name}"
        asked = [case for case in cases if _is_question_of(row, self._items[case])]
        if not asked:
            return None, f"the question is not that of {cases[0]}, which has {name}"
        if len(asked) > 1:
            asked = [case for case in asked if row.task in (self._items[case].task, self._items[case].label)]
        if len(asked) != 1:
            return None, f"{name} fits {len(cases)} items; a task or the question would decide"
        return asked[0], ""


def _is_question_of(row: ResponseRow, item: Item) -> bool:
    if row.prompt is None:
        return True
    asked, question = (" ".join(text.split()) for text in (row.prompt, item.prompt))
    return asked in question or question in asked


def _told(row: ResponseRow) -> str:
    name = "" if row.source_id is None else f" (id {seen(row.source_id)})"
    return f"{row.where}{name}: {'; '.join(row.problems) or 'no reply'}"


def _listed(name: str, entries: Sequence[str]) -> list[str]:
    if not entries:
        return []
    rest = len(entries) - SHOWN_ROWS
    more = [f"  … and {rest:,} more"] if rest > 0 else []
    return [f"{len(entries):,} {name}", *(f"  {entry}" for entry in entries[:SHOWN_ROWS]), *more]

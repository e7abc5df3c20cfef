"""A record as the sections of the page see it: the scored item, and the little only the whole record knows."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.base import ToolCall, Transcript
from bench_plugin.cases import Case
from bench_plugin.chance import expected_score
from bench_plugin.records import case_from, judged_from
from bench_plugin.rows import scored_item
from scoring.quadrants import quadrant
from scoring.scored_item import ScoredItem, Scoring
from scoring.verdict import Quadrant

CROP = "crop"
"""The operation of every call that wants a region, whatever its protocol calls it."""

_NOWHERE = Path()
_REPEAT = re.compile(r"-r\d+$")
_LONGEST_TEXT = 200
_LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class Entry:
    """One case of a run. Small, whatever the size of its record: a run's entries are all in memory.

    Attributes:
        item: The scored answer.
        suite, case: Its name in the run is `<suite>/<case>`.
        label: The task's own name and the item's own id, as far as `case` does not hold them; cut.
        expected, extracted: Gold and the answer read, as text, cut; `extracted` is None where there is none.
        chance: The strict score that the `random` baseline has on average.
        operations: What the tools were used for: `crop`, or the name of the tool.
        attempts: Requests made, retries included; None where nothing was asked.
        server: What the server called itself.
        reencoded: Why a picture of the question did not go out as its file's bytes, None when all did.
        talk_flags: What the conversation itself is marked with (`turn_limit`, `coordinate_mismatch`, …).
    """

    item: ScoredItem
    suite: str
    case: str
    label: str
    expected: str
    extracted: str | None
    chance: float
    operations: tuple[str, ...] = ()
    attempts: int | None = None
    server: str | None = None
    reencoded: str | None = None
    talk_flags: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The case's name in the run: `tir_bench/maze-0012`."""
        return f"{self.suite}/{self.case}"

    def passed(self, scoring: Scoring) -> bool | None:
        """Whether it passes; by the strict score where the benchmark has no official one."""
        return self.item.passed(scoring if self.item.official is not None else "strict")

    def quadrant(self, scoring: Scoring) -> Quadrant | None:
        """Grounded and right or not; None without evidence, without an answer, and where the crops are hidden."""
        grounding, passed = self.item.grounding, self.passed(scoring)
        if grounding is None or passed is None or not self.item.is_answered:
            return None
        return quadrant(grounding.grounded, passed)


def entry_of(record: Mapping[str, Any]) -> Entry:
    """The entry of a record."""
    case, judged = case_from(record, _NOWHERE), judged_from(record)
    transcript, extraction = judged.transcript, judged.verdict.extraction
    answer = None if extraction is None else extraction.answer
    return Entry(
        item=scored_item(case, judged),
        suite=record["suite"],
        case=record["case"],
        label=_label(case),
        expected=str(case.item.answer)[:_LONGEST_TEXT],
        extracted=None if answer is None else answer[:_LONGEST_TEXT],
        chance=expected_score(case.item),
        **_of_transcript(transcript),
    )


def unasked_items(about: Mapping[str, Any], entries: Iterable[Entry]) -> list[ScoredItem]:
    """A place for each selected case without a record: its task is read off its name, `maze-0012`."""
    known = {entry.key for entry in entries}
    places = []
    for key in about["selection"]["cases"]:
        if key not in known:
            suite, _, case_id = key.partition("/")
            task = _REPEAT.sub("", case_id).rpartition("-")[0]
            places.append(ScoredItem(benchmark=suite, task=task, case_id=case_id))
    return places


def _label(case: Case) -> str:
    """What the data set calls the item, as far as the case's name does not say so."""
    words = (case.item.label, case.item.source_id)
    return " ".join(word for word in words if word and word not in case.id)[:_LONGEST_LABEL]


def _of_transcript(transcript: Transcript | None) -> dict[str, Any]:
    if transcript is None:
        return {}
    server = " ".join(filter(None, (transcript.served_model, transcript.fingerprint)))
    notes = [sent.reencoded for sent in transcript.sent if sent.reencoded and sent.name.startswith("image_")]
    operations = (CROP if _is_crop(call) else call.tool for call in transcript.calls)
    return {
        "operations": tuple(dict.fromkeys(name[:_LONGEST_LABEL] for name in operations)),
        "attempts": transcript.attempts,
        "server": server[:_LONGEST_TEXT] or None,
        "reencoded": notes[0] if notes else None,
        "talk_flags": transcript.flags,
    }


def _is_crop(call: ToolCall) -> bool:
    """Whether it names a box, or failed for having named none."""
    named = call.requested or call.shown or call.written
    return named is not None or call.error_code not in (None, "unknown_tool")

"""Answers that are there already: of this run before it was resumed, of an earlier run, or made elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from adapters import transcripts
from adapters.base import Message, Transcript
from bench_plugin.cases import Case
from bench_plugin.run_folder import Place
from scoring.verdict import Extraction


@dataclass(frozen=True, slots=True)
class Recalled:
    """An answer that need not be asked for.

    Attributes:
        transcript: What was said; None when it can't be used, and `problem` says why.
        recorded: Whether this run's folder has its record already.
        extraction: The answer the extraction model read from it then, not to be paid for again.
    """

    transcript: Transcript | None
    problem: str | None = None
    recorded: bool = False
    extraction: Extraction | None = None


class Recall(Protocol):
    """Where answers are looked for before the model is asked."""

    def find(self, suite: str, case: Case) -> Recalled | None:
        """The answer to a case; None when the model is to be asked."""
        ...


class OwnRecords:
    """The records of this very run, when it goes on after it ended too early.

    An item whose model could not be asked is asked again; one whose answer could not be read is read again.

    Args:
        index: Where the record of each case lies.
    """

    def __init__(self, index: Mapping[str, Place]) -> None:
        self._index = index

    def find(self, suite: str, case: Case) -> Recalled | None:
        """The stored answer of a case that has one."""
        place = self._index.get(f"{suite}/{case.id}")
        if place is None or place.outcome == "model_error":
            return None
        record = place.record()
        transcript = transcripts.from_plain(record["transcript"])
        if place.outcome == "judge_error":
            return Recalled(transcript)
        return Recalled(transcript, recorded=True, extraction=by_model(record))


class EarlierRun:
    """The records of another run, scored again with today's rules; nothing is asked.

    Args:
        index: Where the record of each case lies.
    """

    def __init__(self, index: Mapping[str, Place]) -> None:
        self._index = index

    def find(self, suite: str, case: Case) -> Recalled:
        """The stored answer, or why there is none."""
        place = self._index.get(f"{suite}/{case.id}")
        if place is None:
            return Recalled(None, "the earlier run has no record of this case")
        record = place.record()
        if record["transcript"] is None:
            return Recalled(None, f"the earlier run could not ask this case: {record['error']}")
        return Recalled(transcripts.from_plain(record["transcript"]))


class GivenAnswers:
    """Answers made elsewhere.

    Args:
        answers: The reply to each case, by its name in the run.
    """

    def __init__(self, answers: Mapping[str, str]) -> None:
        self._answers = answers

    def find(self, suite: str, case: Case) -> Recalled:
        """The given answer, or that there is none."""
        text = self._answers.get(f"{suite}/{case.id}")
        if text is None:
            return Recalled(None, "the file has no answer to this case")
        messages = (
            Message("user", case.item.prompt, tuple(image.name for image in case.item.images)),
            Message("assistant", text),
        )
        return Recalled(Transcript(final_text=text, messages=messages, attempts=0))


def by_model(record: Mapping[str, Any]) -> Extraction | None:
    """The answer a model read from a record's reply; None where the rules read it."""
    stored = record["verdict"]["extraction"]
    if stored is None or stored["rule"] != "llm":
        return None
    return Extraction(stored["answer"], "llm", None, stored["outcome"], stored["reason"], tuple(stored["rejected"]))

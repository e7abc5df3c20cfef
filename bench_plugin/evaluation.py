"""From a case to its result: take a stored answer or ask ahead, judge what comes back, write it down at once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.outcomes import error_verdict

from adapters.base import Transcript
from adapters.errors import AskError, EndpointError
from bench_plugin.cases import Case
from bench_plugin.engine import Done, Engine
from bench_plugin.explain import explanation
from bench_plugin.records import Judged, make_record
from bench_plugin.rows import row_of
from bench_plugin.run_folder import RecordWriter
from scoring.scored_item import Scoring

Judge = Callable[[Case, Transcript], Judged]
Upcoming = Callable[[], Iterable[tuple[str, Case]]]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a case's test function gets.

    Attributes:
        passed: By the score that decides; None when the model could not be asked.
        text: What the user reads when it failed.
        row: The few numbers of it that the tables need, plain values.
        fault: A fault of our own code, to be raised so that pytest shows where.
    """

    passed: bool | None
    text: str
    row: Mapping[str, Any]
    fault: Exception | None = field(default=None, compare=False)


class Evaluator:
    """Evaluates the cases of one process. Used from pytest's thread only.

    Args:
        engine: Asks the model; its questions are submitted and taken here.
        judge: Scores one transcript.
        writer: Where each record goes, before its case reports.
        scoring: `strict` or `official`: which score decides.
    """

    def __init__(self, engine: Engine, judge: Judge, writer: RecordWriter, scoring: Scoring) -> None:
        self._engine = engine
        self._judge = judge
        self._writer = writer
        self._scoring = scoring
        self._asked: dict[str, tuple[str, Case]] = {}
        self._ready: dict[str, Evaluation] = {}
        self._taken: set[str] = set()
        self.stopped: str | None = None

    def evaluate(self, suite: str, case: Case, upcoming: Upcoming) -> Evaluation:
        """The result of one case.

        Args:
            suite: The test function the case belongs to.
            case: The case pytest is on.
            upcoming: Lists the cases pytest will come to next, this one first, nearest first.
        """
        key = f"{suite}/{case.id}"
        for done in self._engine.finished():
            self._finish(done)
        self._look_ahead(upcoming)
        while key not in self._ready:
            if key not in self._asked:
                self._submit(suite, case)
            self._finish(self._engine.next_done())
            self._look_ahead(upcoming)
        self._taken.add(key)
        return self._ready.pop(key)

    def close(self) -> list[Mapping[str, Any]]:
        """Stop asking; write down what came; return the rows of answers whose case never ran."""
        for done in self._engine.stop():
            self._finish(done)
        self._writer.close()
        return [evaluation.row for evaluation in self._ready.values()]

    def _look_ahead(self, upcoming: Upcoming) -> None:
        # Twice as many as can be in flight, so that a finished question is followed at once, topped up by the half so
        # that the list is walked seldom; and not so far ahead of the case pytest is on that an early end wastes much.
        most = self._engine.in_flight
        room = 2 * most - len(self._asked)
        ahead = 8 * most + 64 - len(self._asked) - len(self._ready)
        if self.stopped is not None or room < max(1, most // 2) or ahead <= 0:
            return
        for suite, case in upcoming():
            key = f"{suite}/{case.id}"
            if key in self._asked or key in self._ready or key in self._taken:
                continue
            self._submit(suite, case)
            room -= 1
            ahead -= 1
            if room <= 0 or ahead <= 0:
                return

    def _submit(self, suite: str, case: Case) -> None:
        key = f"{suite}/{case.id}"
        self._asked[key] = (suite, case)
        if self.stopped is None:
            self._engine.submit(key, case.item.question())
        else:
            self._finish(Done(key, None, AskError("stopped", self.stopped, attempts=0), 0.0))

    def _finish(self, done: Done) -> None:
        if done.key not in self._asked:
            return
        suite, case = self._asked.pop(done.key)
        fault = None
        if done.transcript is not None:
            judged = self._judge(case, done.transcript)
        else:
            judged, fault = self._not_asked(done)
        record = make_record(case, suite, judged)
        self._writer.write(record)
        passed = judged.verdict.passed_strict if self._scoring == "strict" else judged.verdict.passed_official
        text = explanation(case.item, judged)
        self._ready[done.key] = Evaluation(passed, text, row_of(suite, case, judged), fault)

    def _not_asked(self, done: Done) -> tuple[Judged, Exception | None]:
        """An ERROR for the case; for a fault of our own also the exception, so that pytest shows where."""
        error = done.error
        if isinstance(error, EndpointError):
            self.stopped = self.stopped or str(error)
        reason = getattr(error, "reason", "endpoint" if isinstance(error, EndpointError) else "adapter_failed")
        verdict = error_verdict("model_error", reason)
        known = isinstance(error, (AskError, EndpointError))
        text = str(error) if known else f"{type(error).__name__}: {error}"
        return Judged(None, verdict, error=text, seconds=done.seconds), None if known else error

"""From a case to its result: take a stored answer or ask ahead, judge what comes back, write it down at once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from adapters.base import Transcript
from adapters.errors import AskError, EndpointError, RunStopped
from adapters.manner import Manner
from bench_plugin.asking import Answered, Job, extraction_of
from bench_plugin.cases import Case
from bench_plugin.engine import Done, Engine
from bench_plugin.explain import explanation
from bench_plugin.gating.error_watch import ErrorWatch
from bench_plugin.parts.home import HomeRecords
from bench_plugin.plain import encodable
from bench_plugin.recall import Recall, Recalled
from bench_plugin.records import Judged, make_record, sound
from bench_plugin.result import Evaluation
from bench_plugin.rows import row_of
from bench_plugin.run_folder import RecordWriter
from scoring.outcomes import error_verdict
from scoring.scored_item import Scoring
from scoring.verdict import ERRORS, Extraction, Reason

Judge = Callable[[Case, Transcript, Extraction | None], Judged]
Upcoming = Callable[[], Iterable[tuple[str, Case]]]


class Evaluator:
    """Evaluates the cases of one process. Used from pytest's thread only.

    Args:
        engine: Asks the model; its questions are submitted and taken here.
        judge: Scores one transcript.
        writer: Where each record goes, before its case reports.
        recall: Answers that are there already, None for none.
        manner: How a case is asked.
        scoring: Which score decides.
        reads: Whether a model reads answers, so that stored ones go through the engine too.
        audited: Cases that rules and model both read.
        reruns: Whether a plugin may run a failed case again; it gets the same answer then.
        stops_on_errors: Whether to stop asking when answers no longer come: nothing could be decided of such a run.
    """

    def __init__(
        self,
        engine: Engine,
        judge: Judge,
        writer: RecordWriter | HomeRecords,
        *,
        recall: Recall | None,
        manner: Callable[[Case], Manner],
        scoring: Scoring,
        reads: bool = False,
        audited: frozenset[str] = frozenset(),
        reruns: bool = False,
        stops_on_errors: bool = False,
    ) -> None:
        self._engine = engine
        self._judge = judge
        self._writer = writer
        self._recall = recall
        self._manner = manner
        self._scoring = scoring
        self._reads = reads
        self._audited = audited
        self._reruns = reruns
        self._stops_on_errors = stops_on_errors
        self._asked: dict[str, tuple[str, Case]] = {}
        self._ready: dict[str, Evaluation] = {}
        self._taken: set[str] = set()
        self._failed: dict[str, Evaluation] = {}
        self.stopped: str | None = None
        self.watch = ErrorWatch()

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
        while key not in self._ready and key not in self._failed:
            if key not in self._asked:
                self._begin(suite, case)
                continue
            self._finish(self._engine.next_done())
            self._look_ahead(upcoming)
        if key in self._failed:
            return self._failed[key]
        self._taken.add(key)
        evaluation = self._ready.pop(key)
        if self._reruns and not evaluation.passed:
            self._failed[key] = evaluation
        return evaluation

    def close(self) -> list[Mapping[str, Any]]:
        """Stop asking; write down what came; return the rows of answers whose case never ran."""
        for done in self._engine.stop():
            self._finish(done)
        self._writer.close()
        return [evaluation.row for evaluation in self._ready.values() if evaluation.row is not None]

    def _look_ahead(self, upcoming: Upcoming) -> None:
        # Twice as many as can be in flight, so that a finished question is followed at once, topped up by the half so
        # that the list is walked seldom; and not so far ahead of the case pytest is on that an early end wastes much.
        most = self._engine.in_flight
        room = 2 * most - len(self._asked)
        ahead = 8 * most + 64 - len(self._asked) - len(self._ready)
        if self.stopped is not None or room < max(1, most // 2):
            return
        for suite, case in upcoming():
            if room <= 0 or ahead <= 0:
                return
            key = f"{suite}/{case.id}"
            if key in self._asked or key in self._ready or key in self._taken:
                continue
            self._begin(suite, case)
            ahead -= 1
            room -= key in self._asked

    def _begin(self, suite: str, case: Case) -> None:
        """Take the stored answer to a case, or put it in line."""
        key = f"{suite}/{case.id}"
        recalled = None if self._recall is None else self._recall.find(suite, case)
        transcript = None if recalled is None else recalled.transcript
        if recalled is not None and (transcript is None or recalled.extraction is not None or not self._reads):
            self._settle(suite, case, self._recalled(case, recalled), write=not recalled.recorded)
        elif self.stopped is not None:
            self._ready[key] = Evaluation(None, f"{case.id}: not asked, the run was stopped: {self.stopped}", None)
        else:
            self._asked[key] = (suite, case)
            item = case.item
            audited = key in self._audited
            manner = self._manner(case)
            self._engine.submit(key, Job(case.question(), manner, item.task, item.meta, transcript, audited))

    def _finish(self, done: Done) -> None:
        if done.key not in self._asked:
            return
        suite, case = self._asked.pop(done.key)
        error = done.error
        if done.answered is not None:
            judged = self._judged(case, done.answered, done.seconds)
            self._settle(suite, case, judged)
            self._note(judged)
        elif isinstance(error, RunStopped):
            self.stopped = self.stopped or encodable(str(error))
            self._ready[done.key] = Evaluation(None, f"{case.id}: not asked: {error}", None)
        else:
            if isinstance(error, EndpointError):
                self.stopped = self.stopped or encodable(str(error))
            known = isinstance(error, (AskError, EndpointError))
            text = str(error) if known else f"{type(error).__name__}: {error}"
            judged = Judged(None, error_verdict("model_error", _reason(error)), error=text, seconds=done.seconds)
            self._settle(suite, case, judged, fault=None if known else error)
            self._note(judged)

    def _note(self, judged: Judged) -> None:
        self.watch.note(judged.verdict.reason, is_error=judged.verdict.outcome in ERRORS)
        if self._stops_on_errors and self.stopped is None:
            self.stopped = self.watch.should_stop()

    def _judged(self, case: Case, answered: Answered, seconds: float) -> Judged:
        error = answered.judge_error
        if error is not None:
            return Judged(answered.transcript, error_verdict("judge_error", error.reason), error=str(error))
        extraction = None if answered.reading is None else extraction_of(answered.reading)
        judged = self._judge(case, answered.transcript, extraction)
        usage = None if answered.reading is None else answered.reading.usage
        return replace(judged, seconds=seconds, disagreed=answered.disagreed, judge_usage=usage)

    def _recalled(self, case: Case, recalled: Recalled) -> Judged:
        if recalled.transcript is None:
            return Judged(None, error_verdict("model_error", "missing"), error=recalled.problem)
        return self._judge(case, recalled.transcript, recalled.extraction)

    def _settle(
        self, suite: str, case: Case, judged: Judged, *, write: bool = True, fault: Exception | None = None
    ) -> None:
        judged = sound(judged)
        if write:
            self._writer.write(make_record(case, suite, judged))
        verdict = judged.verdict
        # Benchmarks without a public scorer have no official score; there the strict one decides in either mode.
        official = verdict.passed_official if verdict.official is not None else verdict.passed_strict
        passed = verdict.passed_strict if self._scoring == "strict" else official
        row = row_of(suite, case, judged)
        self._ready[f"{suite}/{case.id}"] = Evaluation(passed, encodable(explanation(case.item, judged)), row, fault)


def _reason(error: Exception | None) -> Reason:
    if isinstance(error, AskError):
        return error.reason
    return "endpoint" if isinstance(error, EndpointError) else "adapter_failed"

"""What the engine does with one case: ask the model, and where wanted have another model read the answer."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

from adapters.base import Adapter, Transcript
from adapters.errors import AskError, JudgeError, RunStopped
from adapters.judge import ExtractionModel, ModelAnswer, asks_model
from adapters.judge.choosing import Kind
from adapters.manner import Manner
from benchmarks.item import Question
from scoring.verdict import Extraction

_TIME_OVER = "--max-minutes: the time is over. Go on with --resume."


@dataclass(frozen=True, slots=True)
class Job:
    """One case on its way through the engine.

    Attributes:
        question, manner: What is asked, and how.
        task, meta: What the extractors need beside the prompt; neither holds gold.
        transcript: What was said already; None when the model is to be asked.
        audited: Whether rules and model both read the answer, to be compared.
    """

    question: Question
    manner: Manner
    task: str
    meta: Mapping[str, object]
    transcript: Transcript | None = None
    audited: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a job.

    Attributes:
        transcript: What was said.
        reading: What the extraction model read; None where the rules decide.
        judge_error: Why it could not read it.
        disagreed: In an audit, whether the two read different answers.
    """

    transcript: Transcript
    reading: ModelAnswer | None = None
    judge_error: JudgeError | None = None
    disagreed: bool | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """The extraction model and when it is asked."""

    model: ExtractionModel
    kind: Kind


class Asker:
    """The models of one process.

    Args:
        adapter: Asks the model under test.
        item_s: Deadline of one question over all its turns, retries and waits.
        reader: The model that reads answers; None leaves that to the rules.
        until: When the whole run stops asking (`--max-minutes`), seconds since the epoch.
    """

    def __init__(
        self, adapter: Adapter, item_s: float, reader: Reader | None = None, until: float | None = None
    ) -> None:
        self._adapter = adapter
        self._item_s = item_s
        self._reader = reader
        self._until = until

    async def answer(self, job: Job) -> Answered:
        """Do one job.

        Raises:
            AskError, EndpointError, RunStopped: The model under test could not be asked.
        """
        transcript = job.transcript or await self._asked(job)
        if self._reader is None:
            return Answered(transcript)
        return await self._read(self._reader, job, transcript)

    async def close(self) -> None:
        """Give back connections."""
        await self._adapter.close()
        if self._reader is not None:
            await self._reader.model.close()

    async def _asked(self, job: Job) -> Transcript:
        left = float("inf") if self._until is None else self._until - time.time()
        if left <= 0:
            raise RunStopped(_TIME_OVER)
        try:
            async with asyncio.timeout(min(self._item_s, left)):
                return await self._adapter.ask(job.question, job.manner)
        except TimeoutError as exc:
            if left < self._item_s:
                raise RunStopped(_TIME_OVER) from exc
            raise AskError("timeout", f"no answer within {self._item_s:g} s, the limit of one item") from exc
        except OSError as exc:
            raise AskError("image_unreadable", f"{type(exc).__name__}: {exc}") from exc

    async def _read(self, reader: Reader, job: Job, transcript: Transcript) -> Answered:
        from scoring.extraction import extract
        from scoring.options import parse_options

        prompt, text = job.question.prompt, transcript.final_text
        rules = extract(job.task, prompt, text, job.meta)
        covered = reader.model.covers(job.task)
        decides = asks_model(reader.kind, covered=covered, rules_outcome=rules.outcome, response=text)
        if not decides and not (job.audited and covered and text.strip()):
            return Answered(transcript)
        try:
            options = {option.letter: option.text for option in parse_options(prompt)}
            reading = await reader.model.extract(job.task, prompt, text, options)
        except JudgeError as exc:
            return Answered(transcript, judge_error=exc if decides else None)
        disagreed = reading.answer != rules.answer if job.audited else None
        return Answered(transcript, reading if decides else None, disagreed=disagreed)


def extraction_of(reading: ModelAnswer) -> Extraction:
    """What the extraction model read, as the scores take it."""
    if reading.answer is not None:
        return Extraction(reading.answer, "llm")
    rejected = () if reading.rejected is None else (reading.rejected,)
    return Extraction(None, "llm", outcome="unparsed", reason=reading.reason or "no_answer", rejected=rejected)

"""Ask a language model which answer a response gives. It sees the question and the response: no picture, no gold."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from adapters.base import Usage
from adapters.errors import AskError, EndpointError, JudgeError
from adapters.judge.cache import ReplyCache
from adapters.judge.evidence import is_option, may_come_from
from adapters.judge.prompts import Prompts
from adapters.judge.replies import LONGEST_REPLY, UnusableReplyError, read_reply
from adapters.wire import ChatClient, ChatMessage, Reply, request_body

HEAD_CHARS = 8_000
TAIL_CHARS = 40_000
"""Of a longer response only its head and its tail are shown: answers stand there, and a request stays affordable."""

_CUT_OFF = frozenset({"length", "max_tokens", "model_length"})
_THOUGHT_START, _THOUGHT_END = "<think>", "</think>"


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What the model read from one response.

    Attributes:
        answer: The answer as it wrote it, None when there is none.
        reason: Why there is none: `no_answer` (it said so, or there was no text to read), `not_in_response` (its
            answer occurs nowhere in the response, so it solved the question), `not_an_option`.
        rejected: The answer that was not taken for one of the last two reasons.
        cached: Whether the reply came from the cache, without a request.
        usage: Tokens of the request, unknown for a reply from the cache.
    """

    answer: str | None
    reason: Literal["no_answer", "not_in_response", "not_an_option"] | None = None
    rejected: str | None = None
    cached: bool = False
    usage: Usage = field(default_factory=Usage)


class ExtractionModel:
    """Reads answers with a chat model. `extract` may run many times at once in one event loop.

    Args:
        client: Puts single requests to the model; retries and limits are its business.
        prompts: The few-shot texts.
        cache: Where replies are kept, None for nowhere.
        about: What else decides a reply: the model's name, its address, the sampling. Part of the cache's key.
    """

    def __init__(
        self, client: ChatClient, prompts: Prompts, cache: ReplyCache | None, about: Mapping[str, Any]
    ) -> None:
        self._client = client
        self._prompts = prompts
        self._cache = cache
        self._about = dict(about)
        self._refused: str | None = None

    def covers(self, task: str) -> bool:
        """Whether there is a prompt for the task. There is none for ocr, which the official scorer reads itself."""
        return self._prompts.text(task) is not None

    async def extract(
        self, task: str, prompt: str, response: str, options: Mapping[str, str] | None = None
    ) -> ModelAnswer:
        """Read one answer.

        Args:
            task: The task's name; it picks the few-shot text.
            prompt: The question as it was asked.
            response: The model's text.
            options: Letter -> text, as the prompt offers them, to check the answer against; never shown.

        Raises:
            JudgeError: The model could not be asked, or its reply can't be used.
            ValueError: The task is not covered.
        """
        text = self._prompts.text(task)
        if text is None:
            raise ValueError(f"no few-shot text for task {task!r}; ask `covers` first")
        shown = response if self._prompts.published else _shown(response)
        if not shown.strip():
            return ModelAnswer(None, "no_answer")
        messages = self._prompts.messages(text, prompt, shown)
        key = hashlib.sha256(bytes(request_body(messages, {**self._about, "task": task}))).hexdigest()
        stored = self._cache.get(key) if self._cache else None
        if stored is not None:
            try:
                return self._answer(Reply(text=stored), prompt, shown, options or {}, cached=True)
            except UnusableReplyError:
                pass  # an earlier version could read it; ask again
        reply = await self._asked(messages)
        try:
            answer = self._answer(reply, prompt, shown, options or {}, cached=False)
        except UnusableReplyError as exc:
            message = f"the extraction model's reply can't be used: {exc}"
            raise JudgeError("bad_reply", message, attempts=reply.attempts) from exc
        if self._cache:
            about = {"task": task, "model": self._about.get("model"), "served_model": reply.served_model}
            self._cache.put(key, reply.text or "", about)
        return answer

    async def close(self) -> None:
        """Give back connections, where the client holds any."""
        close = getattr(self._client, "close", None)
        if close is not None:
            await close()

    async def _asked(self, messages: Sequence[ChatMessage]) -> Reply:
        if self._refused is not None:
            # A wrong key or name fails for every item; one request is enough to know.
            raise JudgeError("endpoint", self._refused, attempts=0)
        try:
            return await self._client.complete(messages)
        except EndpointError as exc:
            self._refused = f"the extraction model can't be asked: {exc}"
            raise JudgeError("endpoint", self._refused) from exc
        except AskError as exc:
            raise JudgeError(exc.reason, f"the extraction model: {exc}", attempts=exc.attempts) from exc

    def _answer(
        self, reply: Reply, prompt: str, response: str, options: Mapping[str, str], *, cached: bool
    ) -> ModelAnswer:
        """The answer in a reply, checked against the response. The authors take replies as they come."""
        if reply.refusal or reply.text is None:
            raise UnusableReplyError(f"it has no text ({reply.refusal or reply.finish_reason})"[:300])
        if reply.finish_reason in _CUT_OFF:
            raise UnusableReplyError("it was cut off at the token limit")
        if self._prompts.published:
            if len(reply.text) > LONGEST_REPLY:
                raise UnusableReplyError(f"it has {len(reply.text):,} characters")
            published = reply.text.strip()
            return ModelAnswer(published or None, None if published else "no_answer", cached=cached, usage=reply.usage)
        answer = read_reply(reply.text, prompt, response)
        if answer is None:
            return ModelAnswer(None, "no_answer", cached=cached, usage=reply.usage)
        if not may_come_from(response, answer, options):
            return ModelAnswer(None, "not_in_response", answer, cached, reply.usage)
        if options and not is_option(answer, options):
            return ModelAnswer(None, "not_an_option", answer, cached, reply.usage)
        return ModelAnswer(answer, cached=cached, usage=reply.usage)


def _shown(response: str) -> str:
    """What the model gets to read: no thought, and of a very long text its two ends."""
    if _THOUGHT_END in response:
        response = response.rpartition(_THOUGHT_END)[2]
    else:
        response = response.partition(_THOUGHT_START)[0]
    left_out = len(response) - HEAD_CHARS - TAIL_CHARS
    if left_out <= 0:
        return response.strip()
    return f"{response[:HEAD_CHARS]}\n[… {left_out:,} characters left out …]\n{response[-TAIL_CHARS:]}".strip()

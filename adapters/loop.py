"""One conversation about one question: ask, read the turn, answer its calls, until the model is done or a limit is met.

The protocol decides what a turn means and what is written back, the album cuts the crops; this file asks, keeps the
limits of turns and writes the record.
"""

from dataclasses import replace

from adapters.album import Album
from adapters.base import Message, ToolCall, Transcript, Usage
from adapters.errors import AskError
from adapters.manner import ONE_TURN, Manner
from adapters.profiles import Profile
from adapters.protocols.base import MAX_CALLS, Draft, Output, ParsedCall, ParsedTurn, Result, Scene, Slot
from adapters.protocols.registry import convention_of, protocol_named
from adapters.protocols.tags import restored
from adapters.wire import ChatClient, ChatMessage, ImagePart, Reply
from benchmarks.item import Question

# A model that cuts its call off again after being told so twice will do it for ever.
_CORRECTIONS = 2
_LAST_TURN = "\nThis was the last look: give the answer now."


async def converse(question: Question, client: ChatClient, profile: Profile, manner: Manner = ONE_TURN) -> Transcript:
    """Ask one question to the end.

    Args:
        question: What is asked; it holds no gold.
        client: Puts single requests; retries are its business, the deadline is the engine's.
        profile: Limits, image policy and box convention of the model.
        manner: The protocol and how it is read.

    Raises:
        AskError: A picture can't be sent, or a request failed for good.
        EndpointError: No item can be asked.
        ProfileError: The profile's box convention is none.
        ValueError: There is no such protocol.
    """
    talk = _Conversation(question, profile, manner)
    try:
        await talk.open()
        while not talk.done:
            await talk.take(await talk.ask(client))
    except AskError as exc:
        exc.attempts += talk.attempts
        raise
    return talk.transcript()


class _Conversation:
    """The state of one conversation."""

    def __init__(self, question: Question, profile: Profile, manner: Manner) -> None:
        self._prompt = question.prompt
        self._manner = manner
        self._protocol = protocol_named(manner.protocol)
        self._convention = convention_of(self._protocol, profile)
        self._album = Album(question.images, self._protocol, manner.reading, profile, upright=manner.upright)
        self._max_turns = profile.limits.max_turns or self._protocol.max_turns if self._protocol.zooms else 1
        self._wire: list[ChatMessage] = []
        self._messages: list[Message] = []
        self._calls: list[ToolCall] = []
        self._flags: dict[str, None] = {}
        self._tally = _Tally()
        self._turn = 0
        self._cut_off_in_a_row = 0
        self._final_text = ""
        self.done = False

    @property
    def attempts(self) -> int:
        """Requests made for the replies so far, retries included."""
        return self._tally.attempts

    async def open(self) -> None:
        """Prepare the pictures and write the first messages."""
        await self._album.open()
        scene = self._scene()
        system = self._manner.system_prompt or self._protocol.system(scene)
        if system:
            self._say(Draft("system", (system,)))
        self._say(self._protocol.opening(self._prompt, tuple(self._album.parts), scene))

    async def ask(self, client: ChatClient) -> Reply:
        """Put the conversation so far to the model."""
        self._turn += 1
        stop = {"stop": list(self._protocol.stop)} if self._protocol.stop else {}
        reply = await client.complete(self._wire, {**stop, **self._protocol.fields(self._scene())})
        self._tally.add(reply)
        return reply

    async def take(self, reply: Reply) -> None:
        """Read a reply, then answer it or end."""
        text = restored(reply.text or "", self._protocol.stop, reply.finish_reason, reply.stop_reason)
        output = Output(text, reply.tool_calls[:MAX_CALLS])
        turn = self._protocol.parse(output, self._scene())
        self._final_text = "" if turn.step == "void" else text
        self._messages.append(Message("assistant", text, reasoning=reply.reasoning))
        self._mark(turn, dropped=len(reply.tool_calls) > MAX_CALLS)
        ends = self._ends(turn)
        if turn.step == "repeat":
            # The published loop forgets such a turn and sends the same request again.
            self.done = ends
        elif ends:
            self._calls += [self._record(call, observed=False) for call in turn.calls]
            self.done = True
        else:
            self._wire.append(self._with_pictures(self._echo(output, reply)))
            await self._answer(turn.calls)

    def transcript(self) -> Transcript:
        """The record."""
        last = self._tally.last
        return Transcript(
            final_text=self._final_text,
            finish_reason=last.finish_reason,
            refusal=last.refusal,
            messages=tuple(self._messages),
            calls=tuple(self._calls),
            sent=tuple(self._album.sent),
            usage=self._tally.usage,
            latency_s=self._tally.latency_s,
            attempts=self._tally.attempts,
            served_model=last.served_model,
            fingerprint=last.fingerprint,
            flags=tuple(self._flags),
        )

    def _scene(self) -> Scene:
        return Scene(tuple(self._album.views), self._convention, self._manner.reading, self._turn)

    def _flag(self, **hits: bool) -> bool:
        """Write down what is so; whether anything is."""
        self._flags.update({name: None for name, hit in hits.items() if hit})
        return any(hits.values())

    def _mark(self, turn: ParsedTurn, *, dropped: bool) -> None:
        self._flag(
            coordinate_mismatch=any(call.mismatch for call in turn.calls),
            repeated=turn.step == "repeat",
            void=turn.step == "void",
            aborted=turn.step == "abort",
            calls_dropped=dropped,
        )

    def _ends(self, turn: ParsedTurn) -> bool:
        """Whether nothing more is asked: the turn is final, or a limit stands against answering it."""
        if turn.step not in ("reply", "repeat"):
            return True
        self._cut_off_in_a_row = self._cut_off_in_a_row + 1 if turn.error == "truncated_call" else 0
        is_last = self._turn >= self._max_turns
        published = self._protocol.published if self._manner.reading == "official" else None
        budget = published.response_tokens if published else None
        ends = self._flag(
            truncated_call=self._cut_off_in_a_row > _CORRECTIONS or (is_last and self._cut_off_in_a_row > 0),
            turn_limit=is_last,
            token_limit=budget is not None and (self._tally.usage.completion_tokens or 0) >= budget,
        )
        if ends and published and self._protocol.void_at_limit:
            self._final_text = ""
        return ends

    async def _answer(self, calls: tuple[ParsedCall, ...]) -> None:
        """Run the calls of a turn and write the messages that answer them."""
        scene = self._scene()
        results = await self._album.results(calls)
        for result in results:
            self._calls.append(self._record(result.call, result))
            self._flag(**{result.refusal: True} if result.refusal else {})
        drafts = list(self._protocol.reply(results, scene))
        if self._manner.reading == "lenient" and self._turn + 1 >= self._max_turns:
            drafts = _with_last_words(drafts)
        for draft in drafts:
            self._say(draft)

    def _record(self, call: ParsedCall, result: Result | None = None, *, observed: bool = True) -> ToolCall:
        refusal = result.refusal if result else None
        return ToolCall(
            tool=call.tool,
            turn=self._turn,
            source=call.source,
            requested=call.requested,
            shown=None if refusal else call.shown,
            image=call.image,
            observed=observed,
            error=result.words if result else call.message,
            written=call.written,
            error_code=refusal or call.error,
            note=call.note,
        )

    def _echo(self, output: Output, reply: Reply) -> Draft:
        """The assistant's turn as it goes back, its hidden thought with it where the agent was trained so."""
        draft = self._protocol.echo(output)
        if self._protocol.keeps_thought and reply.reasoning and "</think>" not in output.text:
            return replace(draft, parts=(f"<think>{reply.reasoning}</think>\n", *draft.parts))
        return draft

    def _say(self, draft: Draft) -> None:
        text = "".join(part for part in draft.parts if isinstance(part, str))
        names = tuple(part.name for part in draft.parts if isinstance(part, Slot))
        self._messages.append(Message(draft.role, text, names))
        self._wire.append(self._with_pictures(draft))

    def _with_pictures(self, draft: Draft) -> ChatMessage:
        """The draft for the wire. Neighbouring texts are joined: some servers put line breaks between them."""
        parts: list[str | ImagePart] = []
        for part in draft.parts:
            if isinstance(part, Slot):
                parts.append(self._album.parts[part.name])
            elif parts and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
        return ChatMessage(draft.role, tuple(parts), draft.fields)


class _Tally:
    """What the replies of a conversation add up to."""

    def __init__(self) -> None:
        self.last = Reply(text=None)
        self.usage = Usage()
        self.latency_s = 0.0
        self.attempts = 0

    def add(self, reply: Reply) -> None:
        """Count one reply in."""
        self.last = reply
        self.latency_s += reply.latency_s
        self.attempts += reply.attempts
        self.usage = Usage(
            _sum(self.usage.prompt_tokens, reply.usage.prompt_tokens),
            _sum(self.usage.completion_tokens, reply.usage.completion_tokens),
            _sum(self.usage.reasoning_tokens, reply.usage.reasoning_tokens),
        )


def _sum(first: int | None, second: int | None) -> int | None:
    """What is unknown adds nothing; two unknowns stay unknown."""
    known = [each for each in (first, second) if each is not None]
    return sum(known) if known else None


def _with_last_words(drafts: list[Draft]) -> list[Draft]:
    """The messages with the word that the next turn is the last."""
    if drafts and drafts[-1].role == "user":
        return [*drafts[:-1], replace(drafts[-1], parts=(*drafts[-1].parts, _LAST_TURN))]
    return [*drafts, Draft("user", (_LAST_TURN.strip(),))]

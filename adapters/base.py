"""The model's side: a question in, a transcript out."""

from dataclasses import dataclass, field
from typing import Protocol

from adapters.manner import Manner
from benchmarks.item import Corners, Question


@dataclass(frozen=True, slots=True)
class SentImage:
    """One picture as it really went out.

    Attributes:
        name: The neutral name, `image_1`, or `observation_2` for a crop.
        width_px, height_px: Size of what was sent.
        size_bytes, sha256: Of the bytes before base64.
        mime: The type it was labelled with.
        reencoded: None when the file's bytes went out unchanged, else why they could not.
    """

    name: str
    width_px: int
    height_px: int
    size_bytes: int
    sha256: str
    mime: str
    reencoded: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One use of a tool.

    Attributes:
        tool: The name the model called.
        turn: The assistant turn it stood in, from 1.
        source: `original` or `observation_k` (k-th successful crop, from 1).
        requested: The box the model wrote, mapped to original pixels, upright frame; None when it wrote none.
        shown: The region really cut out, after padding or a minimum size; None when the call failed.
        image: Which picture of the question, from 0.
        written: The four numbers as the model wrote them, x first; None when it wrote none that can be read.
        observed: Whether the model got to see the result (False for a crop made beside a final answer).
        error: Why the call failed, in the words the model was told; None when it worked.
        error_code: The same in one word: `truncated_call`, `malformed_call`, `unknown_tool`, `unknown_source`,
            `invalid_box`, `image_limit`, `byte_limit`.
        note: What else a reader should know: a box outside of what was sent, with both sizes, …
    """

    tool: str
    turn: int
    source: str = "original"
    requested: Corners | None = None
    shown: Corners | None = None
    image: int = 0
    observed: bool = True
    error: str | None = None
    written: Corners | None = None
    error_code: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation. Pictures are named, not copied."""

    role: str
    text: str
    images: tuple[str, ...] = ()
    reasoning: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; None where it said nothing."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None

    @property
    def total(self) -> int | None:
        """Prompt and completion together; None where the server said nothing."""
        if self.prompt_tokens is None and self.completion_tokens is None:
            return None
        return (self.prompt_tokens or 0) + (self.completion_tokens or 0)


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything said and called for one item.

    Attributes:
        final_text: What the answer is read from: the last assistant text, "" when the server gave none.
        finish_reason: `stop`, `length`, `content_filter`, … as the server wrote it.
        refusal: The server's own refusal text, when it sent one.
        messages: The conversation in order, from the first question on.
        calls: Tool calls in order.
        sent: Pictures in the order they went out.
        usage: Summed over the turns.
        latency_s: From request to reply, waits between retries included, summed over the turns.
        attempts: Requests made, retries included.
        served_model, fingerprint: What the server called itself.
        flags: What a reader should know (`timed_out`, `turn_limit`, `coordinate_mismatch`, …).
    """

    final_text: str
    finish_reason: str | None = None
    refusal: str | None = None
    messages: tuple[Message, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    sent: tuple[SentImage, ...] = ()
    usage: Usage = field(default_factory=Usage)
    latency_s: float = 0.0
    attempts: int = 1
    served_model: str | None = None
    fingerprint: str | None = None
    flags: tuple[str, ...] = ()


class Adapter(Protocol):
    """Code that asks one model. One instance serves one process; `ask` runs many times at once in one event loop."""

    async def ask(self, question: Question, manner: Manner) -> Transcript:
        """Ask one question.

        Args:
            question: The prompt and the pictures; it holds no gold.
            manner: With which tools.

        Raises:
            AskError: The model could not be asked; the case becomes an ERROR, never a 0.
            EndpointError: No item can be asked.
        """
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...

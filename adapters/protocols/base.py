"""What a tool protocol is made of: the pictures it can point at, a parsed turn, the messages it writes.

Everything here is plain data. A protocol is a record of pure functions over it; `adapters.loop` does the asking.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from adapters.image_sizes import Size, SizeRule
from adapters.manner import Reading
from benchmarks.item import Corners

Space = Literal["fraction", "thousand", "pixels"]
Order = Literal["xyxy", "yxyx"]

ErrorCode = Literal["truncated_call", "malformed_call", "unknown_tool", "unknown_source", "invalid_box"]

Step = Literal["reply", "final", "repeat", "void", "abort"]
"""What follows a turn: the calls are answered; the turn is the last; the same request again; the last, and it counts
as no answer; the published loop breaks down here and takes the text as it stands."""

MAX_CALLS = 32
"""Calls of one turn that are looked at. The rest are dropped, or a looping model fills the records."""


@dataclass(frozen=True, slots=True)
class Convention:
    """How numbers of a box are written: 0-1, 0-1000 or pixels of the picture that was sent; x or y first."""

    space: Space = "pixels"
    order: Order = "xyxy"


PIXELS = Convention()


@dataclass(frozen=True, slots=True)
class View:
    """One picture the model can point at.

    Attributes:
        source: `original`, or `observation_k` for the k-th successful crop, from 1.
        region: The part of the original picture it shows, in original pixels, upright frame.
        image: Which picture of the question it comes from, from 0.
        size: Its size as the model sees it, None where that is the region's own.
    """

    source: str
    region: Corners
    image: int = 0
    size: Size | None = None

    @property
    def region_size(self) -> tuple[float, float]:
        """(width, height) of the region in original pixels."""
        left, top, right, bottom = self.region
        return right - left, bottom - top

    @property
    def seen_size(self) -> tuple[float, float]:
        """(width, height) that pixel coordinates of the model refer to."""
        return self.size or self.region_size


@dataclass(frozen=True, slots=True)
class Scene:
    """What a turn is read against.

    Attributes:
        views: The question's pictures in order, then the successful crops in order.
        convention: How this model writes boxes, where the protocol does not settle it.
        turn: The assistant turn, from 1.
    """

    views: tuple[View, ...]
    convention: Convention = PIXELS
    reading: Reading = "lenient"
    turn: int = 1

    @property
    def originals(self) -> int:
        """How many of the views are pictures of the question."""
        return sum(view.source == "original" for view in self.views)


@dataclass(frozen=True, slots=True)
class Output:
    """What the server sent for one assistant turn, as far as a protocol reads it."""

    text: str
    tool_calls: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class ParsedCall:
    """One zoom the model asked for.

    Attributes:
        tool: The name it called.
        source, image: The view it pointed at; see `View`.
        written: The four numbers as the model wrote them.
        requested: The box in original pixels, clamped to the view's region.
        shown: The region to show, after padding or a minimum size, in original pixels and inside the picture.
        cut: What is cut out when that is not `shown`: it reaches over the edge and is filled with black there.
        error: Why there is no crop; `message` tells the model.
        note: What a reader of the record should know, beside `error`.
        mismatch: The box reaches outside of the view by more than rounding explains.
        call_id: The id of a native tool call.
    """

    tool: str
    source: str = "original"
    image: int = 0
    written: Corners | None = None
    requested: Corners | None = None
    shown: Corners | None = None
    cut: Corners | None = None
    error: ErrorCode | None = None
    message: str | None = None
    note: str | None = None
    mismatch: bool = False
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedTurn:
    """One assistant turn, read.

    Attributes:
        calls: In the order they run; failed ones included.
        answer: The answer the protocol marks, None when the turn has none.
        step: What follows.
    """

    calls: tuple[ParsedCall, ...] = ()
    answer: str | None = None
    step: Step = "final"

    @property
    def error(self) -> ErrorCode | None:
        """The first call's error, when one failed."""
        return next((call.error for call in self.calls if call.error is not None), None)


def settled(calls: Sequence[ParsedCall], answer: str | None) -> ParsedTurn:
    """The usual course: an answer ends the conversation, a call alone is answered, plain text ends it too."""
    step: Step = "reply" if calls and answer is None else "final"
    return ParsedTurn(calls=tuple(calls), answer=answer, step=step)


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a picture in a message, by the picture's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be sent. `fields` stand beside the content (`tool_call_id`, …)."""

    role: str
    parts: tuple[str | Slot, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a call: a crop by its name and size, or words. `refusal` names the limit that stood against it."""

    call: ParsedCall
    name: str | None = None
    size: Size | None = None
    words: str | None = None
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class PictureRule:
    """How a protocol prepares a picture. `jpeg` forces the type; otherwise the picture decides."""

    size: SizeRule = field(default_factory=SizeRule)
    jpeg: bool = False


@dataclass(frozen=True, slots=True)
class Published:
    """What an agent was published with, so that a run can say where it differs.

    Attributes:
        source: Where it was read.
        sampling: Fields of `adapters.profiles.Sampling` and their published values.
        max_turns, max_images: Its limits; `response_tokens` bounds all its turns together.
        always: What we do otherwise in both readings.
        lenient: What the lenient reading does otherwise.
        official: What even the official reading does otherwise.
    """

    source: str
    sampling: Mapping[str, float | int]
    max_turns: int
    max_images: int | None = None
    response_tokens: int | None = None
    always: tuple[str, ...] = ()
    lenient: tuple[str, ...] = ()
    official: tuple[str, ...] = ()


def plain_echo(output: Output) -> Draft:
    """The assistant's turn as it goes back into the conversation: its text."""
    return Draft("assistant", (output.text,))


def no_system(_scene: Scene) -> str | None:
    """For protocols that need no system message."""
    return None


def no_fields(_scene: Scene) -> Mapping[str, Any]:
    """For protocols that are text alone."""
    return {}


def no_rule(_reading: Reading) -> PictureRule | None:
    """For protocols whose boxes do not depend on the size that is sent."""
    return None


def pictures_first(prompt: str, names: Sequence[str], _scene: Scene) -> Draft:
    """The question as one user message: the pictures, then the text."""
    return Draft("user", (*(Slot(name) for name in names), prompt))


@dataclass(frozen=True, slots=True)
class ToolProtocol:
    """One way of zooming: declare, parse a turn, write the next message, map coordinates, limits.

    Attributes:
        name: As on the command line.
        parse: Reads a turn against the views.
        reply: The messages that answer a turn's calls.
        convention: Its own coordinates; None takes the profile's.
        system: The declaration as a system message, in our own words with the protocol's literal tokens.
        fields: Request fields (`tools`).
        opening: The question as a user message.
        echo: The assistant's turn as it goes back into the conversation.
        first_picture, crop: How pictures are prepared, by reading.
        max_turns, max_images: Its own limits; a profile may set other ones.
        stop: Stop strings. One that servers strip is put back by `restored`.
        keeps_thought: Whether hidden thought goes back into the text as `<think>`, as the agent was trained.
        published: None for protocols of our own; both readings are then the same.
        void_at_limit: Official reading: a run that ends on a call counts as no answer.
    """

    name: str
    parse: Callable[[Output, Scene], ParsedTurn]
    reply: Callable[[Sequence[Result], Scene], tuple[Draft, ...]]
    convention: Convention | None = None
    system: Callable[[Scene], str | None] = no_system
    fields: Callable[[Scene], Mapping[str, Any]] = no_fields
    opening: Callable[[str, Sequence[str], Scene], Draft] = pictures_first
    echo: Callable[[Output], Draft] = plain_echo
    first_picture: Callable[[Reading], PictureRule | None] = no_rule
    crop: Callable[[Reading], PictureRule] = lambda _reading: PictureRule()
    max_turns: int = 12
    max_images: int | None = None
    stop: tuple[str, ...] = ()
    keeps_thought: bool = False
    published: Published | None = None
    void_at_limit: bool = False

    @property
    def zooms(self) -> bool:
        """Whether the model can look closer at all."""
        return self.max_turns > 1

"""The pictures of one conversation: what was sent, what the model can point at, what still fits."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from adapters.base import SentImage
from adapters.errors import AskError
from adapters.imaging import Prepared, Wanted, picture_threads, policy_rule, prepare
from adapters.manner import Reading
from adapters.profiles import Profile
from adapters.protocols.base import ParsedCall, Result, ToolProtocol, View
from adapters.tools.zoom import zoom
from adapters.wire import ImagePart
from benchmarks.item import Picture

Made = TypeVar("Made")

# A tenth of a request is left for its text.
_SHARE_FOR_PICTURES = 0.9
_SMALL_BYTES = 1_000_000


class Album:
    """Pictures are held once, as base64, whatever the number of turns; nothing decoded is kept.

    Args:
        pictures: The question's.
        protocol, reading: Whose rules of size hold.
        profile: Whose limits hold.
        upright: Whether the frame must be the upright one although the protocol does not zoom.
    """

    def __init__(
        self, pictures: Sequence[Picture], protocol: ToolProtocol, reading: Reading, profile: Profile, *, upright: bool
    ) -> None:
        self.views: list[View] = []
        self.sent: list[SentImage] = []
        self.parts: dict[str, ImagePart] = {}
        self._pictures = pictures
        limits, images = profile.limits, profile.images
        rule = policy_rule(images) or protocol.first_picture(reading)
        self._first = Wanted(rule, upright or protocol.zooms, limits.max_image_bytes, images.downscale)
        self._crop = replace(self._first, rule=protocol.crop(reading))
        self._max_bytes = limits.max_request_bytes
        self._max_images = min(limits.max_images, protocol.max_images or limits.max_images)

    async def open(self) -> None:
        """Prepare the question's pictures.

        Raises:
            AskError: One can't be sent.
        """
        for at, picture in enumerate(self._pictures):
            make = partial(prepare, picture, f"image_{at + 1}", self._first)
            ready = make() if self._goes_as_it_is(picture) else await _in_thread(make)
            width, height = picture.upright_size
            self._add(ready, View("original", (0.0, 0.0, float(width), float(height)), at, ready.size))

    def _goes_as_it_is(self, picture: Picture) -> bool:
        """Whether preparing it takes less time than handing it to a thread and back: a small file, sent unchanged."""
        unchanged = self._first.rule is None and not self._first.upright
        return unchanged and picture.path.stat().st_size <= _SMALL_BYTES

    async def results(self, calls: Sequence[ParsedCall]) -> list[Result]:
        """What comes of each call, in order: a crop, which is in the album from now on, or words.

        Raises:
            AskError: A file can't be read any more.
        """
        room = max(0, self._max_images - len(self.sent))
        run = [at for at, call in enumerate(calls) if call.error is None][:room]
        crops: dict[int, Prepared | AskError] = {}
        # A picture is decoded once for all the crops of a turn.
        for image in sorted({calls[at].image for at in run}):
            ours = [at for at in run if calls[at].image == image]
            boxes = [box for at in ours if (box := calls[at].cut or calls[at].shown) is not None]
            made = await _in_thread(partial(zoom, self._pictures[image], boxes, self._crop))
            crops.update(zip(ours, made, strict=True))
        return [self._result(call, crops.get(at)) for at, call in enumerate(calls)]

    def _result(self, call: ParsedCall, crop: Prepared | AskError | None) -> Result:
        if call.error is not None:
            return Result(call, words=call.message)
        if crop is None:
            words = f"No more pictures can be shown, the limit is {self._max_images}. Answer with what you have seen."
            return Result(call, words=words, refusal="image_limit")
        if isinstance(crop, AskError):
            words = "This crop is too large to be sent. Ask for a smaller region."
            return Result(call, words=words, refusal="byte_limit")
        if not self._has_room_for(crop):
            words = "No more pictures can be sent, the conversation is full. Answer with what you have seen."
            return Result(call, words=words, refusal="byte_limit")
        name = f"observation_{len(self.views) - len(self._pictures) + 1}"
        region = call.shown or call.cut
        assert region is not None  # a call without an error has a box
        self._add(replace(crop, sent=replace(crop.sent, name=name)), View(name, region, call.image, crop.size))
        return Result(call, name, crop.size)

    def _add(self, ready: Prepared, view: View) -> None:
        self.sent.append(ready.sent)
        self.parts[ready.sent.name] = ready.part
        self.views.append(view)

    def _has_room_for(self, crop: Prepared) -> bool:
        if self._max_bytes is None:
            return True
        held = sum(len(part.base64) for part in self.parts.values())
        return held + len(crop.part.base64) <= self._max_bytes * _SHARE_FOR_PICTURES


async def _in_thread(work: Callable[[], Made]) -> Made:
    return await asyncio.get_running_loop().run_in_executor(picture_threads(), work)

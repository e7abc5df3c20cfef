"""A transcript as plain values and back: for records on disk and for the cache of answers."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from adapters.base import Message, SentImage, ToolCall, Transcript, Usage


def to_plain(transcript: Transcript) -> dict[str, Any]:
    """The transcript as JSON can hold it."""
    return dataclasses.asdict(transcript)


def from_plain(stored: Mapping[str, Any]) -> Transcript:
    """The transcript that `to_plain` made these values of.

    Raises:
        KeyError, TypeError: They are none.
    """
    values = dict(stored)
    values["messages"] = tuple(Message(**{**m, "images": tuple(m["images"])}) for m in stored["messages"])
    values["calls"] = tuple(ToolCall(**{**call, **_boxes(call)}) for call in stored["calls"])
    values["sent"] = tuple(SentImage(**sent) for sent in stored["sent"])
    values["usage"] = Usage(**stored["usage"])
    values["flags"] = tuple(stored["flags"])
    return Transcript(**values)


def _boxes(call: Mapping[str, Any]) -> dict[str, Any]:
    return {key: None if call[key] is None else tuple(call[key]) for key in ("requested", "shown")}

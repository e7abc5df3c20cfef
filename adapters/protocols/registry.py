"""The protocols by name, and the one way to read a turn of any of them."""

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from adapters.image_sizes import Size
from adapters.manner import Reading
from adapters.profiles import Profile, ProfileError
from adapters.protocols.base import (
    PIXELS,
    Convention,
    Order,
    Output,
    ParsedTurn,
    Scene,
    Space,
    ToolProtocol,
    View,
)
from adapters.protocols.tags import restored

_MODULES = {
    "none": "none",
    "tools": "tools",
    "qwen3-vl": "qwen3_vl",
    "deepeyes": "deepeyes",
    "mini-o3": "mini_o3",
    "pixel-reasoner": "pixel_reasoner",
    "gemini": "gemini",
    "claude": "claude",
}
PROTOCOL_NAMES = tuple(_MODULES)
"""As on the command line."""


def protocol_named(name: str) -> ToolProtocol:
    """The protocol of a name as on the command line.

    Raises:
        ValueError: There is none of this name.
    """
    if name not in _MODULES:
        raise ValueError(f"no protocol is called {name!r}. There are: {', '.join(PROTOCOL_NAMES)}")
    protocol: ToolProtocol = importlib.import_module(f"adapters.protocols.{_MODULES[name]}").PROTOCOL
    return protocol


def convention_of(protocol: ToolProtocol, profile: Profile) -> Convention:
    """How boxes are written: the protocol's own way, else the profile's.

    Raises:
        ProfileError: The profile names a scale or an order there is not.
    """
    if protocol.convention is not None:
        return protocol.convention
    for field, value, known in (
        ("coordinates", profile.coordinates, get_args(Space)),
        ("box_order", profile.box_order, get_args(Order)),
    ):
        if value not in known:
            raise ProfileError(f"model {profile.name}, {field}: {value!r} is none of {', '.join(known)}")
    return Convention(cast("Space", profile.coordinates), cast("Order", profile.box_order))


def parse_turn(
    protocol: str,
    output: str,
    *,
    image_size: Size,
    original_size: Size,
    context: Sequence[View] = (),
    reading: Reading = "lenient",
    convention: Convention = PIXELS,
    tool_calls: Sequence[Mapping[str, Any]] = (),
    finish_reason: str | None = None,
    stop_reason: str | None = None,
) -> ParsedTurn:
    """Read one assistant turn about one picture.

    Args:
        protocol: Its name (`qwen3-vl`, `deepeyes`, …).
        output: The assistant's text.
        image_size: (width, height) of the picture the model sees, in pixels.
        original_size: (width, height) of the original picture, upright; every box comes back in its pixels.
        context: The crops shown before, in order, with the region each showed.
        reading: As meant, or as the published loop reads it.
        convention: How this model writes boxes, for protocols that leave it open (`tools`).
        tool_calls: Native calls as the server wrote them.
        finish_reason, stop_reason: As the server wrote them; they tell whether it stripped a stop string.

    Raises:
        ValueError: There is no protocol of this name.
    """
    original = View("original", (0.0, 0.0, float(original_size[0]), float(original_size[1])), size=image_size)
    scene = Scene((original, *context), convention, reading)
    spoken = protocol_named(protocol)
    text = restored(output, spoken.stop, finish_reason, stop_reason)
    return spoken.parse(Output(text, tool_calls), scene)

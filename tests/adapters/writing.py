"""The other direction: a box in original pixels, written as a model would write it."""

import json
from collections.abc import Sequence

from adapters.protocols import Convention, View, protocol_named
from adapters.protocols.base import PIXELS
from benchmarks.item import Corners


def written(
    protocol: str, view: View, box: Corners, index: int, convention: Convention = PIXELS
) -> tuple[str, list[dict[str, object]]]:
    """The turn in which a model asks for a box on the view of this index: text, and native calls.

    The convention is the profile's, for protocols that leave it open.
    """
    convention = protocol_named(protocol).convention or convention
    left, top = view.region[:2]
    width, height = view.region_size
    unit_x, unit_y = {"fraction": (1.0, 1.0), "thousand": (1000.0, 1000.0), "pixels": view.seen_size}[convention.space]
    x0, x1 = ((edge - left) / width * unit_x for edge in box[0::2])
    y0, y1 = ((edge - top) / height * unit_y for edge in box[1::2])
    return listed(protocol, (x0, y0, x1, y1), index, convention)


def listed(
    protocol: str, numbers: Sequence[float], index: int, convention: Convention = PIXELS
) -> tuple[str, list[dict[str, object]]]:
    """The turn with these numbers, x first, in the form of the protocol."""
    convention = protocol_named(protocol).convention or convention
    x0, y0, x1, y1 = numbers
    name = "image_1" if index == 0 else f"observation_{index}"
    if protocol == "tools":
        arguments = {"x_min": x0, "y_min": y0, "x_max": x1, "y_max": y1, "picture": name}
        return "", [{"id": "c", "function": {"name": "zoom", "arguments": json.dumps(arguments)}}]
    box = [y0, x0, y1, x1] if convention.order == "yxyx" else [x0, y0, x1, y1]
    hermes = {
        "deepeyes": ("image_zoom_in_tool", {}),
        "qwen3-vl": ("image_zoom_in_tool", {"label": "x", "img_idx": index}),
        "pixel-reasoner": ("crop_image_normalized", {"target_image": index + 1}),
    }
    if protocol in hermes:
        tool, more = hermes[protocol]
        call = {"name": tool, "arguments": {"bbox_2d": box, **more}}
        return f"<tool_call>\n{json.dumps(call)}\n</tool_call>", []
    if protocol == "mini-o3":
        source = "original_image" if index == 0 else name
        return f'<grounding>{{"bbox_2d": {box}, "source": "{source}"}}</grounding>', []
    key = "box_2d" if protocol == "gemini" else "box"
    return json.dumps({key: box, "picture": name}), []

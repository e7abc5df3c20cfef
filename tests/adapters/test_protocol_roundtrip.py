"""Whatever box a model means, written as its protocol writes boxes, is the box that is recorded."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.image_sizes import Size
from adapters.protocols import PROTOCOL_NAMES, View, parse_turn, protocol_named
from benchmarks.item import Corners

ZOOMING = [name for name in PROTOCOL_NAMES if name != "none"]
CAN_LOOK_INTO_CROPS = [name for name in ZOOMING if name != "deepeyes"]

sizes = st.tuples(st.integers(1_500, 9_000), st.integers(1_500, 9_000))
shares = st.tuples(st.floats(0, 0.6), st.floats(0, 0.6), st.floats(0.2, 0.4), st.floats(0.2, 0.4))


def meant(view: View, share: tuple[float, float, float, float]) -> Corners:
    """A box inside a view, in original pixels."""
    left, top = view.region[:2]
    width, height = view.region_size
    x, y, wide, high = share
    return (left + x * width, top + y * height, left + (x + wide) * width, top + (y + high) * height)


def written(protocol: str, view: View, box: Corners, index: int) -> tuple[str, list[dict[str, object]]]:
    """The turn in which a model asks for the box: text and native calls."""
    convention = protocol_named(protocol).convention
    space = convention.space if convention else "pixels"
    left, top = view.region[:2]
    width, height = view.region_size
    unit_x, unit_y = {"fraction": (1.0, 1.0), "thousand": (1000.0, 1000.0), "pixels": view.seen_size}[space]
    x0, x1 = ((edge - left) / width * unit_x for edge in box[0::2])
    y0, y1 = ((edge - top) / height * unit_y for edge in box[1::2])
    name = "image_1" if index == 0 else f"observation_{index}"
    if protocol == "tools":
        arguments = {"x_min": x0, "y_min": y0, "x_max": x1, "y_max": y1, "picture": name}
        return "", [{"id": "c", "function": {"name": "zoom", "arguments": json.dumps(arguments)}}]
    listed = [y0, x0, y1, x1] if convention and convention.order == "yxyx" else [x0, y0, x1, y1]
    hermes = {
        "deepeyes": ("image_zoom_in_tool", {}),
        "qwen3-vl": ("image_zoom_in_tool", {"label": "x", "img_idx": index}),
        "pixel-reasoner": ("crop_image_normalized", {"target_image": index + 1}),
    }
    if protocol in hermes:
        tool, more = hermes[protocol]
        call = {"name": tool, "arguments": {"bbox_2d": listed, **more}}
        return f"<tool_call>\n{json.dumps(call)}\n</tool_call>", []
    if protocol == "mini-o3":
        source = "original_image" if index == 0 else name
        return f'<grounding>{{"bbox_2d": {listed}, "source": "{source}"}}</grounding>', []
    key = "box_2d" if protocol == "gemini" else "box"
    return json.dumps({key: listed, "picture": name}), []


def check(
    protocol: str, original: Size, views: list[View], index: int, share: tuple[float, float, float, float]
) -> None:
    """Write the box, read it, compare."""
    box = meant(views[index], share)
    text, calls = written(protocol, views[index], box, index)
    (call,) = parse_turn(
        protocol,
        text,
        image_size=views[0].size or original,
        original_size=original,
        context=views[1:],
        tool_calls=calls,
    ).calls
    assert call.error is None
    assert call.source == views[index].source
    assert call.requested == pytest.approx(box, abs=1e-3)
    assert call.shown is not None
    slack = 1e-3
    assert all(call.shown[edge] <= box[edge] + slack for edge in (0, 1))
    assert all(call.shown[edge] >= box[edge] - slack for edge in (2, 3))


def whole(protocol: str, original: Size) -> View:
    """The picture of the question in the size the protocol sends."""
    rule = protocol_named(protocol).first_picture("lenient")
    sent = original if rule is None else rule.size.fitted(original)
    return View("original", (0.0, 0.0, float(original[0]), float(original[1])), size=sent)


@pytest.mark.parametrize("protocol", ZOOMING)
@settings(max_examples=40)
@given(original=sizes, share=shares)
def test_a_box_on_the_picture(protocol: str, original: Size, share: tuple[float, float, float, float]) -> None:
    """Whatever size it is sent in."""
    check(protocol, original, [whole(protocol, original)], 0, share)


@pytest.mark.parametrize("protocol", CAN_LOOK_INTO_CROPS)
@settings(max_examples=40)
@given(original=sizes, first=shares, second=shares)
def test_a_box_on_a_crop_of_a_crop(
    protocol: str,
    original: Size,
    first: tuple[float, float, float, float],
    second: tuple[float, float, float, float],
) -> None:
    """It composes with what each parent showed; the number of the crop is the count of crops."""
    picture = whole(protocol, original)
    views = [picture]
    for number, share in enumerate((first, second), start=1):
        region = meant(views[-1], share)
        width, height = round(region[2] - region[0]), round(region[3] - region[1])
        sent = protocol_named(protocol).crop("lenient").size.fitted((max(1, width), max(1, height)))
        views.append(View(f"observation_{number}", region, size=sent))
    check(protocol, original, views, 2, (0.0, 0.0, 1.0, 1.0))
    check(protocol, original, views, 1, second)

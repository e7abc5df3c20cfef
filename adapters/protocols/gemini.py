"""`gemini`: boxes as Google documents them, `box_2d` with y first on a scale of 0 to 1000.

Native tool calls of the same models go through `tools`, which echoes their thought signatures.
"""

from functools import partial

from adapters.image_sizes import SizeRule
from adapters.manner import Reading
from adapters.protocols import json_boxes
from adapters.protocols.base import Convention, PictureRule, Scene, ToolProtocol

CONVENTION = Convention("thousand", "yxyx")


def system(_scene: Scene) -> str:
    """The declaration."""
    return json_boxes.declaration(
        '[{"box_2d": [310, 120, 480, 260], "label": "road sign"}]',
        "box_2d is [y_min, x_min, y_max, x_max], each from 0 to 1000 over the picture's height or width.",
    )


def crop(_reading: Reading) -> PictureRule:
    """Large enough to read."""
    return PictureRule(SizeRule(min_pixels=262_144, max_pixels=4_000_000, max_side=3_072))


PROTOCOL = ToolProtocol(
    "gemini",
    partial(json_boxes.parse, convention=CONVENTION),
    json_boxes.reply,
    convention=CONVENTION,
    system=system,
    crop=crop,
)

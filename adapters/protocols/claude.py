"""`claude`: boxes as Anthropic documents them, in pixels of the picture after its own resize.

Pictures are sent inside the bounds below, so that nothing is resized on the way and the pixels are those of what was
sent: a long side of 1568 and 1.15 million pixels.
"""

from functools import partial

from adapters.image_sizes import SizeRule
from adapters.manner import Reading
from adapters.protocols import json_boxes
from adapters.protocols.base import Convention, PictureRule, Scene, ToolProtocol

CONVENTION = Convention("pixels")
_LONGEST_SIDE = 1_568
_MAX_PIXELS = 1_150_000


def system(_scene: Scene) -> str:
    """The declaration."""
    return json_boxes.declaration(
        '{"box": [120, 310, 260, 480]}',
        "box is [x_min, y_min, x_max, y_max] in pixels of the picture, from its top left corner.",
    )


def first_picture(_reading: Reading) -> PictureRule:
    """Inside the vendor's bounds."""
    return PictureRule(SizeRule(max_pixels=_MAX_PIXELS, max_side=_LONGEST_SIDE))


def crop(_reading: Reading) -> PictureRule:
    """Inside the vendor's bounds, and large enough to read."""
    return PictureRule(SizeRule(min_pixels=262_144, max_pixels=_MAX_PIXELS, max_side=_LONGEST_SIDE))


PROTOCOL = ToolProtocol(
    "claude",
    partial(json_boxes.parse, convention=CONVENTION),
    json_boxes.reply,
    convention=CONVENTION,
    system=system,
    first_picture=first_picture,
    crop=crop,
)

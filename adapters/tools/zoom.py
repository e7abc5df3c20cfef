"""The zoom: regions cut from the original file, brought into a protocol's bounds, ready to send."""

from collections.abc import Sequence

from adapters.decoding import opened, picture_errors, region
from adapters.errors import AskError
from adapters.imaging import Prepared, Wanted, encode, resized
from adapters.protocols.coordinates import pixel_edges
from benchmarks.item import Corners, Picture


def zoom(picture: Picture, boxes: Sequence[Corners], wanted: Wanted) -> list[Prepared | AskError]:
    """A crop for each box, at the full detail of the file, which is decoded once.

    Args:
        picture: The picture of the question.
        boxes: In pixels of the upright original. What reaches over the edge is black.
        wanted: Size, type and byte limit of a crop.

    Returns:
        In the order of `boxes`: the crop, or why it can't be sent.

    Raises:
        AskError: The file can't be read.
    """
    with picture_errors(picture):
        _, image = opened(picture)
        image.load()
        made: list[Prepared | AskError] = []
        for box in boxes:
            crop = region(picture, image, pixel_edges(box))
            jpeg = wanted.rule is not None and wanted.rule.jpeg
            try:
                small = crop if wanted.rule is None else resized(crop, wanted.rule.size)
                made.append(encode(small, "the crop", jpeg=jpeg, reasons=("crop",), wanted=wanted))
            except AskError as exc:
                made.append(exc)
        return made

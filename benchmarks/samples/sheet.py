"""A contact sheet: small pictures of items, a task a row, from easy to hard."""

from collections.abc import Sequence

from PIL import Image

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.recipe import Recipe, make_sample
from benchmarks.samples.sample import DIFFICULTIES, Sample

_CELL_PX = (232, 190)
_MARGIN_PX = 10
_HEAD_PX = 34
_GROUND = (250, 250, 248)
_INK = (40, 42, 48)


def contact_sheet(tasks: Sequence[str], *, seed: int, columns: int) -> Image.Image:
    """Draw the first items of tasks at every difficulty.

    Args:
        tasks: A row each, in this order.
        seed: Of the items.
        columns: Items of each difficulty.
    """
    wide, high = _CELL_PX[0] + _MARGIN_PX, _CELL_PX[1] + _MARGIN_PX + _HEAD_PX
    width = len(DIFFICULTIES) * (columns * wide + _MARGIN_PX) + _MARGIN_PX
    sheet = Image.new("RGB", (width, _HEAD_PX + len(tasks) * high), _GROUND)
    canvas = Canvas.over(sheet)
    for block, difficulty in enumerate(DIFFICULTIES):
        left = _MARGIN_PX + block * (columns * wide + _MARGIN_PX)
        canvas.text((left, _HEAD_PX / 2), difficulty, 18, _INK, anchor="lm")
        recipe = Recipe(columns, seed, difficulty, columns)
        for row, task in enumerate(tasks):
            top = _HEAD_PX + row * high
            if block == 0:
                canvas.text((left, top + _HEAD_PX / 2), task, 18, _INK, anchor="lm")
            for column in range(columns):
                thumbnail = _thumbnail(make_sample(recipe, task, column))
                sheet.paste(thumbnail, (left + column * wide, top + _HEAD_PX))
    return sheet


def _thumbnail(sample: Sample) -> Image.Image:
    """All pictures of a sample beside each other, small enough for a cell."""
    images = [image.convert("RGB") for image in sample.images]
    gap = 12 if len(images) > 1 else 0
    strip = Image.new("RGB", (sum(image.width + gap for image in images) - gap, images[0].height), _GROUND)
    x = 0
    for image in images:
        strip.paste(image, (x, 0))
        x += image.width + gap
    strip.thumbnail(_CELL_PX, Image.Resampling.LANCZOS, reducing_gap=2.0)
    return strip

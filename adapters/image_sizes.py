"""How large a picture goes out: the resize rules of the published agents, as pure arithmetic."""

import math
from dataclasses import dataclass
from typing import Literal

Size = tuple[int, int]
"""(width, height) in pixels."""

Resample = Literal["nearest", "bicubic", "lanczos"]
MAX_ASPECT = 200
"""Longer side over shorter side; `smart_resize` refuses more."""


@dataclass(frozen=True, slots=True)
class SizeRule:
    """Bounds a picture is brought into. The default leaves every size alone.

    Attributes:
        factor: Sides become multiples of this many pixels.
        min_pixels, max_pixels: Bounds of the area.
        min_side, max_side: Bounds of the shorter side from below and of the longer side from above.
        max_short_side: Bound of the shorter side from above, applied last (Qwen-Agent's client).
        truncate: Cut the fraction of a side off instead of rounding it.
        resample: The filter that makes the pixels.
    """

    factor: int = 1
    min_pixels: int | None = None
    max_pixels: int | None = None
    min_side: int = 1
    max_side: int | None = None
    max_short_side: int | None = None
    truncate: bool = False
    resample: Resample = "bicubic"

    def fitted(self, size: Size) -> Size:
        """The size a picture of `size` is sent in. Never fails: a strip stays a strip."""
        if self.truncate:
            return self._by_area(*size)
        fitted = _multiples(*size, self.factor, self.min_pixels, self.max_pixels)
        longest = None if self.max_side is None else self.max_side // self.factor * self.factor
        if longest is not None and max(fitted) > longest:
            # The bound of a side stands above the least area: a strip is not grown past it.
            scale = longest / max(size)
            fitted = _multiples(size[0] * scale, size[1] * scale, self.factor, None, self.max_pixels)
        return self._short_side(fitted)

    def _by_area(self, width: float, height: float) -> Size:
        area = width * height
        target = min(max(area, self.min_pixels or 0), self.max_pixels or math.inf)
        scale = math.sqrt(target / area)
        width, height = width * scale, height * scale
        grow = max(1.0, self.min_side / max(1, int(min(width, height))))
        return max(1, int(width * grow)), max(1, int(height * grow))

    def _short_side(self, size: Size) -> Size:
        if self.max_short_side is None or min(size) <= self.max_short_side:
            return size
        scale = self.max_short_side / min(size)
        return max(1, int(size[0] * scale)), max(1, int(size[1] * scale))


def smart_resize(size: Size, *, factor: int, min_pixels: int = 3_136, max_pixels: int = 12_845_056) -> Size:
    """The size Qwen's image processors bring a picture to.

    Each side is rounded to the nearest multiple of `factor`; an area over `max_pixels` is shrunk and rounded down, one
    under `min_pixels` grown and rounded up. Ties go to the even multiple.

    Args:
        size: (width, height); the published function takes (height, width).
        factor: 28 for Qwen2.5-VL and what is built on it, 32 for Qwen3-VL.
        min_pixels, max_pixels: Areas. `shortest_edge` and `longest_edge` of newer configurations are areas too.

    Raises:
        ValueError: One side is over 200 times the other.

    Source: `qwen_vl_utils.vision_process.smart_resize`.
    """
    if max(size) / min(size) > MAX_ASPECT:
        raise ValueError(f"{size[0]} x {size[1]}: one side is more than {MAX_ASPECT} times the other")
    return _multiples(*size, factor, min_pixels, max_pixels)


def _multiples(width: float, height: float, factor: int, min_pixels: int | None, max_pixels: int | None) -> Size:
    rounded = (max(factor, round(width / factor) * factor), max(factor, round(height / factor) * factor))
    if max_pixels is not None and rounded[0] * rounded[1] > max_pixels:
        scale, up = math.sqrt(max_pixels / (width * height)), False
    elif min_pixels is not None and rounded[0] * rounded[1] < min_pixels:
        scale, up = math.sqrt(min_pixels / (width * height)), True
    else:
        return rounded
    steps = (width * scale / factor, height * scale / factor)
    width_steps, height_steps = (math.ceil(step) if up else math.floor(step) for step in steps)
    return max(1, width_steps) * factor, max(1, height_steps) * factor

"""A drawing surface with smooth edges: coordinates in final pixels, painted larger and reduced at the end."""

import functools
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

RGB = tuple[int, int, int]
Point = tuple[float, float]
Corners = tuple[float, float, float, float]

CJK_FONT = Path(__file__).parent / "fonts" / "SamplesCJK.otf"


class Canvas:
    """An RGB picture being drawn.

    Args:
        width, height: Final size in pixels.
        ground: Colour to start from.
        scale: How many times larger it is painted; 2 gives smooth edges, 1 is for pictures of many megapixels.
    """

    def __init__(self, width: int, height: int, ground: RGB, *, scale: int = 2) -> None:
        self.width, self.height, self.scale = width, height, scale
        self.image = Image.new("RGB", (width * scale, height * scale), ground)
        self._draw = ImageDraw.Draw(self.image)

    @classmethod
    def over(cls, picture: Image.Image) -> "Canvas":
        """Draw on a picture that exists already, at its own size."""
        canvas = cls(1, 1, (0, 0, 0), scale=1)
        canvas.width, canvas.height = picture.size
        canvas.image, canvas._draw = picture, ImageDraw.Draw(picture)
        return canvas

    def copy(self) -> "Canvas":
        """Another canvas with what is painted so far."""
        other = Canvas(1, 1, (0, 0, 0), scale=self.scale)
        other.width, other.height = self.width, self.height
        other.image = self.image.copy()
        other._draw = ImageDraw.Draw(other.image)
        return other

    def _scaled(self, values: Sequence[float]) -> list[float]:
        return [value * self.scale for value in values]

    def polygon(self, points: Sequence[Point], fill: RGB) -> None:
        """Fill a polygon."""
        scale = self.scale
        self._draw.polygon([(x * scale, y * scale) for x, y in points], fill=fill)

    def rect(self, box: Corners, fill: RGB) -> None:
        """Fill a box; x1 and y1 lie just outside. Boxes thinner than a painted pixel are left out."""
        scale = self.scale
        x0, y0, x1, y1 = round(box[0] * scale), round(box[1] * scale), round(box[2] * scale), round(box[3] * scale)
        if x1 > x0 and y1 > y0:
            self._draw.rectangle((x0, y0, x1 - 1, y1 - 1), fill=fill)

    def rounded(self, box: Corners, radius: float, fill: RGB) -> None:
        """Fill a box with rounded corners."""
        x0, y0, x1, y1 = self._scaled(box)
        self._draw.rounded_rectangle((x0, y0, x1 - 1, y1 - 1), radius * self.scale, fill=fill)

    def ellipse(self, box: Corners, fill: RGB) -> None:
        """Fill the ellipse that touches a box from inside; ellipses thinner than a painted pixel are left out."""
        scale = self.scale
        x0, y0, x1, y1 = box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale
        if x1 - x0 >= 1 and y1 - y0 >= 1:
            self._draw.ellipse((x0, y0, x1 - 1, y1 - 1), fill=fill)

    def ring(self, box: Corners, width: float, colour: RGB) -> None:
        """Draw the edge of an ellipse, inwards from its box."""
        x0, y0, x1, y1 = self._scaled(box)
        self._draw.ellipse((x0, y0, x1 - 1, y1 - 1), outline=colour, width=max(1, round(width * self.scale)))

    def arc(self, box: Corners, start_deg: float, end_deg: float, width: float, colour: RGB) -> None:
        """Part of an ellipse's edge, clockwise from three o'clock."""
        x0, y0, x1, y1 = self._scaled(box)
        pen = max(1, round(width * self.scale))
        self._draw.arc((x0, y0, x1 - 1, y1 - 1), start_deg, end_deg, fill=colour, width=pen)

    def line(self, points: Sequence[Point], width: float, colour: RGB) -> None:
        """Draw a line through points."""
        scale = self.scale
        scaled = [(x * scale, y * scale) for x, y in points]
        self._draw.line(scaled, fill=colour, width=max(1, round(width * scale)), joint="curve")

    def text(self, at: Point, text: str, size: float, colour: RGB, *, anchor: str = "mm", bold: bool = False) -> None:
        """Write one line; `anchor` as Pillow spells it."""
        pixels = max(1, round(size * self.scale))
        stroke = max(1, round(pixels / 36)) if bold else 0
        x, y = self._scaled(at)
        self._draw.text(
            (x, y),
            text,
            font=font_for(text, pixels),
            fill=colour,
            anchor=anchor,
            stroke_width=stroke,
            stroke_fill=colour,
        )

    def label(self, box: Corners, text: str, colour: RGB, *, fill: float = 0.8, bold: bool = False) -> None:
        """Write one line as large as fits into a box, centred. The box alone decides the layout, not the font."""
        x0, y0, x1, y1 = box
        probe = font_for(text, 100)
        left, top, right, bottom = probe.getbbox(text, anchor="mm")
        size = 100 * fill * min((x1 - x0) / max(1, right - left), (y1 - y0) / max(1, bottom - top, 60))
        self.text(((x0 + x1) / 2, (y0 + y1) / 2), text, size, colour, bold=bold)

    def done(self) -> Image.Image:
        """The picture at its final size."""
        return self.image.reduce(self.scale) if self.scale > 1 else self.image


def font_for(text: str, pixels: int) -> ImageFont.FreeTypeFont:
    """Pillow's own font, or the bundled one where a text has Chinese characters."""
    return _cjk(pixels) if any(letter >= "\u2e80" for letter in text) else _latin(pixels)


@functools.lru_cache(maxsize=128)
def _latin(pixels: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(pixels)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RuntimeError("this Pillow was built without FreeType, which the sample pictures need; reinstall pillow")
    return font


@functools.lru_cache(maxsize=32)
def _cjk(pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(CJK_FONT, pixels)

"""Small things that carry what an evidence scene asks for: price tags, number plates, labels, gauges, clocks."""

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.samples.canvas import Canvas
from benchmarks.samples.colours import NAMED, lit
from benchmarks.samples.dials import Face, paint_clock
from benchmarks.samples.hall import GAUGE, paint_gauge, paint_type_plate
from benchmarks.samples.houses import paint_enamel
from benchmarks.samples.sample import Box
from benchmarks.samples.traffic import paint_plate


@dataclass(frozen=True, slots=True)
class Plate:
    """A small thing with something to read on it.

    Attributes:
        look: A key of `LOOKS`.
        box: What it fills; nothing of it lies outside.
        text: What can be read: `4.35`, `AB 2345`, `6.5` on a gauge, `10:35` on a clock.
        colour: Of a clock's case, a key of `colours.NAMED`.
    """

    look: str
    box: Box
    text: str
    colour: str = "grey"

    def paint(self, canvas: Canvas) -> None:
        """Draw it."""
        LOOKS[self.look](canvas, self)


def _price_tag(canvas: Canvas, plate: Plate) -> None:
    x0, y0, x1, y1 = plate.box
    canvas.rect(plate.box, (120, 118, 112))
    canvas.rect((x0 + 2, y0 + 2, x1 - 2, y1 - 2), (252, 250, 240))
    canvas.rect((x0 + 2, y0 + 2, x1 - 2, y0 + 2 + (y1 - y0) // 7), (228, 190, 40))
    canvas.label((x0 + 4, y0 + (y1 - y0) * 0.2, x1 - 4, y1 - 3), plate.text, (176, 24, 24), fill=0.82)


def _enamel(canvas: Canvas, plate: Plate) -> None:
    paint_enamel(canvas, plate.box, plate.text)


def _number_plate(canvas: Canvas, plate: Plate) -> None:
    paint_plate(canvas, plate.box, plate.text)


def _type_plate(canvas: Canvas, plate: Plate) -> None:
    paint_type_plate(canvas, plate.box, plate.text)


def _hours(canvas: Canvas, plate: Plate) -> None:
    """A sheet of paper with opening hours behind a window."""
    x0, y0, x1, y1 = plate.box
    canvas.rect(plate.box, (244, 242, 232))
    canvas.label((x0, y0, x1, (y0 + y1) / 2), "OPEN", (40, 60, 110), fill=0.7)
    canvas.label((x0, (y0 + y1) / 2 - 2, x1, y1 - 2), plate.text, (30, 30, 34), fill=0.84)


def _label(canvas: Canvas, plate: Plate) -> None:
    """A paper label with a rim."""
    x0, y0, x1, y1 = plate.box
    canvas.rect(plate.box, (150, 120, 90))
    canvas.rect((x0 + 2, y0 + 2, x1 - 2, y1 - 2), (246, 240, 222))
    canvas.label((x0 + 5, y0 + 5, x1 - 5, y1 - 5), plate.text, (46, 50, 110), fill=0.78)


def _gauge(canvas: Canvas, plate: Plate) -> None:
    paint_gauge(canvas, plate.box, GAUGE, float(plate.text))


def _clock(canvas: Canvas, plate: Plate) -> None:
    x0, y0, x1, y1 = plate.box
    face = Face(((x0 + x1) / 2 - 1, (y0 + y1) / 2 - 1), (x1 - x0) * 0.46, metal=lit(NAMED[plate.colour], 0.95))
    hour, minute = plate.text.split(":")
    paint_clock(canvas, face, int(hour), int(minute))


LOOKS: dict[str, Callable[[Canvas, Plate], None]] = {
    "price tag": _price_tag,
    "enamel": _enamel,
    "number plate": _number_plate,
    "type plate": _type_plate,
    "hours": _hours,
    "label": _label,
    "gauge": _gauge,
    "clock": _clock,
}

"""Instruments with a straight scale: thermometer, ruler, measuring cylinder, vernier caliper."""

import random

from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import NAMED, lit, mixed, varied
from benchmarks.samples.dials import INK
from benchmarks.samples.shading import cylinder

_STEEL: RGB = (186, 190, 194)


def paint_thermometer(canvas: Canvas, box: Corners, degrees: int, *, low: int, high: int) -> None:
    """A glass thermometer on a board; one tick a degree, a figure every ten."""
    x0, y0, x1, y1 = box
    wide, middle = x1 - x0, (x0 + x1) / 2
    canvas.rounded((x0 + 4, y0 + 5, x1 + 4, y1 + 5), wide * 0.12, (70, 66, 62))
    canvas.rounded(box, wide * 0.12, (236, 228, 206))
    canvas.text((middle, y0 + wide * 0.16), "°C", wide * 0.16, INK)
    top, foot = y0 + wide * 0.36, y1 - wide * 0.5
    for value in range(low, high + 1):
        y = foot - (foot - top) * (value - low) / (high - low)
        reach = 0.2 if value % 10 == 0 else 0.15 if value % 5 == 0 else 0.1
        for side in (-1, 1):
            edge = middle + side * wide * 0.09
            canvas.line([(edge, y), (edge + side * wide * reach, y)], 1.6 if value % 10 == 0 else 1, INK)
        if value % 10 == 0:
            canvas.text((middle - wide * 0.39, y), str(value), wide * 0.12, INK)
            canvas.text((middle + wide * 0.39, y), str(value), wide * 0.12, INK)
    glass = (222, 230, 232)
    canvas.rounded((middle - wide * 0.055, top - 10, middle + wide * 0.055, foot + 10), wide * 0.05, glass)
    bulb = wide * 0.11
    level = foot - (foot - top) * (degrees - low) / (high - low)
    red = (196, 28, 36)
    canvas.rect((middle - wide * 0.026, level, middle + wide * 0.026, foot + bulb), red)
    canvas.ellipse((middle - bulb, foot + bulb * 0.6, middle + bulb, foot + bulb * 2.6), lit(red, 0.85))
    canvas.ellipse((middle - bulb * 0.6, foot + bulb * 0.9, middle, foot + bulb * 1.5), lit(red, 1.4))
    canvas.rect((middle - wide * 0.046, top - 6, middle - wide * 0.034, foot + 8), (255, 255, 255))


def paint_ruler(canvas: Canvas, left: float, top: float, centimetres: int, cm_px: float) -> None:
    """A ruler whose 0 lies at `left`; one tick a millimetre."""
    high, end = cm_px * 1.25, left + centimetres * cm_px
    canvas.rect((left - cm_px * 0.3 + 4, top + 5, end + cm_px * 0.3 + 4, top + high + 5), (60, 52, 46))
    canvas.rect((left - cm_px * 0.3, top, end + cm_px * 0.3, top + high), (238, 214, 140))
    canvas.rect((left - cm_px * 0.3, top + high * 0.86, end + cm_px * 0.3, top + high), (206, 180, 110))
    for tick in range(centimetres * 10 + 1):
        x = left + tick * cm_px / 10
        reach = 0.4 if tick % 10 == 0 else 0.3 if tick % 5 == 0 else 0.2
        canvas.line([(x, top), (x, top + high * reach)], 1.6 if tick % 10 == 0 else 1, INK)
        if tick % 10 == 0:
            canvas.text((x, top + high * 0.6), str(tick // 10), cm_px * 0.34, INK)
    canvas.text((left + cm_px * 0.42, top + high * 0.84), "cm", cm_px * 0.22, INK)


def paint_pencil(canvas: Canvas, box: Corners, colour: RGB) -> None:
    """A pencil that fills a box from its rubber to its point."""
    x0, y0, x1, y1 = box
    high = y1 - y0
    tip = x1 - high * 1.5
    canvas.rect((x0 + 3, y0 + high * 0.3 + 5, tip, y1 + 4), (74, 62, 52))
    for index, light in enumerate((1.2, 1.0, 0.75)):
        canvas.rect((x0, y0 + high * index / 3, tip, y0 + high * (index + 1) / 3), lit(colour, light))
    canvas.rect((x0, y0, x0 + high * 0.5, y1), (222, 130, 130))
    canvas.rect((x0 + high * 0.5, y0, x0 + high, y1), (186, 188, 190))
    canvas.polygon([(tip, y0), (x1, (y0 + y1) / 2), (tip, y1)], (226, 188, 136))
    canvas.polygon(
        [(x1 - high * 0.5, y0 + high / 3), (x1, (y0 + y1) / 2), (x1 - high * 0.5, y1 - high / 3)], (50, 50, 54)
    )


def paint_bolt(canvas: Canvas, box: Corners, colour: RGB) -> None:
    """A bolt that fills a box from its head to its end."""
    x0, y0, x1, y1 = box
    high = y1 - y0
    steel = mixed(_STEEL, colour, 0.2)
    canvas.rect((x0 + 4, y1 - 2, x1 + 2, y1 + 5), (70, 66, 62))
    for index, light in enumerate((0.9, 1.25, 1.05, 0.8, 0.6)):
        top = y0 + high * (0.2 + 0.12 * index)
        canvas.rect((x0 + high * 0.4, top, x1, top + high * 0.12 + 0.5), lit(steel, light))
        canvas.rect((x0, y0 + high * index / 5, x0 + high * 0.5, y0 + high * (index + 1) / 5), lit(steel, light))
    count = int((x1 - x0 - high) / (high * 0.16))
    for index in range(count):
        x = x1 - index * high * 0.16
        canvas.line([(x, y0 + high * 0.2), (x - high * 0.1, y0 + high * 0.8)], 1.5, lit(steel, 0.5))


def paint_cylinder(
    canvas: Canvas, box: Corners, tenths: int, *, top: int, numbered: int, ticks: int, colour: RGB
) -> None:
    """A measuring cylinder; the meniscus sags to the reading.

    Args:
        canvas: Where to draw.
        box: The glass without its foot.
        tenths: Reading in tenths of a millilitre.
        top: Millilitres at the uppermost tick.
        numbered: Millilitres between figures.
        ticks: Ticks to a millilitre.
        colour: Of the liquid.
    """
    x0, y0, x1, y1 = box
    wide = x1 - x0
    canvas.ellipse((x0 - wide * 0.45, y1 - wide * 0.05, x1 + wide * 0.5, y1 + wide * 0.4), (96, 100, 104))
    canvas.ellipse((x0 - wide * 0.4, y1 - wide * 0.12, x1 + wide * 0.4, y1 + wide * 0.3), (196, 208, 214))
    cylinder(canvas, box, (206, 218, 222), rim=0.16)
    foot, head = y1 - wide * 0.2, y0 + wide * 0.5

    def height_of(tenths_ml: float) -> float:
        return foot - (foot - head) * tenths_ml / (10 * top)

    level, sag = height_of(tenths), wide * 0.09
    cylinder(canvas, (x0 + wide * 0.06, level - sag, x1 - wide * 0.06, y1 - wide * 0.04), colour)
    canvas.ellipse((x0 + wide * 0.06, level - 3 * sag, x1 - wide * 0.06, level), mixed(colour, (206, 218, 222), 0.75))
    canvas.arc((x0 + wide * 0.06, level - 3 * sag, x1 - wide * 0.06, level), 0, 180, 1.6, lit(colour, 0.6))
    for tick in range(top * ticks + 1):
        y = height_of(tick * 10 / ticks)
        whole, half = tick % ticks == 0, 2 * tick % ticks == 0
        reach = 0.5 if whole else 0.4 if half else 0.28
        canvas.line([(x0 + wide * 0.1, y), (x0 + wide * (0.1 + reach), y)], 1.6 if whole else 1, INK)
        if whole and (tick // ticks) % numbered == 0 and tick:
            canvas.text((x0 + wide * 0.76, y), str(tick // ticks), wide * 0.24, INK)
    canvas.text(((x0 + x1) / 2, y0 + wide * 0.24), "mL", wide * 0.22, INK)


def paint_caliper(canvas: Canvas, left: float, top: float, hundredths: int, mm_px: float, rng: random.Random) -> None:
    """A vernier caliper around a part; ten vernier ticks on nine millimetres.

    Args:
        canvas: Where to draw.
        left, top: Where the 0 of the main scale lies.
        hundredths: Reading in hundredths of a centimetre, that is tenths of a millimetre.
        mm_px: Pixels of a millimetre.
        rng: Draws the part's colour.
    """
    gap = hundredths * mm_px / 10
    end = canvas.width - 30
    shade = lit(_STEEL, 0.72)
    part_colour = varied(rng, NAMED[rng.choice(("orange", "blue", "green", "brown"))], 10)
    cylinder(canvas, (left, top + mm_px * 9, left + gap, top + mm_px * 15), part_colour)
    canvas.rect((left - 40, top - mm_px * 5, end, top), _STEEL)
    canvas.rect((left - 40, top - mm_px * 5, end, top - mm_px * 4.6), lit(_STEEL, 1.3))
    canvas.polygon(
        [
            (left - 40, top - 2),
            (left, top - 2),
            (left, top + mm_px * 17),
            (left - 14, top + mm_px * 17),
            (left - 40, top + mm_px * 5),
        ],
        shade,
    )
    slide = left + gap
    jaw = [
        (slide, top),
        (slide + 40, top),
        (slide + 40, top + mm_px * 6),
        (slide + 14, top + mm_px * 17),
        (slide, top + mm_px * 17),
    ]
    canvas.polygon(jaw, lit(_STEEL, 0.8))
    canvas.rect((slide, top, slide + mm_px * 14, top + mm_px * 5.4), lit(_STEEL, 1.15))
    canvas.rect((slide, top + mm_px * 5.2, slide + mm_px * 14, top + mm_px * 5.6), shade)
    for tick in range(int((end - left - 4) / mm_px)):
        x = left + tick * mm_px
        reach = 3.0 if tick % 10 == 0 else 2.3 if tick % 5 == 0 else 1.7
        canvas.line([(x, top - mm_px * reach), (x, top)], 1.2, INK)
        if tick % 10 == 0:
            canvas.text((x, top - mm_px * 3.8), str(tick // 10), mm_px * 1.5, INK)
    for tick in range(11):
        x = slide + tick * mm_px * 0.9
        canvas.line([(x, top), (x, top + mm_px * (2.4 if tick % 5 == 0 else 1.6))], 1.2, INK)
        if tick % 5 == 0:
            canvas.text((x, top + mm_px * 3.4), str(tick), mm_px * 1.2, INK)
    canvas.text((slide + mm_px * 12, top + mm_px * 3.4), "0.1", mm_px, INK)

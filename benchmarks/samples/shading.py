"""Solid bodies under light from the upper left: balls, cylinders, boxes, and the shadows they throw."""

from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import lit

# Brightness across a cylinder from left to right, as a matt surface shows it.
_ROUND = (0.62, 0.86, 1.08, 1.2, 1.1, 0.98, 0.88, 0.76, 0.64, 0.54)
_BALL = (0.52, 0.64, 0.76, 0.88, 1.0, 1.1, 1.22, 1.4)


def ball(canvas: Canvas, box: Corners, colour: RGB) -> None:
    """A sphere or an ellipsoid: ever smaller discs that close in on the highlight."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    for step, light in enumerate(_BALL):
        share = step / len(_BALL)
        left, top = x0 + width * 0.2 * share, y0 + height * 0.16 * share
        size = 1 - 0.92 * share
        canvas.ellipse((left, top, left + width * size, top + height * size), lit(colour, light))


def cylinder(canvas: Canvas, box: Corners, colour: RGB, *, rim: float = 0.0) -> None:
    """An upright cylinder; `rim` is the height of its elliptic ends as a share of its width."""
    x0, y0, x1, y1 = box
    width, lip = x1 - x0, (x1 - x0) * rim / 2
    step = width / len(_ROUND)
    if lip:
        canvas.ellipse((x0, y1 - 2 * lip, x1, y1), lit(colour, 0.7))
    for index, light in enumerate(_ROUND):
        left = x0 + index * step
        # The foot of each strip follows the lower ellipse.
        drop = lip * (1 - (2 * (index + 0.5) / len(_ROUND) - 1) ** 2) ** 0.5
        canvas.rect((left, y0 + lip, min(x1, left + step + 0.5), y1 - lip + drop), lit(colour, light))
    if lip:
        canvas.ellipse((x0, y0, x1, y0 + 2 * lip), lit(colour, 1.12))


def tapered(canvas: Canvas, box: Corners, colour: RGB, *, top: float, foot: float) -> None:
    """A body that widens or narrows: `top` and `foot` are the widths of its ends as shares of the box."""
    x0, y0, x1, y1 = box
    middle, width = (x0 + x1) / 2, x1 - x0
    count = len(_ROUND)
    for index, light in enumerate(_ROUND):
        start, end = index / count - 0.5, (index + 1) / count - 0.5
        canvas.polygon(
            [
                (middle + start * width * top, y0),
                (middle + end * width * top, y0),
                (middle + end * width * foot, y1),
                (middle + start * width * foot, y1),
            ],
            lit(colour, light),
        )


def crate(canvas: Canvas, box: Corners, colour: RGB, *, depth: float = 0.16) -> None:
    """A box seen a little from above and from the left: front, lid and right side."""
    x0, y0, x1, y1 = box
    run, rise = (x1 - x0) * depth, (y1 - y0) * depth
    canvas.rect((x0, y0 + rise, x1 - run, y1), colour)
    canvas.polygon([(x0, y0 + rise), (x0 + run, y0), (x1, y0), (x1 - run, y0 + rise)], lit(colour, 1.2))
    canvas.polygon([(x1 - run, y0 + rise), (x1, y0), (x1, y1 - rise), (x1 - run, y1)], lit(colour, 0.62))


def shadow(canvas: Canvas, box: Corners, ground: RGB) -> None:
    """The soft shadow under an object that stands on a surface of colour `ground`."""
    x0, _, x1, y1 = box
    width = x1 - x0
    for step in range(4):
        reach = 1 - step * 0.2
        canvas.ellipse(
            (
                x0 + width * (0.1 - 0.06 * reach),
                y1 - width * 0.09 * reach,
                x0 + width * (0.8 + 0.3 * reach),
                y1 + width * 0.07 * reach,
            ),
            lit(ground, 0.92 - 0.09 * step),
        )


def wash(canvas: Canvas, box: Corners, top: RGB, foot: RGB, *, steps: int = 24) -> None:
    """Fill a box with a colour that runs from `top` to `foot`."""
    x0, y0, x1, y1 = box
    height = (y1 - y0) / steps
    for step in range(steps):
        share = step / (steps - 1)
        keep = 1 - share
        colour = (
            int(top[0] * keep + foot[0] * share),
            int(top[1] * keep + foot[1] * share),
            int(top[2] * keep + foot[2] * share),
        )
        canvas.rect((x0, y0 + step * height, x1, y0 + (step + 1) * height + 0.5), colour)

"""What objects lie on and hang on: boards of wood, a wall, brushed metal, cloth, paper."""

import random
from collections.abc import Callable

from benchmarks.samples.canvas import RGB, Canvas, Corners
from benchmarks.samples.colours import lit, varied
from benchmarks.samples.shading import wash


def wood(canvas: Canvas, rng: random.Random) -> None:
    """Planks with grain."""
    base = rng.choice(((150, 108, 68), (176, 134, 90), (120, 84, 58), (196, 164, 122)))
    count = rng.randint(4, 7)
    high = canvas.height / count
    for index in range(count):
        tone = varied(rng, base, 9)
        y = index * high
        canvas.rect((0, y, canvas.width, y + high), tone)
        for _ in range(7):
            line = y + rng.random() * high
            start = rng.randint(0, canvas.width // 2)
            end = start + rng.randint(canvas.width // 4, canvas.width)
            canvas.rect((start, line, end, line + 1), lit(tone, rng.choice((0.9, 0.93, 1.06))))
        canvas.rect((0, y, canvas.width, y + 1.5), lit(tone, 0.6))


def plaster(canvas: Canvas, rng: random.Random) -> None:
    """A painted wall with a few stains."""
    tone = rng.choice(((196, 200, 196), (206, 192, 170), (170, 186, 200), (186, 194, 172)))
    wash(canvas, (0, 0, canvas.width, canvas.height), lit(tone, 1.08), lit(tone, 0.88))
    for _ in range(8):
        x, y = rng.randint(0, canvas.width), rng.randint(0, canvas.height)
        size = rng.randint(20, 90)
        canvas.ellipse((x, y, x + size * 2, y + size), lit(tone, rng.choice((0.97, 1.02))))


def steel(canvas: Canvas, rng: random.Random) -> None:
    """A brushed metal panel with screws."""
    tone = rng.choice(((138, 144, 150), (110, 118, 126), (160, 158, 152)))
    canvas.rect((0, 0, canvas.width, canvas.height), tone)
    for _ in range(110):
        y = rng.randint(0, canvas.height)
        canvas.rect((0, y, canvas.width, y + 1), lit(tone, rng.choice((0.94, 0.97, 1.04, 1.07))))
    for x in (14, canvas.width - 14):
        for y in (14, canvas.height - 14):
            canvas.ellipse((x - 7, y - 7, x + 7, y + 7), lit(tone, 0.7))
            canvas.line([(x - 4, y - 3), (x + 4, y + 3)], 2, lit(tone, 0.4))


def cloth(canvas: Canvas, rng: random.Random) -> None:
    """A checked table cloth."""
    tone: RGB = rng.choice(((196, 70, 60), (70, 110, 170), (90, 140, 100), (190, 150, 70)))
    canvas.rect((0, 0, canvas.width, canvas.height), (238, 234, 224))
    pitch = max(24, canvas.width // 14)
    pale = (int(tone[0] * 0.4 + 143), int(tone[1] * 0.4 + 141), int(tone[2] * 0.4 + 135))
    for y in range(0, canvas.height, pitch * 2):
        canvas.rect((0, y, canvas.width, y + pitch), pale)
    for x in range(0, canvas.width, pitch * 2):
        canvas.rect((x, 0, x + pitch, canvas.height), pale)
        for y in range(0, canvas.height, pitch * 2):
            canvas.rect((x, y, x + pitch, y + pitch), lit(tone, 1.15))


def speckled(canvas: Canvas, rng: random.Random, box: Corners, ground: RGB, count: int) -> None:
    """Stains and scuffs at random over a plain surface, so that no two parts of it look the same."""
    x0, y0, x1, y1 = box
    unit = (y1 - y0) / 100
    for _ in range(count):
        x, y = x0 + rng.random() * (x1 - x0), y0 + rng.random() * (y1 - y0)
        wide, high = (2 + rng.random() * 9) * unit, (1 + rng.random() * 4) * unit
        canvas.ellipse((x, y, min(x1, x + wide), min(y1, y + high)), lit(ground, rng.choice((0.8, 0.88, 1.08))))


def papered(canvas: Canvas, rng: random.Random, ground: RGB) -> None:
    """A wallpaper of scattered leaves, each with a size, a tone and a lean of its own."""
    unit = canvas.height / 100
    for _ in range(150):
        x, y = rng.random() * canvas.width, rng.random() * canvas.height
        long, lean = (2.5 + rng.random() * 3.5) * unit, (rng.random() - 0.5) * 5 * unit
        leaf = [
            (x, y),
            (x + long * 0.4 + lean, y - long * 0.5),
            (x + lean * 2, y - long * 1.6),
            (x - long * 0.4 + lean, y - long * 0.5),
        ]
        canvas.polygon(leaf, lit(ground, rng.choice((0.72, 0.82, 0.9, 1.12))))


Surface = Callable[[Canvas, random.Random], None]
LYING: tuple[Surface, ...] = (wood, cloth, steel, wood)
HANGING: tuple[Surface, ...] = (plaster, steel, plaster)

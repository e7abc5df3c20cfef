"""ocr: the one word in the picture, turned and seen at an angle."""

import random
from collections.abc import Callable

from PIL import Image

from benchmarks.samples.canvas import RGB, Canvas
from benchmarks.samples.colours import NAMED, lit, mixed
from benchmarks.samples.perspective import seen_askew
from benchmarks.samples.photo import photographed
from benchmarks.samples.sample import Difficulty, Sample
from benchmarks.samples.surfaces import HANGING, LYING

WORDS = (
    "anchor", "apricot", "balcony", "bamboo", "basket", "beacon", "biscuit", "blanket", "button", "cabinet",
    "candle", "canyon", "caravan", "castle", "cedar", "chimney", "cinnamon", "compass", "copper", "cotton",
    "cricket", "crystal", "dolphin", "domino", "dragon", "falcon", "feather", "ferry", "flannel", "fossil",
    "fountain", "galaxy", "garlic", "ginger", "glacier", "granite", "hammock", "harbour", "harvest", "hazel",
    "helmet", "herring", "horizon", "island", "ivory", "jasmine", "jigsaw", "juniper", "kettle", "kitten", "ladder",
    "lagoon", "lantern", "lemon", "lighthouse", "linen", "lobster", "magnet", "mango", "maple", "marble", "meadow",
    "melody", "mitten", "monsoon", "mosaic", "mustard", "nectar", "nutmeg", "oasis", "orchard", "otter", "oyster",
    "paddle", "panther", "paprika", "parrot", "pebble", "pelican", "pepper", "piano", "pillow", "planet", "plaster",
    "pocket", "poppy", "puzzle", "quarry", "quilt", "rabbit", "radish", "raven", "ribbon", "river", "rocket",
    "saddle", "saffron", "sandal", "satchel", "seagull", "shadow", "silver", "spider", "spinach", "squirrel",
    "summit", "sunrise", "tangerine", "teapot", "thimble", "thistle", "thunder", "timber", "tomato", "tunnel",
    "turnip", "umbrella", "valley", "vanilla", "velvet", "village", "violin", "walnut", "whistle", "willow",
    "window", "winter", "yogurt", "zebra",
)  # fmt: skip
_QUESTIONS = (
    "Which word can be read here?",
    "What is the word in the picture?",
    "Read the word in this picture.",
    "What word is written in this picture?",
)
_TURNS_DEG = {"easy": (90, 180, 270), "medium": (35, 325), "hard": (20, 340)}
_SKEW = {"easy": 0, "medium": 10, "hard": 22}


def _sign(rng: random.Random, word: str) -> Canvas:
    """An enamel sign with a rim."""
    ground = NAMED[rng.choice(("blue", "green", "red", "white", "black", "yellow"))]
    ink = (24, 26, 40) if sum(ground) > 400 else (248, 246, 236)
    canvas = Canvas(340, 110, lit(ground, 0.6))
    canvas.rounded((4, 4, 336, 106), 14, ground)
    canvas.rounded((11, 11, 329, 99), 10, ink)
    canvas.rounded((14, 14, 326, 96), 9, ground)
    canvas.label((24, 18, 316, 92), word, ink, fill=0.84, bold=rng.random() < 0.5)
    return canvas


def _paper(rng: random.Random, word: str) -> Canvas:
    """A strip torn from a page."""
    tone: RGB = rng.choice(((248, 246, 236), (236, 226, 200), (222, 232, 240)))
    canvas = Canvas(320, 90, tone)
    for y in (22, 68):
        canvas.rect((0, y, 320, y + 1), lit(tone, 0.85))
    canvas.label((18, 14, 302, 76), word, rng.choice(((30, 30, 40), (30, 50, 130), (120, 30, 30))), fill=0.8)
    return canvas


def _stamp(rng: random.Random, word: str) -> Canvas:
    """Stencilled on planks, the paint half gone."""
    tone = (164, 122, 78)
    canvas = Canvas(340, 110, tone)
    for y in range(0, 110, 22):
        canvas.rect((0, y, 340, y + 1.5), lit(tone, 0.6))
    ink = mixed((40, 30, 24), tone, 0.22)
    canvas.label((16, 16, 324, 94), word, ink, fill=0.86, bold=True)
    for _ in range(60):
        x, y = rng.randint(0, 340), rng.randint(0, 110)
        canvas.ellipse((x, y, x + rng.randint(2, 5), y + rng.randint(1, 3)), tone)
    return canvas


_CARRIERS: dict[str, Callable[[random.Random, str], Canvas]] = {"sign": _sign, "paper": _paper, "stencil": _stamp}
KINDS = tuple(_CARRIERS)
_ACROSS_PX = 360
"""A little more than the diagonal of the largest carrier."""


def word_for(rng: random.Random) -> str:
    """A word in lower case, capitalised or in capitals."""
    word = rng.choice(WORDS)
    return rng.choice((word, word.capitalize(), word.upper()))


def mounted(rng: random.Random, carrier: Image.Image, degrees: int, skew_percent: int) -> Image.Image:
    """The carrier, turned and askew, on a wall or a table."""
    askew = _turned(seen_askew(rng, carrier, skew_percent), degrees)
    size = (askew.width + rng.randint(30, 110), askew.height + rng.randint(30, 110))
    ground = Canvas(*size, (150, 150, 150), scale=1)
    rng.choice(HANGING + LYING)(ground, rng)
    picture = ground.done()
    at = (rng.randint(8, size[0] - askew.width - 8), rng.randint(8, size[1] - askew.height - 8))
    picture.paste(askew, at, askew)
    return picture


def _turned(carrier: Image.Image, degrees: int) -> Image.Image:
    """The carrier turned counterclockwise; its size is the same on every machine, as no sine decides it."""
    if degrees % 90 == 0:
        return carrier.rotate(degrees, expand=True)
    square = Image.new("RGBA", (_ACROSS_PX, _ACROSS_PX))
    square.paste(carrier, ((_ACROSS_PX - carrier.width) // 2, (_ACROSS_PX - carrier.height) // 2))
    return square.rotate(degrees, Image.Resampling.BILINEAR)


def generate(rng: random.Random, difficulty: Difficulty, kind: str | None = None) -> Sample:
    """One word on a sign, on paper or stencilled on wood."""
    word = word_for(rng)
    carrier = _CARRIERS[kind or rng.choice(KINDS)](rng, word).done().convert("RGBA")
    degrees = rng.choice(_TURNS_DEG[difficulty]) if difficulty == "easy" else rng.randint(*_TURNS_DEG[difficulty])
    picture = mounted(rng, carrier, degrees, _SKEW[difficulty])
    if difficulty == "hard":
        small = rng.randint(45, 70)
        picture = picture.resize(
            (picture.width * small // 100, picture.height * small // 100), Image.Resampling.BILINEAR
        )
    return Sample(
        rng.choice(_QUESTIONS), word, (photographed(picture, rng, "rough" if difficulty == "hard" else "usual"),)
    )

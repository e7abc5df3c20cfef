"""The rotation_game task: straight lines of what people build stand upright or lie flat, and light falls from above."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from adapters.pixels.puzzle import Puzzle, numbers_in, option_texts
from adapters.pixels.rasters import Grey, Picture, box_mean, luminance, shrunk

_WORKING_PX = 256
_COUNTER = ("counter", "anti", "逆时针")


def solve(puzzle: Puzzle) -> str | None:
    """The option whose turn makes the picture look most upright."""
    options = option_texts(puzzle.prompt)
    turns = {letter: found[0] for letter, text in options.items() if (found := numbers_in(text))}
    picture = shrunk(puzzle.pictures[0], _WORKING_PX)
    if not turns or min(picture.shape[:2]) < 16:
        return None
    question = puzzle.prompt.split("?")[0].lower()
    sign = -1.0 if any(word in question for word in _COUNTER) else 1.0
    scores = {letter: uprightness(turned(picture, sign * angle)) for letter, angle in turns.items()}
    return max(scores, key=lambda letter: scores[letter])


def turned(picture: Picture, clockwise_deg: float) -> Picture:
    """The largest centred square of the picture after a turn that shows no corner from outside."""
    height, width = picture.shape[:2]
    side = min(height, width)
    image = Image.fromarray(picture).rotate(-clockwise_deg, Image.Resampling.BILINEAR)
    # A disc stays inside whatever the turn, so that every option is judged by the same part of the picture.
    half = int(side / 2 / 2**0.5)
    middle = (width // 2, height // 2)
    return np.asarray(image.crop((middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half)))


def uprightness(picture: Picture) -> float:
    """How much a picture looks as if it stood on its feet; larger is better, the number itself means nothing."""
    grey = box_mean(luminance(picture), 1)
    if min(grey.shape) < 8:
        return 0.0
    cues = cues_of(grey)
    return 8.0 * cues.straight + cues.light + cues.weight


@dataclass(frozen=True, slots=True)
class Cues:
    """Signs of up and down.

    Attributes:
        straight: Share of the edges that run exactly level or plumb.
        light: How much brighter it gets towards the top, about -1 to 1.
        weight: How much more detail is right above long level lines than right below, -1 to 1: things stand on them.
    """

    straight: float
    light: float
    weight: float


def cues_of(grey: Grey) -> Cues:
    """The cues of a smoothed picture."""
    across, down = np.gradient(grey, axis=1), np.gradient(grey, axis=0)
    strength = np.hypot(across, down)
    level = float((strength * (np.abs(across) < 0.1 * np.abs(down))).sum())
    plumb = float((strength * (np.abs(down) < 0.1 * np.abs(across))).sum())
    total = float(strength.sum()) + 1e-6
    return Cues((level + plumb) / total, _light(grey), _weight(down, strength))


def _light(grey: Grey) -> float:
    heights = np.linspace(1, -1, len(grey))
    rows = np.median(grey, axis=1)
    return float((rows * heights).mean() / (np.abs(rows - rows.mean()).mean() + 1.0))


def _weight(down: Grey, strength: Grey) -> float:
    """Detail above less detail below the strongest level lines."""
    lines = np.abs(down.mean(1))
    reach = max(2, len(lines) // 12)
    detail = strength.mean(1)
    found = [
        (float(detail[at - reach : at].mean()), float(detail[at + 1 : at + 1 + reach].mean()))
        for at in np.argsort(lines)[::-1][:4]
        if reach <= at < len(lines) - reach - 1
    ]
    return float(np.mean([(above - below) / (above + below + 1e-6) for above, below in found])) if found else 0.0

"""Proofs that the gold of generated pictures is true, from the files a model would see wherever that is possible.

Each takes a recipe and the number of an item and raises AssertionError. test_samples_proofs.py runs them over a few
seeds, bench/samples_proof.py over many.
"""

import colorsys
import io
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from benchmarks.samples import (
    jigsaw,
    maze,
    refcoco,
    rotation_game,
    scene_perception,
    scene_reasoning,
    spot_difference,
    word_search,
)
from benchmarks.samples.canvas import Canvas
from benchmarks.samples.colours import NAMED
from benchmarks.samples.make import encoded
from benchmarks.samples.recipe import Recipe, item_kind, item_random, make_sample
from benchmarks.samples.sample import Box, Difficulty, Sample
from benchmarks.samples.scenes import padded, plan_asked

Pixels = NDArray[np.int32]
Proof = Callable[[Recipe, int], None]


def seen(sample: Sample, number: int = 0) -> Pixels:
    """A picture as it comes out of its file."""
    with Image.open(io.BytesIO(encoded(sample.images[number], sample.encoding))) as opened:
        return np.asarray(opened.convert("RGB")).astype(np.int32)


def right_option(sample: Sample) -> str:
    """The text of the option that the gold letter names."""
    assert sample.choices is not None
    assert sample.choices.letter == sample.answer
    return sample.choices.texts[sample.choices.right]


def prove_maze(recipe: Recipe, index: int) -> None:
    """The drawn maze is the planned one, and only the gold option leads from the red ball to the green one in it."""
    sample = make_sample(recipe, "maze", index)
    kind = item_kind(recipe, "maze", index)
    planned, _ = maze.plan(item_random(recipe, "maze", index), recipe.difficulty, kind)
    drawn = _open_blocks(seen(sample), np.array(planned.rows))
    assert drawn.tolist() == [list(row) for row in planned.rows]
    assert sample.choices is not None
    *strings, last = sample.choices.texts
    assert last == "No answer"
    leading = [_walk(drawn, moves) for moves in strings]
    assert leading.count(True) == (0 if sample.answer == "F" else 1)
    if sample.answer != "F":
        assert leading.index(True) == sample.choices.right


def _open_blocks(pixels: Pixels, planned: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which blocks look more like floor than like wall, once the fall of light over the picture is taken out.

    The plan only serves to find the light and the two tones; each block is then judged by its own brightness.
    """
    rows, columns = planned.shape
    block = pixels.shape[0] // rows
    tiles = pixels[: rows * block, : columns * block].reshape(rows, block, columns, block, 3)
    # The middle of a start or exit is a ball, so the rim of every block decides.
    rim = np.concatenate([tiles[:, 1:3], tiles[:, -4:-2]], axis=1).mean(axis=(1, 3, 4))
    down, right = np.indices(rim.shape) / max(rim.shape)
    fall = np.stack([down**i * right**j for i in range(5) for j in range(5 - i)], axis=-1)
    terms = np.concatenate([fall, planned[:, :, None]], axis=2).reshape(rim.size, -1)
    fitted, *_ = np.linalg.lstsq(terms, rim.ravel(), rcond=None)
    is_open: NDArray[np.bool_] = (rim - fall @ fitted[:-1]) / fitted[-1] > 0.5
    return is_open


def _walk(drawn: NDArray[np.bool_], moves: str) -> bool:
    row, column = 1, 1
    for move in moves:
        down, right = {"R": (0, 1), "L": (0, -1), "U": (-1, 0), "D": (1, 0)}[move]
        row, column = row + down, column + right
        if not (0 <= row < drawn.shape[0] and 0 <= column < drawn.shape[1] and drawn[row, column]):
            return False
    return (row, column) == (drawn.shape[0] - 2, drawn.shape[1] - 2)


def prove_rotation_game(recipe: Recipe, index: int) -> None:
    """Turned clockwise by the gold option the file shows the upright scene; no other option comes near it."""
    sample = make_sample(recipe, "rotation_game", index)
    kind = item_kind(recipe, "rotation_game", index)
    turn = rotation_game.plan(item_random(recipe, "rotation_game", index), recipe.difficulty, kind)
    # At half size: six turned pictures are compared, and noise counts less.
    upright = np.asarray(turn.picture(0).reduce(2)).astype(np.int32)
    shown = Image.fromarray(seen(sample).astype("uint8")).reduce(2)
    assert sample.choices is not None
    apart = {}
    for text in sample.choices.texts:
        degrees = int(text.removesuffix("°"))
        back = np.asarray(shown.rotate(-degrees, Image.Resampling.BILINEAR)).astype(np.int32)
        apart[text] = _apart_within_circle(upright, back)
    best, second = sorted(apart.values())[:2]
    assert apart[right_option(sample)] == best
    assert best < 0.75 * second


def _apart_within_circle(first: Pixels, second: Pixels) -> float:
    side = first.shape[0]
    y, x = np.indices((side, side)) - side / 2
    inside = x * x + y * y < (side * 0.48) ** 2
    shown = first[inside] - first[inside].mean(), second[inside] - second[inside].mean()
    return float(np.abs(shown[0] - shown[1]).mean())


def prove_spot_difference(recipe: Recipe, index: int) -> None:
    """In one light, the patches of the gold list are those with a differing pixel; a count is the number of places.

    In the light of the file each of these patches differs by enough to be seen.
    """
    sample = make_sample(recipe, "spot_difference", index)
    kind = item_kind(recipe, "spot_difference", index)
    pair = spot_difference.plan(item_random(recipe, "spot_difference", index), recipe.difficulty, kind)
    assert sample.answer == pair.answer
    same_light = replace(pair, cameras=(pair.cameras[0],) * 2)
    first, second = _halves(replace(sample, images=same_light.images()))
    differs = (first != second).any(axis=2)
    if pair.grid is None:
        assert _islands(differs) == sample.answer
        return
    assert f"n is {pair.grid.rows} and m is {pair.grid.columns}" in sample.prompt
    assert sample.answer == tuple(int(at) + 1 for at in np.flatnonzero(_of_patches(differs, pair.grid)))
    shown, later = _halves(sample)
    # Enough to be seen, not a stray pixel over the line.
    strong = _of_patches((np.abs(shown - later).max(axis=2) > 40) & differs, pair.grid)
    assert min(strong[number - 1] for number in pair.answer) >= 40


def _halves(sample: Sample) -> tuple[Pixels, Pixels]:
    """The two pictures of a pair, as they come out of their files."""
    if len(sample.images) == 2:
        return seen(sample), seen(sample, 1)
    sheet = seen(sample)
    half = (sheet.shape[1] - 16) // 2
    return sheet[:, :half], sheet[:, half + 16 :]


def _of_patches(mask: NDArray[np.bool_], grid: spot_difference.Grid) -> NDArray[np.int_]:
    rows = mask.shape[0] // grid.rows
    return mask.reshape(grid.rows, rows, grid.columns, -1).sum(axis=(1, 3)).ravel()


def _islands(differs: NDArray[np.bool_]) -> int:
    """How many groups of differing 8 x 8 blocks there are that do not touch."""
    height, width = (size // 8 for size in differs.shape)
    blocks = differs[: height * 8, : width * 8].reshape(height, 8, width, 8).any(axis=(1, 3))
    left = {(int(y), int(x)) for y, x in np.argwhere(blocks)}
    count = 0
    while left:
        edge = [left.pop()]
        count += 1
        while edge:
            y, x = edge.pop()
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            edge += near
    return count


def prove_jigsaw(recipe: Recipe, index: int) -> None:
    """Each piece of the gold order is the one that fits its position best, so the order rebuilds the picture."""
    sample = make_sample(recipe, "jigsaw", index)
    kind = item_kind(recipe, "jigsaw", index)
    picture, _, side = jigsaw.plan(item_random(recipe, "jigsaw", index), recipe.difficulty, kind)
    assert sample.meta["difficulty"] == side
    assert isinstance(sample.answer, tuple)
    assert sorted(sample.answer) == list(range(1, side * side + 1))
    whole, sheet, piece = np.asarray(picture).astype(np.int32), seen(sample), picture.width // side
    pitch = piece + 4
    pieces = [
        sheet[4 + row * pitch : 4 + row * pitch + piece, 4 + column * pitch : 4 + column * pitch + piece]
        for row in range(side)
        for column in range(side)
    ]
    for position, number in enumerate(sample.answer):
        row, column = divmod(position, side)
        original = whole[row * piece : (row + 1) * piece, column * piece : (column + 1) * piece]
        apart = [float(np.abs(original - one)[24:].mean()) for one in pieces]
        assert apart.index(min(apart)) == number - 1
        assert min(apart) < 0.8 * sorted(apart)[1]


def prove_color(recipe: Recipe, index: int) -> None:
    """The gold share is the option nearest to the counted one; the gold value is the pixels' own and no other's."""
    sample = make_sample(recipe, "color", index)
    pixels = seen(sample)
    assert sample.choices is not None
    if "share" not in sample.prompt:
        colour = tuple(int(value) for value in pixels[0, 0])
        assert (pixels == colour).all()
        assert [text for text in sample.choices.texts if _stands_for(text, colour)] == [right_option(sample)]
        return
    name = re.search(r"the color (\w+) in", sample.prompt)
    assert name is not None
    share = _counted_share(pixels, name[1], item_kind(recipe, "color", index))
    nearest = min(sample.choices.texts, key=lambda text: abs(float(text.rstrip("%")) - share))
    assert nearest == right_option(sample)


def _stands_for(text: str, colour: tuple[int, ...]) -> bool:
    if text.startswith("#"):
        return text == "#{:02X}{:02X}{:02X}".format(*colour)
    hue, saturation, value = colorsys.rgb_to_hsv(*(part / 255 for part in colour))
    hsv = json.loads(text)
    return (
        abs(hue * 360 - hsv[0]) % 360 <= 0.51
        and abs(saturation * 100 - hsv[1]) <= 0.51
        and abs(value * 100 - hsv[2]) <= 0.51
    )


def _counted_share(pixels: Pixels, name: str, kind: str) -> float:
    """Percent of pixels of a named colour; on marbles and their shades by hue, on cloth by the nearest colour."""
    if kind == "quilt":
        names = ("red", "orange", "yellow", "green", "blue", "purple", "white", "black", "grey")
        table = np.array([NAMED[one] for one in names])
        nearest = ((pixels[:, :, None, :] - table) ** 2).sum(axis=3).argmin(axis=2)
        return 100 * float((nearest == names.index(name)).mean())
    # Noise is taken out first, by a filter that keeps edges: on a dark cloth a noisy pixel has any hue.
    soft = Image.fromarray(pixels.astype("uint8")).filter(ImageFilter.MedianFilter(3))
    hsv = np.asarray(soft.convert("HSV")).astype(np.int32)
    names = ("red", "orange", "yellow", "green", "blue", "purple", "turquoise", "pink")
    hues = np.array([colorsys.rgb_to_hsv(*(part / 255 for part in NAMED[one]))[0] * 255 for one in names])
    apart = np.abs(hsv[:, :, None, 0] - hues)
    nearest = np.minimum(apart, 255 - apart).argmin(axis=2)
    return 100 * float(((nearest == names.index(name)) & (hsv[:, :, 1] > 75)).mean())


def prove_word_search(recipe: Recipe, index: int) -> None:
    """The odd characters stand at the planned places, and these are the ones that look unlike all others."""
    sample = make_sample(recipe, "word_search", index)
    kind = item_kind(recipe, "word_search", index)
    letters = word_search.plan(item_random(recipe, "word_search", index), recipe.difficulty, kind)
    assert sample.answer == (letters.places[0] if len(letters.places) == 1 else len(letters.places))
    assert letters.odd != letters.common
    assert f"“{letters.odd}”" in sample.prompt or f" {letters.odd} " in sample.prompt
    assert _read_places(seen(sample), letters, recipe.difficulty) == list(letters.places)


def _read_places(pixels: Pixels, letters: word_search.Letters, difficulty: Difficulty) -> list[tuple[int, int]]:
    """Where the odd character fits the ink better than the common one, however it dances within its place."""
    pitch, sway = word_search.pitch_px(letters), word_search.sway_px(letters, difficulty)
    places = [(row, column) for row in range(1, letters.rows + 1) for column in range(1, letters.columns + 1)]
    ink = _ink(pixels.mean(axis=2), places, pitch)
    best, turns = {}, word_search.TURNS_DEG[difficulty]
    for name, character in (("common", letters.common), ("odd", letters.odd)):
        shapes = [np.asarray(word_search.type_of(character, pitch, turn)) / 255 for turn in turns]
        misfits = []
        for dy, dx in ((dy, dx) for dy in range(-sway, sway + 1) for dx in range(-sway, sway + 1)):
            cells = np.stack([ink[_cell(place, pitch, dy, dx)] for place in places])
            misfits += [((cells - shape) ** 2).sum(axis=(1, 2)) for shape in shapes]
        best[name] = np.min(misfits, axis=0)
    return [place for place, is_odd in zip(places, best["odd"] < best["common"], strict=True) if is_odd]


def _cell(place: tuple[int, int], pitch: int, dy: int = 0, dx: int = 0) -> tuple[slice, slice]:
    top, left = (pitch // 2 + (part - 1) * pitch for part in place)
    return slice(top + dy, top + dy + pitch), slice(left + dx, left + dx + pitch)


def _ink(grey: NDArray[np.float64], places: list[tuple[int, int]], pitch: int) -> NDArray[np.float64]:
    """How much of the ink's colour each pixel has, whatever the light in that part of the picture."""
    ink = np.zeros_like(grey)
    for place in places:
        cell = grey[_cell(place, pitch)]
        apart = np.abs(cell - np.median(cell))
        ink[_cell(place, pitch)] = np.minimum(apart / np.percentile(apart, 98), 1)
    return ink


def prove_refcoco(recipe: Recipe, index: int) -> None:
    """The gold share is the option nearest to the share of pixels that the target really covers."""
    sample = make_sample(recipe, "refcoco", index)
    setting, _ = refcoco.plan(item_random(recipe, "refcoco", index), recipe.difficulty)
    assert setting.name in sample.prompt
    x0, y0, x1, y1 = setting.target.box
    assert 0 <= x0 < x1 <= setting.size[0]
    assert 0 <= y0 < y1 <= setting.size[1]
    grounds = []
    for ground in ((255, 0, 255), (0, 255, 0)):
        canvas = Canvas(*setting.size, ground)
        setting.target.paint(canvas)
        grounds.append(np.asarray(canvas.done()).astype(np.int32))
    # What is the same over two grounds is the target itself.
    covered = 1 - np.abs(grounds[0] - grounds[1]).max(axis=2) / 255
    share = 100 * float(covered.mean())
    assert sample.choices is not None
    nearest = min(sample.choices.texts, key=lambda text: abs(float(text.rstrip("%")) - share))
    assert nearest == right_option(sample)


def prove_scene(recipe: Recipe, index: int, split: str) -> None:
    """Nothing outside of the evidence changes with the answer, all of the plate lies inside, and it is small."""
    task = f"scene-{split}"
    sample = make_sample(recipe, task, index)
    module = scene_perception if split == "perception" else scene_reasoning
    scenario = item_kind(recipe, task, index)
    rng = item_random(recipe, task, index)
    build, asks = module.SCENARIOS[scenario]
    scene, ask, asked, choices = plan_asked(rng, recipe.difficulty, build, asks)
    assert sample.scenario == scenario
    assert sample.split == split
    assert right_option(sample) == choices.texts[choices.right] == ask.result(*asked)
    assert sample.evidence == tuple(padded(carrier.plate.box, scene.size) for carrier in asked)
    assert max(scene.size) >= 3000
    assert sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in sample.evidence) < 0.007 * scene.size[0] * scene.size[1]
    names = [carrier.name for carrier in scene.families[ask.family]]
    assert len(set(names)) == len(names)
    before = np.asarray(scene.paint(random.Random(1)))
    changed = {
        carrier.name: replace(carrier, plate=replace(carrier.plate, text=_another(carrier.plate.text)))
        for carrier in asked
    }
    family = tuple(changed.get(carrier.name, carrier) for carrier in scene.families[ask.family])
    other = replace(scene, families={**scene.families, ask.family: family})
    differs = (before != np.asarray(other.paint(random.Random(1)))).any(axis=2)
    assert all(differs[y0:y1, x0:x1].any() for x0, y0, x1, y1 in sample.evidence)
    _blank(differs, sample.evidence)
    assert not differs.any()


def _another(text: str) -> str:
    """A text of the same form that reads otherwise."""
    return (
        re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), text)
        if ":" not in text
        else re.sub(r"(\d+):(\d\d)", lambda time: f"{int(time[1]) % 12 + 1}:{(int(time[2]) + 20) % 60:02d}", text)
    )


def _blank(differs: NDArray[np.bool_], boxes: tuple[Box, ...]) -> None:
    for x0, y0, x1, y1 in boxes:
        differs[y0:y1, x0:x1] = False


def prove_scene_perception(recipe: Recipe, index: int) -> None:
    prove_scene(recipe, index, "perception")


def prove_scene_reasoning(recipe: Recipe, index: int) -> None:
    prove_scene(recipe, index, "reasoning")


PROOFS: dict[str, Proof] = {
    "maze": prove_maze,
    "rotation_game": prove_rotation_game,
    "spot_difference": prove_spot_difference,
    "jigsaw": prove_jigsaw,
    "color": prove_color,
    "word_search": prove_word_search,
    "refcoco": prove_refcoco,
    "scene-perception": prove_scene_perception,
    "scene-reasoning": prove_scene_reasoning,
}

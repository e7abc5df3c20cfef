"""The sample set as a whole: fair options, nothing that gives the answer away, the same items everywhere."""

import difflib
import hashlib
import io
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PIL import Image

from benchmarks import tir_bench, viebench
from benchmarks.errors import DataError
from benchmarks.samples import (
    TASKS,
    color,
    contrast,
    ensure,
    load,
    maze,
    ocr,
    rotation_game,
    scene_reasoning,
    visual_search,
    word_search,
    write_evidence_layout,
    write_tir_folder,
)
from benchmarks.samples.canvas import font_for
from benchmarks.samples.choices import Choices, near_values, option_lines, shuffled
from benchmarks.samples.hall import plan_hall
from benchmarks.samples.make import encoded, plain
from benchmarks.samples.menus import DISHES, DISHES_ZH
from benchmarks.samples.recipe import Recipe, item_kind, make_sample
from benchmarks.samples.sample import DIFFICULTIES
from benchmarks.samples.scene_retail import plan_store
from benchmarks.samples.scenes import plan_asked
from benchmarks.samples.still_life import plan_shelf
from benchmarks.samples.street import plan_street
from benchmarks.samples.tasks import SCENE_TASKS, TIR_TASKS, task_module
from benchmarks.tir_answers import check_answer

DIGESTS = Path(__file__).parents[1] / "data" / "samples_digests.json"
DATA_FORMS = {"JPEG": {"jfif", "jfif_version", "jfif_unit", "jfif_density"}, "PNG": set()}


def test_the_tasks_are_the_benchmarks() -> None:
    """The same thirteen names, and two splits of scenes."""
    assert set(TIR_TASKS) == set(tir_bench.TASKS)
    assert (*TIR_TASKS, *SCENE_TASKS) == TASKS


# Options


def test_the_right_option_can_be_moved_anywhere() -> None:
    """It changes seats with another one; options that close the list stay where they are."""
    choices = Choices(("ten", "twenty", "thirty", "No answer"), 0, "dot", fixed=1)
    moved = choices.moved(2)
    assert moved.texts == ("thirty", "twenty", "ten", "No answer")
    assert moved.letter == "C"
    assert choices.moved(5).letter == "C"
    closing = Choices(("ten", "No answer"), 1, "dot", fixed=1)
    assert closing.moved(0) == closing


def test_two_options_alike_are_refused() -> None:
    """A question with two right options can't be made."""
    with pytest.raises(ValueError, match="two options are alike"):
        Choices(("3", "4", "3"), 0, "dot")


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("dot", "A. 5°\nB. 9°"),
        ("tight", "A.5°\nB.9°"),
        ("colon", "A: 5°\nB: 9°"),
        ("bracket", "A) 5°\nB) 9°"),
        ("inline", "(A) 5° (B) 9°"),
        ("bare", "A 5°\nB 9°"),
    ],
)
def test_option_styles_are_the_benchmarks(style: str, text: str) -> None:
    """Six ways of writing options occur in the benchmark's prompts."""
    assert option_lines(("5°", "9°"), style) == text  # type: ignore[arg-type]  # the parameters are styles


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_letters_are_dealt_evenly(difficulty: str) -> None:
    """Among 24 items with four options each letter is right six times."""
    recipe = Recipe(24, 3, difficulty, 0)  # type: ignore[arg-type]  # the parameters are difficulties
    letters = Counter(make_sample(recipe, "color", index).answer for index in range(24))
    assert letters == {"A": 6, "B": 6, "C": 6, "D": 6}


def test_generators_spread_letters_by_themselves() -> None:
    """Also without dealing no letter is favoured: 400 shuffles of four, each between 70 and 130."""
    rng = random.Random(1)
    letters = Counter(shuffled(rng, "1", ["2", "3", "4"], "dot").letter for _ in range(400))
    assert min(letters.values()) > 70
    assert max(letters.values()) < 130


def test_the_right_number_has_any_rank() -> None:
    """Among five numbers in steps the right one is the smallest as often as the middle one or the largest."""
    rng = random.Random(2)
    ranks = Counter(sorted((50, *near_values(rng, 50, 4, 3, low=0, high=100))).index(50) for _ in range(500))
    assert all(60 < ranks[rank] < 140 for rank in range(5))


def test_numbers_keep_within_their_bounds() -> None:
    """Near a bound all wrong numbers lie on the other side; where they do not fit that is said."""
    assert near_values(random.Random(0), 1, 3, 2, low=0, high=9) == (3, 5, 7)
    with pytest.raises(ValueError, match="do not fit"):
        near_values(random.Random(0), 1, 6, 2, low=0, high=9)


def _telephone(rng: random.Random) -> tuple[Sequence[str], int]:
    return visual_search.telephone_numbers(rng, 6), rng.randrange(6)


def _hex_values(rng: random.Random) -> tuple[Sequence[str], int]:
    colours = color.near_colours(rng, 16, 4)
    right = rng.randrange(4)
    return [color.hex_text(colour) for colour in colours], right


def _maze_moves(rng: random.Random) -> tuple[Sequence[str], int]:
    _, choices = maze.plan(rng, "easy", "with answer")
    return choices.texts[:5], choices.right


def _sign_numbers(rng: random.Random) -> tuple[Sequence[str], int]:
    choices = contrast.generate(rng, "easy", "numbers").choices
    assert choices is not None
    return choices.texts, choices.right


@pytest.mark.parametrize(
    ("draw", "options", "count"),
    [
        pytest.param(_telephone, 6, 300, id="telephone numbers"),
        pytest.param(_hex_values, 4, 600, id="HEX values"),
        pytest.param(_maze_moves, 5, 200, id="moves of a maze"),
        pytest.param(_sign_numbers, 5, 60, id="numbers on signs"),
    ],
)
def test_the_option_most_like_the_others_is_no_better_than_a_guess(
    draw: Callable[[random.Random], tuple[Sequence[str], int]], options: int, count: int
) -> None:
    """Wrong options are not all made from the right one, so it can't be found by comparing options alone.

    Four standard errors above the share of a guess are allowed.
    """
    rng = random.Random(4)
    hits = 0
    for _ in range(count):
        texts, right = draw(rng)
        hits += _most_alike(texts) == right
    chance = 1 / options
    assert hits / count < chance + 4 * (chance * (1 - chance) / count) ** 0.5


def _most_alike(texts: Sequence[str]) -> int:
    scores = [
        sum(difflib.SequenceMatcher(None, text, other, autojunk=False).ratio() for other in texts) for text in texts
    ]
    return scores.index(max(scores))


# Nothing gives the answer away


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six items a task at medium, two scenes a split."""
    return ensure(tmp_path_factory.mktemp("cache"), per_task=6, seed=8, difficulty="medium", scenes=2)


def test_files_have_neutral_names_and_no_metadata(made: Path) -> None:
    """A picture's file holds pixels; its name is a running number over the whole set."""
    for item in load(made):
        for picture in item.images:
            assert re.fullmatch(r"img\d{5}_[12]\.(jpg|png)", picture.path.name)
            with Image.open(picture.path) as opened:
                assert opened.format in DATA_FORMS
                assert set(opened.info) <= DATA_FORMS[opened.format]
                assert not opened.getexif()


def test_questions_carry_no_gold(made: Path) -> None:
    """What an adapter sees of an item has no path in its text and no answer but among the options."""
    for item in load(made):
        question = item.question()
        assert str(made) not in repr(question)
        if isinstance(item.answer, str) and len(item.answer) > 3:
            assert item.answer.lower() not in question.prompt.lower()


def test_a_turned_picture_has_one_size_at_every_angle() -> None:
    """The size of the file says nothing about the angle."""
    turn = rotation_game.plan(random.Random(5), "hard", "shelf")
    assert {turn.picture(degrees).size for degrees in (0, 5, 45, 90, 200)} == {(turn.side, turn.side)}


def test_differing_pictures_have_one_size(made: Path) -> None:
    """Both pictures of a pair are equally large."""
    pairs = [item for item in load(made) if len(item.images) == 2]
    assert pairs
    assert all(first.upright_size == second.upright_size for first, second in (item.images for item in pairs))


# The form is the benchmark's


def test_answers_are_of_a_kind_their_task_can_have(made: Path) -> None:
    """The loader of the real benchmark would accept every gold answer."""
    for item in load(made):
        if item.task in TIR_TASKS:
            check_answer(item.task, item.answer, item.meta)
        else:
            assert item.answer in ("A", "B", "C", "D")
            assert item.scorer == "choice"


def test_every_kind_of_question_is_in_a_set_of_its_size() -> None:
    """Kinds are dealt like cards: as many items as there are cards have each card once."""
    for task in TASKS:
        kinds = task_module(task).KINDS
        recipe = Recipe(len(kinds), 9, "easy", len(kinds))
        dealt = [item_kind(recipe, task, index) for index in range(len(kinds))]
        assert Counter(dealt) == Counter(kinds)


def test_a_share_of_prompts_is_chinese() -> None:
    """As in the benchmark, in math, word_search and visual_search."""
    recipe = Recipe(20, 1, "easy", 0)
    for task, least in (("math", 2), ("word_search", 8), ("visual_search", 1)):
        prompts = [make_sample(recipe, task, index).prompt for index in range(20)]
        chinese = sum(any("\u4e00" <= letter <= "\u9fff" for letter in prompt) for prompt in prompts)
        assert least <= chinese <= 10


def test_the_jigsaw_prompt_never_says_how_many_pieces(made: Path) -> None:
    """Every jigsaw has the same prompt with a literal {n}×{n}; only the picture and `difficulty` tell n."""
    items = [item for item in load(made) if item.task == "jigsaw"]
    assert len({item.prompt for item in items}) == 1
    assert "{n}×{n}" in items[0].prompt
    assert {item.meta["difficulty"] for item in items} <= {4, 5}
    assert all(item.meta["level"] == "medium" for item in items)


def test_the_list_of_differences_is_asked_for_as_json(made: Path) -> None:
    """The long prompt has an example list, asks for `different_patches` and ends with the size of the grid."""
    prompts = [item.prompt for item in load(made) if item.task == "spot_difference" and isinstance(item.answer, list)]
    assert prompts
    for prompt in prompts:
        assert prompt.count('"different_patches"') == 2
        assert re.search(r"n is \d and m is \d$", prompt)


def test_scenes_are_large_and_know_their_evidence(made: Path) -> None:
    """3000 pixels and more, one or two boxes under 0.7 % of the picture together, a split and a scenario."""
    scenes = [item for item in load(made) if item.task in SCENE_TASKS]
    assert len(scenes) == 4
    for item in scenes:
        width, height = item.images[0].upright_size
        assert max(width, height) >= 3000
        area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in item.evidence)
        assert 0 < area < 0.007 * width * height
        assert item.split == item.task.removeprefix("scene-")
        assert item.scenario in ("urban", "daily_life", "industrial", "retail")


def test_every_drawn_character_is_in_a_font() -> None:
    """A missing character would be drawn as an empty box."""
    for text in sorted({*"".join(DISHES_ZH), *"家学校医院今日菜单", *"".join(DISHES), "°"}):
        missing = "\uffff" if text < "\u2e80" else "\u3400"
        font = font_for(text, 40)
        assert bytes(font.getmask(text)) != bytes(font.getmask(missing)), text


def test_every_odd_character_is_in_a_font() -> None:
    """Both characters of each pair are drawn, and differently."""
    for pairs in (*word_search.LATIN_PAIRS.values(), *word_search.CHINESE_PAIRS.values()):
        for common, odd in pairs:
            shapes = {bytes(font_for(one, 40).getmask(one)) for one in (common, odd, "\u3400")}
            assert len(shapes) == 3


def test_ocr_words_cannot_be_guessed_or_confused() -> None:
    """The official score counts a substring of the reply, so no word is short or part of another one."""
    assert len(set(ocr.WORDS)) == len(ocr.WORDS)
    assert min(len(word) for word in ocr.WORDS) >= 5
    assert not [(one, other) for one in ocr.WORDS for other in ocr.WORDS if one != other and one in other]


# The same everywhere


def test_items_are_the_ones_this_version_always_made() -> None:
    """Prompts, answers, boxes and sizes of a seed are pinned: they are the same on every machine and Pillow.

    After a wanted change of the generators, write what `current_digests()` gives to tests/data/samples_digests.json and
    tell it in the changelog: the same seed then means other items.
    """
    assert current_digests() == json.loads(DIGESTS.read_text())


def current_digests() -> dict[str, str]:
    """Of three items a task and difficulty, and of the geometry of every kind of scene."""
    places: dict[str, object] = {
        "shelf": plan_shelf(random.Random(1), (900, 600), boards=3, papered_wall=True),
        "street": plan_street(random.Random(1), (900, 600), numbers=True),
        "hall": plan_hall(random.Random(1), (900, 600)),
        "store": plan_store(random.Random(1), "medium"),
    }
    for scenario, (build, asks) in scene_reasoning.SCENARIOS.items():
        scene, *_, choices = plan_asked(random.Random(1), "medium", build, asks)
        places[scenario] = (scene.families, choices)
    digests = {task: _digest(task) for task in TIR_TASKS}
    return digests | {name: hashlib.sha256(repr(place).encode()).hexdigest()[:16] for name, place in places.items()}


def _digest(task: str) -> str:
    digest = hashlib.sha256()
    for difficulty in DIFFICULTIES:
        recipe = Recipe(3, 0, difficulty, 0)
        for index in range(3):
            sample = make_sample(recipe, task, index)
            facts = [sample.prompt, plain(sample.answer), sample.evidence, [image.size for image in sample.images]]
            digest.update(json.dumps(facts).encode())
    return digest.hexdigest()[:16]


def test_pixels_are_the_same_in_one_version() -> None:
    """The same item twice gives the same bytes."""
    recipe = Recipe(1, 2, "hard", 1)
    for task in TASKS:
        first, second = (make_sample(recipe, task, 0) for _ in range(2))
        assert [encoded(one, first.encoding) for one in first.images] == [
            encoded(one, second.encoding) for one in second.images
        ]


@pytest.mark.parametrize("task", TASKS)
def test_a_generator_draws_a_kind_when_none_is_given(task: str) -> None:
    """`generate(rng, difficulty)` is enough to make a question."""
    sample = task_module(task).generate(random.Random(3), "easy")
    assert sample.prompt
    with Image.open(io.BytesIO(encoded(sample.images[0], sample.encoding))) as opened:
        assert opened.size == sample.images[0].size


# Written as data sets


def test_a_written_tir_folder_holds_the_same_items(tmp_path: Path) -> None:
    """The reader of the real benchmark takes it without a complaint, and items, answers and bytes are the set's."""
    assert write_tir_folder(tmp_path / "tir", per_task=2, seed=8, difficulty="medium") == 26
    loaded = tir_bench.load(tmp_path / "tir", header_cache=None)
    assert not loaded.broken
    own = load(ensure(tmp_path / "cache", per_task=2, seed=8, difficulty="medium", scenes=0))
    assert [(item.task, item.prompt, item.answer, item.meta) for item in loaded.items] == [
        (item.task, item.prompt, item.answer, item.meta) for item in own
    ]
    assert [[one.read_bytes() for one in item.images] for item in loaded.items] == [
        [one.read_bytes() for one in item.images] for item in own
    ]


def test_written_paths_miss_the_official_scorers_special_pictures(tmp_path: Path) -> None:
    """It has answers of its own for every ocr path with 60.jpg or 62.jpg in it."""
    write_tir_folder(tmp_path, per_task=6, seed=1, difficulty="easy")
    rows = json.loads((tmp_path / "TIR-Bench.json").read_text())
    assert len(rows) > 62
    assert not [row for row in rows if "60.jpg" in row["image_1"] or "62.jpg" in row["image_1"]]


def test_a_written_evidence_folder_holds_the_same_scenes(tmp_path: Path) -> None:
    """The reader of the suite's own layout takes it, with the same prompts, answers and boxes."""
    assert write_evidence_layout(tmp_path / "scenes", per_split=1, seed=8, difficulty="medium") == 2
    loaded = viebench.load(tmp_path / "scenes", header_cache=None, shuffle=False)
    assert not loaded.broken
    own = load(ensure(tmp_path / "cache", per_task=0, seed=8, difficulty="medium", scenes=1))
    assert [(item.prompt, item.answer, item.evidence, item.split, item.scenario) for item in loaded.items] == [
        (item.prompt, item.answer, item.evidence, item.split, item.scenario) for item in own
    ]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A folder with something in it is refused, whichever layout is asked for."""
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(DataError, match="nothing is overwritten"):
        write_tir_folder(tmp_path, per_task=1, seed=0, difficulty="easy")
    with pytest.raises(DataError, match="nothing is overwritten"):
        write_evidence_layout(tmp_path, per_split=1, seed=0, difficulty="easy")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]

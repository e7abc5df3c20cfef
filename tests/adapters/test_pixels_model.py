"""The baseline as a chat model: what it may see, how it zooms, and that nothing makes it raise."""

import asyncio
import base64
import dataclasses
import inspect
import io
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from adapters.endpoint import EndpointAdapter
from adapters.manner import Manner
from adapters.pixels.model import PixelsModel
from adapters.pixels.puzzle import Puzzle, option_texts
from adapters.pixels.rasters import read_picture
from adapters.pixels.tasks import guessed, route_of, solved
from adapters.profiles import Profile
from adapters.wire import ChatMessage, ImagePart
from benchmarks.item import Picture, Question

ROOT = Path(__file__).parents[2]
TASKS = ("maze", "jigsaw", "spot_difference", "rotation", "color", "refcoco", "word_search", "instrument", "contrast",
         "symbolic", "math_figures", "ocr", "visual_search")  # fmt: skip
PROMPTS = (
    "",
    "?",
    "Which option brings the ball through the maze?\nA. RRD\nB. D\nC. No answer",
    "The pieces of the jigsaw were shuffled. Which piece belongs where?",
    "Give different_patches. In this case, n is 3 and m is 4",
    "Give different_patches. In this case, n is 0 and m is 0",
    "In how many places are the two not the same?",
    "By how many degrees clockwise?\nA. 90°\nB. 15°",
    "Which HEX value does it have? (A) #FF0000 (B) #00FF00",
    "What share of the color red? (A) 5% (B) 10%",
    "What share of the picture that the blue ball takes up?\nA: 5%\nB: 10%",
    "How often does the letter k occur?",
    "图里的“午”字在第几行第几列？",
    "What is the reading of the gauge?",
    "How many millilitres does the cylinder hold?",
    "How long is the bolt?",
    "What does the caliper say?\nA 1.1\nB 2.1\nC None of the above",
    "How many apples are there?\nA 1\nB 2",
    "How many squares are nested in each other?\nA.3\nB.4",
    "Which lines are parallel?\nA.ab and cd\nB.ab and ef\nC.none of the above",
    "The lines are tangled. At which end does the line that begins at 2 arrive?\nA.P\nB.Q",
    "Which of the lines is the longest?\nA.ab\nB.cd",
    "How many stars are there?",
    "According to the chart, how many more came on Mon than on Tue?",
    "Every small square in the figure is 1 cm. What is the area?",
    "Which value is the size of angle ABC in the figure?\nA. 30°\nB. 60°",
    "Which point is the mirror image of point A when it is reflected through point B?\nA. point C\nB. point D",
    "Read the word.",
    "What is the price of TEA?",
    "Which number does the house with the red door have?",
    "A" * 30_000,
)
ODD = ((1, 1), (1, 300), (300, 1), (3, 3), (9, 7), (40, 33))


def png(image: Image.Image) -> bytes:
    """The picture as a file's bytes."""
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def asked(prompt: str, *images: Image.Image) -> ChatMessage:
    """A question as the wire has it."""
    parts = tuple(ImagePart("image/png", base64.b64encode(png(image))) for image in images)
    return ChatMessage("user", (*parts, prompt))


def reply_to(*messages: ChatMessage, fields: Mapping[str, Any] | None = None) -> str:
    """What the model says to a conversation."""
    return asyncio.run(PixelsModel().complete(messages, fields)).text or ""


def odd_picture(size: tuple[int, int]) -> Image.Image:
    """Pixels without any sense, the same every time."""
    image = Image.new("RGB", size)
    image.putdata([(at * 37 % 256, at * 91 % 256, at * 53 % 256) for at in range(size[0] * size[1])])
    return image


def test_it_sees_messages_alone() -> None:
    """A puzzle is a prompt and pixels: no id, no path, no gold, no seed of an item can reach a solver."""
    assert [field.name for field in dataclasses.fields(Puzzle)] == ["prompt", "pictures"]
    assert list(inspect.signature(PixelsModel.complete).parameters) == ["self", "messages", "fields"]


def test_it_imports_nothing_of_the_generators() -> None:
    """Neither gold nor a drawing constant can be shared: its modules load without `benchmarks.samples`."""
    modules = [f"adapters.pixels.{path.stem}" for path in (ROOT / "adapters" / "pixels").glob("*.py")]
    code = f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
    code += "print([name for name in sys.modules if name.startswith('benchmarks.samples')])"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_picture_of_another_item_changes_the_answer() -> None:
    """The same prompt with another picture: the answer comes from the pixels."""
    prompt = "Which HEX value does the color shown have? (A) #FF0000 (B) #0000FF"
    assert reply_to(asked(prompt, Image.new("RGB", (9, 9), (250, 0, 0)))).endswith("Answer: A")
    assert reply_to(asked(prompt, Image.new("RGB", (9, 9), (0, 0, 250)))).endswith("Answer: B")


@pytest.mark.parametrize("prompt", PROMPTS, ids=[f"prompt {at}" for at in range(len(PROMPTS))])
def test_odd_pictures_and_prompts_get_an_answer(prompt: str) -> None:
    """One pixel, a thread of pixels, noise, one flat colour: there is always a last line with an answer."""
    pictures = [*map(odd_picture, ODD), Image.new("RGB", (64, 64), (200, 10, 10))]
    for image in pictures:
        data = read_picture(png(image))
        assert data is not None
        for puzzle in (Puzzle(prompt, (data,)), Puzzle(prompt, (data, data[: max(1, len(data) // 2)]))):
            assert "\nAnswer: " in solved(puzzle, 0)


def test_every_task_has_a_prompt_among_the_odd_ones() -> None:
    """The test above reaches all solvers."""
    grey, dark = (read_picture(png(Image.new("RGB", (40, 40), (light,) * 3))) for light in (200, 10))
    assert grey is not None
    assert dark is not None
    reached = {route_of(Puzzle(prompt, (grey,))).name for prompt in PROMPTS} | {route_of(Puzzle("", (dark,))).name}
    assert reached == set(TASKS)


def test_bytes_that_are_no_picture_lead_to_a_guess() -> None:
    """A broken file costs an answer, not the run."""
    message = ChatMessage("user", (ImagePart("image/png", base64.b64encode(b"nonsense")), "Which?\nA. x\nB. y"))
    assert "guess" in reply_to(message)


def test_a_guess_is_the_same_for_the_same_prompt_and_seed() -> None:
    """Runs repeat; another seed is another guesser."""
    prompt = "Who?\n" + "\n".join(f"{letter}. {letter * 2}" for letter in "ABCDEFGH")
    assert guessed(prompt, 3) == guessed(prompt, 3)
    assert len({guessed(prompt, seed) for seed in range(20)}) > 3


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        pytest.param("A red ball?\nA. x\nB. y y", {"A": "x", "B": "y y"}, id="an article starts no list"),
        pytest.param("Which? (A) 5% (B) 6% (C) 7%", {"A": "5%", "B": "6%", "C": "7%"}, id="in one line"),
        pytest.param("Which?\nA 17-18\nB 18-19", {"A": "17-18", "B": "18-19"}, id="bare letters"),
        pytest.param("Which?\nA.ab\nB.cd", {"A": "ab", "B": "cd"}, id="no space"),
        pytest.param("Is there a cat?", {}, id="none"),
    ],
)
def test_options_are_read_in_every_style(prompt: str, options: dict[str, str]) -> None:
    """The styles prompts are written in."""
    assert option_texts(prompt) == options


def jar_shelf() -> Image.Image:
    """A shelf with a green and a red jar with a date on the label of each, far smaller than the picture."""
    image = Image.new("RGB", (2400, 1600), (225, 215, 200))
    draw = ImageDraw.Draw(image)
    for left, colour, date in ((400, (30, 150, 50), "03.05."), (1600, (200, 30, 30), "17.11.")):
        draw.rectangle((left, 700, left + 250, 1050), colour)
        draw.rectangle((left + 45, 820, left + 205, 950), (250, 250, 245))
        draw.text((left + 125, 885), date, (20, 20, 20), ImageFont.load_default(40), anchor="mm")
    return image


@pytest.mark.parametrize(("colour", "letter"), [("green", "B"), ("red", "A")])
@pytest.mark.parametrize("space", ["fraction", "thousand", "pixels"])
def test_it_zooms_through_the_tool_loop(tmp_path: Path, colour: str, letter: str, space: str) -> None:
    """Turn one asks for a close view of the jar named, turn two reads it; whatever numbers the tool wants."""
    path = tmp_path / "shelf.png"
    path.write_bytes(png(jar_shelf()))
    prompt = f"Which date is written on the label of the {colour} jar?\nA. 17.11.\nB. 03.05.\nC. 09.12.\nD. 30.01."
    question = Question("x", prompt, (Picture("image_1", "image/png", 2400, 1600, path),))
    profile = Profile("pixels", adapter="pixels", protocol="tools", coordinates=space)
    transcript = asyncio.run(EndpointAdapter(PixelsModel(), profile).ask(question, Manner("tools")))
    assert transcript.final_text.endswith(f"Answer: {letter}")
    shown = [call.shown for call in transcript.calls if call.shown is not None]
    label = (445, 820, 605, 950) if colour == "green" else (1645, 820, 1805, 950)
    assert any(box[0] <= label[0] and box[1] <= label[1] and box[2] >= label[2] and box[3] >= label[3] for box in shown)
    assert max((box[2] - box[0]) * (box[3] - box[1]) for box in shown) < 0.1 * 2400 * 1600


def test_without_a_tool_it_answers_in_one_turn() -> None:
    """Nothing is called that was not offered."""
    image = jar_shelf().resize((600, 400))
    reply = asyncio.run(PixelsModel().complete([asked("What is on the green jar?\nA. x\nB. y", image)]))
    assert reply.tool_calls == ()
    assert reply.finish_reason == "stop"


def test_views_that_never_came_end_in_a_guess() -> None:
    """All calls failed: no picture came back, and there is an answer all the same."""
    call = {"id": "look_0_for_0", "type": "function", "function": {"name": "zoom", "arguments": json.dumps({})}}
    messages = (
        asked("Which date is on the green jar?\nA. 01.02.\nB. 03.04.", Image.new("RGB", (40, 40))),
        ChatMessage("assistant", (), {"tool_calls": [call]}),
        ChatMessage("tool", ("Error",), {"tool_call_id": "look_0_for_0"}),
    )
    assert "guess" in reply_to(*messages)
    assert reply_to(*messages)[-1] in "AB"

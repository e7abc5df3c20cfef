"""Run folders of any size as a real run leaves them: pictures, records, run.json and summary.json.

The pictures are a few dozen, written under many names; the model is a made-up one that zooms, errs and falls silent in
known shares. Verdicts come from the suite's own scoring.
"""

import copy
import hashlib
import io
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from adapters.base import Message, SentImage, ToolCall, Transcript, Usage
from adapters.profiles import Profile
from bench_plugin.cases import Case
from bench_plugin.judge import Judge
from bench_plugin.records import Judged, make_record
from bench_plugin.redaction import Redactor
from bench_plugin.rows import scored_item
from bench_plugin.run_folder import SCHEMA, RecordWriter, write_json
from benchmarks.case_ids import case_id
from benchmarks.item import Corners, Item, Picture
from scoring.outcomes import error_verdict
from scoring.scored_item import ScoredItem
from scoring.summary import summarize

SCENARIOS = ("urban", "urban", "urban", "daily life", "daily life", "daily life", "industrial", "industrial", "retail")
Record = dict[str, Any]
_OPTIONS = "\nA. a red one\nB. a green one\nC. a blue one\nD. none of these"
_SKILL = {"maze": 0.25, "jigsaw": 0.2, "color": 0.8, "ocr": 0.7, "refcoco": 0.6, "perception": 0.75, "reasoning": 0.6}
_WORDS = ("look", "upper", "left", "corner", "compare", "crop", "detail", "clearly", "shows", "between", "rows", "zoom")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to make.

    Attributes:
        tir: Items of each TIR-Bench task.
        vie: Items with evidence, half of them reasoning; each has crops unless the model does not zoom.
        images: Pictures an item.
        reasoning_chars: Length of what the model writes before it answers.
        pictures: Different pictures; items share them beyond that.
        scene_size: (width, height) of pictures with evidence.
        small_size: The same of all others, give or take a fifth.
        seed: Another seed is another model.
    """

    tir: Mapping[str, int]
    vie: int = 0
    images: int = 1
    reasoning_chars: int = 600
    pictures: int = 100_000
    scene_size: tuple[int, int] = (3000, 2250)
    small_size: tuple[int, int] = (1000, 800)
    seed: int = 0


def make_run(folder: Path, plan: Plan) -> Path:
    """Write a run folder with its data beside it; its path."""
    run, data = folder / "run", folder / "data"
    run.mkdir(parents=True)
    gallery = Gallery(data, plan)
    writer = RecordWriter(run / "records-main.jsonl", Redactor({}))
    judge = Judge(Profile("made-up-vl", protocol="qwen3-vl"))
    scored: list[ScoredItem] = []
    names: list[str] = []
    for suite, case in _cases(plan, gallery):
        judged = _answered(case, judge, plan)
        writer.write(make_record(case, suite, judged))
        scored.append(scored_item(case, judged))
        names.append(f"{suite}/{case.id}")
    writer.close()
    write_json(run / "run.json", _about(plan, data, names), Redactor({}))
    write_json(run / "summary.json", summarize(scored) | {"duration_s": 312.4}, Redactor({}))
    return run


def multiply(run: Path, count: int, change: Callable[[Record, int], None] | None = None) -> None:
    """Give a run `count` records: its own over and over, each with a name of its own and what `change` does to it.

    The figures are left out: they would have to be computed again.
    """
    path = run / "records-main.jsonl"
    base = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    names = []
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            record = copy.deepcopy(base[number % len(base)])
            record["case"] = record["item"] = f"{record['task']}-{number:05d}"
            if change is not None:
                change(record, number)
            names.append(f"{record['suite']}/{record['case']}")
            file.write(json.dumps(record) + "\n")
    (run / "summary.json").unlink(missing_ok=True)
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    about["selection"] |= {"cases": names, "selected": count, "of": count}
    (run / "run.json").write_text(json.dumps(about), encoding="utf-8")


def talkative(chars: int) -> Callable[[Record, int], None]:
    """A change for `multiply`: that much to read in each record, another piece of a long text."""
    rng = random.Random(7)
    text = " ".join(rng.choices(_WORDS, k=200_000))

    def change(record: Record, number: int) -> None:
        if record["transcript"] is None:
            return
        start = number * 997 % (len(text) - chars)
        record["transcript"]["final_text"] = text[start : start + chars]
        record["transcript"]["messages"][-1]["text"] = text[start : start + chars]
        record["verdict"]["extraction"]["span"] = None

    return change


class Gallery:
    """Pictures under many names: a few that are painted, each copy in shades of its own.

    Args:
        folder: The data set's folder.
        plan: How many, and how large.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self._plan = plan
        rng = np.random.default_rng(plan.seed)
        width, height = plan.small_size
        sizes = [(int(width * rng.uniform(0.8, 1.2)), int(height * rng.uniform(0.8, 1.2))) for _ in range(10)]
        self._small = [(_painted(size, rng), size) for size in sizes]
        self._scenes = [(_painted(plan.scene_size, rng), plan.scene_size) for _ in range(4 if plan.vie else 0)]
        self._made: dict[str, Picture] = {}

    def picture(self, kind: str, number: int, place: int) -> Picture:
        """One picture of an item."""
        number %= self._plan.pictures
        name = f"{kind}/{number}_{place}.jpg"
        if name not in self._made:
            base = self._scenes if kind == "scenes" else self._small
            data, size = base[(number + place) % len(base)]
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(in_own_shades(data, 8 * number + place))
            self._made[name] = Picture(f"image_{place + 1}", "image/jpeg", *size, path)
        return self._made[name]


def in_own_shades(jpeg: bytes, number: int) -> bytes:
    """The same JPEG with other pixels, without the time to encode one: its first quantizers are changed."""
    changed = bytearray(jpeg)
    table = jpeg.index(b"\xff\xdb") + 5
    for place in range(4):
        changed[table + place] = 2 + (number >> 4 * place) % 16
    return bytes(changed)


def _painted(size: tuple[int, int], rng: "np.random.Generator") -> bytes:
    """A JPEG with something to see: soft shades, discs, and a little noise."""
    width, height = size
    across, down = np.arange(width) / width, np.arange(height) / height
    tone = 140 + np.add.outer(40 * np.cos(4 * down), 60 * np.sin(5 * across + 6 * rng.random()))
    tone += rng.normal(0, 4, (height, width)).astype(np.float32)
    image = Image.fromarray(np.clip(tone, 0, 255).astype(np.uint8)).convert("RGB")
    pencil = ImageDraw.Draw(image)
    for _ in range(25):
        x, y, radius = rng.random() * width, rng.random() * height, (0.01 + 0.04 * rng.random()) * width
        pencil.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tuple(map(int, rng.integers(20, 235, 3))))
    file = io.BytesIO()
    image.save(file, "JPEG", quality=88)
    return file.getvalue()


def _cases(plan: Plan, gallery: Gallery) -> Iterator[tuple[str, Case]]:
    number = 0
    for task, count in plan.tir.items():
        for _ in range(count):
            yield "tir_bench", Case(_tir_item(task, number, plan, gallery), gallery.folder)
            number += 1
    for number in range(plan.vie):
        yield "viebench", Case(_vie_item(number, plan, gallery), gallery.folder)


def _tir_item(task: str, number: int, plan: Plan, gallery: Gallery) -> Item:
    rng = random.Random(f"{plan.seed}/{task}/{number}")
    pictures = tuple(gallery.picture("small", number, place) for place in range(plan.images))
    answer: Any = rng.choice("ABCD")
    prompt, meta = f"Question {number} of {task}: what is shown in the upper corner?{_OPTIONS}", {}
    if task == "jigsaw":
        answer, meta = rng.sample(range(1, 10), 9), {"difficulty": 3}
        prompt = f"Question {number}: put the 9 pieces in order, row by row."
    elif task == "spot_difference":
        answer = sorted(rng.sample(range(1, 13), 3))
        prompt = f'Question {number}: give a JSON object with a list "different_patches". n is 3 and m is 4.'
    return Item("tir_bench", task, case_id(task, number), str(number), prompt, pictures, answer, meta=meta)


def _vie_item(number: int, plan: Plan, gallery: Gallery) -> Item:
    rng = random.Random(f"{plan.seed}/vie/{number}")
    split = ("perception", "reasoning")[number % 2]
    pictures = tuple(gallery.picture("scenes", number, place) for place in range(plan.images))
    width, height = pictures[0].upright_size
    x, y = rng.uniform(0.02, 0.9) * width, rng.uniform(0.02, 0.9) * height
    gold = (round(x), round(y), round(x + 0.07 * width), round(y + 0.08 * height))
    prompt = f"Scene {number}: which sign hangs above the door?{_OPTIONS}"
    return Item(
        "viebench",
        split,
        case_id(split, number),
        f"scene-{number}",
        prompt,
        pictures,
        rng.choice("ABCD"),
        scorer="choice",
        evidence=(gold,),
        split=split,
        scenario=rng.choice(SCENARIOS),
    )


def _answered(case: Case, judge: Judge, plan: Plan) -> Judged:
    rng = random.Random(f"{plan.seed}/answer/{case.id}")
    luck = rng.random()
    if luck < 0.01:
        error = "no answer within 600 s, after 7 requests"
        return Judged(None, error_verdict("model_error", "timeout"), error=error, seconds=600)
    return judge(case, _transcript(case, rng, plan, silent=luck < 0.04))


def _transcript(case: Case, rng: random.Random, plan: Plan, *, silent: bool) -> Transcript:
    item = case.item
    calls = tuple(_calls(item, rng)) if item.evidence else ()
    looked = any(call.shown and call.error is None for call in calls)
    right = rng.random() < _SKILL.get(item.task, 0.5) + (0.1 if looked else 0.0)
    thought = _prose(rng, plan.reasoning_chars)
    final = f"{thought} I can't tell." if silent else f"{thought} The answer is {_answer(item, rng, right=right)}."
    names = tuple(image.name for image in item.images)
    messages = [Message("user", item.prompt, names)]
    seen = 0
    for call in calls:
        call_text = f'{_prose(rng, 90)}\n<tool_call>{{"bbox_2d": {[round(v) for v in call.written or ()]}}}</tool_call>'
        messages.append(Message("assistant", call_text))
        seen += call.error is None
        said = call.error or "Here is the region."
        messages.append(Message("user", said, () if call.error else (f"observation_{seen}",)))
    messages.append(Message("assistant", final))
    return Transcript(
        final_text=final,
        finish_reason="stop",
        messages=tuple(messages),
        calls=calls,
        sent=tuple(_sent(item, calls)),
        usage=Usage(900 + 300 * len(calls), 60 + plan.reasoning_chars // 4),
        latency_s=round(rng.lognormvariate(1.1, 0.6) + 1.3 * len(calls), 3),
        attempts=1 + len(calls) + (rng.random() < 0.03),
        served_model="made-up-vl",
        fingerprint="fp_41a",
        flags=("coordinate_mismatch",) if rng.random() < 0.01 and calls else (),
    )


def _calls(item: Item, rng: random.Random) -> Iterator[ToolCall]:
    """A few zooms, mostly near the evidence; some fail."""
    size = item.images[0].upright_size
    for turn in range(1, 1 + rng.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        box = _crop(item.evidence[0], size, rng)
        if rng.random() < 0.06:
            words = "bbox_2d must be [x0, y0, x1, y1] with x0 < x1."
            yield ToolCall("image_zoom_in_tool", turn, written=box, error=words, error_code="invalid_box")
            continue
        inner = (box[0] + 4.0, box[1] + 4.0, box[2] - 4.0, box[3] - 4.0)
        yield ToolCall("image_zoom_in_tool", turn, requested=inner, shown=box, written=inner)


def _crop(gold: Corners, size: tuple[int, int], rng: random.Random) -> Corners:
    x, y = (gold[0] + gold[2]) / 2, (gold[1] + gold[3]) / 2
    if rng.random() < 0.3:
        x, y = rng.random() * size[0], rng.random() * size[1]
    half = rng.choice((0.02, 0.05, 0.08, 0.12, 0.2, 0.45)) * size[0]
    x, y = x + rng.gauss(0, 0.2) * half, y + rng.gauss(0, 0.2) * half
    left, top = max(0.0, x - half), max(0.0, y - half)
    right, bottom = min(float(size[0]), x + half), min(float(size[1]), y + half)
    return round(left), round(top), round(max(right, left + 20)), round(max(bottom, top + 20))


def _sent(item: Item, calls: tuple[ToolCall, ...]) -> Iterator[SentImage]:
    for image in item.images:
        yield SentImage(
            image.name, *image.upright_size, 240_000, hashlib.sha256(bytes(image.path)).hexdigest(), image.mime
        )
    seen = [call for call in calls if call.error is None and call.shown]
    for number, call in enumerate(seen, start=1):
        left, top, right, bottom = call.shown or (0, 0, 1, 1)
        yield SentImage(
            f"observation_{number}", int(right - left), int(bottom - top), 40_000, "0" * 64, "image/png", "crop"
        )


def _answer(item: Item, rng: random.Random, *, right: bool) -> str:
    if item.task == "jigsaw":
        order = list(item.answer)
        if not right:
            rng.shuffle(order)
        return ", ".join(map(str, order))
    if item.task == "spot_difference":
        found = item.answer if right else sorted({*item.answer[: rng.randint(0, 2)], rng.randint(1, 12)})
        return f'{{"different_patches": {found}}}'
    return item.answer if right else rng.choice([letter for letter in "ABCD" if letter != item.answer])


def _prose(rng: random.Random, chars: int) -> str:
    words = rng.choices(_WORDS, k=max(1, chars // 6))
    return (" ".join(words) + ".").capitalize()


def _about(plan: Plan, data: Path, names: list[str]) -> dict[str, Any]:
    """run.json, as `bench_plugin.about` writes it."""
    profile = Profile("made-up-vl", protocol="qwen3-vl", base_url="http://127.0.0.1:8000/v1", served_name="made-up-vl")
    plain: dict[str, Any] = {
        "protocol": "none",
        "reading": "lenient",
        "system_prompt": None,
        "upright": False,
        "deviations": [],
    }
    suites = [("tir_bench", sum(plan.tir.values()))] * bool(plan.tir) + [("viebench", plan.vie)] * bool(plan.vie)
    return {
        "schema": SCHEMA,
        "model": "made-up-vl",
        "profile": asdict(profile),
        "manners": {
            "tir_bench": plain,
            "viebench with evidence": plain | {"protocol": "qwen3-vl", "upright": True},
        },
        "image_order": "images first, then the prompt; no system message",
        "scoring": "strict",
        # Groups are for cases without a record, of which there is none.
        "selection": {"selected": len(names), "of": len(names), "repeat": 1, "cases": names, "groups": []},
        "data": [
            {
                "suite": suite,
                "folder": str(data),
                "found_by": "option",
                "revision": None,
                "sha256": f"{plan.seed:064x}",
                "items": count,
                "skipped": [],
            }
            for suite, count in suites
        ],
        "parts": [
            {
                "started": "2026-02-03T10:15:43+00:00",
                "duration_s": 312.4,
                "command": ["pytest", "--model", "made-up-vl"],
                "endpoint": "http://127.0.0.1:8000/v1",
                "in_flight": 16,
                "workers": 0,
                "versions": {"gazecheck": "0.1.0"},
                "git_commit": None,
            }
        ],
    }

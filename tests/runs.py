"""Run folders written without pytest: items with one letter as their key, and what a model said to them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from adapters.base import Message, SentImage, Transcript
from adapters.profiles import Profile
from bench_plugin.cases import Case
from bench_plugin.gating.planned import plan_groups
from bench_plugin.gating.scored_run import scored_run
from bench_plugin.gating.scorer_version import scorer_version
from bench_plugin.gating.scores_file import write_scores
from bench_plugin.judge import Judge
from bench_plugin.plain import plain
from bench_plugin.records import Judged, make_record
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import RecordWriter, open_run
from benchmarks.item import Item
from scoring.outcomes import error_verdict

SUITE = "tir_bench"
NO_SECRETS = Redactor({})


def item(task: str, number: int, *, gold: str = "C", prompt: str = "Which way?") -> Item:
    """A question with four letters."""
    return Item(
        benchmark=SUITE,
        task=task,
        id=f"{task}-{number:04}",
        source_id=str(number),
        prompt=f"{prompt}\nA. left\nB. right\nC. up\nD. down",
        images=(),
        answer=gold,
        scorer="tir_bench",
        meta={},
    )


def items(**counts: int) -> list[Item]:
    """So many questions of each task; ids run on over the tasks."""
    tasks = [task for task, count in counts.items() for _ in range(count)]
    return [item(task, number) for number, task in enumerate(tasks)]


def write_run(
    folder: Path,
    asked: Sequence[Item],
    replies: Mapping[int, str | None],
    *,
    images: Mapping[int, str] | None = None,
    repeats: int = 1,
    scores: bool = False,
    **about: Any,
) -> Path:
    """Write a run.

    Args:
        folder: Where to.
        asked: The planned items.
        replies: What the model said to each, by its place in `asked`: a text, or None where it could not be asked. An
            item without an entry was not reached.
        images: The hash of its picture, for items that share one.
        repeats: How often each item was asked, with the same reply.
        scores: Whether to write scores.jsonl.
        about: What run.json says, over a plain run's.
    """
    folder.mkdir(parents=True)
    cases = [[Case(one, folder, repeat, repeats) for repeat in range(repeats)] for one in asked]
    planned = {f"{SUITE}/{case.id}": (SUITE, case) for answers in cases for case in answers}
    judge, writer = Judge(Profile("one")), RecordWriter(folder / "records-main.jsonl", NO_SECRETS)
    for place, text in replies.items():
        for case in cases[place]:
            judged = Judged(None, error_verdict("model_error", "timeout"), error="no answer in time")
            if text is not None:
                judged = judge(case, transcript(text, (images or {}).get(place)))
            writer.write(make_record(case, SUITE, judged))
    writer.close()
    document = run_json(planned, repeats) | about
    (folder / "run.json").write_text(json.dumps(plain(document)), encoding="utf-8")
    if scores:
        write_scores(open_run(folder), scored_run(folder).rows, NO_SECRETS)
    return folder


def transcript(text: str, image: str | None = None) -> Transcript:
    """One turn, with a picture of this hash where one is given."""
    sent = () if image is None else (SentImage("image_1", 10, 10, 100, image, "image/png"),)
    messages = (Message("user", "Which way?"), Message("assistant", text))
    return Transcript(final_text=text, finish_reason="stop", messages=messages, sent=sent, served_model="m")


def run_json(planned: Mapping[str, tuple[str, Case]], repeats: int = 1) -> dict[str, Any]:
    """run.json of a run that went through."""
    return {
        "schema": 1,
        "model": "one",
        "profile": asdict(Profile("one")),
        "manners": {SUITE: {"protocol": "none", "reading": "lenient", "system_prompt": None, "upright": False}},
        "image_order": "images first",
        "scoring": "strict",
        "extractor": {"kind": "rules", "model": None},
        "selection": {
            "selected": len(planned),
            "of": len(planned),
            "keyword": None,
            "markers": None,
            "limit": None,
            "sample": None,
            "seed": None,
            "repeat": repeats,
            "shard": None,
            "last_failed": False,
            "stepwise": False,
            "cases": list(planned),
            "groups": plan_groups(planned),
        },
        "data": [{"suite": SUITE, "folder": "/data/tir", "revision": None, "sha256": "0" * 64}],
        "parts": [
            {"started": "2026-01-01T00:00:00+00:00", "duration_s": 1.0, "versions": {"scorer": scorer_version()}}
        ],
        "trouble": None,
    }

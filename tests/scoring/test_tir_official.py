"""The official score against 7,292 rows scored by the authors' own program."""

import gzip
import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scoring import symbolic
from scoring.tir_bench import _READABLE_BY_MATH, _differ_plainly, _extracted, key_kind, official_result, official_score

VECTORS = Path(__file__).parents[1] / "data" / "tir_official.jsonl.gz"
ORACLE = ("id", "style", "quirk", "official_score")

ROW = {
    "question_id": 1,
    "task": "math",
    "prompt": "How many?\nA. 25\nB. 40",
    "answer": 12,
    "model_response": "12",
    "extracted_answer": "12",
    "meta_data": {},
    "image_1": "data/math/1.jpg",
}


@pytest.fixture(scope="module")
def vectors() -> list[dict[str, Any]]:
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def row_of(vector: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in vector.items() if key not in ORACLE}


def changed(**fields: Any) -> dict[str, Any]:
    return {**ROW, **fields}


def without(key: str, **fields: Any) -> dict[str, Any]:
    return {name: value for name, value in changed(**fields).items() if name != key}


def test_every_vector_agrees(vectors: list[dict[str, Any]]) -> None:
    """All rows agree to 1e-9 and none is stopped; disagreements are counted by task and by quirk."""
    by_task, by_quirk, first = Counter[str](), Counter[str](), []
    for vector in vectors:
        got = official_result(row_of(vector))
        if abs(got.score - vector["official_score"]) > 1e-9 or got.timed_out or got.problem:
            by_task[vector.get("task", vector.get("category"))] += 1
            by_quirk[vector["quirk"]] += 1
            first.append((vector["id"], vector["official_score"], got))
    assert len(vectors) == 7292
    assert not first, f"{len(first)} disagree\nby task: {dict(by_task)}\nby quirk: {dict(by_quirk)}\n{first[:5]}"


def test_answers_that_skip_math_verify_would_not_equal_there(vectors: list[dict[str, Any]]) -> None:
    """The helper calls unequal what is never sent to it: nothing to read, or two different plain numbers."""
    asked = 0
    for vector in vectors:
        gold, kind = str(vector["answer"]), key_kind(str(vector["answer"]))
        if kind not in ("int", "float") or vector.get("task") in ("ocr", "jigsaw"):
            continue
        extracted = _extracted(vector)
        if extracted and (not _READABLE_BY_MATH.search(extracted) or _differ_plainly(extracted, gold)):
            asked += 1
            assert not symbolic.compare(extracted, gold).equal, vector["id"]
    assert asked > 50


def test_plain_numbers_that_differ_are_different_to_math_verify() -> None:
    """Neighbours in the last decimal, hundredfold values, other signs: what is never sent would be called unequal."""
    draws = random.Random(3)
    pairs = 0
    while pairs < 400:
        first = Decimal(draws.randint(-999_999, 999_999)).scaleb(-draws.randint(0, 4))
        step = Decimal(draws.choice(("0.0001", "0.01", "1", "100", "1e8")))
        second = draws.choice((first + step, first * 100, -first, first / 100, step))
        texts = f"{first:f}", f"{second:f}"
        if _differ_plainly(*texts):
            pairs += 1
            assert not symbolic.compare(*texts).equal, texts


def test_the_score_is_the_same_from_worker_threads(vectors: list[dict[str, Any]]) -> None:
    """Number rows that only math-verify settles keep their score in a thread, where its alarms cannot work."""
    rows = [vector for vector in vectors if vector["quirk"].endswith((".mv_equiv", ".mv_last_number"))][::20]
    with ThreadPoolExecutor(4) as pool:
        scores = list(pool.map(lambda vector: official_score(row_of(vector)), rows))
    assert len(rows) > 40
    assert scores == [vector["official_score"] for vector in rows]


def test_p66_a_worker_thread_scores_as_the_main_thread_would() -> None:
    r"""`3.25\%` is read as 3.25, `$325\%$` as 325/100, in any thread; as a key `3.25\%` is no number and scores 0."""
    rows = [
        changed(answer=3.25, extracted_answer=r"3.25\%"),
        changed(answer=3.25, extracted_answer=r"$325\%$"),
        changed(answer=r"3.25\%", extracted_answer=r"3.25\%"),
    ]
    with ThreadPoolExecutor(1) as pool:
        assert list(pool.map(official_score, rows)) == [1.0, 1.0, 0.0]


def test_p66_a_nested_power_is_bounded_and_the_worker_lives_on() -> None:
    """The library's own 5 s limit ends it; the result says so, and the next answer is scored as ever."""
    with ThreadPoolExecutor(1) as pool:
        hostile = pool.submit(official_result, changed(extracted_answer="9^9^9^9")).result(timeout=60)
        after = pool.submit(official_result, changed(extracted_answer="12.0")).result(timeout=60)
    assert (hostile.score, hostile.timed_out, hostile.problem) == (0.0, True, None)
    assert (after.score, after.timed_out) == (1.0, False)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({}, "no_task"),
        (without("task"), "no_task"),
        (without("answer"), "no_answer"),
        (without("extracted_answer"), "no_extracted_answer"),
        (without("extracted_answer", task="jigsaw"), "no_extracted_answer"),
        (without("extracted_answer", task="ocr"), "no_extracted_answer"),
        (changed(extracted_answer=12), "extracted_answer_not_text"),
        (changed(extracted_answer=["12"]), "extracted_answer_not_text"),
        (changed(extracted_answer={"answer": 12}), "extracted_answer_not_text"),
        (changed(task="ocr", answer="mob", model_response=None), "no_model_response"),
        (changed(task="ocr", answer="mob", model_response=[]), "no_model_response"),
        (changed(task="ocr", answer="mob", model_response=5), "no_model_response"),
        (without("model_response", task="ocr", answer="mob"), "no_model_response"),
        (without("image_1", task="ocr", answer="mob"), "no_image"),
        (changed(task="ocr", answer="mob", image_1=None), "no_image"),
        (without("question_id", answer="1/2"), "no_question_id"),
        (without("prompt", answer="A", extracted_answer="the first"), "no_prompt"),
        (changed(answer="A", extracted_answer="the first", prompt=None), "no_prompt"),
        (changed(model_response="\ud83d"), "lone_surrogate"),
        (changed(meta_data={"notes": ["a", {"\udc00": 1}]}), "lone_surrogate"),
    ],
)
def test_rows_that_end_the_authors_run_score_0_with_the_problem_named(row: dict[str, Any], problem: str) -> None:
    """One bad row costs itself, not the file."""
    result = official_result(row)
    assert (result.score, result.problem) == (0.0, problem)


@pytest.mark.parametrize(
    ("row", "score"),
    [
        pytest.param(changed(extracted_answer=None), 0.0, id="null is an empty answer"),
        pytest.param(
            changed(extracted_answer=0, answer="A", prompt="A. 1"), 1.0, id="so is any falsy value, and it becomes A"
        ),
        pytest.param(without("question_id"), 1.0, id="question_id only matters to keys of no known kind"),
        pytest.param(without("prompt", answer="C", extracted_answer="C"), 1.0, id="a plain letter needs no prompt"),
        pytest.param(without("prompt", answer="K", extracted_answer="x"), 0.0, id="nor does a key outside A-J"),
        pytest.param(changed(task="ocr", answer="mob", model_response=["a mobile", 3]), 1.0, id="first of a list"),
        pytest.param(changed(task=["maze"]), 1.0, id="a task that is no text goes by the generic rule"),
    ],
)
def test_rows_the_authors_program_survives_have_no_problem(row: dict[str, Any], score: float) -> None:
    """Odd but harmless rows are scored."""
    result = official_result(row)
    assert (result.score, result.problem) == (score, None)

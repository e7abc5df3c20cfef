"""Whatever a reply holds, the extractor comes back: soon, without raising, and with an answer it would read again."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.extraction import extract

QUESTIONS: dict[str, tuple[str, dict[str, Any] | None]] = {
    "visual_search": ("What is it?\nA. a red car\nB. a dog\nC. none", None),
    "instrument": ("What does it read?\nA 25\nB 40\nC 55", None),
    "symbolic": ("Select all that apply.\nA shape 1\nB shape 2\nC shape 3", None),
    "contrast": ("How many bottles are there?", None),
    "math": ("What fraction is left? A decimal or a fraction.", None),
    "word_search": ("In which row and column is it? [2, 7]", None),
    "spot_difference": ('List the patches: {"different_patches": [2]}', None),
    "jigsaw": ("Give the order of the {n}×{n} grid.", {"difficulty": 2}),
    "ocr": ("Which word is written there?", None),
}
WORDS = "A B C (A) B. I a 1 2 3 12 3.5 1/2 -5 row column patch Answer: is not and or so **B** none HARBOR says reads 40"
MARKS = "} $ { ? . , : - % ° ， 。 是 不 答案 选 第3行第6列 5个 １２ Ａ → <think> </think> <answer> </answer>"
PARTS = ["[3, 6]", "1, 2, 3, 4", "Wait, no", '"', "\n", "\ud800", '{"answer": "B"}', '{"answer": 3}']
COMMANDS = ["\\boxed{", "\\text{", "\\frac{1}{2}"]
PIECES = [*WORDS.split(" "), *MARKS.split(" "), *PARTS, *COMMANDS]
TEXTS = st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)


@settings(max_examples=400, deadline=None)
@given(task=st.sampled_from(sorted(QUESTIONS)), reply=TEXTS)
def test_any_text_is_read_and_an_answer_is_read_again_as_itself(task: str, reply: str) -> None:
    """Lone surrogates and broken marks included; extraction is idempotent on its own answer."""
    prompt, meta = QUESTIONS[task]
    found = extract(task, prompt, reply, meta)
    assert (found.answer is None) == (found.reason is not None)
    if found.answer is not None:
        assert extract(task, prompt, found.answer, meta).answer == found.answer
    if found.span is not None:
        assert 0 <= found.span[0] < found.span[1] <= len(reply)


@settings(max_examples=100, deadline=None)
@given(prompt=st.text(max_size=120), reply=TEXTS, meta=st.none() | st.dictionaries(st.text(max_size=12), st.integers()))
def test_any_prompt_and_row_are_fine_too(prompt: str, reply: str, meta: dict[str, Any] | None) -> None:
    """Data is hostile like a reply."""
    for task in ("jigsaw", "ocr", "maze", "spot_difference"):
        extract(task, prompt, reply, meta)


HOSTILE = {
    "prose": "The needle is at 40. ",
    "digits": "1",
    "numbers": "1 ",
    "list": "1, ",
    "opening braces": '{"a":',
    "opening brackets": "[",
    "boxes": "\\boxed{",
    "fractions": "\\frac{",
    "dollars": "$",
    "backslashes": "\\",
    "stars": "**a ",
    "backticks": "`",
    "labels": "the answer is ",
    "answers": "Answer: A\n",
    "letters": "A or ",
    "marks": "A) ",
    "options": "A 25\nB 40\nC 55\n",
    "spaces": " ",
    "line breaks": "\n",
    "tags": "<think>",
    "quotes": '"a ',
    "rows": "row 3, column 6. ",
    "patches": "patch 3, ",
    "equations": "1 + 1 = ",
    "Chinese numerals": "一二三四五",
    "surrogates": "\ud800",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_long_reply_of_anything_is_read_in_bounded_time(name: str) -> None:
    """About 0.05 s each on a quiet machine; a pattern that backtracks would take minutes."""
    reply = HOSTILE[name] * (300_000 // len(HOSTILE[name]))
    for task in ("instrument", "contrast", "word_search", "spot_difference"):
        prompt, meta = QUESTIONS[task]
        started = time.process_time()
        extract(task, prompt, reply, meta)
        assert time.process_time() - started < 3


@pytest.mark.parametrize("name", ["prose", "labels", "opening braces"])
def test_a_megabyte_is_read_in_bounded_time(name: str) -> None:
    """About 0.1 s on a quiet machine."""
    reply = HOSTILE[name] * (1_000_000 // len(HOSTILE[name]))
    started = time.process_time()
    extract("instrument", QUESTIONS["instrument"][0], reply)
    assert time.process_time() - started < 3


def test_the_answer_at_the_end_of_a_megabyte_is_found() -> None:
    """Head and tail are read, the middle is not."""
    reply = "I look at the dial again and again. " * 30_000 + "\nAnswer: B"
    found = extract("instrument", QUESTIONS["instrument"][0], reply)
    assert found.answer == "B"
    assert found.span == (len(reply) - 1, len(reply))


def test_a_deeply_nested_json_is_no_answer() -> None:
    """Data nested deeper than any answer is left alone, without recursion."""
    reply = '{"answer": ' + "[" * 900 + "1" + "]" * 900 + "}"
    assert extract("contrast", QUESTIONS["contrast"][0], reply).answer is None


def test_ordinary_replies_take_well_under_a_millisecond() -> None:
    """The budget is 10,000 in 3 s on one core; the bound here leaves room for a busy machine."""
    prompt, _ = QUESTIONS["instrument"]
    reply = "The dial runs from 0 to 100. The needle is past 25.\n\n**Answer:** B. 40"
    extract("instrument", prompt, reply)
    started = time.process_time()
    for _ in range(1_000):
        extract("instrument", prompt, reply)
    assert time.process_time() - started < 3

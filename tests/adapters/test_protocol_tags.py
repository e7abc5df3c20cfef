"""Blocks, thoughts and answers in a model's text."""

import pytest

from adapters.protocols.tags import answer, blocks, boxed, restored, unfenced, without_answers, without_thoughts


def test_a_block_without_its_close_tag_ends_at_the_next_one() -> None:
    """Both are kept; only the second is closed."""
    found = blocks("<tool_call>one\n<tool_call>two</tool_call> three", "tool_call")
    assert [(block.body, block.closed) for block in found] == [("one\n", False), ("two", True)]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        pytest.param("<think>a</think>b<think>c</think>d", "bd", id="every thought"),
        pytest.param("a</think>b", "b", id="the template wrote the opening tag"),
        pytest.param("<think>a b", "<think>a b", id="a thought that never ends hides nothing"),
        pytest.param("b", "b", id="no thought"),
    ],
)
def test_thoughts_are_left_out(text: str, rest: str) -> None:
    """A call or an answer inside a thought is not one."""
    assert without_thoughts(text) == rest


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<answer>A</answer> no, <answer> B </answer>", "B"),
        ("<answer>C", "C"),
        ("the answer is D", None),
    ],
)
def test_the_last_answer_counts(text: str, found: str | None) -> None:
    """Its close tag may be missing: some servers strip it."""
    assert answer(text) == found


def test_boxed_answers_keep_their_braces_balanced() -> None:
    """And the last complete one counts."""
    assert boxed(r"\boxed{1} then \boxed{\frac{3}{4}}") == r"\frac{3}{4}"
    assert boxed(r"\boxed{\frac{3}{4") is None


def test_answers_are_cut_out() -> None:
    """What is left may ask for a crop."""
    assert without_answers('a<answer>{"box": 1}</answer>b<answer>c') == "ab"


def test_a_fence_that_wraps_the_whole_is_taken_off() -> None:
    """With its language; a fence further inside stays."""
    assert unfenced('```json\n{"a": 1}\n```') == '{"a": 1}'
    assert unfenced("see ```x```") == "see ```x```"


@pytest.mark.parametrize(
    ("text", "finish_reason", "stop_reason", "closed"),
    [
        pytest.param("<grounding>{}", "stop", "</grounding>", True, id="the server names the stop string"),
        pytest.param("<grounding>{}", "stop", None, True, id="an open block tells"),
        pytest.param("<grounding>{}", "length", None, False, id="cut off by the token limit"),
        pytest.param("no block", "stop", None, False, id="nothing was open"),
        pytest.param("<grounding>{}</grounding>", "stop", None, False, id="the server kept it"),
        pytest.param("<grounding>{}", "stop", "<|im_end|>", False, id="another stop string"),
    ],
)
def test_a_stripped_stop_string_is_put_back(
    text: str, finish_reason: str, stop_reason: str | None, closed: bool
) -> None:
    """Chat servers strip the tag the agent was trained to keep."""
    expected = text + "</grounding>" if closed else text
    assert restored(text, ("</grounding>",), finish_reason, stop_reason) == expected

"""A helper model's reply is one answer, or it is refused: nothing is picked out of prose."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.judge.evidence import is_option, may_come_from
from adapters.judge.prompts import EXTRACTED_TASKS, our_examples, our_prompts
from adapters.judge.replies import UnusableReplyError, read_reply
from scoring.options import parse_options


def options(prompt: str) -> dict[str, str]:
    """Letter -> text, as the plugin hands them over."""
    return {option.letter: option.text for option in parse_options(prompt)}


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        pytest.param("C", "C", id="the bare letter"),
        pytest.param("  **C**. ", "C", id="emphasis and full stop"),
        pytest.param("```\n[2, 7]\n```", "[2, 7]", id="a fence"),
        pytest.param("Extracted answer: C", "C", id="the label repeated"),
        pytest.param("**Extracted answer:** 12.5", "12.5", id="a bold label"),
        pytest.param("Yes, B is named.\nExtracted answer: C\nThat is what it says.", "C", id="a label among prose"),
        pytest.param("Answer: C. Final answer: C", "C", id="two labels that agree"),
        pytest.param("Extracted answer:\n\n[1, 2],\n[3, 4]", "1, 2, 3, 4", id="rows of one list behind a label"),
        pytest.param("5, 2\n1, 4", "5, 2, 1, 4", id="rows of one list"),
        pytest.param("The final answer is C.", "C", id="a short sentence"),
        pytest.param('{"extracted_answer": "C", "why": "B is rejected"}', "C", id="JSON"),
        pytest.param('{"different_patches": [2, 7]}', "[2, 7]", id="a JSON list"),
        pytest.param('{"answer": 3}', "3", id="a JSON number"),
        pytest.param("<think>B? no: C</think>\nC", "C", id="thought in front"),
        pytest.param("答案：C", "答案：C", id="an unknown label is left to the rules"),
        pytest.param("[none given]", None, id="it says there is none"),
        pytest.param("Extracted answer: [none given].", None, id="labelled, there is none"),
        pytest.param('{"answer": null}', None, id="JSON null"),
        pytest.param("No answer", None, id="in other words"),
    ],
)
def test_one_answer_is_read_without_its_decoration(reply: str, answer: str | None) -> None:
    """One labelled line, one JSON field, or the bare text."""
    assert read_reply(reply, "Which?", "It is C.") == answer


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("", id="empty"),
        pytest.param("**", id="nothing inside"),
        pytest.param("Extracted answer:", id="nothing behind the label"),
        pytest.param("The response weighs B and C.\nIn the end it says C.", id="prose of two lines"),
        pytest.param("It looks to me as if the model wanted to say C", id="a sentence of its own"),
        pytest.param("Answer: B\nAnswer: C", id="two labels that differ"),
        pytest.param("Answer: B. Final answer: C", id="two labels in one line"),
        pytest.param('{"answer": "B", "final_answer": "C"}', id="two JSON fields that differ"),
        pytest.param('{"why": "C"}', id="JSON without an answer"),
        pytest.param('{"answer": "C"', id="half a JSON object"),
        pytest.param("{" * 50_000, id="long and broken"),
        pytest.param("<think>It could be C", id="thought only"),
    ],
)
def test_anything_else_is_refused(reply: str) -> None:
    """The case becomes a judge error, not a wrong answer."""
    with pytest.raises(UnusableReplyError):
        read_reply(reply, "Which?", "It is C.")


def test_p18_yes_in_the_prose_does_not_decide() -> None:
    """The labelled verdict counts, in text and in JSON; two that differ are a failure of the judge."""
    assert read_reply("Yes, I checked. The answers differ. Verdict: No", "Q", "R") == "No"
    assert read_reply('{"verdict": "no", "why": "yes is not 90"}', "Q", "R") == "no"
    with pytest.raises(UnusableReplyError, match="2 different answers: no, yes"):
        read_reply("Verdict: yes\nVerdict: no", "Q", "R")


def test_a_long_bare_answer_has_to_be_copied_from_somewhere() -> None:
    """Option texts are sentences; a sentence that stands nowhere is the helper talking."""
    question = "Which is true?\nA. The red car stands left of the tall tree\nB. It does not"
    text = "The red car stands left of the tall tree."
    assert read_reply(text, question, "The first one holds.") == text[:-1]
    with pytest.raises(UnusableReplyError, match="copied from nowhere"):
        read_reply("The red car stands right of the tall tree", question, "The first one holds.")


def test_no_answer_is_an_option_of_a_maze() -> None:
    """There the words are an answer; in brackets, as the prompts ask for it, they are none."""
    question = "Which path?\nA. RR\nB. No answer"
    assert read_reply("No answer", question, "None leads out.") == "No answer"
    assert read_reply("[none given]", question, "None leads out.") is None


SPEED = "How fast?\nA. 10\nB. 20\nC. 30\nD. 40"


@pytest.mark.parametrize(
    ("response", "answer", "prompt"),
    [
        pytest.param("I choose B.", "B", SPEED, id="the letter"),
        pytest.param("(b)", "B", SPEED, id="a small letter in brackets"),
        pytest.param("It shows 20 km/h", "B", SPEED, id="the option's value"),
        pytest.param("It shows twenty.", "B", SPEED, id="the value as a word"),
        pytest.param("指针指向二十。", "B", SPEED, id="the value in Chinese"),
        pytest.param("The second option is right.", "B", SPEED, id="by its place"),
        pytest.param("第二个", "B", SPEED, id="by its place, in Chinese"),
        pytest.param("the last one", "D", SPEED, id="the last one"),
        pytest.param("The red one.", "A", "Which car?\nA. red\nB. blue", id="the option's text"),
        pytest.param(
            "nothing fits here", "B", "Which?\nA. red\nB. None of the above", id="none of them, in other words"
        ),
        pytest.param("ACD", "ACD", "Which?\nA. a1\nB. b1\nC. c1\nD. d1", id="several letters"),
        pytest.param("about 36.40 degrees", "36.4", "Read it.", id="a trailing zero"),
        pytest.param("1,280 seeds", "1280", "How many?", id="a thousands separator"),
        pytest.param("a quarter of it", "0.25", "What share?", id="a share as a word"),
        pytest.param("25% of it", "0.25", "What share?", id="a share as a percentage"),
        pytest.param("\\frac{3}{8}", "3/8", "What share?", id="a fraction"),
        pytest.param("twenty-five birds", "25", "How many?", id="a number of two words"),
        pytest.param("２５ 只", "25", "How many?", id="full-width digits"),
        pytest.param("the word", "harbor", "Which word?", id="a word can't be checked"),
        pytest.param("the left ones", "[2, 7]", "Which patches?", id="a list can't be checked"),
    ],
)
def test_an_answer_that_may_come_from_the_response_is_taken(response: str, answer: str, prompt: str) -> None:
    """By letter, text, value, word or place."""
    assert may_come_from(response, answer, options(prompt))


@pytest.mark.parametrize(
    ("response", "answer", "prompt"),
    [
        pytest.param("It reads 25.", "B", SPEED, id="P17: an option nobody named"),
        pytest.param("It reads 25.", "20", "How fast?", id="a number nobody named"),
        pytest.param("It reads 125.", "25", "How fast?", id="part of a number"),
        pytest.param("A B", "ABD", "Which?\nA. x1\nB. y1\nC. z1\nD. w1", id="one letter too many"),
        pytest.param("I can not see it.", "12", "How many?", id="no number at all"),
    ],
)
def test_an_answer_that_stands_nowhere_is_not(response: str, answer: str, prompt: str) -> None:
    """The helper solved the question itself."""
    assert not may_come_from(response, answer, options(prompt))


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        *(
            ("B", True),
            ("b", True),
            ("(B) 20", True),
            ("20", True),
            ("20 km/h", True),
            ("20.0", True),
            ("twenty", True),
        ),
        *(("25", False), ("E", False), ("2", False), ("120", False), ("", False), ("x" * 9_999, False)),
    ],
)
def test_is_option(answer: str, named: bool) -> None:
    """By its letter or its whole text; 2 is no part of 20."""
    assert is_option(answer, options(SPEED)) is named


def test_a_path_of_a_maze_is_an_options_text() -> None:
    """Its letters are steps, not options."""
    maze = options("Which path?\nA. RLUD\nB. UDLR\nC. No answer")
    assert is_option("RLUD", maze)
    assert not is_option("RDLU", maze)


def test_every_example_of_our_prompts_reads_as_we_would_have_it() -> None:
    """The texts teach what the reader accepts; every task has three examples or more, and one text is for the rest."""
    examples = our_examples()
    assert set(examples) == {*EXTRACTED_TASKS, "choice"}
    for task, shown in examples.items():
        assert len(shown) >= 3, task
        for example in shown:
            answer = read_reply(example.answer, example.question, example.response)
            assert answer == (None if example.answer == "[none given]" else example.answer)
            if answer is not None:
                assert may_come_from(example.response, answer, options(example.question)), example
    prompts = our_prompts()
    assert prompts.text("perception") == prompts.other
    assert prompts.text("ocr") is None


def test_our_prompts_hold_no_sentence_of_the_question_form_twice() -> None:
    """Each text is the shared part, the task's form and its examples."""
    text = our_prompts().texts["maze"]
    assert text.count("Copy out the answer it gave") == 1
    assert text.count("Extracted answer: ") == len(our_examples()["maze"])
    assert "\\\n" not in text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1" * 20_000, id="digits"),
        pytest.param("1,[" * 6_000 + "x", id="nearly a list"),
        pytest.param("answer " * 2_800, id="labels without a colon"),
        pytest.param("answer: " * 2_500, id="labels"),
        pytest.param("A, " * 6_000, id="letters"),
        pytest.param(" " * 20_000, id="blanks"),
        pytest.param("answer:" + " " * 9_000 + "x" + " " * 9_000 + "answer: y", id="blanks between labels"),
    ],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    """A reply of 20,000 characters and a response of a million, in well under a second (a machine may be busy)."""
    started = time.process_time()
    try:
        answer = read_reply(text, "Q", text) or ""
    except UnusableReplyError:
        answer = text
    may_come_from(text * 50, answer, {"A": "1", "B": "2"})
    is_option(answer, {"A": "1", "B": "2"})
    assert time.process_time() - started < 5


PIECES = st.lists(
    st.one_of(
        st.text(max_size=6),
        st.sampled_from(
            ["answer: ", "Verdict：", "<think>", "</think>", "{", '{"answer": ', "}", "[1, 2]", "\n", "B", "½"]
        ),
        st.sampled_from(
            ["二十", "twenty-five", "1,234.5", "٣", "第二", "None of", "```", "**", "option c", "(", "\ud800"]
        ),
    ),
    max_size=8,
)


@given(PIECES.map("".join), PIECES.map("".join))
def test_any_text_is_an_answer_or_a_refusal(reply: str, response: str) -> None:
    """No other exception, whatever comes; what is taken is never empty."""
    try:
        answer = read_reply(reply, "Which?", response)
    except UnusableReplyError:
        return
    assert answer is None or answer.strip()
    if answer is not None:
        assert isinstance(may_come_from(response, answer, {"A": "20", "B": "none"}), bool)
        assert isinstance(is_option(answer, {"A": "20", "B": "none"}), bool)


def test_prompts_lie_in_a_data_file() -> None:
    """It is found beside the code, wherever the checkout lies."""
    import adapters.judge.prompts as module

    assert Path(module.__file__).with_name("prompts.toml").is_file()

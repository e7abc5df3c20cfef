"""What the extractor makes of a reply: forms of answer, provenance, reasons for none."""

import pytest

from scoring.extraction import extract

OPTIONS = "What is it?\nA. kite\nB. boat\nC. drum\nD. none of the above"
SPEED = "What speed does the needle show?\nA. 25 km/h\nB. 40 km/h\nC. 55 km/h"
TURN = "By how much must the photo be turned clockwise?\nA. 90°\nB. 180°\nC. 270°"
SEVERAL = "Which shapes? You may select more than one option, like ABC.\nA shape 1\nB shape 2\nC shape 3\nD shape 4"
COUNT = "How many bottles stand on the shelf? Give an integer."
PLACE = "In which row and column is the Q? Answer like [2, 7]."
PATCHES = 'List the differing patches as JSON, {"different_patches": [2, 5]}. Here n is 3 and m is 4.'
JIGSAW = (
    "A picture was cut into {n}×{n} pieces. Give their order, row by row. For a 4×4 grid it could be "
    "5, 12, 1, 9, 16, 3, 8, 2, 14, 7, 11, 4, 10, 6, 15, 13"
)
SIGN = "One word is written on the sign. Which word is it?"


@pytest.mark.parametrize(
    ("task", "prompt", "reply", "answer"),
    [
        ("color", OPTIONS, "Answer: (c)", "C"),
        ("symbolic", SEVERAL, "D, A and C", "ACD"),
        ("contrast", COUNT, "There are 1,280 of them.", "1280"),
        ("instrument", "What is the temperature?", "It is −12.5 °C.", "-12.5"),
        ("word_search", PLACE, "column 6 of row 3", "[3, 6]"),
        ("spot_difference", PATCHES, "Patches 7, 1 and 4 are different.", "[7, 1, 4]"),
        ("jigsaw", JIGSAW, "Row 1: 3 1\nRow 2: 4 2", "3, 1, 4, 2"),
        ("ocr", SIGN, 'The word is "Harbour".', "Harbour"),
    ],
)
def test_each_form_of_answer_has_one_spelling(task: str, prompt: str, reply: str, answer: str) -> None:
    """Scores compare one spelling, whatever the reply's."""
    assert extract(task, prompt, reply, {"difficulty": 2}).answer == answer


def test_the_text_of_an_option_may_be_a_letter() -> None:
    """T is the text of option E; B is option B, although A says B."""
    prompt = "At which end?\nA.B\nB.Q\nC.R\nD.S\nE.T"
    assert [extract("symbolic", prompt, reply).answer for reply in ("T", "Q", "B", "E. T")] == ["E", "B", "B", "E"]


def test_a_power_of_ten_is_spelled_out() -> None:
    """Scores compare plain decimal text."""
    assert extract("instrument", "What is the pressure in pascal?", "1.2e3").answer == "1200"


@pytest.mark.parametrize(
    ("task", "prompt", "reply", "answer"),
    [
        pytest.param("spot_difference", COUNT, "[1, 2] or so? I count 2 bottles.", None, id="a count, not a list"),
        pytest.param("spot_difference", "How many differences are there?", "3", "3", id="a count of spot_difference"),
        pytest.param(
            "word_search", "How often does the digit 7 occur?", "The digit 7 occurs 3 times.", "3", id="count"
        ),
        pytest.param("refcoco", "What percentage does the dog cover?", "12%", "12", id="percent asked, percent given"),
        pytest.param("color", "What fraction of it is red? A decimal.", "25%", "0.25", id="fraction asked"),
        pytest.param("anything", OPTIONS, "B", "B", id="an unknown task with options"),
        pytest.param("anything", COUNT, "Seven.", "7", id="an unknown task that counts"),
        pytest.param("anything", "Which word is written there?", "EXIT", "EXIT", id="an unknown task for a word"),
    ],
)
def test_task_and_prompt_say_which_form_is_wanted(task: str, prompt: str, reply: str, answer: str | None) -> None:
    """The kind of the gold answer is never seen."""
    assert extract(task, prompt, reply).answer == answer


@pytest.mark.parametrize("difficulty", [3, 3.0, "3"])
def test_the_grid_of_a_jigsaw_comes_from_the_row(difficulty: object) -> None:
    """The prompt says `{n}×{n}` and shows a 4×4 example; the row says 3."""
    nine = "9, 8, 7, 6, 5, 4, 3, 2, 1"
    assert extract("jigsaw", JIGSAW, nine, {"difficulty": difficulty}).answer == nine
    assert extract("jigsaw", JIGSAW, "4, 3, 2, 1", {"difficulty": difficulty}).reason == "wrong_length"


@pytest.mark.parametrize("meta", [None, {}, {"difficulty": None}, {"difficulty": "hard"}, {"difficulty": True}])
def test_without_a_grid_any_square_number_of_pieces_is_an_order(meta: dict[str, object] | None) -> None:
    """Nine pieces may be 3×3; eight are no grid."""
    assert extract("jigsaw", JIGSAW, "1, 2, 3, 4, 5, 6, 7, 8, 9", meta).answer == "1, 2, 3, 4, 5, 6, 7, 8, 9"
    assert extract("jigsaw", JIGSAW, "1, 2, 3, 4, 5, 6, 7, 8", meta).answer is None


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("<answer>B</answer>", "answer tag"),
        (r"\boxed{B}", "boxed"),
        ("**Final answer:** B", "final answer"),
        ("答案：B", "answer label"),
        ('{"answer": "B"}', "json"),
        ("I would go with B.", "chosen"),
        ("Hence B.", "conclusion"),
        ("B is the correct one.", "called right"),
        ("**B**", "lone letter"),
        ("A ✗\nB ✓\nC ✗", "verdict list"),
        ("I looked closely.\n\nIt has a sail. It has a hull.\n\nSo I see a boat.", "option text"),
        ("a boat", "entire reply"),
    ],
)
def test_the_rule_names_what_was_read(reply: str, rule: str) -> None:
    """The report counts answers by rule, so each has a name."""
    found = extract("color", OPTIONS, reply)
    assert (found.answer, found.rule) == ("B", rule)


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ("The final answer is **B**.", "B"),
        ("选Ｂ。", "Ｂ"),
        (r"Thus $\boxed{\text{B}}$.", "B"),
        ("<think>A or C?</think>\n\nAnswer: B", "B"),
        ("```\nB\n```", "B"),
        ("It is a boat, I think.", "boat"),
        ('x {"answer": "B"} y', '{"answer": "B"}'),
    ],
)
def test_the_span_is_what_the_model_wrote(reply: str, shown: str) -> None:
    """Cleaning moves characters; the span still points at the original ones."""
    found = extract("color", OPTIONS, reply)
    assert found.answer == "B"
    assert found.span is not None
    assert reply[slice(*found.span)] == shown


@pytest.mark.parametrize(
    ("prompt", "reply", "reason"),
    [
        (OPTIONS, "", "empty"),
        (OPTIONS, "<think>B</think>", "reasoning_only"),
        (OPTIONS, "A or B", "conflict"),
        (OPTIONS, "E", "not_an_option"),
        (OPTIONS, "Answer: B\n\nWait, that is not right.", "retracted"),
        (OPTIONS, "Let me look closer.", "no_answer"),
        (SPEED, "The needle shows 25, so the answer is C.", "conflict"),
        (TURN, "It needs 90° counterclockwise.", "not_an_option"),
        (COUNT, "between 3 and 5", "a_range"),
        (COUNT, "3 green and 4 brown", "conflict"),
    ],
)
def test_a_reply_without_an_answer_says_why(prompt: str, reply: str, reason: str) -> None:
    """One word of a fixed list, for the report's table of reasons."""
    found = extract("instrument", prompt, reply)
    assert (found.answer, found.outcome, found.reason) == (None, "unparsed", reason)


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, I can't see any image.",
        "抱歉，我无法查看图片。",
        "As an AI, I do not open pictures.",
        "Please upload the image.",
    ],
)
def test_a_refusal_is_its_own_outcome(reply: str) -> None:
    """It is a model's choice, not a matter of form."""
    assert extract("color", OPTIONS, reply).outcome == "refused"
    assert extract("color", OPTIONS, f"{reply}\n\nAnswer: B").answer == "B"


def test_rejected_candidates_are_kept() -> None:
    """A reader sees what else was there."""
    found = extract("color", OPTIONS, "Answer: A\nSorry, I misread it.\nAnswer: C")
    assert (found.answer, found.rejected, found.flags) == ("C", ("A",), ("answer_changed",))


@pytest.mark.parametrize(
    "reply",
    [
        "<think>C</think>B",
        "C, I guess\n</think>\nB",
        "<thinking>C</thinking><answer>B</answer>",
        "<think>C, no <answer>B</answer>",
        "◁think▷C◁/think▷B",
        "<|channel|>analysis<|message|>C<|end|><|start|>assistant<|channel|>final<|message|>B",
        '<tool_call>{"name": "zoom", "arguments": {"label": "C"}}</tool_call>B',
        "```python\nprint('C')\n```\nB",
    ],
)
def test_only_what_is_meant_for_the_reader_answers(reply: str) -> None:
    """Reasoning blocks in any state, tool calls and programs are no answers."""
    assert extract("color", OPTIONS, reply).answer == "B"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("１２", "12"),
        ("12 bottles", "12"),
        ("$\\frac{24}{2}$ bottles, i.e. 24/2 = 12", "12"),
        ("$\\sqrt{144}$", "12"),
        ("1 280", "1280"),
        ("3½ litres", None),
        ("twenty-one", "21"),
        ("十二个", "12"),
    ],
)
def test_numbers_in_many_spellings(reply: str, answer: str | None) -> None:
    """A count is one whole number; a half is none."""
    assert extract("contrast", COUNT, reply).answer == answer


def test_a_later_order_wins_only_where_the_words_say_so() -> None:
    """Two orders side by side are two candidates."""
    meta = {"difficulty": 2}
    assert extract("jigsaw", JIGSAW, "1, 2, 3, 4\nAfter swapping two: 2, 1, 3, 4", meta).answer == "2, 1, 3, 4"
    assert extract("jigsaw", JIGSAW, "1, 2, 3, 4\n2, 1, 3, 4 fits as well.", meta).reason == "conflict"


def test_the_span_of_an_order_is_its_line() -> None:
    """Lines above it do not shift it."""
    reply = "It has 3 rows.\nIt is a boat.\nHere:\n\n9, 8, 7, 6, 5, 4, 3, 2, 1\nDone."
    found = extract("jigsaw", JIGSAW, reply, {"difficulty": 3})
    assert found.span is not None
    assert reply[slice(*found.span)] == "9, 8, 7, 6, 5, 4, 3, 2, 1"


def test_numbers_beside_a_list_do_not_enter_it() -> None:
    """Counts, grid sizes and what the patches show stay out."""
    reply = (
        'n = 3, m = 4. I see 2 differences: 5 ducks instead of 6, 1 boat.\n{"different_patches": [3, 9], "count": 2}'
    )
    assert extract("spot_difference", PATCHES, reply).answer == "[3, 9]"


def test_a_pair_may_be_asked_the_other_way_round() -> None:
    """Labels decide; the order of the question is kept."""
    prompt = "Where is the Q? Answer as [column, row]."
    assert extract("word_search", prompt, "row 3, column 6").answer == "[6, 3]"

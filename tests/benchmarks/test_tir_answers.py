"""Which gold answers a TIR-Bench task can have."""

import pytest

from benchmarks.errors import FieldError
from benchmarks.tir_answers import check_answer, integers


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        ("maze", "F"),
        ("color", "A"),
        ("refcoco", "D"),
        ("rotation_game", "B"),
        ("rotation_game", "270"),
        ("instrument", 72),
        ("instrument", "12.5"),
        ("math", "-3"),
        ("math", 2.5),
        ("visual_search", "1e3"),
        ("visual_search", "15%"),
        ("symbolic", "ACD"),
        ("contrast", 7),
        ("ocr", "mobi"),
        ("ocr", "A"),
        ("ocr", 2024),
        ("ocr", "two words"),
        ("word_search", [3, 6]),
        ("word_search", "3, 6"),
        ("word_search", "[3, 6]"),
        ("word_search", 4),
        ("spot_difference", [2, 9, 14]),
        ("spot_difference", "[2, 9, 14]"),
        ("spot_difference", []),
        ("spot_difference", "3"),
    ],
)
def test_the_kinds_of_the_published_data_are_accepted(task: str, answer: object) -> None:
    """Text, number and list spellings alike."""
    check_answer(task, answer, {})


@pytest.mark.parametrize(
    ("task", "answer", "message"),
    [
        ("maze", [1, 2], r"is \[1, 2\] \(list\); maze has an option's letter"),
        ("maze", "R R D", r"\(text\); maze has"),
        ("maze", 4, r"is 4 \(number\); maze has"),
        ("color", "purple", r"'purple' \(text\)"),
        ("color", "b", r"'b' \(text\)"),
        ("color", "BB", r"'BB' \(text\)"),
        ("instrument", "about twelve", r"\(text\); instrument has a letter \(C\), several \(ACD\) or a number"),
        ("ocr", ["mobi"], r"lists of this benchmark hold whole numbers only"),
        ("ocr", [1], r"\(list\); ocr has the word"),
        ("word_search", "row three", r"\(text\); word_search has a list"),
        ("word_search", [3, 6, 9], r"a place in a word search is \[row, column\]"),
        ("spot_difference", [1, 2.5], "hold whole numbers only"),
        ("spot_difference", [1, True], "hold whole numbers only"),
        ("math", None, "is None; a gold answer is"),
        ("math", True, "is True; a gold answer is"),
        ("math", {"a": 1}, "a gold answer is text, a number or a list"),
        ("math", "  ", "has 0 characters"),
        ("ocr", "x" * 20_000, "has 20000 characters"),
    ],
)
def test_another_kind_is_refused_with_the_rule(task: str, answer: object, message: str) -> None:
    """The official rules would give 0 whatever a model says."""
    with pytest.raises(FieldError, match=message) as caught:
        check_answer(task, answer, {})
    assert caught.value.field == "answer"


@pytest.mark.parametrize("answer", [[3, 1, 4, 2], "3, 1, 4, 2", "[3, 1, 4, 2]", "3 1 4 2"])
@pytest.mark.parametrize("difficulty", [2, 2.0])
def test_a_jigsaw_has_a_number_for_each_piece(answer: object, difficulty: object) -> None:
    """n × n of them, in any flat spelling."""
    check_answer("jigsaw", answer, {"difficulty": difficulty})


@pytest.mark.parametrize(
    ("answer", "meta", "message"),
    [
        ([1, 2, 3], {"difficulty": 2}, r"has 3 numbers; a 2 × 2 jigsaw has 4"),
        ("[[1, 2], [3, 4]]", {"difficulty": 2}, r"\(text\); jigsaw has a list"),
        ("B", {"difficulty": 2}, r"'B' \(letters\); jigsaw has a list"),
        ([1, 2, 3, 4], {}, r"difficulty is None; a jigsaw says there"),
        ([1, 2, 3, 4], {"difficulty": "2"}, r"difficulty is '2'"),
        ([1, 2, 3, 4], {"difficulty": 1.5}, r"difficulty is 1.5"),
        ([1], {"difficulty": True}, r"difficulty is True"),
        ([1], {"difficulty": float("inf")}, r"difficulty is inf"),
    ],
)
def test_a_jigsaw_without_its_size_or_pieces_is_refused(answer: object, meta: dict[str, object], message: str) -> None:
    """The size stands nowhere else, not even in the prompt."""
    with pytest.raises(FieldError, match=message):
        check_answer("jigsaw", answer, meta)


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("(3，6)", (3, 6)),
        ("12", (12,)),
        ("[]", ()),
        ("", None),
        ("3; 6", None),
        ("1.5, 2", None),
        ([0, 7], (0, 7)),
        (None, None),
    ],
)
def test_integers_reads_flat_lists_only(answer: object, numbers: tuple[int, ...] | None) -> None:
    """Anything between the numbers but commas and white space makes it another thing."""
    assert integers(answer) == numbers


def test_a_long_answer_that_is_almost_a_list_is_decided_at_once() -> None:
    """No spelling makes the reading explode: this one would take ages if it did."""
    with pytest.raises(FieldError):
        check_answer("jigsaw", "1 " * 4_999 + "x", {"difficulty": 2})

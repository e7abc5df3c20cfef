"""Public reports of extractors going wrong, one small input each. What is credited is the strict score."""

import pytest

from scoring.extraction import extract
from scoring.strict import strict_score
from scoring.verdict import Extraction

FOUR = "Which one is it?\nA. kite\nB. boat\nC. drum\nD. lamp"
SPEED = "What speed does the needle show, in km/h?\nA 25\nB 40\nC 55\nD 70"


def read(response: str, prompt: str = FOUR, task: str = "visual_search") -> Extraction:
    """What is extracted."""
    return extract(task, prompt, response)


def credit(key: object, response: str, prompt: str = FOUR, task: str = "visual_search") -> float | None:
    """The strict score of a reply."""
    return strict_score(task, prompt, key, read(response, prompt, task).answer, response)


def test_p01_the_first_letter_of_the_word_answer_is_no_option() -> None:
    """A label is a label; the provenance names the rule and the characters."""
    assert read("Answer >> **C**").answer == "C"
    reply = "Option (A) is tempting yet mirrored. My final answer: C."
    found = read(reply)
    assert (found.answer, found.rule) == ("C", "final answer")
    assert found.span == (54, 55)
    assert reply[54:55] == "C"


def test_p02_words_do_not_become_options() -> None:
    """Neither T of "The" nor B of "Because"; the letter in brackets is the answer, right or wrong."""
    assert credit("B", "The right option here is (B).") == 1
    assert read("Because the sign is hidden, it must be (D).").answer == "D"
    assert credit("B", "Because the sign is hidden, it must be (D).") == 0


def test_p03_the_first_word_of_a_reply_is_no_option() -> None:
    """Clearly, A man, Definitely: two answers and one reply that gives none."""
    assert read("Clearly the kite is red, so (D)").answer == "D"
    assert read("A man holds it; answer: D").answer == "D"
    assert read("Definitely not sure").outcome == "unparsed"


def test_p04_the_pronoun_i_is_no_option_of_a_long_list() -> None:
    """Ten options, and a reply in the first person."""
    prompt = "Which?\n" + "\n".join(f"{letter}. thing {number}" for number, letter in enumerate("ABCDEFGHIJ"))
    assert read("The correct answer is C because I rotated the crop twice.", prompt).answer == "C"


def test_p05_a_later_declared_answer_beats_an_earlier_one() -> None:
    """And the report can count that it changed."""
    found = read("Answer: B\nZooming again, the arrow is mirrored.\nAnswer: C")
    assert found.answer == "C"
    assert found.flags == ("answer_changed",)
    assert found.rejected == ("B",)


def test_p06_two_letters_are_no_half_right_answer() -> None:
    """Wrong where one is asked for; right, in any order, where several may be."""
    assert credit("A", "ANSWER: AD") == 0
    several = "Select all that apply.\nA kite\nB boat\nC drum\nD lamp"
    assert read("ANSWER: D, A", several, "symbolic").answer == "AD"
    assert credit("AD", "ANSWER: D, A", several, "symbolic") == 1


@pytest.mark.parametrize("boxed", [r"\boxed{\text{C}}", r"\boxed{\mathbf{C}}", r"\boxed{C: the left gate}"])
def test_p07_a_box_may_dress_its_letter(boxed: str) -> None:
    """Commands inside the box, and the option's text behind the letter, are no part of the answer."""
    assert read(boxed).answer == "C"


def test_p08_the_last_of_several_boxes_with_its_inner_braces() -> None:
    r"""`\frac{3}{4}` is not cut at its first brace."""
    reply = r"First \boxed{\frac{1}{2}}, but recounting gives \boxed{\frac{3}{4}}"
    prompt = "What fraction is left?"
    assert read(reply, prompt, "math").answer == "0.75"
    assert credit("3/4", reply, prompt, "math") == 1
    assert credit(0.75, reply, prompt, "math") == 1


def test_p09_reasoning_never_answers() -> None:
    """Three options are weighed inside the block, one is answered outside."""
    assert read("<think>A is about size. B is about colour. C could be.</think>D").answer == "D"


def test_p10_a_copied_list_of_options_does_not_hide_the_answer() -> None:
    """All lines are read, and those that only repeat the prompt are not candidates."""
    prompt = "By how much?\nA. 30°\nB. 90°\nC. 180°\nD. 270°"
    assert read("(A) 30°\n(B) 90°\n(C) 180°\n(D) 270°\n\n**(B)**", prompt, "rotation_game").answer == "B"


def test_p11_letter_and_value_are_one_answer_or_none() -> None:
    """The value may stand for the letter; when the two disagree neither counts, and it is flagged."""
    for reply in ("B. 40 km/h", "40", "The needle shows 40"):
        assert read(reply, SPEED, "instrument").answer == "B"
    found = read("B. 55", SPEED, "instrument")
    assert (found.answer, found.reason, found.flags) == (None, "conflict", ("letter_value_conflict",))


@pytest.mark.parametrize("key", ["A", "B", "C", "D"])
@pytest.mark.parametrize(
    ("reply", "outcome"), [("", "unparsed"), ("I cannot view images.", "refused"), ("unknown", "unparsed")]
)
def test_p12_no_answer_is_no_answer_whatever_the_key(key: str, reply: str, outcome: str) -> None:
    """No default letter, no random one."""
    assert read(reply).outcome == outcome
    assert credit(key, reply) == 0


def test_p13_eight_empty_replies_are_eight_without_an_answer() -> None:
    """Two for each key: 0 of 8 right in strict, not 25 %."""
    assert [credit(key, "") for key in "AABBCCDD"] == [0] * 8
    assert [read("").reason for _ in range(8)] == ["empty"] * 8


def test_p14_digits_are_not_glued_over_words() -> None:
    """3 and 4 are not 34; a count of counting in brackets is not part of the count."""
    prompt = "How many balloons are there?"
    assert read("3 red and 4 blue", prompt, "contrast").answer is None
    assert credit(34, "3 red and 4 blue", prompt, "contrast") == 0
    assert credit(12, "12 (counted 2 times)", prompt, "contrast") == 1


def test_p15_an_article_is_no_option() -> None:
    """The whole text of an option names it before its first letter could."""
    prompt = "What is there?\nA. a blue car\nB. a dog\nC. A red car\nD. none"
    assert read("A red car", prompt).answer == "C"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        pytest.param("", "empty", id="content null, cut at the token limit"),
        pytest.param("<think>The arm is longer, so B</think>", "reasoning_only", id="all of it is reasoning"),
        pytest.param("<think>The arm is longer, so B. But", "reasoning_only", id="reasoning that was cut off"),
    ],
)
def test_p16_hidden_reasoning_is_not_scored(reply: str, reason: str) -> None:
    """A reply without a visible part has no answer, and says why."""
    found = read(reply)
    assert (found.answer, found.outcome, found.reason) == (None, "unparsed", reason)


def test_p17_a_value_that_no_option_has_is_none_of_them() -> None:
    """25 is not nearest to anything: whoever extracts must not solve the question."""
    found = read("It reads 25.", "What does it read?\nA. 10\nB. 20\nC. 30\nD. 40", "instrument")
    assert (found.answer, found.outcome, found.reason) == (None, "unparsed", "not_an_option")


def test_p20_plain_statements_need_no_judge() -> None:
    """A rule reads them, and names itself."""
    found = read("It is option B. In the crop the longer arm belongs to the clock of option B.")
    assert (found.answer, found.rule) == ("B", "must be")

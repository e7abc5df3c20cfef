"""The options of a prompt, in every style that prompts use."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.options import is_multi_select, parse_options


def pairs(prompt: str) -> list[tuple[str, str]]:
    """Letters and texts."""
    return [(option.letter, option.text) for option in parse_options(prompt)]


CARS = [("A", "red car"), ("B", "dog"), ("C", "none of the above")]


@pytest.mark.parametrize(
    "listing",
    [
        pytest.param("A. red car\nB. dog\nC. none of the above", id="dots, one a line"),
        pytest.param("A.red car\nB.dog\nC.none of the above", id="dots without spaces"),
        pytest.param("A: red car\nB: dog\nC: none of the above", id="colons"),
        pytest.param("A) red car\nB) dog\nC) none of the above", id="brackets behind"),
        pytest.param("(A) red car\n(B) dog\n(C) none of the above", id="brackets around"),
        pytest.param("A red car\nB dog\nC none of the above", id="a space only"),
        pytest.param("(A) red car (B) dog (C) none of the above", id="inline, brackets around"),
        pytest.param("A. red car B. dog C. none of the above", id="inline, dots"),
        pytest.param("A) red car, B) dog, C) none of the above", id="inline with commas"),
        pytest.param("A、red car\nB、dog\nC、none of the above", id="Chinese comma"),
        pytest.param("Ａ．red car\nＢ．dog\nＣ．none of the above", id="full-width letters and dots"),
        pytest.param("（A）red car（B）dog（C）none of the above", id="full-width brackets"),
        pytest.param("- A. red car\n- B. dog\n- C. none of the above", id="bullets"),
    ],
)
def test_one_list_is_read_alike_in_every_style(listing: str) -> None:
    """Where the letters stand is a matter of taste; what they offer is not."""
    assert pairs(f"What is it?\n{listing}") == CARS


@pytest.mark.parametrize(
    ("prompt", "texts"),
    [
        pytest.param("Angle?\nA. 90°\nB. 180°\nC. No answer", ["90°", "180°", "No answer"], id="degrees"),
        pytest.param("Share?\nA: 88%\nB: 4%", ["88%", "4%"], id="percent"),
        pytest.param("Code? (A) #58202F (B) #A78809", ["#58202F", "#A78809"], id="HEX"),
        pytest.param("HSV? (A) [262, 98, 21] (B) [130, 89, 26]", ["[262, 98, 21]", "[130, 89, 26]"], id="HSV"),
        pytest.param("约为（ ）。\nA: 29km\nB: 甲", ["29km", "甲"], id="Chinese"),
        pytest.param("Time? A. 10:10 B. 2:50", ["10:10", "2:50"], id="colons inside a text"),
        pytest.param("Which?\nA. 27-28\nB. 28-29", ["27-28", "28-29"], id="ranges"),
    ],
)
def test_the_texts_stay_as_written(prompt: str, texts: list[str]) -> None:
    """Units, brackets and scripts belong to the text."""
    assert [text for _, text in pairs(prompt)] == texts


def test_letters_go_on_beyond_j() -> None:
    """Twelve options have twelve letters; the authors' scorer knows ten."""
    prompt = "Which?\n" + "\n".join(f"{letter}) plant {letter.lower()}" for letter in "ABCDEFGHIJKL")
    assert [letter for letter, _ in pairs(prompt)] == list("ABCDEFGHIJKL")


@pytest.mark.parametrize(
    ("prompt", "first"),
    [
        pytest.param("A ball starts top left. Which moves?\nA. RRDD\nB. DDRR", "RRDD", id="an article"),
        pytest.param("A ball is in the maze.\nA RRDD\nB DDRR", "RRDD", id="an article, letters with a space"),
        pytest.param("Points A, B and C lie on a line. AB = ?\nA. 3\nB. 4", "3", id="points"),
        pytest.param("Segments AB, BC and CD are drawn.\nA. AB\nB. BC\nC. CD\nD. none", "AB", id="texts of capitals"),
        pytest.param("Look at the CAB sign: BA is above.\nA. north\nB. south", "north", id="letters in words"),
        pytest.param("Steps: A. Look. B. Think. C. Decide.\nA. 1\nB. 2\nC. 3", "1", id="an earlier list"),
    ],
)
def test_capitals_of_the_question_are_no_options(prompt: str, first: str) -> None:
    """The list follows the question."""
    assert pairs(prompt)[0] == ("A", first)


def test_a_capital_inside_a_text_does_not_end_it() -> None:
    """The mark of B is the first one after A, whatever the texts hold."""
    assert pairs("Which?\nA. go left\nB. see B. again\nC. stop") == [
        ("A", "go left"),
        ("B", "see B. again"),
        ("C", "stop"),
    ]


def test_an_instruction_after_the_list_is_not_part_of_it() -> None:
    """The last option ends where the prompt goes on."""
    assert pairs("Which? (A) red (B) blue\nAnswer with the letter only.")[-1] == ("B", "blue")


def test_lines_that_begin_with_capitals_in_order_are_no_list() -> None:
    """Here, In: two lines of a long prompt, one letter after the other, and no A."""
    prompt = "Here are two pictures.\n\nFind all patches that differ.\nIn this case, n is 3 and m is 4."
    assert parse_options(prompt) == ()


@pytest.mark.parametrize("prompt", ["", "How many bottles are there?", "Read the sign.", "A. only one", "图中有几个？"])
def test_no_list_no_options(prompt: str) -> None:
    """One letter is no list."""
    assert parse_options(prompt) == ()


def test_spans_hold_mark_and_text() -> None:
    """From the letter to the end of what it says, in the prompt as given."""
    prompt = "Which?\nA. red car\nB. dog"
    assert [prompt[slice(*option.span)] for option in parse_options(prompt)] == ["A. red car", "B. dog"]


@pytest.mark.parametrize(
    ("prompt", "multi"),
    [
        ("Select all that apply.\nA a\nB b", True),
        ("You may select more than one option, like ABC.\nA a\nB b", True),
        ("（多选）\nA a\nB b", True),
        ("Which of them is it?\nA a\nB b", False),
        ("Select one.\nA a\nB b", False),
    ],
)
def test_several_letters_only_where_the_prompt_says_so(prompt: str, multi: bool) -> None:
    """Elsewhere two letters are a wrong answer."""
    assert is_multi_select(prompt) is multi


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_prompt_gives_options_in_order(prompt: str) -> None:
    """No text raises; letters follow each other without a gap."""
    letters = [option.letter for option in parse_options(prompt)]
    assert letters == [chr(ord(letters[0]) + n) for n in range(len(letters))] if letters else letters == []

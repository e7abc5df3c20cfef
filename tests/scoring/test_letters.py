"""Position bias."""

import pytest

from scoring.summary import summarize
from tests.scoring.scored import answer, error


def test_p28_a_model_that_always_says_a() -> None:
    """P28: 40 items with the keys spread over A-D: A is all of the answers and a quarter of the keys."""
    items = [answer(f"maze-{i}", float(i % 4 == 0), answer_letter="A", key_letter="ABCD"[i % 4]) for i in range(40)]
    scope = summarize(items)["tir_bench"]
    assert scope["accuracy"]["strict"]["value"] == 0.25
    assert {letter: figure["value"] for letter, figure in scope["letters"]["answers"].items()} == {
        "A": 1.0, "B": 0.0, "C": 0.0, "D": 0.0
    }  # fmt: skip
    assert {figure["value"] for figure in scope["letters"]["keys"].values()} == {0.25}
    assert scope["letters"]["answers"]["A"]["low"] == pytest.approx(0.912, abs=0.001)


def test_items_without_letters_have_no_bias() -> None:
    """Numbers and lists are not counted; an unparsed answer is no letter; an error is in neither share."""
    assert "letters" not in summarize([answer("jigsaw-1", 1.0)])["tir_bench"]
    items = [answer("maze-1", 0.0, key_letter="B"), error("maze-2", key_letter="C"), answer("jigsaw-1", 1.0)]
    letters = summarize(items)["tir_bench"]["letters"]
    assert (letters["keys"]["B"]["n"], letters["answers"]["B"]["n"], letters["answers"]["B"]["value"]) == (1, 0, None)
    assert set(letters["keys"]) == {"B"}

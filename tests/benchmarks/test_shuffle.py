"""Shuffled options."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import shuffle, viebench
from benchmarks.item import Item
from benchmarks.prompts import choice_prompt
from benchmarks.shuffle import letter_balance, shuffled
from tests.benchmarks.folders import vstar_item

OPTIONS = ("red", "blue", "green", "white")


def item(number: int = 1, options: tuple[str, ...] = OPTIONS, answer: str = "A") -> Item:
    return Item(
        benchmark="viebench",
        task="perception",
        id=f"perception-{number:04d}",
        source_id=str(number),
        prompt=choice_prompt("Which colour?", options),
        images=(),
        answer=answer,
        scorer="choice",
        meta={"question": "Which colour?", "options": options, "kept": 1},
    )


@pytest.mark.parametrize("answer", "ABCD")
def test_the_gold_letter_follows_its_text(answer: str) -> None:
    """Wherever the right option goes, the key says where; the prompt shows the new order."""
    right = OPTIONS["ABCD".index(answer)]
    new = shuffled(item(answer=answer), seed=3)
    assert sorted(new.meta["options"]) == sorted(OPTIONS)
    assert new.meta["options"]["ABCD".index(new.answer)] == right
    assert f"\n{new.answer}. {right}\n" in new.prompt
    assert new.prompt == choice_prompt("Which colour?", new.meta["options"])
    assert (new.meta["kept"], new.id) == (1, "perception-0001")


def test_the_order_depends_on_seed_and_item_alone() -> None:
    """Another seed or another item, another order (some of the time); the same two, the same always."""
    orders = {(seed, n): shuffled(item(n), seed).meta["options"] for seed in range(3) for n in range(20)}
    assert orders == {(seed, n): shuffled(item(n), seed).meta["options"] for seed in range(3) for n in range(20)}
    assert len({orders[0, n] for n in range(20)}) > 5
    assert [orders[0, n] for n in range(20)] != [orders[1, n] for n in range(20)]


def test_the_order_is_the_same_in_every_process() -> None:
    """Python's own hash seed, which differs between workers, has no part in it."""
    code = (
        "from tests.benchmarks.test_shuffle import item; from benchmarks.shuffle import shuffled\n"
        "print([shuffled(item(n), 7).meta['options'] for n in range(8)])"
    )
    root = Path(shuffle.__file__).parent.parent
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {str([shuffled(item(n), 7).meta["options"] for n in range(8)]) + "\n"}


@pytest.mark.parametrize(
    "last",
    ["None of the above", "all of these", "Both A and B", "Options A", "B or C", "以上都不对"],
)
def test_options_that_speak_of_the_others_stay_where_they_are(last: str) -> None:
    """Moved, they would say something else."""
    original = item(options=("red", "blue", "green", last))
    assert shuffled(original, seed=1) is original


@pytest.mark.parametrize("last", ["The bag is above the dog.", "none of the people", "Vitamin A", "both"])
def test_ordinary_texts_are_shuffled(last: str) -> None:
    """Only what really speaks of other options holds them in place."""
    orders = {shuffled(item(n, options=("red", "blue", "green", last)), seed=1).meta["options"] for n in range(9)}
    assert len(orders) > 1


def test_items_without_known_options_stay_as_they_are() -> None:
    """A complete prompt is the data set's own wording."""
    bare = Item("viebench", "perception", "perception-0001", "1", "A. x\nB. y", (), "A", scorer="choice")
    assert shuffled(bare, seed=1) is bare


def test_p28_a_model_that_always_says_a_gets_a_quarter(tmp_path: Path) -> None:
    """40 V* items, the right option first in each: shuffled by default, A is right for about ten."""
    for number in range(40):
        vstar_item(tmp_path / "direct_attributes", f"sa_{number}")
    keys = Counter(one.answer for one in viebench.load(tmp_path, header_cache=None).items)
    assert keys.total() == 40
    assert 5 <= keys["A"] <= 15
    unshuffled = viebench.load(tmp_path, header_cache=None, shuffle=False).items
    assert {one.answer for one in unshuffled} == {"A"}


def test_letter_balance_is_over_the_answers_that_are_there() -> None:
    """Two of four are A; the missing answer is in neither side of the fraction."""
    assert letter_balance(["A", "C", None, "A", "B"]) == {"A": 0.5, "B": 0.25, "C": 0.25}
    assert letter_balance([None]) == {}

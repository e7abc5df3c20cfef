"""Shards: equal parts that are the same everywhere, run as a user would."""

import random
from argparse import ArgumentTypeError
from collections import Counter

import pytest

from bench_plugin.parts.shard import ItemKey, Shard, in_other_shards, parse_shard, shard_numbers
from cli.main import main
from tests.inline import Inline
from tests.loopback import Answer, Asked, Loopback
from tests.tiny import Bench, key, row_number, tir_rows

MINE = ("--model=mine", "--served-name=m")
DATA = [
    ItemKey("tir_bench", task, f"{task}-{number}")
    for task, count in {"maze": 21, "color": 100, "ocr": 3}.items()
    for number in range(count)
]


def right(asked: Asked) -> Answer:
    """Every answer is right."""
    return Answer(f"Answer: {key(row_number(asked.prompt))}")


@pytest.mark.parametrize("of", [1, 2, 3, 8, 124])
def test_shards_are_even_in_each_task_and_in_all(of: int) -> None:
    """No shard has two items more than another, of any task or of all."""
    numbers = shard_numbers(DATA, of)
    assert set(numbers.values()) == set(range(1, of + 1))
    for task in ("maze", "color", "ocr", None):
        counts = Counter(number for item, number in numbers.items() if task in (None, item.task))
        sizes = [counts[number] for number in range(1, of + 1)]
        assert max(sizes) - min(sizes) <= 1


def test_an_items_shard_hangs_on_the_data_alone() -> None:
    """Not on their order, nor on what else runs; and it is the same in every process of every machine."""
    mixed = DATA.copy()
    random.Random(1).shuffle(mixed)
    others = [ItemKey("viebench", "perception", str(number)) for number in range(50)]
    numbers = shard_numbers(DATA, 8)
    assert shard_numbers([*others, *mixed], 8) | numbers == shard_numbers([*others, *mixed], 8)
    first = [item.id for item in DATA if item.task == "ocr"]
    # By hand: after 100 colours and 21 mazes come places 121 to 123, in the order of the ids' SHA-256 (sha256sum).
    assert {item_id: numbers[ItemKey("tir_bench", "ocr", item_id)] for item_id in first} == {
        "ocr-0": 4,
        "ocr-1": 2,
        "ocr-2": 3,
    }


def test_the_shards_of_a_selection_are_the_selection() -> None:
    """Each selected item is in exactly one shard, and the answers to one item stay together."""
    selected = [item for item in DATA if item.task != "color"] * 5
    kept: list[int] = []
    for number in range(1, 5):
        outside = set(in_other_shards(Shard(number, 4), DATA, selected))
        inside = [place for place in range(len(selected)) if place not in outside]
        assert len(inside) % 5 == 0
        kept += inside
    assert sorted(kept) == list(range(len(selected)))


@pytest.mark.parametrize("text", ["3/8", "1/1", "1000/1000"])
def test_a_shard_as_typed(text: str) -> None:
    """It reads back as it was typed."""
    assert str(parse_shard(text)) == text


@pytest.mark.parametrize("text", ["", "3", "0/8", "9/8", "3/8/1", "-1/8", "a/b", "1/99999999999", "٣/8"])
def test_no_shard(text: str) -> None:
    """One message with the right form."""
    with pytest.raises(ArgumentTypeError, match="write 3/8"):
        parse_shard(text)


def test_a_run_in_shards_is_the_run(bench: Bench, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jobs of half the selection each, one of them with workers: every case once, merged to the whole run."""
    inline = Inline(pytester, monkeypatch)
    inline.tir(tir_rows(maze=7, rotation_game=5, color=4))
    with Loopback(right) as server:
        where = (*MINE, f"--base-url={server.url}", "-k", "maze or rotation")
        inline(*where, "--shard=1/2", run="one").assert_outcomes(passed=6, deselected=10)
        bench(*where, "--shard=2/2", "-n", "1", run="two").assert_outcomes(passed=6)
        assert sorted(row_number(asked.prompt) for asked in server.asked) == list(range(12))
    assert bench.about()["selection"]["shard"] == "2/2"
    merged = bench.path / "merged"
    assert main(["merge", *(str(bench.path / name) for name in ("one", "two")), "--into", str(merged)]) == 0
    bench.run_path = merged
    summary = bench.summary()
    assert (summary["planned"], summary["answered"], summary["unasked"]) == (12, 12, 0)
    assert summary["tir_bench"]["maze"]["planned"] == 7
    assert main(["report", str(merged)]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--shard=1/2", "--sample=3"), "Give all of them one --seed"),
        (("--shard=1/2", "--gate=GATE"), "one shard is no run"),
        (("--shard=5/2",), "write 3/8"),
    ],
)
def test_what_makes_no_sense_with_shards(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str
) -> None:
    """Each job would draw another sample; a gate decides on all shards together."""
    inline = Inline(pytester, monkeypatch)
    inline.tir(tir_rows(maze=4))
    gate = inline.path / "gates.toml"
    gate.write_text("[rules]\nerrors.share.max = 0.5\n", encoding="utf-8")
    result = inline("--model=random", *(option.replace("GATE", str(gate)) for option in options))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str() + result.stdout.str()

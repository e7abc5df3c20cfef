"""What a data set with evidence is like."""

from pathlib import Path

import pytest

from benchmarks.evidence_facts import covered_area, differences, group_facts
from benchmarks.item import Corners, Item, Picture

SCENARIOS = ("urban",) * 32 + ("daily_life",) * 32 + ("industrial",) * 19 + ("retail",) * 17


def item(split: str | None, scenario: str | None = None, answer: str = "A", side: float = 8) -> Item:
    """An item on 100 × 100 pixels with one square of evidence."""
    return Item(
        benchmark="viebench",
        task=split or "direct_attributes",
        id="x-0001",
        source_id="1",
        prompt="?",
        images=(Picture("image_1", "image/png", 100, 100, Path("a.png")),),
        answer=answer,
        scorer="choice",
        evidence=((0, 0, side, side),) if side else (),
        split=split,
        scenario=scenario,
    )


@pytest.mark.parametrize(
    ("boxes", "area"),
    [
        pytest.param([(0, 0, 4, 5)], 20, id="one"),
        pytest.param([(0, 0, 4, 5), (10, 0, 12, 5)], 30, id="two apart"),
        pytest.param([(0, 0, 4, 4), (2, 2, 6, 6)], 28, id="two that share four"),
        pytest.param([(0, 0, 9, 9), (3, 3, 5, 5)], 81, id="one inside the other"),
        pytest.param([(0, 0, 4, 4), (0, 0, 4, 4)], 16, id="the same twice"),
        pytest.param([(0, 0, 2, 2), (0, 2, 2, 4), (1, 1, 3, 3)], 10, id="three, sharing an edge and parts"),
        pytest.param([], 0, id="none"),
    ],
)
def test_what_two_boxes_share_counts_once(boxes: list[Corners], area: float) -> None:
    """The area of the union, by hand."""
    assert covered_area(boxes) == area


def test_facts_are_by_split_with_their_own_denominators() -> None:
    """Shares over the items with evidence, letters over those with a letter."""
    items = [
        item("reasoning", "urban", "B", side=10),
        item("perception", "retail", "A", side=4),
        item("perception", None, "C", side=2),
        item("perception", "retail", "A", side=0),
    ]
    perception, reasoning = group_facts(items)
    assert (perception.name, perception.items, reasoning.items) == ("perception", 3, 1)
    assert perception.scenarios == {"retail": 2, None: 1}
    assert perception.shares == pytest.approx((0.0016, 0.0004))
    assert reasoning.shares == pytest.approx((0.01,))
    assert perception.letters == {"A": pytest.approx(2 / 3), "C": pytest.approx(1 / 3)}


def test_the_share_is_of_the_upright_picture_and_an_item_without_split_counts_by_task() -> None:
    """V* items have no split; their task names the group."""
    (group,) = group_facts([item(None)])
    assert (group.name, group.shares) == ("direct_attributes", (pytest.approx(0.0064),))


def test_the_papers_own_composition_has_no_differences() -> None:
    """100 and 100 items, 32 / 32 / 19 / 17 percent, 0.64 % of the picture."""
    items = [item(split, scenario) for split in ("perception", "reasoning") for scenario in SCENARIOS]
    assert differences(group_facts(items)) == ()


def test_every_difference_from_the_paper_is_said() -> None:
    """Counts, scenarios and the evidence's share, each with both figures."""
    items = [item("perception", "urban", side=9), item("perception", None, side=9)]
    assert differences(group_facts(items)) == (
        "perception has 2 items; the paper has 100",
        "reasoning has 0 items; the paper has 100",
        "urban is 50 % of the items; in the paper 32 %",
        "daily_life is 0 % of the items; in the paper 32 %",
        "industrial is 0 % of the items; in the paper 19 %",
        "retail is 0 % of the items; in the paper 17 %",
        "the evidence takes 0.81% of the picture on average; in the paper under 0.7%",
    )

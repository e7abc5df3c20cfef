"""Which of the paper's patterns the figures show, on rows of its own table and on made-up ones."""

from typing import Any

import pytest

from scoring.summary import summarize
from tests.scoring.scored import TABLE, items_of, looked


def shown(*parts: tuple[str, dict[str, int]]) -> dict[str, Any]:
    """The patterns of a run with these counts a split."""
    found: dict[str, Any] = summarize([item for split, counts in parts for item in items_of(counts, split)])["viebench"]
    return found["patterns"]  # type: ignore[no-any-return]  # a summary is plain JSON


def published(model: str) -> dict[str, Any]:
    rows = [row for row in TABLE["rows"] if row["model"] == model]
    return shown(*((row["split"], row["counts"]) for row in rows))


@pytest.mark.parametrize(
    ("model", "names"),
    [
        ("DeepEyes", ("reasoning_bottleneck", "superficial_correctness")),
        ("Qwen3-VL-32B-Instruct", ("grounded_integrity",)),
        ("Qwen3-VL-235B-A22B-Instruct", ("grounded_integrity",)),
        ("Thyme", ("superficial_correctness", "adaptive_tool_use")),
    ],
)
def test_published_models(model: str, names: tuple[str, ...]) -> None:
    """Figures of the paper's Table 2 under the thresholds of `scoring.patterns`."""
    assert tuple(published(model)["names"]) == names


def test_the_sentence_has_the_figures() -> None:
    """27 of the 40 reasoning items DeepEyes looked at rightly; 71 of its 139 right answers without the evidence."""
    assert published("DeepEyes")["sentence"] == (
        "The figures show a reasoning bottleneck (where it saw the evidence, 68 % of its answers are right) and "
        "superficial correctness (51 % of its right answers after a zoom never looked at the evidence)."
    )


@pytest.mark.parametrize(("loose", "said"), [(0, "none"), (1, "only 6 %")])
def test_grounded_integrity_says_how_many_are_not(loose: int, said: str) -> None:
    """15 of 20 zoomed items right and grounded; of the right ones none, or one, is not."""
    found = shown(("perception", counts(grounded_correct=15, ungrounded_correct=loose, ungrounded_wrong=5 - loose)))
    assert (
        f"75 % of its items with a zoom are right and grounded, and {said} of the right ones are not"
        in (found["sentence"])
    )


def counts(**given: int) -> dict[str, int]:
    names = ("grounded_correct", "grounded_wrong", "ungrounded_correct", "ungrounded_wrong")
    return dict.fromkeys((*names, "no_tool_correct", "no_tool_wrong"), 0) | given


def test_none_of_them_is_said_with_the_figures() -> None:
    """Conversion 0.8, 10 of 30 zoomed items G+A+, 3 of 13 right ones ungrounded, no item without a zoom."""
    some = counts(grounded_correct=8, grounded_wrong=2, ungrounded_correct=3, ungrounded_wrong=17)
    found = shown(("reasoning", some))
    assert found["names"] == ()
    assert found["sentence"].endswith(
        "(conversion on reasoning 80 %, ungrounded among the right answers 27 %, G+A+ 27 %, tool ratio 100 %)."
    )


def test_a_model_that_never_zooms_shows_none() -> None:
    """Without a zoom nothing can be told."""
    found = shown(("reasoning", counts(no_tool_correct=8, no_tool_wrong=2)))
    assert found["sentence"] == "No zoom was invoked, so the figures show none of the paper's patterns."


def test_under_five_items_no_pattern_is_read() -> None:
    """Two grounded items, both wrong, are no bottleneck."""
    found = shown(("reasoning", counts(grounded_wrong=2, no_tool_wrong=8)))
    assert found["evidence"]["conversion"] is None
    assert found["names"] == ()
    few = summarize([looked("reasoning-1", True)])["viebench"]
    assert few["patterns"] is None


def test_zooming_seldom_is_not_adaptive_when_the_rest_suffers() -> None:
    """5 of 20 zoomed and right; of the other 15 only 5 right: 33 % against 50 % overall."""
    found = shown(("perception", counts(grounded_correct=5, no_tool_correct=5, no_tool_wrong=10)))
    assert "adaptive_tool_use" not in found["names"]

"""Every figure that is a mean over items: its dotted name, its denominator, and one item's part in it.

The summary takes the means, a comparison of two runs pairs the parts item by item, and a gate names them. So a measure
has one definition, here. An item's value is None where it is outside the denominator, never 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from scoring.grounding import Grounding, View
from scoring.quadrants import QUADRANTS, quadrant
from scoring.scored_item import ScoredItem, Scoring
from scoring.verdict import Quadrant

GRADED_ABOVE = (0.3, 0.5, 0.7, 0.9)
CROP_IOU_ABOVE = (0.1, 0.3, 0.5, 0.7)
"""Thresholds are strict, as every threshold of the suite."""

DENOMINATORS = ("zoomed", "all")
"""The paper's (items on which a zoom was invoked) and the one over every answered item (no zoom = G-)."""

Value = Callable[[ScoredItem], float | None]
_Of = Callable[[ScoredItem], Grounding | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean over items.

    Attributes:
        name: Below the scope's name: `accuracy.strict`, `zoomed.grounded_correct`.
        of: What the denominator is called.
        value: One item's part, None outside the denominator.
        is_share: Whether it lies between 0 and 1 by its nature; False for amounts (seconds, tokens, calls).
    """

    name: str
    of: str
    value: Value
    is_share: bool = True


def plain_measures() -> tuple[Measure, ...]:
    """What every scope has: coverage, the share of errors, accuracy and pass rate by both scores."""
    return _PLAIN


def graded_measures() -> tuple[Measure, ...]:
    """Share of graded answers (jigsaw, lists of patches, boxes) above each threshold, by both scores."""
    return _GRADED


@cache
def evidence_measures(scoring: Scoring) -> tuple[Measure, ...]:
    """What scopes with gold boxes have beside; `scoring` says which score makes A+."""
    correct = partial(_correct, scoring)
    return (
        *(measure for name in DENOMINATORS for measure in _by_denominator(name, correct)),
        *_crop_measures(),
        *_cost_measures(),
        *_accuracy_given(correct),
    )


def measures_by_name(scoring: Scoring) -> Mapping[str, Measure]:
    """All measures, by the name below the scope."""
    return {measure.name: measure for measure in (*_PLAIN, *_GRADED, *evidence_measures(scoring))}


def threshold_key(threshold: float) -> str:
    """`above_30` for 0.3: a dotted name has no room for a decimal point."""
    return f"above_{round(threshold * 100)}"


def _answered(item: ScoredItem) -> float | None:
    return float(item.is_answered)


def _error(item: ScoredItem) -> float | None:
    return float(item.is_error)


def _score(scoring: Scoring, item: ScoredItem) -> float | None:
    return item.score(scoring) if item.is_answered else None


def _correct(scoring: Scoring, item: ScoredItem) -> float | None:
    passed = item.passed(scoring) if item.is_answered else None
    return None if passed is None else float(passed)


def _graded_above(scoring: Scoring, threshold: float, item: ScoredItem) -> float | None:
    score = _score(scoring, item) if item.graded else None
    return None if score is None else float(score > threshold)


_SCORINGS: tuple[Scoring, ...] = ("official", "strict")
_PLAIN = (
    Measure("coverage", "planned", _answered),
    Measure("errors.share", "planned", _error),
    *(Measure(f"accuracy.{scoring}", "answered", partial(_score, scoring)) for scoring in _SCORINGS),
    *(Measure(f"pass_rate.{scoring}", "answered", partial(_correct, scoring)) for scoring in _SCORINGS),
)
_GRADED = tuple(
    Measure(f"graded.{scoring}.{threshold_key(threshold)}", "graded", partial(_graded_above, scoring, threshold))
    for scoring in _SCORINGS
    for threshold in GRADED_ABOVE
)


def _crops(item: ScoredItem) -> Grounding | None:
    """The item's grounding if it is in any grounding figure: answered, with evidence, crops not hidden."""
    return item.grounding if item.is_answered else None


def _zoomed_crops(item: ScoredItem) -> Grounding | None:
    grounding = _crops(item)
    return grounding if grounding is not None and grounding.zoomed else None


_GROUNDING_OF: Mapping[str, tuple[str, _Of]] = {"zoomed": ("zoomed", _zoomed_crops), "all": ("answered", _crops)}


def _share(of: _Of, holds: Callable[[Grounding], bool]) -> Value:
    """One item's part in a share of items: whether `holds`, None outside the denominator."""

    def value(item: ScoredItem) -> float | None:
        grounding = of(item)
        return None if grounding is None else float(holds(grounding))

    return value


def _in_quadrant(of: _Of, correct: Value, key: Quadrant, is_grounded: Callable[[Grounding], bool]) -> Value:
    def value(item: ScoredItem) -> float | None:
        grounding, right = of(item), correct(item)
        if grounding is None or right is None:
            return None
        return float(quadrant(is_grounded(grounding), right == 1) == key)

    return value


def _by_denominator(name: str, correct: Value) -> list[Measure]:
    """The seven measures of the paper and what stands beside them, over one denominator.

    Accuracy and tool ratio are shares of all answered items in both groups, as in the paper's table.
    """
    label, of = _GROUNDING_OF[name]
    found = [
        Measure("accuracy", "answered", lambda item: correct(item) if item.has_evidence else None),
        Measure("tool_ratio", "answered", _share(_crops, lambda g: g.zoomed)),
        Measure("grounded_score", label, _share(of, lambda g: g.grounded)),
        *(Measure(key, label, _in_quadrant(of, correct, key, lambda g: g.grounded)) for key in QUADRANTS),
        Measure("grounded_by_coverage", label, _share(of, lambda g: g.grounded and g.by_coverage)),
        Measure("grounded_by_concentration_only", label, _share(of, lambda g: g.grounded and not g.by_coverage)),
        *(Measure(f"crop_iou.{threshold_key(t)}", label, _share(of, partial(_iou_above, t))) for t in CROP_IOU_ABOVE),
    ]
    for policy, is_grounded in _OTHER_READINGS.items():
        value = _in_quadrant(of, correct, "grounded_correct", is_grounded)
        found.append(Measure(f"{policy}.grounded_score", label, _share(of, is_grounded)))
        found.append(Measure(f"{policy}.grounded_correct", label, value))
    return [Measure(f"{name}.{measure.name}", measure.of, measure.value) for measure in found]


def _iou_above(threshold: float, grounding: Grounding) -> bool:
    return grounding.iou is not None and grounding.iou > threshold


def _view_grounded(view: Callable[[Grounding], View | None]) -> Callable[[Grounding], bool]:
    def is_grounded(grounding: Grounding) -> bool:
        seen = view(grounding)
        return seen is not None and seen.grounded

    return is_grounded


_OTHER_READINGS: Mapping[str, Callable[[Grounding], bool]] = {
    "first": _view_grounded(lambda g: g.first),
    "last": _view_grounded(lambda g: g.last),
    "union": _view_grounded(lambda g: g.union),
    "requested": _view_grounded(lambda g: g.requested),
    "without_large_crops": lambda g: g.grounded_without_large,
}


def _crop_measures() -> list[Measure]:
    """Means over items with a seen crop (the paper's Figure 5), and how much of the evidence was seen."""
    seen: Mapping[str, Callable[[Grounding], float | None]] = {
        "mean_coverage": lambda g: None if g.any is None else g.any.coverage,
        "mean_concentration": lambda g: None if g.any is None else g.any.concentration,
        "crop_area_share": lambda g: g.crop_area_share,
    }
    covered = Measure("gold_covered", "zoomed", lambda i: None if (g := _zoomed_crops(i)) is None else g.gold_covered)
    return [*(Measure(name, "with_crop", _mean_of(part)) for name, part in seen.items()), covered]


def _mean_of(part: Callable[[Grounding], float | None]) -> Value:
    def value(item: ScoredItem) -> float | None:
        grounding = _crops(item)
        return None if grounding is None else part(grounding)

    return value


def _cost_measures() -> list[Measure]:
    """Turns and zoom calls an item; time and tokens of the items with a zoom and of those without."""

    def split(with_zoom: bool, part: Value) -> Value:
        def value(item: ScoredItem) -> float | None:
            grounding = _crops(item)
            return part(item) if grounding is not None and grounding.zoomed == with_zoom else None

        return value

    return [
        Measure("zooms_per_item", "answered", _mean_of(lambda g: g.calls), is_share=False),
        Measure("turns_per_item", "answered", lambda item: item.turns if item.is_answered else None, is_share=False),
        Measure("latency_s.with_zoom", "zoomed", split(True, lambda item: item.latency_s), is_share=False),
        Measure("latency_s.without_zoom", "not_zoomed", split(False, lambda item: item.latency_s), is_share=False),
        Measure("tokens.with_zoom", "zoomed", split(True, total_tokens), is_share=False),
        Measure("tokens.without_zoom", "not_zoomed", split(False, total_tokens), is_share=False),
    ]


def total_tokens(item: ScoredItem) -> int | None:
    """Prompt and completion tokens together; None where the server said nothing of either."""
    if item.prompt_tokens is None or item.completion_tokens is None:
        return None
    return item.prompt_tokens + item.completion_tokens


def _accuracy_given(correct: Value) -> list[Measure]:
    """Accuracy among the items that looked at the evidence, that zoomed elsewhere, and that did not zoom.

    The first of them, G+A+ / G+, is what the paper calls conversion, and stands under that name too.
    """
    groups: Mapping[str, Callable[[Grounding], bool]] = {
        "grounded": lambda g: g.grounded,
        "ungrounded": lambda g: g.zoomed and not g.grounded,
        "not_zoomed": lambda g: not g.zoomed,
    }

    def within(member: Callable[[Grounding], bool]) -> Value:
        def value(item: ScoredItem) -> float | None:
            grounding = _crops(item)
            return correct(item) if grounding is not None and member(grounding) else None

        return value

    return [
        Measure("conversion", "grounded", within(groups["grounded"])),
        *(Measure(f"accuracy_given.{name}", name, within(member)) for name, member in groups.items()),
    ]

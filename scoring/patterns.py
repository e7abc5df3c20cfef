"""Which of the paper's patterns of behaviour a model's figures show, in one sentence with the figures behind it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scoring.figures import at, percent
from scoring.intervals import MIN_N

PatternName = Literal["reasoning_bottleneck", "superficial_correctness", "grounded_integrity", "adaptive_tool_use"]

BOTTLENECK_BELOW = 0.75
SUPERFICIAL_FROM = 1 / 3
INTEGRITY_FROM = 0.5
INTEGRITY_SUPERFICIAL_BELOW = 0.25
ADAPTIVE_TOOL_RATIO_TO = 0.5
ADAPTIVE_LOSS_TO = 0.05


@dataclass(frozen=True, slots=True)
class Evidence:
    """The figures the patterns are read from, shares 0 to 1; None under `MIN_N` items.

    Attributes:
        conversion: G+A+ / G+ of the reasoning items.
        ungrounded_among_right: G-A+ / A+ among the items with a zoom.
        grounded_correct: G+A+ among the items with a zoom.
        tool_ratio: Items with a zoom among all answered.
        accuracy, accuracy_without_zoom: Of all answered items, and of those without a zoom.
    """

    conversion: float | None
    ungrounded_among_right: float | None
    grounded_correct: float | None
    tool_ratio: float | None
    accuracy: float | None
    accuracy_without_zoom: float | None


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns that hold (none or several), one sentence that says so, and what it was read from."""

    names: tuple[PatternName, ...]
    sentence: str
    evidence: Evidence


def patterns(scope: Mapping[str, Any], reasoning: Mapping[str, Any]) -> Patterns | None:
    """Name the patterns that the figures of one benchmark show.

    The four names are the paper's (arXiv 2601.11633, section 5), which gives no thresholds. The ones here are ours:

    - *reasoning bottleneck*: of the reasoning items whose evidence the model looked at, under 75 % were answered right.
    - *superficial correctness*: of the right answers given after a zoom, a third or more never looked at the evidence.
    - *grounded integrity*: at least half of the items with a zoom are G+A+, and under a quarter of the right answers
      given after a zoom are ungrounded.
    - *adaptive tool use*: the model zooms on at least five and at most half of the items, and is at most 5 points less
      accurate on those it leaves alone than overall.

    Args:
        scope: A benchmark's figures, as `scoring.summary` makes them.
        reasoning: Those of its reasoning split; the benchmark's own where it has none.

    Returns:
        None where the crops are hidden or too few items were answered.
    """
    evidence = _evidence(scope, reasoning)
    if evidence.tool_ratio is None:
        return None
    found = {name: clause for name, rule in _RULES.items() if (clause := rule(evidence)) is not None}
    if found:
        return Patterns(tuple(found), f"The figures show {' and '.join(found.values())}.", evidence)
    return Patterns((), _none_of_them(evidence), evidence)


def _evidence(scope: Mapping[str, Any], reasoning: Mapping[str, Any]) -> Evidence:
    grounded, ungrounded = (_value(scope, f"zoomed.{key}_correct") for key in ("grounded", "ungrounded"))
    among_right = None
    if grounded is not None and ungrounded is not None and grounded + ungrounded > 0:
        among_right = ungrounded / (grounded + ungrounded)
    return Evidence(
        conversion=_value(reasoning, "conversion"),
        ungrounded_among_right=among_right,
        grounded_correct=grounded,
        tool_ratio=_value(scope, "all.tool_ratio"),
        accuracy=_value(scope, "all.accuracy"),
        accuracy_without_zoom=_value(scope, "accuracy_given.not_zoomed"),
    )


def _bottleneck(seen: Evidence) -> str | None:
    if seen.conversion is None or seen.conversion >= BOTTLENECK_BELOW:
        return None
    return f"a reasoning bottleneck (where it saw the evidence, {_percent(seen.conversion)} of its answers are right)"


def _superficial(seen: Evidence) -> str | None:
    if seen.ungrounded_among_right is None or seen.ungrounded_among_right < SUPERFICIAL_FROM:
        return None
    share = _percent(seen.ungrounded_among_right)
    return f"superficial correctness ({share} of its right answers after a zoom never looked at the evidence)"


def _integrity(seen: Evidence) -> str | None:
    share, loose = seen.grounded_correct, seen.ungrounded_among_right
    if share is None or loose is None or share < INTEGRITY_FROM or loose >= INTEGRITY_SUPERFICIAL_BELOW:
        return None
    rest = f"only {_percent(loose)}" if loose else "none"
    return (
        f"grounded integrity ({_percent(share)} of its items with a zoom are right and grounded, and {rest} of the "
        "right ones are not)"
    )


def _adaptive(seen: Evidence) -> str | None:
    ratio, overall, alone = seen.tool_ratio, seen.accuracy, seen.accuracy_without_zoom
    if ratio is None or overall is None or alone is None or not 0 < ratio <= ADAPTIVE_TOOL_RATIO_TO:
        return None
    # Without enough items with a zoom there is no use of the tool to speak of.
    if seen.grounded_correct is None:
        return None
    if overall - alone > ADAPTIVE_LOSS_TO:
        return None
    return (
        f"adaptive tool use (it zooms on {_percent(ratio)} of the items and is {_percent(alone)} right on the others, "
        f"{_percent(overall)} overall)"
    )


_RULES: Mapping[PatternName, Callable[[Evidence], str | None]] = {
    "reasoning_bottleneck": _bottleneck,
    "superficial_correctness": _superficial,
    "grounded_integrity": _integrity,
    "adaptive_tool_use": _adaptive,
}


def _none_of_them(seen: Evidence) -> str:
    if seen.tool_ratio == 0:
        return "No zoom was invoked, so the figures show none of the paper's patterns."
    shares = {
        "conversion on reasoning": seen.conversion,
        "ungrounded among the right answers": seen.ungrounded_among_right,
        "G+A+": seen.grounded_correct,
        "tool ratio": seen.tool_ratio,
    }
    listed = ", ".join(f"{name} {'-' if share is None else _percent(share)}" for name, share in shares.items())
    return f"The figures show none of the paper's four patterns ({listed})."


def _value(scope: Mapping[str, Any], name: str) -> float | None:
    """A figure's value, None under `MIN_N` items."""
    figure = at(scope, name)
    value: float | None = figure["value"]
    return value if figure["n"] >= MIN_N else None


def _percent(share: float) -> str:
    return f"{percent(share)} %"

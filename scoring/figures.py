"""A figure as a summary holds it: the value, its denominator by name, and its interval."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite
from typing import Any

from scoring.intervals import Column, Interval, mean_intervals, newcombe, wilson
from scoring.measures import Measure
from scoring.scored_item import ScoredItem

Figure = dict[str, Any]
"""`value`, `n`, `of`, `low`, `high`, `method`, and for shares of items `count`. See `scoring.summary`."""


def mean_figures(items: Sequence[ScoredItem], measures: Sequence[Measure]) -> dict[str, Any]:
    """The mean of every measure over these items, nested by the dots of its name."""
    columns = [column(items, measure) for measure in measures]
    amounts = [index for index, measure in enumerate(measures) if not measure.is_share]
    intervals = mean_intervals(columns, [item.cluster_key for item in items], amounts=amounts)
    nested: dict[str, Any] = {}
    for measure, values, interval in zip(measures, columns, intervals, strict=True):
        put(nested, measure.name, _mean(measure, values, interval))
    return nested


def column(items: Sequence[ScoredItem], measure: Measure) -> Column:
    """Each item's part in a measure; a number that is not finite is no part."""
    values = (measure.value(item) for item in items)
    return [value if value is not None and isfinite(value) else None for value in values]


def share_figure(count: int, n: int, of: str) -> Figure:
    """A plain share of independent things."""
    return _figure(count / n if n else None, n, of, wilson(count, n), count)


def difference(first: Mapping[str, Any], second: Mapping[str, Any], of: str) -> Figure:
    """`first - second`, two figures of different items; a dash where one of them is."""
    if first["value"] is None or second["value"] is None:
        return _figure(None, 0, of, None, None)
    interval = None
    if first["low"] is not None and second["low"] is not None:
        sides = [Interval(figure["low"], figure["high"], figure["method"]) for figure in (first, second)]
        interval = newcombe(first["value"], sides[0], second["value"], sides[1])
    return _figure(first["value"] - second["value"], first["n"] + second["n"], of, interval, None)


def figures_by_name(summary: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Figure | float | None]]:
    """Every figure of a summary with its dotted name: an object with `value`, a plain number, or null."""
    for key, node in summary.items():
        name = f"{prefix}{key}"
        if isinstance(node, Mapping) and "value" not in node:
            yield from figures_by_name(node, f"{name}.")
        elif isinstance(node, Mapping):
            yield name, dict(node)
        elif node is None or (isinstance(node, int | float) and not isinstance(node, bool)):
            yield name, node


def percent(share: float, decimals: int = 0) -> str:
    """A share in percent without the sign, halves rounded up as the papers do: 0.125 is `13`."""
    # Through the shortest decimal form: 0.145 * 100 is 14.499999999999998 as a float.
    return str((Decimal(str(share)) * 100).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def at(nested: Mapping[str, Any], name: str) -> Any:
    """What stands under a dotted name.

    Raises:
        KeyError: Nothing does.
    """
    node: Any = nested
    for part in name.split("."):
        node = node[part]
    return node


def put(nested: dict[str, Any], name: str, value: object) -> None:
    """Put a value under a dotted name."""
    *path, last = name.split(".")
    for part in path:
        nested = nested.setdefault(part, {})
    nested[last] = value


def _mean(measure: Measure, values: Column, interval: Interval | None) -> Figure:
    known = [value for value in values if value is not None]
    whole = measure.is_share and all(value in (0, 1) for value in known)
    # A bounded sum: fmean would lose the exact count of a share.
    total = sum(known)
    value = total / len(known) if known else None
    return _figure(value, len(known), measure.of, interval, int(total) if whole else None)


def _figure(value: float | None, n: int, of: str, interval: Interval | None, count: int | None) -> Figure:
    figure: Figure = {"value": value, "n": n, "of": of}
    if count is not None:
        figure["count"] = count
    ends = (None, None, None) if interval is None else (interval.low, interval.high, interval.method)
    return figure | dict(zip(("low", "high", "method"), ends, strict=True))

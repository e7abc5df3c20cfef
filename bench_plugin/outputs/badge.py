"""The accuracy as a badge, in the endpoint form of shields.io."""

from collections.abc import Mapping
from typing import Any

from bench_plugin.tables import percent

BADGE = "badge.json"

_COLORS = {0: "brightgreen", 1: "red", 10: "yellow", 11: "lightgrey"}


def badge(summary: Mapping[str, Any], exit_code: int | None) -> dict[str, Any]:
    """What shields.io shows: the run's accuracy by the score that decides, coloured by the gate.

    Args:
        summary: summary.json.
        exit_code: Of the gated run; None without a gate, which is blue: no number is good or bad by itself.

    Source: https://shields.io/badges/endpoint-badge, schema version 1.
    """
    figure = summary["accuracy"][summary["scoring"]]
    color = "blue" if exit_code is None else _COLORS.get(exit_code, "lightgrey")
    if figure["value"] is None:
        color = "lightgrey"
    return {"schemaVersion": 1, "label": "accuracy", "message": percent(figure), "color": color}

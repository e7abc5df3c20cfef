"""The figures of a run: what summary.json says, from the rows of its cases."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from adapters.profiles import profile_from
from bench_plugin.conventions import convention_notes
from bench_plugin.cost import cost_of
from bench_plugin.rows import item_from_row
from bench_plugin.run_folder import StoredRun
from scoring.scored_item import ScoredItem
from scoring.summary import summarize

Row = Mapping[str, Any]


def run_figures(run: StoredRun, rows: Collection[Row], unasked: Sequence[ScoredItem]) -> dict[str, Any]:
    """Every figure, with what the scores alone don't say: cost, time, builds of the server, the audit, remarks.

    Args:
        run: The folder with its run.json.
        rows: One a case with a result.
        unasked: A place for each selected case without one.
    """
    about = run.about
    figures = summarize([*map(item_from_row, rows), *unasked], about["scoring"])
    figures["servers"] = sorted({row["server"] for row in rows if row["server"] is not None})
    figures["notes"] = _convention_notes(run, rows)
    figures["cost"] = cost_of(rows, profile_from(about["profile"]).prices)
    audited = [row["extractors_disagree"] for row in rows if row["extractors_disagree"] is not None]
    if audited:
        figures["extraction_audit"] = {"audited": len(audited), "disagreed": sum(audited)}
    figures["duration_s"] = round(sum(part["duration_s"] or 0.0 for part in about["parts"]), 1)
    return figures


def _convention_notes(run: StoredRun, rows: Collection[Row]) -> list[str]:
    """Only a run with evidence, or with boxes as answers, has boxes to look at; its records are read again for them."""
    # Lists are graded as well, but a list has an official score, and a box has none.
    if not any(row["has_evidence"] or (row["graded"] and row["official"] is None) for row in rows):
        return []
    profile = profile_from(run.about["profile"])
    protocols = {manner["protocol"] for manner in run.about["manners"].values()} - {"none"}
    return convention_notes(run.records(), profile, protocols or {profile.protocol})

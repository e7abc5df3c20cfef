"""Whether a run's boxes would fit the gold far better under another reading. The scores are not touched."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from adapters.profiles import Profile
from adapters.protocols import answer_numbers, convention_of, protocol_named
from scoring.conventions import Order, Reading, Unit, WrittenBoxes, convention_hint


def convention_notes(records: Iterable[Mapping[str, Any]], profile: Profile, protocols: Iterable[str]) -> list[str]:
    """A sentence for each protocol of the run whose boxes fit far better otherwise.

    Args:
        records: Of the run, read one at a time.
        profile: Of the model.
        protocols: Those the run used.
    """
    written = [boxes for record in records if (boxes := _written(record)) is not None]
    notes = []
    for protocol in sorted(set(protocols)):
        convention = convention_of(protocol_named(protocol), profile)
        hint = convention_hint(written, Reading(cast("Unit", convention.space), cast("Order", convention.order)))
        if hint is not None:
            notes.append(hint.message)
    return notes


def _written(record: Mapping[str, Any]) -> WrittenBoxes | None:
    """The boxes of one item as the model wrote them on the whole picture; None without boxes or gold."""
    transcript = record["transcript"]
    if transcript is None or not record["images"] or not transcript["sent"]:
        return None
    if record["scorer"] == "box":
        numbers = answer_numbers(transcript["final_text"])
        boxes, gold = [] if numbers is None else [numbers], [record["expected"]]
    else:
        calls = transcript["calls"]
        boxes = [c["written"] for c in calls if c["written"] and c["source"] == "original" and c["image"] == 0]
        gold = record["evidence"]
    if not boxes or not gold:
        return None
    sent, original = transcript["sent"][0], record["images"][0]["size_px"]
    return WrittenBoxes(
        tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in boxes),
        (sent["width_px"], sent["height_px"]),
        (original[0], original[1]),
        tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in gold),
    )

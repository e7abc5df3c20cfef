"""Everything the page shows of one item when its row is opened, as plain values."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench_plugin.report.shelf import ASSETS, Kept
from bench_plugin.report.wishes import Wish, crop_of

MAX_TEXT = 60_000
"""Characters of one message; the rest is in the record."""

_MAX_MESSAGES = 120
_CUT = " […] cut for this page; the record has all of it"


def detail_of(record: Mapping[str, Any], wishes: Sequence[Wish], kept: Sequence[Kept | None]) -> dict[str, Any]:
    """The details of one item.

    Args:
        record: As the run stored it.
        wishes, kept: For each picture of the question what would be shown, and what there is.
    """
    transcript = record["transcript"]
    pictures = [_picture(*parts) for parts in zip(record["images"], wishes, kept, strict=True)]
    detail = {
        "prompt": _cut(record["prompt"]),
        "pictures": pictures,
        "gold": record["evidence"],
        "expected": _cut(_written(record["expected"])),
        "verdict": _verdict(record["verdict"]),
        "grounding": record["grounding"],
        "error": None if record["error"] is None else _cut(record["error"]),
        "meta": {"item": _cut(record["item_id"], 300), "label": record["label"], "split": record["split"]}
        | {"scenario": record["scenario"], "seconds": record["seconds"], "time": record["time"]},
    }
    return detail if transcript is None else detail | _conversation(record, transcript, wishes, kept)


def _conversation(
    record: Mapping[str, Any], transcript: Mapping[str, Any], wishes: Sequence[Wish], kept: Sequence[Kept | None]
) -> dict[str, Any]:
    messages = transcript["messages"]
    return {
        "messages": [_message(message) for message in messages[:_MAX_MESSAGES]],
        "messages_cut": max(0, len(messages) - _MAX_MESSAGES),
        "calls": _calls(transcript["calls"], wishes, kept),
        "reply": reply_parts(transcript["final_text"], _span(record["verdict"])),
        "sent": [dict(sent) for sent in transcript["sent"][:_MAX_MESSAGES]],
        "usage": transcript["usage"],
        "latency_s": transcript["latency_s"],
        "attempts": transcript["attempts"],
        "finish_reason": transcript["finish_reason"],
        "refusal": transcript["refusal"] and _cut(transcript["refusal"]),
        "server": [transcript["served_model"], transcript["fingerprint"]],
        "flags": transcript["flags"],
    }


def reply_parts(text: str, span: tuple[int, int] | None) -> list[str]:
    """The reply as [before, used, after]: the middle is what the extractor read the answer from.

    A page counts characters otherwise than Python, so it gets the parts and no positions.
    """
    if span is None:
        return [_cut(text), "", ""]
    start, end = span
    before, used, after = text[:start], text[start:end], text[end:]
    half = MAX_TEXT // 2
    if len(before) > half:
        before = f"[…] {before[-half:]}"
    return [before, _cut(used), _cut(after, half)]


def _picture(image: Mapping[str, Any], wish: Wish, kept: Kept | None) -> dict[str, Any]:
    return {
        "name": image["name"],
        "path": image["path"],
        "folder": None if wish.path is None else str(wish.path)[: -len(image["path"])],
        "size": image["size_px"],
        "sha256": kept.sha256 if kept else None,
        "view": _asset(kept.view if kept else None),
        "problem": kept.problem if kept else None,
    }


def _calls(
    calls: Sequence[Mapping[str, Any]], wishes: Sequence[Wish], kept: Sequence[Kept | None]
) -> list[dict[str, Any]]:
    """The calls with their crops' files; the crops the model saw are `observation_1`, `observation_2`, …"""
    found = []
    seen = 0
    for call in calls[:_MAX_MESSAGES]:
        inside = 0 <= call["image"] < len(wishes)
        region = crop_of(call, wishes[call["image"]].size) if inside else None
        here = kept[call["image"]] if inside else None
        is_seen = call["error"] is None and call["observed"] and call["shown"] is not None
        seen += is_seen
        found.append(
            dict(call)
            | {
                "error": call["error"] and _cut(call["error"], 2000),
                "note": call["note"] and _cut(call["note"], 2000),
                "region": region,
                "crop": _asset(here.crops.get(region) if here and region else None),
                "name": f"observation_{seen}" if is_seen else None,
            }
        )
    return found


def _message(message: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "role": message["role"],
        "text": _cut(message["text"]),
        "images": message["images"],
        "reasoning": message["reasoning"] and _cut(message["reasoning"]),
    }


def _verdict(verdict: Mapping[str, Any]) -> dict[str, Any]:
    extraction = verdict["extraction"]
    if extraction is None:
        return dict(verdict)
    read = {key: extraction[key] for key in ("answer", "rule", "reason", "flags")}
    read["answer"] = extraction["answer"] and _cut(extraction["answer"])
    return dict(verdict) | {
        "extraction": read | {"rejected": [_cut(each, 300) for each in extraction["rejected"][:20]]}
    }


def _span(verdict: Mapping[str, Any]) -> tuple[int, int] | None:
    span = (verdict["extraction"] or {}).get("span")
    return None if span is None else (span[0], span[1])


def _written(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


def _cut(text: str, most: int = MAX_TEXT) -> str:
    return text if len(text) <= most else text[:most] + _CUT


def _asset(name: str | None) -> str | None:
    return None if name is None else f"{ASSETS}/{name}"

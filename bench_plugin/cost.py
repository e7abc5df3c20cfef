"""What a run costs: before it, as a range; after it, from the tokens the servers counted."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from adapters.base import Usage
from adapters.pace import cost_usd
from adapters.profiles import Prices, Profile
from adapters.protocols import protocol_named
from adapters.token_rules import Estimate, estimate
from bench_plugin.cases import Case
from bench_plugin.manners import manner_of
from bench_plugin.options import Settings


def check_prices(profile: Profile, wanted: str) -> None:
    """Refuse to count money without prices.

    Args:
        wanted: What the user asked for.

    Raises:
        pytest.UsageError: The profile has none.
    """
    if not profile.prices.are_known:
        raise pytest.UsageError(
            f"{wanted}: the profile {profile.name} has no prices. Give them with --set prices.input_usd=… "
            "--set prices.output_usd=…, dollars per million tokens."
        )


def cost_of(rows: Iterable[Mapping[str, Any]], prices: Prices) -> dict[str, Any]:
    """Money spent, from the tokens of every row; null where a price is unknown. The model that reads answers apart."""
    known, judge_tokens, unknown = 0.0, 0, 0
    for row in rows:
        usd = cost_usd(Usage(row["prompt_tokens"], row["completion_tokens"]), prices)
        known += usd or 0.0
        unknown += usd is None and row["prompt_tokens"] is not None
        judge_tokens += row["judge_tokens"] or 0
    found: dict[str, Any] = {"usd": round(known, 6) if prices.are_known and not unknown else None}
    if judge_tokens:
        found["extractor"] = {"tokens": judge_tokens, "usd": None, "note": "price unknown"}
    return found


def estimate_lines(cases: Iterable[Case], settings: Settings, profile: Profile) -> list[str]:
    """What the selected cases may cost, as lines for the user. Nothing is asked."""
    found = [_estimate(case, settings, profile) for case in cases]
    prompt = _sum(each.prompt for each in found)
    completion = _sum(each.completion for each in found)
    rule = profile.image_tokens or "unknown family: the range of all rules"
    lines = [
        f"estimate for {len(found)} cases, nothing is asked",
        f"  prompt tokens      {prompt[0]:>14,} to {prompt[1]:,}  (pictures: {rule})",
        f"  completion tokens  {completion[0]:>14,} to {completion[1]:,}  (a short answer; every reply at its limit)",
    ]
    low = cost_usd(Usage(prompt[0], completion[0]), profile.prices)
    high = cost_usd(Usage(prompt[1], completion[1]), profile.prices)
    money = "price unknown (prices.input_usd and prices.output_usd of the profile)"
    if low is not None and high is not None:
        money = f"{low:>14,.2f} to {high:,.2f}"
    lines.append(f"  US dollars         {money}")
    if settings.extractor != "rules" or settings.extractor_audit:
        lines.append(f"  the extraction model {settings.extractor_model} comes on top: price unknown")
    return lines


def _estimate(case: Case, settings: Settings, profile: Profile) -> Estimate:
    manner = manner_of(case.item, settings, profile, None)
    protocol = protocol_named(manner.protocol)
    turns = (profile.limits.max_turns or protocol.max_turns) if protocol.zooms else 1
    return estimate(
        case.item.prompt,
        [image.upright_size for image in case.item.images],
        rule=profile.image_tokens,
        max_tokens=profile.sampling.max_tokens,
        turns=turns,
    )


def _sum(ranges: Iterable[tuple[int, int]]) -> tuple[int, int]:
    low = high = 0
    for least, most in ranges:
        low += least
        high += most
    return low, high

"""Which answers the model reads, and which it reads only to be compared with the rules."""

import hashlib
from collections.abc import Iterable
from typing import Literal

Kind = Literal["rules", "llm", "hybrid"]


def asks_model(kind: Kind, *, covered: bool, rules_outcome: str, response: str) -> bool:
    """Whether the model reads this response.

    Args:
        kind: `rules` never asks; `llm` asks for every response with text in it; `hybrid` only where the rules abstain.
        covered: Whether there is a prompt for the task (`ExtractionModel.covers`); the rules keep the others.
        rules_outcome: `Extraction.outcome` of the rules: `answered`, `unparsed` or `refused`. A refusal has no answer
            that a model could find.
        response: The model's text.
    """
    if kind == "rules" or not covered or not response.strip():
        return False
    return kind == "llm" or rules_outcome == "unparsed"


def audit_sample(cases: Iterable[str], count: int) -> frozenset[str]:
    """The cases on which rules and model are compared: `count` of them, the same in every process and every run.

    They are drawn by the hash of their names, so a case that was in stays in when others are added to the run.
    """
    return frozenset(sorted(cases, key=lambda case: hashlib.sha256(case.encode("utf-8", "replace")).digest())[:count])

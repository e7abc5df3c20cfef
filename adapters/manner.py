"""How a question is asked, beside the model's profile: with which tools, read in which way."""

from dataclasses import dataclass
from typing import Literal

Reading = Literal["lenient", "official"]
"""How a turn is read: as meant, or as the published loop of the agent reads it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a question is asked.

    Attributes:
        protocol: The tool protocol by name; `none` is one turn.
        reading: How turns are read; see docs/protocols.md.
        system_prompt: Replaces the protocol's declaration, None keeps it.
        upright: Whether boxes are at stake even without a protocol: the picture goes out upright and opaque then.
    """

    protocol: str = "none"
    reading: Reading = "lenient"
    system_prompt: str | None = None
    upright: bool = False


ONE_TURN = Manner()

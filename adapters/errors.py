"""Why a model could not be asked. Each error says whether trying again, or going on with the run, can help."""

from typing import Literal

Reason = Literal[
    "timeout",
    "connection",
    "rate_limited",
    "server_error",
    "bad_reply",
    "context_overflow",
    "image_too_large",
    "image_unreadable",
    "rejected",
    "stopped",
]


class AskError(Exception):
    """One item could not be asked.

    Attributes:
        reason: One word of a fixed list.
        attempts: Requests made before giving up.
    """

    def __init__(self, reason: Reason, message: str, *, attempts: int = 1) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.attempts = attempts


class EndpointError(Exception):
    """No item can be asked: bad key, unknown model, wrong URL. The run stops; the message says what to change."""

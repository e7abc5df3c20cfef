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


class JudgeError(Exception):
    """The model that reads answers failed for one item: it could not be asked, or its reply can't be used.

    The case becomes an ERROR, never a wrong answer; the item can be read again from its stored transcript.

    Attributes:
        reason: One word of a fixed list.
        attempts: Requests made before giving up, 0 when none was.
    """

    def __init__(self, reason: Reason | Literal["endpoint"], message: str, *, attempts: int = 1) -> None:
        super().__init__(message)
        self.reason: Reason | Literal["endpoint"] = reason
        self.attempts = attempts


class JudgeSetupError(Exception):
    """The model that reads answers can't be set up: what was seen, the rule, the next command."""


class RunStopped(Exception):  # noqa: N818  not an error: a limit the user set was reached
    """Nothing more is to be asked: a budget is spent or the time is over. The item has no result."""

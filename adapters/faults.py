"""What a failed request means: try again, give up this item, stop the run, or take it as the model's answer."""

import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.errors import Reason

LONGEST_MESSAGE = 600

# Phrases of OpenAI, vLLM, SGLang and LMDeploy; each comes with status 400.
_TOO_LONG = (
    "maximum context length",
    "longer than the maximum model length",
    "prompt is too long",
    "less than the model context length",
    "context_length_exceeded",
)
_FILTERED = ("content_filter", "responsibleaipolicyviolation", "content management policy")
_NO_MODEL = ("model_not_found", "does not exist", "no such model", "invalid model")


@dataclass(frozen=True, slots=True)
class Fault:
    """One failed request, classified.

    Attributes:
        kind: `again` (may pass), `unreached` (no connection was made; may pass), `limited` (429: every worker waits),
            `item` (this item can't be asked), `run` (no item can), `filtered` (the server's filter spoke: an outcome,
            not an error).
        reason: The word that goes into the record.
        message: What the server said, bounded.
        wait_s: How long the server asked to wait, None when it did not say.
    """

    kind: str
    reason: Reason
    message: str
    wait_s: float | None = None


def status_fault(status: int, body: object, headers: Mapping[str, str]) -> Fault:
    """Classify an HTTP error, or an error object inside a 200.

    Args:
        status: The HTTP status, or the number the error object carries.
        body: The error object as parsed, or text.
        headers: Response headers; names in lower case.
    """
    message, seen = _told(status, body)
    wait = retry_after_s(headers)
    if any(phrase in seen for phrase in _FILTERED) or (status == 403 and "moderation" in seen):
        return Fault("filtered", "rejected", message)
    if status == 429 and "insufficient_quota" in seen:
        return Fault("run", "rejected", f"{message} The account has no credit left.")
    if status == 429:
        return Fault("limited", "rate_limited", message, wait)
    if status in (408, 409) or status >= 500:
        return Fault("again", "server_error", message, wait)
    if status in (401, 403):
        return Fault("run", "rejected", f"{message} Check the key, and that it may use this model.")
    if status == 402:
        return Fault("run", "rejected", f"{message} The account has no credit left.")
    if status == 413:
        return Fault("item", "image_too_large", message)
    if status == 404:
        return Fault("run", "rejected", f"{message} Check --base-url (does it end in /v1?) and --served-name.")
    if any(phrase in seen for phrase in _TOO_LONG):
        return Fault("item", "context_overflow", message)
    if any(phrase in seen for phrase in _NO_MODEL):
        return Fault("run", "rejected", f"{message} Check --served-name.")
    return Fault("item", "rejected", message)


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds the server asks to wait: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date."""
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            return max(0.0, float(value) / scale)
        except ValueError:
            pass
        parsed = email.utils.parsedate_tz(value)
        if parsed is not None:
            return max(0.0, email.utils.mktime_tz(parsed) - time.time())
    return None


def _told(status: int, body: object) -> tuple[str, str]:
    """(the message to show, everything said in lower case to look for phrases in)."""
    whole = str(body)
    message: Any = body
    for _ in range(2):  # {"error": {"message": …}} and the flat {"message": …}
        if isinstance(message, Mapping):
            message = message.get("message") or message.get("error") or whole
    return f"HTTP {status}: {str(message)[:LONGEST_MESSAGE]}", whole[:20_000].lower()

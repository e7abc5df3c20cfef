"""Keep secrets out of every file, report and message."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

import pytest

from adapters.address import address_of

# A short password can't be cut out of every text, but inside a URL it is known by its place.
_IN_URL = re.compile(
    r"(?<=://)[^\s/@:]{0,200}(?::[^\s/@]{0,200})?@|(?<=[?&])([\w-]{0,40}(?:key|token|secret|sig|auth)[\w-]{0,40}=)[^&\s\"'<>]+",
    re.IGNORECASE,
)
_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)
# Shorter values ("1", "true", "none") are settings, and cutting them out would spoil every text.
_SHORTEST = 8
MARK = "[redacted]"


class Redactor:
    """Replaces known secret values wherever they stand.

    Args:
        environ: The environment; values of variables whose name looks like a secret's are hidden.
        urls: URLs whose passwords and query values are hidden too.
    """

    def __init__(self, environ: Mapping[str, str], urls: Iterable[str | None] = ()) -> None:
        values = {value for name, value in environ.items() if _NAMES.search(name) and len(value) >= _SHORTEST}
        for url in urls:
            values |= set(_url_secrets(url)) if url else set()
        # Longest first, so that a secret inside another leaves no rest.
        self._values = sorted(values, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """The text without the secrets."""
        for value in self._values:
            if value in text:
                text = text.replace(value, MARK)
        return _IN_URL.sub(_hidden, text) if "://" in text else text


def _hidden(match: re.Match[str]) -> str:
    return f"{match[1]}{MARK}" if match[1] else f"{MARK}@"


def _url_secrets(url: str) -> list[str]:
    parts = urlsplit(url)
    values = [value for _, value in parse_qsl(parts.query)]
    if parts.password:
        # As written, as meant, and as it goes out; a server that echoes its request shows the last of them.
        sent = [header.removeprefix("Basic ") for header in address_of(url).headers.values()]
        values += [parts.password, unquote(parts.password), *sent]
    # One and two characters would be cut out of every word.
    return [value for value in values if len(value) > 2]


def public_url(url: str | None) -> str | None:
    """A URL without user, password and query."""
    if url is None:
        return None
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit((parts.scheme, host + port, parts.path, "", ""))


def hide_secrets(report: pytest.TestReport, redact: Redactor) -> None:
    """Take secrets out of a report's traceback and captured output."""
    if report.longrepr is not None:
        text = str(report.longrepr)
        clean = redact(text)
        if clean != text:
            report.longrepr = clean
    report.sections = [(name, redact(content)) for name, content in report.sections]

"""What a base URL says besides an address: credentials and a query."""

import base64
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit


@dataclass(frozen=True, slots=True)
class Address:
    """Where requests go, and what every one of them carries.

    Attributes:
        url: The address alone; a path is appended to it.
        headers: `Authorization`, where the URL had `user:password@`. A request has room for one such header, so the API
            key does not go out then.
        query: What stood behind `?`.
    """

    url: str
    headers: dict[str, str]
    query: dict[str, str]


def address_of(base_url: str) -> Address:
    """Take a base URL apart, such as `https://user:password@host/v1?api-version=3`.

    Raises:
        ValueError: It is none: no http or https, no host, or a port that is no number.
    """
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("it must begin with http:// or https:// and a host")
    _ = parts.port  # looked at here, where a wrong one can be told
    credentials, at, host = parts.netloc.rpartition("@")
    headers = {}
    if at:
        user, _, password = credentials.partition(":")
        token = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()
        headers["Authorization"] = f"Basic {token}"
    return Address(
        urlunsplit((parts.scheme, host, parts.path, "", "")),
        headers,
        dict(parse_qsl(parts.query, keep_blank_values=True)),
    )


def client_settings(base_url: str, key: str | None) -> dict[str, Any]:
    """What the `openai` package's client is made with, to send requests there."""
    address = address_of(base_url)
    return {
        "base_url": address.url,
        "api_key": key or "none",
        "default_headers": address.headers,
        "default_query": address.query,
        "max_retries": 0,
    }

"""Ask any OpenAI-compatible chat endpoint: vLLM, SGLang, LMDeploy, OpenAI, OpenRouter, …"""

import asyncio
import dataclasses
import json
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.address import client_settings
from adapters.base import Usage
from adapters.errors import AskError, EndpointError
from adapters.faults import LONGEST_MESSAGE, Fault, status_fault
from adapters.pace import Pace
from adapters.profiles import Profile
from adapters.wire import Body, ChatMessage, Reply, request_body

_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 60.0
# Attempts to connect to a server that never answered, before it is taken for one that is not there.
_KNOCKS = 3
# A reply is text: megabytes of it come from a broken or hostile server, and would go into every report.
_LONGEST_REPLY = 4_000_000
_LONGEST_BODY = 16 * _LONGEST_REPLY


class OpenAIChat:
    """A `ChatClient` over the `openai` package.

    Its client settles address, key and headers; requests go straight to the HTTP client under it. Its own way to send
    one would try again by itself, and cost half as much again.

    Args:
        profile: Where and how the model is served; `served_name` must be known by now.
        key: The API key, None for an endpoint that wants none.
        pace: The budget all processes share.
    """

    def __init__(self, profile: Profile, key: str | None, pace: Pace) -> None:
        import openai

        self._limits = profile.limits
        self._pace = pace
        self._fields = request_fields(profile)
        self._answered = False
        # The total deadline below bounds each request; a socket timeout would not.
        self._http = openai.DefaultAioHttpClient(timeout=None)
        client = openai.AsyncOpenAI(**client_settings(str(profile.base_url), key), http_client=self._http)
        sent = {**client.auth_headers, **client.default_headers, "Content-Type": "application/json"}
        # Headers that are not set have a value that is no text; what the package tells of this machine is nobody's.
        self._headers = {
            name: value for name, value in sent.items() if isinstance(value, str) and not name.startswith("X-Stainless")
        }
        address = f"{str(client.base_url).rstrip('/')}/chat/completions"
        query = {name: str(value) for name, value in client.default_query.items()}
        self._url = self._http.build_request("POST", address, params=query or None).url

    async def complete(self, messages: Sequence[ChatMessage], fields: Mapping[str, Any] | None = None) -> Reply:
        """Ask once, with retries; see `adapters.wire.ChatClient`."""
        body = request_body(messages, {**self._fields, **(fields or {})})
        most = self._limits.max_request_bytes
        if most is not None and len(body) > most:
            raise AskError("image_too_large", f"the request has {len(body):,} bytes; the profile allows {most:,}")
        started = time.monotonic()
        attempts = failures = 0
        while True:
            await self._pace.enter()
            attempts += 1
            result = await self._attempt(body)
            if isinstance(result, Reply):
                latency = time.monotonic() - started
                return dataclasses.replace(result, latency_s=latency, attempts=attempts)
            if result.kind == "run" and not self._is_items_own(result):
                raise EndpointError(result.message)
            failures += result.kind in ("again", "unreached")
            if result.kind == "unreached" and failures >= _KNOCKS and not self._answered:
                raise EndpointError(f"{result.message} Is the server running? Check the base URL.")
            if result.kind in ("item", "run") or failures > self._limits.retries:
                raise AskError(result.reason, result.message, attempts=attempts)
            if result.kind != "limited":
                await asyncio.sleep(_backoff_s(failures, result.wait_s))

    async def close(self) -> None:
        """Give the connections back."""
        await self._http.aclose()

    def _is_items_own(self, fault: Fault) -> bool:
        # Some gateways answer 404 to a body they find too large; the address was right for the answers before.
        return self._answered and fault.message.startswith("HTTP 404")

    async def _attempt(self, body: Body) -> Reply | Fault:
        """One request. Always tells the pace how it ended."""
        try:
            result = _read(await self._post(body))
        except BaseException:
            self._pace.failed()
            raise
        if isinstance(result, Reply):
            self._answered = True
            self._pace.succeeded(result.usage)
        elif result.kind == "limited":
            self._pace.limited(result.wait_s)
        else:
            self._pace.failed()
        if isinstance(result, Fault) and result.kind == "filtered":
            return Reply(text=None, finish_reason="content_filter", refusal=result.message)
        return result

    async def _post(self, body: Body) -> object:
        """The parsed reply, or the fault that came instead."""
        headers = {**self._headers, "Content-Length": str(len(body))}
        request = self._http.build_request("POST", self._url, headers=headers, content=body)
        try:
            async with asyncio.timeout(self._limits.request_s):
                response = await self._http.send(request, stream=True)
                data = await _whole(response)
        except TimeoutError:
            return Fault("again", "timeout", f"no complete reply within {self._limits.request_s:g} s")
        except Exception as exc:  # whatever the transport raises, there is no reply
            return Fault("unreached" if _is_unreached(exc) else "again", "connection", _connection_message(exc))
        parsed = _parsed(data)
        if response.is_success:
            return parsed
        said = data.decode("utf-8", "replace") if isinstance(parsed, Fault) else parsed
        return status_fault(response.status_code, said, response.headers)


def request_fields(profile: Profile) -> dict[str, Any]:
    """The fields of every request: model and sampling, without those the profile leaves to the server."""
    sampling = dataclasses.asdict(profile.sampling)
    extra, omit = sampling.pop("extra"), sampling.pop("omit")
    set_here = {key: value for key, value in sampling.items() if value is not None and key not in omit}
    return {"model": profile.served_name, **set_here, **extra}


async def served_models(base_url: str, key: str | None, timeout_s: float = 10.0) -> tuple[str, ...]:
    """The names an endpoint serves, as `/models` lists them.

    Raises:
        EndpointError: The endpoint can't be reached or does not list its models.
    """
    import openai

    client = openai.AsyncOpenAI(**client_settings(base_url, key), timeout=timeout_s)
    try:
        page = await client.models.list()
        return tuple(model.id for model in page.data)
    except openai.APIStatusError as exc:
        fault = status_fault(exc.status_code, exc.body or exc.message, exc.response.headers)
        raise EndpointError(f"{base_url}/models: {fault.message}") from exc
    except (openai.APIError, ValueError, TypeError) as exc:
        raise EndpointError(
            f"{base_url}/models: {exc} Is the server running? Check --base-url, or name the model with --served-name."
        ) from exc
    finally:
        await client.close()


def _backoff_s(failures: int, wait_s: float | None) -> float:
    """Seconds to wait before the next attempt: what the server asked, else doubling with full jitter."""
    if wait_s is not None:
        return wait_s
    longest = min(_FIRST_WAIT_S * 2.0 ** (failures - 1), _LONGEST_WAIT_S)
    return longest * (0.5 + random.random() / 2)


async def _whole(response: Any) -> bytes:  # Any: a response of the HTTP library under the package
    """The body; of one longer than any reply, the beginning."""
    parts, room = [], _LONGEST_BODY
    try:
        async for part in response.aiter_bytes():
            parts.append(part[:room])
            room -= len(part)
            if room <= 0:
                break
    finally:
        await response.aclose()
    return b"".join(parts)


def _parsed(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as exc:
        return Fault("again", "bad_reply", f"the reply is not what the API promises: {exc}"[:LONGEST_MESSAGE])


def _is_unreached(exc: Exception) -> bool:
    """Whether nobody took the connection: refused, no such host, no trusted certificate."""
    import aiohttp

    return isinstance(exc.__cause__, aiohttp.ClientConnectorError)


def _connection_message(exc: Exception) -> str:
    if _is_unreached(exc):
        return f"{exc}."[:LONGEST_MESSAGE]
    return f"the connection failed ({type(exc).__name__}: {exc})"[:LONGEST_MESSAGE]


def _read(data: object) -> Reply | Fault:
    """A reply from the parsed JSON, whatever the server put into it."""
    if isinstance(data, Fault):
        return data
    if not isinstance(data, Mapping):
        return Fault("again", "bad_reply", f"the reply is no JSON object: {str(data)[:200]!r}")
    error = data.get("error")
    choices = data.get("choices")
    if error and not choices:
        code = error.get("code") if isinstance(error, Mapping) else None
        return status_fault(code if isinstance(code, int) else 500, error, {})
    if not isinstance(choices, Sequence) or not choices or not isinstance(choices[0], Mapping):
        return Fault("again", "bad_reply", f"the reply has no choices: {json.dumps(data)[:200]}")
    return _reply(data, choices[0])


def _reply(data: Mapping[str, Any], choice: Mapping[str, Any]) -> Reply:
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    stop = choice.get("stop_reason", choice.get("matched_stop"))
    calls = message.get("tool_calls") or ()
    return Reply(
        text=_text(message.get("content")),
        reasoning=_text(message.get("reasoning_content") or message.get("reasoning")),
        finish_reason=_text(choice.get("finish_reason")),
        refusal=_text(message.get("refusal")),
        tool_calls=tuple(call for call in calls if isinstance(call, Mapping)),
        stop_reason=stop if isinstance(stop, str) else None,
        usage=_usage(data.get("usage")),
        served_model=_text(data.get("model")),
        fingerprint=_text(data.get("system_fingerprint")),
    )


def _text(value: object) -> str | None:
    """Text as the server wrote it; parts are joined, None stays None."""
    if isinstance(value, list):
        texts = [part.get("text") for part in value if isinstance(part, Mapping)]
        value = "".join(text for text in texts if isinstance(text, str))
    return None if value is None else str(value)[:_LONGEST_REPLY]


def _usage(value: object) -> Usage:
    if not isinstance(value, Mapping):
        return Usage()
    details = value.get("completion_tokens_details")
    reasoning = details.get("reasoning_tokens") if isinstance(details, Mapping) else None
    counts = (value.get("prompt_tokens"), value.get("completion_tokens"), reasoning)
    return Usage(*(count if isinstance(count, int) else None for count in counts))

"""The endpoint client over real HTTP: what goes out, what comes back, what is tried again, what stops the run."""

import asyncio
import email.utils
import gzip
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from adapters.errors import AskError, EndpointError
from adapters.faults import retry_after_s
from adapters.openai_chat import OpenAIChat, served_models
from adapters.pace import Pace, SharedNumbers
from adapters.profiles import Limits, Profile, Sampling
from adapters.wire import ChatMessage, ImagePart, Reply
from tests.loopback import Answer, Asked, Loopback, Script

QUESTION = (ChatMessage("user", (ImagePart("image/png", b"iVBORw0KGgo="), "Which one?\nA. left\nB. right")),)


def complete(script: Script, **profile: Any) -> tuple[Reply | Exception, list[Asked]]:
    """Ask once; the reply or the error, and what the server saw."""

    async def run(url: str) -> Reply:
        named = Profile("test", base_url=url, served_name="loopback-vl", **profile)
        client = OpenAIChat(named, "sk-test-123456", Pace(SharedNumbers(None), in_flight=4))
        try:
            return await client.complete(QUESTION)
        finally:
            await client.close()

    with Loopback(script) as server:
        try:
            return asyncio.run(run(server.url)), server.asked
        except (AskError, EndpointError) as exc:
            return exc, server.asked


def one_by_one(*answers: Answer) -> Script:
    """The first answer to the first request, and so on; the last one for ever."""
    left: Iterator[Answer] = iter(answers)
    last = answers[-1]

    def script(_: Asked) -> Answer:
        return next(left, last)

    return script


@pytest.mark.parametrize("ask", ["complete", "models"])
def test_credentials_and_a_query_in_the_address_go_along(ask: str) -> None:
    """`user:password@` is sent as such in the place of the key, the query with every request."""

    async def run(url: str) -> None:
        if ask == "models":
            assert await served_models(url, "sk-test-123456") == ("loopback-vl",)
            return
        client = OpenAIChat(Profile("t", base_url=url, served_name="m"), "sk-1", Pace(SharedNumbers(None), in_flight=1))
        try:
            await client.complete(QUESTION)
        finally:
            await client.close()

    with Loopback(lambda _: Answer("B")) as server:
        asyncio.run(run(server.url.replace("http://", "http://me:p%40ss@") + "?api-version=3"))
    (request,) = server.asked if ask == "complete" else server.listed
    assert request.path == f"/v1/{'chat/completions' if ask == 'complete' else 'models'}?api-version=3"
    assert request.headers["authorization"] == "Basic bWU6cEBzcw=="


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://no-such-host.invalid/v1"])
def test_a_server_that_is_not_there_stops_the_run(url: str) -> None:
    """After a few knocks, with what to check; not after the retries of every item."""

    async def run() -> None:
        client = OpenAIChat(Profile("t", base_url=url, served_name="m"), None, Pace(SharedNumbers(None), in_flight=1))
        try:
            await client.complete(QUESTION)
        finally:
            await client.close()

    with pytest.raises(EndpointError, match=r"Cannot connect to host .*Is the server running\? Check the base URL"):
        asyncio.run(run())


def test_a_large_picture_goes_out_whole_each_time_it_is_tried() -> None:
    """In pieces, with its length told, and again from the start after a fault."""
    data = "QUJD" * 150_000 + "RA=="
    large = (ChatMessage("user", (ImagePart("image/png", data.encode()), "Which one?")),)

    async def run(url: str) -> None:
        client = OpenAIChat(Profile("t", base_url=url, served_name="m"), None, Pace(SharedNumbers(None), in_flight=1))
        try:
            await client.complete(large)
        finally:
            await client.close()

    with Loopback(one_by_one(Answer(status=500, error="oops", headers={"retry-after-ms": "1"}), Answer("B"))) as server:
        asyncio.run(run(server.url))
    assert len(server.asked) == 2
    for request in server.asked:
        assert "transfer-encoding" not in request.headers
        (picture, text) = request.messages[0]["content"]
        assert picture["image_url"]["url"] == f"data:image/png;base64,{data}"
        assert text["text"] == "Which one?"


def test_pictures_go_first_then_the_prompt_and_no_system_message() -> None:
    """The request is what the run's record says it is."""
    reply, asked = complete(lambda _: Answer("B"))
    assert isinstance(reply, Reply)
    assert reply.text == "B"
    (request,) = asked
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "loopback-vl"
    assert request.body["temperature"] == 0
    assert request.body["max_tokens"] == 8192
    (message,) = request.messages
    assert message["role"] == "user"
    assert [part["type"] for part in message["content"]] == ["image_url", "text"]
    assert request.image_urls == ["data:image/png;base64,iVBORw0KGgo="]
    assert request.headers["authorization"] == "Bearer sk-test-123456"


def test_sampling_fields_can_be_left_out_or_added() -> None:
    """Some families refuse the older fields."""
    sampling = Sampling(omit=("temperature", "max_tokens"), extra={"max_completion_tokens": 99})
    _, asked = complete(lambda _: Answer("B"), sampling=sampling)
    body = asked[0].body
    assert "temperature" not in body
    assert "max_tokens" not in body
    assert body["max_completion_tokens"] == 99


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(Answer(status=429, headers={"retry-after-ms": "20"}, error="slow down"), id="429"),
        pytest.param(Answer(status=500, error="oops"), id="500"),
        pytest.param(Answer(status=408, error="timeout"), id="408"),
        pytest.param(Answer(status=409, error="conflict"), id="409"),
        pytest.param(Answer(fault="reset"), id="connection reset"),
        pytest.param(Answer(raw=b'{"choices": [{"mess'), id="half a JSON body"),
        pytest.param(Answer(raw=b"<html>bad gateway</html>"), id="no JSON"),
        pytest.param(Answer(raw=b"[" * 200_000), id="nested without end"),
        pytest.param(Answer(raw=b" " * 300_000 + Answer("D").encoded("m")), id="longer than any reply"),
        pytest.param(
            Answer(raw=gzip.compress(b" " * 500_000 + Answer("D").encoded("m")), headers={"content-encoding": "gzip"}),
            id="longer than any reply once unpacked",
        ),
        pytest.param(Answer(raw=b'{"choices": []}'), id="no choices"),
        pytest.param(Answer(raw=b'{"error": {"code": 502, "message": "upstream"}}'), id="an error inside a 200"),
    ],
)
def test_a_fault_that_may_pass_is_tried_again(bad: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bad reply, then a good one: an answer with two attempts."""
    monkeypatch.setattr("adapters.openai_chat._LONGEST_BODY", 250_000)
    reply, asked = complete(one_by_one(bad, Answer("C")))
    assert isinstance(reply, Reply), reply
    assert (reply.text, reply.attempts, len(asked)) == ("C", 2, 2)


def test_an_account_of_the_environment_goes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Key, organisation and project, as the package itself would send them; what is not set is not sent.

    Nor is what the package would tell of this machine.
    """
    monkeypatch.setenv("OPENAI_ORG_ID", "org-7")
    monkeypatch.delenv("OPENAI_PROJECT_ID", raising=False)
    _, (request,) = complete(lambda _: Answer("B"))
    assert request.headers["authorization"] == "Bearer sk-test-123456"
    assert request.headers["openai-organization"] == "org-7"
    assert "openai-project" not in request.headers
    assert request.headers["content-type"] == "application/json"
    assert not [name for name in request.headers if name.startswith("x-stainless")]


def test_a_packed_reply_is_unpacked() -> None:
    """Some gateways compress whatever they send."""
    packed = gzip.compress(Answer("B").encoded("m"))
    reply, _ = complete(lambda _: Answer(raw=packed, headers={"content-encoding": "gzip"}))
    assert isinstance(reply, Reply)
    assert reply.text == "B"


@pytest.mark.parametrize("status", [401, 403, 404, 402])
def test_p40_a_permanent_error_stops_the_run_after_one_request(status: int) -> None:
    """No key, no such model, no credit: nothing that a second request could change."""
    error, asked = complete(lambda _: Answer(status=status, error="no"))
    assert isinstance(error, EndpointError)
    assert len(asked) == 1
    assert f"HTTP {status}" in str(error)


def test_p40_a_server_that_always_fails_ends_after_the_budget() -> None:
    """Two retries are three requests, then the item is an error."""
    error, asked = complete(lambda _: Answer(status=500, error="oops"), limits=Limits(retries=2))
    assert isinstance(error, AskError)
    assert (error.reason, error.attempts, len(asked)) == ("server_error", 3, 3)


@pytest.mark.parametrize("fault", ["hang", "trickle"])
def test_p39_a_request_has_a_total_deadline(fault: Any) -> None:
    """Neither silence nor a byte now and then keeps a request alive."""
    error, asked = complete(lambda _: Answer(fault=fault), limits=Limits(request_s=0.3, retries=0))
    assert isinstance(error, AskError)
    assert (error.reason, len(asked)) == ("timeout", 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        pytest.param(
            Answer(status=400, error="This model's maximum context length is 4096 tokens."),
            "context_overflow",
            id="vLLM: too long",
        ),
        pytest.param(
            Answer(status=400, error={"message": "too long", "code": "context_length_exceeded"}),
            "context_overflow",
            id="OpenAI: too long",
        ),
        pytest.param(Answer(status=413, error="too large"), "image_too_large", id="P34: 413"),
        pytest.param(Answer(status=400, error="At most 1 image(s) may be provided"), "rejected", id="too many images"),
    ],
)
def test_an_error_of_the_item_is_not_tried_again(answer: Answer, reason: str) -> None:
    """The same request would get the same reply."""
    error, asked = complete(lambda _: answer)
    assert isinstance(error, AskError)
    assert (error.reason, len(asked)) == (reason, 1)


def test_a_content_filter_is_an_outcome() -> None:
    """The filter's 400 is what the model's owner answers, not a fault of the line."""
    error = {"message": "filtered", "code": "content_filter", "innererror": {"code": "ResponsibleAIPolicyViolation"}}
    reply, asked = complete(lambda _: Answer(status=400, error=error))
    assert isinstance(reply, Reply)
    assert (reply.text, reply.finish_reason, len(asked)) == (None, "content_filter", 1)


def test_p16_null_content_is_kept_as_it_came() -> None:
    """A reply cut at the limit, and one with hidden reasoning only: one request each, nothing invented."""
    usage = {"prompt_tokens": 9, "completion_tokens": 900, "completion_tokens_details": {"reasoning_tokens": 900}}
    reply, asked = complete(lambda _: Answer(None, finish_reason="length", usage=usage))
    assert isinstance(reply, Reply)
    assert (reply.text, reply.finish_reason, reply.usage.reasoning_tokens, len(asked)) == (None, "length", 900, 1)
    reply, _ = complete(lambda _: Answer(None, message={"reasoning_content": "so B"}))
    assert isinstance(reply, Reply)
    assert (reply.text, reply.reasoning) == (None, "so B")


def test_p34_the_body_is_measured_before_it_is_sent() -> None:
    """The profile knows the provider's limit; the server is not bothered."""
    error, asked = complete(lambda _: Answer("B"), limits=Limits(max_request_bytes=50))
    assert isinstance(error, AskError)
    assert (error.reason, asked) == ("image_too_large", [])


def test_retry_after_in_all_its_forms() -> None:
    """Milliseconds, seconds, a date; nonsense is no wait."""
    assert retry_after_s({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    assert retry_after_s({"retry-after": "1.5"}) == 1.5
    date = email.utils.formatdate(time.time() + 30, usegmt=True)
    assert retry_after_s({"retry-after": date}) == pytest.approx(30, abs=2)
    assert retry_after_s({"retry-after": "soon"}) is None
    assert retry_after_s({}) is None


def test_served_models_are_listed_or_the_message_says_what_to_do() -> None:
    """The only entry of /models is the served name; a closed port is explained."""
    with Loopback(lambda _: Answer(), models=("a/one", "b/two")) as server:
        assert asyncio.run(served_models(server.url, None)) == ("a/one", "b/two")
        closed = server.url
    with pytest.raises(EndpointError, match="Is the server running"):
        asyncio.run(served_models(closed, None))


def test_the_reply_may_hold_anything() -> None:
    """Numbers where text belongs, unknown fields, calls that are no objects: read as far as they make sense."""
    choice = {"message": {"content": [{"type": "text", "text": "B"}, 7], "tool_calls": [1, {"id": "x"}]}}
    raw = json.dumps({"choices": [choice], "usage": {"prompt_tokens": "many"}, "model": 3}).encode()
    reply, _ = complete(lambda _: Answer(raw=raw))
    assert isinstance(reply, Reply)
    assert (reply.text, reply.tool_calls, reply.usage.prompt_tokens, reply.served_model) == (
        "B",
        ({"id": "x"},),
        None,
        "3",
    )

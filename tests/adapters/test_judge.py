"""The model that reads answers, over real HTTP: what it is shown, what is cached, and how it fails."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adapters.errors import JudgeError, JudgeSetupError
from adapters.judge import JudgeSettings, ModelAnswer, asks_model, audit_sample, make_extraction_model
from adapters.judge.cache import ReplyCache
from adapters.judge.prompts import our_prompts
from tests.loopback import Answer, Asked, Loopback, Script
from tests.tiny import ROOT

PROMPT = "How fast?\nA. 10\nB. 20\nC. 30\nD. 40"
OPTIONS = {"A": "10", "B": "20", "C": "30", "D": "40"}
Job = tuple[str, str, str]
"""(task, prompt, response)."""


def extract_all(
    script: Script,
    jobs: Sequence[Job],
    tmp_path: Path,
    server: Loopback | None = None,
    **settings: Any,
) -> tuple[list[ModelAnswer | JudgeError], list[Asked]]:
    """Extract each job's answer, one by one; answers or errors, and what the server saw."""
    (tmp_path / "models.toml").write_text("[quick]\nserved_name = 'helper'\nlimits = { retries = 1 }\n")

    async def run(url: str) -> list[ModelAnswer | JudgeError]:
        named = JudgeSettings(**({"kind": "llm", "model": "quick", "base_url": url} | settings))
        model = make_extraction_model(named, tmp_path, in_flight=4)
        found: list[ModelAnswer | JudgeError] = []
        try:
            for job in jobs:
                try:
                    found.append(await model.extract(*job, options=OPTIONS))
                except JudgeError as exc:
                    found.append(exc)
        finally:
            await model.close()
        return found

    if server is not None:
        seen = len(server.asked)
        server.script = script
        return asyncio.run(run(server.url)), server.asked[seen:]
    with Loopback(script) as own:
        return asyncio.run(run(own.url)), own.asked


def test_the_request_has_the_authors_layout_and_nothing_else(tmp_path: Path) -> None:
    """One user message: examples, question, response, the label to go on from; temperature 0; no picture, no key."""
    (answer,), (asked,) = extract_all(lambda _: Answer("B"), [("instrument", PROMPT, "It is B.")], tmp_path)
    assert isinstance(answer, ModelAnswer)
    assert (answer.answer, answer.reason, answer.cached, answer.usage.prompt_tokens) == ("B", None, False, 100)
    text = our_prompts().texts["instrument"]
    assert asked.messages == [
        {
            "role": "user",
            "content": f"{text}\n\nQuestion: {PROMPT}\n\nModel response: It is B.\n\nExtracted answer: ",
        }
    ]
    assert {key: asked.body[key] for key in ("model", "temperature", "max_tokens")} == {
        "model": "helper",
        "temperature": 0,
        "max_tokens": 4096,
    }
    assert set(asked.body) == {"model", "temperature", "max_tokens", "messages"}


def test_thought_is_not_shown_and_a_response_without_text_is_not_asked_about(tmp_path: Path) -> None:
    """Reasoning never answers; where nothing is left there is no answer to find."""
    jobs = [
        ("maze", PROMPT, "<think>maybe A</think>It is B."),
        ("maze", PROMPT, "<think>maybe A"),
        ("maze", PROMPT, "  "),
    ]
    answers, asked = extract_all(lambda _: Answer("B"), jobs, tmp_path)
    assert answers == [ModelAnswer("B", usage=answers[0].usage)] + [ModelAnswer(None, "no_answer")] * 2  # type: ignore[union-attr]
    assert len(asked) == 1
    assert "maybe A" not in asked[0].prompt


def test_a_response_of_a_megabyte_is_shown_by_its_ends(tmp_path: Path) -> None:
    """The request stays small, and the gap is named."""
    response = "start " + "x" * 1_000_000 + " so B"
    _, (asked,) = extract_all(lambda _: Answer("B"), [("maze", PROMPT, response)], tmp_path)
    assert len(asked.raw) < 60_000
    assert "Model response: start xxx" in asked.prompt
    assert "[… 952,011 characters left out …]" in asked.prompt
    assert "so B\n\nExtracted answer: " in asked.prompt


def test_p17_a_value_that_is_no_option_and_a_helper_that_solves(tmp_path: Path) -> None:
    """25 is no option of 10, 20, 30, 40; and when the helper makes it B, B stands nowhere in the response."""
    jobs = [("instrument", PROMPT, "It reads 25.")]
    (answer,), (asked,) = extract_all(lambda _: Answer("25"), jobs, tmp_path)
    assert isinstance(answer, ModelAnswer)
    assert (answer.answer, answer.reason, answer.rejected) == (None, "not_an_option", "25")
    assert asked.image_urls == []
    (answer,), _ = extract_all(lambda _: Answer("B"), jobs, tmp_path)
    assert isinstance(answer, ModelAnswer)
    assert (answer.answer, answer.reason, answer.rejected) == (None, "not_in_response", "B")


def test_p18_a_conflicting_or_chatty_reply_is_a_judge_error(tmp_path: Path) -> None:
    """Neither the first nor the last of two verdicts counts; nor does a word of a sentence."""
    for reply in ("Answer: B\nAnswer: C", "Yes, it does say B somewhere in there", "", "<think>hm"):
        (error,), asked = extract_all(lambda _, said=reply: Answer(said), [("maze", PROMPT, "B or C")], tmp_path)  # type: ignore[misc]
        assert isinstance(error, JudgeError), reply
        assert (error.reason, len(asked)) == ("bad_reply", 1)


@pytest.mark.parametrize(
    ("answer", "reason", "requests"),
    [
        pytest.param(Answer(fault="reset"), "connection", 2, id="the connection drops"),
        pytest.param(Answer(status=500, error="oops"), "server_error", 2, id="500"),
        pytest.param(Answer(status=400, error="no"), "rejected", 1, id="400"),
        pytest.param(Answer("B", finish_reason="length"), "bad_reply", 1, id="cut off"),
        pytest.param(Answer(None), "bad_reply", 1, id="null"),
        pytest.param(Answer(None, message={"refusal": "no"}), "bad_reply", 1, id="a refusal"),
        pytest.param(Answer(status=400, error="content_filter"), "bad_reply", 1, id="a content filter"),
    ],
)
def test_every_failure_is_a_judge_error(tmp_path: Path, answer: Answer, reason: str, requests: int) -> None:
    """Retried by the client where that can help; never an answer, never a traceback of another kind."""
    (error,), asked = extract_all(lambda _: answer, [("maze", PROMPT, "It is B.")], tmp_path)
    assert isinstance(error, JudgeError)
    assert (error.reason, len(asked)) == (reason, requests)


def test_a_wrong_key_costs_one_request(tmp_path: Path) -> None:
    """It would fail for every item; the message says why each time."""
    jobs = [("maze", PROMPT, f"It is B {number}.") for number in range(5)]
    errors, asked = extract_all(lambda _: Answer(status=401, error="bad key"), jobs, tmp_path)
    assert len(asked) == 1
    assert [error.reason for error in errors if isinstance(error, JudgeError)] == ["endpoint"] * 5
    assert all("HTTP 401" in str(error) for error in errors)


def test_p19_a_lost_judge_is_no_wrong_answer_and_only_the_failed_are_asked_again(tmp_path: Path) -> None:
    """Ten right items, the connection drops on three: seven answers and three errors; the second pass asks three."""
    jobs = [("maze", PROMPT, f"Item {number}: it is B.") for number in range(10)]

    def drops(asked: Asked) -> Answer:
        lost = any(f"Item {number}:" in asked.last for number in (2, 5, 8))
        return Answer(fault="reset") if lost else Answer("B")

    cache = tmp_path / "cache"
    with Loopback(drops) as server:
        first, _ = extract_all(drops, jobs, tmp_path, server, cache_dir=cache)
        second, asked = extract_all(lambda _: Answer("B"), jobs, tmp_path, server, cache_dir=cache)
    assert [index for index, answer in enumerate(first) if isinstance(answer, JudgeError)] == [2, 5, 8]
    assert [answer.answer for answer in first if isinstance(answer, ModelAnswer)] == ["B"] * 7
    assert [answer.answer for answer in second if isinstance(answer, ModelAnswer)] == ["B"] * 10
    assert [answer.cached for answer in second if isinstance(answer, ModelAnswer)].count(True) == 7
    assert len(asked) == 3


def test_p20_a_plain_statement_is_read_by_rule_without_asking() -> None:
    """In hybrid mode an answered response costs nothing, and with the rules alone nothing ever does."""
    from scoring.extraction import extract

    prompt = "Which clock is slow?\nA. left\nB. right"
    response = "It is option B. In the crop the longer arm belongs to the clock of option B."
    extraction = extract("instrument", prompt, response)
    assert extraction.answer == "B"
    for kind in ("hybrid", "rules"):
        assert not asks_model(kind, covered=True, rules_outcome=extraction.outcome, response=response)


@pytest.mark.parametrize(
    ("kind", "outcome", "response", "covered", "asked"),
    [
        ("hybrid", "unparsed", "B or C", True, True),
        ("hybrid", "answered", "B", True, False),
        ("hybrid", "refused", "I can't", True, False),
        ("hybrid", "unparsed", " \n", True, False),
        ("hybrid", "unparsed", "harbor", False, False),
        ("llm", "answered", "B", True, True),
        ("llm", "refused", "I can't", True, True),
        ("llm", "unparsed", "", True, False),
        ("rules", "unparsed", "B or C", True, False),
    ],
)
def test_who_is_asked(kind: Any, outcome: str, response: str, covered: bool, asked: bool) -> None:
    """The rules first, the model only where they abstain and there is text to read."""
    assert asks_model(kind, covered=covered, rules_outcome=outcome, response=response) is asked


def test_the_audit_sample_is_the_same_everywhere() -> None:
    """Drawn by name: order does not matter, and more cases do not change it all."""
    cases = [f"tir_bench/maze-{number:04}" for number in range(100)]
    drawn = audit_sample(cases, 10)
    assert len(drawn) == 10
    assert drawn == audit_sample(reversed(cases), 10)
    assert audit_sample(cases[:50], 100) == set(cases[:50])
    assert drawn & set(cases[:50]) <= audit_sample(cases[:50], 10)
    assert audit_sample(cases, 0) == set()


def test_a_reply_is_cached_by_all_that_decides_it(tmp_path: Path) -> None:
    """Same request: no second one. Another task, question, response, model or prompts file: its own."""
    prompts = tmp_path / "demo.py"
    tasks = ["instrument", "color", "refcoco", "rotation_game", "math", "word_search", "visual_search", "symbolic"]
    tasks += ["spot_difference", "contrast", "jigsaw", "maze"]
    prompts.write_text("\n".join(f"demo_prompt_{task} = 'Examples of {task}'" for task in tasks))
    jobs = [("maze", PROMPT, "B."), ("color", PROMPT, "B."), ("maze", PROMPT + " ", "B."), ("maze", PROMPT, "B!")]
    cache = tmp_path / "cache"
    with Loopback(lambda _: Answer("B")) as server:
        _, asked = extract_all(server.script, jobs + jobs, tmp_path, server, cache_dir=cache)
        assert len(asked) == 4
        assert len(list(cache.rglob("*.json"))) == 4
        for settings in ({"model": "other"}, {"prompts_file": prompts}):
            _, asked = extract_all(server.script, jobs[:1], tmp_path, server, cache_dir=cache, **settings)
            assert len(asked) == 1, settings


def test_the_cache_holds_the_reply_and_no_question(tmp_path: Path) -> None:
    """A folder that is shared tells nothing of the data; what is no entry of ours is asked again."""
    cache = tmp_path / "cache"
    jobs = [("maze", PROMPT, "It is B.")]
    with Loopback(lambda _: Answer("Extracted answer: B")) as server:
        extract_all(server.script, jobs, tmp_path, server, cache_dir=cache)
        (path,) = cache.rglob("*.json")
        stored = {"schema": 1, "reply": "Extracted answer: B", "task": "maze", "model": "helper"}
        assert json.loads(path.read_text()) == {**stored, "served_model": "loopback-vl"}
        for torn in (
            "",
            "{",
            "[]",
            '{"schema": 2, "reply": "C"}',
            '{"schema": 1, "reply": "no idea\\nat all"}',
            "[" * 99_999,
        ):
            path.write_text(torn)
            (answer,), asked = extract_all(server.script, jobs, tmp_path, server, cache_dir=cache)
            assert (answer.answer, len(asked)) == ("B", 1)  # type: ignore[union-attr]


WRITE_MANY = """
import sys
from pathlib import Path
from adapters.judge.cache import ReplyCache

cache = ReplyCache(Path(sys.argv[1]))
for key in range(50):
    cache.put(f"{key:064x}", f"reply {key}", {"by": sys.argv[2]})
    assert cache.get(f"{key:064x}") == f"reply {key}"
"""


def test_several_processes_may_write_one_cache(tmp_path: Path) -> None:
    """A reader sees a whole entry or none, whoever writes; no temporary file is left."""
    command = [sys.executable, "-c", WRITE_MANY, str(tmp_path)]
    writers = [subprocess.Popen([*command, str(number)], cwd=ROOT) for number in range(4)]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 4
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 50


def test_p45_a_cache_that_cant_be_written_stops_at_start(tmp_path: Path) -> None:
    """One message with the folder, before anything is asked."""
    (tmp_path / "file").write_text("")
    with pytest.raises(JudgeSetupError, match=r"cache can't be written in .*file"):
        ReplyCache(tmp_path / "file" / "cache")

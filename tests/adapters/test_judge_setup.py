"""Settings that can work, and the authors' own prompts file."""

import asyncio
from pathlib import Path

import pytest

from adapters.errors import JudgeSetupError
from adapters.judge import JudgeSettings, check_settings, make_extraction_model
from adapters.judge.prompts import EXTRACTED_TASKS
from adapters.judge.published import SYSTEM, published_prompts
from tests.loopback import Answer, Loopback

URL = "http://127.0.0.1:9/v1"


def demo_file(tmp_path: Path, text: str | None = None) -> Path:
    """A file in the shape of the authors' one."""
    path = tmp_path / "demo_prompts.py"
    path.write_text(text or "\n\n".join(f'demo_prompt_{task} = """\nAbout {task}\n"""' for task in EXTRACTED_TASKS))
    return path


def test_rules_alone_need_no_model(tmp_path: Path) -> None:
    """Nothing is checked and nothing is built."""
    assert check_settings(JudgeSettings(), tmp_path) is None
    assert not JudgeSettings().needs_model
    assert JudgeSettings(audit=5).needs_model


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param(JudgeSettings("llm"), "extractor llm needs a model to ask: --extractor-model", id="no model"),
        pytest.param(JudgeSettings(audit=3), "extractor rules with an audit needs a model", id="an audit without"),
        pytest.param(JudgeSettings("hybrid", "gpt-9"), "no profile is called 'gpt-9'", id="an unknown name"),
        pytest.param(JudgeSettings("llm", "random"), "it must be a chat endpoint", id="no chat model"),
        pytest.param(JudgeSettings("llm", "qwen3-vl"), "names no served model", id="a profile without a served name"),
        pytest.param(
            JudgeSettings("llm", "m", URL, prompts_file=Path("missing.py")), "missing.py can't be read", id="no file"
        ),
    ],
)
def test_settings_that_cant_work_are_refused_before_anything_is_asked(
    tmp_path: Path, settings: JudgeSettings, message: str
) -> None:
    """Each with the option to give."""
    with pytest.raises(JudgeSetupError, match=message):
        check_settings(settings, tmp_path)


def test_a_profile_lends_its_endpoint_and_limits_but_not_its_sampling(tmp_path: Path) -> None:
    """Temperature 0 whatever the profile draws with; what the family refuses stays left out."""
    (tmp_path / "models.toml").write_text(
        f"""[helper]
base_url = "{URL}"
served_name = "helper-large"
api_key_env = "HELPER_KEY"
sampling = {{ temperature = 0.7, top_p = 0.9, omit = ["max_tokens"], extra = {{ max_completion_tokens = 50 }} }}
"""
    )
    profile = check_settings(JudgeSettings("llm", "helper"), tmp_path)
    assert profile is not None
    assert (profile.base_url, profile.served_name, profile.api_key_env) == (URL, "helper-large", "HELPER_KEY")
    assert (profile.sampling.temperature, profile.sampling.top_p, profile.sampling.omit) == (0.0, None, ("max_tokens",))
    assert profile.sampling.extra == {"max_completion_tokens": 50}
    assert profile.limits.request_s == 120
    other = check_settings(JudgeSettings("llm", "any-name", URL, api_key_env="OTHER_KEY"), tmp_path)
    assert other is not None
    assert (other.served_name, other.api_key_env) == ("any-name", "OTHER_KEY")


def test_the_key_comes_from_the_named_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the header and nowhere else."""
    monkeypatch.setenv("OTHER_KEY", "sk-other-123456")

    async def run(url: str) -> None:
        settings = JudgeSettings("llm", "helper", url, api_key_env="OTHER_KEY", cache_dir=tmp_path / "cache")
        model = make_extraction_model(settings, tmp_path)
        await model.extract("maze", "Which?", "It is B.")
        await model.close()

    with Loopback(lambda _: Answer("B")) as server:
        asyncio.run(run(server.url))
    assert server.asked[0].headers["authorization"] == "Bearer sk-other-123456"
    assert not any(b"sk-other" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_exact_reproduction_sends_what_the_authors_send_and_takes_what_comes(tmp_path: Path) -> None:
    """Their system message, their texts, the response unchanged, no sampling field; the reply is the answer."""

    async def run(url: str) -> list[str | None]:
        settings = JudgeSettings("llm", "gpt-4.1", url, prompts_file=demo_file(tmp_path))
        model = make_extraction_model(settings, tmp_path)
        try:
            assert not model.covers("ocr")
            assert not model.covers("perception")
            jobs = [("maze", "Which?", "<think>A</think> B"), ("math", "How many?", "25")]
            return [(await model.extract(*job, options={"A": "1"})).answer for job in jobs]
        finally:
            await model.close()

    with Loopback(lambda asked: Answer("Yes, the answer is B\nor C" if asked.index == 0 else "")) as server:
        assert asyncio.run(run(server.url)) == ["Yes, the answer is B\nor C", None]
    body = server.asked[0].body
    assert body["messages"] == [
        {"role": "system", "content": SYSTEM},
        {
            "role": "user",
            "content": "About maze\n\nQuestion: Which?\n\nModel response: <think>A</think> B\n\nExtracted answer: ",
        },
    ]
    assert set(body) == {"model", "messages"}


def test_texts_are_found_in_other_spellings_too(tmp_path: Path) -> None:
    """A dict, joined literals, names used again, a strip: all of them literals."""
    text = (
        "import os\nHEAD = 'Read on. '\nMAZE_EXAMPLES = (HEAD + 'Maze' ' text').strip()\nfew_shot_math: str = 'Math'\n"
    )
    rest = [task for task in EXTRACTED_TASKS if task not in ("maze", "math")]
    text += "prompts = {" + ", ".join(f"'{task}': HEAD + '{task}'" for task in rest) + ", 'other': os.getcwd()}"
    prompts = published_prompts(demo_file(tmp_path, text))
    assert prompts.texts["maze"] == "Read on. Maze text"
    assert prompts.texts["math"] == "Math"
    assert prompts.texts["color"] == "Read on. color"
    assert set(prompts.texts) == set(EXTRACTED_TASKS)


def test_nothing_in_the_file_runs(tmp_path: Path) -> None:
    """A call, an f-string or a read of another file is no literal: its task is missing."""
    trap = tmp_path / "trap"
    text = f"demo_prompt_maze = open({str(trap)!r}, 'w').name\ndemo_prompt_color = f'{{1}}'\nopen({str(trap)!r}, 'w')"
    with pytest.raises(JudgeSetupError, match=r"texts for 0 of 12 tasks; missing: instrument, color, .*maze"):
        published_prompts(demo_file(tmp_path, text))
    assert not trap.exists()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"demo_prompt_maze = '", id="half a file"),
        pytest.param(b"\xff\xfe", id="no UTF-8"),
        pytest.param(b"x = " + b"(" * 5000 + b")" * 5000, id="5,000 brackets"),
        pytest.param(b"x = " + b"'a' + " * 20_000 + b"'a'", id="20,000 sums"),
        pytest.param(b"\0", id="a null byte"),
        pytest.param(b"#" * 6_000_000, id="six megabytes"),
    ],
)
def test_a_file_that_is_none_is_one_message(tmp_path: Path, content: bytes) -> None:
    """Not a traceback of the parser."""
    path = tmp_path / "demo_prompts.py"
    path.write_bytes(content)
    with pytest.raises(JudgeSetupError, match=r"demo_prompts\.py"):
        published_prompts(path)

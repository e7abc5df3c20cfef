"""What a model's name stands for: built-in profiles, the user's, overrides, and clear refusals."""

import dataclasses
import json
from pathlib import Path

import pytest

from adapters.profiles import ProfileError, known_profiles, profile_from, resolve_profile


def test_every_built_in_profile_resolves(tmp_path: Path) -> None:
    """No built-in name has a field that does not exist."""
    names = known_profiles(tmp_path)
    assert {"random", "qwen3-vl", "gpt-4o"} <= names.keys()
    for name in names:
        assert resolve_profile(name, tmp_path).name == name


def test_qwen3_vl_names_no_size(tmp_path: Path) -> None:
    """It points at a local server, and the served name is whatever that serves."""
    profile = resolve_profile("qwen3-vl", tmp_path)
    assert (profile.base_url, profile.served_name) == ("http://127.0.0.1:8000/v1", None)


def test_an_unknown_name_with_a_url_is_served_as_it_is(tmp_path: Path) -> None:
    """Temperature 0 and 8,192 tokens."""
    profile = resolve_profile("my/model", tmp_path, base_url="http://127.0.0.1:9/v1")
    assert profile.served_name == "my/model"
    assert (profile.sampling.temperature, profile.sampling.max_tokens) == (0.0, 8192)


@pytest.mark.parametrize(
    "url",
    ["localhost:8000/v1", "http://[bad/v1", "http://host:eight/v1", "http://me:s3cret/x@host/v1", "ftp://h/v1", ""],
)
def test_a_base_url_that_is_none_is_one_message(tmp_path: Path, url: str) -> None:
    """With what to write, and without what it holds."""
    with pytest.raises(ProfileError, match=r"the base URL is none. Write http://HOST:PORT/v1") as caught:
        resolve_profile("m", tmp_path, base_url=url)
    assert "s3cret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_models_toml_replaces_pyproject_replaces_built_in(tmp_path: Path) -> None:
    """The nearer file wins."""
    (tmp_path / "pyproject.toml").write_text(
        '[tool.gazecheck.models.a]\nserved_name = "from pyproject"\n[tool.gazecheck.models.b]\nserved_name = "b"\n'
    )
    (tmp_path / "models.toml").write_text('[a]\nserved_name = "from models"\n[a.sampling]\ntemperature = 1\n')
    profile = resolve_profile("a", tmp_path)
    assert (profile.served_name, profile.sampling.temperature) == ("from models", 1.0)
    assert resolve_profile("b", tmp_path).served_name == "b"


@pytest.mark.parametrize(
    ("setting", "field", "value"),
    [
        pytest.param("sampling.temperature=0.7", "sampling.temperature", 0.7, id="number"),
        pytest.param("sampling.max_tokens=99", "sampling.max_tokens", 99, id="whole number"),
        pytest.param("protocol=deepeyes", "protocol", "deepeyes", id="bare word"),
        pytest.param('sampling.omit=["temperature"]', "sampling.omit", ("temperature",), id="list"),
        pytest.param("images.resize=true", "images.resize", True, id="switch"),
    ],
)
def test_set_overrides_any_field(tmp_path: Path, setting: str, field: str, value: object) -> None:
    """Values are read as TOML, a bare word as text."""
    found: object = resolve_profile("random", tmp_path, settings=(setting,))
    for part in field.split("."):
        found = getattr(found, part)
    assert found == value


@pytest.mark.parametrize(
    ("name", "settings", "said"),
    [
        pytest.param("qwen3vl", (), "Did you mean qwen3-vl", id="unknown name"),
        pytest.param("random", ("sampling.temprature=1",), "did you mean temperature", id="misspelt field"),
        pytest.param("random", ("sampling=1",), "a table of fields", id="a table is no number"),
        pytest.param("random", ("limits.retries=many",), "of type str, not int", id="wrong type"),
        pytest.param("random", ("sampling.temperature",), "write field=value", id="no value"),
        pytest.param("random", ("protocol.x=1",), "of type dict, not str", id="below a single value"),
    ],
)
def test_what_can_not_be_is_refused(tmp_path: Path, name: str, settings: tuple[str, ...], said: str) -> None:
    """What was seen, the rule, the nearest name."""
    with pytest.raises(ProfileError, match=said):
        resolve_profile(name, tmp_path, settings=settings)


def test_a_profile_survives_the_way_to_a_worker(tmp_path: Path) -> None:
    """Through JSON and back it is the same."""
    profile = resolve_profile("o3", tmp_path)
    assert profile_from(json.loads(json.dumps(dataclasses.asdict(profile)))) == profile

"""Objects as models write them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.protocols.literals import LiteralError, first_value, json5_value, json_value, python_value

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(value=JSON)
def test_whatever_is_json_is_read_as_json(value: Any) -> None:
    """The lenient reader agrees with the strict one on everything strict."""
    assert first_value(json.dumps(value)) == (value, len(json.dumps(value)))


@given(text=st.text(alphabet="{}[](),:'\"\\/*#ab1.e-+ \n", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    """It reads or raises its own error, whatever a model writes."""
    try:
        _, end = first_value(text)
    except LiteralError:
        return
    assert 0 <= end <= len(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("{'a': (1, 2.5,), 'b': None,}", {"a": [1, 2.5], "b": None}, id="a Python literal"),
        pytest.param('{"a": \'x\', "b": null, "c": True}', {"a": "x", "b": None, "c": True}, id="a mixture"),
        pytest.param("{a: 1 /* wide */, // left\n b: 2}", {"a": 1, "b": 2}, id="bare keys and comments"),
        pytest.param('{"a": "it\\u0027s \\"so\\""}', {"a": 'it\'s "so"'}, id="escapes"),
        pytest.param("[+1, -.5, 1e2] and more", [1, -0.5, 100.0], id="text after it"),
    ],
)
def test_what_models_make_of_json_is_read(text: str, value: object) -> None:
    """The first complete object counts."""
    assert first_value(text)[0] == value


@pytest.mark.parametrize("text", ['{"a": [10, 20, 3', '{"a"', "{'a': 'b", "[1, 2,", ""])
def test_a_text_that_ends_too_early_is_truncated(text: str) -> None:
    """Truncated is another thing than wrong: the model ran out of tokens."""
    with pytest.raises(LiteralError) as caught:
        first_value(text)
    assert caught.value.truncated


@pytest.mark.parametrize("text", ['{"a" 1}', "{1: 2}", "[1 2]", "nothing", "[" * 40, "[__import__('os')]"])
def test_a_text_that_is_wrong_is_not_truncated(text: str) -> None:
    """Among them nesting without end and a call."""
    with pytest.raises(LiteralError) as caught:
        first_value(text)
    assert not caught.value.truncated


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        pytest.param("{'a': [1, 2,]}", (True, False, True), id="quotes and commas"),
        pytest.param('{"a": (1, 2)}', (False, False, True), id="a tuple"),
        pytest.param('{"a": null}', (True, True, False), id="null"),
        pytest.param('{"a": None}', (False, False, True), id="None"),
        pytest.param('{"a": 1} x', (False, False, False), id="text after it"),
    ],
)
def test_the_published_loops_read_three_dialects(text: str, passes: tuple[bool, bool, bool]) -> None:
    """JSON5 (Qwen-Agent), JSON (Pixel-Reasoner), Python (DeepEyes)."""
    for read, can in zip((json5_value, json_value, python_value), passes, strict=True):
        if can:
            assert "a" in read(text)
        else:
            with pytest.raises(LiteralError):
                read(text)


@pytest.mark.parametrize("read", [json_value, python_value])
def test_deep_nesting_is_an_error_of_our_own(read: Any) -> None:
    """Not a RecursionError."""
    with pytest.raises(LiteralError):
        read("[" * 7_000)

"""Values on their way into files: whatever they hold, the line is JSON, and says what the plain copy says."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_plugin.plain import json_line, plain


@dataclass(frozen=True, slots=True)
class Pair:
    """Something with fields."""

    first: object
    second: object


class Size(IntEnum):
    """A number with a name."""

    SMALL = 3


def refuse(constant: str) -> None:
    """JSON has neither NaN nor infinity."""
    raise AssertionError(constant)


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.binary(max_size=4),
    st.sampled_from([Path("/a/b"), np.float32(0.25), np.int64(7), np.nan, Size.SMALL, ValueError("odd"), {1}]),
    st.builds(lambda numbers: np.array(numbers), st.lists(st.floats(allow_nan=False, width=32), max_size=3)),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(st.text(max_size=4), inner, max_size=3),
        st.dictionaries(st.text(max_size=4), inner, max_size=2).map(MappingProxyType),
        st.builds(Pair, inner, inner),
    ),
    max_leaves=12,
)


@given(VALUES)
def test_a_line_says_what_the_plain_copy_says(value: object) -> None:
    """The quick way and the copy are one JSON document."""
    line = json_line(value)
    assert "\n" not in line
    assert json.loads(line, parse_constant=refuse) == json.loads(json.dumps(plain(value)), parse_constant=refuse)


def test_a_value_without_an_end_has_one_in_the_file() -> None:
    """It holds itself; the copy stops after fifty levels."""
    endless: dict[str, Any] = {}
    endless["again"] = endless
    assert json.loads(json_line(endless))["again"]["again"].keys() == {"again"}


@pytest.mark.parametrize("key", [(1, 2), Size.SMALL, 1.5])
def test_a_key_that_is_no_text_becomes_one(key: object) -> None:
    """JSON has no others."""
    made: Mapping[str, int] = json.loads(json_line({key: 1}))
    assert list(made.values()) == [1]

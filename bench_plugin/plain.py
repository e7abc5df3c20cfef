"""Any value as one that JSON, and the channel between worker and controller, can carry."""

import json
import math
from collections.abc import Mapping
from functools import partial
from typing import Any

_DEEPEST = 50
_AS_IT_IS = frozenset({str, int, bool, type(None)})


def plain(value: object, depth: int = 0) -> Any:  # Any: JSON has no narrower type
    """A copy made of dict, list, str, int, float, bool and None.

    A number that JSON can't write (NaN, infinity) becomes None; arrays become lists; dataclasses become objects;
    bytes are counted, not copied; anything unknown becomes its text.
    """
    # Nearly everything is one of these; asking for the abstract types first would take three times as long.
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is dict and depth <= _DEEPEST:
        return {str(key): plain(item, depth + 1) for key, item in value.items()}  # type: ignore[attr-defined]
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if depth > _DEEPEST:
        return str(value)[:200]
    if isinstance(value, Mapping):
        return {str(key): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, (bytes, bytearray)):
        return f"{len(value)} bytes"
    return _object(value, depth)


def json_line(value: object) -> str:
    """A value as JSON on one line, as `plain` would make it but for its depth; a copy is made only where JSON can't do
    without."""
    try:
        return _dumps(value, allow_nan=False, default=_shallow)
    except (ValueError, TypeError, RecursionError):  # a number that is none, a key that is no text, no end
        return _dumps(plain(value))


_dumps = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


def encodable(value: Any) -> Any:  # Any: what `plain` gives
    """A plain value whose texts are all UTF-8: half a surrogate pair from a server is shown as its escape.

    A file can be told to escape them; the channel between worker and controller can't, and would break.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {key: encodable(item) for key, item in value.items()}
    return [encodable(item) for item in value] if isinstance(value, list) else value


def _shallow(value: object) -> Any:  # Any: see plain
    fields = getattr(type(value), "__dataclass_fields__", None)
    return plain(value) if fields is None else {name: getattr(value, name) for name in fields}


def _object(value: object, depth: int) -> Any:  # Any: see plain
    fields = getattr(type(value), "__dataclass_fields__", None)
    if fields is not None:
        return {name: plain(getattr(value, name), depth + 1) for name in fields}
    tolist = getattr(value, "tolist", None)  # NumPy's scalars and arrays, without importing it
    if callable(tolist):
        return plain(tolist(), depth + 1)
    return str(value)[:2000]

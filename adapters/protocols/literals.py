"""Reading the objects models write: JSON, JSON5, Python literals, and mixtures of them. Nothing is evaluated."""

import ast
import json
import re
from typing import Any

# No real call is near this long; the bound keeps the work on hostile text small.
_LONGEST = 8_000
_DEEPEST = 16
_NUMBER = re.compile(r"[+-]?(?:\d{1,64}\.?\d{0,64}|\.\d{1,64})(?:[eE][+-]?\d{1,4})?")
_WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,63}")
_JSON_WORDS = {"true": True, "false": False, "null": None}
_PYTHON_WORDS = {"True": True, "False": False, "None": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class LiteralError(Exception):
    """The text is no object. `truncated` says that it only ends too early."""

    def __init__(self, message: str, *, truncated: bool = False) -> None:
        super().__init__(message)
        self.truncated = truncated


def first_value(text: str, start: int = 0) -> tuple[Any, int]:
    """The object, list or scalar that begins at `start`, and where it ends. What follows does not matter.

    Reads JSON and what models make of it: single quotes, tuples, trailing commas, `None`, comments, bare keys.

    Raises:
        LiteralError: It is none; `truncated` when the text ends inside it.
    """
    reader = _Reader(text[start : start + _LONGEST], python=True)
    value = reader.value(0)
    return value, start + reader.at


def json5_value(text: str) -> Any:
    """The whole text as JSON5: single quotes, trailing commas and comments pass; tuples and `None` do not.

    Raises:
        LiteralError: It is not JSON5, or something follows.
    """
    reader = _Reader(text[:_LONGEST], python=False)
    value = reader.value(0)
    reader.skip()
    if reader.at < len(text):
        raise LiteralError("text follows the object")
    return value


def json_value(text: str) -> Any:
    """The whole text as strict JSON.

    Raises:
        LiteralError: It is not JSON.
    """
    try:
        return json.loads(text[:_LONGEST])
    except (ValueError, RecursionError) as exc:
        raise LiteralError(f"not JSON: {exc}") from exc


def python_value(text: str) -> Any:
    """The whole text as a Python literal: what `eval` gives for data, without its danger.

    Raises:
        LiteralError: It is not a literal (`null` and `true` are names in Python).
    """
    try:
        return ast.literal_eval(text[:_LONGEST].strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as exc:
        raise LiteralError(f"not a Python literal: {exc}") from exc


class _Reader:
    """Recursive descent over a bounded text. `python` adds tuples, `None` and `#` comments to JSON5."""

    def __init__(self, text: str, *, python: bool) -> None:
        self.text = text
        self.at = 0
        self._python = python
        self._words = {**_JSON_WORDS, **(_PYTHON_WORDS if python else {})}
        self._comments = ("//", "#") if python else ("//",)

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise LiteralError(f"nested deeper than {_DEEPEST} levels")
        mark = self._peek()
        if mark == "{":
            return self._object(depth)
        if mark == "[":
            return self._items("]", depth)
        if mark == "(" and self._python:
            return self._items(")", depth)
        if mark in "\"'":
            return self._string(mark)
        return self._scalar()

    def skip(self) -> None:
        """Go past white space and comments."""
        while self.at < len(self.text):
            if self.text[self.at].isspace():
                self.at += 1
            elif self.text.startswith(self._comments, self.at):
                self._skip_to("\n")
            elif self.text.startswith("/*", self.at):
                self._skip_to("*/")
            else:
                return

    def _skip_to(self, mark: str) -> None:
        found = self.text.find(mark, self.at)
        self.at = len(self.text) if found < 0 else found + len(mark)

    def _peek(self) -> str:
        """The next character that counts."""
        self.skip()
        if self.at >= len(self.text):
            raise LiteralError("the text ends inside an object", truncated=True)
        return self.text[self.at]

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        while (mark := self._peek()) != "}":
            key = self._string(mark) if mark in "\"'" else self._match(_WORD, "a key")
            if self._peek() != ":":
                raise LiteralError(f"no colon after the key {key[:40]!r}")
            self.at += 1
            found[key] = self.value(depth + 1)
            self._comma("}")
        self.at += 1
        return found

    def _items(self, close: str, depth: int) -> list[Any]:
        found = []
        self.at += 1
        while self._peek() != close:
            found.append(self.value(depth + 1))
            self._comma(close)
        self.at += 1
        return found

    def _comma(self, close: str) -> None:
        mark = self._peek()
        if mark == ",":
            self.at += 1
        elif mark != close:
            raise LiteralError(f"{mark!r} where a comma or {close!r} belongs")

    def _string(self, quote: str) -> str:
        parts: list[str] = []
        self.at += 1
        while True:
            if self.at >= len(self.text):
                raise LiteralError("the text ends inside a string", truncated=True)
            mark = self.text[self.at]
            self.at += 1
            if mark == quote:
                return _paired("".join(parts))
            parts.append(self._escape() if mark == "\\" else mark)

    def _escape(self) -> str:
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        if mark != "u":
            return _ESCAPES.get(mark, mark)
        digits = self.text[self.at : self.at + 4]
        self.at += 4
        try:
            return chr(int(digits, 16))
        except ValueError as exc:
            raise LiteralError(f"\\u{digits} is no character") from exc

    def _scalar(self) -> Any:
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            self.at = number.end()
            literal = number.group()
            return int(literal) if literal.lstrip("+-").isdigit() else float(literal)
        word = self._match(_WORD, "a value")
        if word not in self._words:
            raise LiteralError(f"{word[:40]!r} is no value")
        return self._words[word]

    def _match(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise LiteralError(f"{self.text[self.at]!r} where {what} belongs")
        self.at = found.end()
        return found.group()


def _paired(text: str) -> str:
    """Surrogate pairs as the characters they stand for; a lone one as the replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

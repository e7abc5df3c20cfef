"""Markdown for a CI page: text from models and data sets is inert, and the page never exceeds its bytes."""

import re
from collections.abc import Iterable, Sequence

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
_TICKS = re.compile(r"`+")
# Inside a word an underscore is one, and only the colon of an address makes a link.
_MARKUP = re.compile(r"([\\`*\[\]#<>~$@]|(?<!\w)_|_(?!\w)|:(?=//)|&(?=[#\w]))")


def code(text: object, most: int = 80) -> str:
    """Untrusted text as a code span: no markup, link, mention or HTML in it lives. "-" for nothing.

    Args:
        text: Shown on one line.
        most: Characters; the rest becomes an ellipsis.
    """
    line = "" if text is None else _one_line(text, most)
    if not line:
        return "-"
    fence = "`" * (1 + max((len(run) for run in _TICKS.findall(line)), default=0))
    return f"{fence} {line} {fence}" if "`" in line else f"{fence}{line}{fence}"


def escaped(text: object, most: int = 400) -> str:
    """Text in running prose: every character that means something to Markdown or HTML is shown as itself."""
    return _MARKUP.sub(r"\\\1", _one_line(text, most))


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    """A table: the first column to the left, the others to the right. Cells are Markdown already."""
    ruler = [":--", *["--:"] * (len(head) - 1)]
    return [f"| {' | '.join(map(_cell, cells))} |" for cells in (head, ruler, *lines)]


class Page:
    """Lines of at most so many bytes together. At the first that do not fit the page ends: no line is cut in two.

    Args:
        most: Bytes of the whole page as UTF-8.
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self._lines: list[str] = []

    def add(self, *lines: str) -> bool:
        """Add these lines if all of them fit; whether they did."""
        self._left -= _size(lines)
        if self._left < 0:
            return False
        self._lines.extend(lines)
        return True

    def add_rows(self, head: Sequence[str], lines: Sequence[Sequence[str]], *, shown: int, more: str) -> None:
        """Add a table with as many of its lines as are to be shown and fit, and how many more there are.

        Args:
            head, lines: Cells as Markdown.
            shown: Lines at most.
            more: What the others are called and where they are: "more; the artefact has them".
        """
        top = table(head, [])
        room = self._left - _size([*top, "", _more(len(lines), more)])
        kept: list[str] = []
        for line in table(head, lines[:shown])[2:]:
            room -= _size([line])
            if room < 0:
                break
            kept.append(line)
        if kept:
            self.add(*top, *kept)
        if len(kept) < len(lines):
            self.add("", _more(len(lines) - len(kept), more))
        if room < 0:
            self._left = 0

    def text(self) -> str:
        """The page."""
        return "".join(f"{line}\n" for line in self._lines)


def _cell(text: str) -> str:
    # A bar ends the cell even inside code, unless it is escaped.
    return text.replace("|", "\\|")


def _more(count: int, what: str) -> str:
    return f"… and {count:,} {what}"


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode("utf-8")) + 1 for line in lines)


def _one_line(text: object, most: int) -> str:
    # Cut first: what follows must not walk through megabytes.
    line = " ".join(_CONTROL.sub(" ", str(text)[: 4 * most]).split())
    return line if len(line) <= most else line[: most - 1] + "…"

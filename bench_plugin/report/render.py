"""The page's markup: templates filled by Jinja with every text escaped, styles and scripts inline and named by hash."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from bench_plugin.report.entries import Entry
from bench_plugin.report.sections.accuracy import accuracy_section
from bench_plugin.report.sections.behaviour import behaviour_section
from bench_plugin.report.sections.comparison import comparison_section
from bench_plugin.report.sections.grounding import grounding_section
from bench_plugin.report.sections.headline import headline
from bench_plugin.report.view import RunView, Section

if TYPE_CHECKING:
    from jinja2 import Environment

PAGE_FILES = Path(__file__).parent / "page"
SCRIPTS = ("store.js", "filter.js", "table.js", "picture.js", "detail.js", "main.js")
# What is known last is put in here. No text can hold these marks: in every one "<" is escaped.
_PARCELS, _STORE = "<!-- parcels -->", "<!-- store -->"
_STATIC_ROWS = 25


@dataclass(frozen=True, slots=True)
class Page:
    """The page in its parts: the lines of the items come between `head` and what `tail` gives.

    Attributes:
        sections: The static sections alone, to stand on another page.
    """

    head: str
    sections: str
    _tail: str

    @property
    def size(self) -> int:
        """Bytes of what is known so far."""
        return sum(len(part.encode("utf-8", "replace")) for part in (self.head, self._tail))

    def tail(self, files: Sequence[str], file_of: Sequence[int], left_out: int, undrawn: int) -> str:
        """The end of the page.

        Args:
            files, file_of: The scripts that hold details, and for each row which; -1 for none.
            left_out: Items whose details are nowhere.
            undrawn: Pictures there was no time for.
        """
        store = {"files": files, "file_of": _runs(file_of), "left_out": left_out, "undrawn": undrawn}
        return self._tail.replace(_STORE, data_script("store", store))


def render(view: RunView, rows: Sequence[Entry], table: Mapping[str, Any]) -> Page:
    """The page of a run.

    Args:
        view: The run.
        rows: Its entries, in the order of the page.
        table: Of `rows_data.table_data`.
    """
    sections = sections_of(view)
    common = {"headline": headline(view), "sections": sections}
    whole = (
        _environment()
        .get_template("page.html")
        .render(
            **common,
            policy=content_policy(),
            style=_style(),
            script=_script(),
            static_rows=rows[:_STATIC_ROWS],
            row_count=len(rows),
            table=data_script("table", table),
            parcels=Markup(_PARCELS),
            store=Markup(_STORE),
        )
    )
    head, tail = whole.split(_PARCELS, 1)
    inner = _environment().get_template("inner.html").render(**common, style=_style())
    return Page(head, inner, tail)


def sections_of(view: RunView) -> list[Section]:
    """The static sections below the headline, in order."""
    found = (accuracy_section(view), grounding_section(view), behaviour_section(view), comparison_section(view))
    return [section for section in found if section is not None]


def content_policy() -> str:
    """What the page may load: its own style and script, pictures inline, pictures and scripts from where it lies."""
    style, script = (_hash_source(str(text)) for text in (_style(), _script()))
    return (
        f"default-src 'none'; style-src {style}; script-src {script} 'self'; img-src data: 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


def data_script(name: str, value: Any) -> Markup:
    """A value as a block of data that no text in it can end."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(f'<script type="application/json" id="{name}">{text}</script>')


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(PAGE_FILES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _style() -> Markup:
    return Markup((PAGE_FILES / "page.css").read_text(encoding="utf-8"))


@cache
def _script() -> Markup:
    parts = "\n".join((PAGE_FILES / name).read_text(encoding="utf-8") for name in SCRIPTS)
    return Markup(f'"use strict";\n(() => {{\n{parts}}})();\n')


def _hash_source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Equal neighbours as [number, how many]."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][0] == number:
            runs[-1][1] += 1
        else:
            runs.append([number, 1])
    return runs

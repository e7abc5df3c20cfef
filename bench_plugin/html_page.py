"""The page of pytest-html (`--html=FILE`): the report's static sections on top, our columns beside each case."""

import html
from pathlib import Path
from typing import Any

import pytest

from bench_plugin.report.build import item_link
from bench_plugin.session import BenchSession, row_key
from bench_plugin.tables import Table, score_tables

_COLUMNS = ("Task", "Score", "Extracted", "Expected")


class HtmlPage:
    """pytest-html's hooks; registered where its option was given.

    Args:
        bench: The session.
        path: Where pytest-html writes its page.
    """

    def __init__(self, bench: BenchSession, path: Path) -> None:
        self._bench = bench
        self._path = path

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        """Four columns after the case's name."""
        for place, name in enumerate(_COLUMNS, start=2):
            cells.insert(place, f'<th class="sortable" data-column-type="{name.lower()}">{name}</th>')

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_row(self, report: Any, cells: list[str]) -> None:  # Any: a TestReport with our row
        """The case's numbers, and its name as a link to its item in the report."""
        row = getattr(report, "gazecheck", None) or {}
        score = row.get("strict")
        values = (row.get("task"), "-" if score is None else f"{score:g}", row.get("extracted"), row.get("expected"))
        for place, (name, value) in enumerate(zip(_COLUMNS, values, strict=True), start=2):
            cells.insert(place, f'<td class="col-{name.lower()}">{_text(value)}</td>')
        # pytest-html writes the name unescaped.
        name = _text(report.nodeid)
        page = self._bench.page
        if row and page is not None:
            link = html.escape(item_link(page, self._path, row_key(row)))
            name = f'<a href="{link}">{name}</a>'
        cells[1] = f'<td class="col-testId">{name}</td>'

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        """The static sections of report.html above the list of cases; without that page, the terminal's tables."""
        bench = self._bench
        if bench.page_sections:
            prefix.append(bench.page_sections)
        elif bench.summary is not None:
            prefix.extend(_plain_table(table) for table in score_tables(bench.summary))


def _plain_table(table: Table) -> str:
    head = "".join(f"<th>{_text(cell)}</th>" for cell in table.head)
    body = "".join("<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in line) + "</tr>" for line in table.lines)
    return f"<h3>{_text(table.title)}</h3><table><tr>{head}</tr>{body}</table>"


def _text(value: object) -> str:
    return html.escape("-" if value is None else str(value))

"""The page of pytest-html (`--html=FILE`): our table on top, our columns beside each case."""

import html
from typing import Any

import pytest

from bench_plugin.session import session_of
from bench_plugin.tables import score_tables

_COLUMNS = ("Task", "Score", "Extracted", "Expected")


@pytest.hookimpl(optionalhook=True)
def pytest_html_results_table_header(cells: list[str]) -> None:
    """Four columns after the case's name."""
    for place, name in enumerate(_COLUMNS, start=2):
        cells.insert(place, f'<th class="sortable" data-column-type="{name.lower()}">{name}</th>')


@pytest.hookimpl(optionalhook=True)
def pytest_html_results_table_row(report: Any, cells: list[str]) -> None:  # Any: a TestReport with our row on it
    """The case's numbers. pytest-html writes its name unescaped, so that is mended too."""
    row = getattr(report, "gazecheck", None) or {}
    score = row.get("strict")
    values = (row.get("task"), "-" if score is None else f"{score:g}", row.get("extracted"), row.get("expected"))
    for place, value in enumerate(values, start=2):
        name = _COLUMNS[place - 2].lower()
        cells.insert(place, f'<td class="col-{name}">{html.escape(str("-" if value is None else value))}</td>')
    cells[1] = f'<td class="col-testId">{html.escape(report.nodeid)}</td>'


@pytest.hookimpl(optionalhook=True)
def pytest_html_results_summary(prefix: list[str], session: pytest.Session) -> None:
    """The static sections of report.html, above the list of cases; without that page, the tables of the terminal."""
    bench = session_of(session.config)
    if bench is None or bench.summary is None:
        return
    if bench.page_sections:
        prefix.append(bench.page_sections)
        return
    for table in score_tables(bench.summary):
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in table.head)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in table.lines
        )
        prefix.append(f"<h3>{html.escape(table.title)}</h3><table><tr>{head}</tr>{body}</table>")

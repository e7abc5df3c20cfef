"""Write the page of a run: read the records, fill the templates, draw what is missing, keep to the budgets."""

import json
import os
import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench_plugin.report import DEFAULT_ASSETS_MAX_MB, DEFAULT_MAX_MB, PAGE_NAME
from bench_plugin.report.gather import Gatherer
from bench_plugin.report.parcels import Parcels
from bench_plugin.report.reading import OtherRun, changes_of, read_run
from bench_plugin.report.render import Page, render
from bench_plugin.report.rows_data import in_order, table_data
from bench_plugin.report.shelf import ASSETS, Shelf
from bench_plugin.report.wishes import sources_of
from bench_plugin.run_folder import StoredRun

_MEGABYTE = 1_000_000
# For the table of scripts at the end of the page, which is known last.
_TAIL_BYTES = 40_000
_END_BYTES = 1_000_000
_SCRIPT_NAME = re.compile(rf"{ASSETS}/[0-9a-f]{{24}}\.js")


@dataclass(frozen=True, slots=True)
class Written:
    """A page that was written.

    Attributes:
        path: The page.
        sections: Its static sections as markup, to stand on top of another page.
        notes: What was left out, and how to get it; a sentence each.
    """

    path: Path
    sections: str
    notes: tuple[str, ...]


def write_report(
    run: StoredRun,
    *,
    page: Path | None = None,
    summary: Mapping[str, Any] | None = None,
    baseline: OtherRun | None = None,
    max_mb: float = DEFAULT_MAX_MB,
    assets_max_mb: float = DEFAULT_ASSETS_MAX_MB,
    seconds: float | None = None,
) -> Written:
    """Write the page of a run, and `assets/` beside it.

    Args:
        run: Its folder. Secrets were taken out of it when it was written.
        page: Where to write it; `report.html` in the folder when None.
        summary: The figures; None reads summary.json, or computes them where there is none.
        baseline: The run to compare with.
        max_mb, assets_max_mb: Budgets of the page and of everything in `assets/`, in 10^6 bytes.
        seconds: How long pictures and details may take; what is left then is not on the page. None takes all the time.

    Raises:
        OSError: The page can't be written.
    """
    started = time.monotonic()
    target = run.path / PAGE_NAME if page is None else page
    target.parent.mkdir(parents=True, exist_ok=True)
    places = run.index()
    view = read_run(run, places, summary if summary is not None else _stored_summary(run.path, len(places)), baseline)
    rows = in_order(view.entries, view.scoring)
    whole = render(view, rows, table_data(rows, view.scoring, changes_of(view)))
    shelf = Shelf(target, int(assets_max_mb * _MEGABYTE))
    gatherer = Gatherer(
        [places[entry.key] for entry in rows],
        sources_of(run.about),
        shelf,
        picture_bytes=_picture_bytes(run.path, int(assets_max_mb * _MEGABYTE)),
        until=None if seconds is None else started + seconds,
    )
    room = int(max_mb * _MEGABYTE) - whole.size - _TAIL_BYTES
    parcels = Parcels(max(0, room), shelf)
    before = _scripts_of(target)
    _write(target, whole, gatherer, parcels)
    for name in before - set(parcels.files):
        (target.parent / name).unlink(missing_ok=True)
    return Written(target, whole.sections, tuple(_notes(run.path, gatherer, parcels)))


def item_link(report: Path, other_page: Path, key: str) -> str:
    """The address of an item in a report, as another page writes it.

    Args:
        report: The report.
        other_page: The page with the link.
        key: The item's name in the run: `tir_bench/maze-0012`.
    """
    way = os.path.relpath(report, other_page.parent).replace(os.sep, "/")
    return f"{quote(way)}#item={quote(key)}"


def _stored_summary(run: Path, records: int) -> Mapping[str, Any] | None:
    """summary.json; None where there is none, or the run went on after it was written."""
    try:
        summary: dict[str, Any] = json.loads((run / "summary.json").read_text(encoding="utf-8"))
        return summary if summary["answered"] + summary["errors"]["count"] == records else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _picture_bytes(run: Path, assets_bytes: int) -> int:
    """The share of `assets/` for pictures: transcripts come first, they pack to less than half of the records."""
    records = sum(path.stat().st_size for path in run.glob("records-*.jsonl"))
    return assets_bytes - min(assets_bytes // 2, records // 2)


def _scripts_of(page: Path) -> set[str]:
    """The scripts with transcripts that an earlier page names; nobody else does."""
    try:
        with page.open("rb") as file:
            file.seek(max(0, page.stat().st_size - _END_BYTES))
            return set(_SCRIPT_NAME.findall(file.read().decode("utf-8", "replace")))
    except OSError:
        return set()


def _write(target: Path, whole: Page, gatherer: Gatherer, parcels: Parcels) -> None:
    """Write the page so that a reader sees the old one or the new one, never half."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(whole.head)
            for line in gatherer.lines(parcels):
                file.write(line + "\n")
            file.write(whole.tail(parcels.files, parcels.file_of, parcels.left_out, gatherer.undrawn))
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _notes(run: Path, gatherer: Gatherer, parcels: Parcels) -> list[str]:
    if not gatherer.undrawn and not parcels.left_out:
        return []
    left_out = f"{gatherer.undrawn:,} pictures and the details of {parcels.left_out:,} items are not on the page"
    return [f"{left_out}: no time or no room was left. To draw the rest: gazecheck report {run}"]

"""From a run folder to its page: within budgets, in flat memory, in the time there is, and while the run goes on."""

import json
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import cli.report
from bench.made_run import talkative
from bench_plugin.plain import plain
from bench_plugin.records import make_record
from bench_plugin.report import build
from bench_plugin.report.build import item_link, write_report
from bench_plugin.report.follower import draw_record, follow
from bench_plugin.report.gather import Gatherer
from bench_plugin.report.parcels import Parcels
from bench_plugin.report.shelf import Shelf
from bench_plugin.report.wishes import sources_of
from bench_plugin.rows import row_of
from bench_plugin.run_folder import StoredRun
from tests.bench_plugin.chromium import Watched, launched
from tests.bench_plugin.report_runs import multiplied, records_of, rewritten, small_run


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this file."""
    with launched() as found:
        yield found


@pytest.fixture
def run(tmp_path: Path) -> StoredRun:
    """Six items."""
    return small_run(tmp_path, tir={"maze": 6}, vie=0)


def assets_of(run: StoredRun, kind: str) -> list[Path]:
    """Files of one kind beside the page."""
    return sorted((run.path / "assets").glob(f"*.{kind}"))


def test_p60_a_large_run_keeps_to_its_budget_and_opens(browser: Browser, tmp_path: Path) -> None:
    """3,000 items, 4 images each, 20 kB transcripts: 20 MB, opened in seconds, every transcript in it or beside it."""
    base = small_run(tmp_path, tir={"maze": 40}, vie=0, images=4, pictures=6)
    run = multiplied(base, 3_000, talkative(10_000))
    written = write_report(run, max_mb=20, assets_max_mb=60)
    size = written.path.stat().st_size
    assert 15_000_000 < size <= 20_000_000
    assert sum(path.stat().st_size for path in (run.path / "assets").glob("[!.]*")) <= 60_000_000
    assert written.notes == ()
    assert assets_of(run, "js")
    context = browser.new_context()
    watched = Watched(context)
    began = time.monotonic()
    watched.page.goto(written.path.as_uri())
    expect(watched.page.locator("#count")).to_contain_text("3,000 of 3,000 items")
    assert time.monotonic() - began < 20
    last = watched.page.evaluate("document.querySelector('#pager').lastElementChild.click() || location.hash")
    assert "page=60" in last
    watched.page.locator("#rows tbody tr").last.click()
    expect(watched.page.locator("#reply")).to_contain_text("corner")
    assert any(address.endswith(".js") for address in watched.requests)
    assert watched.console == []
    context.close()


def test_p61_what_a_page_takes_of_memory_does_not_grow_with_the_run(tmp_path: Path) -> None:
    """150 items of 600 kB, 90 MB in all, go through one after the other: never more than a tenth of it at once."""
    run = multiplied(small_run(tmp_path, tir={"maze": 4}, vie=0), 150, talkative(300_000))
    places = list(run.index().values())
    shelf = Shelf(run.path / "report.html", 100_000_000)
    gatherer = Gatherer(places, sources_of(run.about), shelf, picture_bytes=0, until=None)
    parcels = Parcels(50_000, shelf)
    tracemalloc.start()
    lines = sum(1 for _ in gatherer.lines(parcels))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lines == 150
    assert parcels.left_out == 0
    assert sum(path.stat().st_size for path in run.path.glob("records-*")) > 85_000_000
    assert peak < 9_000_000


def test_p61_a_workers_report_carries_no_transcript(tmp_path: Path) -> None:
    """Whatever an item said, the row that crosses to the controller has a few numbers and words of it."""
    from adapters.base import Message, Transcript
    from adapters.profiles import Profile
    from bench_plugin.judge import Judge
    from tests.bench_plugin.test_report_entries import case_of

    case = case_of(tmp_path)
    endless = Transcript("B " + "x" * 5_000_000, messages=(Message("assistant", "y" * 5_000_000),))
    judged = Judge(Profile("m"))(case, endless)
    assert len(json.dumps(plain(make_record(case, "viebench", judged)))) > 10_000_000
    assert len(json.dumps(row_of("viebench", case, judged))) < 3_000


def test_a_killed_run_has_a_page_with_what_it_left(run: StoredRun) -> None:
    """No summary.json, half a line at the end: figures from the records, and it is said what was not asked."""
    (run.path / "summary.json").unlink()
    lines = (run.path / "records-main.jsonl").read_bytes().splitlines(keepends=True)
    (run.path / "records-main.jsonl").write_bytes(b"".join(lines[:4]) + lines[4][:200])
    page = write_report(run).path.read_text(encoding="utf-8")
    assert "2 selected items not asked: the run stopped early." in page
    assert "<b>6</b> planned" in page
    assert "<b>4</b> answered" in page


def test_a_summary_older_than_the_records_is_not_believed(run: StoredRun) -> None:
    """A run that went on and was killed has a summary of its first part."""
    records = records_of(run)
    summary = json.loads((run.path / "summary.json").read_text(encoding="utf-8"))
    shorter = rewritten(run, records[:3])
    (run.path / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    assert "<b>3</b> answered" in write_report(shorter).path.read_text(encoding="utf-8")


def test_a_second_build_draws_nothing(run: StoredRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn is found again, and the page is the same to the last byte."""
    first = write_report(run).path.read_bytes()
    monkeypatch.setattr("bench_plugin.report.gather.draw", lambda wanted: pytest.fail(f"drawn again: {wanted}"))
    assert write_report(run).path.read_bytes() == first


def test_originals_are_named_and_not_copied(run: StoredRun) -> None:
    """No file beside the page has the bytes of a picture of the data set."""
    write_report(run)
    originals = {path.read_bytes() for path in (run.path.parent / "data").rglob("*.jpg")}
    assert assets_of(run, "jpg")
    assert not any(path.read_bytes() in originals for path in assets_of(run, "jpg"))


def test_without_the_data_the_page_is_written_all_the_same(run: StoredRun, tmp_path: Path) -> None:
    """A run folder that was carried elsewhere: no picture. When the data are there again, so are the pictures."""
    (tmp_path / "data").rename(tmp_path / "moved")
    assert write_report(run).path.exists()
    assert assets_of(run, "jpg") == []
    (tmp_path / "moved").rename(tmp_path / "data")
    write_report(run)
    assert len(assets_of(run, "jpg")) == 6


def test_scripts_that_no_page_names_any_more_are_gone(run: StoredRun) -> None:
    """A page written again with more in it takes the scripts of the old one away, and leaves everything else."""
    write_report(run, max_mb=0)
    assert len(assets_of(run, "js")) == 1
    (run.path / "assets" / "mine.js").write_text("// not of the report")
    write_report(run)
    assert [path.name for path in assets_of(run, "js")] == ["mine.js"]


def test_with_no_time_left_the_page_is_written_without_details(run: StoredRun) -> None:
    """A run that is being ended has seconds: headline and plots come, and it is said how to get the rest."""
    written = write_report(run, seconds=0)
    assert "<b>6</b> planned" in written.path.read_text(encoding="utf-8")
    assert "the details of 6 items are not on the page" in written.notes[0]
    assert f"gazecheck report {run.path}" in written.notes[0]
    assert write_report(run).notes == ()


def test_budgets_of_nothing_leave_headline_plots_and_table(run: StoredRun) -> None:
    """Neither thumbnails nor transcripts nor files; the note counts what is missing."""
    written = write_report(run, max_mb=0, assets_max_mb=0)
    assert "the details of 6 items are not on the page" in written.notes[0]
    assert assets_of(run, "*") == []
    assert "/9j/" not in written.path.read_text(encoding="utf-8")  # how every JPEG begins in base64


def test_a_page_that_can_not_be_written_leaves_the_old_one(run: StoredRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a page is never seen."""
    first = write_report(run).path.read_bytes()
    monkeypatch.setattr(build.Gatherer, "lines", lambda *_: (_ for _ in ()).throw(OSError("no space left")))
    with pytest.raises(OSError, match="no space left"):
        write_report(run)
    assert (run.path / "report.html").read_bytes() == first
    assert [path.name for path in run.path.iterdir() if path.name.startswith(".report")] == []


def test_pictures_are_drawn_while_the_run_goes_on(run: StoredRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records that come while a run lasts are followed by a process of its own; at the end nothing is left to draw."""
    records = (run.path / "records-main.jsonl").read_bytes()
    (run.path / "records-main.jsonl").write_bytes(b"")
    page = run.path / "report.html"
    follower = follow(run.path, page, 50)
    assert follower is not None
    (run.path / "records-main.jsonl").write_bytes(records[:-300])
    time.sleep(0.2)
    with (run.path / "records-main.jsonl").open("ab") as file:
        file.write(records[-300:])
    deadline = time.monotonic() + 60
    while len(Shelf(page, 50_000_000)) < 6 and time.monotonic() < deadline:
        time.sleep(0.2)
    follower.stop()
    monkeypatch.setattr("bench_plugin.report.gather.draw", lambda wanted: pytest.fail(f"not drawn: {wanted}"))
    assert write_report(run).notes == ()


def test_the_follower_leaves_room_for_failures_and_transcripts(run: StoredRun) -> None:
    """Of a megabyte and a half it takes what failures need up to nine tenths, and of passed items less."""
    for passed, share in ((True, 0.6), (False, 0.9)):
        shelf = Shelf(run.path / str(passed) / "report.html", 1_500_000)
        shelf.used = int(1_500_000 * share) - 400_000
        record = records_of(run)[0]
        record["verdict"]["passed_strict"] = passed
        draw_record(record, sources_of(run.about), shelf, 1_500_000)
        assert len(shelf) == 0
        shelf.used -= 200_000
        draw_record(record, sources_of(run.about), shelf, 1_500_000)
        assert len(shelf) == 1


def test_the_follower_ends_with_the_run(run: StoredRun) -> None:
    """Also when it had not begun; and without a budget it never does."""
    follower = follow(run.path, run.path / "report.html", 50)
    assert follower is not None
    began = time.monotonic()
    follower.stop()
    assert time.monotonic() - began < 10
    assert follow(run.path, run.path / "report.html", 0) is None


def test_the_command_writes_and_opens_the_page(
    run: StoredRun, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`gazecheck report RUN` prints where it is; `gazecheck open RUN` builds it first where there is none."""
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: bool(shown.append(address) or True))
    assert command("open", str(run.path)) == 0
    assert shown == [(run.path / "report.html").as_uri()]
    other = tmp_path / "out" / "page.html"
    assert command("report", str(run.path), "--output", str(other), "--baseline", str(run.path)) == 0
    assert capsys.readouterr().out.splitlines() == [str(run.path / "report.html"), str(other)]
    page = other.read_text(encoding="utf-8")
    assert "Against the baseline" in page
    assert (tmp_path / "out" / "assets").is_dir()
    assert command("report", str(tmp_path / "nowhere")) == 1
    assert "is no run folder" in capsys.readouterr().err


def command(*arguments: str) -> int:
    """The exit code of `gazecheck …`."""
    import argparse

    parser = argparse.ArgumentParser()
    cli.report.add_parser(parser.add_subparsers())
    args = parser.parse_args(arguments)
    return int(args.run(args))


def test_a_link_from_another_page_is_relative_and_escaped() -> None:
    """Both pages may be carried elsewhere together; no name breaks out of the address."""
    report, page = Path("/runs/a b/report.html"), Path("/out/page.html")
    assert item_link(report, page, 'samples/"maze"#1') == "../runs/a%20b/report.html#item=samples/%22maze%22%231"


def test_the_sections_stand_on_another_page(browser: Browser, run: StoredRun) -> None:
    """The same headline, tables and plots as markup of their own: no script, nothing from elsewhere, no overflow."""
    sections = write_report(run).sections
    assert "<script" not in sections
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    watched = Watched(context)
    watched.page.set_content(f"<!doctype html><body><h2>Another page</h2>{sections}<p id='after'>after</p>")
    expect(watched.page.locator(".gazecheck h1")).to_have_text("made-up-vl")
    assert watched.page.locator(".gazecheck .charts svg").count() >= 3
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 1280
    # The other page is light and stays so; nothing outside of ours is touched.
    assert watched.page.locator(".gazecheck").evaluate("(node) => getComputedStyle(node).color") == "rgb(27, 36, 48)"
    assert watched.page.locator("#after").evaluate("(node) => getComputedStyle(node).color") == "rgb(0, 0, 0)"
    assert watched.requests == []
    assert watched.console == []
    context.close()

"""The end of a run: the rows of every process together, summary.json, and what the user reads."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bench_plugin.cases import Case
from bench_plugin.gating import at_end
from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.parts import workers
from bench_plugin.records import judged_from, make_record
from bench_plugin.rows import crashed, row_of, unasked_item
from bench_plugin.run_figures import run_figures
from bench_plugin.run_folder import RecordWriter, StoredRun, forget_processes, open_run, write_json
from bench_plugin.session import BenchSession
from bench_plugin.start import begin_run
from bench_plugin.tables import TITLES, aligned, letters_line, parts_of, quadrant_tables, score_tables, totals_line

PAGE_SECONDS, HURRIED_SECONDS = 8.0, 1.0
"""How long the end of a run may draw pictures, and one that was told to stop; `gazecheck report` draws the rest."""


def end(session: pytest.Session, bench: BenchSession, *, seconds: float, hurried: bool) -> None:
    """Stop asking and bring the rows home; where the run folder is ours, write summary.json."""
    if bench.progress is not None:
        bench.progress.stop()
    bench.take_leftovers(bench.evaluator.close() if bench.evaluator is not None else [])
    if bench.run is not None and bench.nodes:
        workers.stop(bench.run, bench.nodes)
        for node in bench.nodes:
            workers.take_output(session.config, bench, node)
    if not bench.begun and bench.role == "controller" and bench.run is not None:
        # No worker lived to collect: the run is still told, with every case unasked.
        bench.select_all()
        begin_run(session.config, bench)
    if bench.begun and bench.run is not None:
        bench.about["parts"][-1]["duration_s"] = round(seconds, 1)
        if session.exitstatus == pytest.ExitCode.INTERRUPTED:
            bench.take_leftovers(_written_rows(bench, open_run(bench.run)))
        bench.about["trouble"] = at_end.trouble_at_end(session, bench)
        write_json(bench.run / "run.json", bench.about, bench.redact)
        bench.summary = figures(bench)
        at_end.decide_run(session, bench)
        write_json(bench.run / "summary.json", bench.summary, bench.redact)
        at_end.write_decision(session.config, bench)
        _write_page(bench, open_run(bench.run), at_end.baseline_of(session.config), hurried)
        forget_processes(bench.run)


def _written_rows(bench: BenchSession, run: StoredRun) -> Iterator[Mapping[str, Any]]:
    """Rows of records that no case has told of: Ctrl-C came between writing an answer down and counting it."""
    for name, place in run.index().items():
        if name in bench.planned and name not in bench.rows:
            suite, case = bench.planned[name]
            yield row_of(suite, case, judged_from(place.record()))


def _write_page(bench: BenchSession, run: StoredRun, baseline: ScoredRun | None, hurried: bool) -> None:
    """The page people look at. A fault of it costs the page, never the run."""
    settings = bench.settings
    if bench.follower is not None:
        bench.follower.stop()
    if bench.page is None or not bench.planned:
        return
    from bench_plugin.baseline import other_run
    from bench_plugin.report.build import write_report

    try:
        written = write_report(
            run,
            page=bench.page,
            baseline=None if baseline is None else other_run(baseline),
            max_mb=settings.report_max_mb,
            assets_max_mb=settings.report_assets_max_mb,
            seconds=HURRIED_SECONDS if hurried else PAGE_SECONDS,
        )
    except Exception as exc:  # the records are written; the page can be made from them again
        bench.page_notes = (
            f"report.html could not be written ({type(exc).__name__}: {exc}); try gazecheck report {run.path}",
        )
        return
    bench.page_sections = written.sections
    bench.page_notes = (f"report: {written.path}", *written.notes)


def figures(bench: BenchSession) -> dict[str, Any]:
    """The figures of the run: every row, and a place for each selected case without one."""
    assert bench.run is not None
    unasked = [unasked_item(case) for key, (_, case) in bench.planned.items() if key not in bench.rows]
    return run_figures(StoredRun(bench.run, bench.about), bench.rows.values(), unasked)


def print_summary(
    reporter: pytest.TerminalReporter, config: pytest.Config, bench: BenchSession, exit_code: int
) -> None:
    """The tables, the totals, the run folder, and what the exit code means: the last thing a user sees."""
    assert bench.summary is not None
    reporter.section("gazecheck", bold=True)
    for table in (*score_tables(bench.summary), *quadrant_tables(bench.summary)):
        reporter.line("")
        reporter.line(table.title, bold=True)
        for line in aligned(table):
            reporter.line(line)
    for line in _remarks(bench.summary):
        reporter.line("")
        reporter.line(line)
    reporter.line("")
    reporter.line(f"{len(bench.planned)} of {bench.plan.total} selected: {totals_line(bench.summary)}")
    reporter.line(f"run folder: {bench.run}")
    for note in bench.page_notes:
        reporter.line(note)
    for line in at_end.lines(config):
        reporter.line(bench.redact(line))
    if exit_code == pytest.ExitCode.TESTS_FAILED and not bench.gated:
        reporter.line("exit code 1: wrong answers are failures, and so are items that could not be asked")


def _remarks(summary: Mapping[str, Any]) -> Iterator[str]:
    """What a reader should know beside the figures."""
    for name, benchmark in parts_of(summary):
        found = benchmark.get("patterns")
        if found is not None and found["sentence"]:
            yield f"{TITLES.get(name, name)}: {found['sentence']}"
        letters = letters_line(benchmark)
        if letters is not None:
            yield f"{TITLES.get(name, name)}: {letters}"
    if len(summary["servers"]) > 1:
        yield f"the server changed during the run: {', '.join(summary['servers'])}"
    yield from summary["notes"]


def note_crash(bench: BenchSession, nodeid: str) -> None:
    """Record a case whose worker process died as an ERROR, so that the totals add up."""
    found = bench.case_of(nodeid)
    if found is None or bench.run is None:
        return
    suite, case = found
    record_crash(bench, suite, case)
    bench.crashed.add(f"{suite}/{case.id}")
    bench.rows[f"{suite}/{case.id}"] = row_of(suite, case, crashed())


def record_crash(bench: BenchSession, suite: str, case: Case) -> None:
    """Write the record of a crashed case; the worker that would have written it is gone."""
    assert bench.run is not None
    writer = RecordWriter(bench.run / "records-controller.jsonl", bench.redact)
    writer.write(make_record(case, suite, crashed()))
    writer.close()

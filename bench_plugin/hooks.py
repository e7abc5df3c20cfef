"""pytest's events, each handed on in one call."""

import gc
import json
import signal
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adapters.pace import release_places
from bench_plugin import start
from bench_plugin.gating import at_start, state
from bench_plugin.header import header_lines
from bench_plugin.parts import hosts, workers
from bench_plugin.processes import TESTS_BENCH, asks_benchmarks, pytest_cmdline_main
from bench_plugin.redaction import hide_secrets
from bench_plugin.run_folder import PACE_FILES
from bench_plugin.session import EVALUATION, SESSION, BenchSession, bench_cases, row_key, session_of

__all__ = ["pytest_cmdline_main"]

MARKERS = {
    "tir_bench": "TIR-Bench",
    "viebench": "benchmarks with evidence: ViEBench, V*",
    "vstar": "V*Bench",
    "samples": "the generated sample set",
}


def pytest_configure(config: pytest.Config) -> None:
    """Register markers; read the command line of a benchmark run."""
    for name, about in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {about}")
    if asks_benchmarks(config) and not config.option.help:
        config.stash[SESSION] = start.new_session(config)
        config.pluginmanager.register(RowCollector(config, config.stash[SESSION]), "gazecheck-rows")
        html_path = getattr(config.option, "htmlpath", None)
        if html_path:
            from bench_plugin.html_page import HtmlPage

            config.pluginmanager.register(HtmlPage(config.stash[SESSION], Path(html_path).resolve()), "gazecheck-html")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> Generator[None]:
    """Find the data and the model, before the header is printed and before workers start."""
    bench = session_of(session.config)
    if bench is not None:
        start.load_data(session.config, bench)
        if bench.role != "worker" and not session.config.option.collectonly and not bench.settings.estimate:
            start.check_limits(bench)
            start.find_model(session.config, bench)
            # A job that is told to end keeps the answers that came, as with Ctrl-C.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
    if bench is None or bench.role != "controller":
        yield
        return
    with hosts.reached(session.config):
        yield


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Which benchmarks run, on which model, and how to get the data that is missing."""
    bench = session_of(config)
    return [] if bench is None else [bench.redact(line) for line in (*header_lines(bench), *state.header_lines(config))]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out test files whose benchmark has no data; the header says how to get it."""
    bench = session_of(config)
    if bench is None or collection_path.parent != TESTS_BENCH or collection_path.suffix != ".py":
        return None
    suites = {source.suite for source in bench.plan.sources}
    return True if collection_path.stem.removeprefix("test_") not in suites else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One case an item."""
    bench = session_of(metafunc.config)
    if bench is None or "evaluation" not in metafunc.fixturenames:
        return
    cases = bench.plan.cases(metafunc.definition.name.removeprefix("test_"))
    vstar = pytest.mark.vstar
    parameters = [
        pytest.param(case, id=case.id, marks=[vstar] if case.item.benchmark == "vstar" else []) for case in cases
    ]
    metafunc.parametrize("evaluation", parameters, indirect=True)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Let `-k` find task, split and scenario; after it and `-m` have chosen, cut down to --limit and --sample."""
    bench = session_of(config)
    for item, _, case in bench_cases(items):
        item.extra_keyword_matches.update(filter(None, (case.item.task, case.item.split, case.item.scenario)))
    yield
    if bench is None:
        return
    left_out = bench.left_out([(suite, case, item) for item, suite, case in bench_cases(items)])
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Without workers the selection is known now."""
    bench = session_of(session.config)
    if bench is not None and bench.role == "alone":
        bench.select([item.nodeid for item in session.items])
        at_start.check(session.config, bench)
        start.begin_run(session.config, bench)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Begin; with --estimate say what the selection would cost, and run nothing."""
    bench = session_of(session.config)
    if bench is None:
        return None
    # Cases and modules live to the end: the collector need not walk them again for every few hundred new objects.
    gc.freeze()
    if not bench.settings.estimate:
        return None
    from bench_plugin.cost import estimate_lines

    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    cases = [case for _, _, case in bench_cases(session.items)]
    if reporter is not None:
        reporter.write_line("")
        for line in estimate_lines(cases, bench.settings, bench.profile):
            reporter.write_line(line)
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # Any: xdist's WorkerController
    """Tell a worker what to run, before it starts."""
    bench = session_of(node.config)
    if bench is not None:
        node.workerinput["gazecheck"] = start.for_worker(bench) | hosts.for_host(node, bench)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:  # Any: xdist's own types
    """One that survives a dead worker."""
    from bench_plugin.schedulers import scheduler

    return None if session_of(config) is None else scheduler(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: Sequence[str]) -> None:  # Any: xdist's WorkerController
    """With workers the selection is known when the first of them has collected; nothing is asked before."""
    bench = session_of(node.config)
    if bench is not None and not bench.planned:
        bench.select(ids)
        at_start.check(node.config, bench)
        start.begin_run(node.config, bench)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodeready(node: Any) -> None:  # Any: xdist's WorkerController
    """Know which workers live."""
    bench = session_of(node.config)
    if bench is not None:
        bench.nodes.append(node)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:  # Any: xdist's WorkerController
    """Take the answers a worker had got for cases that never ran; of a dead one, free what it had in flight."""
    bench = session_of(node.config)
    if bench is None:
        return
    if node in bench.nodes:
        bench.nodes.remove(node)
    workers.take_output(node.config, bench, node)
    if error:
        state.note_death(node.config)
    if error and bench.run is not None:
        for name in PACE_FILES:
            release_places(bench.run / name, int(node.gateway.id.removeprefix("gw")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Send the case's numbers along with its report, and nothing that must not be seen."""
    bench = session_of(item.config)
    failure = None if bench is None or call.excinfo is None else call.excinfo
    if failure is not None and isinstance(failure.value, pytest.fail.Exception) and not failure.value.pytrace:
        # Of a wrong answer no frame is shown, but pytest would look up the file of each.
        failure.traceback = failure.traceback[-2:]
    report = yield
    if bench is None:
        return report
    evaluation = item.stash.get(EVALUATION, None)
    if (
        evaluation is not None
        and evaluation.row is not None
        and (report.when == "call" or (report.when == "setup" and report.failed))
    ):
        # xdist carries plain extras of a report, and takes many times as long over a mapping as over its text.
        row = json.dumps(evaluation.row) if bench.role == "worker" else dict(evaluation.row)
        report.gazecheck = row  # type: ignore[attr-defined]
        if bench.home is not None:
            report.gazecheck_record = bench.home.take(row_key(evaluation.row))  # type: ignore[attr-defined]
    if report.failed:
        hide_secrets(report, bench.redact)
    return report


class RowCollector:
    """Keeps the row of every report. A plugin object, because this hook gets no config."""

    def __init__(self, config: pytest.Config, bench: BenchSession) -> None:
        self._config = config
        self._bench = bench

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the row, or make one for a case whose worker died."""
        bench = self._bench
        if bench.role == "worker":
            return
        row = getattr(report, "gazecheck", None)
        if isinstance(row, str):
            row = json.loads(row)
            report.gazecheck = row  # type: ignore[attr-defined]
        record = report.__dict__.pop("gazecheck_record", None)  # pytest keeps reports to the end
        if record is not None:
            bench.take_record(report.node.gateway.id, record)
        if row is not None:
            bench.add(row)
        elif report.when not in ("setup", "call", "teardown"):
            from bench_plugin.finish import note_crash

            note_crash(bench, report.nodeid)
        else:
            state.note_failure(self._config, bench, report)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """Stop asking; write the summary, or hand what is left to the controller; print the tables below pytest's own."""
    bench = session_of(session.config)
    if bench is None or bench.run is None:
        yield
        return
    # pytest collects garbage five times in a row at its end; all that is here now lives until then.
    gc.freeze()
    if bench.role == "worker":
        rows = bench.evaluator.close() if bench.evaluator is not None else []
        output = session.config.workeroutput  # type: ignore[attr-defined]  # set by xdist
        output["gazecheck_rows"], output["gazecheck_end"] = rows, state.told_by_worker(bench)
        if bench.home is not None:
            output["gazecheck_records"] = hosts.leave(bench, bench.home)
        yield
        return
    # The figures are imported by the process that needs them: no worker, and no run that only lists its cases.
    from bench_plugin import finish

    finish.end(
        session,
        bench,
        seconds=time.time() - bench.started,
        hurried=session.exitstatus == pytest.ExitCode.INTERRUPTED,
    )
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if bench.summary is not None and reporter is not None:
        finish.print_summary(reporter, session.config, bench, int(session.exitstatus))

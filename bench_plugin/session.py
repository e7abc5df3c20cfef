"""What one process knows of the run: what was asked for, the cases, the run folder, the rows so far."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import pytest

from adapters.profiles import Profile
from bench_plugin.cases import Case, Plan, left_out
from bench_plugin.options import Settings
from bench_plugin.parts.home import HomeRecords
from bench_plugin.parts.shard import ItemKey, in_other_shards
from bench_plugin.progress import Progress, Tally
from bench_plugin.redaction import Redactor
from bench_plugin.result import Evaluation
from bench_plugin.run_folder import RecordWriter, open_run

if TYPE_CHECKING:
    # Only a process that runs cases pays for importing them.
    from bench_plugin.evaluation import Evaluator
    from bench_plugin.recall import Recall
    from bench_plugin.report.follower import Follower

Left = TypeVar("Left")
Role = Literal["alone", "controller", "worker"]
# The folder is left out: with --rootdir, and on another host, it is called otherwise.
_NODE = re.compile(r"(?:^|/)test_(\w+)\.py::test_\1\[(.+)\]$", re.DOTALL)


@dataclass
class BenchSession:
    """State of a benchmark run in one process; kept in `config.stash`.

    Attributes:
        role: `alone` (pytest without workers), or `controller` or `worker` of xdist.
        named: Suites whose test file the user named.
        in_flight: Requests at once: of this process, in the controller of the whole run.
        together: Requests at once over all processes of this host.
        workers: Processes that ask on this host; in the controller of the whole run.
        plan: The data that was found; set at the start of the session.
        run: The run folder, decided at the start and made when the selection is known; None for `--collect-only`.
        seed: Of `--sample`, the same in all processes.
        planned: The selected cases by name (`tir_bench/maze-0012`); in a worker empty.
        rows: A row for each case with a result, by name.
        crashed: Cases under which a worker died; a worker that replaces it does not run them again.
        evaluator: Asks and scores; made with the first case of a process that runs cases.
        tally, progress: How far the run is, and the line that shows it; not in a worker.
        begun: Whether the run folder has been made.
        nodes: Workers that live; in the controller.
        about: What run.json says.
        recall, notes: Where answers are looked for before the model is asked, and what a user should know of it.
        summary: What summary.json says, once the run has ended.
        gated: Whether the run is held against a gate.
        share: Of the limits of the whole run, what the workers of this host may use.
        home: Of a worker on another host: its records, until they are sent home.
        follower: Draws the report's pictures while the run goes on.
        page_sections, page_notes: The report's static sections as markup; where it is and what it left out.
    """

    settings: Settings
    profile: Profile
    redact: Redactor
    role: Role
    named: frozenset[str]
    worker_id: str = "main"
    in_flight: int = 1
    together: int = 1
    workers: int = 1
    plan: Plan = field(default_factory=lambda: Plan(()))
    run: Path | None = None
    seed: int = 0
    planned: dict[str, tuple[str, Case]] = field(default_factory=dict)
    rows: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    crashed: set[str] = field(default_factory=set)
    evaluator: "Evaluator | None" = None
    tally: Tally | None = None
    progress: Progress | None = None
    started: float = 0.0
    begun: bool = False
    nodes: list[Any] = field(default_factory=list)  # Any: xdist's WorkerController
    about: dict[str, Any] = field(default_factory=dict)
    summary: Mapping[str, Any] | None = None
    gated: bool = False
    share: float = 1.0
    home: HomeRecords | None = None
    follower: "Follower | None" = None
    page_sections: str = ""
    page_notes: tuple[str, ...] = ()
    recall: "Recall | None" = None
    notes: tuple[str, ...] = ()

    def case_of(self, nodeid: str) -> tuple[str, Case] | None:
        """(suite, case) of a pytest node id, None when it is no case of ours."""
        match = _NODE.search(nodeid)
        if match is None:
            return None
        suite, case_id = match.groups()
        case = self._by_name.get(f"{suite}/{case_id}")
        return None if case is None else (suite, case)

    def left_out(self, found: Sequence[tuple[str, Case, Left]]) -> list[Left]:
        """Which of the cases that `-k` and `-m` chose are not to run: the same in every process.

        Args:
            found: (suite, case, what stands for it), in order.
        """
        if self.settings.resume is not None and self.run is not None:
            wanted = set(open_run(self.run).about["selection"]["cases"])
            return [stand_in for suite, case, stand_in in found if f"{suite}/{case.id}" not in wanted]
        keys = [ItemKey(suite, case.item.task, case.item.id) for suite, case, _ in found]
        stand_ins = [stand_in for _, _, stand_in in found]
        gone = left_out(
            list(zip(keys, stand_ins, strict=True)),
            limit=self.settings.limit,
            sample=self.settings.sample,
            seed=self.seed,
        )
        if self.settings.shard is None:
            return gone
        items = (ItemKey(source.suite, item.task, item.id) for source in self.plan.sources for item in source.items)
        elsewhere = [stand_ins[place] for place in in_other_shards(self.settings.shard, items, keys)]
        return list(dict.fromkeys([*gone, *elsewhere]))

    def add(self, row: Mapping[str, Any]) -> None:
        """Keep the row of a case that has reported."""
        self.rows[row_key(row)] = row
        if self.tally is not None:
            self.tally.add(row)

    def take_record(self, worker_id: str, line: str) -> None:
        """Write down a record that came from a worker on another host."""
        assert self.run is not None
        writer = RecordWriter(self.run / f"records-{worker_id}.jsonl", self.redact)
        writer.append(self.redact(line))
        writer.close()

    def take_leftovers(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep the rows of answers that came although their case never ran."""
        for row in rows:
            self.rows.setdefault(row_key(row), row)

    def select(self, nodeids: Sequence[str]) -> None:
        """Note which cases are selected."""
        for nodeid in nodeids:
            found = self.case_of(nodeid)
            if found is not None:
                self.planned[f"{found[0]}/{found[1].id}"] = found

    def select_all(self) -> None:
        """Note every case as selected."""
        self.planned = {name: (name.partition("/")[0], case) for name, case in self._by_name.items()}

    @property
    def page(self) -> Path | None:
        """Where the report's page goes; None when none is wanted or there is no run."""
        wanted = self.settings.report
        if self.run is None or wanted == "none":
            return None
        return self.run / "report.html" if wanted is None else Path(wanted).resolve()

    @cached_property
    def _by_name(self) -> dict[str, Case]:
        return {
            f"{source.suite}/{case.id}": case for source in self.plan.sources for case in self.plan.cases(source.suite)
        }


def row_key(row: Mapping[str, Any]) -> str:
    """The name of a row's case in the whole run: `tir_bench/maze-0012`."""
    return f"{row['suite']}/{row['case']}"


SESSION = pytest.StashKey[BenchSession]()
EVALUATION = pytest.StashKey[Evaluation]()
SUITE = pytest.StashKey[str]()


def session_of(config: pytest.Config) -> BenchSession | None:
    """The benchmark session of this pytest run, None when no benchmark is asked for."""
    return config.stash.get(SESSION, None)


def bench_cases(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, str, Case]]:
    """Those of pytest's items that are our cases."""
    for item in items:
        callspec = getattr(item, "callspec", None)
        case = None if callspec is None else callspec.params.get("evaluation")
        if isinstance(case, Case):
            yield item, item.originalname[len("test_") :], case  # type: ignore[attr-defined]  # a pytest.Function

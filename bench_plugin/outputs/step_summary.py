"""The page of one CI step: headline, gate, differences by task, what got worse. For `--summary-md` and GitHub's own.

GitHub drops a step's summary whole when it has more than 1,024 kB, so a page is built within its bytes: each table ends
where the room does, worst lines first, and says how many more there are and where.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench_plugin.gating.decision import Decision
from bench_plugin.gating.exit_codes import meaning
from bench_plugin.gating.scores_file import Row
from bench_plugin.outputs.comparison_tables import Regression, comparison_tables, regressions
from bench_plugin.outputs.gate_table import gate_table, noteworthy
from bench_plugin.outputs.markdown import Page, code, escaped
from bench_plugin.tables import DASH, Table, interval, percent, score_tables, totals_line
from scoring.scored_item import Scoring

MOST_BYTES = 1_000 * 1_024
VARIABLE = "GITHUB_STEP_SUMMARY"

_RULES, _DELTAS, _CASES, _NAMED = 200, 100, 500, 20


@dataclass(frozen=True, slots=True)
class RunToTell:
    """A run as the page tells it.

    Attributes:
        name: The model's.
        path: The run folder, as the user knows it.
        scoring: Which score decides.
        summary: summary.json.
        rows: The cases that have a result, by name.
        decision: What was decided.
        baseline: The folder of the run it is compared with.
    """

    name: str
    path: Path
    scoring: Scoring
    summary: Mapping[str, Any]
    rows: Mapping[str, Row]
    decision: Decision
    baseline: Path | None


def step_summary(run: RunToTell, environ: Mapping[str, str], most: int = MOST_BYTES) -> str:
    """The page, of at most so many bytes."""
    page = Page(most)
    artefact = _artefact(run.path, environ)
    _headline(page, run, artefact)
    if run.decision.gate is not None:
        _gate(page, run.decision, artefact)
    for number, table in enumerate(score_tables(run.summary)):
        _table(page, table, _DELTAS, f"more tasks; {artefact}", first=number == 0, title="Scores")
    if run.decision.comparison is not None:
        _comparison(page, run, artefact)
    else:
        _failures(page, run, artefact)
    return page.text()


def write_step_summary(
    run: RunToTell, wanted: Path | None, environ: Mapping[str, str], redact: Callable[[str], str]
) -> list[str]:
    """Write the page to the file that was asked for, and to the one GitHub shows below the step.

    GitHub's file may hold what the step's other commands wrote: the page is put behind it, within what is left.

    Returns:
        Why a file could not be written, a sentence each: a run is not lost for its page.
    """
    problems = []
    shown = Path(environ[VARIABLE]) if environ.get(VARIABLE) else None
    try:
        if wanted is not None:
            wanted.parent.mkdir(parents=True, exist_ok=True)
            wanted.write_text(redact(step_summary(run, environ)), encoding="utf-8")
    except OSError as exc:
        problems.append(f"--summary-md {wanted} can't be written: {exc.strerror}")
    try:
        if shown is not None:
            left = MOST_BYTES - (shown.stat().st_size if shown.exists() else 0)
            with shown.open("a", encoding="utf-8") as file:
                file.write(redact(step_summary(run, environ, max(0, left))))
    except OSError as exc:
        problems.append(f"{VARIABLE}={shown} can't be written: {exc.strerror}")
    return problems


def _headline(page: Page, run: RunToTell, artefact: str) -> None:
    decision, summary = run.decision, run.summary
    strict, official = summary["accuracy"]["strict"], summary["accuracy"]["official"]
    verdict = f": {decision.headline}" if decision.headline else ""
    page.add(f"## Gazecheck, {code(run.name)}{verdict}", "")
    if decision.gate is not None:
        page.add(f"Exit code {decision.exit_code}: {meaning(decision.exit_code)}.", "")
    if decision.trouble is not None:
        page.add(f"**{escaped(decision.trouble)}**", "")
    if decision.builds:
        builds = ", ".join(code(build) for build in decision.builds[:_NAMED])
        page.add(f"**The server's build changed during the run:** {builds}", "")
    page.add(
        f"Accuracy {percent(strict)} strict (95 % {interval(strict)}, n {strict['n']:,}), "
        f"{percent(official)} official (n {official['n']:,}); {totals_line(summary)}.",
        "",
        f"Every item: {artefact}.",
        "",
    )


def _gate(page: Page, decision: Decision, artefact: str) -> None:
    assert decision.gate is not None
    table = gate_table(decision.gate)
    page.add("### Gate", "")
    lines = [(code(line[0], 120), *map(escaped, line[1:-1]), _bold(line[-1])) for line in table.lines]
    page.add_rows(table.head, lines, shown=_RULES, more=f"more rules; {artefact}")
    page.add("")
    for rule in noteworthy(decision.gate)[:_RULES]:
        page.add(f"- **{rule.verdict}** {code(rule.rule, 120)}: {escaped(rule.reason, 1000)}")
    page.add("")


def _comparison(page: Page, run: RunToTell, artefact: str) -> None:
    comparison = run.decision.comparison
    assert comparison is not None
    page.add(f"### Against the baseline {code(run.baseline)}", "")
    for warning in run.decision.warnings[:_NAMED]:
        page.add(f"**Warning:** {escaped(warning)}", "")
    matched = comparison.matched
    page.add(
        f"{len(matched.names):,} cases were answered in both: {len(comparison.fixed):,} fixed, "
        f"{len(comparison.broken):,} broken, {len(comparison.changed):,} with another outcome. Only before: "
        f"{len(matched.only_before):,}, only now: {len(matched.only_after):,}, without an answer in one: "
        f"{len(matched.unanswered):,}.",
        "",
    )
    for table in comparison_tables(comparison):
        _table(page, table, _DELTAS, f"more lines; {artefact}")
    worse = regressions(comparison, run.rows, run.scoring)
    if worse:
        page.add("### Worst regressions", "")
        head = ("case", "outcome before", "now", "score", "expected", "extracted")
        page.add_rows(head, [_regression(one) for one in worse], shown=_CASES, more=f"more; {artefact}")
        page.add("")


def _regression(one: Regression) -> tuple[str, ...]:
    return (code(one.name), one.before, one.after, f"-{one.drop:.2f}", code(one.expected, 40), code(one.extracted, 40))


def _failures(page: Page, run: RunToTell, artefact: str) -> None:
    """Without a baseline the worst answers are what a reader can look at."""
    failing = [row for row in run.rows.values() if not row[f"passed_{run.scoring}"]]
    if not failing:
        return

    def badness(row: Row) -> tuple[bool, float, str]:
        score = row[run.scoring]
        # An error is no answer of the model: it comes after every wrong one.
        return score is None, score or 0.0, str(row["case"])

    lines = [
        (
            code(f"{row['suite']}/{row['case']}"),
            str(row["outcome"]),
            DASH if row[run.scoring] is None else f"{row[run.scoring]:.2f}",
            code(row["expected"], 40),
            code(row["extracted"], 40),
        )
        for row in sorted(failing, key=badness)
    ]
    page.add("### Worst cases", "")
    head = ("case", "outcome", "score", "expected", "extracted")
    page.add_rows(head, lines, shown=_CASES, more=f"more; {artefact}")
    page.add("")


def _table(page: Page, table: Table, shown: int, more: str, *, first: bool = False, title: str = "") -> None:
    if first:
        page.add(f"### {title}", "")
    page.add(escaped(table.title), "")
    lines = [(code(line[0]), *map(escaped, line[1:])) for line in table.lines]
    page.add_rows([escaped(cell) for cell in table.head], lines, shown=shown, more=more)
    page.add("")


def _artefact(path: Path, environ: Mapping[str, str]) -> str:
    """Where the whole run is: a link to the CI run's artefacts where the environment tells it, else the folder."""
    url = _github(environ) or environ.get("CI_JOB_URL", "")
    parts = urlsplit(url)
    if parts.scheme in ("http", "https") and parts.netloc and not set(url) & set("<>()[]\\ \t\r\n"):
        return f"[the artefact of this CI run]({url}), run folder {code(path.name)}"
    return f"the artefact with the run folder {code(path)}"


def _github(environ: Mapping[str, str]) -> str:
    server, repository, run = (environ.get(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID"))
    return f"{server}/{repository}/actions/runs/{run}#artifacts" if server and repository and run else ""


def _bold(verdict: str) -> str:
    return verdict if verdict == "passed" else f"**{verdict}**"

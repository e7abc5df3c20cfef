"""The command line: what a user can ask for, as one frozen record."""

from argparse import ArgumentTypeError
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import pytest

from adapters.manner import Reading
from bench_plugin.parts.shard import Shard, parse_shard
from scoring.scored_item import Scoring

DEFAULT_IN_FLIGHT = 4
DEFAULT_MODEL = "pixels"


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for on the command line: each field is the option of its name.

    Plain values: nothing below this module reads pytest's options.
    """

    # which model, and how it is asked
    model: str | None
    base_url: str | None
    served_name: str | None
    overrides: tuple[str, ...]
    protocol: str | None
    tools: str | None
    protocol_reading: Reading
    system_prompt: Path | None
    # how much at once, and how much in all
    concurrency: int | None
    max_rpm: float | None
    max_tpm: float | None
    max_cost: float | None
    max_tokens_total: int | None
    max_minutes: float | None
    estimate: bool
    # which items
    tir_bench: str | None
    viebench: str | None
    vstar: str | None
    shuffle_options: bool
    skip_broken: bool
    samples_per_task: int | None
    sample_seed: int
    difficulty: str
    limit: int | None
    sample: int | None
    seed: int | None
    repeat: int
    shard: Shard | None
    # scores and results
    scoring: Scoring
    extractor: Literal["rules", "llm", "hybrid"]
    extractor_model: str | None
    extractor_base_url: str | None
    extractor_prompts: Path | None
    extractor_audit: int
    run: Path | None
    gate: str | None
    baseline: Path | None
    anyway: bool
    summary_md: Path | None
    resume: str | None
    replay: Path | None
    responses: Path | None
    cache: Path | None
    report: str | None
    report_max_mb: float
    report_assets_max_mb: float


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options of a run."""
    _model_options(parser.getgroup("gazecheck model", "Gazecheck: which model, and how it is asked"))
    _limit_options(parser.getgroup("gazecheck limits", "Gazecheck: how much at once, and how much in all"))
    _item_options(parser.getgroup("gazecheck items", "Gazecheck: which items"))
    _result_options(parser.getgroup("gazecheck results", "Gazecheck: scores and results"))
    _gate_options(parser.getgroup("gazecheck gate", "Gazecheck: gate a release"))


def _model_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--model",
        metavar="NAME",
        help="a profile (built in, or from models.toml), or any name together with --base-url; default: "
        f"{DEFAULT_MODEL}, a baseline of classical image work",
    )
    group.addoption("--base-url", metavar="URL", help="the OpenAI-compatible endpoint, over that of the profile")
    group.addoption("--served-name", metavar="NAME", help="the model's name in requests, over that of the profile")
    group.addoption(
        "--set",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        dest="overrides",
        help="override a field of the profile, such as sampling.temperature=0.7; may be repeated",
    )
    group.addoption(
        "--protocol",
        metavar="NAME",
        help="how the model zooms, for every benchmark; default: the profile's for benchmarks with evidence, none for "
        "TIR-Bench (docs/protocols.md)",
    )
    group.addoption(
        "--tools",
        choices=("none", "zoom"),
        help="zoom: the profile's protocol (or native tool calls) for every benchmark; none: one turn for every one",
    )
    group.addoption(
        "--protocol-reading",
        choices=("lenient", "official"),
        default="lenient",
        help="how malformed calls are read: as meant, or as the published loop reads them (default lenient)",
    )
    group.addoption(
        "--system-prompt", metavar="FILE", type=Path, help="replaces the protocol's own declaration of its tools"
    )


def _limit_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--concurrency",
        metavar="N",
        type=_positive,
        help=f"keep N requests in flight in this one process (default {DEFAULT_IN_FLIGHT}); with -n, over all workers",
    )
    group.addoption(
        "--processes",
        metavar="P",
        type=_positive,
        help="worker processes for -n N, which keeps N requests in flight; default: at most one a core",
    )
    group.addoption("--max-rpm", metavar="N", type=_above_zero, help="requests a minute, all workers together")
    group.addoption("--max-tpm", metavar="N", type=_above_zero, help="tokens a minute, all workers together")
    group.addoption("--max-cost", metavar="USD", type=_above_zero, help="stop when so much is spent (needs prices)")
    group.addoption("--max-tokens-total", metavar="N", type=_positive, help="stop when so many tokens are used")
    group.addoption("--max-minutes", metavar="M", type=_above_zero, help="stop asking after so many minutes")
    group.addoption("--estimate", action="store_true", help="print what the run would cost; ask nothing")


def _item_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--tir-bench",
        metavar="DIR|hub",
        help="the folder with TIR-Bench.json, or hub to download it; default: $GAZECHECK_TIR_BENCH, the cache folder",
    )
    group.addoption(
        "--viebench",
        metavar="DIR",
        help="a folder in our evidence layout, a Label Studio export or a V* folder; default: $GAZECHECK_VIEBENCH",
    )
    group.addoption("--vstar", metavar="DIR", help="a copy of V*Bench, run beside ViEBench; default: $GAZECHECK_VSTAR")
    group.addoption(
        "--shuffle-options",
        action="store_true",
        help="shuffle the options of evidence benchmarks with a fixed seed (V* always: it lists the right one first)",
    )
    group.addoption(
        "--skip-broken", action="store_true", help="leave broken rows out, and list them, instead of stopping"
    )
    group.addoption("--samples-per-task", metavar="N", type=_positive, help="generate N items of each task (default 8)")
    group.addoption("--sample-seed", metavar="S", type=int, default=0, help="generate another set (default 0)")
    group.addoption(
        "--difficulty", choices=("easy", "medium", "hard"), default="medium", help="of generated items (default medium)"
    )
    group.addoption("--limit", metavar="N", type=_positive, help="only the first N selected items of each task")
    group.addoption("--sample", metavar="N", type=_positive, help="only N of the selected items, drawn with --seed")
    group.addoption("--seed", metavar="S", type=int, help="of --sample; default: drawn, and written to run.json")
    group.addoption(
        "--repeat", metavar="K", type=_positive, default=1, help="ask each item K times, each a case of its own"
    )
    group.addoption(
        "--shard",
        metavar="I/N",
        type=parse_shard,
        help="run the I-th of N equal parts of the selection; gazecheck merge unites them (docs/ci.md)",
    )


def _result_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--scoring",
        choices=("strict", "official"),
        default="strict",
        help="which score decides pass or fail (default strict); both are always computed",
    )
    group.addoption(
        "--extractor",
        choices=("rules", "llm", "hybrid"),
        default="rules",
        help="who reads the answer out of a reply: rules (default), a model, or the model only where the rules abstain",
    )
    group.addoption("--extractor-model", metavar="NAME", help="the model that reads answers: a profile, or any name")
    group.addoption("--extractor-base-url", metavar="URL", help="its endpoint, over that of its profile")
    group.addoption(
        "--extractor-prompts", metavar="FILE", type=Path, help="the authors' own few-shot texts (docs/extraction.md)"
    )
    group.addoption(
        "--extractor-audit",
        metavar="N",
        type=_positive,
        default=0,
        help="have rules and model both read N answers, and count how often they differ",
    )
    group.addoption("--run", metavar="DIR", type=Path, help="the run folder (default runs/<model>/<utc time>)")
    group.addoption(
        "--resume",
        metavar="RUN|latest",
        help="go on with a run: ask only for what is missing or failed; latest: the newest with the same settings",
    )
    group.addoption("--replay", metavar="RUN", type=Path, help="score an earlier run again with today's rules")
    group.addoption(
        "--responses",
        metavar="FILE",
        type=Path,
        help="score answers made elsewhere (docs/responses.md has the formats)",
    )
    group.addoption(
        "--cache", metavar="DIR", type=Path, help="reuse answers to equal questions under equal settings across runs"
    )
    group.addoption(
        "--report",
        metavar="FILE|none",
        help="where the page goes (default report.html in the run folder); none: no page",
    )
    group.addoption(
        "--report-max-mb", metavar="MB", type=_above_zero, default=20.0, help="size of the page (default 20)"
    )
    group.addoption(
        "--report-assets-max-mb",
        metavar="MB",
        type=_above_zero,
        default=300.0,
        help="of the pictures and transcripts beside it (default 300)",
    )


def _gate_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--gate",
        metavar="FILE|none",
        help="hold the run against the rules of a TOML file (docs/gates.md); default: [tool.gazecheck.gates] of "
        "pyproject.toml, and none leaves that out. Exit codes: 0 passed, 1 failed, 10 undecided, 11 infrastructure",
    )
    group.addoption("--baseline", metavar="RUN", type=Path, help="compare with an earlier run, item by item")
    group.addoption(
        "--anyway", action="store_true", help="compare with a --baseline that was asked otherwise, with a warning"
    )
    group.addoption(
        "--summary-md",
        metavar="FILE",
        type=Path,
        help="write headline, gate and differences as Markdown; also done for $GITHUB_STEP_SUMMARY",
    )


def settings_from(option: Any) -> Settings:  # Any: argparse's Namespace has no typed fields
    """The settings in pytest's parsed options."""
    values: dict[str, Any] = {field.name: getattr(option, field.name) for field in fields(Settings)}
    values["overrides"] = tuple(values["overrides"])
    return Settings(**values)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"{text!r} is no number above 0")
    return number

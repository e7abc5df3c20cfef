"""The command line: what a user can ask for, as one frozen record."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring.scored_item import Scoring

DEFAULT_IN_FLIGHT = 4
DEFAULT_MODEL = "random"


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for on the command line. Plain values: nothing below this module reads pytest's options."""

    model: str
    base_url: str | None
    served_name: str | None
    overrides: tuple[str, ...]
    tir_bench: str | None
    viebench: str | None
    vstar: str | None
    skip_broken: bool
    samples_per_task: int | None
    sample_seed: int
    difficulty: str
    limit: int | None
    sample: int | None
    seed: int | None
    scoring: Scoring
    run: Path | None
    in_flight: int | None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options of a run."""
    model = parser.getgroup("gazecheck model", "Gazecheck: which model, and how it is asked")
    model.addoption(
        "--model",
        metavar="NAME",
        default=DEFAULT_MODEL,
        help="a profile (built in, or from models.toml), or any name together with --base-url; default: %(default)s, "
        "a baseline that guesses",
    )
    model.addoption("--base-url", metavar="URL", help="the OpenAI-compatible endpoint, over that of the profile")
    model.addoption("--served-name", metavar="NAME", help="the model's name in requests, over that of the profile")
    model.addoption(
        "--set",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        dest="overrides",
        help="override a field of the profile, such as sampling.temperature=0.7; may be repeated",
    )
    model.addoption(
        "--concurrency",
        metavar="N",
        type=_positive,
        help=f"keep N requests in flight in this one process (default {DEFAULT_IN_FLIGHT}); with -n, over all workers",
    )
    model.addoption(
        "--processes",
        metavar="P",
        type=_positive,
        help="worker processes for -n N, which keeps N requests in flight; default: at most one a core",
    )

    data = parser.getgroup("gazecheck data", "Gazecheck: which items")
    data.addoption(
        "--tir-bench",
        metavar="DIR|hub",
        help="the folder with TIR-Bench.json, or hub to download it; default: $GAZECHECK_TIR_BENCH, the cache folder",
    )
    data.addoption(
        "--viebench",
        metavar="DIR",
        help="a folder in our evidence layout, a Label Studio export or a V* folder; default: $GAZECHECK_VIEBENCH",
    )
    data.addoption("--vstar", metavar="DIR", help="a copy of V*Bench, run beside ViEBench; default: $GAZECHECK_VSTAR")
    data.addoption(
        "--skip-broken", action="store_true", help="leave broken rows out, and list them, instead of stopping"
    )
    data.addoption("--samples-per-task", metavar="N", type=_positive, help="generate N items of each task (default 8)")
    data.addoption("--sample-seed", metavar="S", type=int, default=0, help="generate another set (default 0)")
    data.addoption(
        "--difficulty", choices=("easy", "medium", "hard"), default="medium", help="of generated items (default medium)"
    )
    data.addoption("--limit", metavar="N", type=_positive, help="only the first N selected items of each task")
    data.addoption("--sample", metavar="N", type=_positive, help="only N of the selected items, drawn with --seed")
    data.addoption("--seed", metavar="S", type=int, help="of --sample; default: drawn, and written to run.json")

    score = parser.getgroup("gazecheck scores", "Gazecheck: scores and results")
    score.addoption(
        "--scoring",
        choices=("strict", "official"),
        default="strict",
        help="which score decides pass or fail (default strict); both are always computed",
    )
    score.addoption("--run", metavar="DIR", type=Path, help="the run folder (default runs/<model>/<utc time>)")


def settings_from(option: Any) -> Settings:  # Any: argparse's Namespace has no typed fields
    """The settings in pytest's parsed options."""
    return Settings(
        model=option.model,
        base_url=option.base_url,
        served_name=option.served_name,
        overrides=tuple(option.overrides),
        tir_bench=option.tir_bench,
        viebench=option.viebench,
        vstar=option.vstar,
        skip_broken=option.skip_broken,
        samples_per_task=option.samples_per_task,
        sample_seed=option.sample_seed,
        difficulty=option.difficulty,
        limit=option.limit,
        sample=option.sample,
        seed=option.seed,
        scoring=option.scoring,
        run=option.run,
        in_flight=option.concurrency,
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(f"{text} is not a whole number above 0")
    return number

"""The start of a run: the model behind its name, the data, the run folder."""

import asyncio
import dataclasses
import math
import os
import secrets
import tempfile
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from adapters import registry
from adapters.errors import EndpointError, JudgeSetupError
from adapters.profiles import Profile, ProfileError, profile_from, resolve_profile
from bench_plugin.cases import make_plan, plan_as_told, told
from bench_plugin.cost import check_prices
from bench_plugin.gating import at_start
from bench_plugin.manners import check_manner
from bench_plugin.options import DEFAULT_IN_FLIGHT, DEFAULT_MODEL, Settings, settings_from
from bench_plugin.parts.home import HomeRecords
from bench_plugin.parts.hosts import check_arguments, worker_count
from bench_plugin.processes import IN_FLIGHT, named_suites
from bench_plugin.progress import Progress, Tally, is_live, own_stdout
from bench_plugin.redaction import Redactor, public_url
from bench_plugin.run_folder import (
    PACE_FILE,
    UNFINISHED,
    RunError,
    forget_processes,
    new_run_path,
    open_run,
    write_json,
)
from bench_plugin.session import BenchSession
from benchmarks.errors import DataError


def new_session(config: pytest.Config) -> BenchSession:
    """The session of this process, before any data is looked at.

    Raises:
        pytest.UsageError: The model's name or a setting is wrong.
    """
    settings = settings_from(config.option)
    given: Mapping[str, Any] | None = getattr(config, "workerinput", {}).get("gazecheck")
    try:
        _check_mode(config, settings)
        profile = profile_from(given["profile"]) if given else _profile(settings, config.rootpath)
        check_manner(settings, profile)
        if settings.extractor != "rules" or settings.extractor_audit:
            from bench_plugin.answer_readers import check_readers

            check_readers(settings, config.rootpath)
    except (ProfileError, RunError, JudgeSetupError) as exc:
        raise pytest.UsageError(str(exc)) from exc
    redact = Redactor(os.environ, (profile.base_url, settings.base_url))
    bench = BenchSession(settings, profile, redact, "alone", named_suites(config), started=time.time())
    if given:
        bench.role, bench.worker_id = "worker", config.workerinput["workerid"]  # type: ignore[attr-defined]  # xdist's
        bench.workers, bench.share, bench.seed = given["workers"], given["share"], given["seed"]
        # Rounded down: hosts can't count together, and all of them are not to have more than was asked for.
        bench.together = max(1, int(given["in_flight"] * bench.share + 1e-9))
        bench.in_flight = math.ceil(bench.together / bench.workers)
        bench.started, bench.crashed, bench.gated = given["started"], set(given["crashed"]), given["gated"]
        bench.run = None if given["run"] is None else Path(given["run"])
        if given.get("home") and bench.run is not None:
            bench.home = HomeRecords(redact)
            # The workers of this host still keep one pace.
            bench.run = Path(tempfile.gettempdir(), f"gazecheck-{config.workerinput['testrunuid']}")  # type: ignore[attr-defined]
            bench.run.mkdir(exist_ok=True)
        return bench
    bench.seed = settings.seed if settings.seed is not None else secrets.randbelow(2**31)
    option = config.option
    if getattr(option, "dist", "no") != "no" and option.tx and not option.collectonly:
        bench.role = "controller"
        bench.workers = worker_count(option.tx)
        check_arguments(config)
    bench.in_flight = settings.concurrency or config.stash.get(IN_FLIGHT, 0) or DEFAULT_IN_FLIGHT
    bench.together = bench.in_flight
    bench.gated = at_start.begin(config, settings)
    return bench


def _check_mode(config: pytest.Config, settings: Settings) -> None:
    """Refuse options that contradict each other."""
    modes = [name for name in ("resume", "replay", "responses") if getattr(settings, name) is not None]
    if len(modes) > 1:
        raise RunError(f"--{modes[0]} and --{modes[1]}: a run has one source of earlier answers. Leave one out.")
    if settings.shard is not None and settings.sample is not None and settings.seed is None:
        raise RunError("--shard with --sample: each job would draw its own sample. Give all of them one --seed.")
    if settings.resume is None:
        return
    option = config.option
    narrowing = {
        "-k": option.keyword,
        "-m": option.markexpr,
        "--lf": config.getoption("lf", False),
        "--sw": config.getoption("stepwise", False),
        "--limit": settings.limit,
        "--sample": settings.sample,
        "--shard": settings.shard,
        "--run": settings.run,
    }
    given = [name for name, value in narrowing.items() if value]
    if given:
        raise RunError(f"--resume goes on with the selection of its run; leave {', '.join(given)} out.")


def _profile(settings: Settings, root: Path) -> Profile:
    if settings.replay is not None:
        about = open_run(settings.replay).about
        return profile_from(about["profile"])
    if settings.responses is not None:
        return Profile(settings.model or settings.responses.stem, adapter="responses")
    return resolve_profile(
        settings.model or DEFAULT_MODEL,
        root,
        base_url=settings.base_url,
        served_name=settings.served_name,
        settings=settings.overrides,
    )


def load_data(config: pytest.Config, bench: BenchSession) -> None:
    """Find and check the data (once), or read it again as told (in a worker).

    Raises:
        pytest.UsageError: The data can't be used; the message says what to do.
    """
    settings = bench.settings
    try:
        if settings.replay is not None:
            from bench_plugin import earlier

            bench.plan = earlier.plan_of(open_run(settings.replay))
        elif bench.role == "worker":
            given = config.workerinput["gazecheck"]  # type: ignore[attr-defined]  # set by xdist
            bench.plan = plan_as_told(given["plan"], bench.settings, os.environ)
        else:
            bench.plan = make_plan(bench.settings, os.environ, bench.named)
        if settings.replay is not None or settings.responses is not None or bench.role == "worker":
            from bench_plugin import earlier

            bench.recall, bench.notes = earlier.recall_of(bench)
    except (DataError, RunError) as exc:
        raise pytest.UsageError(str(exc)) from exc


def check_limits(bench: BenchSession) -> None:
    """Refuse limits that can't hold.

    Raises:
        pytest.UsageError: There is no price for --max-cost, or --cache can't be written.
    """
    settings = bench.settings
    if settings.max_cost is not None:
        check_prices(bench.profile, f"--max-cost {settings.max_cost:g}")
    if settings.cache is not None:
        from adapters.cached import check_folder

        try:
            check_folder(settings.cache)
        except EndpointError as exc:
            raise pytest.UsageError(str(exc)) from exc


def find_model(config: pytest.Config, bench: BenchSession) -> None:
    """Settle the served name, and where the run will be written. Not for `--collect-only`.

    Raises:
        pytest.UsageError: The endpoint can't be reached, or serves several models and none was named; or the run to
            go on with was made with other settings.
    """
    profile, settings = bench.profile, bench.settings
    if profile.adapter == "openai" and profile.served_name is None:
        bench.profile = dataclasses.replace(profile, served_name=_only_model(bench))
    runs = config.invocation_params.dir / "runs"
    try:
        if settings.resume is not None:
            from bench_plugin import earlier
            from bench_plugin.about import about_run

            bench.run = earlier.run_to_resume(settings.resume, runs, about_run(config, bench))
            bench.recall, bench.notes = earlier.recall_of(bench)
            return
        given = settings.run
        bench.run = (
            config.invocation_params.dir / given if given else new_run_path(runs, bench.profile.name, datetime.now(UTC))
        )
        if bench.run.joinpath("run.json").exists():
            raise RunError(
                f"--run {given}: a run lies there already. Name a new folder, or go on with --resume {given}."
            )
    except RunError as exc:
        raise pytest.UsageError(str(exc)) from exc


def _only_model(bench: BenchSession) -> str:
    profile = bench.profile
    try:
        names = asyncio.run(registry.served_models(profile))
    except EndpointError as exc:
        raise pytest.UsageError(bench.redact(str(exc))) from exc
    if len(names) != 1:
        listed = ", ".join(names) or "none"
        raise pytest.UsageError(
            f"{public_url(profile.base_url)} serves {len(names)} models ({listed}); the profile {profile.name} "
            "takes the only one. Name one with --served-name."
        )
    return names[0]


def for_worker(bench: BenchSession) -> dict[str, Any]:
    """What a worker is told, as plain values."""
    return {
        "profile": dataclasses.asdict(bench.profile),
        "plan": told(bench.plan),
        "run": None if bench.run is None else str(bench.run),
        "in_flight": bench.in_flight,
        "workers": bench.workers,
        "share": 1.0,
        "seed": bench.seed,
        "gated": bench.gated,
        "started": bench.started,
        "crashed": sorted(bench.crashed),
    }


def begin_run(config: pytest.Config, bench: BenchSession) -> None:
    """Make the run folder and write run.json; of a run that goes on, note the new part."""
    if bench.run is None or bench.begun:
        return
    from bench_plugin.about import about_part, about_run

    bench.begun = True
    bench.run.mkdir(parents=True, exist_ok=True)
    # Left by a part that was killed: what it had in flight would take the places of this one for ever.
    forget_processes(bench.run)
    if bench.settings.resume is not None:
        from bench_plugin import earlier

        bench.about = earlier.with_part(open_run(bench.run), about_part(config, bench))
    else:
        bench.about = about_run(config, bench)
    bench.about["trouble"] = UNFINISHED
    write_json(bench.run / "run.json", bench.about, bench.redact)
    if bench.page is not None and bench.planned:
        from bench_plugin.report.follower import follow

        bench.follower = follow(bench.run, bench.page, bench.settings.report_assets_max_mb)
    bench.tally = Tally(len(bench.planned), bench.settings.scoring)
    stream = own_stdout()
    if stream is not None and bench.planned:
        bench.progress = Progress(bench.tally, bench.run / PACE_FILE, stream, live=is_live(stream, os.environ))
        bench.progress.start()

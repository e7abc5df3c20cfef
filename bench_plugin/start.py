"""The start of a run: the model behind its name, the data, the run folder, and the machinery of one process."""

import asyncio
import dataclasses
import os
import platform
import secrets
import subprocess
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from adapters import registry
from adapters.base import Adapter
from adapters.errors import EndpointError
from adapters.profiles import Profile, ProfileError, profile_from, resolve_profile
from bench_plugin.cases import make_plan, plan_as_told, told
from bench_plugin.engine import Engine
from bench_plugin.evaluation import Evaluator
from bench_plugin.judge import judge
from bench_plugin.options import DEFAULT_IN_FLIGHT, settings_from
from bench_plugin.processes import IN_FLIGHT, named_suites
from bench_plugin.redaction import Redactor, public_url
from bench_plugin.run_folder import SCHEMA, RecordWriter, new_run_path, write_json
from bench_plugin.session import BenchSession
from benchmarks.errors import DataError

PACE_FILE = ".pace"
_VERSIONS = ("gazecheck", "pytest", "pytest-xdist", "openai", "pillow", "numpy", "math-verify", "sympy")


def new_session(config: pytest.Config) -> BenchSession:
    """The session of this process, before any data is looked at.

    Raises:
        pytest.UsageError: The model's name or a setting is wrong.
    """
    settings = settings_from(config.option)
    given: Mapping[str, Any] | None = getattr(config, "workerinput", {}).get("gazecheck")
    try:
        profile = profile_from(given["profile"]) if given else _profile(config)
    except ProfileError as exc:
        raise pytest.UsageError(str(exc)) from exc
    redact = Redactor(os.environ, (profile.base_url, settings.base_url))
    bench = BenchSession(settings, profile, redact, "alone", named_suites(config), started=time.time())
    if given:
        bench.role, bench.worker_id = "worker", config.workerinput["workerid"]  # type: ignore[attr-defined]  # xdist's
        bench.in_flight, bench.workers, bench.seed = given["in_flight"], given["workers"], given["seed"]
        bench.run = None if given["run"] is None else Path(given["run"])
        return bench
    bench.seed = settings.seed if settings.seed is not None else secrets.randbelow(2**31)
    if config.pluginmanager.hasplugin("dsession"):
        bench.role = "controller"
        bench.workers = len(config.getoption("tx") or ()) or 1
    bench.in_flight = settings.in_flight or config.stash.get(IN_FLIGHT, 0) or DEFAULT_IN_FLIGHT
    return bench


def _profile(config: pytest.Config) -> Profile:
    settings = settings_from(config.option)
    return resolve_profile(
        settings.model,
        config.rootpath,
        base_url=settings.base_url,
        served_name=settings.served_name,
        settings=settings.overrides,
    )


def load_data(config: pytest.Config, bench: BenchSession) -> None:
    """Find and check the data (once), or read it again as told (in a worker).

    Raises:
        pytest.UsageError: The data can't be used; the message says what to do.
    """
    try:
        if bench.role == "worker":
            given = config.workerinput["gazecheck"]  # type: ignore[attr-defined]  # set by xdist
            bench.plan = plan_as_told(given["plan"], os.environ)
        else:
            bench.plan = make_plan(bench.settings, os.environ, bench.named)
    except DataError as exc:
        raise pytest.UsageError(str(exc)) from exc


def find_model(config: pytest.Config, bench: BenchSession) -> None:
    """Settle the served name, and where the run will be written. Not for `--collect-only`.

    Raises:
        pytest.UsageError: The endpoint can't be reached, or serves several models and none was named.
    """
    profile = bench.profile
    if profile.adapter == "openai" and profile.served_name is None:
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
        bench.profile = dataclasses.replace(profile, served_name=names[0])
    root = config.invocation_params.dir / "runs"
    given = bench.settings.run
    bench.run = config.invocation_params.dir / given if given else new_run_path(root, profile.name, datetime.now(UTC))
    if bench.run.joinpath("run.json").exists():
        raise pytest.UsageError(f"--run {given}: a run lies there already. Name a new folder.")


def for_worker(bench: BenchSession) -> dict[str, Any]:
    """What a worker is told, as plain values."""
    share = -(-bench.in_flight // bench.workers)
    return {
        "profile": dataclasses.asdict(bench.profile),
        "plan": told(bench.plan),
        "run": None if bench.run is None else str(bench.run),
        "in_flight": share,
        "workers": bench.workers,
        "seed": bench.seed,
    }


def begin_run(config: pytest.Config, bench: BenchSession) -> None:
    """Make the run folder and write run.json: what is asked, of whom, with what."""
    if bench.run is None or bench.begun:
        return
    bench.begun = True
    bench.run.mkdir(parents=True, exist_ok=True)
    write_json(bench.run / "run.json", _about(config, bench), bench.redact)


def make_evaluator(bench: BenchSession) -> Evaluator:
    """The machinery of one process: engine, judge, records."""
    assert bench.run is not None
    alone = bench.role == "alone"
    setting = registry.Setting(
        profile=bench.profile,
        in_flight=bench.in_flight * bench.workers,
        slot=0 if alone else int(bench.worker_id.removeprefix("gw")),
        pace_file=None if alone else bench.run / PACE_FILE,
        seed=bench.settings.sample_seed,
    )

    async def adapter() -> Adapter:
        return registry.make_adapter(setting)

    engine = Engine(adapter, in_flight=bench.in_flight, item_s=bench.profile.limits.item_s)
    writer = RecordWriter(bench.run / f"records-{bench.worker_id}.jsonl", bench.redact)
    return Evaluator(engine, judge, writer, bench.settings.scoring)


def header(bench: BenchSession) -> list[str]:
    """Which benchmarks run, where their data is, on which model, and how to get what is missing."""
    profile = bench.profile
    where = f" at {public_url(profile.base_url)}" if profile.adapter == "openai" else ""
    served = f" as {profile.served_name}" if profile.served_name not in (None, profile.name) else ""
    lines = [f"model: {profile.name}{served}{where}, {in_flight_line(bench)}"]
    for source in bench.plan.sources:
        skipped = f", {len(source.broken)} broken rows left out" if source.broken else ""
        lines.append(f"data: {source.suite}, {len(source.items)} items from {source.folder} ({source.how}){skipped}")
    lines += list(bench.plan.missing)
    if bench.run is not None:
        lines.append(f"run folder: {bench.run}")
    return lines


def in_flight_line(bench: BenchSession) -> str:
    """How many requests are in flight, over how many processes."""
    if bench.role != "controller":
        return f"{bench.in_flight} in flight"
    return f"{bench.in_flight} in flight over {bench.workers} worker processes (--processes sets the number)"


def _about(config: pytest.Config, bench: BenchSession) -> dict[str, Any]:
    profile = dataclasses.asdict(bench.profile)
    profile["base_url"] = public_url(bench.profile.base_url)
    return {
        "schema": SCHEMA,
        "started": datetime.fromtimestamp(bench.started, UTC).isoformat(timespec="seconds"),
        "command": ["pytest", *map(str, config.invocation_params.args)],
        "model": bench.settings.model,
        "profile": profile,
        "image_order": "images first, then the prompt; no system message",
        "scoring": bench.settings.scoring,
        "selection": selection(config, bench),
        "data": [
            {
                "suite": source.suite,
                "folder": str(source.folder),
                "found_by": source.how,
                "revision": source.revision,
                "sha256": source.sha256,
                "items": len(source.items),
                "skipped": [str(row) for row in source.broken],
            }
            for source in bench.plan.sources
        ],
        "in_flight": bench.in_flight,
        "workers": bench.workers if bench.role == "controller" else 0,
        "versions": {name: _version(name) for name in _VERSIONS} | {"python": platform.python_version()},
        "git_commit": _git_commit(Path(__file__).parent),
    }


def selection(config: pytest.Config, bench: BenchSession) -> dict[str, Any]:
    """What was selected, and by which options."""
    option = config.option
    return {
        "selected": len(bench.planned),
        "of": bench.plan.total,
        "keyword": option.keyword or None,
        "markers": option.markexpr or None,
        "limit": bench.settings.limit,
        "sample": bench.settings.sample,
        "seed": bench.seed if bench.settings.sample else None,
        "last_failed": bool(config.getoption("lf", False)),
        "stepwise": bool(config.getoption("stepwise", False)),
        "cases": list(bench.planned),
    }


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _git_commit(folder: Path) -> str | None:
    """The suite's own commit, None outside a checkout."""
    try:
        asked = subprocess.run(
            ["git", "-C", str(folder), "rev-parse", "HEAD"], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout.strip() or None if asked.returncode == 0 else None

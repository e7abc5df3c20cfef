"""run.json: what was asked, of whom, with what. It is what two runs are compared by, and what `--resume` goes by."""

import dataclasses
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from adapters.profiles import Profile
from adapters.protocols import deviations
from bench_plugin.gating.planned import plan_groups
from bench_plugin.gating.scorer_version import scorer_version
from bench_plugin.manners import manners_of
from bench_plugin.plain import plain
from bench_plugin.redaction import public_url
from bench_plugin.run_folder import SCHEMA
from bench_plugin.session import BenchSession

_VERSIONS = ("gazecheck", "pytest", "pytest-xdist", "openai", "pillow", "numpy", "math-verify", "sympy")
# Where and how fast it was asked may differ between the parts of one run; everything else changes the answers.
_FREE_FIELDS = ("base_url", "api_key_env", "limits", "prices")


def about_run(config: pytest.Config, bench: BenchSession) -> dict[str, Any]:
    """run.json of a new run."""
    return {
        "schema": SCHEMA,
        "model": bench.profile.name,
        "profile": public_profile(bench.profile),
        "manners": manners(bench),
        "image_order": "images first, then the prompt; no system message",
        "scoring": bench.settings.scoring,
        "extractor": {"kind": bench.settings.extractor, "model": bench.settings.extractor_model},
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
        "parts": [about_part(config, bench)],
    }


def about_part(config: pytest.Config, bench: BenchSession) -> dict[str, Any]:
    """What is true of one part of a run: when, by which command, on which machine's software."""
    return {
        "started": datetime.fromtimestamp(bench.started, UTC).isoformat(timespec="seconds"),
        "duration_s": None,
        "command": ["pytest", *map(str, config.invocation_params.args)],
        "endpoint": public_url(bench.profile.base_url),
        "in_flight": bench.in_flight,
        "workers": bench.workers if bench.role == "controller" else 0,
        "versions": {name: _version(name) for name in _VERSIONS}
        | {"python": platform.python_version(), "scorer": scorer_version()},
        "git_commit": _git_commit(Path(__file__).parent),
    }


def public_profile(profile: Profile) -> dict[str, Any]:
    """The resolved profile, without user, password and query of its URL. It never holds a key."""
    return dataclasses.asdict(profile) | {"base_url": public_url(profile.base_url)}


def manners(bench: BenchSession) -> dict[str, Any]:
    """How each benchmark is asked: figures with and without tools are different figures."""
    return {
        benchmark: dataclasses.asdict(manner)
        | {
            "deviations": deviations(
                manner.protocol,
                bench.profile,
                reading=manner.reading,
                own_prompt=manner.system_prompt is not None,
            )
        }
        for benchmark, manner in manners_of(bench.plan, bench.settings, bench.profile).items()
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
        "repeat": bench.settings.repeat,
        "shard": None if bench.settings.shard is None else str(bench.settings.shard),
        "last_failed": bool(config.getoption("lf", False)),
        "stepwise": bool(config.getoption("stepwise", False)),
        "cases": list(bench.planned),
        "groups": plan_groups(bench.planned),
    }


def answer_settings(about: Mapping[str, Any]) -> dict[str, Any]:
    """Everything in run.json that changes the answers, by a name a person knows."""
    profile = {key: value for key, value in about["profile"].items() if key not in _FREE_FIELDS}
    found: dict[str, Any] = {f"model.{key}": value for key, value in profile.items()}
    for benchmark, manner in about["manners"].items():
        found |= {f"{benchmark}.{key}": value for key, value in manner.items() if key != "deviations"}
    for suite in sorted({source["suite"] for source in about["data"]}):
        # Not by folder: the same data lie elsewhere on another machine.
        found[f"data.{suite}"] = sorted(source["sha256"] for source in about["data"] if source["suite"] == suite)
    return found


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Which settings of two run.json differ in a way that changes the answers, a line each."""
    # plain: a tuple here is a list in the file.
    first, second = answer_settings(plain(one)), answer_settings(plain(other))
    return [
        f"{name}: {first.get(name)!r} and {second.get(name)!r}"
        for name in sorted(first.keys() | second.keys())
        if first.get(name) != second.get(name)
    ]


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

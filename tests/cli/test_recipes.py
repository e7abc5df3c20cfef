"""The CI recipes of docs/recipes: every shell step is taken out of the YAML and run, as the CI would run it.

The model is a scripted server, the data set comes over HTTP from a small hub. What CI systems do beside the shell
(check out, keep and fetch artefacts) is a few copies here; `pip` and `gh` are stand-ins of a few lines.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.benchmarks.hub_server import HubServer
from tests.loopback import Answer, Asked, Loopback
from tests.tiny import ROOT, key, row_number, tir_rows, write_tir

RECIPES = ROOT / "docs" / "recipes"
SUITE = ("adapters", "bench_plugin", "benchmarks", "cli", "scoring", "tests_bench")
FILES = ("conftest.py", "gazecheck.py", "pyproject.toml")
GATES = """
[rules]
tir_bench.accuracy.strict = { min = 0.5, max_drop = 0.05, baseline = "optional" }
errors.share.max = 0.5
"""
COMMANDS = {
    "pip": 'echo "$@" >> "$TOOLS/pip.log"',
    "gazecheck": 'exec "$PYTHON" gazecheck/gazecheck.py "$@"',
    "pytest": 'exec "$PYTHON" -m pytest "$@"',
    "gh": """
case "$1 $2" in
    "run list") if [ -d "$ARTEFACTS/released-run" ]; then echo 7; fi ;;
    "run download") cp -r "$ARTEFACTS/$5" "$7" ;;
    *) exit 64 ;;
esac
""",
}
Script = Callable[[Asked], Answer]


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubServer]:
    """The published data set: 20 mazes and 20 rotations."""
    folder = write_tir(tmp_path_factory.mktemp("published"), tir_rows(maze=20, rotation_game=20))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as pictures:
        for path in sorted((folder / "data").rglob("*.png")):
            pictures.write(path, path.relative_to(folder).as_posix())
    files = {"TIR-Bench.json": (folder / "TIR-Bench.json").read_bytes(), "data.zip": archive.getvalue()}
    with HubServer(files) as server:
        yield server


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of the suite, as a git repository to clone."""
    folder = tmp_path_factory.mktemp("suite") / "gazecheck"
    folder.mkdir()
    for name in SUITE:
        shutil.copytree(ROOT / name, folder / name)
    for name in FILES:
        shutil.copy2(ROOT / name, folder / name)
    who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.com")
    for command in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "A release")):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `actions/cache` keeps between jobs: the data."""
    return tmp_path_factory.mktemp("cache")


@dataclass
class Machine:
    """A CI system: a fresh folder for each job, and artefacts that outlive it."""

    path: Path
    suite: Path
    cache: Path
    hub: str
    files: Mapping[str, str] = field(default_factory=lambda: {"gates.toml": GATES, "smoke.toml": GATES})
    report: bool = False
    jobs: int = 0

    @property
    def artefacts(self) -> Path:
        """Where jobs keep what others fetch."""
        return self.path / "artefacts"

    def job(self, job: Mapping[str, Any], env: Mapping[str, Any], values: Mapping[str, str]) -> "Done":
        """Run a GitHub job: its steps in order, those after a failure only where they say `always()`."""
        done = self._new_job()
        code = 0
        for step in job["steps"]:
            if code and step.get("if") != "always()":
                continue
            if "run" in step:
                assert "${{" not in step["run"], "what comes from outside reaches the shell by its environment only"
                names = {**env, **job.get("env", {}), **step.get("env", {})}
                code = code or self._shell(step["run"], done, _filled(names, values))
            else:
                self._action(step["uses"].partition("@")[0], _filled(step.get("with", {}), values), done.folder)
        return done.ended(code)

    def script(self, lines: list[str], env: Mapping[str, str], keep: list[str]) -> "Done":
        """Run a GitLab script: its lines are one shell script, and what is cached is there before and kept after."""
        done = self._new_job()
        for name in keep:
            if (self.artefacts / name).exists():
                shutil.copytree(self.artefacts / name, done.folder / name)
        code = self._shell("\n".join(lines), done, env)
        for name in keep:
            if code == 0 and (done.folder / name).exists():
                shutil.rmtree(self.artefacts / name, ignore_errors=True)
                shutil.copytree(done.folder / name, self.artefacts / name)
        return done.ended(code)

    def _new_job(self) -> "Done":
        self.jobs += 1
        folder = self.path / f"job-{self.jobs}"
        folder.mkdir(parents=True)
        self.artefacts.mkdir(exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return Done(folder)

    def _shell(self, script: str, done: "Done", env: Mapping[str, str]) -> int:
        tools = self.path / "tools"
        tools.mkdir(exist_ok=True)
        for name, body in COMMANDS.items():
            (tools / name).write_text(f"#!/bin/bash\n{body}\n", encoding="utf-8")
            (tools / name).chmod(0o755)
        known = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "CI_", "GAZE"))}
        machine = {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "TOOLS": str(tools),
            "PYTHON": sys.executable,
            "ARTEFACTS": str(self.artefacts),
            "HF_ENDPOINT": self.hub,
            "HF_HOME": str(self.path / "hf"),
            "GAZECHECK_CACHE": str(self.cache),
            "PYTEST_ADDOPTS": f"-p no:hypothesispytest --set=limits.retries=0 {'' if self.report else '--report=none'}",
            "GITHUB_STEP_SUMMARY": str(done.page_path),
            "GITHUB_WORKFLOW": "gate-release",
        }
        # As GitHub and GitLab run bash.
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        ran = subprocess.run(
            command, cwd=done.folder, env={**known, **machine, **env}, capture_output=True, text=True, check=False
        )
        done.output += ran.stdout + ran.stderr
        return ran.returncode

    def _action(self, name: str, given: Mapping[str, str], folder: Path) -> None:
        if name == "actions/checkout" and "path" in given:
            shutil.copytree(self.suite, folder / given["path"])
        elif name == "actions/upload-artifact":
            for path in given["path"].split():
                if (folder / path).is_dir():
                    shutil.copytree(folder / path, self.artefacts / given["name"], dirs_exist_ok=True)
        elif name == "actions/download-artifact":
            for path in self.artefacts.glob(given["pattern"]):
                shutil.copytree(path, folder / given["path"] / path.name)


@dataclass
class Done:
    """A job that ran."""

    folder: Path
    output: str = ""
    code: int = 0

    @property
    def page_path(self) -> Path:
        """What GitHub shows below the steps."""
        return self.folder / "step-summary.md"

    @property
    def page(self) -> str:
        """The text of it, "" without."""
        return self.page_path.read_text(encoding="utf-8") if self.page_path.exists() else ""

    def ended(self, code: int) -> "Done":
        """With this exit code."""
        self.code = code
        return self


@pytest.fixture
def machine(tmp_path: Path, suite: Path, cache: Path, hub: HubServer) -> Machine:
    """A CI system that has run nothing."""
    return Machine(tmp_path, suite, cache, hub.url)


def recipe(name: str) -> dict[str, Any]:
    """A recipe's YAML."""
    loaded: dict[str, Any] = yaml.safe_load((RECIPES / name).read_text(encoding="utf-8"))
    return loaded


def _filled(table: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, str]:
    """The table with every `${{ … }}` replaced."""
    return {name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda m: values[m[1]], str(value)) for name, value in table.items()}


def known(url: str, **more: str) -> dict[str, str]:
    """What a repository is set up with."""
    return {
        "vars.MODEL_URL": url,
        "vars.GAZECHECK_REPOSITORY": "somebody/gazecheck",
        "secrets.MODEL_API_KEY": "sk-test-123456",
        "github.token": "ghs-test-123456",
        **more,
    }


def right_but(*numbers: int) -> Script:
    """Right but for these rows."""
    return lambda asked: Answer(f"Answer: {key(row_number(asked.prompt) + (row_number(asked.prompt) in numbers))}")


RIGHT = right_but(0)
RELEASES = [
    pytest.param(RIGHT, 0, "gate passed", id="an equal model passes"),
    pytest.param(right_but(*range(14)), 1, "gate failed", id="a worse model fails"),
    pytest.param(
        lambda asked: RIGHT(asked) if asked.index < 20 else Answer(fault="reset"),
        11,
        "not judged, the run did not go through",
        id="the endpoint dies half-way",
    ),
    pytest.param(
        lambda asked: Answer(status=500, error="no") if row_number(asked.prompt) % 10 == 3 else RIGHT(asked),
        10,
        "gate undecided",
        id="a tenth can't be asked",
    ),
]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory, suite: Path, cache: Path, hub: HubServer) -> tuple[Done, Path]:
    """The first release, which has no baseline: (the job, the artefacts it left)."""
    machine = Machine(tmp_path_factory.mktemp("first"), suite, cache, hub.url)
    workflow = recipe("github-release.yml")
    with Loopback(RIGHT, models=("my-model",)) as server:
        done = machine.job(workflow["jobs"]["gate"], workflow["env"], known(server.url))
    return done, machine.artefacts


def test_a_first_release_passes_and_becomes_the_baseline(released: tuple[Done, Path]) -> None:
    """A fresh repository: no run to compare with, and one to compare the next with."""
    done, artefacts = released
    assert done.code == 0, done.output
    assert "no baseline to compare with, and the rule calls it optional" in done.page
    summary = json.loads((artefacts / "released-run" / "summary.json").read_text(encoding="utf-8"))
    assert summary["gate"]["verdict"] == "passed"
    assert "sk-test" not in done.output + done.page


@pytest.mark.parametrize(("script", "code", "headline"), RELEASES)
def test_a_release_is_gated_against_the_last_one(
    machine: Machine, released: tuple[Done, Path], script: Script, code: int, headline: str
) -> None:
    """The exit code of the job, a page a person can read, and a baseline only from a run that passed."""
    shutil.copytree(released[1], machine.artefacts)
    machine.report = code == 1  # the page people look at takes longer than the rest
    before = (machine.artefacts / "released-run" / "run.json").read_text(encoding="utf-8")
    workflow = recipe("github-release.yml")
    with Loopback(script, models=("my-model",)) as server:
        done = machine.job(workflow["jobs"]["gate"], workflow["env"], known(server.url))
    assert done.code == code, done.output
    assert done.page.startswith(f"## Gazecheck, `my-model`: {headline}\n")
    assert "| `tir_bench.accuracy.strict max_drop 0.05` |" in done.page
    if code == 1:
        assert "### Worst regressions" in done.page
        assert "| `tir_bench/maze-0013` | correct | wrong | -1.00 | `B` | `C` |" in done.page
        report = (machine.artefacts / "run" / "report.html").read_text(encoding="utf-8")
        assert "tir_bench.accuracy.strict max_drop 0.05" in report
        assert "Against the baseline" in report
    kept = (machine.artefacts / "released-run" / "run.json").read_text(encoding="utf-8")
    assert (kept != before) == (code == 0)
    assert (machine.artefacts / "run" / "summary.json").exists()


def test_shards_are_asked_in_jobs_of_their_own_and_gated_as_one(machine: Machine) -> None:
    """The matrix covers all shards; here two of two. A wrong answer does not stop a shard's job."""
    workflow = recipe("github-shards.yml")
    shard, gate = workflow["jobs"]["shard"], workflow["jobs"]["gate"]
    assert shard["strategy"]["matrix"]["shard"] == list(range(1, int(workflow["env"]["SHARDS"]) + 1))
    with Loopback(right_but(0, 1), models=("my-model",)) as server:
        for number in ("1", "2"):
            values = known(server.url, **{"matrix.shard": number})
            done = machine.job(shard, workflow["env"] | {"SHARDS": 2}, values)
            assert done.code == 0, done.output
        assert len(server.asked) == 40
    done = machine.job(gate, workflow["env"], known("http://127.0.0.1:9"))
    assert done.code == 0, done.output
    assert "planned 40, answered 40, errors 0" in done.page
    shutil.rmtree(machine.artefacts / "run-2")
    done = machine.job(gate, workflow["env"], known("http://127.0.0.1:9"))
    assert done.code == 11, done.output
    assert "shard 2/2 is missing" in done.page


def test_three_models_a_night_are_compared(machine: Machine) -> None:
    """A job a model, then one page; here the third model's run is the second's."""
    workflow = recipe("github-nightly.yml")
    run = workflow["jobs"]["run"]
    models = run["strategy"]["matrix"]["model"]
    scripts = dict(zip(models, (right_but(*range(20)), RIGHT), strict=False))
    for model, script in scripts.items():
        with Loopback(script, models=(model,)) as server:
            done = machine.job(run, workflow["env"], known(server.url, **{"matrix.model": model}))
            assert done.code == 0, done.output
    shutil.copytree(machine.artefacts / f"run-{models[1]}", machine.artefacts / f"run-{models[2]}")
    done = machine.job(workflow["jobs"]["compare"], workflow["env"], known("http://127.0.0.1:9"))
    assert done.code == 0, done.output
    assert "## `medium` against `small`" in done.page
    assert "| `maze` | 0.0 | 95.0 | +95.0 |" in done.page


def test_a_pull_request_gets_a_sample_that_stays_the_same(machine: Machine) -> None:
    """Drawn with a fixed seed, so two pull requests are asked the same."""
    workflow = recipe("github-pull-request.yml")
    with Loopback(RIGHT, models=("my-model",)) as server:
        done = machine.job(workflow["jobs"]["smoke"], workflow["env"], known(server.url))
    assert done.code == 0, done.output
    selection = json.loads((machine.artefacts / "run" / "run.json").read_text(encoding="utf-8"))["selection"]
    assert (selection["sample"], selection["seed"]) == (100, 7)


def test_gitlab_gates_a_tag_against_its_cached_run(machine: Machine, released: tuple[Done, Path]) -> None:
    """A worse model than that of the cached run: 1, a page as an artefact, and the cache keeps the better run."""
    job = recipe("gitlab-ci.yml")["gate-release"]
    assert (job["allow_failure"]["exit_codes"], job["retry"]["exit_codes"]) == (10, 11)
    kept = [path for path in job["cache"]["paths"] if path != ".cache/gazecheck"]
    shutil.copytree(released[1] / "released-run", machine.artefacts / "baseline")
    with Loopback(right_but(*range(14)), models=("my-model",)) as server:
        env = {"MODEL": "my-model", "MODEL_URL": server.url, "GAZECHECK_URL": machine.suite.as_uri()}
        done = machine.script(job["script"], env, kept)
    assert done.code == 1, done.output
    assert "gate failed" in (done.folder / "gate.md").read_text(encoding="utf-8")
    assert (done.folder / "junit.xml").exists()
    assert not (machine.artefacts / "baseline" / "gate.md").exists()


def test_every_recipe_is_run_here() -> None:
    """A new recipe comes with its test."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert [path.name for path in RECIPES.glob("*") if f'"{path.name}"' not in text] == []

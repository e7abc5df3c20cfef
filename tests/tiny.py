"""A TIR-Bench folder of a few rows with tiny pictures, and pytest runs over it, for tests of the plugin."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = "\nA. 90°\nB. 180°\nC. 270°\nD. 45°"


def tir_rows(**counts: int) -> list[dict[str, Any]]:
    """So many rows of each task; the answer to row `id` is `key(id)` unless the task has no letters."""
    rows: list[dict[str, Any]] = []
    for task, count in (counts or {"rotation_game": 3, "maze": 3}).items():
        for _ in range(count):
            number = len(rows)
            rows.append(
                {
                    "id": number,
                    "task": task,
                    "image_1": f"data/{task}/{number}.png",
                    "image_2": None,
                    "prompt": f"Question {number} of {task}: which turn puts the picture upright?{OPTIONS}",
                    "answer": key(number),
                    "meta_data": {},
                }
            )
    return rows


def key(number: int) -> str:
    """The right letter of row `number`."""
    return "ABCD"[number % 4]


def row_number(prompt: str) -> int:
    """Which row a prompt belongs to."""
    return int(prompt.split()[1])


def write_tir(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    """Write the rows and their pictures; every picture is another one."""
    from PIL import Image

    for at, row in enumerate(rows):
        for number, field in enumerate(("image_1", "image_2")):
            if row[field]:
                path = folder / row[field]
                path.parent.mkdir(parents=True, exist_ok=True)
                Image.new("RGB", (24, 16), (at % 256, 80 * number, 7)).save(path)
    (folder / "TIR-Bench.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


class Bench:
    """Runs the benchmark as a user would, from an empty folder, in a process of its own."""

    def __init__(self, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pytester = pytester
        self.path = pytester.path
        self.run_path = self.path / "run"
        for name in (
            "GAZECHECK_TIR_BENCH",
            "GAZECHECK_VIEBENCH",
            "GAZECHECK_VSTAR",
            "OPENAI_API_KEY",
            "PYTEST_ADDOPTS",
            "GITHUB_STEP_SUMMARY",
        ):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("GAZECHECK_CACHE", str(self.path / "cache"))
        self.data = self.path / "tir"

    def tir(self, rows: Sequence[Mapping[str, Any]] | None = None) -> list[dict[str, Any]]:
        """Write a TIR-Bench folder for the runs that follow."""
        written = list(rows) if rows is not None else tir_rows()
        write_tir(self.data, written)
        return [dict(row) for row in written]

    def __call__(self, *arguments: str, run: str | None = "run", data: bool = True) -> pytest.RunResult:
        """Run pytest on tests_bench with these arguments.

        Args:
            arguments: What the user types after `pytest`.
            run: The run folder's name, None to let the suite choose.
            data: Whether to name the TIR-Bench folder that `tir` wrote.
        """
        return self.pytester.runpytest_subprocess(*self.command_line(arguments, run, data))

    def command_line(self, arguments: tuple[str, ...], run: str | None, data: bool) -> list[str]:
        """What stands behind `pytest` for these arguments; see `__call__`."""
        where = [f"--tir-bench={self.data}"] if data and self.data.exists() else []
        if not any(argument.startswith("--report") for argument in arguments):
            where.append("--report=none")  # a page takes longer than the rest of a small run
        if run is not None:
            self.run_path = self.path / run
            where.append(f"--run={self.run_path}")
        return [
            str(ROOT / "tests_bench"),
            f"--rootdir={ROOT}",
            f"--config-file={ROOT / 'pyproject.toml'}",
            *where,
            "-p",
            "no:hypothesispytest",
            "-o",
            f"cache_dir={self.path / '.pytest_cache'}",
            *arguments,
        ]

    def about(self) -> dict[str, Any]:
        """run.json of the last run."""
        return self._json("run.json")

    def summary(self) -> dict[str, Any]:
        """summary.json of the last run."""
        return self._json("summary.json")

    def records(self) -> dict[str, dict[str, Any]]:
        """Every record of the last run by case id."""
        lines = [line for path in sorted(self.run_path.glob("records-*.jsonl")) for line in path.open(encoding="utf-8")]
        return {record["case"]: record for record in map(json.loads, lines)}

    def _json(self, name: str) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads((self.run_path / name).read_text(encoding="utf-8"))
        return loaded

"""What a report costs, and how fast it is in a browser. By hand, on a quiet machine:

    python bench/report.py [--items 1415 | 10000] [--keep DIR]

Two runs are made: 1,415 items with crops (1,215 of TIR-Bench's shape, 200 scenes of 3000 x 2250), and 10,000 items with
four pictures and 20 kB of transcript each. Printed for each: size of page and assets, seconds to build it from the run
folder alone and again when its pictures are drawn (as they are after a run that took a while), memory, and in headless
Chromium the time until the headline is painted and the slowest of a few filters.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs from anywhere, uninstalled

from playwright.sync_api import Page, sync_playwright

from bench.made_run import Plan, Record, in_own_shades, make_run, multiply, talkative
from benchmarks.tir_bench import TASKS

ROOT = Path(__file__).resolve().parents[1]
TARGETS = {
    1415: {"page": "15 MB", "painted": "1 s", "filter": "100 ms", "alone": "60 s", "after a run": "10 s"},
    10_000: {"page": "20 MB", "painted": "2 s", "filter": "200 ms", "alone": "60 s", "after a run": "60 s"},
}
_FILTERS = (
    "document.querySelector('[name=outcome]').value = 'wrong'; fire('outcome')",
    "document.querySelector('[name=outcome]').value = ''; fire('outcome')",
    "document.querySelector('[name=q]').value = 'maze 1'; fire('q')",
    "document.querySelector('[name=q]').value = ''; fire('q')",
    "document.querySelector('[data-sort=tokens] button').click()",
    "document.querySelector('[data-sort=extracted] button').click()",
)
_BUILD = """
import resource, sys, time
sys.path.insert(0, {root!r})
from pathlib import Path
from bench_plugin.report.build import write_report
from bench_plugin.run_folder import open_run
began = time.monotonic()
written = write_report(open_run(Path({run!r})))
used = resource.getrusage(resource.RUSAGE_SELF)
print(time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, *written.notes, sep="|")
"""


def main() -> None:
    """Make the runs, build their pages, open them."""
    parser = argparse.ArgumentParser(description="Measure the report.")
    parser.add_argument("--items", type=int, choices=tuple(TARGETS), action="append")
    parser.add_argument("--keep", type=Path, help="leave the runs in this folder, and use those that are there")
    args = parser.parse_args()
    folder = args.keep or Path(tempfile.mkdtemp(prefix="report-"))
    for items in args.items or TARGETS:
        run = folder / str(items) / "run"
        if not run.exists():
            _MAKERS[items](folder / str(items))
        measure(items, run)
    if args.keep is None:
        shutil.rmtree(folder)


def measure(items: int, run: Path) -> None:
    """Print one run's figures beside their targets."""
    shutil.rmtree(run / "assets", ignore_errors=True)
    load = os.getloadavg()[0]
    figures = {"alone": built(run), "after a run": built(run)}
    page = run / "report.html"
    print(f"\n{items:,} items, load {load:.1f} on {os.cpu_count()} cores")
    wanted = TARGETS[items]
    _say("page", f"{page.stat().st_size / 1e6:.1f} MB", wanted)
    assets = sum(path.stat().st_size for path in (run / "assets").glob("[!.]*"))
    _say("assets", f"{assets / 1e6:.0f} MB in {len(list((run / 'assets').glob('[!.]*'))):,} files", wanted)
    for name, (seconds, cpu, memory, notes) in figures.items():
        _say(name, f"{seconds:.1f} s ({cpu:.1f} s of processor, {memory:.0f} MB of memory) {notes}", wanted)
    for name, words in in_browser(page).items():
        _say(name, words, wanted)


def built(run: Path) -> tuple[float, float, float, str]:
    """(seconds, processor seconds, megabytes at most, notes) of a build in a process of its own."""
    code = _BUILD.format(root=str(ROOT), run=str(run))
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    seconds, cpu, memory, *notes = said.split("|")
    return float(seconds), float(cpu), float(memory), " ".join(notes)


def in_browser(page: Path) -> dict[str, str]:
    """How long it takes to paint the headline, to be ready, and to answer the slowest filter."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return {"browser": "none is installed"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        window = browser.new_page(viewport={"width": 1280, "height": 900})
        began = time.monotonic()
        window.goto(page.as_uri())
        ready = time.monotonic() - began
        window.wait_for_timeout(300)
        painted = window.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        slowest = max(_filtered(window, step) for step in _FILTERS)
        browser.close()
    return {"painted": f"{painted:.0f} ms, table ready after {1000 * ready:.0f} ms", "filter": f"{slowest:.0f} ms"}


def _filtered(window: Page, step: str) -> float:
    """Milliseconds until the table stands laid out after one step."""
    return float(
        window.evaluate(
            f"""() => {{
                const fire = (name) => document.querySelector(`[name=${{name}}]`).dispatchEvent(
                    new Event("input", {{bubbles: true}}));
                const began = performance.now();
                {step};
                document.body.getBoundingClientRect();
                return performance.now() - began;
            }}"""
        )
    )


def _large_run(folder: Path) -> None:
    make_run(folder, Plan(TASKS, vie=200))


def _huge_run(folder: Path) -> None:
    """10,000 items: four pictures each, all of them files of their own, and 20 kB of transcript."""
    run = make_run(folder, Plan(dict.fromkeys(TASKS, 20), vie=40, images=4, small_size=(640, 480)))
    data = folder / "data"
    speak = talkative(10_000)

    def change(record: Record, number: int) -> None:
        speak(record, number)
        for place, image in enumerate(record["images"]):
            path = f"many/{number % 100}/{number}_{place}.jpg"
            (data / path).parent.mkdir(parents=True, exist_ok=True)
            (data / path).write_bytes(in_own_shades((data / image["path"]).read_bytes(), 4 * number + place))
            image["path"] = path

    multiply(run, 10_000, change)


def _say(name: str, words: str, wanted: Mapping[str, str]) -> None:
    target = f"   wanted: at most {wanted[name]}" if name in wanted else ""
    print(f"  {name:12} {words}{target}")


_MAKERS: Mapping[int, Callable[[Path], None]] = {1415: _large_run, 10_000: _huge_run}

if __name__ == "__main__":
    main()

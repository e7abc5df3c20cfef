"""The page in a real browser: opened from a file, filtered, rows opened; at two widths, in the dark, scripts off."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bench_plugin.report.build import write_report
from bench_plugin.run_folder import StoredRun
from tests.bench_plugin.chromium import Watched, launched
from tests.bench_plugin.report_runs import Record, multiplied, records_of, rewritten, small_run

HOSTILE = (
    "<img src=x onerror=alert(1)></script><script>alert(2)</script><style>*{display:none}</style>\"'&\u2028`${1}\ud800"
)
WIDTHS = pytest.mark.parametrize("width", [1280, 400])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this file."""
    with launched() as found:
        yield found


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """A fresh window of 1280 x 900."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield Watched(context)
    context.close()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> StoredRun:
    """A small run with its page."""
    found = small_run(tmp_path_factory.mktemp("page"))
    write_report(found)
    return found


@pytest.fixture(scope="module")
def report(run: StoredRun) -> Path:
    """Its page."""
    return run.path / "report.html"


def opened(watched: Watched, report: Path, fragment: str = "") -> Page:
    """The page, opened from its file."""
    watched.page.goto(report.as_uri() + fragment)
    return watched.page


def wait_for_pictures(page: Page) -> None:
    """Until every picture of the opened item is there. Not by a script: the page forbids the evaluation it needs."""
    expect(page.locator("#detail img").first).to_be_attached()
    for picture in page.locator("#detail img").all():
        expect(picture).to_have_js_property("complete", True)


def shown(page: Page) -> list[str]:
    """The items the table shows."""
    return page.locator("#rows tbody th a").all_inner_texts()


def case_with(run: StoredRun, wanted: Any) -> Record:
    """The first record that a condition holds for."""
    return next(record for record in records_of(run) if wanted(record))


def zoomed(record: Record) -> bool:
    """Whether it has a crop that worked, with the box the model asked for."""
    calls = (record["transcript"] or {}).get("calls", ())
    return any(call["shown"] and call["requested"] for call in calls)


def test_opening_the_page_asks_for_nothing(watched: Watched, report: Path) -> None:
    """One file, no console message, no request; the headline and all plots are there."""
    page = opened(watched, report)
    expect(page.locator("h1")).to_have_text("made-up-vl")
    assert page.locator(".charts svg").count() >= 10
    page.wait_for_timeout(200)
    assert watched.requests == [report.as_uri()]
    assert watched.console == []


def test_filters_choose_rows_and_stand_in_the_address(watched: Watched, report: Path, run: StoredRun) -> None:
    """A task, an outcome, a word, and all of it in a link that shows the same to somebody else."""
    page = opened(watched, report)
    records = records_of(run)
    page.select_option("select[name=task]", "maze")
    assert sorted(shown(page)) == sorted(record["case"] for record in records if record["task"] == "maze")
    page.select_option("select[name=task]", "")
    page.select_option("select[name=outcome]", "wrong")
    wrong = [record["case"] for record in records if record["verdict"]["outcome"] == "wrong"]
    assert sorted(shown(page)) == sorted(wrong)
    assert page.url.endswith("#outcome=wrong")
    page.fill("input[name=q]", "perception")
    both = sorted(case for case in wrong if case.startswith("perception"))
    assert sorted(shown(page)) == both
    expect(page.locator("#count")).to_have_text(f"{len(both)} of {len(records)} items")
    again = watched.page.context.new_page()
    again.goto(page.url)
    assert sorted(shown(again)) == both
    page.click("button[type=reset]")
    expect(page.locator("#count")).to_contain_text(f"{len(records)} of {len(records)} items")


@pytest.mark.parametrize("fragment", ["#items", "#sort=constructor&task=__proto__&page=-7", "#%%%=1"])
def test_any_address_leaves_a_page_that_works(watched: Watched, report: Path, fragment: str) -> None:
    """A place on the page, names that mean something to the browser, and nonsense."""
    page = opened(watched, report, fragment)
    expect(page.locator("#filters")).to_be_visible()
    page.click("button[type=reset]")
    assert len(shown(page)) == 50
    assert watched.console == []


def test_a_link_to_wrong_answer_right_region_can_be_shared(watched: Watched, report: Path, run: StoredRun) -> None:
    """The quadrant G+A-, by a button and by its address."""
    page = opened(watched, report)
    page.get_by_role("button", name="wrong answer, right region").click()
    assert "quadrant=G%2BA-" in page.url

    def grounded_wrong(record: Record) -> bool:
        best = (record["grounding"] or {}).get("any") or {"coverage": 0, "concentration": 0}
        return max(best.values()) > 0.5 and record["verdict"]["passed_strict"] is False

    wanted = sorted(record["case"] for record in records_of(run) if grounded_wrong(record))
    assert wanted
    assert sorted(shown(page)) == wanted


def test_the_table_is_sorted_by_a_click(watched: Watched, report: Path, run: StoredRun) -> None:
    """Up, down, and back to failures first; rows without a value come last either way."""
    page = opened(watched, report)
    failed = records_of(run)
    by_name = {record["case"]: record["verdict"]["strict"] for record in failed}
    first = by_name[shown(page)[0]]
    assert first is not None
    assert first < 1
    head = page.locator("th[data-sort=strict] button")
    head.click()
    values = [by_name[case] for case in shown(page)]
    known = [value for value in values if value is not None]
    assert known == sorted(known)
    assert values[: len(known)] == known
    head.click()
    assert by_name[shown(page)[0]] == 1
    expect(page.locator("th[data-sort=strict]")).to_have_attribute("aria-sort", "descending")
    head.click()
    assert "sort" not in page.url


def test_j_and_k_walk_enter_opens_and_f_filters(watched: Watched, report: Path) -> None:
    """All without a mouse: down, up, into an item, to its neighbour, back, and into the search field."""
    page = opened(watched, report)
    cases = shown(page)
    for key in ("j", "j", "k"):
        page.keyboard.press(key)
    expect(page.locator("tr.current th a")).to_have_text(cases[0])
    page.keyboard.press("Enter")
    expect(page.locator("#detail-title")).to_have_text(cases[0])
    page.keyboard.press("j")
    expect(page.locator("#detail-title")).to_have_text(cases[1])
    assert "item=" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).not_to_be_visible()
    assert "item=" not in page.url
    page.keyboard.press("f")
    expect(page.locator("input[name=q]")).to_be_focused()
    page.keyboard.type("jk")
    expect(page.locator("input[name=q]")).to_have_value("jk")


def test_a_link_to_an_item_opens_it(watched: Watched, report: Path, run: StoredRun) -> None:
    """With its prompt, what was expected, both scores, the reply and what of it was read."""
    record = case_with(run, lambda each: each["verdict"]["outcome"] == "wrong" and each["suite"] == "tir_bench")
    page = opened(watched, report, f"#item=tir_bench/{record['case']}")
    dialog = page.locator("#detail")
    expect(dialog.locator("h2")).to_have_text(record["case"])
    start, end = record["verdict"]["extraction"]["span"]
    expect(dialog.locator("#reply mark")).to_have_text(record["transcript"]["final_text"][start:end])
    assert dialog.locator("#reply").inner_text() == record["transcript"]["final_text"]
    assert record["prompt"] in dialog.inner_text()
    facts = dict(zip(dialog.locator("dt").all_inner_texts(), dialog.locator("dd").all_inner_texts(), strict=True))
    assert facts["answer"] == record["verdict"]["extraction"]["answer"]
    assert facts["strict, official"] == "0, 0"


def test_boxes_are_drawn_at_the_pixels_of_the_record(watched: Watched, report: Path, run: StoredRun) -> None:
    """Gold, asked and shown: the corners on the screen, scaled back to the original, are the record's."""
    record = case_with(run, zoomed)
    page = opened(watched, report, f"#item=viebench/{record['case']}")
    picture = page.locator("#detail .picture").first
    wait_for_pictures(page)
    frame = picture.bounding_box()
    assert frame is not None
    width, height = record["images"][0]["size_px"]
    assert frame["width"] / frame["height"] == pytest.approx(width / height, rel=0.01)
    calls = record["transcript"]["calls"]
    expected = {
        "gold": [record["evidence"][0]],
        "shown": [call["shown"] for call in calls if call["shown"]],
        "asked": [call["requested"] for call in calls if call["requested"]],
    }
    scale = width / frame["width"]
    for kind, boxes in expected.items():
        drawn = picture.locator(f"rect.{kind}:not(.under)")
        assert drawn.count() == len(boxes)
        for place, box in enumerate(boxes):
            there = drawn.nth(place).evaluate(
                "(node) => { const b = node.getBBox(); return [b.x, b.y, b.x + b.width, b.y + b.height]; }"
            )
            assert there == pytest.approx(box, abs=0.01)
            seen = drawn.nth(place).bounding_box()
            assert seen is not None
            on_screen = [(seen["x"] - frame["x"]) * scale, (seen["y"] - frame["y"]) * scale]
            assert on_screen == pytest.approx(box[:2], abs=2 * scale)
    page.get_by_label("gold").uncheck()
    expect(picture.locator("rect.gold").last).not_to_be_visible()
    expect(picture.locator("rect.shown").last).to_be_visible()


def test_the_boxs_pixels_have_its_colour(watched: Watched, report: Path, run: StoredRun) -> None:
    """A screenshot where the record says the gold box's lower edge is: yellow there, and not 12 pixels below."""
    import io

    from PIL import Image

    record = case_with(run, lambda each: each["suite"] == "viebench" and each["evidence"][0][3] < 800)
    page = opened(watched, report, f"#item=viebench/{record['case']}")
    wait_for_pictures(page)
    page.get_by_label("shown to the model").uncheck()
    page.get_by_label("asked for").uncheck()
    picture = page.locator("#detail .picture").first
    shot = Image.open(io.BytesIO(picture.screenshot())).convert("RGB")
    scale = shot.width / record["images"][0]["size_px"][0]
    left, _, right, bottom = (edge * scale for edge in record["evidence"][0])
    middle = round((left + right) / 2)
    column = [shot.getpixel((middle, round(bottom) + step)) for step in range(-2, 3)]
    assert any(pixel[0] > 200 and pixel[1] > 160 and pixel[2] < 120 for pixel in column), column  # type: ignore[index]
    below = shot.getpixel((middle, round(bottom) + 12))
    assert abs(below[0] - below[2]) < 90  # type: ignore[operator, index]


def test_opening_a_row_loads_only_its_own_pictures(watched: Watched, report: Path, run: StoredRun) -> None:
    """Every request lies below assets/."""
    record = case_with(run, zoomed)
    page = opened(watched, report)
    page.fill("input[name=q]", record["case"])
    page.locator("#rows tbody tr").first.click()
    wait_for_pictures(page)
    assets = (report.parent / "assets").as_uri()
    asked = watched.requests[1:]
    assert asked
    assert all(address.startswith(assets) for address in asked)
    names = {call["name"] for call in record["transcript"]["sent"]}
    assert f"crop of turn {next(call['turn'] for call in record['transcript']['calls'] if call['shown'])}" in [
        image.get_attribute("alt") for image in page.locator("#detail img").all()
    ]
    assert names
    assert watched.console == []


def test_p62_a_page_without_its_assets_says_so_and_works(
    watched: Watched, report: Path, run: StoredRun, tmp_path: Path
) -> None:
    """Only the HTML is moved: thumbnails with boxes, the whole conversation, and a word on where the rest is."""
    moved = tmp_path / "moved.html"
    shutil.copy(report, moved)
    record = case_with(run, zoomed)
    page = opened(watched, moved, f"#item=viebench/{record['case']}")
    note = page.locator("#detail .note", has_text="not beside this page")
    expect(note).to_be_visible()
    image = page.locator("#detail .picture img").first
    assert (image.get_attribute("src") or "").startswith("data:image/jpeg;base64,")
    assert page.locator("#detail rect.gold").first.is_visible()
    assert record["transcript"]["final_text"] in page.locator("#detail").inner_text()
    outside = [address for address in watched.requests[1:] if not address.startswith((tmp_path / "assets").as_uri())]
    assert outside == []


def test_p62_headline_tables_and_quadrants_need_no_scripts(browser: Browser, report: Path) -> None:
    """With scripts switched off everything but the filters is readable, and nothing is asked for."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    watched = Watched(context)
    page = opened(watched, report)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".tile .value").first).to_be_visible()
    expect(page.get_by_role("table", name="TIR-Bench: accuracy")).to_be_visible()
    expect(page.get_by_role("img", name="Quadrants")).to_be_visible()
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("#rows tbody tr")).to_have_count(25)
    expect(page.locator("#filters")).not_to_be_visible()
    assert watched.requests == [report.as_uri()]
    context.close()


def test_p62_a_server_that_lets_neither_scripts_nor_styles_in(browser: Browser, report: Path) -> None:
    """Under the policy some CI servers send, texts are there and plots keep their colours."""
    context = browser.new_context()
    policy = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self'"
    headers = {"content-type": "text/html", "content-security-policy": policy}
    context.route("**/*", lambda route: route.fulfill(body=report.read_text(encoding="utf-8"), headers=headers))
    page = context.new_page()
    page.goto("http://ci.invalid/report.html")
    expect(page.locator("h1")).to_have_text("made-up-vl")
    fills = page.locator(".charts svg").first.evaluate(
        "(svg) => [...new Set([...svg.querySelectorAll('path, text')].map((node) => getComputedStyle(node).fill))]"
    )
    assert "rgb(0, 114, 178)" in fills
    expect(page.get_by_role("table", name="Beside the paper's models, perception")).to_contain_text("Qwen3-VL-32B")
    context.close()


@pytest.fixture(scope="module")
def hostile_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of a run in which every text that comes from a model, a data set or a server is hostile."""
    found = small_run(tmp_path_factory.mktemp("hostile"), tir={"maze": 2, "jigsaw": 2}, vie=8)
    kept = {"suite", "case", "outcome", "scorer", "time", "benchmark", "path", "split", "reason"}
    records = [_poisoned(record, kept) for record in records_of(found)]
    for record in records:
        record["images"][0]["path"] = f"{HOSTILE}.jpg".replace("/", "_")
        record["split"] = record["scenario"] = HOSTILE if record["split"] else None
    about = _poisoned(dict(found.about), {"suite", "scoring", "started", "folder", "protocol", "cases", "endpoint"})
    about["parts"][0]["endpoint"] = "http://127.0.0.1/<script>alert(3)</script>"
    about["manners"] = {f"viebench {HOSTILE}": about["manners"]["tir_bench"]}
    rewritten(found, records, about)
    return write_report(StoredRun(found.path, json.loads((found.path / "run.json").read_text()))).path


def _poisoned(value: Any, kept: set[str], key: str = "") -> Any:
    """The value with every string in it replaced, but for those the suite itself writes."""
    if isinstance(value, dict):
        return {name: _poisoned(inner, kept, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_poisoned(inner, kept, key) for inner in value]
    return HOSTILE if isinstance(value, str) and key not in kept else value


def test_p59_no_text_becomes_markup(watched: Watched, hostile_report: Path) -> None:
    """Ids, tasks, prompts, replies, rules, tools, file names, the server's words: text everywhere."""
    page = opened(watched, hostile_report)
    expect(page.locator("h1")).to_have_text(re.compile(re.escape("<img src=x onerror=alert(1)></script>")))
    expect(page.locator("#rows tbody tr").first).to_be_visible()
    for _ in range(12):
        page.keyboard.press("j")
        if not page.locator("#detail").is_visible():
            page.keyboard.press("Enter")
        page.wait_for_selector("#detail .two dd")
    assert "</script><script>alert(2)</script>" in page.locator("#detail").inner_text()
    page.wait_for_timeout(100)
    assert watched.dialogs == []
    assert watched.console == []
    assert page.locator("[onerror]").count() == 0
    assert page.locator("script").count() == 4
    assert page.locator("style").count() == 1
    assert len(watched.requests) == 1 or all("/assets/" in address for address in watched.requests[1:])


def test_p59_even_markup_that_got_in_would_not_run(watched: Watched, report: Path) -> None:
    """The page's own policy: no script and no style but its own, no request but to where it lies."""
    page = opened(watched, report)
    page.evaluate(
        """() => {
            const add = (name, set) => document.body.append(Object.assign(document.createElement(name), set));
            add("script", {textContent: "window.ran = 1"});
            add("style", {textContent: "h1 { color: rgb(1, 2, 3) !important; }"});
            add("img", {src: "http://127.0.0.1:9/x.png"});
            add("iframe", {src: "http://127.0.0.1:9/"});
            const bait = "<p onclick='window.ran = 1' id='bait' style='color: red'>x</p>";
            document.body.insertAdjacentHTML("beforeend", bait);
            document.getElementById("bait").click();
        }"""
    )
    page.wait_for_timeout(200)
    refused = [message for message in watched.console if "Content Security Policy" in message]
    for kind in ("inline script", "inline style", "x.png", "Framing", "inline event handler"):
        assert any(kind in message for message in refused), (kind, refused)
    assert page.evaluate("window.ran") is None
    assert page.locator("h1").evaluate("(node) => getComputedStyle(node).color") != "rgb(1, 2, 3)"
    assert page.locator("#bait").evaluate("(node) => getComputedStyle(node).color") != "rgb(255, 0, 0)"


def test_what_is_not_on_the_page_is_said_there(watched: Watched, tmp_path: Path) -> None:
    """A run that was ended in haste has its table; an opened row says why there is nothing and where it is."""
    report = write_report(small_run(tmp_path, tir={"maze": 3}, vie=0), seconds=0).path
    page = opened(watched, report)
    expect(page.locator("#left-out")).to_contain_text("the details of 3 items")
    page.locator("#rows tbody tr").first.click()
    expect(page.locator("#detail .note")).to_contain_text("They are in the run folder, in records-*.jsonl.")
    expect(page.locator("#detail dd").first).to_be_visible()
    assert watched.console == []


def test_p69_a_filter_answers_at_once_and_pictures_wait_for_a_row(watched: Watched, tmp_path: Path) -> None:
    """500 items on pictures of 6 MB: "wrong answer, right region" within a second, no picture before a row opens."""
    run = small_run(tmp_path, tir={"maze": 5}, vie=40, pictures=2)
    for scene in (tmp_path / "data" / "scenes").iterdir():
        with scene.open("ab") as file:  # the weight of a large picture, without the time to decode one
            file.write(b"\0" * max(0, 6_000_000 - scene.stat().st_size))
    many = multiplied(run, 500)
    report = write_report(many, assets_max_mb=3).path
    page = opened(watched, report)
    expect(page.locator("#count")).to_contain_text("500 of 500 items")
    took = page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll("#presets button")];
            const button = buttons.find((each) => each.textContent === "wrong answer, right region");
            const began = performance.now();
            button.click();
            document.body.getBoundingClientRect();
            return performance.now() - began;
        }"""
    )
    assert took < 1000
    expect(page.locator("#count")).not_to_contain_text("500 of 500")
    assert watched.requests == [report.as_uri()]
    page.locator("#rows tbody tr").first.click()
    page.wait_for_selector("#detail .picture img")
    wait_for_pictures(page)
    assert len(watched.requests) < 12


@WIDTHS
def test_nothing_overflows_and_nothing_is_cut_off(browser: Browser, report: Path, run: StoredRun, width: int) -> None:
    """No sideways scrolling of the page, no text beyond its box, no label beyond its plot, no plot without ink."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = opened(Watched(context), report)
    assert page.evaluate(_FAULTS) == []
    record = case_with(run, zoomed)
    page.goto(report.as_uri() + f"#item=viebench/{record['case']}")
    page.wait_for_selector("#detail .picture img")
    assert page.evaluate(_FAULTS) == []
    context.close()


_FAULTS = (Path(__file__).parent / "report_faults.js").read_text(encoding="utf-8")


def test_the_dark_scheme_turns_plots_and_page(browser: Browser, report: Path) -> None:
    """By what the reader's system says; the texts of plots turn light with the page."""
    context = browser.new_context(color_scheme="dark")
    page = opened(Watched(context), report)
    assert page.locator("body").evaluate("(node) => getComputedStyle(node).backgroundColor") == "rgb(18, 23, 30)"
    text = page.locator(".charts svg text").last
    assert text.evaluate("(node) => getComputedStyle(node).fill") in ("rgb(231, 236, 243)", "rgb(157, 170, 185)")
    context.close()


def test_on_paper_the_controls_are_gone(browser: Browser, report: Path) -> None:
    """Tables and plots are printed, menus and filters are not."""
    context = browser.new_context()
    page = opened(Watched(context), report)
    page.emulate_media(media="print")
    expect(page.locator("#filters")).not_to_be_visible()
    expect(page.locator(".menu")).not_to_be_visible()
    expect(page.locator(".charts svg").first).to_be_visible()
    context.close()

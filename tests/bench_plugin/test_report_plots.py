"""Plots: readable in any surroundings, and harmless whatever the labels are."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray

from bench_plugin.report.canvas import short
from bench_plugin.report.palette import OUTCOME_COLOURS, VARIABLES
from bench_plugin.report.plots import (
    Chart,
    QuadrantCounts,
    Share,
    crop_scatter,
    curves,
    histogram,
    quadrant_maps,
    share_bars,
    stacked_bars,
)
from bench_plugin.report.render import PAGE_FILES

HOSTILE = "</svg><script>alert(1)</script><img src=x onerror=alert(2)>$\\frac{1}{2}$\x00\x07\u2028旋转\ud800"
SVG = "{http://www.w3.org/2000/svg}"


def every_kind(label: str) -> list[Chart]:
    """One plot of each kind, with this label wherever data set one."""
    return [
        share_bars("a", label, [Share(label, 0.4, 0.3, 0.5, 40, 0.25, 0.45), Share("none", None, None, None, 0)]),
        stacked_bars("b", label, {label: {"correct": 3, "wrong": 2, "unparsed": 1}}),
        curves("c", label, {label: [0.9, 0.5, 0.4, 0.1]}, (0.3, 0.5, 0.7, 0.9)),
        histogram("d", label, {label: 3, "2-5": 0}, label),
        quadrant_maps("e", label, [QuadrantCounts(label, (4, 2, 1, 3)), QuadrantCounts("empty", (0, 0, 0, 0))]),
        crop_scatter("f", label, {(0.9, 0.1): 3}, {(0.1, 0.2): 1}),
    ]


@pytest.fixture(scope="module")
def hostile() -> list[Chart]:
    """Every kind of plot with a hostile label."""
    return every_kind(HOSTILE)


def test_no_label_becomes_markup(hostile: list[Chart]) -> None:
    """P59: every label is text in the picture, also a formula, a control character and half a surrogate."""
    for chart in hostile:
        root = ET.fromstring(str(chart.svg))
        tags = {node.tag.removeprefix(SVG) for node in root.iter()}
        assert tags <= {"svg", "g", "path", "text", "title", "desc", "defs", "clipPath", "rect", "use", "pattern"}
        assert not any(name.startswith("on") for node in root.iter() for name in node.attrib)
        assert root.findtext(f"{SVG}title", "").startswith("</svg><script>alert(1)")


def test_pictures_hold_without_any_style_sheet(hostile: list[Chart]) -> None:
    """A policy that lets no style in leaves colours and sizes: attributes, with the hex value behind a name."""
    for chart in hostile:
        text = str(chart.svg)
        assert "style" not in text
        assert re.search(r'fill="var\(--[a-z]+, #[0-9a-f]{6}\)"', text)
        assert 'font-size="' in text


def test_two_plots_on_a_page_share_no_id() -> None:
    """Clips, patterns and markers of one picture are never another's."""
    charts = every_kind("label")
    ids = [
        node.attrib["id"] for chart in charts for node in ET.fromstring(str(chart.svg)).iter() if "id" in node.attrib
    ]
    assert len(ids) == len(set(ids))
    for chart in charts:
        text = str(chart.svg)
        used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', text)
        assert all(f'id="{one or other}"' in text for one, other in used)


def test_the_text_alternative_has_the_numbers() -> None:
    """Who can't see the picture reads its values."""
    alternatives = [ET.fromstring(str(chart.svg)).findtext(f"{SVG}desc") for chart in every_kind("maze")]
    assert alternatives == [
        "maze: 40.0 % of 40, 95 % 30.0 to 50.0, guessing gives 25.0 %, baseline 45.0 %; none: no value",
        "maze: correct 3, wrong 2, unparsed 1",
        "maze: 90.0 % above 0.3, 50.0 % above 0.5, 40.0 % above 0.7, 10.0 % above 0.9",
        "items by maze: maze: 3, 2-5: 0",
        "maze: G+A+ 4, G+A- 2, G-A+ 1, G-A- 3; empty: G+A+ 0, G+A- 0, G-A+ 0, G-A- 0",
        "crops of right answers: 3, of them grounded 3; of wrong answers: 1, of them grounded 0",
    ]


def test_a_bar_is_as_long_as_its_share() -> None:
    """The bar of 40 % ends at 40 % of the way between the ticks 0 and 100 %."""
    root = ET.fromstring(str(share_bars("a", "t", [Share("x", 0.4, None, None, 5)]).svg))
    boxes = [
        [float(number) for number in re.findall(r"-?[\d.]+", node.attrib["d"])]
        for node in root.iter(f"{SVG}path")
        if "--main" in node.attrib.get("fill", "")
    ]
    ends = sorted({x for box in boxes for x in box[::2]})
    clip = next(root.iter(f"{SVG}clipPath"))[0].attrib
    left, width = float(clip["x"]), float(clip["width"])
    assert ends[0] == pytest.approx(left, abs=0.2)
    assert ends[-1] == pytest.approx(left + 0.4 * width, abs=0.2)


@pytest.mark.parametrize(
    ("label", "shown"),
    [("maze", "maze"), ("a\nb\tc", "a b c"), ("x" * 40_000, "x" * 19 + "…"), ("délai 旋转", "délai 旋转")],
)
def test_a_label_is_one_short_line(label: str, shown: str) -> None:
    """Whatever its length."""
    assert short(label) == shown


def linear(colour: str) -> NDArray[np.float64]:
    """A hex colour as linear light."""
    share = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIE Lab of linear light."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(light, 0, 1) / np.array([0.9505, 1, 1.089])
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


# Machado, Oliveira and Fernandes 2009, severity 1.
EYES = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


@pytest.mark.parametrize("eye", EYES)
def test_outcomes_are_told_apart_by_colour_blind_eyes(eye: str) -> None:
    """Every two colours are at least 10 apart in CIE Lab; 2.3 can just be seen."""
    seen = {name: lab(np.array(EYES[eye]) @ linear(colour)) for name, colour in OUTCOME_COLOURS.items()}
    near = {
        pair: float(np.linalg.norm(seen[pair[0]] - seen[pair[1]]))
        for pair in itertools.combinations(OUTCOME_COLOURS, 2)
    }
    assert min(near.values()) > 10, min(near, key=lambda pair: near[pair])


def test_what_has_no_hatching_is_told_apart_in_grey_print() -> None:
    """Correct, partial and wrong differ by lightness alone."""
    light = [lab(linear(OUTCOME_COLOURS[name]))[0] for name in ("correct", "partial", "wrong")]
    assert min(abs(one - other) for one, other in itertools.combinations(light, 2)) > 15


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    first, second = sorted((float(weights @ linear(colour)) for colour in (one, other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def schemes() -> dict[str, dict[str, str]]:
    """The variables of the style sheet: the light ones, and the dark ones over them."""
    style = (Path(PAGE_FILES) / "page.css").read_text(encoding="utf-8")
    light, dark = style.split("@media (prefers-color-scheme: dark)", 1)
    read: Callable[[str], dict[str, str]] = lambda text: dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", text))  # noqa: E731
    day = read(light)
    return {"light": day, "dark": day | read(dark.split("}", 1)[0])}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_schemes(scheme: str) -> None:
    """At least 4.5 to 1 (WCAG AA), on the page and on cards."""
    colours = schemes()[scheme]
    for text in ("ink", "muted", "link"):
        for ground in ("paper", "card"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def test_the_style_sheet_and_the_plots_mean_the_same_colours() -> None:
    """Every variable a plot names is in the style sheet, with the plot's own value in the light."""
    day = schemes()["light"]
    assert {name: day[name] for name in VARIABLES.values()} == {name: colour for colour, name in VARIABLES.items()}

"""How good the answers are, task by task."""

from collections.abc import Mapping
from statistics import fmean

from bench_plugin.report.palette import OUTCOME_COLOURS
from bench_plugin.report.plots import Chart, Share, curves, share_bars, stacked_bars
from bench_plugin.report.view import Block, Figures, RunView, Section, at, tasks_of, title_of
from bench_plugin.tables import Table, percent, score_tables
from scoring.measures import GRADED_ABOVE, threshold_key

_BARS = "Bar: accuracy. Line: its 95 % interval. Upright tick: what guessing gives."
_GHOST = " Dashed: the baseline run."
_CURVES = "Share of graded answers (jigsaw, lists of patches, boxes) whose score, an IoU, lies above each threshold."


def accuracy_section(view: RunView) -> Section:
    """A block for each benchmark."""
    tables = score_tables(view.summary)
    named = zip(view.benchmarks(), tables, strict=True)
    blocks = tuple(_block(view, name, figures, table) for (name, figures), table in named)
    lead = f"The {view.scoring} scores decide what passes. Errors are outside of every figure and are counted apart."
    return Section("accuracy", "Accuracy by task", lead, blocks)


def _block(view: RunView, name: str, figures: Figures, scores: Table) -> Block:
    charts = [_bars(view, name, figures), _outcomes(name, figures)]
    graded = _graded(view, name, figures)
    tables = [scores, _outcome_table(figures)]
    if figures["extraction"]:
        tables.append(_rule_table(figures["extraction"]))
    repeats = at(figures, "repeats", view.deciding(figures))
    if repeats:
        tables.append(_repeat_table(repeats))
    letters = figures.get("letters")
    if letters:
        tables.append(_letter_table(letters))
    return Block(title_of(name), (*charts, *graded), tuple(tables))


def _bars(view: RunView, name: str, figures: Figures) -> Chart:
    shares = [_share(view, name, task, part) for task, part in tasks_of(figures)]
    if len(shares) > 1:
        shares.append(_share(view, name, "", figures))
    ghost = _GHOST if any(share.ghost is not None for share in shares) else ""
    title = f"Accuracy ({view.deciding(figures)} scores)"
    return share_bars(f"accuracy-{name}", title, shares, _BARS + ghost)


def _share(view: RunView, benchmark: str, task: str, figures: Figures) -> Share:
    scoring = view.deciding(figures)
    figure = figures["accuracy"][scoring]
    path = (benchmark, task) if task else (benchmark,)
    entries = [entry for entry in view.scopes.get(".".join(path), ()) if entry.item.is_answered]
    before = at(view.baseline.summary, *path, "accuracy", scoring, "value") if view.baseline else None
    tick = fmean(entry.chance for entry in entries) if entries else None
    return Share(task or "all", figure["value"], figure["low"], figure["high"], figure["n"], tick, before)


def _outcomes(name: str, figures: Figures) -> Chart:
    rows = {task: part["outcomes"] for task, part in tasks_of(figures)}
    caption = "Each bar is all results of a task. Wrong answers, silence and errors are different things."
    return stacked_bars(f"outcomes-{name}", "Outcomes", rows, caption)


def _graded(view: RunView, name: str, figures: Figures) -> list[Chart]:
    lines = {}
    for task, part in [*tasks_of(figures), ("all", figures)]:
        shares = at(part, "graded", view.deciding(part))
        if shares and shares[threshold_key(GRADED_ABOVE[0])]["n"]:
            lines[task] = [shares[threshold_key(threshold)]["value"] for threshold in GRADED_ABOVE]
    if len(lines) == 2:  # one task, and all of it again
        del lines["all"]
    if not lines:
        return []
    return [curves(f"graded-{name}", "Graded answers over thresholds", lines, GRADED_ABOVE, _CURVES)]


def _outcome_table(figures: Figures) -> Table:
    present = [outcome for outcome in OUTCOME_COLOURS if figures["outcomes"].get(outcome)]
    head = ("task", *(outcome.replace("_", " ") for outcome in present), "not asked")
    lines = [
        (task, *(str(part["outcomes"][outcome]) for outcome in present), str(part["unasked"]))
        for task, part in [*tasks_of(figures), ("all", figures)]
    ]
    return Table("Outcomes, counted", head, tuple(lines))


def _rule_table(rules: Mapping[str, int]) -> Table:
    lines = sorted(rules.items(), key=lambda pair: -pair[1])
    return Table("What read the answer", ("rule", "answers"), tuple((rule, f"{count:,}") for rule, count in lines))


def _repeat_table(repeats: Figures) -> Table:
    """Several answers an item: one of k right (pass@k), all k right (pass^k)."""
    names = list(repeats["pass_at"])
    rows = {"one of k is right (pass@k)": repeats["pass_at"], "all k are right (pass^k)": repeats["pass_hat"]}
    lines = tuple((label, *(f"{100 * shares[k]:.1f} %" for k in names)) for label, shares in rows.items())
    asked = f"{repeats['answers']} answers to each of {repeats['items']:,} items"
    title = f"{asked}; their scores deviate by {repeats['spread']:.3f}"
    return Table(title, ("k", *names), lines)


def _letter_table(letters: Mapping[str, Figures]) -> Table:
    names = list(letters["keys"])
    lines = tuple((label, *(percent(letters[part][name]) for name in names)) for part, label in _LETTERS.items())
    return Table("Position bias: how often each letter is given, and is right", ("letter", *names), lines)


_LETTERS = {"answers": "given", "keys": "right"}

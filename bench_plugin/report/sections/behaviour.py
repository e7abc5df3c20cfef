"""What a run costs, and what the tools were used for."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from statistics import fmean

from bench_plugin.report.entries import Entry
from bench_plugin.report.plots import Chart, Share, histogram, share_bars
from bench_plugin.report.view import Block, Figures, RunView, Section, share_of, tasks_of, title_of
from bench_plugin.tables import DASH, Table
from scoring.measures import total_tokens

_MOST_BINS = 7
_MOST_COUNT = 6
_STEPS = (1, 2, 5)


def behaviour_section(view: RunView) -> Section:
    """Cost of the whole run; the use of tools by benchmark."""
    cost = Block("Cost", tuple(_cost_charts(view.entries)), (_cost_table(view), *_flag_tables(view.entries)))
    tools = [block for name, figures in view.benchmarks() if (block := _tool_block(view, name, figures)) is not None]
    lead = "Time is from request to reply, waits between retries included; tokens are as the server counted them."
    return Section("behaviour", "Cost and behaviour", lead, (cost, *tools))


def _cost_charts(entries: Sequence[Entry]) -> list[Chart]:
    answered = [entry.item for entry in entries if entry.item.is_answered]
    seconds = [item.latency_s for item in answered if item.latency_s]
    tokens = [float(count) for item in answered if (count := total_tokens(item)) is not None]
    retries = [entry.attempts - (entry.item.turns or 0) for entry in entries if entry.attempts]
    charts = []
    if seconds:
        charts.append(histogram("latency", "Time an item", spread(seconds), "seconds"))
    if tokens:
        charts.append(histogram("tokens", "Tokens an item", spread(tokens), "prompt and completion tokens"))
    if any(item.calls for item in answered):
        bins = counted([item.calls for item in answered])
        charts.append(histogram("calls", "Tool calls an item", bins, "calls"))
    if any(retry > 0 for retry in retries):
        bins = counted([max(0, retry) for retry in retries])
        charts.append(histogram("retries", "Retries an item", bins, "requests beyond the turns"))
    return charts


def _cost_table(view: RunView) -> Table:
    parts = [(title_of(name), figures) for name, figures in view.benchmarks()]
    columns: dict[str, Callable[[Figures], str]] = {
        "answered": lambda part: f"{part['answered']:,}",
        "prompt tokens": lambda part: _tokens(part, "prompt"),
        "completion tokens": lambda part: _tokens(part, "completion"),
        "answers without a count": lambda part: f"{part['tokens']['unknown']:,}",
        "seconds, median": lambda part: _seconds(part, "median"),
        "seconds, 95 % under": lambda part: _seconds(part, "p95"),
        "tool calls": lambda part: f"{part['calls']['total']:,}",
        "failed": lambda part: f"{part['calls']['failed']:,}",
    }
    lines = tuple((label, *(cell(part) for cell in columns.values())) for label, part in parts)
    return Table("What the answers cost", ("benchmark", *columns), lines)


def _flag_tables(entries: Sequence[Entry]) -> list[Table]:
    """How many conversations and verdicts carry each mark; none where nothing is marked."""
    counts = Counter(flag for entry in entries for flag in {*entry.talk_flags, *entry.item.flags})
    lines = tuple((flag.replace("_", " "), f"{count:,}") for flag, count in counts.most_common())
    return [Table("Marks on answers", ("mark", "items"), lines)] if lines else []


def _tool_block(view: RunView, name: str, figures: Figures) -> Block | None:
    """Which operations were used on which task; None where no tool was."""
    lines: list[tuple[str, ...]] = []
    shares: list[Share] = []
    for task, part in tasks_of(figures):
        members = [entry for entry in view.scopes.get(f"{name}.{task}", ()) if entry.item.is_answered]
        used = Counter(operation for entry in members for operation in entry.operations)
        lines += [_operation_line(view, part, task, operation, members) for operation in used]
        if used:
            shares.append(share_of(task, [bool(entry.operations) for entry in members]))
    if not lines:
        return None
    head = ("task", "operation", "items", "share", "right with it", "n", "right without", "n")
    table = Table("Operations by task", head, tuple(lines))
    chart = share_bars(
        f"tools-{name}",
        "Items with a tool call",
        shares,
        "Share of answered items, with its interval. Tasks without any call are left out.",
    )
    return Block(f"{title_of(name)}: tools", (chart,), (table,))


def _operation_line(
    view: RunView, figures: Figures, task: str, operation: str, members: Sequence[Entry]
) -> tuple[str, ...]:
    scoring = view.deciding(figures)
    groups = [[entry for entry in members if (operation in entry.operations) == used] for used in (True, False)]
    cells = [(_right([entry.passed(scoring) for entry in group]), str(len(group))) for group in groups]
    count = len(groups[0])
    return (task, operation, str(count), f"{100 * count / len(members):.1f} %", *cells[0], *cells[1])


def _right(passed: Sequence[bool | None]) -> str:
    known = [value for value in passed if value is not None]
    return f"{100 * fmean(known):.1f} %" if known else DASH


def spread(values: Sequence[float]) -> dict[str, int]:
    """Positive amounts counted in bins of 1, 2, 5, 10, …; both ends are open where there would be too many bins."""
    edges = _edges(min(values), max(values))
    labels = [f"<{edges[0]:g}", *(f"{low:g}-{high:g}" for low, high in pairwise(edges))]
    labels.append(f"≥{edges[-1]:g}")
    counts = Counter(sum(value >= edge for edge in edges) for value in values)
    found = {label: counts[place] for place, label in enumerate(labels)}
    # The open ends say something only where something lies there.
    return {label: count for label, count in found.items() if count or label not in (labels[0], labels[-1])}


def counted(values: Sequence[int]) -> dict[str, int]:
    """Whole numbers counted one by one, the many together at the end."""
    counts = Counter(min(value, _MOST_COUNT) for value in values)
    last = f"{_MOST_COUNT} or more" if max(values) > _MOST_COUNT else str(_MOST_COUNT)
    labels = [*map(str, range(_MOST_COUNT)), last]
    return {label: counts[place] for place, label in enumerate(labels) if place <= max(max(values), 1)}


def _edges(low: float, high: float) -> list[float]:
    decades = range(floor(log10(max(low, 1e-3))), ceil(log10(max(high, 1e-3))) + 1)
    steps = [step * 10.0**decade for decade in decades for step in _STEPS]
    below = [edge for edge in steps if edge <= low][-1:]
    inside = [*below, *(edge for edge in steps if low < edge <= high)] or steps[:1]
    return inside[-_MOST_BINS:]


def _tokens(part: Figures, kind: str) -> str:
    known = part["answered"] - part["tokens"]["unknown"]
    return f"{part['tokens'][kind]:,}" if known else DASH


def _seconds(part: Figures, which: str) -> str:
    value = part["latency_s"][which]
    return DASH if value is None else f"{value:.2f}"

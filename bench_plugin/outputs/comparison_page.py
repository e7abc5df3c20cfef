"""A comparison of two runs in Markdown, for a release note or a CI page."""

from collections.abc import Sequence

from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.outputs.comparison_tables import comparison_tables
from bench_plugin.outputs.markdown import Page, code, escaped
from scoring.comparison import Comparison

_LINES, _CASES = 500, 1_000
_REST = "more (--format json has all)"


def comparison_page(
    comparison: Comparison,
    before: ScoredRun,
    after: ScoredRun,
    *,
    warnings: Sequence[str],
    most_bytes: int,
    every_measure: bool = False,
) -> str:
    """Tables of the differences, then the cases that changed or could not be matched.

    Args:
        comparison: Of the two runs.
        before, after: The runs.
        warnings: Why the comparison is doubtful.
        most_bytes: The page's length at most.
        every_measure: Whether to show more than the main measures.
    """
    page = Page(most_bytes)
    page.add(f"## {code(after.about['model'])} against {code(before.about['model'])}", "")
    page.add(f"Runs {code(before.path, 200)} and {code(after.path, 200)}.", "")
    for warning in warnings:
        page.add(f"**Warning:** {escaped(warning)}", "")
    for table in comparison_tables(comparison, every_measure=every_measure):
        lines = [(code(line[0]), *map(escaped, line[1:])) for line in table.lines]
        page.add(f"{escaped(table.title)} (shares in percent, differences in points)", "")
        page.add_rows([escaped(cell) for cell in table.head], lines, shown=_LINES, more=_REST)
        page.add("")
    matched = comparison.matched
    page.add(f"{len(matched.names):,} cases were answered in both runs.", "")
    changed = [f"{change.name} ({change.before} → {change.after})" for change in comparison.changed]
    for title, cases in (
        ("Fixed", comparison.fixed),
        ("Broken", comparison.broken),
        ("Another outcome", changed),
        ("Only in the first", matched.only_before),
        ("Only in the second", matched.only_after),
        ("Without an answer in one of them", matched.unanswered),
    ):
        if cases:
            more = f" and {len(cases) - _CASES:,} {_REST}" if len(cases) > _CASES else ""
            page.add(f"{title} ({len(cases):,}): {', '.join(code(case, 120) for case in cases[:_CASES])}{more}", "")
    return page.text()

"""When a run says nothing of the model: answers no longer came."""

import pytest

from bench_plugin.gating.decision import trouble_of
from bench_plugin.gating.error_watch import ErrorWatch, Tally, trouble


def watched(*ends: str) -> ErrorWatch:
    """A watch that saw these: `.` an answer, `x` a failure of the server, `i` one of a single item; `.*20` repeats."""
    watch = ErrorWatch()
    for part in ends:
        kind, _, times = part.partition("*")
        for _ in range(int(times or 1)):
            reason = {".": None, "x": "connection", "i": "context_overflow"}[kind]
            watch.note(reason, is_error=kind != ".")
    return watch


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        pytest.param((), None, id="nothing was asked"),
        pytest.param((".*30",), None, id="answers only"),
        pytest.param((".*9", "x") * 10, None, id="a tenth fails"),
        pytest.param((".*90", "x*10"), None, id="a tenth fails, all of it at the end"),
        pytest.param((".*20", "x*20"), "the last 20 requests failed in a row (connection)", id="dead half-way"),
        pytest.param((".*6", "x*6"), "the last 6 requests failed in a row (connection)", id="dead, a short run"),
        pytest.param((".*2", "x*2"), None, id="two failures at the end are no pattern"),
        pytest.param((".*20", "i*20"), None, id="as many answers as items that are too long"),
        pytest.param((".*20", "i*21"), "more errors (21) than answers (20) in the last 41 requests", id="one more"),
        pytest.param((".*100", "i*26"), "more errors (26) than answers (24) in the last 50 requests", id="a window"),
        pytest.param(("x*40", ".*50"), None, id="it came back"),
        pytest.param(("x",), "more errors (1) than answers (0) in the last 1 requests", id="one request, one error"),
    ],
)
def test_trouble_at_the_end(ends: tuple[str, ...], told: str | None) -> None:
    """A row of failures at the end, or more errors than answers among the last fifty."""
    found = trouble([watched(*ends).tally])
    assert found is None if told is None else str(found).startswith(told)


def test_processes_are_counted_together() -> None:
    """Two workers of one dead server saw half of the failures each; one error of a lonely worker is no majority."""
    assert "last 6 requests failed in a row" in str(trouble([watched(".*3", "x*3").tally] * 2))
    assert trouble([watched(".*15", "i").tally, watched("i").tally]) is None
    assert trouble([Tally(noted=0)]) is None


def test_it_stops_with_a_full_window_only() -> None:
    """25 errors among the first 26 may be bad luck; 26 of the last 50 are not."""
    assert watched("x*26", ".*23").should_stop() is None
    assert "more errors (26) than answers (24)" in str(watched("x*26", ".*24").should_stop())
    assert watched("x*25", ".*25").should_stop() is None


def test_what_was_not_asked_comes_first() -> None:
    """Cases without a result are the plainest sign that a run did not go through."""
    dead = watched(".", "x*9").tally
    assert trouble_of(40, 0, None, [dead]) == trouble([dead])
    assert trouble_of(40, 30, "HTTP 401", [dead]) == "30 of 40 cases were not asked: HTTP 401"
    assert trouble_of(40, 30, None, []) == "30 of 40 cases were not asked: the run ended early"
    assert trouble_of(40, 0, "interrupted", []) is None

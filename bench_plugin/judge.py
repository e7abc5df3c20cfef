"""One transcript to one verdict: read the answer, score it both ways, compare the crops with the evidence."""

from adapters.base import Transcript
from bench_plugin.cases import Case
from bench_plugin.records import Judged


def judge(case: Case, transcript: Transcript) -> Judged:
    """Score one answer."""
    raise NotImplementedError

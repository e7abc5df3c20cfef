"""What a gated run ends with, as a process and in words. docs/gates.md lists the codes."""

from scoring.gate_result import VerdictWord

PASSED, FAILED, UNDECIDED, INFRASTRUCTURE = 0, 1, 10, 11

# pytest's own: an internal error, a wrong call, nothing collected. They say that there was no run to decide on.
_KEPT = (3, 4, 5)

_MEANING = {
    PASSED: "the gate passed",
    FAILED: "the gate failed, or a test beside the benchmark did",
    UNDECIDED: "the gate is undecided: the run ended, but does not say enough",
    INFRASTRUCTURE: "the run is not to be judged: it did not go through",
}


def gated_exit_code(
    status: int,
    verdict: VerdictWord | None,
    *,
    trouble: str | None = None,
    mixed_builds: bool = False,
    other_failures: bool = False,
    workers_died: bool = False,
) -> int:
    """The exit code of a run with a gate; of these that apply, 11 comes before 1, 1 before 10 and 10 before 0.

    Args:
        status: What pytest would end with.
        verdict: The gate's; None where no run had begun, or there is no gate: then pytest's code stays.
        trouble: Why the run did not go through, None when it did.
        mixed_builds: Whether more than one build of the server answered.
        other_failures: Whether tests beside the benchmark failed.
        workers_died: Whether worker processes died. When none is left, xdist ends with 3, or with 5 before they
            have collected.
    """
    no_worker_left = workers_died and trouble is not None
    if verdict is None or (status in _KEPT and not no_worker_left):
        return status
    if trouble is not None:
        return INFRASTRUCTURE
    if verdict == "failed" or other_failures:
        return FAILED
    return UNDECIDED if verdict == "undecided" or mixed_builds else PASSED


def meaning(code: int) -> str:
    """What an exit code of a gated run says, in a few words."""
    return _MEANING.get(code, "pytest's own: there was no run to decide on")

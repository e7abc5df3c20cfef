"""May two runs be compared? Their models may differ, what they were asked and how may not."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bench_plugin.about import differences
from bench_plugin.gating.scored_run import ScoredRun
from bench_plugin.gating.scores_file import Row
from bench_plugin.run_folder import RunError

_SHOWN = 12
_CASES = 3


def check_comparable(before: ScoredRun, after: ScoredRun, *, anyway: bool) -> list[str]:
    """Refuse to compare what can't be compared.

    Args:
        before, after: The runs.
        anyway: Whether the user wants it nevertheless.

    Returns:
        Why the comparison is doubtful, a line each; empty for runs that can be compared.

    Raises:
        RunError: They can't be, and `anyway` was not given.
    """
    found = [
        *incomparable(before.about, after.about),
        *_other_questions(before.rows, after.rows),
        *_scored_otherwise(before, after),
    ]
    if not found or anyway:
        return found
    listed = "\n".join(f"  {line}" for line in found[:_SHOWN])
    raise RunError(
        f"{before.path} and {after.path} were not asked and scored alike, so a difference says nothing of the model:\n"
        f"{listed}\nAsk both alike, or add --anyway to compare them with this warning."
    )


def incomparable(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two run.json and is not the model: data, tools, protocol, who reads the answers.

    Benchmarks that only one of them ran are no difference: their cases are listed as unmatched.
    """
    shared = {source["suite"] for source in before["data"]} & {source["suite"] for source in after["data"]}
    found = [] if shared else ["they have no benchmark in common"]
    found += _differing("who reads the answers", before.get("extractor"), after.get("extractor"))
    for suite in sorted(shared):
        found += _differing(f"data of {suite}", _hashes(before, suite), _hashes(after, suite))
    for benchmark in sorted(before["manners"].keys() & after["manners"].keys()):
        first, second = before["manners"][benchmark], after["manners"][benchmark]
        for field in sorted(first.keys() | second.keys()):
            # The deviations follow from the model's profile and the protocol.
            if field != "deviations":
                found += _differing(f"{benchmark}, {field}", first.get(field), second.get(field))
    return found


def other_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs and may: the model, how it is served and how it draws its answers."""
    return [line for line in differences(before, after) if line.startswith("model.")]


def _other_questions(before: Mapping[str, Row], after: Mapping[str, Row]) -> list[str]:
    """Cases that have one name in both runs and ask something else: shuffled options, an edited prompt or key."""
    found = [name for name, row in after.items() if name in before and before[name]["question"] != row["question"]]
    return [f"{len(found)} cases ask something else under the same name: {listed(found)}"] if found else []


def _hashes(about: Mapping[str, Any], suite: str) -> list[str]:
    return sorted(str(source["sha256"])[:16] for source in about["data"] if source["suite"] == suite)


def listed(names: Sequence[str]) -> str:
    """The first few of a list of names, and that there are more."""
    return ", ".join(names[:_CASES]) + (", …" if len(names) > _CASES else "")


def _differing(name: str, first: object, second: object) -> Iterable[str]:
    return [] if first == second else [f"{name}: {str(first)[:200]} and {str(second)[:200]}"]


def _scored_otherwise(before: ScoredRun, after: ScoredRun) -> list[str]:
    """Whether the scores themselves are of different kinds."""
    found = []
    if len(before.scorers | after.scorers) > 1:
        cases = (*before.as_stored, *after.as_stored)
        versions = ", ".join(sorted(before.scorers | after.scorers))
        found.append(
            f"{len(cases)} cases have no transcript and were scored by other rules ({versions}): {listed(cases)}"
        )
    return found

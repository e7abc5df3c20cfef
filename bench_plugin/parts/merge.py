"""Several run folders into one: the shards of a selection, or the parts of a run that was asked piece by piece."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_plugin.about import differences
from bench_plugin.gating.scored_run import as_written, scored_run
from bench_plugin.gating.scores_file import known_rows, write_scores
from bench_plugin.redaction import Redactor
from bench_plugin.run_folder import Place, RunError, StoredRun, open_run, write_json

RECORDS = "records-merged.jsonl"

_SHOWN = 10
_SAID = ("final_text", "finish_reason", "refusal", "calls")
_SELECTION = ("keyword", "markers", "limit", "sample", "seed", "repeat")


@dataclass(frozen=True, slots=True)
class Merged:
    """What became one run.

    Attributes:
        about: Its run.json.
        places: Where the record of each case lies now.
        notes: What a user should know: shards that are missing, cases that two runs had.
    """

    about: Mapping[str, Any]
    places: Mapping[str, Place]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A merged run on disk: its figures, and what a user should know."""

    summary: Mapping[str, Any]
    notes: tuple[str, ...]


def merge(runs: Sequence[Path], into: Path, redact: Redactor) -> Written:
    """Unite run folders into a new one, with records, run.json, summary.json and scores.jsonl.

    Args:
        runs: The folders.
        into: A folder that is new or empty.
        redact: Applied to what is written anew; records are copied as they are.

    Raises:
        RunError: They don't belong together, or have different answers to one case; nothing is written then.
    """
    with as_written(runs[0]):
        merged = united([open_run(path) for path in runs])
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise RunError(f"--into {into}: there is something already. Name a new folder.")
    into.mkdir(parents=True, exist_ok=True)
    with (into / RECORDS).open("wb") as file:
        for place in merged.places.values():
            file.write(place.line().rstrip(b"\r\n") + b"\n")
    write_json(into / "run.json", merged.about, redact)
    run = scored_run(into, {digest: row for path in runs for digest, row in known_rows(path).items()})
    write_json(into / "summary.json", run.summary, redact)
    write_scores(open_run(into), run.rows, redact)
    return Written(run.summary, merged.notes)


def united(runs: Sequence[StoredRun]) -> Merged:
    """The runs as one, as they would be written.

    Raises:
        RunError: As in `merge`.
    """
    if len(runs) == 1 and not runs[0].about["selection"]["shard"]:
        raise RunError("one run is whole already; name at least two.")
    _check_settings(runs)
    indices = [run.index() for run in runs]
    places = _places(indices)
    planned = {case for run in runs for case in run.about["selection"]["cases"]}
    missing = _missing_shards(runs)
    notes = [f"shard {number} is missing; its cases are not among the planned ones" for number in missing]
    doubled = sum(len(index) for index in indices) - len(places)
    if doubled:
        notes.append(f"{doubled} records are left out: another run has the same answer, or an answer and no error")
    about = {
        **runs[0].about,
        "selection": _selection(runs, len(planned)),
        "parts": [part for run in runs for part in run.about["parts"]],
        "trouble": _trouble(runs, places, missing),
        "merged": [str(run.path) for run in runs],
    }
    return Merged(about, places, tuple(notes))


def _check_settings(runs: Sequence[StoredRun]) -> None:
    """One run has one model, one data set, one way of asking and one selection."""
    first = runs[0]
    for run in runs[1:]:
        differing = differences(first.about, run.about)
        for field in ("scoring", "extractor"):
            if first.about[field] != run.about[field]:
                differing.append(f"{field}: {first.about[field]!r} and {run.about[field]!r}")
        if differing:
            listed = "\n".join(f"  {line}" for line in differing[:_SHOWN])
            raise RunError(f"{first.path} and {run.path} were made with other settings:\n{listed}")
    for run in runs:
        selection = run.about["selection"]
        if selection["last_failed"] or selection["stepwise"]:
            raise RunError(
                f"{run.path} was made with --lf or --sw: a second try at what failed would count the better of two "
                "answers. Leave it out."
            )
    _check_shards(runs)


def _check_shards(runs: Sequence[StoredRun]) -> None:
    """Shards are parts of one selection; runs that are no shards may each have their own."""
    sharded = [run for run in runs if run.about["selection"]["shard"]]
    for run in sharded[1:]:
        first, other = sharded[0].about["selection"], run.about["selection"]
        if first["shard"].partition("/")[2] != other["shard"].partition("/")[2]:
            raise RunError(f"{sharded[0].path} is shard {first['shard']} and {run.path} shard {other['shard']}.")
        for field in _SELECTION:
            if first[field] != other[field]:
                raise RunError(
                    f"{sharded[0].path} and {run.path} are shards of different selections: {field} is "
                    f"{first[field]!r} and {other[field]!r}."
                )


def _places(indices: Sequence[Mapping[str, Place]]) -> dict[str, Place]:
    """Where the record to keep of each case lies: an answer before an error, the first of equal answers.

    Raises:
        RunError: Two runs have different answers to one case.
    """
    found: dict[str, Place] = {}
    disagreeing = []
    for index in indices:
        for case, place in index.items():
            known = found.get(case)
            if known is None or (known.failed and not place.failed):
                found[case] = place
            elif not known.failed and not place.failed and _answer(known) != _answer(place):
                disagreeing.append(case)
    if disagreeing:
        more = f" and {len(disagreeing) - _SHOWN} more" if len(disagreeing) > _SHOWN else ""
        raise RunError(
            f"{len(disagreeing)} cases have another answer in another run: {', '.join(disagreeing[:_SHOWN])}{more}. "
            "One run has one answer to a case; which of the runs is to count?"
        )
    return found


def _answer(place: Place) -> str:
    """What was asked and what the model said and did, without how long it took."""
    record = place.record()
    said = record["transcript"] or {}
    kept = [record["prompt"], record["expected"], *(said.get(field) for field in _SAID)]
    return json.dumps(kept if said else [*kept, record["verdict"]])


def _selection(runs: Sequence[StoredRun], planned: int) -> dict[str, Any]:
    selections = [run.about["selection"] for run in runs]
    cases = list(dict.fromkeys(case for selection in selections for case in selection["cases"]))
    return {
        **selections[0],
        **{field: _common(selection[field] for selection in selections) for field in _SELECTION if field != "repeat"},
        "selected": planned,
        "of": max(selection["of"] for selection in selections),
        "shard": None,
        "cases": cases,
        "groups": list(_groups(selections)),
    }


def _groups(selections: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each planned case once, in groups of equal kind."""
    groups: dict[str, tuple[dict[str, Any], list[str]]] = {}
    seen: set[str] = set()
    for selection in selections:
        for group in selection["groups"]:
            kind = {key: value for key, value in group.items() if key != "cases"}
            _, cases = groups.setdefault(json.dumps(kind), (kind, []))
            cases.extend(case for case in group["cases"] if case not in seen)
            seen.update(group["cases"])
    return ({**kind, "cases": cases} for kind, cases in groups.values())


def _common(values: Iterator[Any]) -> Any:  # Any: JSON
    """The value they share, None where they differ."""
    first, *others = values
    return first if all(value == first for value in others) else None


def _missing_shards(runs: Sequence[StoredRun]) -> list[str]:
    shards = [run.about["selection"]["shard"] for run in runs if run.about["selection"]["shard"]]
    if not shards:
        return []
    of = int(shards[0].partition("/")[2])
    found = {int(shard.partition("/")[0]) for shard in shards}
    return [f"{number}/{of}" for number in range(1, of + 1) if number not in found]


def _trouble(runs: Sequence[StoredRun], places: Mapping[str, Place], missing: Sequence[str]) -> str | None:
    """Why the merged run did not go through: a shard is missing, or one did not and its cases stand open still."""
    found = [f"shard {number} is missing" for number in missing]
    for run in runs:
        told = run.about["trouble"]
        answered = {case for case, place in places.items() if not place.failed}
        if told and not set(run.about["selection"]["cases"]) <= answered:
            found.append(f"{run.path.name}: {told}")
    return "; ".join(found) or None

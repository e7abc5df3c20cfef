"""What a reader sees first: who was asked what, how good the answers are, and what is odd about the run."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from bench_plugin.report.view import Figures, RunView, at, counted, title_of
from bench_plugin.tables import DASH, Table, interval, percent

_SAID_OF_ALL = ("unparsed", "refused", "truncated")
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Tile:
    """One large number.

    Attributes:
        label, value: `strict accuracy`, `46.2 %`.
        interval: `43.4 to 49.1`, a dash under five items.
        about: Of what: `TIR-Bench, n 1,215`.
    """

    label: str
    value: str
    interval: str
    about: str


@dataclass(frozen=True, slots=True)
class Gate:
    """What became of the gate.

    Attributes:
        verdict: `passed`, `failed`, `undecided`; `not judged` for a run that did not go through.
        note: What outweighs the rules; "" where nothing does.
        table: A line a rule.
    """

    verdict: str
    note: str
    table: Table


@dataclass(frozen=True, slots=True)
class Headline:
    """The top of the page.

    Attributes:
        model: Its name.
        summed_up: One line: protocol, endpoint, date, duration.
        counts: (word, count): planned, answered, errors, …; they add up.
        facts: (what, value), a line each.
        odd: What a reader should know before believing the numbers.
    """

    model: str
    summed_up: tuple[str, ...]
    tiles: tuple[Tile, ...]
    counts: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    gate: Gate | None
    odd: tuple[str, ...]


def headline(view: RunView) -> Headline:
    """The headline of a run."""
    about = view.about
    return Headline(
        model=about["model"],
        summed_up=tuple(filter(None, (_protocols(about), _host(about), _date(about), duration(_seconds(about))))),
        tiles=tuple(tile for name, figures in view.benchmarks() for tile in _tiles(name, figures)),
        counts=tuple(_counts(view.summary)),
        facts=tuple(_facts(view)),
        gate=_gate(view.summary),
        odd=tuple(_odd(view)),
    )


def duration(seconds: float) -> str:
    """`1 h 5 min`, `3 min 20 s`, `5.5 s`."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _tiles(name: str, figures: Figures) -> Iterator[Tile]:
    for scoring in ("strict", "official"):
        figure = figures["accuracy"][scoring]
        if figure["n"]:
            about = f"{title_of(name)}, n {figure['n']:,}"
            yield Tile(f"{scoring} accuracy", percent(figure), interval(figure), about)
    grounded = at(figures, "zoomed", "grounded_correct")
    if grounded and grounded["n"]:
        about = f"{title_of(name)}, G+A+ of {counted(grounded['n'], 'item')} with a zoom"
        yield Tile("grounded and right", percent(grounded), interval(grounded), about)


def _counts(summary: Figures) -> Iterator[tuple[str, str]]:
    yield "planned", f"{summary['planned']:,}"
    yield "answered", f"{summary['answered']:,}"
    yield "errors", f"{summary['errors']['count']:,}"
    if summary["unasked"]:
        yield "not asked", f"{summary['unasked']:,}"
    for word in _SAID_OF_ALL:
        yield word, f"{summary['outcomes'][word]:,}"


def _facts(view: RunView) -> Iterator[tuple[str, str]]:
    about, summary = view.about, view.summary
    profile = about["profile"]
    yield "model", " ".join(filter(None, (about["model"], _served(about))))
    for name, manner in about["manners"].items():
        yield f"tools, {_manner_name(name)}", _manner(manner)
    yield "endpoint", _host(about) or "none: a built-in baseline"
    for source in about["data"]:
        revision = source["revision"] or f"sha256 {source['sha256'][:12]}"
        yield f"data, {title_of(source['suite'])}", f"{source['items']:,} items, revision {revision}"
    yield "selected", _selection(about["selection"])
    sampling = {key: value for key, value in profile["sampling"].items() if value not in (None, [], {})}
    yield "sampling", ", ".join(f"{key} {value}" for key, value in sampling.items())
    yield "started, took", f"{_date(about)}, {duration(_seconds(about))}{_parts(about)}"
    yield "tokens", _tokens(summary["tokens"])
    yield "money", _money(at(summary, "cost", "usd"))
    versions = about["parts"][-1]["versions"]
    yield (
        "scored by",
        f"gazecheck {versions.get('gazecheck')}, commit {(about['parts'][-1]['git_commit'] or DASH)[:12]}",
    )


def _odd(view: RunView) -> Iterator[str]:
    about, summary, entries = view.about, view.summary, view.entries
    yield from summary.get("notes", ())
    servers = Counter(entry.server for entry in entries if entry.server)
    if len(servers) > 1:
        listed = "; ".join(f"{name} ({count:,})" for name, count in servers.most_common(_SHOWN))
        yield f"{len(servers)} server builds answered, so this is no figure of one model: {listed}"
    skipped = [row for source in about["data"] for row in source["skipped"]]
    if skipped:
        more = f" and {len(skipped) - _SHOWN:,} more" if len(skipped) > _SHOWN else ""
        yield f"{counted(len(skipped), 'broken row')} of the data left out: {'; '.join(skipped[:_SHOWN])}{more}"
    reencoded = Counter(entry.reencoded for entry in entries if entry.reencoded)
    if reencoded:
        reason, _ = reencoded.most_common(1)[0]
        items = counted(reencoded.total(), "item")
        yield f"Pictures of {items} did not go out as their file's bytes, most often: {reason}"
    mismatched = sum("coordinate_mismatch" in entry.talk_flags for entry in entries)
    if mismatched:
        items = counted(mismatched, "item")
        yield f"{items} with boxes outside of what was sent: is `coordinates` of the profile right?"
    if summary["unasked"]:
        items = counted(summary["unasked"], "selected item")
        yield f"{items} not asked: the run stopped early. --resume goes on with it."
    if summary["errors"]["count"]:
        yield f"{counted(summary['errors']['count'], 'item')} in no score, being errors: {_error_reasons(view)}"
    if about["selection"].get("last_failed") or about["selection"].get("stepwise"):
        yield "Only items that failed before were selected (--lf or --sw): these are no figures of a benchmark."


def _error_reasons(view: RunView) -> str:
    counts = Counter(entry.item.reason or "unknown" for entry in view.entries if entry.item.is_error)
    return ", ".join(f"{reason.replace('_', ' ')} {count:,}" for reason, count in counts.most_common())


def _gate(summary: Figures) -> Gate | None:
    gate = summary.get("gate")
    if not gate:
        return None
    verdict, note = gate["verdict"], ""
    if gate["trouble"]:
        verdict, note = "not judged", f"The run did not go through: {gate['trouble']}."
    elif gate["builds"]:
        verdict = "undecided" if verdict == "passed" else verdict
        note = f"The server's build changed during the run: {', '.join(gate['builds'])}."
    lines = tuple((rule["verdict"], rule["rule"], _why(rule)) for rule in gate["rules"])
    return Gate(verdict, note, Table("The gate's rules", ("verdict", "rule", "why"), lines))


def _why(rule: Figures) -> str:
    cases = rule["cases"]
    more = f" and {len(cases) - _SHOWN} more" if len(cases) > _SHOWN else ""
    return f"{rule['reason']}: {', '.join(cases[:_SHOWN])}{more}" if cases else str(rule["reason"])


def _served(about: Figures) -> str | None:
    served = about["profile"]["served_name"]
    return f"(served as {served})" if served and served != about["model"] else None


def _manner_name(name: str) -> str:
    benchmark, _, rest = name.partition(" ")
    return f"{title_of(benchmark)} {rest}".strip()


def _manner(manner: Figures) -> str:
    if manner["protocol"] == "none":
        return "none, one turn"
    deviations = len(manner["deviations"])
    said = f", {deviations} deviations from the published loop" if deviations else ""
    return f"zoom by the protocol {manner['protocol']}, {manner['reading']} reading{said}"


def _protocols(about: Figures) -> str:
    named = dict.fromkeys(manner["protocol"] for manner in about["manners"].values())
    if list(named) == ["none"]:
        return "no tools"
    return "protocol " + " / ".join(named)


def _host(about: Figures) -> str | None:
    endpoint = about["parts"][-1]["endpoint"]
    return urlsplit(endpoint).netloc if endpoint else None


def _date(about: Figures) -> str:
    return f"{datetime.fromisoformat(about['parts'][0]['started']):%Y-%m-%d %H:%M} UTC"


def _seconds(about: Figures) -> float:
    return sum(float(part["duration_s"] or 0) for part in about["parts"])


def _parts(about: Figures) -> str:
    count = len(about["parts"])
    return f", in {count} parts" if count > 1 else ""


def _selection(selection: Mapping[str, Any]) -> str:
    named = {"keyword": "-k", "markers": "-m", "limit": "--limit", "sample": "--sample", "seed": "--seed"}
    said = [f"{option} {selection[key]}" for key, option in named.items() if selection.get(key) is not None]
    if selection["repeat"] > 1:
        said.append(f"--repeat {selection['repeat']}")
    narrowed = f" ({' '.join(said)})" if said else ""
    return f"{selection['selected']:,} of {selection['of']:,}{narrowed}"


def _tokens(tokens: Figures) -> str:
    if not tokens["total"]:
        return DASH
    unknown = f", {tokens['unknown']:,} answers without a count" if tokens["unknown"] else ""
    return f"{tokens['prompt']:,} prompt, {tokens['completion']:,} completion{unknown}"


def _money(usd: float | None) -> str:
    return "price unknown" if usd is None else f"{usd:,.2f} USD"

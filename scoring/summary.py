"""Scored items -> the figures of one run, every share with its denominator and its interval.

The summary is a dict that JSON can hold. Its figures are reached by dotted names, which gates use too:

    planned, answered, errors.count, accuracy.strict, …                 the whole run
    tir_bench.…                                                         a benchmark
    tir_bench.maze.…, viebench.reasoning.…, viebench.retail.…           a task, a split, a scenario

A scope below a benchmark holds the items whose task, split or scenario has its name, the words `-k` selects by too.
Its figures, by name below the scope:

    kind                    `run`, `benchmark`, `split`, `scenario` or `task`
    planned = answered + errors.count + unasked      answers, so an item asked five times is planned five times
    errors.{count,model,judge}, outcomes.<outcome>, reasons.<reason>, flags.<flag>, extraction.<rule>        counts
    tokens.{prompt,completion,total,unknown}         sums; `unknown` answers of which the server said nothing
    latency_s.{mean,median,p95}                      seconds an answer
    calls.{total,failed}                             of any tool
    coverage, errors.share                           of `planned`
    accuracy.{official,strict}                       mean score, of `answered`
    pass_rate.{official,strict}                      share of cases passed, of `answered`
    repeats.{official,strict}.{pass_at,pass_hat}.<k>   with several answers an item: see `scoring.repeats`
    graded.{official,strict}.above_{30,50,70,90}     where items are graded: share of scores above, of `graded`

and in benchmarks with evidence, and all scopes below them:

    zoomed.…, all.…     accuracy, tool_ratio, grounded_score and the four quadrants; `zoomed` divides the last five
                        by the items with a zoom (the paper's reading), `all` by every answered item. Beside them
                        grounded_by_coverage, grounded_by_concentration_only, crop_iou.above_{10,30,50,70}, and
                        {first,last,union,requested,without_large_crops}.{grounded_score,grounded_correct}
    mean_coverage, mean_concentration, crop_area_share          of `with_crop`
    gold_covered                                                of `zoomed`
    conversion, accuracy_given.{grounded,ungrounded,not_zoomed}
    zooms_per_item, turns_per_item, {latency_s,tokens}.{with_zoom,without_zoom}
    zooms.{total,failed,unobserved}, crop_flags.<flag>          counts
    drop.{accuracy,zoomed.grounded_score,all.grounded_score}    of a benchmark: perception less reasoning
    patterns.{names,sentence,evidence}                          of a benchmark: see `scoring.patterns`; null
                                                                without crops

Benchmarks whose items have lettered options also have `letters.{answers,keys}.<letter>`: the position bias.
The run has `schema`, `scoring` and `cost.usd`, null until the caller knows prices.

A share or mean is an object: `value` (null, a dash, where nothing could be scored), `n` and `of` (the denominator and
its name), `count` (how many, for shares of items), `low`, `high`, `method` (the 95 % interval; null under 5 items).
Errors and unasked items reduce `coverage`, and are in no other denominator.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import ceil
from statistics import median
from typing import Any

from scoring.figures import at, difference, mean_figures, put
from scoring.letters import letter_shares
from scoring.measures import Measure, evidence_measures, graded_measures, plain_measures, total_tokens
from scoring.patterns import patterns
from scoring.repeats import repeat_figures
from scoring.scopes import Scope, scopes_of
from scoring.scored_item import SCORINGS, ScoredItem, Scoring
from scoring.verdict import OUTCOMES

SCHEMA = 1

Figures = dict[str, Any]

_DROPS = {
    "accuracy": "all.accuracy",
    "zoomed.grounded_score": "zoomed.grounded_score",
    "all.grounded_score": "all.grounded_score",
}


def summarize(items: Sequence[ScoredItem], scoring: Scoring = "strict") -> Figures:
    """The figures of one run.

    Args:
        items: One for every planned answer, those with an error and those never asked included. Items that are all
            unasked give every name a run of this selection will have.
        scoring: Which score makes an answer right (A+) in the quadrants.
    """
    run, *others = scopes_of(items)
    below = {scope.name: _figures(scope, scoring) for scope in others}
    benchmarks = [scope for scope in others if scope.kind == "benchmark"]
    # One benchmark is the whole run: its intervals are not drawn a second time.
    means = below[benchmarks[0].name] if len(benchmarks) == 1 else mean_figures(items, _common_measures(run))
    groups = dict.fromkeys(measure.name.partition(".")[0] for measure in _common_measures(run))
    summary: Figures = {"schema": SCHEMA, "scoring": scoring, "cost": {"usd": None}}
    summary |= _merged(_counts(run), {key: means[key] for key in groups})
    for name, figures in below.items():
        put(summary, name, figures)
    for benchmark in benchmarks:
        _complete_benchmark(summary[benchmark.name], benchmark.items)
    return summary


def scopes_in(summary: Mapping[str, Any], name: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every scope of a summary with its dotted name; the run comes first, with the name ""."""
    yield name, summary
    for key, node in summary.items():
        if isinstance(node, Mapping) and "kind" in node:
            yield from scopes_in(node, f"{name}.{key}" if name else key)


def _figures(scope: Scope, scoring: Scoring) -> Figures:
    """The figures of a benchmark or a part of one."""
    measures = _common_measures(scope)
    has_evidence = any(item.has_evidence for item in scope.items)
    if has_evidence:
        measures += evidence_measures(scoring)
    figures = _merged(_counts(scope), mean_figures(scope.items, measures))
    if any(item.repeat for item in scope.items):
        figures["repeats"] = {score: repeat_figures(scope.items, score) for score in SCORINGS}
    return figures | _crop_counts(scope.items) if has_evidence else figures


def _common_measures(scope: Scope) -> tuple[Measure, ...]:
    graded = any(item.graded for item in scope.items)
    return plain_measures() + (graded_measures() if graded else ())


def _counts(scope: Scope) -> Figures:
    """Everything that is counted or summed rather than averaged over a denominator."""
    items = scope.items
    answered = [item for item in items if item.is_answered]
    outcomes = Counter(item.outcome for item in items)
    return {
        "kind": scope.kind,
        "planned": len(items),
        "answered": len(answered),
        "unasked": outcomes[None],
        "errors": {
            "count": outcomes["model_error"] + outcomes["judge_error"],
            "model": outcomes["model_error"],
            "judge": outcomes["judge_error"],
        },
        "outcomes": {outcome: outcomes[outcome] for outcome in OUTCOMES},
        "reasons": dict(sorted(Counter(item.reason for item in items if item.reason).items())),
        "flags": dict(sorted(Counter(flag for item in items for flag in item.flags).items())),
        "extraction": dict(sorted(Counter(item.extraction_rule for item in items if item.extraction_rule).items())),
        "tokens": _tokens(answered),
        "latency_s": _latency(answered),
        "calls": {"total": sum(item.calls for item in items), "failed": sum(item.failed_calls for item in items)},
    }


def _tokens(answered: Sequence[ScoredItem]) -> Figures:
    known = [item for item in answered if total_tokens(item) is not None]
    prompt = sum(item.prompt_tokens or 0 for item in known)
    completion = sum(item.completion_tokens or 0 for item in known)
    unknown = len(answered) - len(known)
    return {"prompt": prompt, "completion": completion, "total": prompt + completion, "unknown": unknown}


def _latency(answered: Sequence[ScoredItem]) -> Figures:
    seconds = sorted(item.latency_s for item in answered if item.latency_s is not None)
    if not seconds:
        return {"mean": None, "median": None, "p95": None}
    ninety_fifth = seconds[ceil(0.95 * len(seconds)) - 1]
    return {"mean": sum(seconds) / len(seconds), "median": median(seconds), "p95": ninety_fifth}


def _crop_counts(items: Sequence[ScoredItem]) -> Figures:
    """Zoom calls and what was odd about the crops; null where the model hides them."""
    seen = [item.grounding for item in items if item.is_answered and item.grounding is not None]
    if not seen:
        return {"zooms": {"total": None, "failed": None, "unobserved": None}, "crop_flags": {}}
    zooms = {
        "total": sum(grounding.calls for grounding in seen),
        "failed": sum(grounding.failed for grounding in seen),
        "unobserved": sum(grounding.unobserved for grounding in seen),
    }
    return {"zooms": zooms, "crop_flags": dict(sorted(Counter(flag for g in seen for flag in g.flags).items()))}


def _complete_benchmark(figures: Figures, items: Sequence[ScoredItem]) -> None:
    """Add what only a whole benchmark has: position bias, the drop between splits, the patterns."""
    letters = letter_shares(items)
    if letters is not None:
        figures["letters"] = letters
    if "zoomed" not in figures:
        return
    perception, reasoning = figures.get("perception"), figures.get("reasoning")
    if perception and reasoning and "zoomed" in perception and "zoomed" in reasoning:
        for name, measure in _DROPS.items():
            drop = difference(at(perception, measure), at(reasoning, measure), "perception_less_reasoning")
            put(figures, f"drop.{name}", drop)
    found = patterns(figures, reasoning if reasoning and "zoomed" in reasoning else figures)
    figures["patterns"] = None if found is None else asdict(found)


def _merged(counts: Figures, means: Figures) -> Figures:
    """Counts and means in one dict; a group that both have (`errors`, `tokens`) is joined."""
    return counts | {key: counts.get(key, {}) | value for key, value in means.items()}

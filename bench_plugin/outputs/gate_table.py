"""A gate's results as a table."""

from bench_plugin.tables import DASH, Table
from scoring.gate_result import GateResult, RuleResult


def gate_table(result: GateResult) -> Table:
    """A line a rule: what it says, what was observed, over how many, how sure, and the verdict."""
    tested = any(rule.p is not None for rule in result.rules)
    head = ("rule", "observed", "n", "95 % interval", *(("p (Holm)", "p") if tested else ()), "verdict")
    return Table("gate", head, tuple(_line(rule, tested) for rule in result.rules))


def noteworthy(result: GateResult) -> list[RuleResult]:
    """The rules of which the table does not say enough: broken, undecided, then those with a test or no value."""
    order = {"failed": 0, "undecided": 1, "passed": 2}
    found = [r for r in result.rules if r.verdict != "passed" or r.p is not None or r.observed is None]
    return sorted(found, key=lambda rule: order[rule.verdict])


def _line(rule: RuleResult, tested: bool) -> tuple[str, ...]:
    tests = (_p(rule.p_holm), _p(rule.p)) if tested else ()
    return (rule.rule, _number(rule), DASH if rule.n is None else str(rule.n), _interval(rule), *tests, rule.verdict)


def _number(rule: RuleResult) -> str:
    if rule.observed is None:
        return DASH
    # A count, and a figure without a denominator (tokens, money), is shown as it is.
    whole = rule.n is None or (rule.rule.startswith("items.") and rule.observed == int(rule.observed))
    return f"{rule.observed:g}" if whole else f"{rule.observed:.3f}"


def _interval(rule: RuleResult) -> str:
    return DASH if rule.low is None or rule.high is None else f"{rule.low:.3f} to {rule.high:.3f}"


def _p(value: float | None) -> str:
    return DASH if value is None else f"{value:.3g}"

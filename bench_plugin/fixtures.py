"""What a benchmark's test function asks for."""

import pytest

from bench_plugin.cases import Case
from bench_plugin.queue_ahead import upcoming
from bench_plugin.result import Evaluation
from bench_plugin.session import EVALUATION, bench_cases, session_of


@pytest.fixture
def evaluation(request: pytest.FixtureRequest) -> Evaluation:
    """The result of this case: asked, scored and recorded.

    A model that could not be asked fails here, in the set-up, so that pytest reports an ERROR and never a wrong answer.
    """
    bench = session_of(request.config)
    assert bench is not None, "the evaluation fixture belongs to tests_bench"
    case: Case = request.param
    suite = request.node.originalname.removeprefix("test_")
    if f"{suite}/{case.id}" in bench.crashed:
        # Some ways to distribute cases give it to the next worker, and that would die as well.
        pytest.fail("a worker process died under this case; it is not run again", pytrace=False)
    from bench_plugin.outputs.junit import properties

    if bench.evaluator is None:
        from bench_plugin.machinery import make_evaluator

        selected = [f"{suite}/{case.id}" for _, suite, case in bench_cases(request.session.items)]
        bench.evaluator = make_evaluator(request.config, bench, selected)
    result = bench.evaluator.evaluate(suite, case, lambda: upcoming(request.node))
    if bench.evaluator.stopped is not None:
        request.session.shouldstop = bench.redact(bench.evaluator.stopped)
    if result.row is None:
        pytest.skip(bench.redact(result.text))
    request.node.stash[EVALUATION] = result
    request.node.user_properties.extend(properties(result.row, bench.settings.scoring))
    if result.fault is not None:
        raise result.fault
    if result.passed is None:
        pytest.fail(bench.redact(result.text), pytrace=False)
    return result

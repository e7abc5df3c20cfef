"""The machinery of a process that runs cases: engine, judge, records. Heavy to import; a process that only lists
cases never does."""

from collections.abc import Sequence

import pytest

from adapters import registry
from adapters.judge import audit_sample, make_extraction_model
from adapters.pace import Budget
from bench_plugin.answer_readers import judge_settings
from bench_plugin.asking import Asker, Reader
from bench_plugin.engine import Engine
from bench_plugin.evaluation import Evaluator
from bench_plugin.judge import Judge
from bench_plugin.manners import manner_of, read_system_prompt
from bench_plugin.parts import workers
from bench_plugin.run_folder import JUDGE_PACE_FILE, PACE_FILE, RecordWriter
from bench_plugin.session import BenchSession


def make_evaluator(config: pytest.Config, bench: BenchSession, selected: Sequence[str]) -> Evaluator:
    """The machinery of one process: engine, judge, records.

    Args:
        config: pytest's, for the folder of pyproject.toml and models.toml, and for plugins that run cases again.
        bench: The session.
        selected: Names of the selected cases, the same in every process.
    """
    assert bench.run is not None
    if bench.role == "worker":
        workers.interrupt_once(bench)
    settings, profile, run = bench.settings, bench.profile, bench.run
    slot = 0 if bench.role == "alone" else int(bench.worker_id.removeprefix("gw"))
    setting = registry.Setting(
        profile=profile,
        in_flight=bench.together,
        slot=slot,
        pace_file=run / PACE_FILE,
        seed=settings.sample_seed,
        budget=_budget(bench),
        cache=settings.cache,
    )
    reading = judge_settings(settings)
    until = None if settings.max_minutes is None else bench.started + 60 * settings.max_minutes

    async def asker() -> Asker:
        reader = None
        if reading.needs_model:
            pace_file = run / JUDGE_PACE_FILE
            model = make_extraction_model(
                reading, config.rootpath, in_flight=setting.in_flight, slot=slot, pace_file=pace_file
            )
            reader = Reader(model, reading.kind)
        return Asker(registry.make_adapter(setting), profile.limits.item_s, reader, until)

    prompt = read_system_prompt(settings)
    return Evaluator(
        Engine(asker, in_flight=bench.in_flight),
        Judge(profile),
        bench.home or RecordWriter(run / f"records-{bench.worker_id}.jsonl", bench.redact),
        recall=bench.recall,
        manner=lambda case: manner_of(case.item, settings, profile, prompt),
        scoring=settings.scoring,
        reads=reading.needs_model,
        audited=audit_sample(selected, reading.audit),
        reruns=config.pluginmanager.hasplugin("rerunfailures"),
        stops_on_errors=bench.gated,
    )


def _budget(bench: BenchSession) -> Budget:
    """What this host's workers may ask together: their share of the whole, for hosts can't count together."""
    settings, share = bench.settings, bench.share
    tokens = settings.max_tokens_total
    return Budget(
        None if settings.max_rpm is None else settings.max_rpm * share,
        None if settings.max_tpm is None else settings.max_tpm * share,
        None if tokens is None else int(tokens * share),
        None if settings.max_cost is None else settings.max_cost * share,
        bench.profile.prices,
    )

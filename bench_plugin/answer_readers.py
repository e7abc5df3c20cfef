"""Who reads the answer out of a reply, from the command line to the settings of `adapters.judge`."""

import os
from pathlib import Path

from adapters.errors import JudgeSetupError
from adapters.judge import JudgeSettings, check_settings
from bench_plugin.options import Settings
from benchmarks.sources import cache_root


def judge_settings(settings: Settings) -> JudgeSettings:
    """How answers are extracted."""
    return JudgeSettings(
        kind=settings.extractor,
        model=settings.extractor_model,
        base_url=settings.extractor_base_url,
        prompts_file=settings.extractor_prompts,
        cache_dir=cache_root(os.environ) / "extractions" if settings.extractor_model else None,
        audit=settings.extractor_audit,
    )


def check_readers(settings: Settings, root: Path) -> None:
    """See that the extraction model can be asked, before anything is; no request is made.

    Raises:
        JudgeSetupError: It can't; the message says what to do.
    """
    if settings.extractor_model is None and (settings.extractor != "rules" or settings.extractor_audit):
        raise JudgeSetupError("--extractor-model: name the model that is to read the answers, a profile or any name.")
    check_settings(judge_settings(settings), root)

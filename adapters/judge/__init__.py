"""A language model that reads answers out of responses. docs/extraction.md"""

from adapters.judge.choosing import asks_model, audit_sample
from adapters.judge.model import ExtractionModel, ModelAnswer
from adapters.judge.settings import JudgeSettings, check_settings, make_extraction_model

__all__ = [
    "ExtractionModel",
    "JudgeSettings",
    "ModelAnswer",
    "asks_model",
    "audit_sample",
    "check_settings",
    "make_extraction_model",
]

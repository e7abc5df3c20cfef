"""The built-in sample set: fresh items of every task, gold known from their construction."""

from benchmarks.samples.cache import ensure, load
from benchmarks.samples.folders import write_evidence_layout, write_tir_folder
from benchmarks.samples.tasks import TASKS

__all__ = ["TASKS", "ensure", "load", "write_evidence_layout", "write_tir_folder"]

"""Answers that were made elsewhere: read the files other programs write, and find the item each answer belongs to.

One format a file of this folder; docs/responses.md describes them.
"""

from benchmarks.responses.matching import Matched, match
from benchmarks.responses.reading import read
from benchmarks.responses.rows import ResponseFile, ResponseRow

__all__ = ["Matched", "ResponseFile", "ResponseRow", "match", "read"]

"""The answer of a reply, by rules: offline, deterministic, and silent rather than guessing.

A reply is cleaned (`extractors.text`, `visible`, `latex`, `markdown`), the places that declare an answer are found
(`declared`, `json_objects`), each is read in the form that the question wants (`form`; `choice`, `numbers`, `pairs`,
`patches`, `sequences`, `words`), and `resolver` decides. What is only said in passing counts when nothing is declared.
"""

from collections.abc import Mapping
from typing import Any

from scoring.extractors.form import Form, expected_form
from scoring.extractors.readers import candidates
from scoring.extractors.reply import read_reply
from scoring.extractors.resolver import resolve
from scoring.verdict import Extraction, Reason


def extract(task: str, prompt: str, response: str, meta_data: Mapping[str, Any] | None = None) -> Extraction:
    """Read the answer out of a reply. The gold answer and its kind are never seen.

    Args:
        task: TIR-Bench's task name, or any other: then the prompt alone says what kind of answer is wanted.
        prompt: The complete question, options included.
        response: The reply. Of one longer than 16,000 characters (reasoning apart) the middle is not read.
        meta_data: The row's data; `difficulty` is the n of an n × n jigsaw.

    Returns:
        The answer in its canonical form: a letter `C`, letters `ACD`, a number `-12.5`, a pair `[3, 6]` (row, column),
        patches `[1, 4, 7]`, a sequence `1, 2, 3, 4`, or words. `answer` is None, with a `reason`, when the reply gives
        none, or two, or one that the question does not offer. `span` points into `response`.
    """
    form = expected_form(task, prompt, meta_data)
    found = _read(response, form)
    if form.kind != "word" or found.answer is None or found.answer == response:
        return found
    # Words may look like prose about words ("says OPEN"): only what reads as itself is an answer.
    again = _read(found.answer, form)
    if again.answer == found.answer:
        return found
    return Extraction(None, found.rule, found.span, outcome="unparsed", reason="no_answer")


def _read(response: str, form: Form) -> Extraction:
    reply = read_reply(response)
    if not reply.text.strip():
        reason: Reason = "reasoning_only" if response.strip() else "empty"
        return Extraction(None, "no text", outcome="unparsed", reason=reason)
    return resolve(candidates(reply, form), reply, form)

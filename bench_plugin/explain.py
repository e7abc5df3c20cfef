"""Why a case failed, in a few lines that a person can read without a traceback."""

from bench_plugin.records import Judged
from benchmarks.item import Item

_LONGEST_QUESTION = 300
_LONGEST_REPLY = 400


def explanation(item: Item, judged: Judged) -> str:
    """The failure message of a case: question, expected, extracted, scores, end of the reply."""
    verdict = judged.verdict
    head = verdict.outcome if verdict.reason is None else f"{verdict.outcome} ({verdict.reason})"
    if judged.transcript is None:
        return f"{item.id}: {head}\n  {judged.error or 'the model could not be asked'}"
    lines = [
        f"{item.id}: {head}",
        f"  question   {_shortened(item.prompt, _LONGEST_QUESTION)}",
        f"  expected   {_shortened(str(item.answer), _LONGEST_QUESTION)}",
        f"  extracted  {_extracted(judged)}",
        f"  score      strict {_number(verdict.strict)}, official {_number(verdict.official)}",
        f"  reply      {_end(judged.transcript.final_text)}",
    ]
    if verdict.flags:
        lines.append(f"  flags      {', '.join(verdict.flags)}")
    if judged.error:
        lines.append(f"  error      {judged.error}")
    return "\n".join(lines)


def _extracted(judged: Judged) -> str:
    extraction = judged.verdict.extraction
    if extraction is None:
        return "-"
    if extraction.answer is None:
        return f"- ({extraction.reason or extraction.rule})"
    return f"{_shortened(extraction.answer, _LONGEST_QUESTION)}  (rule: {extraction.rule})"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _shortened(text: str, most: int) -> str:
    """One line; a long text keeps its two ends, because options stand at the end of a prompt."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    half = most // 2
    return f"{line[:half]} … {line[-half:]}"


def _end(text: str) -> str:
    line = " ".join(text[-4 * _LONGEST_REPLY :].split())
    if not line:
        return "(empty)"
    return line if len(line) <= _LONGEST_REPLY and len(text) <= 4 * _LONGEST_REPLY else f"… {line[-_LONGEST_REPLY:]}"

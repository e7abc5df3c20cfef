"""evalscope's predictions: `outputs/<time>/predictions/<model>/<data set>_<task>.jsonl`, a file a task."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.errors import DataError, seen
from benchmarks.responses.documents import json_lines
from benchmarks.responses.rows import ResponseRow, broken, id_of, place_of, response_of, text_of

_DATA_SET = "tir_bench_"
_SHOWN = 5
# What may be named on the command line: a run, its predictions, one model's, or the folder of all runs.
_PLACES = ("*.jsonl", "predictions/*/*.jsonl", "*/*.jsonl", "*/predictions/*/*.jsonl")


def is_prediction(fields: object) -> bool:
    """Whether a line is one of evalscope's."""
    return isinstance(fields, Mapping) and "model_output" in fields


def prediction_files(folder: Path) -> list[Path]:
    """The prediction files of one model in one run.

    Args:
        folder: A run (`outputs/<time>`), its `predictions`, or one model's folder in there.

    Raises:
        DataError: There are none, or those of several models or runs.
    """
    for place in _PLACES:
        files = sorted(path for path in folder.glob(place) if path.is_file() and path.parent.name != "reviews")
        owners = sorted({path.parent for path in files})
        if len(owners) > 1:
            names = ", ".join(str(owner.relative_to(folder)) for owner in owners[:_SHOWN])
            raise DataError(f"{folder} holds the answers of {len(owners)} models or runs ({names}). Name one of them.")
        if files:
            return files
    raise DataError(f"{folder} holds no *.jsonl of predictions. evalscope writes outputs/<time>/predictions/<model>/.")


def rows(files: list[Path]) -> list[ResponseRow]:
    """The rows of prediction files. A file's rows come by their index: it is written in the order they finished."""
    found = []
    for path in files:
        of_file = [
            broken(f"{path.name} {where}", fields) if isinstance(fields, str) else _row(path, where, fields)
            for where, fields in json_lines(path)
        ]
        found += sorted(of_file, key=lambda row: -1 if row.place is None else row.place)
    return found


def _row(path: Path, where: str, fields: Mapping[str, Any]) -> ResponseRow:
    where = f"{path.name} {where}"
    output = fields.get("model_output")
    if not isinstance(output, Mapping):
        return broken(where, f"model_output is {seen(output)}; it is an object")
    metadata = fields.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    task = text_of(metadata.get("task")) or path.stem.removeprefix(_DATA_SET)
    row = ResponseRow(where, id_of(metadata.get("id")), task, place_of(fields.get("index")), None)
    return _answered(replace(row, prompt=_question(fields.get("messages"))), output)


def _answered(row: ResponseRow, output: Mapping[str, Any]) -> ResponseRow:
    if output.get("error"):
        return replace(row, problems=(f"the request failed: {seen(output['error'])}",))
    choices = output.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        return replace(row, problems=("there is no reply",))
    content = message.get("content")
    response, problems = response_of(_joined(content, "text") if isinstance(content, list) else content)
    return replace(
        row,
        response=response,
        reasoning=text_of(_joined(content, "reasoning")),
        finish_reason=text_of(choice.get("stop_reason")),
        problems=problems,
    )


def _question(messages: object) -> str | None:
    """All text of the first user message."""
    for message in messages if isinstance(messages, list) else ():
        if isinstance(message, Mapping) and message.get("role") == "user":
            content = message.get("content")
            return text_of(content if isinstance(content, str) else _joined(content, "text"))
    return None


def _joined(content: object, kind: str) -> str:
    parts = content if isinstance(content, list) else ()
    texts = [part.get(kind) for part in parts if isinstance(part, Mapping) and part.get("type") == kind]
    return "\n".join(text for text in texts if isinstance(text, str))

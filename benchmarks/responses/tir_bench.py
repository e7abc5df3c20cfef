"""The authors' response file: `{"0": {the data set's row, "model_response": …, "extracted_answer": …}, …}`."""

from collections.abc import Iterable, Mapping
from typing import Any

from benchmarks.errors import seen
from benchmarks.responses.rows import ResponseRow, broken, id_of, response_of, task_of, text_of


def is_response_row(fields: object) -> bool:
    """Whether an object is a row of such a file."""
    return isinstance(fields, Mapping) and "model_response" in fields


def rows(pairs: Iterable[tuple[str, Any]]) -> list[ResponseRow]:
    """The rows of a response file, from its keys and values in order; a key that stands twice gives two rows."""
    places: dict[str, int] = {}
    return [response_row(f"key {seen(key)}", fields, places) for key, fields in pairs]


def response_row(where: str, fields: object, places: dict[str, int]) -> ResponseRow:
    """One row.

    Args:
        where: Where it stands.
        fields: The data set's row with `model_response`; `task` may be called `category`.
        places: Task -> rows seen so far. A row without an id is known by its place, as far as the file is complete.
    """
    if not isinstance(fields, Mapping):
        return broken(where, f"is {seen(fields)}; a row is an object")
    task = task_of(fields)
    place = places.get(task or "", 0)
    places[task or ""] = place + 1
    response, problems = response_of(fields.get("model_response"))
    extracted = fields.get("extracted_answer")
    return ResponseRow(
        where=where,
        source_id=id_of(fields.get("id")),
        task=task,
        place=place,
        response=response,
        # The authors' scorer reads null as an empty answer.
        extracted=str(extracted or "") if "extracted_answer" in fields else None,
        prompt=text_of(fields.get("prompt")),
        problems=problems,
    )

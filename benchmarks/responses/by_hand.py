"""Answers written by hand or by a small script: `id` and `response`, as JSON lines, a JSON list or CSV."""

from collections.abc import Iterable

from benchmarks.responses import tir_bench
from benchmarks.responses.documents import RawRow
from benchmarks.responses.rows import ResponseRow, broken, id_of, place_of, response_of, task_of, text_of


def rows(raw_rows: Iterable[RawRow]) -> list[ResponseRow]:
    """The rows. Beside `id` and `response` they may have `task` and `index` (a place from 0) and `prompt`.

    Rows of the authors' response file are taken too: people write those as lines.
    """
    places: dict[str, int] = {}
    found = []
    for where, fields in raw_rows:
        if isinstance(fields, str):
            found.append(broken(where, fields))
        elif tir_bench.is_response_row(fields):
            found.append(tir_bench.response_row(where, fields, places))
        elif "response" not in fields:
            found.append(broken(where, "there is no response; a row has id and response"))
        else:
            response, problems = response_of(fields["response"])
            found.append(
                ResponseRow(
                    where=where,
                    source_id=id_of(fields.get("id")),
                    task=task_of(fields),
                    place=place_of(fields.get("index")),
                    response=response,
                    prompt=text_of(fields.get("prompt")),
                    problems=problems,
                )
            )
    return found

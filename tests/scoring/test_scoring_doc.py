"""docs/scoring.md keeps its word: every row of its table of quirks is scored as it says."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.strict import strict_score
from scoring.tir_bench import official_score

DOC = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
_QUESTION = re.search(r"```question\n(.*?)\n```", DOC, re.DOTALL)
QUESTION = _QUESTION[1] if _QUESTION else ""


def quirks() -> list[list[str]]:
    table = DOC.split("## What strict mends")[1].split("Judgements behind the table")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return rows[1:]


def plain(cell: str) -> str:
    return "" if cell == "*nothing*" else cell.strip("`")


def test_the_table_is_read_whole() -> None:
    """One row for each mended quirk."""
    assert len(quirks()) >= 45
    assert all(len(row) == 6 for row in quirks())
    assert "K. None" in QUESTION


@pytest.mark.parametrize("row", quirks(), ids=lambda row: f"{row[0]}: {row[3]}")
def test_each_row_of_the_table_is_true(row: list[str]) -> None:
    """Key, reply, official and strict score."""
    _, task, key, answer, official, strict = row
    task, _, image = task.replace("`", "").partition(", ")
    fields = {
        "task": task,
        "prompt": QUESTION,
        "answer": plain(key),
        "extracted_answer": plain(answer),
        "model_response": plain(answer),
        "meta_data": {"difficulty": 2},
        "image_1": f"data/{task}/{image or '7.jpg'}",
        "question_id": 1,
    }
    assert official_score(fields) == pytest.approx(float(Fraction(official)))
    meta = {"difficulty": 2}
    found = strict_score(task, QUESTION, plain(key), plain(answer), plain(answer), meta, fields["image_1"])
    assert found == pytest.approx(float(Fraction(strict)))

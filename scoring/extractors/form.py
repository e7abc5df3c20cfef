"""What kind of answer a question wants, from its task, its prompt and the row's `meta_data`. Never from the gold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from scoring.extractors.alternatives import any_of, word_list
from scoring.extractors.option_book import OptionBook, option_book

Kind = Literal["choice", "number", "pair", "patches", "sequence", "word"]

_PLACE = any_of(
    r"\b(?:which|what) row\b|\brows? and columns?\b|\bcolumns? and rows?\b|[\[(]\s*row|\[\s*col|coordinates?",
    "第几[行列]|行.{0,6}列",
)
_COLUMN_FIRST = any_of(r"[\[(]\s*col\w*\s*,\s*row|columns? and rows?|第几列.{0,4}第几行|[\[(]列")
_LIST = any_of(r"different_patches|\blist\b|\[\s*\d+\s*,|哪些|列表|编号")
_COUNT = any_of(
    r"\bhow (?:many|often|much)\b|\bnumber of\b|\bpercent\w*",
    r"\b(?:count|integer|decimals?|number|degrees?|fraction|value|product|sum|price|cost|reading)\b",
    "多少|几个|数字|数量|整数|几",
)
_WORD = any_of(
    r"\b(?:which|what|one|single|name)\b[^.?\n]{0,40}\bwords?\b|\bwords?\b[^.?\n]{0,20}\bwritten\b", "什么字|文字"
)
_WHOLE = any_of(r"\bhow (?:many|often)\b|\binteger\b|\bcount\b|\bnumber of\b|多少个|几个|整数")
_SHARE = any_of(r"\b(?:fraction|proportion|ratio)\b|分数|比例")
_PERCENT = any_of(r"%|\bpercent|百分")
_HOW_OFTEN = any_of(r"\bhow often\b|\bhow many times\b")
_MEASURES = frozenset(
    word_list(
        "degrees percent minutes hours seconds meters metres kilometers centimeters litres liters grams yen euros "
        "dollars times"
    )
)
_COUNTED = re.compile(r"\bhow many (?:\w+ ){0,2}?(\w{3,20})\b", re.IGNORECASE)
_NUMBER_TASKS = frozenset(
    {"instrument", "color", "refcoco", "rotation_game", "math", "visual_search", "symbolic", "contrast", "maze"}
)


@dataclass(frozen=True, slots=True)
class Form:
    """The form an answer must have.

    Attributes:
        kind: Which reader reads it.
        prompt: The question.
        book: Its options.
        side: n of an n × n jigsaw; None when neither `meta_data` nor the prompt says it.
        column_first: Whether a pair is asked as (column, row).
        whole_number: Whether a count or an integer is asked for, so that `5/6` is no fraction but two counts.
        counted: The nouns after "how many".
        asks_how_often: Whether occurrences are counted.
        as_share: Whether `25%` has to become 0.25, because the question asks for a fraction.
    """

    kind: Kind
    prompt: str
    book: OptionBook
    side: int | None = None
    column_first: bool = False
    as_share: bool = False
    whole_number: bool = False
    counted: tuple[str, ...] = ()
    asks_how_often: bool = False

    @property
    def counts(self) -> bool:
        """Whether things or occurrences are counted, so that 2.5 is no answer."""
        return bool(self.counted) or self.asks_how_often


def expected_form(task: str, prompt: str, meta_data: Mapping[str, Any] | None) -> Form:
    """The form the answer to a question must have."""
    form = _form(task, prompt)
    return replace(form, side=_side(prompt, meta_data)) if form.kind == "sequence" else form


@lru_cache(maxsize=4096)
def _form(task: str, prompt: str) -> Form:
    book = option_book(prompt)
    kind = _kind(task, prompt, book)
    return Form(
        kind=kind,
        prompt=prompt,
        book=book,
        column_first=kind == "pair" and bool(_COLUMN_FIRST.search(prompt)),
        whole_number=kind == "number" and bool(_WHOLE.search(prompt)),
        counted=tuple(noun for noun in _COUNTED.findall(prompt) if noun.casefold() not in _MEASURES)
        if kind == "number"
        else (),
        asks_how_often=kind == "number" and bool(_HOW_OFTEN.search(prompt)),
        as_share=kind == "number" and bool(_SHARE.search(prompt)) and not _PERCENT.search(prompt),
    )


def _kind(task: str, prompt: str, book: OptionBook) -> Kind:
    if task == "jigsaw":
        return "sequence"
    if task == "ocr":
        return "word"
    if task == "spot_difference" and not book.options:
        return "patches" if _LIST.search(prompt) else "number"
    if task == "word_search" and not book.options:
        return "pair" if _PLACE.search(prompt) else "number"
    if book.options:
        return "choice"
    if _WORD.search(prompt):
        return "word"
    return "number" if task in _NUMBER_TASKS or _COUNT.search(prompt) else "word"


def _side(prompt: str, meta_data: Mapping[str, Any] | None) -> int | None:
    """The grid of a jigsaw. The real prompt does not say it; `{n}×{n}` and the example of a 4×4 grid must not count."""
    given = meta_data.get("difficulty") if isinstance(meta_data, Mapping) else None
    if isinstance(given, str) and given.strip().isdecimal() and len(given) < 4:
        given = int(given)
    if isinstance(given, int | float) and not isinstance(given, bool) and 1 < given <= 100:
        return int(given)
    said = re.search(r"\binto (?:an? )?(\d{1,2})\s*[×xX*]\s*\1\b", prompt)
    return int(said[1]) if said else None

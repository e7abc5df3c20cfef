"""The few-shot texts: one a task in our own words, or the authors' own from a checkout of theirs."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.wire import ChatMessage

EXTRACTED_TASKS = (
    "instrument",
    "color",
    "refcoco",
    "rotation_game",
    "math",
    "word_search",
    "visual_search",
    "symbolic",
    "spot_difference",
    "contrast",
    "jigsaw",
    "maze",
)
"""The tasks whose answer is extracted before it is scored: all of TIR-Bench but ocr."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """Few-shot texts by task.

    Attributes:
        texts: Task -> text.
        other: The text for every other task but ocr, None where there is none.
        system: The system message, None for none.
        published: Whether these are the authors' texts: then the reply is the answer, as it comes.
    """

    texts: Mapping[str, str]
    other: str | None = None
    system: str | None = None
    published: bool = False

    def text(self, task: str) -> str | None:
        """The few-shot text of a task, None for one that the model does not read."""
        return self.texts.get(task) or (None if task == "ocr" else self.other)

    def messages(self, text: str, question: str, response: str) -> tuple[ChatMessage, ...]:
        """The request, in the authors' layout: examples, question, response, and the label to go on from.

        Source: agents-x-project/TIR-Bench at f79c756, `extract_answer.py`.
        """
        user = f"{text.strip()}\n\nQuestion: {question}\n\nModel response: {response}\n\nExtracted answer: "
        system = () if self.system is None else (ChatMessage("system", (self.system,)),)
        return (*system, ChatMessage("user", (user,)))


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a few-shot text."""

    question: str
    response: str
    answer: str

    def __str__(self) -> str:
        return f"Question: {self.question}\n\nModel response: {self.response}\n\nExtracted answer: {self.answer}"


def our_prompts() -> Prompts:
    """The texts of `prompts.toml`."""
    tables = _tables()
    texts = {task: _text(tables["shared"], tables[task]) for task in (*EXTRACTED_TASKS, "choice")}
    return Prompts(texts={task: texts[task] for task in EXTRACTED_TASKS}, other=texts["choice"])


def our_examples() -> Mapping[str, tuple[Example, ...]]:
    """The examples of `prompts.toml` by task; `choice` is for every task that is not TIR-Bench's."""
    return {task: _examples(table) for task, table in _tables().items() if task != "shared"}


def _tables() -> Mapping[str, Any]:  # Any: TOML
    return tomllib.loads(Path(__file__).with_name("prompts.toml").read_text(encoding="utf-8"))


def _text(shared: str, table: Mapping[str, Any]) -> str:
    return "\n\n".join([shared.strip(), table["form"].strip(), *map(str, _examples(table))])


def _examples(table: Mapping[str, Any]) -> tuple[Example, ...]:
    return tuple(Example(**example) for example in table["examples"])

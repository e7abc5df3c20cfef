"""The authors' few-shot texts, read from a checkout of their repository. Read as literals: nothing in it runs."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from adapters.errors import JudgeSetupError
from adapters.judge.prompts import EXTRACTED_TASKS, Prompts

SYSTEM = " Assistant is a large language model trained by OpenAI."
"""The authors' system message, blank in front included. Source: `extract_answer.py` at f79c756."""

_LIMIT_BYTES = 5_000_000
_LONGEST_TEXT = 200_000
_FILLER = frozenset({"demo", "prompt", "prompts", "few", "shot", "fewshot", "example", "examples", "text", "task"})
_FORMS = "names like demo_prompt_maze, or a dict with tasks as keys"


def published_prompts(path: Path) -> Prompts:
    """The few-shot texts of the authors' prompts file (`demo_prompts.py`).

    Recognised are assignments at the top level: a name that is a task with words such as `demo` and `prompt` around it
    (`demo_prompt_maze`, `MAZE_EXAMPLES`), and dicts whose keys are tasks. A text is a string literal, literals joined
    by `+`, one of the names before it, and any of these with `.strip()`.

    Raises:
        JudgeSetupError: The file can't be read, is no Python, or lacks a task.
    """
    known: dict[str, str] = {}
    texts: dict[str, str] = {}
    try:
        for name, node in _assignments(ast.parse(_source(path))):
            texts.update(_named_texts(name, node, known))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
        raise JudgeSetupError(f"{path} is no Python file of literals: {type(exc).__name__}: {exc}") from exc
    missing = [task for task in EXTRACTED_TASKS if task not in texts]
    if missing:
        raise JudgeSetupError(
            f"{path} has texts for {len(texts)} of {len(EXTRACTED_TASKS)} tasks; missing: {', '.join(missing)}. Looked "
            f"for {_FORMS}. Is this demo_prompts.py of the authors' repository?"
        )
    return Prompts(texts=texts, system=SYSTEM, published=True)


def _source(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LIMIT_BYTES + 1)
    except OSError as exc:
        raise JudgeSetupError(f"{path} can't be read: {exc.strerror}. Name the authors' demo_prompts.py.") from exc
    if len(data) > _LIMIT_BYTES:
        raise JudgeSetupError(f"{path} has more than {_LIMIT_BYTES:,} bytes; a prompts file is much smaller.")
    return data.decode("utf-8-sig")


def _assignments(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            yield from ((target.id, statement.value) for target in statement.targets if isinstance(target, ast.Name))
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
            yield statement.target.id, statement.value


def _named_texts(name: str, node: ast.expr, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            task = key.value if isinstance(key, ast.Constant) else None
            text = _text(value, known)
            if task in EXTRACTED_TASKS and text is not None:
                yield str(task), text
        return
    text = _text(node, known)
    if text is not None:
        known[name] = text
        task = _task(name)
        if task is not None:
            yield task, text


def _task(name: str) -> str | None:
    words = [word for word in name.casefold().split("_") if word and word not in _FILLER]
    task = "_".join(words)
    return task if task in EXTRACTED_TASKS else None


def _text(node: ast.expr, known: Mapping[str, str]) -> str | None:
    """The string an expression stands for, None when it is anything that would have to be run."""
    match node:
        case ast.Constant(value=str() as text):
            found: str | None = text
        case ast.Name(id=name):
            found = known.get(name)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = (_text(left, known), _text(right, known))
            found = None if parts[0] is None or parts[1] is None else parts[0] + parts[1]
        case ast.Call(func=ast.Attribute(value=value, attr="strip"), args=[], keywords=[]):
            inner = _text(value, known)
            found = None if inner is None else inner.strip()
        case _:
            found = None
    if found is not None and len(found) > _LONGEST_TEXT:
        raise ValueError(f"a text has more than {_LONGEST_TEXT:,} characters")
    return found

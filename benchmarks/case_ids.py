"""Names of pytest cases: ASCII, short, stable, and never two alike."""

import hashlib
import re

_PLAIN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
# No hyphen: it parts the task from the id, and "a-b" + "c" must not meet "a" + "b-c".
_PLAIN_TASK = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.]{0,31}")
_DIGEST = re.compile(r"[0-9a-f]{10}")


def case_id(task: str, source_id: int | str) -> str:
    """The id of an item's pytest case.

    Args:
        task: The task's name, from `ascii_task` or plain already (`rotation_game`).
        source_id: The row's own id. A whole number (or its plain spelling, `"12"`) is padded to four digits, a short
            plain word stays as it is, anything else (spaces, other scripts, 40,000 characters) becomes ten
            hexadecimal digits of its SHA-256. So does a word that another id's name could equal: `0012`, which
            would meet 12, and one that looks like such a digest.

    Returns:
        `rotation_game-0012`, `perception-shelf_7`, `maze-3f9a0c11d2`.
    """
    text = str(source_id)
    if not _PLAIN_ID.fullmatch(text):
        return f"{task}-{_digest(text)}"
    if not text.isdigit():
        return f"{task}-{_digest(text) if _DIGEST.fullmatch(text) else text}"
    is_number = text == "0" or not text.startswith("0")
    return f"{task}-{text.zfill(4) if is_number else _digest(text)}"


def ascii_task(label: str) -> str:
    """A task's name for case ids and `-k`: the label itself when plain, else a readable stem with a hash."""
    if _PLAIN_TASK.fullmatch(label):
        return label
    stem = re.sub(r"[^A-Za-z0-9]+", "_", label[:1000]).strip("_")[:20]
    return f"{stem or 'task'}_{_digest(label)[:6]}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]

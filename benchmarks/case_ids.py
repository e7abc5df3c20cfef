"""Names of pytest cases: ASCII, short, stable, and never two alike."""

import hashlib
import re

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")


def case_id(task: str, source_id: int | str) -> str:
    """The id of an item's pytest case.

    Args:
        task: The task's name, already ASCII (`rotation_game`).
        source_id: The row's own id. A whole number is padded to four digits, a short plain word stays as it is,
            anything else (spaces, other scripts, 40,000 characters) becomes ten hexadecimal digits of its SHA-256.

    Returns:
        `rotation_game-0012`, `perception-shelf_7`, `maze-3f9a0c11d2`.
    """
    text = str(source_id)
    if isinstance(source_id, int) or (text.isascii() and text.isdigit() and str(int(text)) == text):
        return f"{task}-{int(source_id):04d}"
    if _PLAIN.fullmatch(text):
        return f"{task}-{text}"
    return f"{task}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


def ascii_task(label: str) -> str:
    """A task's name for case ids and `-k`: the label itself when plain, else a readable stem with a hash."""
    if _PLAIN.fullmatch(label):
        return label
    stem = re.sub(r"[^A-Za-z0-9]+", "_", label).strip("_")[:20]
    digest = hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{stem or 'task'}_{digest}"

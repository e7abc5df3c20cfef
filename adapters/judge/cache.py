"""Replies of the helper model on disk, by the content of the request. Several processes may use one folder at once."""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adapters.errors import JudgeSetupError

SCHEMA = 1
_LONGEST_FILE = 1_000_000


class ReplyCache:
    """One small JSON file a reply, in a folder for each first byte of its key.

    Only replies an answer was read from belong in here: a failure must be tried again.

    Args:
        folder: Made when it is missing.

    Raises:
        JudgeSetupError: Nothing can be written there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as exc:
            raise JudgeSetupError(
                f"the extraction cache can't be written in {folder}: {exc.strerror}. Name another folder."
            ) from exc

    def get(self, key: str) -> str | None:
        """The reply stored under a key; None when there is none, or its file is not what this class writes."""
        try:
            with self._path(key).open("rb") as file:
                stored = json.loads(file.read(_LONGEST_FILE))
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(stored, dict) or stored.get("schema") != SCHEMA:
            return None
        reply = stored.get("reply")
        return reply if isinstance(reply, str) else None

    def put(self, key: str, reply: str, about: Mapping[str, Any]) -> None:
        """Store a reply. A reader sees the whole file or none; a disk that is full loses the entry, not the answer."""
        path = self._path(key)
        text = json.dumps({"schema": SCHEMA, "reply": reply, **about}, ensure_ascii=False)
        name = None
        try:
            path.parent.mkdir(exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            Path(name).replace(path)
        except OSError:
            if name is not None:
                Path(name).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

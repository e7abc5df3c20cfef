"""Reuse answers across runs: the same question under the same settings is not asked twice."""

import dataclasses
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from adapters import transcripts
from adapters.base import Adapter, Transcript
from adapters.errors import EndpointError
from adapters.manner import Manner
from adapters.profiles import Profile
from benchmarks.item import Question

# Where and how fast a model is asked does not change what it says.
_FREE_FIELDS = ("name", "base_url", "api_key_env", "limits", "prices")


class CachedAdapter:
    """Looks for an answer on disk before it asks.

    An answer is found by everything that decides it: served model, sampling, protocol and its wording, image policy,
    limits of turns and pictures, prompt, and the pictures' bytes; and by the case's name, so that the answers of
    `--repeat` stay different draws. Empty, truncated and failed replies are never kept.

    Args:
        adapter: Asks what is not there.
        folder: Where answers are kept, one file each.
        profile: Of the model.

    Raises:
        EndpointError: The folder can't be written.
    """

    def __init__(self, adapter: Adapter, folder: Path, profile: Profile) -> None:
        check_folder(folder)
        self._adapter = adapter
        self._folder = folder
        settings = dataclasses.asdict(profile)
        self._settings = {key: value for key, value in settings.items() if key not in _FREE_FIELDS}
        limits = profile.limits
        self._settings["limits"] = [
            limits.max_turns,
            limits.max_images,
            limits.max_image_bytes,
            limits.max_request_bytes,
        ]

    async def ask(self, question: Question, manner: Manner) -> Transcript:
        """The stored answer, else a new one; see `adapters.base.Adapter`."""
        path = self._path(question, manner)
        stored = _read(path)
        if stored is not None:
            return dataclasses.replace(stored, flags=(*stored.flags, "cached"), attempts=0)
        transcript = await self._adapter.ask(question, manner)
        if _is_kept(transcript):
            _write(path, transcripts.to_plain(transcript))
        return transcript

    async def close(self) -> None:
        """Give back connections."""
        await self._adapter.close()

    def _path(self, question: Question, manner: Manner) -> Path:
        digest = hashlib.sha256()
        about = [self._settings, dataclasses.asdict(manner), question.id, question.prompt]
        digest.update(json.dumps(about, sort_keys=True, ensure_ascii=True).encode())
        for image in question.images:
            digest.update(hashlib.sha256(image.read_bytes()).digest())
        name = digest.hexdigest()
        return self._folder / name[:2] / f"{name}.json"


def check_folder(folder: Path) -> None:
    """See at the start that answers can be kept.

    Raises:
        EndpointError: They can't.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as exc:
        raise EndpointError(f"--cache {folder}: it can't be written ({exc.strerror}). Name another folder.") from exc


def _is_kept(transcript: Transcript) -> bool:
    whole = transcript.finish_reason in ("stop", "tool_calls", None)
    return bool(transcript.final_text.strip()) and whole and transcript.refusal is None


def _read(path: Path) -> Transcript | None:
    try:
        stored = transcripts.from_plain(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or not whole: it is asked, and written anew
    return stored if _is_kept(stored) else None


def _write(path: Path, value: dict[str, Any]) -> None:
    """In one step, so that no process ever reads half an answer."""
    path.parent.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        json.dump(value, file, ensure_ascii=False)
    Path(name).replace(path)

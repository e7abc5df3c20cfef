"""The sample set on disk: made once for each set of parameters, read back in a moment."""

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.case_ids import case_id
from benchmarks.errors import DataError
from benchmarks.item import Item, Picture
from benchmarks.samples.make import write_set
from benchmarks.samples.recipe import Recipe
from benchmarks.samples.tasks import SCENE_TASKS

_SOURCES = Path(__file__).parent
_LOCK_WAIT_S = 600


def generator_version() -> str:
    """Eight digits that change whenever anything about the generators changes, so that a cache is never stale."""
    digest = hashlib.sha256()
    for path in sorted(_SOURCES.rglob("*")):
        if path.suffix in {".py", ".otf"}:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def ensure(cache_root: Path, *, per_task: int, seed: int, difficulty: str, scenes: int) -> Path:
    """The folder of a sample set, made first if it is not there.

    Args:
        cache_root: Where sets are kept; created if need be.
        per_task: Items of each TIR-Bench task, 0 or more.
        seed: Same seed, same items, on every machine.
        difficulty: `easy`, `medium` or `hard`.
        scenes: Evidence scenes of each split (perception, reasoning).

    Returns:
        A complete folder for `load`. It appears at once or not at all, also when several processes ask.

    Raises:
        DataError: A parameter is out of range.
    """
    recipe = Recipe.checked(per_task=per_task, seed=seed, difficulty=difficulty, scenes=scenes)
    name = f"samples-{generator_version()}-s{seed}-n{per_task}-e{scenes}-{recipe.difficulty}"
    folder = cache_root / name
    if not folder.is_dir():
        _made(folder, recipe)
    return folder


def _made(folder: Path, recipe: Recipe) -> None:
    import filelock

    lock_file = folder.parent / ".samples.lock"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(lock_file, timeout=_LOCK_WAIT_S):
            if not folder.is_dir():
                _make(folder, recipe)
    except filelock.Timeout as exc:
        raise DataError(
            f"{lock_file} has been held for {_LOCK_WAIT_S} s by another process that makes samples. Wait for it, or "
            "end it and ask again."
        ) from exc
    except OSError as exc:
        raise DataError(
            f"the sample set can't be written to {folder.parent}: {exc}. Free some space there, or name another folder "
            "with GAZECHECK_CACHE."
        ) from exc


def _make(folder: Path, recipe: Recipe) -> None:
    # A folder that is renamed when complete: a killed run leaves no half set behind under the final name.
    draft = Path(tempfile.mkdtemp(prefix=".samples-", dir=folder.parent))
    try:
        write_set(recipe, draft)
        draft.chmod(0o755)
        draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def load(folder: Path) -> tuple[Item, ...]:
    """All items of a folder that `ensure` returned, in order; no picture is opened.

    Raises:
        DataError: The folder is not a sample set.
    """
    path = folder / "samples.json"
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError) as exc:
        raise DataError(
            f"{folder} is not a sample set ({exc}). Delete the folder; it is made again when it is asked for."
        ) from exc
    return tuple(_item(row, folder / "images") for row in rows)


def _item(row: dict[str, Any], images: Path) -> Item:
    pictures = tuple(
        Picture(f"image_{number}", fact["mime"], fact["width_px"], fact["height_px"], images / fact["file"])
        for number, fact in enumerate(row["images"], start=1)
    )
    task = row["task"]
    return Item(
        benchmark="samples",
        task=task,
        id=case_id(task, row["index"]),
        source_id=str(row["index"]),
        prompt=row["prompt"],
        images=pictures,
        answer=row["answer"],
        scorer="choice" if task in SCENE_TASKS else "tir_bench",
        evidence=tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in row["evidence"]),
        split=row["split"],
        scenario=row["scenario"],
        meta=row["meta"],
    )

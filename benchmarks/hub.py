"""Get TIR-Bench from the Hugging Face hub and prepare it once, however many processes ask for it.

The archive stays in the hub client's own cache (`HF_HOME`), so a damaged folder is mended without a download.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import archives
from benchmarks.errors import DataError
from benchmarks.preparation import MARK, Mark, gap, write_mark

REPOSITORY = "Agents-X/TIR-Bench"
REVISION = "ae9976e81e86c4797fd0d28f9119393b37d9d006"
FOLDER = "tir-bench"

_ANNOTATIONS = "TIR-Bench.json"
_ARCHIVE = "data.zip"
_PICTURES = "data"


def get_tir_bench(cache_root: Path, *, progress: bool = True) -> Path:
    """The prepared data set, downloaded and unpacked where need be.

    A folder without its completion mark, of another revision or with a file missing is mended, never accepted. Several
    processes may call at once: one prepares, the others wait.

    Args:
        cache_root: Where prepared data lie, see `sources.cache_root`.
        progress: Whether to show the hub client's progress bars on stderr.

    Returns:
        The folder, for `tir_bench.load`.

    Raises:
        DataError: The hub can't be reached, the archive is broken, or the disk is full.
    """
    folder = cache_root / FOLDER
    if gap(folder, REVISION) is None:
        return folder
    with _only_one(cache_root / f"{FOLDER}.lock", progress):
        if gap(folder, REVISION) is not None:
            annotations, archive = _download(_ANNOTATIONS, progress), _download(_ARCHIVE, progress)
            _prepare(folder, annotations, archive, progress)
    return folder


def unpack_copy(folder: Path, *, progress: bool = True) -> None:
    """Unpack `data.zip` of somebody's own copy (`hf download … --local-dir`), where that was not done yet.

    Does nothing without an archive, or when the pictures' folder is there: then they were unpacked by hand, and the
    reader names what is missing.

    Raises:
        DataError: The archive is broken, or the folder can't be written.
    """
    archive = folder / _ARCHIVE
    if not archive.is_file() or (folder / _PICTURES).exists():
        return
    with _only_one(folder / ".gazecheck.lock", progress):
        if not (folder / _PICTURES).exists():
            _unpack(archive, folder, progress)


def _prepare(folder: Path, annotations: Path, archive: Path, progress: bool) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).unlink(missing_ok=True)
        fresh = folder / f"{_ANNOTATIONS}.part"
        shutil.copyfile(annotations, fresh)
        size = fresh.stat().st_size
        fresh.replace(folder / _ANNOTATIONS)
        files = _unpack(archive, folder, progress)
        write_mark(folder, Mark(REVISION, {_ANNOTATIONS: size, **files}))
    except OSError as exc:
        raise DataError(archives.disk_problem(exc, folder)) from exc


def _unpack(archive: Path, folder: Path, progress: bool) -> dict[str, int]:
    # As the client's own bar: None shows it on a terminal only.
    with _bar(progress)(desc=f"unpacking {archive.name}", unit="B", unit_scale=True, disable=None) as bar:

        def report(count: int, total: int) -> None:
            bar.total = total
            bar.update(count)

        return archives.unpack(archive, folder, _PICTURES, report)


def _download(filename: str, progress: bool) -> Path:
    from huggingface_hub import constants, hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError

    # The client's HTTP library changes its name between releases; its error is a base of the client's own.
    failures: tuple[type[Exception], ...] = (OSError, *HfHubHTTPError.__bases__)
    try:
        return Path(
            hf_hub_download(REPOSITORY, filename, repo_type="dataset", revision=REVISION, tqdm_class=_bar(progress))
        )
    except failures as exc:
        if isinstance(exc, OSError) and (exc.errno in archives.DISK_FULL or exc.filename is not None):
            raise DataError(archives.disk_problem(exc, Path(constants.HF_HUB_CACHE))) from exc
        raise DataError(
            f"{filename} of {REPOSITORY} can't be downloaded from {constants.ENDPOINT}: {exc}\nIs the network (or "
            "HF_ENDPOINT, for a mirror) right? Or get the files elsewhere and name their folder: --tir-bench DIR."
        ) from exc


def _bar(progress: bool) -> type[Any]:  # Any: tqdm comes without types
    from huggingface_hub.utils import tqdm as bar  # type: ignore[attr-defined]  # documented, though not re-exported

    class Silent(bar):
        """A progress bar that shows nothing: the client has no option for it, only a switch for the whole process."""

        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **{**kwargs, "disable": True})  # type: ignore[no-untyped-call]

    return bar if progress else Silent


@contextmanager
def _only_one(lock_file: Path, progress: bool) -> Iterator[None]:
    """Keep other processes out; the system lets go of the lock when its holder dies."""
    from filelock import FileLock, Timeout

    try:
        lock_file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(lock_file)
        try:
            lock.acquire(timeout=1)
        except Timeout:
            if progress:
                print(f"Another process prepares the data ({lock_file}); waiting for it.", file=sys.stderr)
            lock.acquire()
    except OSError as exc:
        raise DataError(archives.disk_problem(exc, lock_file.parent)) from exc
    try:
        yield
    finally:
        lock.release()

"""Unpack a zip archive of pictures: nothing outside the folder, nothing half, nothing twice."""

import errno
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.errors import DataError, seen

MEMBER_LIMIT = 20_000
TOTAL_LIMIT_BYTES = 8_000_000_000
"""What an archive may unpack to. The published one holds about 1,300 files and 1.2 GB."""

DISK_FULL = (errno.ENOSPC, errno.EDQUOT)

_STAGING = ".unpacking-"
_CHUNK_BYTES = 1 << 20
_UNSAFE = re.compile(r"[\\\x00-\x1f\x7f]|^[A-Za-z]:|^/")


def unpack(archive: Path, folder: Path, top: str, report: Callable[[int, int], object]) -> dict[str, int]:
    """Bring one folder of an archive into place, whole.

    What is there already, in full size and with the right checksum, stays; the rest is unpacked into a temporary folder
    beside it and renamed. Killed at any instant it leaves whole files and a temporary folder, which the next call
    removes. The caller sees to it that one process at a time does this.

    Args:
        archive: A zip file.
        folder: Where to, must exist.
        top: The archive's folder to unpack (`data`); members elsewhere are left out.
        report: Called after each file with its number of bytes and the number of all that are unpacked.

    Returns:
        Path below `folder` -> size in bytes of every file of `top`.

    Raises:
        DataError: The archive is broken, too large, or has a member that would leave the folder (then nothing at all
            is unpacked); the disk is full.
    """
    for stale in folder.glob(f"{_STAGING}*"):
        shutil.rmtree(stale, ignore_errors=True)
    staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=folder))
    try:
        with zipfile.ZipFile(archive) as opened:
            members = _checked(opened, archive, top)
            wanted = [member for member in members if not _is_in_place(folder, member)]
            total = sum(member.file_size for member in wanted)
            _check_space(folder, total)
            for member in wanted:
                _write(opened, member, staging / member.filename)
                report(member.file_size, total)
        _move(staging, folder, top, wanted)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as exc:
        raise DataError(
            f"{archive} is no whole zip archive ({exc}). Delete it and get it again: a download may have broken off."
        ) from exc
    except OSError as exc:
        raise DataError(disk_problem(exc, folder)) from exc
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return {member.filename: member.file_size for member in members}


def disk_problem(exc: OSError, folder: Path) -> str:
    """One message for what can go wrong while writing below a folder."""
    if exc.errno in DISK_FULL:
        there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        free = shutil.disk_usage(there).free
        return (
            f"The disk of {folder} is full ({free / 1e6:,.0f} MB free). Nothing half stays behind; make room, or let "
            "GAZECHECK_CACHE (and HF_HOME, for the download) name a folder on another disk, and run it again."
        )
    return f"{exc.filename or folder} can't be written: {exc.strerror or exc}. Is the folder yours to write?"


def _checked(opened: zipfile.ZipFile, archive: Path, top: str) -> Sequence[zipfile.ZipInfo]:
    """The files below `top`, once every member of the archive is known to be harmless."""
    members = opened.infolist()
    total = sum(member.file_size for member in members)
    if len(members) > MEMBER_LIMIT or total > TOTAL_LIMIT_BYTES:
        raise DataError(
            f"{archive} holds {len(members):,} files of {total / 1e9:.1f} GB; at most {MEMBER_LIMIT:,} files of "
            f"{TOTAL_LIMIT_BYTES / 1e9:.0f} GB are unpacked. Is it the right archive?"
        )
    names: set[str] = set()
    for member in members:
        problem = _problem(member) or ("stands twice" if member.filename in names else None)
        if problem:
            raise DataError(f"{archive}: member {seen(member.filename)} {problem}. Nothing was unpacked.")
        names.add(member.filename)
    files = [member for member in members if not member.is_dir() and member.filename.startswith(f"{top}/")]
    if not files:
        raise DataError(f"{archive} has no folder {top}/. Is it the right archive?")
    return files


def _problem(member: zipfile.ZipInfo) -> str | None:
    # The name as the archive has it: zipfile itself cuts it at a NUL and may turn separators round.
    for name in (member.filename, member.orig_filename):
        if not name or _UNSAFE.search(name) or {".", ".."} & set(name.split("/")):
            return "would leave the folder or can't be a file's name"
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or device, not a file"
    return "is encrypted" if member.flag_bits & 1 else None


def _is_in_place(folder: Path, member: zipfile.ZipInfo) -> bool:
    path = folder / member.filename
    try:
        info = path.lstat()
        if not stat.S_ISREG(info.st_mode) or info.st_size != member.file_size:
            return False
        checksum = 0
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                checksum = zlib.crc32(chunk, checksum)
        return checksum == member.CRC
    except OSError:
        return False


def _check_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise OSError(errno.ENOSPC, f"{needed / 1e6:,.0f} MB are needed")


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    # zipfile stops at the claimed length and compares the checksum, so the total checked above is a true bound.
    with opened.open(member) as source, target.open("xb") as file:
        shutil.copyfileobj(source, file, _CHUNK_BYTES)


def _move(staging: Path, folder: Path, top: str, wanted: Sequence[zipfile.ZipInfo]) -> None:
    if wanted and not (folder / top).exists():
        (staging / top).rename(folder / top)
        return
    for member in wanted:
        target = folder / member.filename
        target.parent.mkdir(parents=True, exist_ok=True)
        (staging / member.filename).replace(target)

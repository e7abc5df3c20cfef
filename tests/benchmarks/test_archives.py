"""Unpacking an archive of pictures."""

import errno
import os
import shutil
import stat
import struct
import zipfile
from pathlib import Path
from typing import IO

import pytest

from benchmarks import archives
from benchmarks.errors import DataError

CONTENT = {"data/maze/1.png": b"one" * 1000, "data/maze/2.png": b"two", "data/color/1.jpg": b""}


def archive(path: Path, content: dict[str, bytes] | None = None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.mkdir("data")
        for name, data in (CONTENT if content is None else content).items():
            file.writestr(name, data)
    return path


def unpack(zip_file: Path, folder: Path) -> dict[str, int]:
    folder.mkdir(exist_ok=True)
    return archives.unpack(zip_file, folder, "data", lambda _count, _total: None)


def entry(content: bytearray, name: bytes) -> int:
    """Where a member's entry in the archive's index begins; its name stands 46 bytes on."""
    return content.rindex(name) - 46


def found(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_everything_comes_into_place_and_nothing_else_stays(tmp_path: Path) -> None:
    """The files with their bytes; the sizes are handed back; no temporary folder is left."""
    sizes = unpack(archive(tmp_path / "data.zip"), tmp_path / "set")
    assert found(tmp_path / "set") == CONTENT
    assert sizes == {"data/maze/1.png": 3000, "data/maze/2.png": 3, "data/color/1.jpg": 0}
    assert [path.name for path in (tmp_path / "set").iterdir()] == ["data"]


def test_progress_adds_up_to_the_bytes_unpacked(tmp_path: Path) -> None:
    """Whoever shows a bar can trust the total."""
    counts: list[tuple[int, int]] = []
    archives.unpack(archive(tmp_path / "data.zip"), tmp_path, "data", lambda *count: counts.append(count))
    assert counts == [(3000, 3003), (3, 3003), (0, 3003)]


def test_what_stands_beside_the_folder_in_the_archive_is_left_out(tmp_path: Path) -> None:
    """A system's own litter is not unpacked."""
    unpack(archive(tmp_path / "data.zip", {**CONTENT, "__MACOSX/data/._1.png": b"x", "README": b"x"}), tmp_path / "set")
    assert found(tmp_path / "set") == CONTENT


@pytest.mark.parametrize(
    "name",
    [
        "../evil.png",
        "data/../../evil.png",
        "/evil.png",
        "C:/evil.png",
        "c:evil.png",
        "data\\..\\evil.png",
        "data/./a",
        "data/a\nb",
    ],
)
def test_a_member_that_would_leave_the_folder_refuses_the_whole_archive(tmp_path: Path, name: str) -> None:
    """Also the harmless members before it are not written."""
    with pytest.raises(DataError, match=r"member .* would leave the folder.*Nothing was unpacked"):
        unpack(archive(tmp_path / "data.zip", {**CONTENT, name: b"evil"}), tmp_path / "set")
    assert found(tmp_path / "set") == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.zip", "set"]


def test_a_name_with_a_hidden_end_is_refused(tmp_path: Path) -> None:
    """zipfile cuts a name at a NUL; what stands behind it is looked at all the same."""
    path = archive(tmp_path / "data.zip", {"data/a.png_..": b"x"})
    path.write_bytes(path.read_bytes().replace(b"data/a.png_..", b"data/a.png\0.."))
    with pytest.raises(DataError, match="would leave the folder"):
        unpack(path, tmp_path / "set")


@pytest.mark.parametrize(("kind", "target"), [(stat.S_IFLNK, b"/etc"), (stat.S_IFIFO, b""), (stat.S_IFCHR, b"")])
def test_links_and_devices_are_refused(tmp_path: Path, kind: int, target: bytes) -> None:
    """A link could lead the next member anywhere."""
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as file:
        member = zipfile.ZipInfo("data/link")
        member.create_system = 3
        member.external_attr = (kind | 0o777) << 16
        file.writestr(member, target)
        file.writestr("data/link/evil.png", b"x")
    with pytest.raises(DataError, match=r"'data/link' is a link or device"):
        unpack(tmp_path / "data.zip", tmp_path / "set")


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    """It could pass a check as one file and be unpacked as the other."""
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as file:
        file.writestr("data/a.png", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            file.writestr("data/a.png", b"2")
    with pytest.raises(DataError, match=r"'data/a.png' stands twice"):
        unpack(tmp_path / "data.zip", tmp_path / "set")


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    """Nobody would be asked for a password."""
    path = archive(tmp_path / "data.zip", {"data/a.png": b"x"})
    content = bytearray(path.read_bytes())
    content[entry(content, b"data/a.png") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"'data/a.png' is encrypted"):
        unpack(path, tmp_path / "set")


def test_p48_an_archive_that_claims_too_much_is_refused(tmp_path: Path) -> None:
    """A bomb says what it unpacks to; nothing of it is unpacked. A smaller claim is a broken archive, see below."""
    path = archive(tmp_path / "data.zip", {"data/a.png": b"x"})
    content = bytearray(path.read_bytes())
    at = entry(content, b"data/a.png")
    content[at + 24 : at + 28] = struct.pack("<I", 4_000_000_000)
    path.write_bytes(content)
    for limit in ("TOTAL_LIMIT_BYTES", "MEMBER_LIMIT"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(archives, limit, 1)
            with pytest.raises(DataError, match=r"holds 2 files of 4.0 GB; at most"):
                unpack(path, tmp_path / "set")


def test_a_member_longer_than_it_claims_is_a_broken_archive(tmp_path: Path) -> None:
    """So the claimed total bounds what is really written."""
    path = archive(tmp_path / "data.zip", {"data/a.png": b"x" * 100_000})
    content = bytearray(path.read_bytes())
    at = entry(content, b"data/a.png")
    content[at + 24 : at + 28] = struct.pack("<I", 10)
    path.write_bytes(content)
    with pytest.raises(DataError, match="no whole zip archive"):
        unpack(path, tmp_path / "set")
    assert found(tmp_path / "set") == {}


@pytest.mark.parametrize("share", [0.0, 0.5, 0.98])
def test_half_an_archive_is_refused_with_one_clear_message(tmp_path: Path, share: float) -> None:
    """A download that broke off leaves such a file."""
    path = archive(tmp_path / "data.zip")
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(DataError, match=r"data.zip is no whole zip archive .*Delete it and get it again"):
        unpack(path, tmp_path / "set")
    assert found(tmp_path / "set") == {}


def test_a_member_with_a_wrong_checksum_is_never_put_in_place(tmp_path: Path) -> None:
    """One flipped byte in one picture, and none is taken."""
    with zipfile.ZipFile(tmp_path / "data.zip", "w", zipfile.ZIP_STORED) as file:
        file.writestr("data/a.png", b"whole")
        file.writestr("data/b.png", b"torn-torn")
    content = (tmp_path / "data.zip").read_bytes()
    (tmp_path / "data.zip").write_bytes(content.replace(b"torn-torn", b"torn-tarn"))
    with pytest.raises(DataError, match=r"no whole zip archive \(Bad CRC-32 for file 'data/b.png'"):
        unpack(tmp_path / "data.zip", tmp_path / "set")
    assert found(tmp_path / "set") == {}


def test_the_wrong_archive_is_recognised(tmp_path: Path) -> None:
    """An archive without the folder is another one."""
    with pytest.raises(DataError, match=r"has no folder data/. Is it the right archive"):
        unpack(archive(tmp_path / "data.zip", {"other/a.png": b"x"}), tmp_path / "set")


def test_p48_a_half_unpacked_folder_is_mended(tmp_path: Path) -> None:
    """Missing, short and altered files are replaced; the rest is not written again; a dead run's leavings go."""
    path, folder = archive(tmp_path / "data.zip"), tmp_path / "set"
    unpack(path, folder)
    (folder / "data/color/1.jpg").unlink()
    (folder / "data/maze/1.png").write_bytes(b"two" * 1000)
    (folder / ".unpacking-dead").mkdir()
    (folder / ".unpacking-dead/half.png").write_bytes(b"half")
    untouched = (folder / "data/maze/2.png").stat().st_ino
    unpack(path, folder)
    assert found(folder) == CONTENT
    assert (folder / "data/maze/2.png").stat().st_ino == untouched


def test_a_link_in_place_of_a_picture_is_replaced_not_followed(tmp_path: Path) -> None:
    """Mending writes nowhere but below the folder."""
    path, folder, outside = archive(tmp_path / "data.zip"), tmp_path / "set", tmp_path / "outside.png"
    unpack(path, folder)
    outside.write_bytes(b"mine")
    (folder / "data/maze/2.png").unlink()
    (folder / "data/maze/2.png").symlink_to(outside)
    unpack(path, folder)
    assert outside.read_bytes() == b"mine"
    assert found(folder) == CONTENT


def test_too_little_space_is_said_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how much is free and how to move the cache."""
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=3002))
    with pytest.raises(DataError, match=r"The disk of .*set is full \(0 MB free\).*GAZECHECK_CACHE"):
        unpack(archive(tmp_path / "data.zip"), tmp_path / "set")


def test_a_disk_that_fills_up_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else took the space meanwhile: the same message, and no half picture."""
    whole = shutil.copyfileobj

    def full(source: IO[bytes], target: IO[bytes], length: int) -> None:
        if str(target.name).endswith("2.png"):
            target.write(b"t")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        whole(source, target, length)

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(DataError, match="is full"):
        unpack(archive(tmp_path / "data.zip"), tmp_path / "set")
    assert list((tmp_path / "set").iterdir()) == []

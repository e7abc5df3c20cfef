"""Getting TIR-Bench from the hub, over real HTTP, from a small server on loopback."""

import errno
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import hub, tir_bench
from benchmarks.errors import DataError
from benchmarks.preparation import MARK
from tests.benchmarks.folders import picture, tir_folder, tir_row
from tests.benchmarks.hub_server import HubServer

ROOT = Path(hub.__file__).parent.parent
NOBODY = "http://127.0.0.1:9"
"""An address where no server is."""
ROWS = [tir_row(number) for number in range(10)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tir_folder(tmp_path_factory.mktemp("published"), *ROWS)
    return {"TIR-Bench.json": (folder / "TIR-Bench.json").read_bytes(), "data.zip": zipped(folder)}


def zipped(folder: Path, noise: bytes = b"") -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted((folder / "data").rglob("*.png")):
            archive.writestr(path.relative_to(folder).as_posix(), path.read_bytes())
        archive.writestr("data/noise.bin", noise)
    return whole.getvalue()


@pytest.fixture
def server(files: dict[str, bytes]) -> Iterator[HubServer]:
    with HubServer(files) as running:
        yield running


@pytest.fixture(scope="module")
def prepared(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a prepared cache and the client's own, to copy from."""
    folder = tmp_path_factory.mktemp("prepared")
    with HubServer(files) as running:
        assert get(running.url, folder)[0] == 0
    return folder


def start(server_url: str, tmp_path: Path, progress: bool = True, **more: str) -> "subprocess.Popen[str]":
    """Get the data set in a process of its own: the hub's client reads its settings when it is imported."""
    code = (
        "import sys; from pathlib import Path; from benchmarks import hub\n"
        "from benchmarks.errors import DataError\n"
        f"try: print(hub.get_tir_bench(Path({str(tmp_path / 'cache')!r}), progress={progress}))\n"
        "except DataError as exc: sys.exit(f'error: {exc}')"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING", "XDG_"))}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        # The client shows its bars on a terminal, or when TQDM_POSITION says so.
        env={**kept, "HF_ENDPOINT": server_url, "HF_HOME": str(tmp_path / "hf"), "TQDM_POSITION": "-1", **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def get(server_url: str, tmp_path: Path, progress: bool = True, **more: str) -> tuple[int, str, str]:
    process = start(server_url, tmp_path, progress, **more)
    out, err = process.communicate(timeout=60)
    return process.returncode, out.strip(), err


def test_the_data_set_is_downloaded_unpacked_and_ready(server: HubServer, tmp_path: Path) -> None:
    """Both files at the pinned revision, with progress bars; the rows load and know the revision."""
    code, out, err = get(server.url, tmp_path)
    assert (code, out) == (0, str(tmp_path / "cache" / "tir-bench"))
    assert "data.zip: 100%" in err
    loaded = tir_bench.load(Path(out), header_cache=None)
    assert (len(loaded.items), loaded.broken, loaded.revision) == (10, (), hub.REVISION)
    assert sorted(path.name for path in Path(out).iterdir()) == [MARK, "TIR-Bench.json", "data"]


def test_a_second_call_asks_nobody(prepared: Path) -> None:
    """A prepared folder needs no network; nothing is shown."""
    assert get(NOBODY, prepared) == (0, str(prepared / "cache" / "tir-bench"), "")


def test_without_progress_nothing_is_printed(server: HubServer, tmp_path: Path) -> None:
    """A worker's output stays clean."""
    code, _, err = get(server.url, tmp_path, progress=False)
    assert (code, err) == (0, "")


def test_p48_eight_processes_prepare_once(server: HubServer, tmp_path: Path) -> None:
    """All get the same whole folder; each file is downloaded a single time."""
    processes = [start(server.url, tmp_path) for _ in range(8)]
    results = [(process.communicate(timeout=120), process.returncode) for process in processes]
    assert {(out.strip(), code) for (out, _), code in results} == {(str(tmp_path / "cache" / "tir-bench"), 0)}
    assert server.gets("data.zip") == 1
    assert server.gets("TIR-Bench.json") == 1
    assert tir_bench.load(tmp_path / "cache" / "tir-bench", header_cache=None).broken == ()


@pytest.mark.parametrize("damage", ["no mark", "a picture gone", "a picture torn", "another revision", "no rows"])
def test_p48_a_damaged_folder_is_mended_from_the_clients_cache(prepared: Path, tmp_path: Path, damage: str) -> None:
    """3 of 10 pictures and no mark, or a mark and a picture missing: mended, with no server to ask."""
    for part in ("cache", "hf"):
        shutil.copytree(prepared / part, tmp_path / part, symlinks=True)
    folder = tmp_path / "cache" / "tir-bench"
    mark = folder / MARK
    if damage == "no mark":
        mark.unlink()
        for number in range(3, 10):
            (folder / f"data/maze/{number}.png").unlink()
    elif damage == "a picture gone":
        (folder / "data/maze/4.png").unlink()
    elif damage == "a picture torn":
        (folder / "data/maze/4.png").write_bytes(b"\x89PNG")
    elif damage == "another revision":
        mark.write_text(json.dumps({**json.loads(mark.read_text()), "revision": "0" * 40}))
        picture(folder / "data/maze/4.png", (9, 9))
    else:
        (folder / "TIR-Bench.json").unlink()
    assert get(NOBODY, tmp_path)[0] == 0
    loaded = tir_bench.load(folder, header_cache=None)
    assert (len(loaded.items), loaded.broken, loaded.revision) == (10, (), hub.REVISION)
    assert {item.images[0].width_px for item in loaded.items} == {40}


def test_a_download_that_breaks_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """The rest is asked for by its range. (The client writes ten megabytes at a time, so the archive is longer.)"""
    folder = tir_folder(tmp_path / "published", *ROWS)
    files = {"TIR-Bench.json": (folder / "TIR-Bench.json").read_bytes(), "data.zip": zipped(folder, bytes(22_000_000))}
    with HubServer(files, cut=("data.zip", 15_000_000)) as server:
        assert get(server.url, tmp_path)[0] == 0
    ranges = [wanted for method, name, wanted in server.asked if method == "GET" and name == "data.zip"]
    assert ranges == [None, "bytes=10485760-"]
    assert tir_bench.load(tmp_path / "cache" / "tir-bench", header_cache=None).broken == ()


def test_a_broken_archive_gives_one_message_and_no_folder_that_looks_whole(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    """The message names the file to delete."""
    with HubServer({**files, "data.zip": files["data.zip"][:-40]}) as server:
        code, _, err = get(server.url, tmp_path, progress=False)
    assert code == 1
    assert err.startswith("error: ")
    assert "data.zip is no whole zip archive" in err
    assert not (tmp_path / "cache/tir-bench" / MARK).exists()
    assert not (tmp_path / "cache/tir-bench/data").exists()


@pytest.mark.parametrize("trouble", ["no such file", "offline"])
def test_a_hub_that_can_not_help_gives_one_message(tmp_path: Path, trouble: str) -> None:
    """What was wanted, from where, and what else one can do."""
    with HubServer({}) as server:
        more = {"HF_HUB_OFFLINE": "1"} if trouble == "offline" else {}
        code, _, err = get(server.url, tmp_path, progress=False, **more)
    assert code == 1
    assert f"TIR-Bench.json of Agents-X/TIR-Bench can't be downloaded from {server.url}" in err
    assert "--tir-bench DIR" in err
    assert "Traceback" not in err


def test_a_disk_that_fills_up_while_downloading_gives_the_same_message_as_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the client's own cache, where the download goes."""
    import huggingface_hub
    from huggingface_hub import constants

    def full(*_args: object, **_options: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", full)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(DataError, match=rf"The disk of {tmp_path} is full.*HF_HOME"):
        hub.get_tir_bench(tmp_path, progress=False)


def test_a_cache_that_can_not_be_made_gives_one_message(tmp_path: Path) -> None:
    """Here a file stands where the cache's folder should be."""
    (tmp_path / "cache").write_text("")
    with pytest.raises(DataError, match=r"cache.* can't be written"):
        hub.get_tir_bench(tmp_path / "cache", progress=False)


def test_a_copy_with_its_archive_is_unpacked_in_place(files: dict[str, bytes], tmp_path: Path) -> None:
    """`hf download … --local-dir DIR` leaves exactly these two files; once unpacked, nothing more is done."""
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    hub.unpack_copy(tmp_path, progress=False)
    assert len(tir_bench.load(tmp_path, header_cache=None).items) == 10
    (tmp_path / "data/maze/3.png").unlink()
    hub.unpack_copy(tmp_path, progress=False)
    assert len(tir_bench.load(tmp_path, header_cache=None).broken) == 1

"""The folder beside the page, and what goes into the page itself: within their budgets, and drawn only once."""

import base64
import json
import re
import zlib
from pathlib import Path

from bench_plugin.report.parcels import NOWHERE, Parcels
from bench_plugin.report.pictures import Drawn
from bench_plugin.report.shelf import Shelf

BOX = (1, 2, 3, 4)


def drawing(size: int = 100) -> Drawn:
    """A picture, as far as a shelf cares."""
    return Drawn("a" * 64, b"t" * 10, b"v" * size, {BOX: b"c" * size})


def unpacked(packed: str) -> object:
    """Details as the page reads them."""
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def test_what_was_drawn_is_found_again_by_the_next_build(tmp_path: Path) -> None:
    """Thumbnail in the index, view and crop as files named by their content."""
    Shelf(tmp_path / "report.html", 1000).put("key", drawing(), room=1000)
    again = Shelf(tmp_path / "report.html", 1000)
    kept = again.kept("key")
    assert kept is not None
    assert base64.b64decode(kept.thumbnail or "") == b"t" * 10
    assert (tmp_path / "assets" / str(kept.view)).read_bytes() == b"v" * 100
    assert (tmp_path / "assets" / kept.crops[BOX]).read_bytes() == b"c" * 100
    assert again.used == 200
    assert again.kept("other") is None


def test_equal_files_are_written_and_counted_once(tmp_path: Path) -> None:
    """Two items that show the same picture share its view."""
    shelf = Shelf(tmp_path / "report.html", 1000)
    shelf.put("one", drawing(), room=1000)
    shelf.put("two", drawing(), room=1000)
    assert shelf.used == 200
    assert len(list((tmp_path / "assets").glob("*.jpg"))) == 2


def test_without_room_only_the_thumbnail_is_kept(tmp_path: Path) -> None:
    """150 bytes of room hold the crop and not the view; then nothing more."""
    shelf = Shelf(tmp_path / "report.html", 150)
    shelf.put("one", drawing(), room=150)
    kept = shelf.kept("one")
    assert kept is not None
    assert kept.thumbnail
    assert (kept.view, len(kept.crops), shelf.used) == (None, 1, 100)
    assert shelf.write(b"x" * 60, "js") is None


def test_index_lines_that_are_torn_or_lie_count_for_nothing(tmp_path: Path) -> None:
    """A name that is none of ours, a file that is gone, half a line: drawn again instead of believed."""
    shelf = Shelf(tmp_path / "report.html", 10_000)
    shelf.put("good", drawing(50), room=1000)
    shelf.put("gone", drawing(60), room=1000)
    gone = shelf.kept("gone")
    assert gone is not None
    (tmp_path / "assets" / str(gone.view)).unlink()
    index = tmp_path / "assets" / ".pictures.jsonl"
    line = json.loads(index.read_text().splitlines()[0])
    line |= {"key": "lies", "view": "../../../etc/passwd"}
    with index.open("a") as file:
        file.write(json.dumps(line) + "\n" + '{"key": "torn", "view": nu')
    again = Shelf(tmp_path / "report.html", 10_000)
    assert again.kept("good") is not None
    assert [again.kept(key) for key in ("gone", "lies", "torn")] == [None, None, None]


def test_details_go_into_the_page_until_its_budget_is_used_and_into_scripts_after(tmp_path: Path) -> None:
    """The first of 200 lie in the page; the rest in a script that hands them over by row; nothing is lost."""
    shelf = Shelf(tmp_path / "report.html", 1_000_000)
    parcels = Parcels(8_000, shelf)
    lines = [parcels.line({"number": number, "noise": f"{number:x}" * 40}, ["thumb"]) for number in range(200)]
    parcels.end()
    inside = [row for row, line in enumerate(lines) if line.split()[0] != "-"]
    assert 0 < len(inside) < 200
    assert inside == list(range(len(inside)))
    assert sum(map(len, lines)) <= 8_000
    assert [unpacked(lines[row].split()[0])["number"] for row in inside] == inside  # type: ignore[index]
    (name,) = parcels.files
    script = (tmp_path / name).read_text()
    call = re.fullmatch(r"gazecheck\.take\((.*)\);\n", script)
    assert call is not None
    bundle = json.loads(call[1])
    assert sorted(map(int, bundle)) == list(range(len(inside), 200))
    assert unpacked(bundle["199"])["number"] == 199  # type: ignore[index]
    assert parcels.file_of == [NOWHERE] * len(inside) + [0] * (200 - len(inside))


def test_one_endless_transcript_takes_the_room_of_nobody(tmp_path: Path) -> None:
    """Details of more than a fiftieth of the page's budget go beside it."""
    parcels = Parcels(100_000, Shelf(tmp_path / "report.html", 1_000_000))
    noise = base64.b64encode(bytes((value * 7919 >> 3) % 256 for value in range(9_000))).decode()
    assert parcels.line({"text": noise}, []).split()[0] == "-"
    assert parcels.line({"text": "short"}, []).split()[0] != "-"
    parcels.end()
    assert len(parcels.files) == 1


def test_what_fits_nowhere_is_counted(tmp_path: Path) -> None:
    """No room in the page, none beside it."""
    parcels = Parcels(0, Shelf(tmp_path / "report.html", 10))
    assert parcels.line({"text": "x"}, ["thumb"]) == "-"
    assert parcels.skip() == "-"
    parcels.end()
    assert (parcels.left_out, parcels.file_of) == (2, [NOWHERE, NOWHERE])

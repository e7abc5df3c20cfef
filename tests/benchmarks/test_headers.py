"""What a picture's header says."""

import io
import struct
import warnings
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from benchmarks import headers
from tests.benchmarks.folders import ORIENTATION, picture


def read(path: Path) -> tuple[str, int, int, int]:
    with path.open("rb") as file:
        return headers.read(file)


@pytest.mark.parametrize(
    ("suffix", "mime"),
    [
        (".jpg", "image/jpeg"),
        (".png", "image/png"),
        (".webp", "image/webp"),
        (".gif", "image/gif"),
        (".bmp", "image/bmp"),
        (".tif", "image/tiff"),
    ],
)
def test_type_and_size_come_from_the_bytes(tmp_path: Path, suffix: str, mime: str) -> None:
    """A file called .dat is what its bytes are."""
    file = picture(tmp_path / f"a{suffix}", (41, 30)).rename(tmp_path / "a.dat")
    assert read(file) == (mime, 41, 30, 1)


@pytest.mark.parametrize("options", [{"lossless": True}, {"quality": 50}, {"lossless": True, "exif": Image.Exif()}])
def test_all_three_layouts_of_webp_are_read(tmp_path: Path, options: dict[str, object]) -> None:
    """VP8L, VP8 and VP8X hold the size in different places."""
    assert read(picture(tmp_path / "a.webp", (1000, 3), **options))[1:3] == (1000, 3)


def test_an_mpo_is_sent_as_the_jpeg_it_is(tmp_path: Path) -> None:
    """A stereo photograph begins as a JPEG, and that is what servers know."""
    file = tmp_path / "a.mpo"
    Image.new("RGB", (40, 30)).save(file, "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30))])
    assert read(file)[0] == "image/jpeg"


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".tif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_is_read_and_the_size_is_as_stored(tmp_path: Path, suffix: str, orientation: int) -> None:
    """Width and height are those before turning, in every format."""
    file = picture(tmp_path / f"a{suffix}", (40, 15), orientation)
    assert read(file)[1:] == (40, 15, orientation)


def test_an_orientation_behind_the_pixels_of_a_png_is_found(tmp_path: Path) -> None:
    """The eXIf chunk may stand last; whoever decodes the picture sees it there."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    chunk = b"eXIf" + exif.tobytes()[6:]
    late = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    bare = picture(tmp_path / "a.png").read_bytes()
    (tmp_path / "a.png").write_bytes(bare[:-12] + late + bare[-12:])
    assert read(tmp_path / "a.png")[3] == 6


def test_a_nonsense_orientation_counts_as_upright(tmp_path: Path) -> None:
    """Viewers show such a picture as it is stored."""
    assert read(picture(tmp_path / "a.jpg", orientation=9))[3] == 1


def test_no_pixel_is_needed(tmp_path: Path) -> None:
    """A PNG that ends where its pixels would begin has a header all the same."""
    whole = picture(tmp_path / "a.png", (40, 30)).read_bytes()
    (tmp_path / "a.png").write_bytes(whole[: whole.index(b"IDAT") + 4])
    assert read(tmp_path / "a.png") == ("image/png", 40, 30, 1)


@pytest.mark.parametrize("mode", ["CMYK", "L"])
def test_p30_unusual_colours_are_no_reason_to_refuse(tmp_path: Path, mode: str) -> None:
    """A CMYK JPEG is a picture; whoever sends it may convert it."""
    assert read(picture(tmp_path / "a.jpg", (64, 48), mode=mode)) == ("image/jpeg", 64, 48, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", r"begins with b''", id="empty"),
        pytest.param(b"<html>not found</html>", r"begins with b'<html>no'; JPEG", id="an error page"),
        pytest.param(b"version https://git-lfs", r"begins with b'version '", id="a pointer to the file"),
        pytest.param(b"\xff\xd8\xff\xe0\x00", r"image/jpeg header is broken", id="a torn JPEG"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0", r"image/png header is broken", id="a torn PNG"),
        pytest.param(b"RIFF\x24\0\0\0WEBPVP9 ", r"unknown first chunk b'VP9 '", id="an unknown WebP"),
        pytest.param(b"GIF89a\0\0\x05\0rest", r"says 0 × 5 pixels", id="no width"),
    ],
)
def test_p30_what_is_no_picture_is_refused_with_its_first_bytes(content: bytes, message: str) -> None:
    """The message shows what the file begins with, so that a web page or a pointer file is recognised."""
    with pytest.raises(ValueError, match=message):
        headers.read(io.BytesIO(content))


def test_p33_a_huge_picture_is_read_without_touching_pillows_limit(tmp_path: Path) -> None:
    """225 megapixels in a few kilobytes: Pillow would refuse; its limit stays what it was, and nothing is warned of."""
    before = Image.MAX_IMAGE_PIXELS
    file = picture(tmp_path / "a.png", (15_000, 15_000), mode="1")
    assert file.stat().st_size < 50_000
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(file)[1:3] == (15_000, 15_000)
    assert before == Image.MAX_IMAGE_PIXELS
    with pytest.raises(Image.DecompressionBombError):
        Image.open(file)


@pytest.mark.filterwarnings("ignore::UserWarning:PIL.TiffImagePlugin")
@given(st.sampled_from(["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"]), st.data())
def test_broken_bytes_only_ever_give_a_value_error(kind: str, data: st.DataObject) -> None:
    """Whatever stands in a file, reading its header ends in a header or one kind of error."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    whole = io.BytesIO()
    Image.new("RGB", (20, 10)).save(whole, kind, **({"exif": exif} if kind in ("JPEG", "PNG", "WEBP", "TIFF") else {}))
    content = bytearray(whole.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, min(len(content), 300) - 1))] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.integers(0, len(content)))]
    try:
        mime, width, height, orientation = headers.read(io.BytesIO(bytes(content)))
    except ValueError:
        return
    assert mime.startswith("image/")
    assert width > 0
    assert height > 0
    assert 1 <= orientation <= 8

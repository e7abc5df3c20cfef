"""Thumbnails, views and crops: the right pixels, in small, whatever the file."""

import io
from pathlib import Path

import pytest
from PIL import Image

from bench_plugin.report import pictures
from bench_plugin.report.pictures import Wanted, draw, inside
from tests.adapters.pictures import saved

RED, GREY = (220, 0, 0), (200, 200, 200)
PATCH = (1150, 280, 1350, 420)


def scene(size: tuple[int, int] = (2000, 1000)) -> Image.Image:
    """A grey picture with a red patch."""
    image = Image.new("RGB", size, GREY)
    image.paste(RED, PATCH)
    return image


def opened(data: bytes | None) -> Image.Image:
    """A picture that was drawn."""
    assert data is not None
    image = Image.open(io.BytesIO(data))
    assert image.format == "JPEG"
    return image.convert("RGB")


def is_red(pixel: tuple[int, ...]) -> bool:
    """Whether a pixel is of the patch, as far as JPEG lets it be."""
    return pixel[0] > 180 and pixel[1] < 60


def test_a_view_has_at_most_1600_pixels_a_side_and_a_thumbnail_160(tmp_path: Path) -> None:
    """2000 x 1000 becomes 1600 x 800 and 160 x 80; the original stays where it is."""
    picture = saved(tmp_path, scene(), "JPEG")
    drawn = draw(Wanted(picture.path, (2000, 1000)))
    assert opened(drawn.view).size == (1600, 800)
    assert opened(drawn.thumbnail).size == (160, 80)
    assert drawn.problem is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [picture.path.name]


@pytest.mark.parametrize(("kind", "orientation"), [("JPEG", 1), ("JPEG", 6), ("PNG", 1), ("WEBP", 8)])
def test_a_crop_is_the_region_of_the_upright_picture(tmp_path: Path, kind: str, orientation: int) -> None:
    """The region around the patch is red in the middle and grey at the edge, also when the file lies on its side."""
    turned = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    stored = scene().transpose(turned[orientation]) if orientation in turned else scene()
    picture = saved(tmp_path, stored, kind, orientation=orientation)
    region = (1100, 250, 1400, 450)
    drawn = draw(Wanted(picture.path, (2000, 1000), (region,)))
    crop = opened(drawn.crops[region])
    assert crop.size == (300, 200)
    assert is_red(crop.getpixel((150, 100)))
    assert not is_red(crop.getpixel((20, 15)))
    view = opened(drawn.view)
    assert is_red(view.getpixel((1250 * view.width // 2000, 350 * view.height // 1000)))


def test_a_zoom_on_the_whole_picture_changes_nothing_for_the_others(tmp_path: Path) -> None:
    """The whole of 2000 x 1000 is made smaller for the page; the region cut after it is still the right one."""
    picture = saved(tmp_path, scene(), "PNG")
    whole, region = (0, 0, 2000, 1000), (1100, 250, 1400, 450)
    drawn = draw(Wanted(picture.path, (2000, 1000), (whole, region)))
    assert opened(drawn.crops[whole]).size == (1600, 800)
    crop = opened(drawn.crops[region])
    assert crop.size == (300, 200)
    assert is_red(crop.getpixel((150, 100)))
    assert opened(drawn.view).size == (1600, 800)


def test_transparent_pixels_are_white_and_palettes_keep_their_colours(tmp_path: Path) -> None:
    """A see-through PNG and a GIF with a palette are drawn as a person sees them."""
    clear = Image.new("RGBA", (400, 300), (0, 0, 0, 0))
    clear.paste((*RED, 255), (100, 100, 300, 200))
    view = opened(draw(Wanted(saved(tmp_path, clear, "PNG").path, (400, 300))).view)
    assert min(view.getpixel((20, 20))) > 245
    assert is_red(view.getpixel((200, 150)))
    gif = saved(tmp_path, scene((2000, 1000)).quantize(16), "GIF", name="palette")
    assert is_red(opened(draw(Wanted(gif.path, (2000, 1000))).thumbnail).getpixel((100, 28)))


def test_what_a_file_may_do_is_said_and_never_raised(tmp_path: Path) -> None:
    """Gone, cut off, no picture, another picture: a sentence each."""
    picture = saved(tmp_path, scene(), "JPEG")
    gone = draw(Wanted(tmp_path / "gone.jpg", (10, 10)))
    assert gone.problem == "the file can't be read: No such file or directory"
    changed = draw(Wanted(picture.path, (1999, 1000)))
    assert changed.problem == "the file has changed since the run: it is (2000, 1000) pixels now"
    data = picture.path.read_bytes()
    for name, half in (("cut.jpg", data[: len(data) // 2]), ("text.jpg", b"no picture at all")):
        path = tmp_path / name
        path.write_bytes(half)
        drawn = draw(Wanted(path, (2000, 1000)))
        assert drawn.problem
        assert drawn.view is None


def test_a_picture_that_does_not_fit_into_memory_is_named_and_not_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a bound of a megapixel a PNG of two is not drawn; a JPEG is, because it can be decoded at half its size."""
    monkeypatch.setattr(pictures, "MAX_DECODED_PIXELS", 1_000_000)
    png = draw(Wanted(saved(tmp_path, scene(), "PNG").path, (2000, 1000)))
    assert png.problem == "2000 x 1000 pixels are too many to draw on a page"
    assert png.sha256 is not None
    region = (1100, 250, 1400, 450)
    jpeg = draw(Wanted(saved(tmp_path, scene(), "JPEG").path, (2000, 1000), (region,)))
    assert opened(jpeg.view).size == (1000, 500)
    assert opened(jpeg.crops[region]).size == (150, 100)
    assert is_red(opened(jpeg.crops[region]).getpixel((75, 50)))


def test_a_thumbnail_alone_needs_no_view(tmp_path: Path) -> None:
    """Where `assets/` is full, only the page's own small picture is drawn."""
    drawn = draw(Wanted(saved(tmp_path, scene(), "JPEG").path, (2000, 1000), view=False))
    assert drawn.view is None
    assert opened(drawn.thumbnail).size == (160, 80)


@pytest.mark.parametrize(
    ("box", "edges"),
    [
        pytest.param((10.4, 20.5, 30.6, 41.5), (10, 20, 31, 42), id="whole pixels, ties to even, as the crop took"),
        pytest.param((-5, -5, 50, 50), (0, 0, 50, 50), id="only what lies on the picture"),
        pytest.param((90, 90, 1e12, 1e12), (90, 90, 100, 100), id="endless"),
        pytest.param((100, 0, 120, 50), None, id="beside the picture"),
        pytest.param((50, 50, 40, 60), None, id="the wrong way round"),
        pytest.param((0, 0, float("nan"), 10), None, id="no number"),
        pytest.param((0, 0, 10), None, id="three numbers"),
    ],
)
def test_a_box_from_a_record_is_cut_to_the_picture(
    box: tuple[float, ...], edges: tuple[int, int, int, int] | None
) -> None:
    """A record may hold any numbers; what is cut out is never larger than the picture."""
    assert inside(box, (100, 100)) == edges

"""What is really sent: bytes unchanged where they can be, and where not, why."""

import hashlib
import warnings
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from adapters.decoding import stored_edges
from adapters.errors import AskError
from adapters.image_sizes import SizeRule
from adapters.imaging import Prepared, Wanted, policy_rule, prepare
from adapters.profiles import ImagePolicy
from adapters.protocols.base import PictureRule
from adapters.tools.zoom import zoom
from benchmarks.item import Corners, Picture
from tests.adapters.pictures import decoded, gradient, saved

AS_IS = Wanted()
EVIDENCE = Wanted(upright=True)


def one_crop(picture: Picture, box: Corners, wanted: Wanted = EVIDENCE) -> Prepared:
    """One crop that works."""
    (made,) = zoom(picture, [box], wanted)
    assert isinstance(made, Prepared)
    return made


def pixels(prepared: Prepared) -> np.ndarray:
    """What a server would decode."""
    return np.asarray(decoded(prepared.part.base64))


@pytest.mark.parametrize(("kind", "mime"), [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp")])
@pytest.mark.parametrize("wanted", [AS_IS, EVIDENCE])
def test_a_plain_file_goes_out_byte_for_byte(tmp_path: Path, kind: str, mime: str, wanted: Wanted) -> None:
    """Its size, hash and true type are in the record, and no reason for a change."""
    picture = saved(tmp_path, gradient(64, 48), kind)
    ready = prepare(picture, "image_1", wanted)
    data = picture.path.read_bytes()
    assert b64decode(ready.part.base64) == data
    assert ready.part.mime == ready.sent.mime == mime
    assert ready.sent.sha256 == hashlib.sha256(data).hexdigest()
    assert (ready.sent.width_px, ready.sent.height_px, ready.sent.size_bytes) == (64, 48, len(data))
    assert ready.sent.reencoded is None
    assert ready.sent.name == "image_1"


def test_p30_a_cmyk_jpeg_becomes_rgb(tmp_path: Path) -> None:
    """64 x 48, and the record says so."""
    picture = saved(tmp_path, gradient(64, 48).convert("CMYK"), "JPEG")
    ready = prepare(picture, "image_1", AS_IS)
    assert decoded(ready.part.base64).mode == "RGB"
    assert ready.sent.reencoded == "CMYK converted to RGB"
    assert pixels(ready)[0, 0].tolist() == pytest.approx(
        pixels(prepare(saved(tmp_path, gradient(64, 48)), "x", AS_IS))[0, 0].tolist(), abs=12
    )


def test_p30_16_bit_grey_is_scaled_not_cut_off(tmp_path: Path) -> None:
    """0, 32896 and 65535 of 65535 become 0, 128 and 255 of 255."""
    image = Image.fromarray(np.array([[0, 32896, 65535]], dtype=np.uint16))
    ready = prepare(saved(tmp_path, image), "image_1", AS_IS)
    assert pixels(ready).tolist() == [[0, 128, 255]]
    assert ready.sent.reencoded == "more than 8 bits a channel reduced to 8"


def test_p30_a_lab_tiff_becomes_a_png(tmp_path: Path) -> None:
    """Mid grey without colour stays grey."""
    picture = saved(tmp_path, Image.new("LAB", (64, 48), (128, 128, 128)), "TIFF")
    ready = prepare(picture, "image_1", AS_IS)
    assert ready.part.mime == "image/png"
    assert ready.sent.reencoded == "image/tiff converted; LAB converted to RGB"
    red, green, blue = pixels(ready)[0, 0].tolist()
    assert max(red, green, blue) - min(red, green, blue) <= 3


def test_an_animation_becomes_its_first_frame(tmp_path: Path) -> None:
    """Vendors refuse moving pictures."""
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    picture = saved(tmp_path, frames[0], "GIF", save_all=True, append_images=frames[1:])
    ready = prepare(picture, "image_1", AS_IS)
    assert pixels(ready)[0, 0].tolist() == [255, 0, 0]
    assert ready.sent.reencoded == "first frame of an animation"


def half_transparent(mode: str) -> Image.Image:
    """The left half is clear, the right half is dark."""
    image = Image.new("RGBA", (4, 2), (10, 10, 10, 255))
    image.paste((200, 0, 0, 0), (0, 0, 2, 2))
    if mode == "P":
        flat = Image.new("P", (4, 2), 1)
        flat.putpalette([200, 0, 0, 10, 10, 10])
        flat.paste(0, (0, 0, 2, 2))
        return flat
    return image.convert(mode)


@pytest.mark.parametrize(("mode", "options"), [("RGBA", {}), ("LA", {}), ("P", {"transparency": 0})])
def test_p31_transparency_is_laid_on_white(tmp_path: Path, mode: str, options: dict[str, int]) -> None:
    """The hidden colour below it is never sent where boxes are at stake; crops show the same pixels."""
    picture = saved(tmp_path, half_transparent(mode), **options)
    ready = prepare(picture, "image_1", EVIDENCE)
    assert ready.sent.reencoded == "transparency laid on white"
    assert pixels(ready)[0].tolist() == [[255, 255, 255]] * 2 + [[10, 10, 10]] * 2
    assert pixels(one_crop(picture, (1.0, 0.0, 3.0, 2.0)))[0].tolist() == [[255, 255, 255], [10, 10, 10]]


def test_p31_rgba_for_a_jpeg_protocol_does_not_fail(tmp_path: Path) -> None:
    """The type a protocol forces takes no alpha."""
    picture = saved(tmp_path, half_transparent("RGBA"))
    ready = prepare(picture, "image_1", Wanted(PictureRule(jpeg=True), upright=True))
    assert ready.part.mime == "image/jpeg"
    assert decoded(ready.part.base64).mode == "RGB"


def test_an_alpha_channel_without_a_clear_pixel_changes_nothing(tmp_path: Path) -> None:
    """Bytes unchanged."""
    picture = saved(tmp_path, gradient(8, 8).convert("RGBA"))
    assert prepare(picture, "image_1", EVIDENCE).sent.reencoded is None


TURNED = range(2, 9)


def stored_as(upright: Image.Image, orientation: int) -> Image.Image:
    """The pixels a camera would store for this upright picture."""
    turns = Image.Transpose
    undo = {
        2: turns.FLIP_LEFT_RIGHT,
        3: turns.ROTATE_180,
        4: turns.FLIP_TOP_BOTTOM,
        5: turns.TRANSPOSE,
        6: turns.ROTATE_90,
        7: turns.TRANSVERSE,
        8: turns.ROTATE_270,
    }
    return upright.transpose(undo[orientation])


@pytest.mark.parametrize("orientation", TURNED)
def test_p32_what_is_sent_is_upright_for_boxes(tmp_path: Path, orientation: int) -> None:
    """150 x 400 upright, however it is stored; the tag does not go along, or it would be turned twice."""
    upright = gradient(150, 400)
    picture = saved(tmp_path, stored_as(upright, orientation), "JPEG", orientation=orientation, quality=95)
    ready = prepare(picture, "image_1", EVIDENCE)
    sent = decoded(ready.part.base64)
    assert sent.size == ready.size == picture.upright_size == (150, 400)
    assert sent.getexif().get(0x0112) is None
    assert np.abs(np.asarray(sent, int) - np.asarray(upright, int)).mean() < 3
    assert ready.sent.reencoded == f"turned upright from EXIF orientation {orientation}"


@pytest.mark.parametrize("kind", ["PNG", "TIFF", "WEBP"])
@pytest.mark.parametrize("orientation", TURNED)
def test_p32_a_crop_shows_the_gold_box_of_the_upright_frame(tmp_path: Path, orientation: int, kind: str) -> None:
    """A red patch at (20, 300, 60, 380) of the upright picture fills the crop of that box exactly."""
    upright = Image.new("RGB", (150, 400), "white")
    upright.paste((255, 0, 0), (20, 300, 60, 380))
    options = {"lossless": True} if kind == "WEBP" else {}
    picture = saved(tmp_path, stored_as(upright, orientation), kind, orientation=orientation, **options)
    crop = pixels(one_crop(picture, (20.0, 300.0, 60.0, 380.0)))
    assert prepare(picture, "image_1", EVIDENCE).size == (150, 400)
    assert crop.shape == (80, 40, 3)
    assert (crop == (255, 0, 0)).all()


@pytest.mark.parametrize("orientation", TURNED)
def test_p32_edges_map_into_the_stored_frame(orientation: int) -> None:
    """The whole picture maps to the whole file."""
    stored = (400, 150) if orientation >= 5 else (150, 400)
    assert stored_edges((0, 0, 150, 400), orientation, (150, 400)) == (0, 0, *stored)


def test_p32_without_boxes_the_file_goes_out_as_it_is(tmp_path: Path) -> None:
    """TIR-Bench sends bytes unchanged."""
    picture = saved(tmp_path, gradient(40, 20), "JPEG", orientation=6)
    assert b64decode(prepare(picture, "image_1", AS_IS).part.base64) == picture.path.read_bytes()


def test_p33_a_huge_picture_is_read_past_the_global_guard_and_the_guard_stays(tmp_path: Path) -> None:
    """15000 x 15000 in one bit a pixel: shrunk and cropped without a warning; Pillow's limit is what it was."""
    image = Image.new("1", (15_000, 15_000), 1)
    image.paste(0, (14_000, 14_000, 15_000, 15_000))
    picture = saved(tmp_path, image)
    guard = Image.MAX_IMAGE_PIXELS
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ready = prepare(picture, "image_1", Wanted(PictureRule(SizeRule(max_side=150))))
        crop = one_crop(picture, (13_999.0, 13_999.0, 14_001.0, 14_001.0))
    assert ready.size == (150, 150)
    assert pixels(ready)[145, 145].tolist() == 0
    assert pixels(crop).tolist() == [[255, 255], [255, 0]]
    assert guard == Image.MAX_IMAGE_PIXELS


def test_p33_a_picture_over_300_megapixels_is_an_error_of_its_item(tmp_path: Path) -> None:
    """The header is enough to know."""
    small = saved(tmp_path, gradient(8, 8))
    huge = Picture("image_1", "image/png", 20_000, 20_000, small.path)
    with pytest.raises(AskError, match="20000 x 20000 pixels; at most 300,000,000") as caught:
        prepare(huge, "image_1", AS_IS)
    assert caught.value.reason == "image_too_large"


def noise(width: int, height: int) -> Image.Image:
    """Incompressible."""
    return Image.fromarray(np.random.default_rng(5).integers(0, 256, (height, width, 3), dtype=np.uint8))


def test_p34_a_file_over_the_limit_is_an_error_before_anything_is_sent(tmp_path: Path) -> None:
    """The message has both numbers and says what to change."""
    picture = saved(tmp_path, noise(400, 300))
    with pytest.raises(
        AskError, match=r"image_1 has 36\d,\d\d\d bytes; the profile allows 50,000.*downscale"
    ) as caught:
        prepare(picture, "image_1", Wanted(max_bytes=50_000))
    assert caught.value.reason == "image_too_large"


def test_p34_downscaled_only_when_the_profile_allows_and_the_size_is_kept(tmp_path: Path) -> None:
    """What is sent fits, and its size is in the record: coordinates follow it."""
    picture = saved(tmp_path, noise(400, 300))
    ready = prepare(picture, "image_1", Wanted(max_bytes=50_000, downscale=True))
    assert ready.sent.size_bytes <= 50_000
    assert decoded(ready.part.base64).size == ready.size
    assert ready.size[0] / ready.size[1] == pytest.approx(4 / 3, rel=0.02)
    assert ready.size[0] < 400
    assert ready.sent.reencoded is not None
    assert "over the limit of 50,000" in ready.sent.reencoded


def test_a_crop_over_the_limit_becomes_a_jpeg_before_it_is_refused(tmp_path: Path) -> None:
    """Its region stays the same."""
    picture = saved(tmp_path, noise(400, 300))
    crop = one_crop(picture, (0.0, 0.0, 200.0, 200.0), Wanted(upright=True, max_bytes=100_000))
    assert crop.part.mime == "image/jpeg"
    assert crop.size == (200, 200)
    (refused,) = zoom(picture, [(0.0, 0.0, 200.0, 200.0)], Wanted(upright=True, max_bytes=1_000))
    assert isinstance(refused, AskError)


def test_metadata_goes_out_with_nothing_that_is_encoded_again(tmp_path: Path) -> None:
    """Comments, EXIF, text chunks and colour profiles may tell the answer."""
    secret = "the answer is B"
    exif = Image.Exif()
    exif[0x010E] = secret
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", secret)
    jpeg = saved(tmp_path, gradient(64, 64), "JPEG", comment=secret.encode(), exif=exif, icc_profile=secret.encode())
    png = saved(tmp_path, gradient(64, 64), "PNG", pnginfo=text, exif=exif, icc_profile=secret.encode())
    half = Wanted(PictureRule(SizeRule(max_side=32)))
    for picture in (jpeg, png):
        for ready in (prepare(picture, "image_1", half), one_crop(picture, (0.0, 0.0, 64.0, 64.0))):
            data = b64decode(ready.part.base64)
            assert secret.encode() not in data
            assert decoded(ready.part.base64).info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert secret.encode() not in b64decode(prepare(png, "image_1", Wanted(PictureRule(jpeg=True))).part.base64)


def test_a_resized_picture_shows_the_same_scene_in_the_size_of_its_rule(tmp_path: Path) -> None:
    """4000 x 3000 to 1632 x 1224, decoded at half size on the way; JPEG stays JPEG."""
    upright = gradient(4000, 3000)
    picture = saved(tmp_path, upright, "JPEG", quality=95)
    rule = PictureRule(SizeRule(min_pixels=40_000, max_pixels=2_000_000, truncate=True))
    ready = prepare(picture, "image_1", Wanted(rule, upright=True))
    assert ready.size == decoded(ready.part.base64).size == (1632, 1224)
    assert ready.part.mime == "image/jpeg"
    assert ready.sent.reencoded == "resized from 4000 x 3000 to 1632 x 1224"
    small = np.asarray(upright.resize((1632, 1224)), int)
    assert np.abs(pixels(ready).astype(int) - small).mean() < 2


def test_a_rule_that_changes_nothing_leaves_the_bytes(tmp_path: Path) -> None:
    """Already a multiple of 28 inside the bounds."""
    picture = saved(tmp_path, gradient(280, 140), "JPEG")
    ready = prepare(picture, "image_1", Wanted(PictureRule(SizeRule(factor=28)), upright=True))
    assert ready.sent.reencoded is None


def test_the_profile_asks_for_a_resize_or_not() -> None:
    """Bounds without `resize` are facts about the server, not an order."""
    assert policy_rule(ImagePolicy(factor=32, max_pixels=1)) is None
    rule = policy_rule(ImagePolicy(resize=True, factor=32, min_pixels=1, max_pixels=4_000_000, max_side=1000))
    assert rule is not None
    assert rule.size.fitted((2000, 1000)) == (992, 512)


def test_crops_are_cut_from_the_file_at_full_detail(tmp_path: Path) -> None:
    """Edges go to the nearest pixel; several crops of a picture come in order."""
    image = Image.fromarray(np.arange(100, dtype=np.uint8).reshape(10, 10))
    picture = saved(tmp_path, image)
    first, second = zoom(picture, [(1.4, 2.6, 3.5, 4.4), (0.0, 0.0, 10.0, 10.0)], EVIDENCE)
    assert isinstance(first, Prepared)
    assert isinstance(second, Prepared)
    assert pixels(first).tolist() == [[31, 32, 33]]
    assert second.size == (10, 10)


def test_a_crop_over_the_edge_is_black_there(tmp_path: Path) -> None:
    """Only DeepEyes' published loop asks for one."""
    picture = saved(tmp_path, Image.new("RGB", (10, 10), "white"))
    crop = pixels(one_crop(picture, (8.0, 8.0, 12.0, 10.0)))
    assert crop.shape == (2, 4, 3)
    assert crop[0, :, 0].tolist() == [255, 255, 0, 0]


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"not a picture at all"])
def test_a_broken_file_is_an_error_of_its_item(tmp_path: Path, data: bytes) -> None:
    """Named with its path, for the person who can mend it."""
    path = tmp_path / "x.png"
    path.write_bytes(data)
    with pytest.raises(AskError, match=r"x\.png") as caught:
        prepare(Picture("image_1", "image/png", 8, 8, path), "image_1", EVIDENCE)
    assert caught.value.reason == "image_unreadable"
    assert caught.value.attempts == 0


def test_a_file_cut_short_is_an_error_where_its_pixels_are_needed(tmp_path: Path) -> None:
    """Half of a JPEG."""
    picture = saved(tmp_path, gradient(200, 200), "JPEG")
    picture.path.write_bytes(picture.path.read_bytes()[:1500])
    with pytest.raises(AskError) as caught:
        zoom(picture, [(0.0, 0.0, 50.0, 50.0)], EVIDENCE)
    assert caught.value.reason == "image_unreadable"


def test_a_file_that_changed_since_it_was_loaded_is_an_error(tmp_path: Path) -> None:
    """Every box would mean another place."""
    picture = saved(tmp_path, gradient(20, 20))
    gradient(30, 20).save(picture.path)
    with pytest.raises(AskError, match=r"\(20, 20\) when the data was loaded and is \(30, 20\) now"):
        prepare(picture, "image_1", AS_IS)

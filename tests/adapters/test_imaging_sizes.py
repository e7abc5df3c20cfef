"""How large a picture is sent."""

import pytest

from adapters.image_sizes import Size, SizeRule, smart_resize
from adapters.protocols import protocol_named


@pytest.mark.parametrize(
    ("size", "factor", "expected"),
    [
        pytest.param((2000, 1500), 28, (1988, 1512), id="to the nearest multiple"),
        pytest.param((1000, 800), 28, (1008, 812), id="35.71 and 28.57 round up"),
        pytest.param((7680, 4320), 28, (4760, 2688), id="over the area: down"),
        pytest.param((1920, 1080), 32, (1920, 1088), id="factor 32"),
        pytest.param((20, 20), 28, (56, 56), id="under the area: up"),
        pytest.param((42, 140), 28, (56, 140), id="a tie goes to the even multiple"),
        pytest.param((3, 300), 28, (28, 308), id="at least one factor"),
    ],
)
def test_smart_resize_is_the_published_rule(size: Size, factor: int, expected: Size) -> None:
    """The figures of Qwen's processors: 3,136 to 12,845,056 pixels."""
    assert smart_resize(size, factor=factor) == expected


def test_smart_resize_refuses_strips() -> None:
    """More than 200 times as long as wide."""
    assert smart_resize((200, 1), factor=28)
    with pytest.raises(ValueError, match=r"201 x 1.*200 times"):
        smart_resize((201, 1), factor=28)


@pytest.mark.parametrize(
    ("rule", "size", "expected"),
    [
        pytest.param(SizeRule(), (1234, 567), (1234, 567), id="no rule"),
        pytest.param(SizeRule(max_side=1000), (4000, 3000), (1000, 750), id="longer side"),
        pytest.param(SizeRule(max_pixels=1_000_000), (2000, 2000), (1000, 1000), id="area"),
        pytest.param(SizeRule(max_short_side=1080), (4000, 3000), (1440, 1080), id="shorter side"),
        pytest.param(SizeRule(max_short_side=1080), (8000, 1000), (8000, 1000), id="shorter side inside"),
        pytest.param(SizeRule(min_pixels=40_000, truncate=True), (100, 100), (200, 200), id="grown by area"),
        pytest.param(SizeRule(min_pixels=262_144), (10, 10), (512, 512), id="grown"),
        pytest.param(SizeRule(max_pixels=100, factor=28), (5000, 5), (308, 28), id="never less than one factor"),
    ],
)
def test_a_size_rule_brings_a_picture_into_its_bounds(rule: SizeRule, size: Size, expected: Size) -> None:
    """And leaves alone what is inside."""
    assert rule.fitted(size) == expected


@pytest.mark.parametrize(
    ("protocol", "size", "first", "crop"),
    [
        pytest.param("deepeyes", (7680, 4320), (4760, 2688), (4760, 2688), id="deepeyes"),
        pytest.param("mini-o3", (4000, 3000), (1632, 1224), (1632, 1224), id="mini-o3: sides cut to whole pixels"),
        pytest.param("mini-o3", (2, 400), (28, 5656), (28, 5656), id="mini-o3: 28 pixels a side"),
        pytest.param("pixel-reasoner", (200, 100), (896, 448), (644, 336), id="pixel-reasoner: grown"),
        pytest.param("claude", (4000, 3000), (1238, 928), (1238, 928), id="claude: 1.15 million pixels"),
        pytest.param("claude", (3000, 300), (1568, 157), (1568, 157), id="claude: 1568 a side"),
    ],
)
def test_a_protocol_sends_the_published_size(protocol: str, size: Size, first: Size, crop: Size) -> None:
    """The question's picture and a crop of the same size."""
    spoken = protocol_named(protocol)
    rule = spoken.first_picture("lenient")
    assert rule is not None
    assert rule.size.fitted(size) == first
    assert spoken.crop("lenient").size.fitted(size) == crop


def test_qwen3_vl_crops_are_at_least_262144_pixels_and_the_first_picture_goes_as_it_is() -> None:
    """59 x 33 becomes 704 x 384: multiples of 32, rounded up."""
    spoken = protocol_named("qwen3-vl")
    assert spoken.first_picture("lenient") is None
    assert spoken.crop("lenient").size.fitted((59, 33)) == (704, 384)


def test_qwen3_vl_officially_sends_jpeg_with_a_short_side_of_1080() -> None:
    """As Qwen-Agent's client does with every picture."""
    spoken = protocol_named("qwen3-vl")
    first = spoken.first_picture("official")
    assert first is not None
    assert first.jpeg
    assert first.size.fitted((4000, 3000)) == (1440, 1080)
    # The crop is 4000 x 3008 first.
    assert spoken.crop("official").size.fitted((4000, 3000)) == (1436, 1080)


def test_deepeyes_officially_sends_the_file_as_it_is() -> None:
    """The published script resizes nothing but crops."""
    assert protocol_named("deepeyes").first_picture("official") is None

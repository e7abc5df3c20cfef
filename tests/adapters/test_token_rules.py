"""What a request may take before it is made: each family's rule on sizes counted by hand, and a range that holds."""

import pytest

from adapters.profiles import known_profiles
from adapters.token_rules import RULES, Size, estimate, image_tokens, text_tokens


@pytest.mark.parametrize(
    ("rule", "size", "tokens"),
    [
        ("patch28", (1920, 1080), 69 * 39),
        ("patch28", (10, 10), 4),
        ("patch32", (1024, 1024), 32 * 32),
        ("patch32", (9000, 9000), 16384),
        ("tiles512", (1024, 1024), 85 + 170 * 4),  # the vendor's own examples: 765, and 1,105
        ("tiles512", (2048, 4096), 85 + 170 * 6),
        ("tiles512", (512, 512), 85 + 170),
        ("area750", (1000, 1000), 1333),
        ("area750", (4000, 3000), 1600),
        ("tiles768", (768, 768), 258),
        ("tiles768", (1600, 800), 258 * 3 * 2),
    ],
)
def test_a_picture_by_the_rule_of_its_family(rule: str, size: Size, tokens: int) -> None:
    """One number, so the range has no width."""
    assert image_tokens(size, rule) == (tokens, tokens)


def test_an_unknown_family_has_the_range_of_all() -> None:
    """From the thriftiest to the most lavish rule."""
    counts = [rule((1024, 1024)) for rule in RULES.values()]
    assert image_tokens((1024, 1024), None) == (min(counts), max(counts)) == (765, 1398)


def test_every_built_in_profile_names_a_rule_there_is(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Or none."""
    named = {table.get("image_tokens") for table in known_profiles(tmp_path_factory.mktemp("empty")).values()}
    assert named - {None} <= RULES.keys()
    assert len(named - {None}) >= 3


def test_text_is_two_to_four_letters_a_token_and_a_chinese_character_one_half_to_two() -> None:
    """(least, most)."""
    assert text_tokens("abcdefgh") == (2, 4)
    assert text_tokens("多少个人") == (2, 8)


def test_a_conversation_pays_for_everything_before_it_again() -> None:
    """Three turns: three times the first request, and 1 + 2 times a crop and a reply of 100 tokens."""
    one = estimate("abcdefgh", [(512, 512)], rule="tiles512", max_tokens=100, turns=1)
    three = estimate("abcdefgh", [(512, 512)], rule="tiles512", max_tokens=100, turns=3)
    assert one.prompt == (2 + 255, 4 + 255)
    assert one.completion == (20, 100)
    assert three.prompt == (one.prompt[0], 3 * one.prompt[1] + 3 * (255 + 100))
    assert three.completion == (50, 300)

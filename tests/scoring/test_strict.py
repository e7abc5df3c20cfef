"""The strict score: one answer against one key."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.strict import is_graded, is_passed, pass_mark, strict_score

ANGLES = "Which clockwise turn puts the picture upright?\nA. 90°\nB. 180°\nC. 270°\nD. 45°"
TWELVE = "Which thing?\n" + "\n".join(f"{letter}) thing {letter.lower() * 2}" for letter in "ABCDEFGHIJKL")
SEVERAL = "Which statements hold? Several may.\nA. one\nB. two\nC. three\nD. four"
COUNT = "How many? Give an integer."
PLACE = "In which row and column is the letter Q? Give two numbers in brackets, such as [2, 7]."
PATCHES = 'Give a JSON object with one list, "different_patches", for example [2, 5, 9]. Here n is 3 and m is 4.'


def score(answer: Any, extracted: str | None, *, task: str = "math", prompt: str = COUNT, **more: Any) -> float | None:
    return strict_score(task, prompt, answer, extracted, more.pop("response", extracted or ""), **more)


@pytest.mark.parametrize(
    ("prompt", "key", "extracted", "right"),
    [
        pytest.param(ANGLES, "C", "C", True, id="the letter"),
        pytest.param(ANGLES, "C", "c", True, id="lower case"),
        pytest.param(ANGLES, "C", "Ｃ", True, id="full width"),
        pytest.param(ANGLES, "C", "**(C)**", True, id="bold in brackets"),
        pytest.param(ANGLES, "C", r"$\boxed{\text{C}}$", True, id="boxed"),
        pytest.param(ANGLES, "C", "Answer: C", True, id="its marker does not count, the A of Answer neither"),
        pytest.param(ANGLES, "A", "Answer: C", False, id="the A of Answer is no answer"),
        pytest.param(ANGLES, "C", "Extracted Answer: Extracted answer: C", True, id="two markers"),
        pytest.param(ANGLES, "C", "C. 270°", True, id="letter with its text"),
        pytest.param(ANGLES, "C", "C 270°", True, id="letter and its text without a mark"),
        pytest.param(ANGLES, "C", "C. 180°", False, id="letter with another option's text"),
        pytest.param(ANGLES, "B", "C. 180°", False, id="nor does that count for the other option"),
        pytest.param(ANGLES, "C", "270°", True, id="whole text of one option"),
        pytest.param(ANGLES, "C", "27", False, id="the start of a text is not the text"),
        pytest.param(ANGLES, "A", "Z", False, id="a letter that is not offered"),
        pytest.param(ANGLES, "A", "cannot be determined", False, id="words do not become A"),
        pytest.param(ANGLES, "A", "A man", False, id="an article is no option"),
        pytest.param(TWELVE, "K", "K", True, id="K counts"),
        pytest.param(TWELVE, "L", "thing ll", True, id="the text of option L"),
        pytest.param(TWELVE, "A", "K", False, id="K is not A"),
        pytest.param(SEVERAL, "AD", "D, A", True, id="several letters in any order"),
        pytest.param(SEVERAL, "AD", "A and D", True, id="joined by and"),
        pytest.param(SEVERAL, "AD", "ad", True, id="together in lower case"),
        pytest.param(SEVERAL, "AD", "ADB", False, id="one too many"),
        pytest.param(SEVERAL, "AD", "A", False, id="one too few"),
        pytest.param(SEVERAL, " B ", "B", True, id="key with spaces"),
        pytest.param(SEVERAL, "B.", "b", True, id="key with a full stop"),
        pytest.param(SEVERAL, "A,C", "C A", True, id="key with a comma"),
    ],
)
def test_options(prompt: str, key: str, extracted: str, right: bool) -> None:
    """Letters are compared as sets, over what the prompt offers."""
    assert score(key, extracted, prompt=prompt) == right


@pytest.mark.parametrize(
    ("key", "extracted", "right"),
    [
        pytest.param(12, "12", True, id="integer"),
        pytest.param(12, "12.0", True, id="by value"),
        pytest.param(12, "24/2", True, id="a fraction is a value"),
        pytest.param(12, "012", True, id="leading zero"),
        pytest.param(12, "12.0000003", False, id="a whole key has to be met exactly"),
        pytest.param(2.39, "2.3900004", True, id="half of the sixth decimal is tolerated"),
        pytest.param(2.39, "2.3900006", False, id="more is not"),
        pytest.param("0.5", "1/2", True, id="fraction for decimal"),
        pytest.param("1/2", "0.5", True, id="decimal for fraction"),
        pytest.param("1/2", r"\frac{1}{2}", True, id="LaTeX fraction"),
        pytest.param("1/2", r"$\dfrac12$", True, id="LaTeX fraction without braces"),
        pytest.param(12, r"\frac12", False, id="which is no twelve"),
        pytest.param(3.5, "3½", True, id="vulgar fraction"),
        pytest.param(3.5, "3 1/2", True, id="mixed number"),
        pytest.param(3.5, r"3\frac{1}{2}", True, id="mixed number in LaTeX"),
        pytest.param(122, "12²", False, id="a power is not glued to its base"),
        pytest.param(34, "3 red and 4 blue", False, id="P14: digits of two numbers are not joined"),
        pytest.param(12, "1 and 2", False, id="nor are these"),
        pytest.param(53, "5 apples and 3 oranges", False, id="nor these"),
        pytest.param(12, "28 or 12", False, id="two numbers are no answer"),
        pytest.param(12, "7-8", False, id="a range is no difference"),
        pytest.param(6, "2*3", False, id="an expression is not evaluated"),
        pytest.param(23, "2*3", False, id="and its asterisk is not dropped"),
        pytest.param(12, r"\sqrt{144}", False, id="roots neither"),
        pytest.param(144, r"\sqrt{144}", False, id="and not read as what stands under them"),
        pytest.param(12, "12!", False, id="factorial"),
        pytest.param(3, "3 million", False, id="a number word after it"),
        pytest.param(3, "3万", False, id="in Chinese too"),
        pytest.param(12, "not 12", False, id="denied"),
        pytest.param(12, "<12", False, id="a bound"),
        pytest.param(12, "2 ± 10", False, id="plus or minus"),
        pytest.param(12, "A12B", False, id="digits inside a name"),
        pytest.param(19, "COVID-19", False, id="digits after a name"),
        pytest.param(-12, "−12", True, id="Unicode minus"),
        pytest.param(-12, "－１２", True, id="full width"),
        pytest.param(-12, "- 12", True, id="the sign is not lost"),
        pytest.param(12, "- 12", False, id="nor ignored"),
        pytest.param(-12, "答案是-12", True, id="after Chinese text"),
        pytest.param(12, "共有12个", True, id="between Chinese words"),
        pytest.param(12, "٣", False, id="other digits have a value too"),
        pytest.param(3, "٣", True, id="Arabic-Indic three"),
        pytest.param(12, "12 km/h", True, id="unit"),
        pytest.param(12, "12 m²", True, id="unit with an exponent"),
        pytest.param(12, "x = 12°", True, id="degrees"),
        pytest.param(12, "$12", True, id="currency"),
        pytest.param(12, "≈ 12", True, id="about"),
        pytest.param(12, "[12]", True, id="in brackets"),
        pytest.param(12, r"$\boxed{12\text{ cm}}$", True, id="boxed with a unit"),
        pytest.param(1280, "1,280", True, id="thousands"),
        pytest.param(1280, "1 280", True, id="thousands by space"),
        pytest.param("1,234", "1234", True, id="thousands in the key"),
        pytest.param("1,234", "1.234", False, id="which is no decimal comma"),
        pytest.param(2.5, "2,5", True, id="decimal comma"),
        pytest.param(1250.5, "1.250,5", True, id="continental"),
        pytest.param(1.2, "[1,2]", False, id="a list is no decimal"),
        pytest.param("1e5", "100000", True, id="key in scientific spelling"),
        pytest.param("1e5", "1", False, id="is not 1"),
        pytest.param(12, "1.2×10^1", True, id="power of ten"),
        pytest.param(12, "12%", True, id="a percent sign is a unit"),
        pytest.param(12, "1200%", False, id="and has one reading"),
        pytest.param("5%", "5", True, id="percent key, sign left out"),
        pytest.param("5%", "5 percent", True, id="percent key, spelled"),
        pytest.param("5%", "0.05", True, id="percent key, same value"),
        pytest.param("5%", "500", False, id="percent key, another value"),
        pytest.param(0.5, "50%", True, id="a share"),
        pytest.param(0.5, "0.5%", False, id="a share has one reading too"),
        pytest.param(r"3.25\%", r"3.25\%", True, id="P66: the same text, even with LaTeX in the key"),
        pytest.param(12, "twelve", False, id="words are for the extractor"),
        pytest.param(12, "9^9^9^9", False, id="P66: a nested power is no number"),
        pytest.param(12, "1e999999999", False, id="a huge exponent neither"),
        pytest.param(12, "1" * 5000, False, id="five thousand digits neither"),
    ],
)
def test_numbers(key: Any, extracted: str, right: bool) -> None:
    """One number by value, or none."""
    assert score(key, extracted) == right


@pytest.mark.parametrize(
    ("key", "extracted", "right"),
    [
        pytest.param("Red", "red.", True, id="case and full stop"),
        pytest.param("silent", "listen", False, id="an anagram is another word"),
        pytest.param("silent", "**Silent**", True, id="bold"),
        pytest.param("猫", "猫", True, id="one letter that is no option"),
        pytest.param("12:30", "12:30", True, id="text"),
        pytest.param("12:30", "1230", False, id="other text"),
        pytest.param("[1, 2]", "[1,2]", True, id="a list in order"),
        pytest.param([1, 2], "1, 2", True, id="a list without brackets"),
        pytest.param("[1, 2]", "[2, 1]", False, id="another order"),
        pytest.param("?", "?", True, id="a key of punctuation"),
        pytest.param("?", "!", False, id="is not any other"),
        pytest.param("CAB", "abc", False, id="capitals that are no options are a word"),
    ],
)
def test_words_and_lists(key: Any, extracted: str, right: bool) -> None:
    """Words are compared whole and case-folded, lists in order."""
    assert score(key, extracted) == right


@pytest.mark.parametrize(
    ("key", "extracted", "right"),
    [
        ([3, 6], "[3, 6]", True),
        ([3, 6], "3，6", True),
        ("[3, 6]", "第3行第6列", True),
        ([3, 6], "row 3, column 6", True),
        ([3, 6], "column 6, row 3", True),
        ([3, 6], "3rd row, 6th column", True),
        ([3, 6], "R3C6", True),
        ([3, 6], '{"row": 3, "column": 6}', True),
        ([3, 6], "[6, 3]", False),
        ([3, 6], "[-3, 6]", False),
        ([3, 6], "[3.3, 6]", False),
        ([3, 6], "[3, 6, 9]", False),
        ([3, 6], "[3, 6] or [6, 3]", False),
        ([3, 6], "36", False),
        (7, "7", True),
        (7, "[7, 7]", False),
    ],
)
def test_word_search_compares_a_place_or_a_count(key: Any, extracted: str, right: bool) -> None:
    """Exactly two whole numbers are a place; labels say which is the row."""
    assert score(key, extracted, task="word_search", prompt=PLACE) == right


@pytest.mark.parametrize(
    ("extracted", "share"),
    [
        pytest.param("[2, 5, 9]", 1.0, id="all"),
        pytest.param("9, 5, 2", 1.0, id="order is free"),
        pytest.param('{"different_patches": [2, 5, 9]}', 1.0, id="with its key"),
        pytest.param("[2, 5]", 2 / 3, id="one missing: 2 of 3"),
        pytest.param("[2, 5, 9, 12]", 3 / 4, id="one too many: 3 of 4"),
        pytest.param("[1, 3]", 0.0, id="none"),
        pytest.param("[]", 0.0, id="an empty list"),
        pytest.param("[2, 5, 9, 13]", 0.0, id="13 is not among 3 x 4 patches"),
        pytest.param("[0, 2, 5, 9]", 0.0, id="nor is 0"),
        pytest.param("[2, 5, 9, 9]", 0.0, id="a patch twice"),
        pytest.param("[-2, 5, 9]", 0.0, id="a sign"),
        pytest.param("n=3, m=4: [2, 5, 9]", 0.0, id="other numbers beside the list"),
        pytest.param("2-9", 0.0, id="a range"),
    ],
)
def test_spot_difference_lists_are_intersection_over_union_of_valid_patches(extracted: str, share: float) -> None:
    """A list with a number that can't be a patch is not graded at all."""
    assert score([2, 5, 9], extracted, task="spot_difference", prompt=PATCHES) == pytest.approx(share)


def test_spot_difference_reads_the_grid_from_data_or_prompt_and_trusts_the_key() -> None:
    """`n` and `m` of the row come first, then the prompt; without either, or beyond, the key is right."""

    def spot(extracted: str, prompt: str, meta: dict[str, int] | None = None, key: object = "[2, 5]") -> float | None:
        return score(key, extracted, task="spot_difference", prompt=prompt, meta_data=meta)

    assert spot("[2, 5, 13]", PATCHES) == 0
    assert spot("[2, 5, 13]", PATCHES, {"n": 4, "m": 4}) == pytest.approx(2 / 3)
    assert spot("[2, 5, 13]", "Cut into 4 rows and 4 columns.") == pytest.approx(2 / 3)
    assert spot("[2, 5, 13]", "Which patches differ?") == pytest.approx(2 / 3)
    assert spot("[13, 14]", PATCHES, key=[13]) == 0
    assert spot("[13]", PATCHES, key=[13]) == 1


def test_spot_difference_without_any_difference_wants_an_empty_list_not_silence() -> None:
    """`[]` is an answer."""
    assert score([], "[]", task="spot_difference", prompt=PATCHES) == 1
    assert score([], "[3]", task="spot_difference", prompt=PATCHES) == 0
    assert score([], "none of them", task="spot_difference", prompt=PATCHES) == 0
    assert score([], "", task="spot_difference", prompt=PATCHES) == 0


def test_spot_difference_counts_are_numbers_and_letters_are_letters() -> None:
    """A lone key is a count; a letter for a key does not give credit to any wordy answer."""
    assert score(6, "6 differences", task="spot_difference") == 1
    assert score("B", "no digits here", task="spot_difference") == 0


@pytest.mark.parametrize(
    ("extracted", "share"),
    [
        pytest.param("3, 1, 4, 2", 1.0, id="all places"),
        pytest.param("[[3, 1], [4, 2]]", 1.0, id="nested"),
        pytest.param("Row 1: 3, 1\nRow 2: 4, 2", 1.0, id="labelled rows"),
        pytest.param("3 → 1 → 4 → 2", 1.0, id="arrows"),
        pytest.param("3, 1, 2, 4", 0.5, id="two of four places"),
        pytest.param("1, 2, 3, 4", 0.0, id="no place"),
        pytest.param("3, 1, 4, 4", 0.0, id="a piece twice, though three places agree"),
        pytest.param("3, 1, 4, 5", 0.0, id="a piece that does not exist"),
        pytest.param("3, 1, 4", 0.0, id="too short"),
        pytest.param("3, 1, 4, 2, 2", 0.0, id="too long"),
        pytest.param("-3, 1, 4, 2", 0.0, id="a sign"),
        pytest.param("2x2: 3, 1, 4, 2", 0.0, id="other numbers beside the list"),
    ],
)
@pytest.mark.parametrize("key", ["3, 1, 4, 2", [3, 1, 4, 2], "[3,1,4,2]"], ids=["text", "list", "list as text"])
def test_jigsaw_is_the_share_of_places_that_agree(key: Any, extracted: str, share: float) -> None:
    """Place by place, of a permutation; anything else is 0."""
    assert score(key, extracted, task="jigsaw", meta_data={"difficulty": 2}) == pytest.approx(share)


@pytest.mark.parametrize("meta", [None, {}, {"difficulty": "2"}, {"difficulty": None}, {"difficulty": True}, [2]])
def test_jigsaw_takes_the_size_from_the_key_where_the_row_does_not_tell(meta: Any) -> None:
    """A missing or odd difficulty costs no points."""
    assert score("3, 1, 4, 2", "3, 1, 4, 2", task="jigsaw", meta_data=meta) == 1


@pytest.mark.parametrize(
    ("key", "response", "right"),
    [
        pytest.param("Harbor", "The sign says HARBOR.", True, id="case"),
        pytest.param("Harbor", "It reads **Har**bor", True, id="emphasis inside the word"),
        pytest.param("Harbor", "Ｈａｒｂｏｒ", True, id="full width"),
        pytest.param("mint tea", "Mint\n  tea", True, id="line break between two words"),
        pytest.param("Harbor", "harbormaster", False, id="inside a longer word"),
        pytest.param("7", "17", False, id="inside a longer number"),
        pytest.param("Harbor", "招牌上是Harbor。", True, id="Chinese beside it joins nothing"),
        pytest.param("平安", "图中的文字是平安", True, id="Chinese has no word boundaries"),
        pytest.param("Harbor", "It is not Harbor.", False, id="denied"),
        pytest.param("Harbor", "不是“Harbor”", False, id="denied in Chinese"),
        pytest.param("Harbor", "Not blurry at all: Harbor", True, id="a denial of something else"),
        pytest.param("Harbor", "It is not Harbour but Harbor.", True, id="another word denied"),
        pytest.param("Harbor", "<think>Harbor?</think>Barber", False, id="only in the reasoning"),
        pytest.param("Harbor", "Harbor?</think>Barber", False, id="reasoning without its opening tag"),
        pytest.param("Harbor", "Barber", False, id="another word"),
        pytest.param("...", "anything", False, id="a key without letters"),
    ],
)
def test_ocr_looks_for_the_whole_word_in_the_reply(key: str, response: str, right: bool) -> None:
    """Normalised, as a whole word, outside the reasoning, and not denied."""
    assert score(key, "an answer was found", task="ocr", response=response, image_1="data/ocr/7.jpg") == right


@pytest.mark.parametrize(
    ("image", "response", "right"),
    [
        ("data/ocr/60.jpg", "mobi", True),
        ("data/ocr/60.jpg", "kelp", False),
        ("data\\ocr\\62.jpg", "aires", True),
        ("data/ocr/160.jpg", "kelp", True),
        ("data/60.jpg/7.jpg", "kelp", True),
        (None, "kelp", True),
    ],
)
def test_ocr_corrects_the_key_of_two_pictures_by_their_exact_name(
    image: str | None, response: str, right: bool
) -> None:
    """160.jpg is not 60.jpg."""
    assert score("kelp", response, task="ocr", image_1=image) == right


def test_p06_two_letters_are_not_the_first_of_them() -> None:
    """`AD` on a single-choice item is wrong; on a multi-select item `D, A` is AD."""
    assert score("A", "AD", prompt=SEVERAL) == 0
    assert score("AD", "D, A", prompt=SEVERAL) == 1


@pytest.mark.parametrize("key", ["A", "B", "C", "D"])
@pytest.mark.parametrize("extracted", [None, "", "  ", "unknown", "I cannot view images."])
def test_p12_no_answer_earns_nothing_whatever_the_key(key: str, extracted: str | None) -> None:
    """Nothing falls back to the first option."""
    assert score(key, extracted, task="rotation_game", prompt=ANGLES) == 0


KEYS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["A", "K", "ACD", "12", "0", "1/2", "5%", "[]", "[1, 2]", "None", " B ", "nan", "()"]),
    st.lists(st.integers(0, 20), max_size=9),
)
TASKS = st.sampled_from(["math", "maze", "ocr", "jigsaw", "spot_difference", "word_search", "no such task"])


@given(task=TASKS, key=KEYS, silence=st.sampled_from([None, "", " ", "\n\t", "**", "` `", "\u3000"]))
def test_no_answer_is_0_whatever_the_key(task: str, key: object, silence: str | None) -> None:
    """None, blank, and marks around nothing."""
    assert (
        strict_score(task, ANGLES, key, silence, "A, or 12, or [1, 2]: I can't tell.", {"difficulty": 1}, "7.jpg") == 0
    )


@settings(max_examples=300)
@given(task=TASKS, key=KEYS, extracted=st.text(), prompt=st.one_of(st.just(ANGLES), st.text()), response=st.text())
def test_any_text_gives_a_score_between_0_and_1_or_none(
    task: str, key: object, extracted: str, prompt: str, response: str
) -> None:
    """It never raises."""
    value = strict_score(task, prompt, key, extracted, response)
    assert value is None or 0 <= value <= 1


@given(st.permutations(range(1, 10)), st.permutations(range(1, 10)))
def test_jigsaw_never_beats_the_official_measure_and_is_symmetric(key: list[int], extracted: list[int]) -> None:
    """On two permutations it is the share of agreeing places, whichever is the key."""
    meta = {"difficulty": 3}
    share = sum(a == b for a, b in zip(key, extracted, strict=True)) / 9
    assert score(key, str(extracted), task="jigsaw", meta_data=meta) == pytest.approx(share)
    assert score(extracted, str(key), task="jigsaw", meta_data=meta) == pytest.approx(share)


@pytest.mark.parametrize("key", [None, "", "  ", True, False])
@pytest.mark.parametrize("task", ["math", "ocr", "jigsaw", "spot_difference", "word_search"])
def test_a_broken_key_cannot_be_scored(task: str, key: object) -> None:
    """Missing, blank, or a truth value: None, not 0."""
    assert score(key, "B", task=task) is None


@pytest.mark.parametrize("key", ["1, 2, 3", [1, 1, 2, 3], [0, 1, 2, 3], "B", [], "1, 2, 3, 4, 5"])
def test_a_jigsaw_key_that_is_no_permutation_cannot_be_scored(key: object) -> None:
    """No answer could be right."""
    assert score(key, "1, 2, 3, 4", task="jigsaw", meta_data={"difficulty": 2}) is None


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "hostile",
    [
        "9" * MEGABYTE,
        "9^" * (MEGABYTE // 2),
        "1e999999999",
        "1 " * (MEGABYTE // 2),
        "1,111" * 60,
        "*a " * (MEGABYTE // 3),
        "**" * (MEGABYTE // 2),
        "\\frac{1}{" * 1100,
        "{" * 9_999,
        "a\u0301\u0323" + "\u0301\u0323" * (MEGABYTE // 2),
        "\ufdfa" * MEGABYTE,
        "not harbor " * (MEGABYTE // 11),
        "<think>" * (MEGABYTE // 7),
        " " * MEGABYTE + "x",
        "the " * 2_499,
        "row 1" * 1_999,
        "A. " * 3_333,
        "[" * 5_000 + "1" + "]" * 4_999,
    ],
    ids=lambda text: f"{text[:6]!r} x{len(text)}",
)
@pytest.mark.parametrize("task", ["math", "ocr", "jigsaw", "spot_difference", "word_search"])
def test_any_input_takes_less_than_a_second(task: str, hostile: str) -> None:
    """Huge texts, huge exponents, texts built to make patterns explode. The usual is under a millisecond."""
    key: object = {"ocr": "harbor", "jigsaw": [3, 1, 4, 2], "spot_difference": [2, 5], "word_search": [3, 6]}.get(
        task, 12
    )
    for extracted in (hostile, hostile[:9_999], hostile[:300]):
        began = time.process_time()
        assert strict_score(task, ANGLES, key, extracted, hostile, {"difficulty": 2}, "7.jpg") in (0, 1)
        assert time.process_time() - began < 1.0


@pytest.mark.parametrize(
    ("task", "key", "graded"),
    [
        ("jigsaw", [1, 2, 3, 4], True),
        ("spot_difference", [2, 5], True),
        ("spot_difference", "[2, 5]", True),
        ("spot_difference", "[5]", True),
        ("spot_difference", "[]", True),
        ("spot_difference", "5", False),
        ("spot_difference", 5, False),
        ("spot_difference", "B", False),
        ("word_search", [3, 6], False),
        ("maze", "C", False),
    ],
)
def test_graded_are_jigsaw_and_lists_of_spot_difference(task: str, key: object, graded: bool) -> None:
    """A graded answer passes above one half, any other by being right."""
    assert is_graded(task, key) is graded
    assert pass_mark(task, key) == (0.5 if graded else 1.0)


@pytest.mark.parametrize(
    ("value", "mark", "passed"),
    [(0.5, 0.5, False), (0.51, 0.5, True), (1.0, 0.5, True), (1.0, 1.0, True), (0.99, 1.0, False), (0.0, 1.0, False)],
)
def test_half_does_not_pass(value: float, mark: float, passed: bool) -> None:
    """Strictly greater than one half."""
    assert is_passed(value, mark) is passed

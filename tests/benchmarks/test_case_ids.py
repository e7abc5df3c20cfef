"""Names of cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.case_ids import ascii_task, case_id


@pytest.mark.parametrize(
    ("task", "source_id", "name"),
    [
        pytest.param("rotation_game", 12, "rotation_game-0012", id="a number is padded"),
        pytest.param("rotation_game", "12", "rotation_game-0012", id="the same number as text"),
        pytest.param("maze", 0, "maze-0000", id="zero"),
        pytest.param("maze", 123456, "maze-123456", id="more than four digits"),
        pytest.param("perception", "shelf_7", "perception-shelf_7", id="a plain word stays"),
        pytest.param("direct_attributes", "sa_4690", "direct_attributes-sa_4690", id="a file's name"),
    ],
)
def test_plain_ids_stay_readable(task: str, source_id: int | str, name: str) -> None:
    """Numbers and short plain words can be read in the case's name."""
    assert case_id(task, source_id) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(12, "0012", id="a number and its padded spelling"),
        pytest.param(-5, "5", id="a sign"),
        pytest.param("a b", "a_b", id="a space"),
        pytest.param("A/B", "A_B", id="a slash"),
        pytest.param("\ud800", "?", id="half a surrogate pair"),
        pytest.param("x" * 33, "x" * 32, id="one character over the limit"),
    ],
)
def test_ids_that_look_alike_get_different_cases(one: int | str, other: int | str) -> None:
    """Nothing that is cleaned away makes two ids one."""
    assert case_id("maze", one) != case_id("maze", other)


def test_a_word_that_looks_like_a_digest_can_not_take_another_ids_name() -> None:
    """The digest of one id, used as an id itself, is digested again."""
    name = case_id("maze", "id with spaces")
    assert case_id("maze", name.removeprefix("maze-")) != name


def test_the_hyphen_parts_task_and_id_for_certain() -> None:
    """Task "a-b" with id "c" is not task "a" with id "b-c"."""
    assert case_id(ascii_task("a-b"), "c") != case_id(ascii_task("a"), "b-c")


_IDS = st.one_of(
    st.integers(-1000, 1000), st.text(min_size=1, max_size=12), st.from_regex(r"[0-9a-f]{10}|0*[0-9]{1,5}")
)


@given(st.lists(st.tuples(st.sampled_from(["a", "a-b", "a_b", "Ä", "b"]), _IDS), min_size=2, max_size=2))
def test_different_rows_never_meet(rows: list[tuple[str, int | str]]) -> None:
    """Two rows share a case only when task and id are the same."""
    (task, one), (other_task, other) = rows
    same_row = (task, str(one)) == (other_task, str(other))
    assert (case_id(ascii_task(task), one) == case_id(ascii_task(other_task), other)) == same_row


def test_p57_long_ids_become_short_stable_and_different() -> None:
    """40,000 characters, and two ids equal in their first 250, still name two short cases."""
    first, second = "y" * 250 + "1", "y" * 250 + "2"
    names = {
        case_id("maze", "x" * 40_000),
        case_id("maze", "7" * 40_000),
        case_id("maze", first),
        case_id("maze", second),
    }
    assert len(names) == 4
    assert all(len(name) == len("maze-") + 10 for name in names)
    assert case_id("maze", first) == "maze-7b4ce70c9c"


def test_p58_other_scripts_give_ascii_ids_that_keep_the_task() -> None:
    """The case of 旋转-第3题 can be typed, and `-k rotation` still finds it."""
    name = case_id("rotation_game", "旋转-第3题")
    assert name.isascii()
    assert name.startswith("rotation_game-")


def test_p58_a_task_in_another_script_gets_a_readable_ascii_name() -> None:
    """délai keeps what is ASCII of it, and two such labels never meet."""
    assert ascii_task("délai").startswith("d_lai_")
    assert ascii_task("délai").isascii()
    assert ascii_task("délai") != ascii_task("dèlai")
    assert ascii_task("旋转").startswith("task_")

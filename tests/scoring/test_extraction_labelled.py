"""The labelled replies: what the set holds, and how the rules do on it."""

from collections import Counter

import pytest

from cli.check_extraction import REPLIES, Checked, LabelledReply, check, load_replies, meets_target
from scoring.extraction import extract

TASKS = {
    "instrument",
    "color",
    "refcoco",
    "rotation_game",
    "math",
    "word_search",
    "visual_search",
    "ocr",
    "symbolic",
    "spot_difference",
    "contrast",
    "jigsaw",
    "maze",
}
STYLES = {"terse", "cot", "latex", "markdown", "chinese", "json", "reasoning", "prose"}


@pytest.fixture(scope="module")
def replies() -> list[LabelledReply]:
    """All labelled replies."""
    return load_replies(REPLIES)


@pytest.fixture(scope="module")
def checked(replies: list[LabelledReply]) -> list[Checked]:
    """All of them with what the rules read."""
    return [check(reply) for reply in replies]


def test_ids_are_unique_and_no_reply_stands_twice(replies: list[LabelledReply]) -> None:
    """A doubled row would count twice, and could be in both sets."""
    assert len({reply.id for reply in replies}) == len(replies)
    assert len({(reply.prompt, reply.response) for reply in replies}) == len(replies)


@pytest.mark.parametrize("field", ["task", "style"])
def test_every_task_and_style_has_at_least_twenty_answers(replies: list[LabelledReply], field: str) -> None:
    """The figure is about all of them."""
    counts = Counter(getattr(reply, field) for reply in replies if not reply.is_trap)
    wanted = TASKS if field == "task" else STYLES
    assert min(counts[name] for name in wanted) >= 20
    assert sum(counts.values()) >= 400


def test_there_are_a_hundred_traps_and_a_third_of_the_first_set_is_for_testing(replies: list[LabelledReply]) -> None:
    """The rows written before the first rule: two thirds dev, one third test, traps too."""
    first = [reply for reply in replies if "-v" not in reply.id]
    assert sum(reply.is_trap for reply in first) >= 100
    for traps in (True, False):
        splits = Counter(reply.split for reply in first if reply.is_trap is traps)
        assert splits["test"] == pytest.approx(sum(splits.values()) / 3, abs=1)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_97_percent_are_right_and_no_trap_is_answered(checked: list[Checked], split: str) -> None:
    """The target of both sets; `gazecheck check-extraction` prints the failures."""
    assert meets_target([one for one in checked if one.reply.split == split])


def test_the_answer_of_an_answer_is_itself(checked: list[Checked]) -> None:
    """Every canonical form is read as what it is, so that extracting twice changes nothing."""
    for one in checked:
        answer = one.extraction.answer
        if answer is not None:
            again = extract(one.reply.task, one.reply.prompt, answer, one.reply.meta_data)
            assert again.answer == answer, one.reply.id


def test_spans_point_into_the_reply(checked: list[Checked]) -> None:
    """Every answer says which characters of the original reply it was read from."""
    for one in checked:
        if one.extraction.answer is not None:
            assert one.extraction.span is not None, one.reply.id
            start, end = one.extraction.span
            assert 0 <= start < end <= len(one.reply.response), one.reply.id

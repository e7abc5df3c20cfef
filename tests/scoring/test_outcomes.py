"""From key, reply and extraction to one verdict: the outcome's word, its reason, both scores and whether they pass."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import pytest

from adapters import errors
from scoring import symbolic
from scoring.extraction import extract
from scoring.outcomes import Key, Reply, box_verdict, choice_verdict, error_verdict, tir_verdict
from scoring.symbolic import Comparison
from scoring.verdict import OUTCOMES, Extraction, Outcome, Reason

ANGLES = "Which clockwise turn puts the picture upright?\nA. 90°\nB. 180°\nC. 270°\nD. 45°"

SEVERAL = "Which statements hold? Select all that apply, for example BD.\nA. one\nB. two\nC. three\nD. four"


def key(answer: Any = "C", task: str = "rotation_game", prompt: str = ANGLES, **more: Any) -> Key:
    return Key(task, prompt, answer, source_id="12", **more)


def found(answer: str, **more: Any) -> Extraction:
    return Extraction(answer, rule="label", **more)


def nothing(reason: Reason | None = None, outcome: Any = "unparsed") -> Extraction:
    return Extraction(None, rule="none", outcome=outcome, reason=reason)


def test_a_right_answer_is_correct_in_both_scores() -> None:
    """Nothing to explain."""
    verdict = tir_verdict(key("C"), Reply("Answer: C", "stop"), found("C"))
    assert (verdict.outcome, verdict.reason, verdict.flags) == ("correct", None, ())
    assert (verdict.official, verdict.strict) == (1, 1)
    assert (verdict.passed_official, verdict.passed_strict, verdict.graded) == (True, True, False)


def test_a_wrong_answer_is_wrong() -> None:
    """An answer that differs from the key needs no reason."""
    verdict = tir_verdict(key("C"), Reply("B"), found("B"))
    assert (verdict.outcome, verdict.reason, verdict.official, verdict.strict) == ("wrong", None, 0, 0)
    assert (verdict.passed_official, verdict.passed_strict) == (False, False)


@pytest.mark.parametrize(
    ("answer", "share", "outcome", "passed"),
    [
        ("1, 2, 3, 4", 1.0, "correct", True),
        ("1, 3, 2, 4", 0.5, "partial", False),
        ("2, 1, 4, 3", 0.0, "wrong", False),
    ],
)
def test_a_graded_answer_is_partial_between_0_and_1(answer: str, share: float, outcome: str, passed: bool) -> None:
    """Half of the places agree: partial, and not passed."""
    jigsaw = key([1, 2, 3, 4], task="jigsaw", prompt="Order?", meta={"difficulty": 2})
    verdict = tir_verdict(jigsaw, Reply(answer), found(answer))
    assert (verdict.outcome, verdict.strict, verdict.official) == (outcome, share, share)
    assert (verdict.passed_strict, verdict.passed_official, verdict.graded) == (passed, passed, True)


def test_partial_and_passed_go_together_above_one_half() -> None:
    """Two of three patches: the outcome stays partial, the case passes."""
    spot = key([2, 5, 9], task="spot_difference", prompt="Which? n is 3 and m is 4.")
    verdict = tir_verdict(spot, Reply("[2, 5]"), found("[2, 5]"))
    assert (verdict.outcome, verdict.passed_strict) == ("partial", True)
    assert verdict.strict == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("reply", "extraction", "outcome", "reason"),
    [
        pytest.param(Reply("B or C"), nothing("conflict"), "unparsed", "conflict", id="the rules' own reason"),
        pytest.param(Reply("hm"), nothing(), "unparsed", "no_answer", id="no reason given"),
        pytest.param(Reply(""), nothing("no_answer"), "unparsed", "empty", id="empty"),
        pytest.param(Reply(" \n"), nothing("no_answer"), "unparsed", "empty", id="blank"),
        pytest.param(Reply("", reasoned=True), nothing(), "unparsed", "reasoning_only", id="P16: hidden reasoning"),
        pytest.param(Reply("", "length", reasoned=True), nothing(), "truncated", "token_limit", id="P16: cut off"),
        pytest.param(
            Reply("First I", "length"), nothing("no_answer"), "truncated", "token_limit", id="cut off in text"
        ),
        pytest.param(Reply("First I", "MAX_TOKENS"), nothing(), "truncated", "token_limit", id="in other words"),
        pytest.param(Reply("I can't."), nothing(outcome="refused"), "refused", "refused", id="refused in words"),
        pytest.param(Reply("I can't.", "length"), nothing(outcome="refused"), "refused", "refused", id="and cut off"),
        pytest.param(Reply("", refusal="No."), nothing(), "refused", "refused", id="the server's refusal"),
        pytest.param(Reply("", "content_filter"), nothing(), "refused", "content_filter", id="filter"),
        pytest.param(
            Reply("C", "content_filter"), found("C"), "refused", "content_filter", id="filter beside an answer"
        ),
    ],
)
@pytest.mark.parametrize("gold", ["A", "C"])
def test_a_reply_without_an_answer_scores_as_each_score_says(
    gold: str, reply: Reply, extraction: Extraction, outcome: Outcome, reason: Reason
) -> None:
    """Strict gives 0 whatever the key; official what an empty extraction gets, which is 1 where the key is A."""
    verdict = tir_verdict(key(gold), reply, extraction)
    assert (verdict.outcome, verdict.reason) == (outcome, reason)
    assert (verdict.strict, verdict.passed_strict) == (0, False)
    assert (verdict.official, verdict.passed_official) == ((1, True) if gold == "A" else (0, False))
    assert verdict.extraction is extraction


def test_a_cut_off_reply_with_an_answer_is_that_answer_with_a_flag() -> None:
    """Truncated is the outcome only when nothing could be read."""
    verdict = tir_verdict(key("C"), Reply("Answer: C. Because", "length"), found("C", flags=("answer_changed",)))
    assert (verdict.outcome, verdict.strict, verdict.flags) == ("correct", 1, ("answer_changed", "truncated"))


@pytest.mark.parametrize(
    ("prompt", "gold", "text", "outcome"),
    [
        pytest.param(ANGLES, "A", "ANSWER: AD", "wrong", id="P06: two letters on a single-choice item"),
        pytest.param(SEVERAL, "AD", "ANSWER: D, A", "correct", id="P06: the same on a multi-select item"),
        pytest.param("How many? Give an integer.", 34, "3 red and 4 blue", "unparsed", id="P14: digits of two numbers"),
        pytest.param("How many? Give an integer.", 12, "12 (counted 2 times)", "correct", id="P14: a remark"),
        pytest.param("What is the reading?", r"3.25\%", r"3.25\%", "correct", id="P66: the key itself"),
        pytest.param("How many? Give an integer.", 12, "9^9^9^9", "unparsed", id="P66: a nested power"),
    ],
)
def test_p06_p14_p66_from_reply_to_outcome(prompt: str, gold: Any, text: str, outcome: str) -> None:
    """Extraction and scores together, from a worker thread."""
    item = key(gold, task="math", prompt=prompt)
    with ThreadPoolExecutor(1) as pool:
        verdict = pool.submit(lambda: tir_verdict(item, Reply(text), extract("math", prompt, text))).result(timeout=60)
    assert verdict.outcome == outcome


def test_p12_no_answer_gets_no_credit_and_is_shown_apart_from_wrong() -> None:
    """The same for every key letter: unparsed or refused, strict 0."""
    replies = {"": nothing(), "I cannot view images.": nothing(outcome="refused"), "unknown": nothing("no_answer")}
    for gold in "ABCD":
        verdicts = [tir_verdict(key(gold), Reply(text), extraction) for text, extraction in replies.items()]
        assert [verdict.outcome for verdict in verdicts] == ["unparsed", "refused", "unparsed"]
        assert [verdict.strict for verdict in verdicts] == [0, 0, 0]


def test_p13_eight_empty_replies_are_eight_unparsed_not_a_quarter_right() -> None:
    """Two items per key A to D; official stays as published, where both A's count."""
    verdicts = [tir_verdict(key(gold), Reply(""), nothing()) for gold in "AABBCCDD"]
    assert [verdict.outcome for verdict in verdicts] == ["unparsed"] * 8
    assert sum(verdict.strict or 0 for verdict in verdicts) == 0
    assert sum(verdict.official or 0 for verdict in verdicts) == 2


def test_ocr_judges_the_reply_once_there_is_an_answer() -> None:
    """Both scores look for the key in the reply; strict as a whole word, whatever its case."""
    ocr = key("Harbor", task="ocr", prompt="Which word?", image="data/ocr/7.jpg")
    verdict = tir_verdict(ocr, Reply("It says HARBOR"), found("HARBOR"))
    assert (verdict.outcome, verdict.strict, verdict.official) == ("correct", 1, 0)
    silent = tir_verdict(ocr, Reply("<think>Harbor?</think>"), nothing("no_answer"))
    assert (silent.outcome, silent.strict, silent.official) == ("unparsed", 0, 1)


def test_a_broken_key_has_no_strict_score_and_is_named() -> None:
    """The official score stands alone, and gives the outcome."""
    verdict = tir_verdict(key("1, 1", task="jigsaw", meta={"difficulty": 2}), Reply("1, 2"), found("1, 2"))
    assert (verdict.strict, verdict.passed_strict, verdict.reason) == (None, None, "broken_key")
    assert (verdict.official, verdict.outcome) == (0, "wrong")


def test_a_key_the_official_scorer_cannot_score_is_compared_strictly() -> None:
    """`1/2` counts 0 officially; the row's id keeps that from being a problem of the row."""
    verdict = tir_verdict(key("1/2", task="math", prompt="How much?"), Reply("0.5"), found("0.5"))
    assert (verdict.outcome, verdict.strict, verdict.official, verdict.flags) == ("correct", 1, 0, ())


@pytest.mark.parametrize(
    ("said", "flag"),
    [
        (Comparison(equal=False, timed_out=True), "timed_out"),
        (Comparison(equal=False, died=True), "official_helper_died"),
    ],
)
def test_what_stood_in_the_way_of_the_official_score_is_flagged(
    monkeypatch: pytest.MonkeyPatch, said: Comparison, flag: str
) -> None:
    """P66: a time limit is recorded beside the 0."""
    monkeypatch.setattr(symbolic, "compare", lambda *_: said)
    verdict = tir_verdict(key(12, task="math", prompt="How many?"), Reply("9^9^9^9"), found("9^9^9^9"))
    assert (verdict.official, verdict.flags) == (0, (flag,))


def test_half_a_surrogate_pair_in_the_reply_is_flagged() -> None:
    """The authors' program would tear its file; here the row counts 0 officially, and the strict score stands."""
    verdict = tir_verdict(key("C"), Reply("\ud83d C"), found("C"))
    assert (verdict.official, verdict.strict, verdict.flags) == (0, 1, ("official_lone_surrogate",))


@pytest.mark.parametrize(
    ("answer", "gold", "outcome"),
    [("C", "C", "correct"), ("c", "C", "correct"), ("B", "C", "wrong"), ("BC", "C", "wrong"), ("270°", "C", "correct")],
)
def test_choice_verdicts_have_a_strict_score_only(answer: str, gold: str, outcome: str) -> None:
    """There is no public scorer to agree with."""
    verdict = choice_verdict(key(gold, task="perception"), Reply(answer), found(answer))
    assert (verdict.outcome, verdict.strict) == (outcome, float(outcome == "correct"))
    assert (verdict.official, verdict.passed_official) == (None, None)
    assert verdict.passed_strict is (outcome == "correct")


def test_a_choice_without_an_answer_is_unparsed_whatever_the_key() -> None:
    """The same ladder of reasons as elsewhere."""
    verdict = choice_verdict(key("A", task="perception"), Reply("", "length"), nothing())
    assert (verdict.outcome, verdict.reason, verdict.strict) == ("truncated", "token_limit", 0)


@pytest.mark.parametrize(
    ("iou", "outcome", "passed"),
    [(1.0, "correct", True), (0.6, "partial", True), (0.5, "partial", False), (0, "wrong", False)],
)
def test_boxes_pass_above_one_half(iou: float, outcome: str, passed: bool) -> None:
    """The score of a box is its IoU."""
    verdict = box_verdict(iou, Reply("[1, 2, 3, 4]"), found("[1, 2, 3, 4]"))
    assert (verdict.outcome, verdict.strict, verdict.passed_strict, verdict.graded) == (outcome, iou, passed, True)
    assert verdict.official is None


def test_a_reply_without_a_box_scores_0_whatever_iou_is_passed() -> None:
    """No box is not a zero box."""
    verdict = box_verdict(0.9, Reply("nowhere"), nothing("no_answer"))
    assert (verdict.outcome, verdict.strict, verdict.passed_strict) == ("unparsed", 0, False)


def test_errors_have_no_score() -> None:
    """They stand outside every mean."""
    verdict = error_verdict("judge_error", "timeout")
    assert (verdict.outcome, verdict.reason) == ("judge_error", "timeout")
    assert (verdict.official, verdict.strict, verdict.passed_official, verdict.passed_strict) == (None,) * 4


def test_the_lists_of_words_are_complete() -> None:
    """Every outcome is listed once, and what an adapter may say is among the reasons."""
    assert set(OUTCOMES) == set(get_args(Outcome))
    assert set(get_args(errors.Reason)) <= set(get_args(Reason))

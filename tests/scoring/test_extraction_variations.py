"""The same few turns of phrase over every kind of option list: what a letter, a text and a denial look like."""

import pytest

from scoring.extraction import extract
from scoring.options import Option, parse_options

PROMPTS = {
    "numbers": "What speed does the needle show?\nA 25\nB 40\nC 55\nD 70",
    "times": "Which time is it? A. 10:10 B. 2:50 C. 9:15 D. 3:45",
    "codes": "Which code? (A) #58202F (B) #A78809 (C) #988DD4 (D) #1EFD0E",
    "triples": "Which triple? (A) [262, 98, 21] (B) [130, 89, 26] (C) [205, 94, 37]",
    "colours": "Which colour is largest?\nA: Teal\nB: Dark blue\nC: Blue\nD: Light green\nE: None of the above",
    "shares": "How much of it?\nA: 88%\nB: 63%\nC: 4%\nD: 18%",
    "angles": "Which clockwise turn?\nA. 90°\nB. 180°\nC. 270°\nD. No answer",
    "lengths": "距离约为（ ）。\nA: 29km\nB: 16km\nC: 36km\nD: 15km",
    "phones": "Which number?\nA) 08-6125-3810\nB) 06-5653-7708\nC) 09-0112-1905",
    "articles": "What is it?\nA. a blue car\nB. a dog\nC. A red car\nD. none",
    "plants": "Which plant?\n" + "\n".join(f"{x}. {x.lower()}-plant" for x in "ABCDEFGHIJKL"),
    "series": "Which is odd?\nA.shape 1\nB.shape 2\nC.shape 3\nD.shape 4",
    "moves": "Which moves?\nA. RRDDRDRR\nB. DDRRURDR\nC. RDRDLDRR\nD. No answer",
    "capitals": "Which segment?\nA. AB\nB. BC\nC. CD\nD. none",
    "ranges": "Between which marks?\nA 27-28\nB 28-29\nC 29-30",
    "badges": "WHICH BADGE IS HIDDEN?\nA. BIG 6\nB. ACID 59\nC. CAB 64\nD. HIGH 27",
}
BY_LETTER = [
    "{L}",
    "({L})",
    "{L}.",
    "**{L}**",
    "[[{L}]]",
    "Answer: {L}",
    "The answer is {L}.",
    "\\boxed{{{L}}}",
    "<answer>{L}</answer>",
    '{{"answer": "{L}"}}',
    "选{L}。",
    "答案：{L}",
    "Therefore, the correct option is {L}.",
    "I choose {L}.",
    "{L} is correct.",
    "{L}. {T}",
    "{L}: {T}",
    "({L}) {T}",
    "Final answer: **{L}. {T}**",
    "<think>not sure yet</think>{L}",
    "La respuesta es {L}.",
    "Die Antwort ist {L}.",
    "Ответ: {L}",
    "答えは{L}です。",
    "정답은 {L}입니다.",
]
BY_TEXT = [
    "{T}",
    "{T}.",
    "**{T}**",
    "Answer: {T}",
    "The answer is {T}.",
    "\\boxed{{\\text{{{T}}}}}",
    "<answer>{T}</answer>",
]
NO_ANSWER = [
    "not {L}",
    "It isn't {L}.",
    "The answer is not {L}.",
    "{L} is wrong.",
    "We can rule out {L}.",
    "Is it {L}?",
    "{L} or {M}",
    "{L}, {M}",
    "**{L}** or **{M}**",
    "\\boxed{{{L}}} or \\boxed{{{M}}}",
    "I can't decide between {L} and {M}.",
    "{L}. {U}",
    "Answer: {L}: {U}",
    "{T} or {U}",
    "If it is mirrored, the answer is {L}.",
    "Answer: {L}\n\nWait, that's wrong.",
    "<think>{L}</think>",
    "<think>so {L}",
    "~~{L}~~",
    "不是{L}",
    "答案不是{L}",
    "排除{L}",
    "La respuesta no es {L}.",
    "Ce n'est pas {L}.",
    "Die Antwort ist nicht {L}.",
    "Ответ не {L}.",
    "{L}ではありません。",
    "정답은 {L}가 아닙니다.",
    "{L} değil.",
]


def filled(form: str, one: Option, other: Option) -> str:
    """A turn of phrase about an option, and another one."""
    return form.format(L=one.letter, T=one.text, M=other.letter, U=other.text)


@pytest.mark.parametrize("kind", PROMPTS)
def test_every_usual_form_names_its_option(kind: str) -> None:
    """By letter and by text, for every option of the list."""
    options = parse_options(PROMPTS[kind])
    for one in options:
        for form in BY_LETTER + BY_TEXT:
            reply = filled(form, one, options[0])
            assert extract("visual_search", PROMPTS[kind], reply).answer == one.letter, reply


@pytest.mark.parametrize("kind", PROMPTS)
def test_denials_doubts_and_contradictions_name_none(kind: str) -> None:
    """In any wording and language; two live candidates; a letter with another option's text."""
    options = parse_options(PROMPTS[kind])
    for one, other in zip(options, options[1:] + options[:1], strict=True):
        for form in NO_ANSWER:
            reply = filled(form, one, other)
            assert extract("visual_search", PROMPTS[kind], reply).answer is None, reply


@pytest.mark.parametrize("kind", PROMPTS)
@pytest.mark.parametrize("style", ["{L}. {T}", "({L}) {T}", "{L}: {T}", "{L} {T}", "- {L}) {T}", "| {L} | {T} |"])
def test_a_copied_list_is_no_answer_and_hides_none(kind: str, style: str) -> None:
    """The options again, with and without an answer below."""
    options = parse_options(PROMPTS[kind])
    copied = "\n".join(style.format(L=one.letter, T=one.text) for one in options)
    assert extract("visual_search", PROMPTS[kind], copied).answer is None
    assert extract("visual_search", PROMPTS[kind], f"{copied}\n\n**B**").answer == "B"

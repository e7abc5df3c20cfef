"""Markdown and HTML marks out of a text; answer tags and box tokens become marked parts."""

import re

from scoring.extractors.text import BOX_CLOSE, BOX_OPEN, TAG_CLOSE, TAG_OPEN, Edit, ReplyText

_MARK = re.compile(
    r"~~[^~\n]{1,200}~~"  # struck through: the model took it back
    r"|\*{2,3}"
    r"|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])"  # emphasis, but neither `2*3` nor a bullet
    r"|(?<![A-Za-z0-9_])_{1,2}(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])_{1,2}(?![A-Za-z0-9_])"
    r"|```[A-Za-z]{0,12}|`"
    r"|^[ ]{0,8}(?:\#{1,6}|>)[ ]+"
    r"|</?(?:answer|final_answer|FINAL_ANSWER|Answer|ANSWER)>"
    r"|<\|[A-Za-z_]{1,30}\|>|</?s>"
    r"|</?(?:b|i|u|em|strong|br|p|div|span|center|big|h[1-6])(?:\s[^<>\n]{0,80})?\s?/?>",
    re.MULTILINE,
)
_LONG_SPACE = re.compile(r"\s{9,}")
_BOLD = re.compile(r"\*\*([^*\n]{1,300})\*\*|<(?:b|strong)>([^<\n]{1,300})</")


def without_markup(reply: ReplyText) -> ReplyText:
    """The reply without its marks, with its bold parts noted."""
    new = reply.edited([_edit(mark) for mark in _MARK.finditer(reply.text)])
    if new is reply or ("**" not in reply.text and "<" not in reply.text):
        return new
    layer = new.layers[-1]
    bold = [match.span(1) if match[1] is not None else match.span(2) for match in _BOLD.finditer(reply.text)]
    return ReplyText(new.text, new.layers, tuple((layer.forward(start), layer.forward(end)) for start, end in bold))


def without_long_spaces(reply: ReplyText) -> ReplyText:
    """The reply with runs of white space cut to a paragraph's end: rules may then look across them in constant time."""
    edits = [(gap.start(), gap.end(), "\n\n" if "\n" in gap[0] else "    ") for gap in _LONG_SPACE.finditer(reply.text)]
    shorter = reply.edited(edits)
    if shorter is reply:
        return reply
    layer = shorter.layers[-1]
    bold = tuple((layer.forward(start), layer.forward(end)) for start, end in reply.bold)
    return ReplyText(shorter.text, shorter.layers, bold)


def _edit(mark: re.Match[str]) -> Edit:
    return mark.start(), mark.end(), _replacement(mark[0].casefold())


def _replacement(mark: str) -> str:
    if mark.endswith("answer>"):
        return TAG_CLOSE if mark.startswith("</") else TAG_OPEN
    if mark == "<|begin_of_box|>":
        return BOX_OPEN
    if mark == "<|end_of_box|>":
        return BOX_CLOSE
    return "\n" if mark.startswith(("<br", "<p", "</p", "<div", "</div", "```", "<|")) else ""

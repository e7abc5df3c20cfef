"""Which characters of a reply may answer: not its reasoning blocks, tool calls and program code.

A closing tag without its opening one makes everything before it reasoning; an opening tag without its closing one
everything after it, except an answer tag that ends the reply (models forget the closing tag, not the answer).
"""

import re

from scoring.extractors.text import Edit

HEAD_CHARS = 4_000
TAIL_CHARS = 12_000
"""Of a longer reply only its head and its tail are read: answers stand there, and time stays bounded."""

_BLOCK = re.compile(
    r"<(/?)(?=[TRSAFtrsaf])(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|tool_call"
    r"|tool_response|function_call"
    r"|sandbox_output)>"
    r"|◁(/?)think▷|\[(/?)THINK\]",
    re.IGNORECASE,
)
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_CODE = re.compile(r"```(?:python|py)\b[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_PROGRAM = re.compile(r"\bimport \w|\bprint\(|^\s*\w+ = |^\s*(?:for|def|if) .*:$", re.MULTILINE)


def hidden_parts(response: str) -> list[Edit]:
    """The parts of a reply that can not answer, as edits that replace each by a line break."""
    hidden = _reasoning(response)
    final = response.rfind(_FINAL_CHANNEL)
    if final >= 0:
        hidden.append((0, final + len(_FINAL_CHANNEL)))
    elif response.startswith("<|channel|>analysis"):
        hidden.append((0, len(response)))
    return [(start, end, "\n") for start, end in _merged(hidden)]


def unread_middle(text: str) -> list[Edit]:
    """The middle of a very long text, as an edit that replaces it by a line break."""
    if len(text) <= HEAD_CHARS + TAIL_CHARS:
        return []
    return [(HEAD_CHARS, len(text) - TAIL_CHARS, "\n\n")]


def program_code(text: str) -> list[Edit]:
    """Fenced blocks that hold a program; a fence around a bare answer stays."""
    if "```" not in text:
        return []
    return [(m.start(), m.end(), "\n") for m in _CODE.finditer(text) if _PROGRAM.search(m[1])]


def _reasoning(response: str) -> list[tuple[int, int]]:
    hidden: list[tuple[int, int]] = []
    opened: int | None = None
    for tag in _BLOCK.finditer(response):
        closing = bool(tag[1] or tag[2] or tag[3])
        if not closing:
            opened = tag.start() if opened is None else opened
        elif opened is None:
            hidden = [(0, tag.end())]
        else:
            hidden.append((opened, tag.end()))
            opened = None
    if opened is not None:
        hidden.append((opened, _end_of_unclosed(response, opened)))
    return hidden


def _end_of_unclosed(response: str, opened: int) -> int:
    answer = response.rfind("<answer>", opened)
    closed = response.rstrip().endswith("</answer>")
    return answer if answer >= 0 and closed else len(response)


def _merged(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(parts):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged

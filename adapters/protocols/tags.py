"""Finding what a model marks in its text: tagged blocks, thoughts, answers, boxed answers. All in one pass each."""

from dataclasses import dataclass

_MAX_BLOCKS = 200


@dataclass(frozen=True, slots=True)
class Block:
    """The text between an opening tag and its close, the next opening tag, or the end."""

    body: str
    closed: bool
    end: int


def blocks(text: str, tag: str) -> tuple[Block, ...]:
    """Every `<tag>…</tag>` of the text in order; one without its close tag is kept and marked."""
    opening, closing = f"<{tag}>", f"</{tag}>"
    found: list[Block] = []
    at = text.find(opening)
    while at >= 0 and len(found) < _MAX_BLOCKS:
        start = at + len(opening)
        following = text.find(opening, start)
        stop = len(text) if following < 0 else following
        close = text.find(closing, start, stop)
        closed = close >= 0
        end = close + len(closing) if closed else stop
        found.append(Block(text[start : close if closed else stop], closed, end))
        at = following
    return tuple(found)


def without_thoughts(text: str) -> str:
    """The text without its `<think>` blocks.

    A template may have written the opening tag, so everything up to a close tag without one is thought. A thought that
    is never closed hides nothing: where it ends can't be told.
    """
    kept: list[str] = []
    at = 0
    while (close := text.find("</think>", at)) >= 0:
        opening = text.find("<think>", at, close)
        if opening >= 0:
            kept.append(text[at:opening])
        at = close + len("</think>")
    return "".join(kept) + text[at:]


def answer(text: str) -> str | None:
    """What stands in the last `<answer>` block, None without one. A missing close tag does not matter."""
    found = blocks(text, "answer")
    return found[-1].body.strip() if found else None


def without_answers(text: str) -> str:
    """The text without its `<answer>` blocks: a box in an answer asks for no crop."""
    kept = []
    at = 0
    while (opening := text.find("<answer>", at)) >= 0:
        kept.append(text[at:opening])
        close = text.find("</answer>", opening)
        at = len(text) if close < 0 else close + len("</answer>")
    return "".join(kept) + text[at:]


def boxed(text: str) -> str | None:
    r"""What stands in the last `\boxed{…}`, braces balanced; None without a complete one."""
    start = text.rfind(r"\boxed{")
    if start < 0:
        return None
    depth, begin = 1, start + len(r"\boxed{")
    for at in range(begin, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return text[begin:at].strip()
    return None


def unfenced(text: str) -> str:
    """The text inside a Markdown fence that wraps it whole, else the text itself."""
    stripped = text.strip()
    if not stripped.startswith("```"):
        return stripped
    _, _, body = stripped.partition("\n")
    return body.removesuffix("```").strip()


def restored(text: str, stops: tuple[str, ...], finish_reason: str | None, stop_reason: str | None) -> str:
    """The text with the close tag a server stripped because it was a stop string.

    Args:
        text: The assistant's text.
        stops: The stop strings of the request.
        finish_reason, stop_reason: As the server wrote them. Where it does not say which stop string ended the text
            and `finish_reason` is `stop`, a block left open tells.
    """
    for stop in stops:
        if not stop.startswith("</") or text.rstrip().endswith(stop):
            continue
        opening = stop.replace("</", "<")
        left_open = text.rfind(opening) > text.rfind(stop)
        if stop_reason == stop or (stop_reason is None and finish_reason == "stop" and left_open):
            return text + stop
    return text

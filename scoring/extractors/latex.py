"""LaTeX as plain text: `\\boxed{\\text{C}}` becomes a marked box around C, `\\frac{3}{4}` becomes 3/4."""

import re

from scoring.extractors.alternatives import word_list
from scoring.extractors.text import BOX_CLOSE, BOX_OPEN, Edit

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}$^_]", re.DOTALL)

_BARE_FRACTION = re.compile(r"\s?(\d)\s?(\d)")

_WRAPPERS = frozenset(
    word_list(
        "text textbf textit textrm textsf texttt textnormal mathrm mathbf mathit mathsf mathtt mathbb mathcal "
        "mbox hbox "
        "operatorname bm boldsymbol pmb emph underline overline displaystyle textstyle bf rm it left right big "
        "Big bigg "
        "Bigg bigl bigr"
    )
)
"""Commands that say how something looks; the braces behind them go with them."""
_SYMBOLS = {
    "times": "×",
    "cdot": "×",
    "div": "÷",
    "approx": "≈",
    "sim": "~",
    "to": "→",
    "rightarrow": "→",
    "Rightarrow": "→",
    "implies": "→",
    "longrightarrow": "→",
    "therefore": "→",
    "ldots": "…",
    "dots": "…",
    "cdots": "…",
    "circ": "°",
    "degree": "°",
    "pi": "π",
    "pm": "±",
    "quad": " ",
    "qquad": " ",
    "newline": "\n",
    "lbrace": "{",
    "rbrace": "}",
    "lbrack": "[",
    "rbrack": "]",
}
_ESCAPES = {"\\": "\n", ",": " ", ";": " ", ":": " ", " ": " ", "!": "", "(": "", ")": "", "[": "\n", "]": "\n"}
_OPENS = {"drop": "", "box": BOX_OPEN, "numerator": " ", "denominator": "", "sqrt": "("}
_CLOSES = {"drop": "", "box": BOX_CLOSE, "numerator": "/", "denominator": "", "sqrt": ")"}
_GROUPS = {
    "boxed": "box",
    "fbox": "box",
    "frac": "numerator",
    "dfrac": "numerator",
    "tfrac": "numerator",
    "cfrac": "numerator",
    "sqrt": "sqrt",
}


def latex_edits(text: str) -> list[Edit]:
    """Edits that turn the LaTeX of a text into plain characters. One pass, whatever the nesting."""
    if "\\" not in text and "$" not in text:
        return []
    return _Reader(text).edits


class _Reader:
    """One pass over the tokens with a stack of open braces."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[Edit] = []
        self.stack: list[str] = []
        self.pending, self.pending_at = "", -1
        for token in _TOKEN.finditer(text):
            self._take(token[0], token.start(), token.end())

    def _take(self, token: str, start: int, end: int) -> None:
        # `\begin{array}{cc}`: the braces were taken together with their command.
        if self.edits and start < self.edits[-1][1]:
            return
        if token == "{":
            self._open(start, end)
        elif token == "}":
            self._close(start, end)
        elif token == "$":
            self.edits.append((start, end, ""))
        elif token in "^_":
            self._raise(token, start, end)
        elif token[1].isalpha() and token[1].isascii():
            self._command(token[1:].rstrip("*"), start, end)
        else:
            self.edits.append((start, end, _ESCAPES.get(token[1], token[1])))

    def _expect(self, group: str, at: int) -> None:
        self.pending, self.pending_at = group, at

    def _open(self, start: int, end: int) -> None:
        expected = self.pending and not self.text[self.pending_at : start].strip()
        group = self.pending if expected else "drop" if self.text.startswith("{,}", start) else "keep"
        self._expect("", -1)
        self.stack.append(group)
        if group != "keep":
            self.edits.append((start, end, _OPENS[group]))

    def _close(self, start: int, end: int) -> None:
        group = self.stack.pop() if self.stack else "keep"
        if group == "keep":
            return
        self.edits.append((start, end, _CLOSES[group]))
        if group == "numerator":
            self._expect("denominator", end)

    def _raise(self, token: str, start: int, end: int) -> None:
        degree = self.text.startswith(("\\circ", "{\\circ", " \\circ", "\\degree"), end)
        if token == "^" and degree:
            self.edits.append((start, end, ""))
            self._expect("drop", end)

    def _command(self, name: str, start: int, end: int) -> None:
        if name in ("begin", "end"):
            close = self.text.find("}", end, end + 40)
            self.edits.append((start, close + 1 if close >= 0 else end, "\n"))
        elif _GROUPS.get(name) == "numerator" and (digits := _BARE_FRACTION.match(self.text, end)):
            self.edits += [(start, end, " "), (digits.end(1), digits.start(2), "/")]
        elif name in _GROUPS:
            self.edits.append((start, end, "√" if name == "sqrt" else ""))
            self._expect(_GROUPS[name], end)
        elif name in _WRAPPERS:
            self.edits.append((start, end, ""))
            self._expect("drop", end)
        elif name in _SYMBOLS:
            self.edits.append((start, end, _SYMBOLS[name]))

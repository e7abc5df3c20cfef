"""The colours of plots and page: told apart by lightness as well, so they survive colour blindness and grey print.

Plots are drawn with the hex value and written out as `var(--name, #hex)`: the page's style sheet changes them in the
dark, and where no style sheet is let in the hex value stands. The hues are Okabe and Ito's.
"""

from collections.abc import Mapping
from types import MappingProxyType

INK = "#1b2430"
MUTED = "#5b6674"
LINE = "#d5dbe3"
MAIN = "#0072b2"
SECOND = "#b35900"
GHOST = "#98a3b0"

OUTCOME_COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "correct": "#00694c",
        "partial": "#93d3f5",
        "wrong": "#e2742c",
        "unparsed": "#f0b429",
        "refused": "#7d4fa0",
        "truncated": "#e8a0c4",
        "judge_error": "#8b95a3",
        "model_error": "#39424e",
    }
)

VARIABLES: Mapping[str, str] = MappingProxyType(
    {INK: "ink", MUTED: "muted", LINE: "line", MAIN: "main", SECOND: "second", GHOST: "ghost"}
    | {colour: name.replace("_", "-") for name, colour in OUTCOME_COLOURS.items()}
)
"""Colour -> name of the variable in page.css."""

"""Tables of words and patterns, so that long ones stay readable."""

import re


def any_of(*patterns: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """A pattern that matches wherever one of them does, the earlier ones first."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), flags)


def word_list(words: str) -> tuple[str, ...]:
    """The words of a text, in order: a table of words without a line for each."""
    return tuple(words.split())

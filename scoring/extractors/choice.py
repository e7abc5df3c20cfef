"""Reading an answer to a question with options: letters, option texts, values, and the two together."""

import re

from scoring.extractors.agreement import END, OPTION_HINT, disagreement_after, first_line, hinted
from scoring.extractors.candidates import Reading
from scoring.extractors.cues import CONDITIONAL, NEGATION, NO_BEFORE
from scoring.extractors.letter_lists import joined_letters
from scoring.extractors.option_book import OptionBook
from scoring.extractors.option_texts import option_key
from scoring.extractors.option_values import Mention
from scoring.verdict import Reason

_JUNK = " \t\n\"'`*:=.,>→-–—。，、！\ue000\ue001\ue002\ue003"
_LEAD_WORDS = (
    "the|(?-i:an?)|most|very|likely|probably|clearly|definitely|certainly|simply|indeed|therefore|thus|so|still"
    "|just|only|both"
    "|either|correct|right|best|final|closest|answer|options?|choices?|letters?|shape|is|be"
)
_LEAD = re.compile(
    rf"[{re.escape(_JUNK)}]*(?:(?:{_LEAD_WORDS})(?![A-Za-z])[\s:]*|(?:选项|选择|选|是|为|应该|应|就|有|项)[\s:]*)*"
    r"[\s\"'`*:=\ue000\ue001]*",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"(?P<open>[(\[{\"']{0,3})\s?(?P<letter>[A-Za-z])\s?(?P<close>[)\]}\"']{0,2})(?P<dot>[.:,;)]?)"
    r"(?![A-Za-z0-9_'’]|\.\w\b|-[a-z])"
)
_GLUED = re.compile(rf"[(\[{{]?([A-Z]{{2,26}})[)\]}}]?{END}")
_AFTER_GLUED = re.compile(r"\W*(?:\n|because|since|\.|,|\()")
_CONNECTIVE = re.compile(r"\s+(?:because|since|as|is|was|and|or|for|with|but|due|which|[-–—=→]|by)(?![A-Za-z])")
_EITHER = re.compile(
    r"(?<![A-Za-z0-9])[(\[]?[A-Z][)\]]?\s?(?:\bor\b|/|或|还是)\s?(?:option )?[(\[]?[A-Z](?![A-Za-z0-9])"
)
_MAX_TEXT_CHARS = 400


def read_choice(text: str, book: OptionBook, whole: bool, letters_only: bool = False) -> Reading | None:
    """The option that a declared text names; None when it names none.

    Args:
        text: What follows the declaration, at most its line.
        book: The options offered.
        whole: Whether the text is nothing but the answer, so that a stranger in it is "not an option".
        letters_only: Whether an option's text must not be read here.
    """
    if not letters_only and (by_text := _whole_text(text, book)):
        return by_text
    unquoted = len(text) - len(text.lstrip(_JUNK))
    lead = _LEAD.match(text)
    start = lead.end() if lead else unquoted
    if glued := _glued(text, unquoted, book):
        return glued
    # The lead-in may have eaten an "A": "a" is an article there, A an option here.
    letter = _LETTER.match(text, start) or _LETTER.match(text, unquoted)
    if letter and _is_letter(letter, text, book):
        return _with_letter(letter, text, book)
    if glued := _glued(text, start, book):
        return glued
    return None if letters_only else _by_text(first_line(text), book, whole)


def _whole_text(text: str, book: OptionBook) -> Reading | None:
    """The text of one option and nothing else: decides before any letter, so that "A red car" is no A."""
    key = option_key(text)
    # "T" may be the text of option E, but a letter that is an option itself is meant as such.
    if len(text) > _MAX_TEXT_CHARS or len(key) < 1 or (len(key) == 1 and key.upper() in book.letters):
        return None
    letter = book.exact(text)
    return None if letter is None else Reading(letter, *_trimmed(text))


def _trimmed(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip(_JUNK))
    return start, max(len(text.rstrip(_JUNK)), start + 1)


def _is_letter(match: re.Match[str], text: str, book: OptionBook) -> bool:
    """Whether a letter names an option, rather than being an article, a pronoun or a word's start."""
    letter, after = match["letter"], text[match.end() :]
    if letter.islower():
        enclosed = match["open"] and match["close"]
        marked = bool(enclosed or match["dot"] in (")", ":")) and letter.upper() in book.letters
        return marked or not after.strip(_JUNK + ")]}")
    bare = not (match["open"] or match["close"] or match["dot"])
    if letter in "AI" and bare and re.match(r"\s+[a-z]", after):
        return bool(_CONNECTIVE.match(after)) or book.exact(first_line(after)) == letter
    return True


def _with_letter(match: re.Match[str], text: str, book: OptionBook) -> Reading:
    start = match.start("letter")
    listed = joined_letters(match["letter"].upper(), match.end("letter") + len(match["close"]), text)
    if listed.is_hedged or (not book.multi and len(listed.letters) > 1):
        return Reading(None, start, listed.end, "conflict")
    if any(letter not in book.letters for letter in listed.letters):
        return Reading(None, start, listed.end, "not_an_option")
    if len(listed.letters) == 1:
        problem = disagreement_after(listed.letters, first_line(text[listed.end :]), book)
        if problem is not None:
            return Reading(None, start, listed.end, "conflict", () if problem == "denied" else (problem,))
    return Reading("".join(sorted(set(listed.letters))), start, listed.end)


def _glued(text: str, start: int, book: OptionBook) -> Reading | None:
    """Letters written together: the answer where several may be right, else a wrong one, and flagged."""
    match = _GLUED.match(text, start)
    if match is None or len(set(match[1])) < len(match[1]):
        return None
    after = text[match.end() :]
    if after.strip(_JUNK + ")]}") and not _AFTER_GLUED.match(after):
        return None
    if any(letter not in book.letters for letter in match[1]):
        return Reading(None, *match.span(1), "not_an_option") if book.multi else None
    return Reading("".join(sorted(match[1])), *match.span(1), None, () if book.multi else ("several_letters",))


def _by_text(line: str, book: OptionBook, whole: bool) -> Reading | None:
    """The option whose text or value a line names, unless it names two, or a letter that disagrees."""
    if CONDITIONAL.search(line):
        return None
    named = [mention for mention in book.mentions(line) if not _is_denied(line, mention)]
    letters = {mention.letter for mention in named if mention.letter}
    hints = [hint for hint in OPTION_HINT.finditer(line) if hinted(hint) in book.letters]
    both = letters | {hinted(hint) for hint in hints}
    if len(both) > 1:
        return _of_several(line, book, named, bool(letters and hints))
    if _EITHER.search(line) or (hints and not letters and hints[0][0].startswith("or")):
        return Reading(None, *_trimmed(line), "conflict")
    if both:
        places = [(m.start, m.end) for m in named if m.letter] or [hint.span() for hint in hints]
        return Reading(both.pop(), *places[0])
    if named or (whole and line.strip(_JUNK)):
        return Reading(None, *_trimmed(line), "not_an_option")
    return None


def _of_several(line: str, book: OptionBook, named: list[Mention], with_letter: bool) -> Reading:
    letters = {mention.letter for mention in named if mention.letter}
    if book.multi and letters and not with_letter:
        return Reading("".join(sorted(letters)), named[0].start, named[-1].end)
    reason: Reason = "conflict"
    return Reading(None, *_trimmed(line), reason, ("letter_value_conflict",) if with_letter else ())


def _is_denied(line: str, mention: Mention) -> bool:
    before = line[max(0, mention.start - 30) : mention.start]
    return bool(NEGATION.search(before) or NO_BEFORE.search(before))

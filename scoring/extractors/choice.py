"""Reading an answer to a question with options: letters, option texts, values, and the two together."""

import re

from scoring.extractors.agreement import OPTION_HINT, disagreement_after, first_line, hinted
from scoring.extractors.candidates import Reading
from scoring.extractors.cues import CONDITIONAL, NEGATION, NO_BEFORE
from scoring.extractors.option_book import OptionBook
from scoring.extractors.option_texts import option_key
from scoring.extractors.option_values import Mention
from scoring.verdict import Reason

_JUNK = " \t\n\"'`*:=.,>→-–—。，、！\ue000\ue001\ue002\ue003"
_LEAD = re.compile(
    rf"[{re.escape(_JUNK)}]*(?:(?:the|(?-i:an?)|most|very|likely|probably|clearly|definitely|certainly|simply|indeed|therefore|thus|so|still|just|only|both|either"
    r"|correct|right|best|final|closest|answer|option|options|choice|choices|letter|letters|shape|is|be)(?![A-Za-z])[\s:]*|(?:选项|选择|选|是|为|应该|应|就|有|项)[\s:]*)*"
    r"[\s\"'`*:=\ue000\ue001]*",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"(?P<open>[(\[{\"']{0,3})\s?(?P<letter>[A-Za-z])\s?(?P<close>[)\]}\"']{0,2})(?P<dot>[.:,;)]?)(?![A-Za-z0-9_'’]|\.\w\b|-[a-z])"
)
_GLUED = re.compile(r"[(\[{]?([A-Z]{2,26})[)\]}]?(?![A-Za-z0-9_'’])")
_JOIN = re.compile(
    r"\s{0,2}(?P<word>,?\s?(?:and|or|oder|und|ou|et|или|и|y|o|e)\b|[,/&+、;]\s?(?:and\b|or\b)?|和|与|及|或者?|还是|と|,?\s?(?:or )?(?:maybe|possibly|perhaps)\b)\s{0,2}"
    r"(?:option |the |选项|选)?[(\[\"']{0,2}(?P<letter>[A-Za-z])[)\]\"']{0,2}(?![A-Za-z0-9_'’])",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(r"\s+(?:because|since|as|is|was|and|or|for|with|but|due|which|[-–—=→]|by)(?![A-Za-z])")

_EITHER = re.compile(
    r"(?<![A-Za-z0-9])[(\[]?[A-Z][)\]]?\s?(?:\bor\b|/|或|还是)\s?(?:option )?[(\[]?[A-Z](?![A-Za-z0-9])"
)
_PREDICATE = re.compile(r"\s(?:is|was|cannot|can't|isn't|does|doesn't|would|has|looks|seems)\b")
_SPACED = re.compile(r"(?:\s+[A-Z]){1,25}\s*[.!]?\s*$")


def read_choice(text: str, book: OptionBook, whole: bool, letters_only: bool = False) -> Reading | None:
    """The option that a declared text names; None when it names none.

    Args:
        text: What follows the declaration, at most its line.
        book: The options offered.
        whole: Whether the text is nothing but the answer, so that a stranger in it is "not an option".
        letters_only: Whether an option's text must not be read here.
    """
    by_text = None if letters_only else _whole_text(text, book)
    if by_text is not None:
        return by_text
    glued = _glued(text, len(text) - len(text.lstrip(_JUNK)), book)
    if glued is not None:
        return glued
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    match = _LETTER.match(text, start)
    if match is None and start:
        # The lead-in may have eaten an "A": "a" is an article there, A an option here.
        match = _LETTER.match(text.lstrip(_JUNK)) and _LETTER.match(text, len(text) - len(text.lstrip(_JUNK)))
    if match and _is_letter(match, text, book):
        return _with_letter(match, text, book)
    glued = _glued(text, start, book)
    if glued is not None:
        return glued
    return None if letters_only else _by_text(text, book, whole)


def _whole_text(text: str, book: OptionBook) -> Reading | None:
    """The text of one option and nothing else: decides before any letter, so that "A red car" is no A."""
    if len(text) > 400 or len(option_key(text)) < 2:
        return None
    letter = book.exact(text)
    return None if letter is None else Reading(letter, *_trimmed(text))


def _trimmed(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip(_JUNK))
    return start, max(len(text.rstrip(_JUNK)), start + 1)


def _is_letter(match: re.Match[str], text: str, book: OptionBook) -> bool:
    letter, after = match["letter"], text[match.end() :]
    marked = bool(match["open"] or match["close"] or match["dot"])
    if letter.islower():
        ends = not after.strip(_JUNK + ")]}")
        return ends or (
            (bool(match["open"] and match["close"]) or match["dot"] in (")", ":")) and letter.upper() in book.letters
        )
    if letter in "AI" and not marked and re.match(r"\s+[a-z]", after):
        return bool(_CONNECTIVE.match(after)) or book.exact(first_line(after)) == letter
    return True


def _with_letter(match: re.Match[str], text: str, book: OptionBook) -> Reading:
    letter = match["letter"].upper()
    letters, end, hedged = _joined(letter, match.end("letter") + len(match["close"]), text)
    if not book.multi and len(letters) > 1:
        return Reading(None, match.start("letter"), end, "conflict")
    if hedged or any(one not in book.letters for one in letters):
        reason: Reason = "conflict" if hedged else "not_an_option"
        return Reading(None, match.start("letter"), end, reason)
    if len(letters) == 1:
        problem = disagreement_after(letter, first_line(text[end:]), book)
        if problem is not None:
            return Reading(None, match.start("letter"), end, "conflict", (problem,) if problem != "denied" else ())
    return Reading("".join(sorted(set(letters))), match.start("letter"), end)


def _joined(letter: str, end: int, text: str) -> tuple[str, int, bool]:
    """The letters of a list such as "A, C and D", its end, and whether an "or" stands in it."""
    letters, hedged = letter, False
    if spaced := _SPACED.match(text, end):
        return letter + "".join(re.findall(r"[A-Z]", spaced[0])), spaced.end(), False
    while join := _JOIN.match(text, _past_aside(text, end)):
        if (
            (join["letter"].islower() and join["letter"] in "aioeyu")
            or (join["letter"] in "AI" and re.match(r"\s+[a-z]", text[join.end() :]))
            or (join["word"].strip() in (";", ",") and _PREDICATE.match(text, join.end()))
        ):
            break
        letters += join["letter"].upper()
        hedged = hedged or bool(
            re.search(r"or\b|oder|ou|или|/|或|还是|maybe|possibly|perhaps", join["word"], re.IGNORECASE)
        )
        end = join.end()
    return letters, end, hedged


def _past_aside(text: str, end: int) -> int:
    """The end of a short aside in brackets that another letter follows: "B (two arrows) and C (…)"."""
    aside = re.compile(r"\s?\([^()\n]{1,80}\)(?=\s?(?:,|and\b|&|和|、))").match(text, end)
    return aside.end() if aside else end


def _glued(text: str, start: int, book: OptionBook) -> Reading | None:
    match = _GLUED.match(text, start)
    if match is None or (
        text[match.end() :].strip(_JUNK + ")]}")
        and not re.match(r"\W*(?:\n|because|since|\.|,|\()", text[match.end() :])
    ):
        return None
    letters = match[1]
    if len(set(letters)) != len(letters):
        return None
    if any(letter not in book.letters for letter in letters):
        return Reading(None, match.start(1), match.end(1), "not_an_option") if book.multi else None
    flags = () if book.multi else ("several_letters",)
    return Reading("".join(sorted(letters)), match.start(1), match.end(1), None, flags)


def _by_text(text: str, book: OptionBook, whole: bool) -> Reading | None:
    """The option whose text or value the clause names, unless it names two, or a letter that disagrees."""
    line = first_line(text)
    named = [mention for mention in book.mentions(line) if not _denied(line, mention)]
    letters = {mention.letter for mention in named if mention.letter}
    hints = {hinted(hint) for hint in OPTION_HINT.finditer(line)} & set(book.letters)
    if CONDITIONAL.search(line):
        return None
    if len(letters) == 1 and hints <= letters:
        first = next(mention for mention in named if mention.letter)
        return Reading(first.letter, first.start, first.end)
    if letters and hints and len(letters | hints) > 1:
        return Reading(None, *_trimmed(line), "conflict", ("letter_value_conflict",))
    if len(letters) > 1:
        if book.multi:
            return Reading("".join(sorted(letters)), named[0].start, named[-1].end)
        return Reading(None, *_trimmed(line), "conflict")
    if _EITHER.search(line):
        return Reading(None, *_trimmed(line), "conflict")
    if len(hints) == 1 and not letters:
        hint = next(iter(OPTION_HINT.finditer(line)))
        if hint[0].startswith("or"):
            return Reading(None, *_trimmed(line), "conflict")
        return Reading(next(iter(hints)), hint.start(), hint.end())
    if named or (whole and line.strip(_JUNK)):
        return Reading(None, *_trimmed(line), "not_an_option")
    return None


def _denied(line: str, mention: Mention) -> bool:
    before = line[max(0, mention.start - 30) : mention.start]
    return bool(NEGATION.search(before) or NO_BEFORE.search(before))

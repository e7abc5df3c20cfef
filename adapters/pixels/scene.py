"""Questions about a detail of a large picture: look for the place, look closer, read, answer.

`places` says where to look; whoever holds the picture cuts the views out; `answer` reads them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adapters.pixels import sights
from adapters.pixels.closeups import (
    ALPHABETS,
    DATE,
    HOURS,
    POWER,
    PRICE,
    WHOLE,
    clock_hands,
    clock_misfit,
    closest,
    gauge_value,
    of_form,
    prints,
)
from adapters.pixels.puzzle import option_texts
from adapters.pixels.rasters import Picture
from adapters.pixels.sights import Box
from adapters.pixels.sums import date_after, minutes_added, nearest_by_numbers, result_of, times_in

_CLOCK_FITS_DEG = 15.0


@dataclass(frozen=True, slots=True)
class Place:
    """One place to look at: which of the things the question names it may be, from 0, and its box as shares."""

    sight: int
    box: Box


@dataclass(frozen=True, slots=True)
class View:
    """A place, closer: which of the things it may show, and the picture of it."""

    sight: int
    picture: Picture


def enough_px(question: str) -> int:
    """How many pixels of the longer side `places` needs."""
    return sights.enough_px(sights.sights_named(question))


def places(question: str, picture: Picture) -> list[Place]:
    """Where the things may be that a question names, the likeliest place of each first."""
    return [
        Place(at, box)
        for at, sight in enumerate(sights.sights_named(question)[:3])
        for box in sights.boxes_of(picture, sight)
        if box[2] > box[0] and box[3] > box[1]
    ]


def answer(prompt: str, views: Sequence[View]) -> str | None:
    """The letter of the option that fits what the views show; None when they can't be read."""
    options = option_texts(prompt)
    question = question_of(prompt)
    if not options or not views:
        return None
    reader = next(reader for cue, reader in _READERS if re.search(cue, question))
    return reader(question, options, views)


def question_of(prompt: str) -> str:
    """The question itself, without its options."""
    return re.split(r"\n\s*[A(]", prompt, maxsplit=1)[0]


def _by_clock(question: str, options: dict[str, str], views: Sequence[View]) -> str | None:
    shift = minutes_added(question)
    times = {letter: found[0] - shift for letter, text in options.items() if (found := times_in(text))}
    for view in views:
        hands = clock_hands(view.picture)
        misfits = {letter: clock_misfit(hands, minutes) for letter, minutes in times.items()} if hands else {}
        best = min(misfits, key=lambda letter: misfits[letter], default=None)
        if best is not None and misfits[best] < _CLOCK_FITS_DEG:
            return best
    return None


def _by_gauge(question: str, options: dict[str, str], views: Sequence[View]) -> str | None:
    values = [_first(views, at, gauge_value) for at in _sights(views)]
    return _by_sum(question, options, values)


def _by_date(question: str, options: dict[str, str], views: Sequence[View]) -> str | None:
    text = _first_text(views, 0, DATE)
    if text is None:
        return None
    day, month = (int(part) for part in re.findall(r"\d+", text)[:2])
    return nearest_by_numbers(_dates(options), date_after(day, month, question))


def _dates(options: dict[str, str]) -> dict[str, str]:
    """The options with a space for each point: 03.05. is no decimal number."""
    return {letter: text.replace(".", " ") for letter, text in options.items()}


def _by_hours(question: str, options: dict[str, str], views: Sequence[View]) -> str | None:
    now = times_in(question)
    if not now:
        return _by_print(question, options, views)
    text = _first_text(views, 0, HOURS)
    if text is None:
        return None
    return nearest_by_numbers(options, [times_in(text)[-1] - now[0]])


def _by_number(form: str) -> "Callable[[str, dict[str, str], Sequence[View]], str | None]":
    def read(question: str, options: dict[str, str], views: Sequence[View]) -> str | None:
        texts = [_first_text(views, at, form) for at in _sights(views)]
        return _by_sum(question, options, [None if text is None else _number(text) for text in texts])

    return read


def _number(text: str) -> float:
    found = re.match(r"\d+(?:\.\d+)?", text)
    return float(found[0]) if found else 0.0


def _by_sum(question: str, options: dict[str, str], values: Sequence[float | None]) -> str | None:
    known = [value for value in values if value is not None]
    total = result_of(question, known) if len(known) == len(values) else None
    return None if total is None else nearest_by_numbers(options, [total])


def _by_print(_question: str, options: dict[str, str], views: Sequence[View]) -> str | None:
    """The option whose own text is seen in a view."""
    alphabet = "".join(sorted({character for text in options.values() for character in text if character.isalnum()}))
    found = [closest(prints(view.picture, alphabet + ".:-"), options) for view in views]
    # A later place is a guess, and shows the print of another thing.
    scored = [(near - 0.1 * at, letter) for at, each in enumerate(found) if each for letter, near in [each]]
    return max(scored)[1] if scored else None


def _sights(views: Sequence[View]) -> list[int]:
    return sorted({view.sight for view in views})


def _first(views: Sequence[View], sight: int, read: Callable[[Picture], float | None]) -> float | None:
    """What the first view of a thing says that says anything."""
    for view in views:
        if view.sight == sight and (value := read(view.picture)) is not None:
            return value
    return None


def _first_text(views: Sequence[View], sight: int, form: str) -> str | None:
    """The print of a form in the first view of a thing that has such print."""
    for view in views:
        if view.sight == sight and (found := of_form(prints(view.picture, ALPHABETS[form]), form)) is not None:
            return found.text
    return None


_READERS: tuple[tuple[str, Callable[[str, dict[str, str], Sequence[View]], str | None]], ...] = (
    (r"\bclock\b", _by_clock),
    (r"\bgauges?\b", _by_gauge),
    (r"\bdate\b", _by_date),
    (r"\bopen(?:ing)?\b", _by_hours),
    (r"\bserial\b|\bnumber plate\b", _by_print),
    (r"\bpower\b|\bkilowatt", _by_number(POWER)),
    (r"\bcosts?\b|\bprices?\b|\bnote\b", _by_number(PRICE)),
    (r"\bhouse numbers?\b", _by_number(WHOLE)),
    (r"", _by_print),
)

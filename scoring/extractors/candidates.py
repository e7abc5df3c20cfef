"""What the finders hand to the resolver."""

from dataclasses import dataclass

from scoring.verdict import Reason


@dataclass(frozen=True, slots=True)
class Region:
    """A place of the text where an answer is declared.

    Attributes:
        start, stop: Where it begins and where its line (its box, its tag) ends.
        rule: The rule that found it.
        lead: Where the words that lead to it begin; its own start where there are none.
        whole: Whether nothing but the answer stands in it (a box, a tag, a JSON value, the entire reply).
        declared: False for turns of phrase that only count when nothing is declared.
        letters_only: Whether only a letter may be read here, not an option's text.
    """

    start: int
    stop: int
    rule: str
    lead: int
    whole: bool = False
    declared: bool = True
    letters_only: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of a text: an answer, or the reason why there is none. Offsets count from the text's start."""

    answer: str | None
    start: int
    end: int
    reason: Reason | None = None
    flags: tuple[str, ...] = ()

    def moved(self, by: int) -> "Reading":
        """The reading in a text that starts `by` characters earlier."""
        return Reading(self.answer, self.start + by, self.end + by, self.reason, self.flags)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading at its place in the reply, as [start, end)."""

    answer: str | None
    start: int
    end: int
    rule: str
    reason: Reason | None = None
    flags: tuple[str, ...] = ()
    declared: bool = True

    @classmethod
    def placed(cls, reading: Reading, region: Region) -> "Candidate":
        """A reading of a region."""
        place = reading.moved(region.start)
        return cls(place.answer, place.start, place.end, region.rule, place.reason, place.flags, region.declared)

    @classmethod
    def said(cls, reading: Reading, rule: str) -> "Candidate":
        """A reading of the reply's own text that nothing declares."""
        return cls(reading.answer, reading.start, reading.end, rule, reading.reason, reading.flags, declared=False)

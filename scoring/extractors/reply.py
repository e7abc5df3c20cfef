"""A reply made ready for the rules: what may answer, in plain characters, with its JSON objects apart."""

from dataclasses import dataclass

from scoring.extractors.json_objects import JsonObject, json_objects
from scoring.extractors.latex import latex_edits
from scoring.extractors.markdown import without_long_spaces, without_markup
from scoring.extractors.sentences import Sentences, split_sentences
from scoring.extractors.text import JSON_HERE, ReplyText, plain_characters
from scoring.extractors.visible import hidden_parts, program_code, unread_middle


@dataclass(frozen=True, slots=True)
class Reply:
    """What the rules see of a reply.

    Attributes:
        source: The cleaned text with its way back to the original; each JSON object is one `JSON_HERE`.
        objects: The JSON objects with the place of their mark in the text.
        sentences: Of the cleaned text.
    """

    source: ReplyText
    objects: tuple[tuple[int, JsonObject], ...]
    sentences: Sentences

    @property
    def text(self) -> str:
        """The cleaned text."""
        return self.source.text

    def without(self, parts: list[tuple[int, int]]) -> "Reply":
        """The reply with some parts of its text blanked; positions stay."""
        text = self.text
        for start, end in parts:
            text = text[:start] + " " * (end - start) + text[end:]
        return Reply(ReplyText(text, self.source.layers, self.source.bold), self.objects, split_sentences(text))


def read_reply(response: str) -> Reply:
    """Clean a reply. Linear in its length; at most 16,000 characters go on to the rules."""
    reply = ReplyText(response).edited(hidden_parts(response))
    reply = reply.edited(unread_middle(reply.text))
    reply = reply.edited(program_code(reply.text))
    plain = ReplyText(plain_characters(reply.text), reply.layers)
    objects = json_objects(plain.text)
    plain = plain.edited((found.start, found.end, JSON_HERE) for found in objects)
    clean = without_long_spaces(without_markup(plain.edited(latex_edits(plain.text))))
    places = [index for index, char in enumerate(clean.text) if char == JSON_HERE] if objects else []
    return Reply(clean, tuple(zip(places, objects, strict=False)), split_sentences(clean.text))

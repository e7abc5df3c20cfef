"""`none`: one question, one reply, no way to look closer."""

from collections.abc import Sequence

from adapters.protocols.base import Draft, Output, ParsedTurn, Result, Scene, ToolProtocol
from adapters.protocols.tags import answer


def parse(output: Output, _scene: Scene) -> ParsedTurn:
    """The reply is final whatever it says."""
    return ParsedTurn(answer=answer(output.text))


def reply(_results: Sequence[Result], _scene: Scene) -> tuple[Draft, ...]:
    """Nothing is ever answered."""
    return ()


PROTOCOL = ToolProtocol("none", parse, reply, max_turns=1)

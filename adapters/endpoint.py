"""The adapter of every chat endpoint: one conversation a question, in the profile's protocol."""

from typing import Protocol

from adapters.base import Transcript
from adapters.loop import converse
from adapters.manner import Manner
from adapters.profiles import Profile
from adapters.wire import ChatClient
from benchmarks.item import Question


class ClosableClient(ChatClient, Protocol):
    """A chat client with connections to give back."""

    async def close(self) -> None:
        """Give them back."""
        ...


class EndpointAdapter:
    """Asks a chat endpoint.

    Args:
        client: Puts single requests to it.
        profile: How the model wants to be asked.
    """

    def __init__(self, client: ClosableClient, profile: Profile) -> None:
        self._client = client
        self._profile = profile

    async def ask(self, question: Question, manner: Manner) -> Transcript:
        """Ask one question; see `adapters.base.Adapter`."""
        return await converse(question, self._client, self._profile, manner)

    async def close(self) -> None:
        """Give the connections back."""
        await self._client.close()

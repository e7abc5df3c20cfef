"""The adapter of every chat endpoint: one conversation a question, in the profile's protocol."""

from adapters.base import Transcript
from adapters.loop import converse
from adapters.openai_chat import OpenAIChat
from adapters.profiles import Profile
from benchmarks.item import Question


class EndpointAdapter:
    """Asks a chat endpoint.

    Args:
        client: Puts single requests to it.
        profile: How the model wants to be asked.
    """

    def __init__(self, client: OpenAIChat, profile: Profile) -> None:
        self._client = client
        self._profile = profile

    async def ask(self, question: Question) -> Transcript:
        """Ask one question; see `adapters.base.Adapter`."""
        return await converse(question, self._client, self._profile)

    async def close(self) -> None:
        """Give the connections back."""
        await self._client.close()

"""Adapter names and what builds them. An SDK is imported when its adapter is asked for."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adapters.base import Adapter
from adapters.errors import EndpointError
from adapters.pace import NO_LIMITS, Budget, Pace, SharedNumbers
from adapters.profiles import Profile


@dataclass(frozen=True, slots=True)
class Setting:
    """What an adapter of one process is built from.

    Attributes:
        in_flight: Requests at once over all processes.
        slot: This process's number.
        pace_file: The file all processes share their budget through.
        budget: What may be asked in all.
        cache: Where answers are kept across runs, None for nowhere.
        seed: For adapters that draw.
    """

    profile: Profile
    in_flight: int = 1
    slot: int = 0
    pace_file: Path | None = None
    seed: int = 0
    budget: Budget = NO_LIMITS
    cache: Path | None = None


def make_adapter(setting: Setting) -> Adapter:
    """The adapter a profile names.

    Raises:
        EndpointError: There is no such adapter, or the profile lacks what it needs.
    """
    factory = _FACTORIES.get(setting.profile.adapter)
    if factory is None:
        known = ", ".join(sorted(_FACTORIES))
        raise EndpointError(f"no adapter is called {setting.profile.adapter!r}. Known: {known}.")
    adapter = factory(setting)
    if setting.cache is None:
        return adapter
    from adapters.cached import CachedAdapter

    return CachedAdapter(adapter, setting.cache, setting.profile)


async def served_models(profile: Profile) -> tuple[str, ...]:
    """The names the profile's endpoint serves.

    Raises:
        EndpointError: It can't be reached or does not list its models.
    """
    from adapters import openai_chat

    return await openai_chat.served_models(str(profile.base_url), api_key(profile))


def api_key(profile: Profile) -> str | None:
    """The key in the environment variable the profile names; None where it is not set."""
    return os.environ.get(profile.api_key_env) or None


def _openai(setting: Setting) -> Adapter:
    from adapters.endpoint import EndpointAdapter
    from adapters.openai_chat import OpenAIChat

    pace = Pace(SharedNumbers(setting.pace_file), in_flight=setting.in_flight, slot=setting.slot, budget=setting.budget)
    return EndpointAdapter(OpenAIChat(setting.profile, api_key(setting.profile), pace), setting.profile)


def _random(setting: Setting) -> Adapter:
    from adapters.random_guess import RandomGuess

    return RandomGuess(setting.seed)


def _pixels(setting: Setting) -> Adapter:
    from adapters.endpoint import EndpointAdapter
    from adapters.pixels.model import PixelsModel

    return EndpointAdapter(PixelsModel(setting.seed), setting.profile)


_FACTORIES: dict[str, Callable[[Setting], Adapter]] = {"openai": _openai, "pixels": _pixels, "random": _random}

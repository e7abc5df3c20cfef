"""From what the user set to a model that can be asked."""

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path

from adapters.errors import JudgeSetupError
from adapters.judge.cache import ReplyCache
from adapters.judge.choosing import Kind
from adapters.judge.model import ExtractionModel
from adapters.judge.prompts import Prompts, our_prompts
from adapters.judge.published import published_prompts
from adapters.profiles import Profile, ProfileError, Sampling, known_profiles, resolve_profile

_REQUEST_S = 120.0
_MAX_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How answers are extracted.

    Attributes:
        kind: `rules`, `llm` or `hybrid`.
        model: A profile's name, or a model's with `base_url`. Needed by `llm`, `hybrid` and an audit.
        base_url: Its endpoint, over that of the profile.
        api_key_env: Environment variable with its key; None leaves it to the profile.
        prompts_file: The authors' own few-shot texts; None for ours.
        cache_dir: Where replies are kept; None for nowhere.
        audit: On how many items the rules and the model are compared.
    """

    kind: Kind = "rules"
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    prompts_file: Path | None = None
    cache_dir: Path | None = None
    audit: int = 0

    @property
    def needs_model(self) -> bool:
        """Whether a model is asked for anything."""
        return self.kind != "rules" or self.audit > 0


def check_settings(settings: JudgeSettings, root: Path) -> Profile | None:
    """See before anything is asked whether the settings can work; no request is made.

    Args:
        settings: As the user gave them.
        root: The folder that holds pyproject.toml and models.toml.

    Returns:
        The model's profile as it will be asked, None when no model is needed.

    Raises:
        JudgeSetupError: No model named, an unreadable prompts file, a cache folder that can't be written, …
    """
    if not settings.needs_model:
        return None
    _prompts(settings)
    if settings.cache_dir is not None:
        ReplyCache(settings.cache_dir)
    return _profile(settings, root)


def make_extraction_model(
    settings: JudgeSettings, root: Path, *, in_flight: int = 1, slot: int = 0, pace_file: Path | None = None
) -> ExtractionModel:
    """The model of one process.

    Args:
        settings: With a model named.
        root: The folder that holds pyproject.toml and models.toml.
        in_flight: Requests at once over all processes.
        slot: This process's number.
        pace_file: The file all processes share their budget through, one of its own beside the main model's.

    Raises:
        JudgeSetupError: As `check_settings`.
    """
    from adapters.openai_chat import OpenAIChat, request_fields
    from adapters.pace import Pace, SharedNumbers

    profile = _profile(settings, root)
    pace = Pace(SharedNumbers(pace_file), in_flight=in_flight, slot=slot)
    client = OpenAIChat(profile, os.environ.get(profile.api_key_env) or None, pace)
    cache = None if settings.cache_dir is None else ReplyCache(settings.cache_dir)
    return ExtractionModel(client, _prompts(settings), cache, {**request_fields(profile), "base_url": profile.base_url})


def _prompts(settings: JudgeSettings) -> Prompts:
    return our_prompts() if settings.prompts_file is None else published_prompts(settings.prompts_file)


def _profile(settings: JudgeSettings, root: Path) -> Profile:
    name = settings.model
    if not name:
        raise JudgeSetupError(
            f"extractor {settings.kind}{' with an audit' if settings.audit else ''} needs a model to ask: "
            "--extractor-model NAME, with --extractor-base-url URL where NAME is no profile."
        )
    try:
        if settings.base_url is None and name not in known_profiles(root):
            raise JudgeSetupError(f"no profile is called {name!r}: give its endpoint with --extractor-base-url URL.")
        profile = resolve_profile(name, root, base_url=settings.base_url)
    except ProfileError as exc:
        raise JudgeSetupError(f"extraction model {name!r}: {exc}") from exc
    if profile.adapter != "openai":
        raise JudgeSetupError(
            f"extraction model {name!r} is served by {profile.adapter!r}; it must be a chat endpoint."
        )
    if profile.served_name is None and settings.base_url is None:
        raise JudgeSetupError(f"profile {name!r} names no served model: set its served_name, or --extractor-base-url.")
    return dataclasses.replace(
        profile,
        served_name=profile.served_name or name,
        api_key_env=settings.api_key_env or profile.api_key_env,
        sampling=_sampling(profile.sampling, published=settings.prompts_file is not None),
        limits=dataclasses.replace(profile.limits, request_s=min(profile.limits.request_s, _REQUEST_S)),
    )


def _sampling(given: Sampling, *, published: bool) -> Sampling:
    """Temperature 0 and room for a list of a hundred numbers. The authors set nothing, and so does their mode here."""
    if published:
        return Sampling(temperature=None, max_tokens=None)
    return Sampling(temperature=0.0, max_tokens=_MAX_TOKENS, omit=given.omit, extra=given.extra)

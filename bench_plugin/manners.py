"""With which tools each benchmark is asked."""

from adapters.manner import Manner
from adapters.profiles import Profile, ProfileError
from bench_plugin.cases import Plan
from bench_plugin.options import Settings
from benchmarks.item import Item


def check_manner(settings: Settings, profile: Profile) -> None:
    """See that the protocol exists, that boxes can be read, and that the system prompt is a file.

    Raises:
        ProfileError: They don't; the message says what was seen and what there is.
    """
    from adapters.protocols import PROTOCOL_NAMES, convention_of, protocol_named

    for where, name in (("--protocol", settings.protocol), (f"model {profile.name}, protocol", profile.protocol)):
        if name is not None and name not in PROTOCOL_NAMES:
            raise ProfileError(f"{where}: no protocol is called {name!r}. There are: {', '.join(PROTOCOL_NAMES)}.")
        if name is not None:
            convention_of(protocol_named(name), profile)
    if settings.system_prompt is not None and not settings.system_prompt.is_file():
        raise ProfileError(f"--system-prompt {settings.system_prompt}: there is no such file.")


def manner_of(item: Item, settings: Settings, profile: Profile, system_prompt: str | None) -> Manner:
    """How one item is asked.

    Items with evidence are asked in the profile's protocol, for it is where the model looks that they measure; the
    others in one turn. `--protocol` and `--tools` override both.
    """
    boxes = bool(item.evidence) or item.scorer == "box"
    protocol = settings.protocol or _by_tools(settings, profile) or (profile.protocol if boxes else "none")
    return Manner(
        protocol=protocol,
        reading=settings.protocol_reading,
        system_prompt=system_prompt if protocol != "none" else None,
        upright=boxes,
    )


def manners_of(plan: Plan, settings: Settings, profile: Profile) -> dict[str, Manner]:
    """How each benchmark is asked; one with and without evidence (the sample set) has two entries."""
    prompt = read_system_prompt(settings)
    found: dict[str, Manner] = {}
    for source in plan.sources:
        for item in source.items:
            name = item.benchmark if not item.evidence else f"{item.benchmark} with evidence"
            if name not in found:
                found[name] = manner_of(item, settings, profile, prompt)
    return found


def read_system_prompt(settings: Settings) -> str | None:
    """The text of `--system-prompt`, None without."""
    return None if settings.system_prompt is None else settings.system_prompt.read_text(encoding="utf-8")


def _by_tools(settings: Settings, profile: Profile) -> str | None:
    if settings.tools is None:
        return None
    if settings.tools == "none":
        return "none"
    return profile.protocol if profile.protocol != "none" else "tools"

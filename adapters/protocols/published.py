"""Where a run differs from what an agent was published with."""

from adapters.manner import Reading
from adapters.profiles import Profile
from adapters.protocols.base import Published
from adapters.protocols.registry import protocol_named


def deviations(
    protocol: str, profile: Profile, *, reading: Reading = "lenient", own_prompt: bool = False
) -> tuple[str, ...]:
    """Every difference between a run's settings and the published ones, a sentence each.

    Args:
        protocol: Its name.
        profile: The resolved profile of the run.
        reading: How turns are read.
        own_prompt: Whether `--system-prompt` replaces our declaration.

    Returns:
        Empty for protocols of our own: nothing is published for them.

    Raises:
        ValueError: There is no protocol of this name.
    """
    spoken = protocol_named(protocol)
    published = spoken.published
    if published is None:
        return ()
    prompt = "the user's file (--system-prompt)" if own_prompt else "our own wording with the published tokens"
    of_reading = published.lenient if reading == "lenient" else published.official
    return (
        f"system prompt: {prompt}",
        *_sampling(published, profile),
        *_limits(published, profile),
        *published.always,
        *(f"reading {reading}: {each}" for each in of_reading),
    )


def _sampling(published: Published, profile: Profile) -> list[str]:
    sampling = profile.sampling
    found = []
    for name, value in published.sampling.items():
        used = None if name in sampling.omit else sampling.extra.get(name, getattr(sampling, name))
        if used != value:
            shown = "left to the server" if used is None else f"{used:g}"
            found.append(f"sampling.{name}: {shown}, published {value:g}")
    return found


def _limits(published: Published, profile: Profile) -> list[str]:
    found = []
    turns = profile.limits.max_turns
    if turns is not None and turns != published.max_turns:
        found.append(f"limits.max_turns: {turns}, published {published.max_turns}")
    images = profile.limits.max_images
    if published.max_images is not None and images < published.max_images:
        found.append(f"limits.max_images: {images}, published {published.max_images}")
    if profile.images.resize:
        found.append("images: resized by the profile's rule, not by the protocol's")
    return found

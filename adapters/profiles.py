"""What `--model NAME` stands for: where the model is served and how it wants to be asked."""

import dataclasses
import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from adapters.address import address_of


class ProfileError(Exception):
    """A profile can't be used: what was seen, the rule, the next command."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the model draws its answer.

    None leaves a field to the server, and so does its name in `omit` (TOML has no null); `extra` goes into the
    request as it is.
    """

    temperature: float | None = 0.0
    max_tokens: int | None = 8192
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = None
    presence_penalty: float | None = None
    repetition_penalty: float | None = None
    omit: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request and an item may take.

    Attributes:
        request_s: Total time of one request, from connecting to the last byte.
        item_s: Total time of one item over all its turns and retries.
        retries: Attempts after the first, for faults that may pass.
        max_turns: Assistant turns an item; None is the protocol's own number.
        max_images: Pictures in one conversation, the question's included.
        max_image_bytes, max_request_bytes: Of one picture before base64, of one request body.
    """

    request_s: float = 600.0
    item_s: float = 1800.0
    retries: int = 6
    max_turns: int | None = None
    max_images: int = 50
    max_image_bytes: int | None = None
    max_request_bytes: int | None = 100_000_000


@dataclass(frozen=True, slots=True)
class ImagePolicy:
    """How pictures are prepared. By default the file's bytes go out unchanged.

    Attributes:
        resize: Shrink (or grow) on the client, so that what is sent is what the model's boxes refer to.
        factor: Sides become multiples of this many pixels.
        min_pixels, max_pixels: Bounds of the area after resizing.
        max_side: Bound of the longer side after resizing.
        downscale: Whether a picture over `max_image_bytes` may be shrunk; else it is an error of its item.
    """

    resize: bool = False
    factor: int = 1
    min_pixels: int | None = None
    max_pixels: int | None = None
    max_side: int | None = None
    downscale: bool = False


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens, in US dollars; None is an unknown price."""

    input_usd: float | None = None
    output_usd: float | None = None

    @property
    def are_known(self) -> bool:
        """Whether money can be counted."""
        return self.input_usd is not None and self.output_usd is not None


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything a name stands for. `run.json` has it resolved.

    Attributes:
        name: What was typed after `--model`.
        adapter: Which adapter asks it (`openai`, `random`, …).
        base_url: The endpoint, ending in `/v1` or what the server wants.
        served_name: The model's name in requests; None takes the only entry of `/models`.
        api_key_env: Environment variable that holds the key; never the key itself.
        protocol: How it zooms, for benchmarks with evidence (`none` is one turn).
        coordinates: How its boxes are written: `fraction` (0-1), `thousand` (0-1000) or `pixels` of the picture it
            was sent.
        image_tokens: How its family counts pictures, a name of `adapters.token_rules.RULES`; None when unknown.
        box_order: `xyxy`, or `yxyx` for models that write y first.
    """

    name: str
    adapter: str = "openai"
    base_url: str | None = None
    served_name: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    protocol: str = "none"
    coordinates: str = "pixels"
    box_order: str = "xyxy"
    image_tokens: str | None = None
    sampling: Sampling = field(default_factory=Sampling)
    limits: Limits = field(default_factory=Limits)
    images: ImagePolicy = field(default_factory=ImagePolicy)
    prices: Prices = field(default_factory=Prices)


def known_profiles(root: Path) -> dict[str, Mapping[str, Any]]:
    """Every named profile as raw tables: the built-in ones, then pyproject's, then those of `models.toml`.

    Args:
        root: The folder that holds pyproject.toml and models.toml.

    Raises:
        ProfileError: A file is not TOML.
    """
    found: dict[str, Mapping[str, Any]] = dict(_read_toml(Path(__file__).with_name("profiles.toml")))
    pyproject = root / "pyproject.toml"
    if pyproject.is_file():
        found |= _read_toml(pyproject).get("tool", {}).get("gazecheck", {}).get("models", {})
    models = root / "models.toml"
    if models.is_file():
        tables = _read_toml(models)
        found |= tables.get("models", tables)
    return found


def resolve_profile(
    name: str,
    root: Path,
    *,
    base_url: str | None = None,
    served_name: str | None = None,
    settings: tuple[str, ...] = (),
) -> Profile:
    """The profile a name stands for, with what the command line says laid over it.

    Args:
        name: What was typed after `--model`.
        root: The folder that holds pyproject.toml and models.toml.
        base_url, served_name: From the command line, None when not given.
        settings: Overrides as typed after `--set`: `sampling.temperature=0.7`, values as TOML.

    Raises:
        ProfileError: The name is unknown and no base URL was given, a field does not exist or has the wrong type, or
            the base URL is none.
    """
    known = known_profiles(root)
    if name not in known and base_url is None:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise ProfileError(
            f"--model {name}: no profile has this name.{hint} Known: {', '.join(sorted(known))}. "
            "Add one to models.toml, or give --base-url to serve the name as it is."
        )
    table = _copied(known.get(name, {"served_name": name}))
    for key, value in (("base_url", base_url), ("served_name", served_name)):
        if value is not None:
            table[key] = value
    for setting in settings:
        _override(table, setting)
    profile = profile_from({"name": name, **table})
    if profile.base_url is not None:
        try:
            address_of(profile.base_url)
        except ValueError:
            # Neither the URL nor what Python says of it: both may hold a password, which is why the cause goes too.
            raise ProfileError(f"model {name}: the base URL is none. Write http://HOST:PORT/v1 or https://….") from None
    return profile


def profile_from(table: Mapping[str, Any]) -> Profile:
    """The profile in its plain form (`dataclasses.asdict`), as another process was told it."""
    profile: Profile = _build(Profile, table, f"model {table['name']}")
    return profile


def _copied(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _copied(value) if isinstance(value, Mapping) else value for key, value in table.items()}


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as exc:
        raise ProfileError(f"{path} is not TOML: {exc}") from exc


def _override(table: dict[str, Any], setting: str) -> None:
    key, equals, text = setting.partition("=")
    if not equals or not key.strip():
        raise ProfileError(f"--set {setting}: write field=value, such as --set sampling.temperature=0.7")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    *parents, last = key.strip().split(".")
    for parent in parents:
        table = table.setdefault(parent, {})
        if not isinstance(table, dict):
            raise ProfileError(f"--set {setting}: {parent} is a single value, it has no fields")
    table[last] = value


def _build(kind: type[Any], table: Mapping[str, Any], where: str) -> Any:  # Any: one builder for five dataclasses
    hints = get_type_hints(kind)
    unknown = [key for key in table if key not in hints]
    if unknown:
        near = difflib.get_close_matches(unknown[0], hints, n=1)
        hint = f"; did you mean {near[0]}?" if near else "."
        raise ProfileError(f"{where}: no field is called {unknown[0]}{hint} Fields: {', '.join(hints)}.")
    return kind(**{key: _value(hints[key], value, f"{where}, {key}") for key, value in table.items()})


def _value(hint: Any, value: Any, where: str) -> Any:  # Any: type hints and TOML values have no narrower type
    if dataclasses.is_dataclass(hint):
        return _build(hint, _table(value, where), where)  # type: ignore[arg-type]  # is_dataclass also narrows to instances
    allowed = tuple(kind for kind in (get_args(hint) or (hint,)) if isinstance(kind, type))
    if get_origin(hint) is tuple:
        return _names(value, where)
    if get_origin(hint) is Mapping:
        return _table(value, where)
    if float in allowed and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) not in allowed:
        names = " or ".join(kind.__name__ for kind in allowed if kind is not type(None))
        raise ProfileError(f"{where}: {value!r} is of type {type(value).__name__}, not {names}")
    return value


def _table(value: Any, where: str) -> Mapping[str, Any]:  # Any: a TOML value
    if not isinstance(value, Mapping):
        raise ProfileError(f"{where}: {value!r} is a single value; this is a table of fields")
    return value


def _names(value: Any, where: str) -> tuple[str, ...]:  # Any: a TOML value
    if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
        raise ProfileError(f"{where}: {value!r} is no list of names")
    return tuple(value)

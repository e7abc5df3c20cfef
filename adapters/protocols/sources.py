"""Which picture a call points at."""

import re

from adapters.protocols.base import Scene, View
from adapters.protocols.coordinates import CallError

_NAME = re.compile(r"(image|observation)[_ ](\d{1,6})")


def view_at(scene: Scene, index: int, written: object) -> View:
    """The view at an index over all pictures, from 0.

    Raises:
        CallError: There is none.
    """
    if 0 <= index < len(scene.views):
        return scene.views[index]
    raise _unknown(scene, written)


def only_view(scene: Scene) -> View:
    """The picture meant by a call that names none: the only one there is.

    Raises:
        CallError: There are several.
    """
    if len(scene.views) == 1:
        return scene.views[0]
    raise CallError("unknown_source", f"The call does not say which picture it means. {_known(scene)}")


def named_view(scene: Scene, written: object) -> View:
    """The view by its name (`image_1`, `observation_2`), or by its number over all pictures, from 1.

    Raises:
        CallError: There is none.
    """
    number = whole_number(written)
    if number is not None:
        return view_at(scene, number - 1, written)
    found = _NAME.fullmatch(written.strip().lower()) if isinstance(written, str) else None
    if found is None:
        raise _unknown(scene, written)
    start, stop = (0, scene.originals) if found[1] == "image" else (scene.originals, len(scene.views))
    index = start + int(found[2]) - 1
    if not start <= index < stop:
        raise _unknown(scene, written)
    return scene.views[index]


def whole_number(value: object) -> int | None:
    """A whole number however it is written (`2`, `2.0`, `"2"`); None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        text = value.strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) else None


def _unknown(scene: Scene, written: object) -> CallError:
    return CallError("unknown_source", f"There is no picture {str(written)[:40]!r}. {_known(scene)}")


def _known(scene: Scene) -> str:
    crops = len(scene.views) - scene.originals
    return f"Pictures of the question: {scene.originals}; crops so far: {crops}."

"""The texts that come with the program: JSON schemas, and how each game is played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import pbem
from pbem.errors import Refused

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Folder = Literal["schemas", "rules"]
_SUFFIX = {"schemas": ".json", "rules": ".md"}
_SOURCE = {"schemas": ("schemas",), "rules": ("docs", "rules")}
_NAME = r"[A-Za-z0-9._-]+\Z"  # so that no name ever becomes a path


def text(folder: Folder, name: str) -> str:
    """The text called `name`, without its suffix: "statement.move", "dig-dogs".

    Raises Refused("resource/unknown") for a name that `names` does not list.
    """
    name = name.removesuffix(_SUFFIX[folder])
    data = _data(folder, name + _SUFFIX[folder]) if re.match(_NAME, name) else None
    if data is None:
        raise Refused(
            "resource/unknown",
            f"there is no {name!a} in {folder}",
            hint="there are: " + ", ".join(names(folder)),
        )
    return data.decode("utf-8")


def names(folder: Folder) -> list[str]:
    """The names in a folder, sorted, without suffix."""
    suffix = _SUFFIX[folder]
    found = (item.name for item in _folder(folder).iterdir())
    return sorted(name.removesuffix(suffix) for name in found if name.endswith(suffix))


def _data(folder: Folder, file: str) -> bytes | None:
    """Read by whoever loaded the package; `importlib.resources` costs a start too much."""
    loader: Any = pbem.__loader__
    home = pbem.__path__[0]
    for place in (("data", folder), ("..", *_SOURCE[folder])):
        try:
            data: bytes = loader.get_data("/".join((home, *place, file)))
        except OSError:
            continue
        return data
    return None


def _folder(folder: Folder) -> Traversable:
    """Inside an installed package, else beside it in a source tree."""
    from importlib.resources import files

    package = files("pbem")
    packed = package / "data" / folder
    if packed.is_dir():
        return packed
    return package.joinpath("..", *_SOURCE[folder])

"""The texts that come with the program: JSON schemas, and how each game is played."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pbem
from pbem.errors import Refused

Folder = Literal["schemas", "rules"]
_SUFFIX = {"schemas": ".json", "rules": ".md"}
_SOURCE = {"schemas": ("schemas",), "rules": ("docs", "rules")}


def text(folder: Folder, name: str) -> str:
    """The text called `name`, without its suffix: "statement.move", "dig-dogs".

    Raises Refused("resource/unknown") for a name that `names` does not list.
    """
    known = names(folder)
    name = name.removesuffix(_SUFFIX[folder])
    if name not in known:  # so that no name ever becomes a path
        raise Refused(
            "resource/unknown",
            f"there is no {name!a} in {folder}",
            hint="there are: " + ", ".join(known),
        )
    return (_folder(folder) / (name + _SUFFIX[folder])).read_text(encoding="utf-8")


def names(folder: Folder) -> list[str]:
    """The names in a folder, sorted, without suffix."""
    suffix = _SUFFIX[folder]
    found = (item.name for item in _folder(folder).iterdir())
    return sorted(name.removesuffix(suffix) for name in found if name.endswith(suffix))


def _folder(folder: Folder) -> Path:
    """Inside an installed package, else beside it in a source tree."""
    package = Path(pbem.__file__).parent
    packed = package / "data" / folder
    if packed.is_dir():
        return packed
    return package.parent.joinpath(*_SOURCE[folder])

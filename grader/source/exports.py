"""What the packages submissions import offer, from a shipped table (importing jax to look would cost a second)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec


class Table(msgspec.Struct, frozen=True):
    """Names of the supported jax and numpy, and of the standard modules that learners import."""

    names: dict[str, frozenset[str]]
    stars: dict[str, tuple[str, ...]]
    aliases: dict[str, str]
    submodules: frozenset[str]


@cache
def table() -> Table:
    """Load the table once."""
    path = Path(__file__).with_name("exports.json")
    return msgspec.json.decode(path.read_bytes(), type=Table)


def canonical(name: str) -> str:
    """Return the one name under which an object is known (``jax.dtypes.finfo`` is ``jax.numpy.finfo``)."""
    return table().aliases.get(name, name)


def is_known_package(name: str) -> bool:
    """Tell whether the table knows every public module of this package (jax and numpy)."""
    return name.partition(".")[0] in {"jax", "numpy"}


def is_module(name: str) -> bool:
    """Tell whether a dotted name is a module the table lists."""
    return name in table().names or name in table().submodules


def offers(module: str, name: str) -> bool | None:
    """Tell whether a module has a name; None when the table does not know the module."""
    known = table()
    if f"{module}.{name}" in known.submodules or f"{module}.{name}" in known.names:
        return True
    if module not in known.names:
        return None
    return name in known.names[module] or name.startswith("_")


def star(module: str) -> tuple[str, ...] | None:
    """List what ``from module import *`` binds; None when the table does not know the module."""
    known = table()
    if module in known.stars:
        return known.stars[module]
    names = known.names.get(module)
    return None if names is None else tuple(sorted(names))

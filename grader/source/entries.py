"""What dicts hold: entries set, merged, or lost track of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.source.core import bound_only
from grader.source.values import (
    UNBOUND,
    Arg,
    Class,
    Const,
    Either,
    Entries,
    Func,
    Ref,
    Site,
    Tuple,
    Unbound,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    pass


def put_entry(content: Value, key: Value, arg: Arg) -> Value:
    """Set one key of a dict's content."""
    if isinstance(content, Unknown) or isinstance(arg.value, Unbound):
        return content
    if not isinstance(content, Entries):
        return Unknown("its content cannot be followed")
    if not isinstance(key, (Const, Ref, Func, Class, Tuple)):
        if isinstance(key, Unknown):
            return key
        return Unknown("a dict whose keys are computed", arg.site, dynamic=True)
    kept = tuple((k, a) for k, a in content.items if k != key)
    return Entries((*kept, (key, arg)))


def merge_entries(first: Value, second: Value) -> Value:
    """Update one dict's content with another's."""
    if not isinstance(second, Entries):
        return second
    for key, arg in second.items:
        value = arg.value
        if isinstance(value, Either) and UNBOUND in value.options and isinstance(first, Entries):
            old = next((a.value for k, a in first.items if k == key), UNBOUND)
            value = either(bound_only(value), old)
        first = put_entry(first, key, Arg(value, arg.site))
    return first


def unclear_because(value: Value, why: str, site: Site) -> Unknown:
    """Return a value that is unknown already, or say why it is now."""
    return value if isinstance(value, Unknown) else Unknown(why, site)

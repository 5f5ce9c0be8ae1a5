"""What callbacks declare of their results."""

from __future__ import annotations

from grader.source.values import Arg, Call, Obj, Ref, Tuple, Value

CALLBACKS = frozenset({"jax.experimental.io_callback", "jax.pure_callback"})
"""Callbacks that give something back, declared by their second parameter."""
KEYWORD = "result_shape_dtypes"


def is_callback(value: Value) -> bool:
    """Tell whether a value is what a callback gives back."""
    return isinstance(value, Call) and isinstance(value.func, Ref) and value.func.name in CALLBACKS


def declaration(made: Value) -> Arg | None:
    """Return what a callback declares; None where that is not seen, or no callback made the value."""
    if not isinstance(made, Call) or not is_callback(made):
        return None
    named = next((arg for key, arg in made.kwargs if key == KEYWORD), None)
    return made.args[1] if len(made.args) > 1 else named


def declared_tree(made: Value) -> Value | None:
    """Return the tuple, list or dict a callback declares, whose parts its result has; None for anything else.

    A part of the result counts as the result: its declaration says what it is a part of.
    """
    found = declaration(made)
    if found is None:
        return None
    whole = found.value
    return whole if isinstance(whole, Tuple) or (isinstance(whole, Obj) and whole.kind in {"list", "dict"}) else None

"""Constant folding: what Python computes from constants, bounded in size."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from grader.source.values import (
    FALSE,
    NONE,
    TRUE,
    Attr,
    Bound,
    Call,
    Class,
    Const,
    Dim,
    Func,
    Obj,
    Op,
    Param,
    Partial,
    Ref,
    Tuple,
    Value,
    Wrapped,
    const,
    op,
)

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "/": operator.truediv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
COMPARISON: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SMALL = 1 << 40
DTYPES = frozenset(
    [
        "bool",
        "bool_",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ]
)


def arithmetic(name: str, left: Value, right: Value) -> Value:
    """Fold a binary operation. Strings are not joined: a computed name is not a name that was written."""
    if isinstance(left, Tuple) and isinstance(right, Tuple) and name == "+":
        return Tuple(left.items + right.items)
    if isinstance(left, Tuple) and isinstance(right, Const) and name == "*" and right.kind == "int":
        return Tuple(left.items * right.value) if 0 <= right.value <= 64 else op(name, left, right)
    if isinstance(left, Const) and isinstance(right, Const) and _number(left) and _number(right):
        fold = ARITHMETIC.get(name)
        if fold is not None and (name != "**" or 0 <= right.value <= 8):
            try:
                return const(fold(left.value, right.value))
            except (ArithmeticError, TypeError, ValueError):
                pass
    return op(name, left, right)


def _number(value: Const) -> bool:
    return value.kind in {"bool", "int", "float"} and abs(value.value) < SMALL


def compare(name: str, left: Value, right: Value) -> Value:
    """Fold a comparison where the source decides it."""
    left, right = _text(left), _text(right)
    match name:
        case "is" | "is not":
            same = _identical(left, right)
            if same is not None:
                return const(same if name == "is" else not same)
        case "in" | "not in":
            found = _contains(left, right)
            if found is not None:
                return const(found if name == "in" else not found)
        case "==" | "!=":
            equal = _equal(left, right)
            if equal is not None:
                return const(equal if name == "==" else not equal)
        case _:
            if isinstance(left, Const) and isinstance(right, Const):
                try:
                    return const(bool(COMPARISON[name](left.value, right.value)))
                except TypeError:
                    pass
            if isinstance(left, Dim) and right == const(0) and name in {">=", "<"}:
                return const(name == ">=")
    return op(name, left, right)


def _text(value: Value) -> Value:
    """Work out a string method: its result may be compared, though it is no name that was written."""
    match value:
        case Op(op="str", operands=(Const(value=str() as text), Const(value="lower" | "upper" | "strip" as method))):
            return const(getattr(text, method)())
    return value


def _equal(left: Value, right: Value) -> bool | None:
    if isinstance(left, Const) and isinstance(right, Const):
        return bool(left.value == right.value)
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        if len(left.items) != len(right.items):
            return False
        parts = [_equal(a, b) for a, b in zip(left.items, right.items, strict=True)]
        return False if False in parts else None if None in parts else True
    if isinstance(left, Dim) and left == right:
        return True
    if isinstance(left, Attr) and left == right and left.name in {"shape", "dtype", "ndim", "size"}:
        return True
    return None


def _definite(value: Value) -> bool:
    return isinstance(value, (Func, Class, Obj, Tuple, Bound, Partial, Wrapped, Param, Ref, Dim))


def _identical(left: Value, right: Value) -> bool | None:
    for one, other in ((left, right), (right, left)):
        if one == NONE:
            if isinstance(other, Const):
                return other == NONE
            if _definite(other) or isinstance(other, Attr):
                return False
            if isinstance(other, Call) and isinstance(other.func, Ref) and other.func.name in NOT_NONE:
                return False
    if isinstance(left, Const) and isinstance(right, Const):
        if left.kind in {"bool", "NoneType"} or right.kind in {"bool", "NoneType"}:
            return left == right
        return None
    if isinstance(left, (Obj, Func, Class, Ref)) and type(left) is type(right):
        return left == right
    if isinstance(left, (Const, Tuple)) and _definite(right) and not isinstance(right, (Ref, Tuple)):
        return False
    return None


NOT_NONE = frozenset(
    {"jax.experimental.io_callback", "jax.pure_callback", "jax.ShapeDtypeStruct", "functools.partial", "jax.jit"}
)


def _contains(item: Value, container: Value) -> bool | None:
    if isinstance(container, Const) and container.kind == "str" and isinstance(item, Const) and item.kind == "str":
        return item.value in container.value
    if isinstance(container, Tuple):
        parts = [True if item == entry else _equal(item, entry) for entry in container.items]
        return True if True in parts else None if None in parts else False
    return None


def negate(value: Value, truth: bool | None) -> Value:
    """Fold ``not``."""
    return op("not", value) if truth is None else FALSE if truth else TRUE


def unary(name: str, value: Value) -> Value:
    """Fold a unary operation on a number."""
    if isinstance(value, Const) and _number(value):
        if name == "-":
            return const(-value.value)
        if name == "+":
            return const(+value.value)
        if name == "~" and value.kind in {"bool", "int"}:
            return const(~int(value.value))
    return op(f"unary {name}", value)


def dtype_name(value: Value) -> str | None:
    """Return the dtype a value names (``jnp.float32``, ``"float32"``), or None when it names none."""
    match value:
        case Ref(name=name):
            package, _, last = name.rpartition(".")
            if package in {"jax.numpy", "numpy"} and last in DTYPES:
                return last.rstrip("_")
        case Const(value=str() as text) if text in DTYPES:
            return text.rstrip("_")
        case Call(func=Ref(name="numpy.dtype" | "jax.numpy.dtype"), args=(arg, *_)):
            return dtype_name(arg.value)
    return None

"""Values of a learner's function as data, and data as arguments; no code of the learner's classes is run on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.sandbox.faults import type_name
from grader.sandbox.wire import ITEM_SIZES, MAX_FRAME, Array, Mapping, Node, Opaque, Scalar, Sequence

_DEEPEST, _MOST = 12, 20_000
_ENDLESS = 100
_LARGEST_INT = 2**63


class TooLarge(Exception):  # noqa: N818 - a size, not a mistake of the code
    """A result has more bytes or leaves than can cross."""


class Reader:
    """Turns results into data; built before learner code runs, so that it holds the real array type."""

    def __init__(self, array_type: type, key_type: type | None = None) -> None:
        self._array_type, self._key_type = array_type, key_type
        self._leaves = self._bytes = 0

    def read(self, value: object) -> Node:
        """Copy a value; TooLarge when it does not fit a frame."""
        self._leaves = self._bytes = 0
        return self._read(value, 0)

    @staticmethod
    def bounded(value: object) -> None:
        """Raise TooLarge for containers without end: JAX does not survive walking one that contains itself."""
        todo, seen = [(value, 0)], 0
        while todo:
            one, depth = todo.pop()
            seen += 1
            if depth > _ENDLESS or seen > _MOST:
                raise TooLarge("its containers do not end")
            if type(one) in (list, tuple):
                todo += [(item, depth + 1) for item in one[:_MOST]]  # type: ignore[index]
            elif type(one) is dict:
                todo += [(item, depth + 1) for item in one.values()]

    def _read(self, value: Any, depth: int) -> Node:
        self._leaves += 1
        if self._leaves > _MOST:
            raise TooLarge(f"more than {_MOST} values")
        kind = type(value)
        if kind is self._array_type:
            return self._array("jax.Array", np.asarray(value), weak_type=bool(value.weak_type))
        if kind is np.ndarray:
            return self._array("numpy.ndarray", value)
        if isinstance(value, np.generic) and kind.__module__ == "numpy":
            return self._array("numpy.generic", np.asarray(value))
        if value is None or kind in (bool, float):
            return Scalar(type=type_name(value), value=value)
        if kind is int and -_LARGEST_INT <= value < _LARGEST_INT:
            return Scalar(type="int", value=value)
        if kind is complex:
            return Scalar(type="complex", value=value.real, imag=value.imag)
        if kind is str:
            return Scalar(type="str", value=value[:10_000].encode("utf-8", "replace").decode())
        if depth < _DEEPEST and (kind in (tuple, list) or _is_named_tuple(kind)):
            items = list.__iter__(value) if kind is list else tuple.__iter__(value)
            return Sequence(type=type_name(value), items=tuple(self._read(item, depth + 1) for item in items))
        if depth < _DEEPEST and kind is dict and all(type(key) is str for key in value):
            keys = tuple(key[:200].encode("utf-8", "replace").decode() for key in value)
            return Mapping(keys=keys, items=tuple(self._read(item, depth + 1) for item in value.values()))
        return Opaque(type=type_name(value))

    def _array(self, kind: str, value: Any, *, weak_type: bool = False) -> Node:
        dtype = str(value.dtype.name)
        if dtype not in ITEM_SIZES:
            return Opaque(type=f"{kind} of {dtype[:40]}")
        self._bytes += int(value.nbytes)
        if self._bytes > MAX_FRAME - 2**20:
            raise TooLarge(f"more than {MAX_FRAME // 2**20 - 1} MiB")
        native = value.astype(value.dtype.newbyteorder("="), copy=False)
        return Array(
            kind=kind, dtype=dtype, shape=tuple(value.shape), data=native.tobytes(order="C"), weak_type=weak_type
        )


def _is_named_tuple(kind: type) -> bool:
    return kind.__base__ is tuple and "_fields" in kind.__dict__


def build(node: Node, array: Callable[[np.ndarray], Any], kept: list[tuple[Any, bytes]]) -> Any:
    """Build an argument from data; ``array`` makes the learner's array, and ``kept`` lists it beside its bytes."""
    match node:
        case Array():
            # A copy: JAX may share memory with what it is given, and the bytes here must not change with it.
            made = array(np.array(node.numpy()))
            kept.append((made, node.data))
            return made
        case Scalar(type="complex"):
            return complex(float(node.value or 0), node.imag)
        case Scalar():
            return node.value
        case Sequence():
            items = [build(item, array, kept) for item in node.items]
            return items if node.type == "list" else tuple(items)
        case Mapping():
            return {key: build(item, array, kept) for key, item in zip(node.keys, node.items, strict=True)}
        case Opaque():
            raise TypeError(f"a value of type {node.type} cannot be an argument")

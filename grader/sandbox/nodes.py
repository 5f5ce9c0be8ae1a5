"""Arguments as data: what the grader may hand to a learner's function."""

from __future__ import annotations

from typing import Any

from grader.sandbox.wire import ITEM_SIZES, Array, Mapping, Node, Scalar, Sequence

Argument = Any
"""A NumPy array, a plain Python value, or a tuple, list or dict (with string keys) of such."""


def node_of(value: Argument) -> Node:
    """Copy an argument; TypeError for what cannot cross."""
    if value is None or type(value) in (bool, int, float, str):
        return Scalar(type=type(value).__name__, value=value)
    if type(value) is complex:
        return Scalar(type="complex", value=value.real, imag=value.imag)
    if isinstance(value, (tuple, list)):
        return Sequence(type=type(value).__name__, items=tuple(node_of(item) for item in value))
    if isinstance(value, dict):
        return Mapping(keys=tuple(value), items=tuple(node_of(item) for item in value.values()))
    dtype = getattr(getattr(value, "dtype", None), "name", None)
    if dtype not in ITEM_SIZES:
        raise TypeError(f"cannot hand over a {type(value).__name__}")
    native = value.astype(value.dtype.newbyteorder("="), copy=False)
    return Array(kind="numpy.ndarray", dtype=dtype, shape=tuple(value.shape), data=native.tobytes(order="C"))

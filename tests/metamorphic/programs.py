"""Small right answers to start from, and helpers on their syntax trees."""

from __future__ import annotations

import ast

from grader.verify import trees

ENTRY = "io_callback_passthrough"
HEAD = """
import contextlib
import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
"""
BASES = (
    """
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
""",
    """
def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(double, spec, x, ordered=True)
""",
    """
def io_callback_passthrough(x):
    def double(arr):
        return np.asarray(arr) + np.asarray(arr)

    result = io_callback(double, jax.ShapeDtypeStruct(shape=x.shape, dtype=x.dtype), x, ordered=True)
    return result
""",
    """
def on_host(fn, value, ordered=True):
    spec = jax.ShapeDtypeStruct(value.shape, value.dtype)
    return io_callback(fn, spec, value, ordered=ordered)


def io_callback_passthrough(x):
    return on_host(lambda a: a * 2, x)
""",
    """
class Host:
    factor = 2

    def __init__(self):
        self.calls = 0

    def double(self, arr):
        self.calls += 1
        return arr * self.factor


def io_callback_passthrough(x):
    host = Host()
    return io_callback(host.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
""",
)


def parse(base: str) -> ast.Module:
    return ast.parse(HEAD + base)


def entry(tree: ast.Module) -> ast.FunctionDef:
    found = trees.entry(tree, ENTRY)
    assert found is not None
    return found


def the_call(tree: ast.Module) -> ast.Call | None:
    """The one call of io_callback written as such, however many functions lie around it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "io_callback":
            return node
    return None

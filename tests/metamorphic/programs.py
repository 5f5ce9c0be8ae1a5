"""Small right answers to start from, and helpers on their syntax trees."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator

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


def text(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def entry(tree: ast.Module) -> ast.FunctionDef:
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == ENTRY]
    return found[-1]


def has_entry_def(tree: ast.Module) -> bool:
    return any(isinstance(n, ast.FunctionDef) and n.name == ENTRY for n in tree.body)


def the_call(tree: ast.Module) -> ast.Call | None:
    """The one call of io_callback written as such, however many functions lie around it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "io_callback":
            return node
    return None


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def owner_of(tree: ast.Module, wanted: ast.AST) -> tuple[list[ast.stmt], int] | None:
    """The innermost block and position of the statement that holds a node (not across a def or lambda)."""
    best = None
    for block in blocks(tree):
        for index, statement in enumerate(block):
            if isinstance(statement, (ast.Return, ast.Assign, ast.Expr)) and any(
                n is wanted for n in ast.walk(statement)
            ):
                best = (block, index)
    return best


def inside_lambda(statement: ast.stmt, wanted: ast.AST) -> bool:
    return any(
        isinstance(n, (ast.Lambda, ast.GeneratorExp, ast.ListComp))
        and any(m is wanted for m in ast.walk(n))
        and n is not wanted
        for n in ast.walk(statement)
    )


def replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if node is old:
                return new
            return self.generic_visit(node)

    Swap().visit(tree)


def fresh(tree: ast.AST, rng: random.Random, stem: str = "v") -> str:
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | {
        n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)
    }
    used |= {n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    while True:
        name = f"{stem}_{rng.randrange(10_000)}"
        if name not in used:
            return name


def expr(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def stmts(source: str) -> list[ast.stmt]:
    return ast.parse(source).body

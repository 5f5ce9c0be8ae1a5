"""Rewrites that keep the meaning: those of any program, and those that only this exercise's answers allow."""

from __future__ import annotations

import ast
import random

from grader.verify.rewrites import REWRITES as GENERAL
from grader.verify.rewrites import Rewrite, return_through, wrap_entry
from grader.verify.trees import entry, expr, functions, replace
from tests.metamorphic.programs import the_call

WAITS = ("return jax.block_until_ready({v})", "return jnp.asarray({v})")
ENTRIES = ("{e} = jax.jit({i})", "def {e}({p}):\n    inner = jax.jit({i})\n    return inner({a})")


def return_waiting(rng: random.Random, tree: ast.Module, name: str) -> bool:
    function = entry(tree, name)
    if function is None or len(functions(ast.Module([function], []))) > 1:
        return False  # a host function inside it must not call JAX
    return return_through(rng, ast.Module([function], []), name, WAITS)


def jit_entry(rng: random.Random, tree: ast.Module, name: str) -> bool:
    return wrap_entry(rng, tree, name, ENTRIES)


SHAPES = (
    "tuple({x}.shape)",
    "jnp.shape({x})",
    "({x}.size,)",
    "(len({x}),)",
    "({x}.shape[0],)",
    "(*{x}.shape,)",
    "np.shape({x})",
)
DTYPES = ("jnp.result_type({x})", "np.dtype({x}.dtype)", "{x}.dtype.name")


def spell_declaration(rng: random.Random, tree: ast.Module, name: str) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in {"shape", "dtype"} and isinstance(node.value, ast.Name):
            parent_ok = any(
                isinstance(c, ast.Call) and (node in c.args or any(k.value is node for k in c.keywords))
                for c in ast.walk(tree)
            )
            if parent_ok and rng.random() < 0.5:
                forms = SHAPES if node.attr == "shape" else DTYPES
                replace(tree, node, expr(rng.choice(forms).format(x=node.value.id)))
                return True
    return False


def spell_callee(rng: random.Random, tree: ast.Module, name: str) -> bool:
    call = the_call(tree)
    if call is None:
        return False
    call.func = expr(
        rng.choice(
            [
                "jax.experimental.io_callback",
                "getattr(jax.experimental, 'io_callback')",
                "(io_callback if True else None)",
                "(io_callback,)[0]",
                "(None or io_callback)",
            ]
        )
    )
    return True


def struct_by_kwargs(rng: random.Random, tree: ast.Module, name: str) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "ShapeDtypeStruct":
            if len(node.args) == 2 and not any(isinstance(a, ast.Starred) for a in node.args):
                shape, dtype = node.args
                style = rng.randrange(3)
                if style == 0:
                    node.args, node.keywords = [], [ast.keyword("dtype", dtype), ast.keyword("shape", shape)]
                elif style == 1:
                    node.args = [ast.Starred(ast.Tuple([shape, dtype], ast.Load()), ast.Load())]
                else:
                    node.args = [shape]
                    node.keywords = [ast.keyword(None, ast.Dict([ast.Constant("dtype")], [dtype]))]
                return True
    return False


REWRITES: tuple[Rewrite, ...] = (
    *GENERAL,
    return_waiting,
    jit_entry,
    spell_declaration,
    spell_callee,
    struct_by_kwargs,
)
